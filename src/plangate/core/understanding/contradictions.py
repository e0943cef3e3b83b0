"""Clauses that do not go together, and clauses that a page of the repository rules out (UND-6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import log

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.sighting import HouseRule, Sighting
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.open_matters import Open, reading
from plangate.language.clauses import Clause
from plangate.language.denials import (
    allows_only,
    denied_stems,
    denied_words,
    keeps_to_one,
    ready_made,
)
from plangate.language.features import actions, names_of_features
from plangate.language.hearing import hear
from plangate.language.issue_text import read_issue
from plangate.language.stems import content_stems, group, rows_of, stem
from plangate.language.vocabulary import LOOKING, thing_kind, verb_of

EXCLUDES, AGAINST_PAGE = "clauses-exclude-each-other", "against-the-repository"
#: A word that stands in more files than this says little about any of them.
_COMMON = 0.6
#: So much of what is denied must be wanted, weighed by how rare the words are here.
_MOST_OF_IT = 0.6


def contradictions_of(goal: str, seen: Sighting) -> Iterator[Open]:
    """What in a goal stands against itself, and what against the repository's own pages."""
    if pair := clauses_against(goal):
        yield _excluding(*pair)
    elif found := page_against(goal, seen):
        yield _against(*found)


def clauses_against(goal: str) -> tuple[str, str] | None:
    """Two pieces of a goal that do not go together."""
    text = " ".join(goal.split())
    for one, other in _pairs():
        left, right = one.search(text), other.search(text)
        if left and right and left.span() != right.span() and not _overlap(left, right):
            return left.group(), right.group()
    return None


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.start() < other.end() and other.start() < one.end()


@cache
def _pairs() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    found = []
    for row in rows_of("pairs_against"):
        one, _, other = row.partition(" / ")
        found.append(
            (
                re.compile(rf"\b(?:{one})\b", re.IGNORECASE),
                re.compile(rf"\b(?:{other})\b", re.IGNORECASE),
            )
        )
    return tuple(found)


def page_against(goal: str, seen: Sighting) -> tuple[str, HouseRule] | None:
    """The clause of a goal that a sentence of the repository's own pages rules out."""
    if read_issue(goal).is_report or any(c.kind == "explore" for c in hear(goal).clauses):
        return None
    best: tuple[float, str, HouseRule] | None = None
    for clause in clauses_of_work(goal):
        reports = clause.trouble and not clause.verb
        if clause.negated or reports or clause.kind in LOOKING:
            continue
        for rule in seen.against:
            weight = max(test(clause, rule.text, seen) for test in TESTS)
            if weight and (best is None or weight > best[0]):
                best = (weight, clause.text, rule)
    return best[1:] if best else None


