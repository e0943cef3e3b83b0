"""The moments a goal speaks of: the deed on a thing at which something else shall happen (UND-5).

“Deactivating a user should revoke the tokens” is worked on where users are deactivated, however
often other files speak of tokens. Heard are deeds that open a sentence (“cloning a campaign …”),
stand behind a “when” (“when contacts are imported”), say which thing is meant (“deleted polls”), or
are what somebody may do (“users can rename tags”).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.language.words.stems import group, is_stop, stem, words_in_rows
from plangate.language.words.vocabulary import verb_of

_PIECE = re.compile(r"[,;:()]|[A-Za-z][\w'’-]*|\d+")
_MOST_WORDS, _MOST_MOMENTS, _LONGEST_GOAL = 4, 6, 600
#: What a deed tells that somebody is to do or may do, beside one that something happens at.
_ORDERED = 0.65
#: “ending” has so many letters at least before it is taken for a deed that is not known.
_LONG = 6


class Moment(NamedTuple):
    """A deed, the words of its thing, and how much it tells of the place."""

    deed: str
    thing: tuple[str, ...]
    worth: float = 1.0


def moments(goal: str) -> tuple[Moment, ...]:
    """What is done in a goal, and to what, as stems; the first few."""
    words = [word.lower() for word in _PIECE.findall(goal[:_LONGEST_GOAL])]
    found = (heard for at, word in enumerate(words) for heard in _heard(words, at, word))
    return tuple(dict.fromkeys(found))[:_MOST_MOMENTS]


def _heard(words: Sequence[str], at: int, word: str) -> Iterator[Moment]:
    verb = verb_of(word)
    name = verb.name if verb else ""
    if is_stop(word) or name in words_in_rows("deeds_of_nobody"):
        return
    deed = stem(name or word)
    before = words[at - 1] if at else ""
    opens = not before or before in words_in_rows("opens_a_moment")
    if word.endswith("ing") and opens and (verb or (not at and len(word) > _LONG)):
        yield Moment(deed, _behind(words, at + 1))
    elif verb is None:
        return
    elif word in words_in_rows("deeds_called_by_nouns") and before and before[0].isalpha():
        if thing := _before(words, at):
            yield Moment(deed, thing, _ORDERED)
    elif _is_participle(word, verb.forms):
        yield from _told(words, at, deed)
    elif _is_active(words, at, verb.forms):
        yield Moment(deed, _behind(words, at + 1))
    elif word == name and (not at or before in words_in_rows("lets_a_deed")):
        yield Moment(deed, _behind(words, at + 1), _ORDERED)


def _is_active(words: Sequence[str], at: int, forms: Sequence[str]) -> bool:
    """“When a user uploads a photo”, “if I add a feed”: somebody does it, and something else shall
    happen then."""
    before = _in_clause(words[:at])
    opens = words_in_rows("opens_a_moment")
    first = max((n for n, word in enumerate(before) if word in opens), default=-1)
    subject = before[first + 1 :]
    if first < 0 or not subject or words[at + 1 : at + 2] in (["is"], ["are"], ["was"], ["were"]):
        return False
    by_people = subject[-1] in words_in_rows("people_who_do")
    return words[at] == forms[1] or (by_people and words[at] == forms[0])


def _told(words: Sequence[str], at: int, deed: str) -> Iterator[Moment]:
    """“When a poll is closed”, “deleted polls”."""
    done = words_in_rows("passive_before")
    if not done.isdisjoint(words[max(0, at - 2) : at]):
        if not words_in_rows("opens_a_moment").isdisjoint(_in_clause(words[:at])):
            first = next(n for n in range(at - 1, -1, -1) if words[n] in done)
            yield Moment(deed, _before(words, first))
    elif (not at or is_stop(words[at - 1])) and (thing := _behind(words, at + 1)):
        yield Moment(deed, thing)


def _in_clause(words: Sequence[str]) -> Sequence[str]:
    """What stands behind the last mark."""
    last = max((at for at, word in enumerate(words) if word in ",;:()"), default=-1)
    return words[last + 1 :]


def _is_participle(word: str, forms: Sequence[str]) -> bool:
    return word.endswith("ed") or (word in forms[2:] and not word.endswith("ing"))


def _behind(words: Sequence[str], first: int) -> tuple[str, ...]:
    """The words of the thing that begins here, without what only says which one is meant."""
    found: list[str] = []
    for word in words[first:]:
        if not found and word in group("determiners"):
            continue
        if not word[0].isalpha() or is_stop(word) or (found and _is_told_of(word)):
            break
        found.append(stem(word))
        if len(found) == _MOST_WORDS:
            break
    return tuple(found)


def _is_told_of(word: str) -> bool:
    verb = verb_of(word)
    return verb is not None and _is_participle(word, verb.forms)


def _before(words: Sequence[str], end: int) -> tuple[str, ...]:
    """The words of the thing that ends before a place."""
    found: list[str] = []
    for word in reversed(words[:end]):
        if not word[0].isalpha() or is_stop(word) or len(found) == _MOST_WORDS - 1:
            break
        found.append(stem(word))
    return tuple(reversed(found))
