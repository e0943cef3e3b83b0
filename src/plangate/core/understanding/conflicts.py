"""Two pieces of a goal that do not go together (UND-6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from plangate.core.understanding.grasp import objects_of
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.stems import content_stems, group, rows_of, stem
from plangate.language.words.vocabulary import verb_of


def clauses_against(goal: str) -> tuple[str, str] | None:
    """Two pieces of a goal that do not go together."""
    text = " ".join(goal.split())
    for one, other in _pairs():
        left, right = one.search(text), other.search(text)
        if left and right and left.span() != right.span() and not _overlap(left, right):
            return left.group(), right.group()
    clauses = [clause for clause in hear(text).clauses if clause.text]
    return _taken_and_kept(clauses) or _wanted_and_denied(text)


def _taken_and_kept(clauses: Sequence[Clause]) -> tuple[str, str] | None:
    """“Remove Redis, but keep the jobs running in it”: what goes is what the rest stands on."""
    for at, clause in enumerate(clauses):
        gone = frozenset(objects_of(clause)) - light_words()
        if clause.kind != "remove" or not gone or _ASIDE_OF.search(clause.text):
            continue
        for other in clauses[at + 1 :]:
            stays = other.verb in _KEEPS or _STILL.search(other.text)
            same = gone <= frozenset(content_stems(other.text)) or _WITHIN.search(other.text)
            if stays and same:
                return clause.text, other.text
    return None


#: “Remove the old parser”: one of several goes, and its like may stay.
_ASIDE_OF = re.compile(r"\b(?:old|unused|duplicate\w*|some|from|of|in|older|dead)\b", re.IGNORECASE)
_KEEPS = frozenset("keep retain leave preserve".split())
_STILL = re.compile(r"\b(?:still|goes on|continues? to|keeps? on)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:in|on|with|through|from|by) it\b", re.IGNORECASE)
_NEVER = re.compile(
    r"\b(?:never|must not|may not|should not|shouldn['’]t|do not|don['’]t)\s+(?:ever\s+)?"
    r"(?P<verb>[a-z]+)(?P<behind>(?:\s+[\w-]+){0,4})",
    re.IGNORECASE,
)


def _wanted_and_denied(text: str) -> tuple[str, str] | None:
    """“Never write to disk, and write the site to disk”: a deed forbidden and wanted at once."""
    for found in _NEVER.finditer(text):
        verb = _plain(found["verb"])
        behind = frozenset(content_stems(_OBJECT_ENDS.split(found["behind"])[0])) - light_words()
        for other in _DEED.finditer(text):
            if found.start() <= other.start() < found.end() or _plain(other["verb"]) != verb:
                continue
            wanted = frozenset(content_stems(other["behind"]))
            if _is_denial_before(text, other.start()) or not behind <= wanted:
                continue
            return found.group().strip(), other.group("verb") + other["behind"]
    return None


def _plain(word: str) -> str:
    verb = verb_of(word)
    return verb.name if verb else word.lower()


_OBJECT_ENDS = re.compile(
    r"\b(?:to|in|on|at|into|from|when|if|unless|without|before|after|and|but)\b"
)
_DEED = re.compile(
    r"(?:^|[,;.!?]\s*(?:and\s|but\s|then\s)?|\b(?:and|but|then|should|must)\s)\s*(?P<verb>[a-z]+)"
    r"(?P<behind>(?:\s+[\w-]+){1,6})",
    re.IGNORECASE,
)


def _is_denial_before(text: str, place: int) -> bool:
    return _DENIES_HERE.search(text[max(0, place - 12) : place + 1]) is not None


_DENIES_HERE = re.compile(r"(?:never|not|n['’]t|without|no)\s*$", re.IGNORECASE)


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


@cache
def light_words() -> frozenset[str]:
    """The stems of words that say little about any goal."""
    weak = (*group("weak_in_goals"), *group("weak_in_paths"), *group("kinds_of_work"))
    return frozenset(map(stem, weak))
