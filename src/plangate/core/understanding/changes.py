"""Changes that are small by their kind and need no place to be looked for (INT-2).

Wording, a typo, a version number, a name nobody else sees.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from plangate.core.model.policy.understanding import (
    CHANGES_LIKELY,
    CHANGES_LONGEST,
    CHANGES_MOST_CLAUSES,
    CHANGES_SHORT,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.grasp import clauses_of_work, objects_of
from plangate.language.hearing import hear
from plangate.language.issue_text import read_issue
from plangate.language.patterns import lazy
from plangate.language.words.stems import group, rows_of, stem
from plangate.language.words.vocabulary import verb_of

_ARROW = lazy(r"->|→|=>")
_VERSION = lazy(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w])")
_SAME = lazy(r"\bshould (?:be|say|read)\b|\binstead of\b|\bsays?\b")


@lru_cache(maxsize=64)
def small_kind(goal: str) -> str | None:
    """What kind of small change a goal is; None when it is none that is known to be small."""
    issue = read_issue(goal)
    text = goal.strip()
    if issue.is_report or len(text.split()) > CHANGES_LONGEST or "\n" in text:
        return None
    if len([c for c in clauses_of_work(goal) if c.verb]) > CHANGES_MOST_CLAUSES:
        return None
    if large_words(text.lower()):
        return None
    return _wording(text) or _version(text) or _local_name(text)


def is_small(goal: str, seen: Sighting | None) -> bool:
    """Whether it is small, and what it quotes is there to be changed."""
    kind = small_kind(goal)
    if kind is None and seen is not None and _is_value_here(goal, seen):
        return True
    if kind is None or seen is None:
        return kind is not None
    quoted = [where for text, where in seen.literals.items() if text in goal]
    return kind != "wording" or not quoted or any(quoted) or _trivial(goal)


def _wording(text: str) -> str | None:
    heard = hear(text)
    quoted = len(heard.quotes)
    if _ARROW.search(text) or _trivial(text):
        return "wording"
    if quoted >= 2 and _SAME.search(text.lower()):
        return "wording"
    outside = text
    for quote in heard.quotes:
        outside = outside.replace(quote, " ")
    verbs = [verb_of(word.lower()) for word in re.findall(r"[A-Za-z]+", outside)]
    mends = all(verb is None or verb.kind == "fix" or verb.may_be_noun for verb in verbs)
    return "wording" if quoted and mends and len(outside.split()) <= 9 else None


def _version(text: str) -> str | None:
    clause = clauses_of_work(text)[0] if clauses_of_work(text) else None
    if clause is None or clause.kind not in ("change", "operate", "build", "reshape"):
        return None
    if not _VERSION.search(text) or clause.verb in group("hands_out"):
        return None
    return "version"


def _local_name(text: str) -> str | None:
    clause = clauses_of_work(text)[0] if clauses_of_work(text) else None
    words = set(re.findall(r"[a-z]+", text.lower()))
    if clause is None or clause.verb != "rename":
        return None
    return "name" if words & group("local_names") or "variable" in words else None


def _is_value_here(goal: str, seen: Sighting) -> bool:
    """One value of the program, whose name stands here or whose place was found."""
    if not sets_a_value(goal) or large_words(goal.lower()):
        return False
    named = any(where and text in goal for text, where in seen.literals.items())
    words = [word for clause in clauses_of_work(goal) for word in objects_of(clause)]
    known = [word for word in words if seen.spread.get(word, 0.0) > 0]
    likely = bool(seen.places) and seen.places[0].strength >= CHANGES_LIKELY
    return named or (likely and len(known) == len(words))


def large_words(text: str) -> bool:
    """Whether a text speaks of what changes most of a system wherever it is asked for."""
    words = {stem(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text)}
    return bool(words & {stem(word) for word in group("large_matters")})


def sets_a_value(goal: str) -> bool:
    """“Raise the default page size from 50 to 100”: one value of the program, old or new stated."""
    clauses = [clause for clause in clauses_of_work(goal) if clause.verb or clause.obliges]
    if len(clauses) > 1 or len(goal.split()) > CHANGES_SHORT or _LOSES.search(goal.lower()):
        return False
    if _INSTEAD.search(goal) or _FROM_TO.search(goal):
        return True
    return _DEFAULT_TO.search(goal.lower()) is not None


_LITERAL = r"[\"'“`]?(?:\d[\w.%]*|true|false|on|off|yes|no)[\"'”`]?"
_FROM_TO = lazy(rf"\bfrom {_LITERAL} (?:\w+ )?to {_LITERAL}(?![\w])", re.IGNORECASE)
_INSTEAD = lazy(
    rf"(?:\b(?:to|be|allow|of|at)\s+|\b=\s*){_LITERAL}(?: \w+)? instead of {_LITERAL}(?![\w])",
    re.IGNORECASE,
)
_DEFAULT_TO = lazy(
    rf"\b(?:default|max|maximum|min|minimum|timeout|limit|size|width|height|level|interval|delay)\w*\b"
    rf".{{0,60}}\b(?:to|be|=) {_LITERAL}(?![\w])"
)
#: A value by which data goes sooner is a one-way door, however small the change of the text is.
_LOSES = lazy(r"\b(?:retention|delet\w+|purg\w+|expir\w+|grace|keep\w*|prune\w*|trash)\b")


def _trivial(text: str) -> bool:
    return _rows("trivial").search(text.lower()) is not None


@cache
def _rows(name: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(rows_of(name)) + r")\b")