def _is_denied(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“There are no accounts”: most of what is denied is wanted, the rarest of it too."""
    denied = denied_stems(sentence) - _light()
    things = frozenset(word for word in denied - _deeds() if not _is_only_done(word, sentence))
    if not things:
        return 0.0
    wanted = _wanted(clause)
    hits = {word for word in things if word in wanted or _is_of_kind(word, clause)}
    weights = {word: _weight(word, seen) for word in things}
    share = sum(weights[word] for word in hits) / sum(weights.values())
    same_deed = bool(denied & _deeds() & wanted)
    return 2.0 + share if hits and share >= (0.34 if same_deed else _MOST_OF_IT) else 0.0


def _is_forbidden_loss(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“An issued invoice is never deleted”: the clause takes away what the sentence keeps."""
    if not _removes(denied_words(sentence)) or not _removes(clause.text.lower().split()):
        return 0.0
    kept = frozenset(content_stems(sentence)) - _light() - _deeds()
    hits = kept & frozenset(content_stems(clause.text))
    return 1.8 if hits else 0.0


def _removes(words: Iterable[str]) -> bool:
    verbs = (verb_of(word.strip(",.;:()`")) for word in words)
    return any(verb is not None and verb.name in _TAKES_AWAY for verb in verbs)


_TAKES_AWAY = frozenset("delete remove erase purge drop destroy wipe expire prune".split())


#: Kinds of verbs by which something new may come in.
_BRINGS_IN = frozenset("build change send reshape move take".split())


def _is_new_name(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“No dependencies”: a name nobody here knows is something ready-made."""
    if not denied_stems(sentence) & ready_made() or clause.kind not in _BRINGS_IN:
        return 0.0
    return 1.5 if strange_names(clause, seen) else 0.0


def _is_more_than_one(clause: Clause, sentence: str, seen: Sighting) -> float:
    """“Exactly one process”: several are wanted, or what stays is to be something else."""
    kept = keeps_to_one(sentence) - _light() - _deeds()
    wanted = _wanted(clause)
    hits = [word for word in kept & wanted if seen.spread.get(word, 0.0) <= _COMMON]
    words = {word.lower().strip(",.;") for word in clause.text.split()}
    if hits and words & group("several"):
        return 1.5
    return 1.0 if len(hits) >= 2 else 0.0


def _is_the_other_way(clause: Clause, sentence: str, _seen: Sighting) -> float:
    """“Publishing is done by CI only”: the very deed is wanted another way."""
    deed = stem(clause.verb) if clause.verb else ""
    said = content_stems(sentence)
    rare = clause.kind in ("send", "remove", "operate")
    return 1.2 if deed and rare and allows_only(sentence) and deed in said else 0.0


TESTS: tuple[Callable[[Clause, str, Sighting], float], ...] = (
    _is_denied,
    _is_forbidden_loss,
    _is_new_name,
    _is_more_than_one,
    _is_the_other_way,
)


def strange_names(clause: Clause, seen: Sighting) -> tuple[str, ...]:
    """Names in a clause that stand nowhere here: capitals within a word or in mid-sentence."""
    words = clause.text.split()
    found = (word.strip(",.;:()") for word in words[1:])
    return tuple(
        word
        for word in found
        if len(word) > 2
        and any(letter.isupper() for letter in word)
        and not any(seen.spread.get(one, 0.0) for one in content_stems(word))
        and content_stems(word)
    )


def _is_only_done(word: str, sentence: str) -> bool:
    """“Is never booked”: what is denied is a deed, not a thing."""
    said = [w.strip(",.;:()`").lower() for w in sentence.split()]
    forms = [w for w in said if stem(w) == word]
    return bool(forms) and all(w.endswith("ed") for w in forms)


def _weight(word: str, seen: Sighting) -> float:
    """How much a word tells here: rare ones most."""
    return -log(max(0.02, min(1.0, seen.spread.get(word, 0.02)))) + 0.05


def _is_of_kind(word: str, clause: Clause) -> bool:
    """“Accounts” are denied and “users” or “logins” are wanted: people who sign in, all of them."""
    people = ("login", "person")
    words = (found.strip(",.;").lower() for found in clause.thing.split())
    return thing_kind(word) in people and any(thing_kind(other) in people for other in words)


def _wanted(clause: Clause) -> frozenset[str]:
    """The stems of a clause, and every other name of the features it speaks of."""
    own = content_stems(clause.text)
    others = (
        word
        for *_, names in names_of_features(list(own))
        for phrase in names
        if len(phrase) == 1
        for word in phrase
    )
    return frozenset((*own, *others))


@cache
def _light() -> frozenset[str]:
    weak = (*group("weak_in_goals"), *group("weak_in_paths"), *group("kinds_of_work"))
    return frozenset(map(stem, weak))


@cache
def _deeds() -> frozenset[str]:
    return actions() | frozenset(
        map(stem, "add change use make keep need run set put take".split())
    )


def _excluding(one: str, other: str) -> Open:
    readings = (
        reading("first", f"“{one}” holds", f"“{other}” is left out", 0.5, 0.4),
        reading("second", f"“{other}” holds", f"“{one}” is left out", 0.5, 0.4),
    )
    ambiguity = Ambiguity(
        EXCLUDES,
        readings,
        blocker_type="mutually_exclusive_requirements",
        blocker_evidence=(f'"{one}"', f'"{other}"'),
        prompt=f"The goal says both “{one}” and “{other}”. Which of the two holds?",
        heard=f"{one} {other}",
    )
    return Open("contradiction", ambiguity, (one, other))


def _against(clause: str, rule: HouseRule) -> Open:
    page = rule.locator
    readings = (
        reading(
            "keep-rule",
            f"Keep to what {page} says",
            "the goal is done within it, or left out where it cannot be",
            0.5,
            0.4,
        ),
        reading(
            "change-rule",
            f"The goal wins, and {page} changes with it",
            "the page and what rests on it change",
            0.5,
            0.6,
            "partial",
        ),
    )
    ambiguity = Ambiguity(
        AGAINST_PAGE,
        readings,
        blocker_evidence=(page,),
        safe_default="keep-rule",
        safe_default_reason="what the repository says holds until somebody changes it",
        prompt=f"{page} says: {rule.text[:160]} Does it still hold for “{clause[:80]}”?",
        heard=page,
        reads=(page.rpartition(":")[0],),
    )
    return Open("contradiction", ambiguity, (clause, rule.text))
