"""What a page promises or rules out by a pole of an axis, and a goal that wants the other (UND-6).

“Your logs never leave your network” and a goal that sends them to a cloud service share no word
but what it is about. What a page denies is a promise by itself; what it says a program is counts
where it says so for good.
"""

from __future__ import annotations

from functools import lru_cache

from plangate.core.model.policy.understanding_numbers import CONTRADICTIONS_COMMON, PROMISE_AXES
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.opposed import light_words
from plangate.core.understanding.against.stretches import Text
from plangate.language.clauses import Clause
from plangate.language.denials import is_absolute, permits, supposes
from plangate.language.words.features import actions
from plangate.language.words.poles import hits_in
from plangate.language.words.stems import content_stems, words_in_rows

Poles = frozenset[int]


def promised(sentence: str) -> Poles:
    """The poles a sentence of a page promises, as numbers: of an axis the one is twice its place,
    the other one more. Nothing where it only supposes or allows."""
    sentence = sentence.strip(" “”")
    if supposes(sentence) or permits(sentence):
        return frozenset()
    if not words_in_rows("supposes_in_pieces").isdisjoint(sentence.lower().split()):
        return frozenset()
    return _poles(sentence, denied_only=not is_absolute(sentence))


@lru_cache(maxsize=64)
def against_wish(text: str) -> Poles:
    """The poles that leave no room for what a goal wants."""
    return frozenset(pole ^ 1 for pole in _poles(text, denied_only=False))


def _poles(text: str, *, denied_only: bool) -> Poles:
    said = Text(text)
    found = set[int]()
    for hit in hits_in(said.tokens):
        denied = said.denies(hit.first, hit.last)
        if denied or not (denied_only or hit.term.names_kept):
            turned = denied and not hit.term.names_kept
            found.add(2 * hit.term.axis + (hit.term.pole ^ turned))
    return frozenset(found)


def is_against_a_promise(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“It stores no log files”: an archive of the logs is wanted."""
    is_deed = bool(clause.verb or clause.obliges)
    if not is_deed or clause.kind in ("remove", "fix", "document", "verify"):
        return 0.0
    done_to = f"{clause.thing} {clause.place}" if clause.thing else clause.what
    both = frozenset(content_stems(done_to)) & frozenset(content_stems(sentence))
    things = both - light_words() - actions()
    if not any(seen.spread.get(word, 0.0) <= CONTRADICTIONS_COMMON for word in things):
        return 0.0
    axes = len({pole // 2 for pole in promised(sentence) & against_wish(clause.text)})
    return 1.5 + 0.01 * axes if axes >= PROMISE_AXES else 0.0
