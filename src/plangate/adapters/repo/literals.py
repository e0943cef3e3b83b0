"""Texts that a regular expression cannot match without: what makes searching many files cheap.

A file that holds none of an expression's needed texts cannot match it, and plain texts are found at
the speed of the disk. Careful rather than clever: what is not understood here has no needed texts,
and every file is then read for it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

#: A shorter text stands in nearly every file.
_SHORTEST = 3
_QUANTIFIER = re.compile(r"(?:[*+?]|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
_GROUP = re.compile(
    r"\((?:\?(?:P<\w+>|(?P<flags>[aimsu]*):|(?P<look><?[=!])|(?P<bare>[aimsu]+)\)))?"
)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_NOWHERE = "bBAZ^$"


class Needed(NamedTuple):
    """At least one of these texts stands in whatever matches."""

    texts: frozenset[str]
    any_case: bool


class _NotUnderstood(Exception):
    """An expression with something this reader does not know."""


@cache
def needed(pattern: str) -> Needed | None:
    """What any match of a pattern contains; None when that says too little to be of use."""
    reader = _Reader(pattern)
    try:
        texts = reader.alternatives()
    except (_NotUnderstood, RecursionError):
        return None
    if reader.at < len(pattern) or not texts or min(map(len, texts)) < _SHORTEST:
        return None
    return Needed(frozenset(texts), reader.any_case)


class _Reader:
    """Reads an expression from left to right; `at` is the next character."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self.at = 0
        self.any_case = False

    def alternatives(self) -> set[str]:
        """What the alternatives up to a `)` or the end need; empty when one needs nothing."""
        found = [self._sequence()]
        while self._next == "|":
            self.at += 1
            found.append(self._sequence())
        return set().union(*found) if all(found) else set()

    @property
    def _next(self) -> str:
        return self._pattern[self.at : self.at + 1]

    def _sequence(self) -> set[str]:
        best: set[str] = set()
        run = ""
        while self._next not in ("", "|", ")"):
            atom = self._atom()
            least = self._least()
            if isinstance(atom, str) and least is None:
                run += atom
                continue
            if isinstance(atom, str) and least and atom:
                run += atom  # once at least; what follows it is not known to touch it
            best = _better(best, {run} if run else set())
            run = ""
            if isinstance(atom, set) and least != 0:
                best = _better(best, atom)
        return _better(best, {run} if run else set())

    def _atom(self) -> str | set[str]:
        """A character, an empty text for what stands between characters, or what a group needs."""
        here = self._next
        if here == "(":
            return self._group()
        if here == "[":
            return self._skip(_CLASS)
        self.at += 1
        if here == "\\":
            return self._escaped()
        if here == ".":
            return set()
        return "" if here in "^$" else here

    def _group(self) -> str | set[str]:
        opened = _GROUP.match(self._pattern, self.at)
        if opened is None or self._pattern.startswith("(?", opened.end() - 1):
            raise _NotUnderstood
        self.at = opened.end()
        self.any_case |= "i" in (opened["flags"] or "") + (opened["bare"] or "")
        if opened["bare"]:
            return ""
        inner = self.alternatives()
        if self._next != ")":
            raise _NotUnderstood
        self.at += 1
        return "" if opened["look"] else inner

    def _skip(self, what: re.Pattern[str]) -> set[str]:
        found = what.match(self._pattern, self.at)
        if found is None:
            raise _NotUnderstood
        self.at = found.end()
        return set()

    def _escaped(self) -> str | set[str]:
        here = self._next
        self.at += 1
        if here in _NOWHERE:
            return ""
        if here in "dDsSwW":
            return set()
        if not here or here.isalnum():
            raise _NotUnderstood
        return here

    def _least(self) -> int | None:
        """How often the atom before stands at least; None when it stands exactly once."""
        found = _QUANTIFIER.match(self._pattern, self.at)
        if found is None:
            return None
        self.at = found.end()
        if found.group()[0] == "{":
            return int(found["least"] or 0)
        return 1 if found.group()[0] == "+" else 0


def _better(one: set[str], other: set[str]) -> set[str]:
    """Of two sets that are both needed the one that says more: longer texts, then fewer of them."""
    if not one or not other:
        return one or other
    return max(one, other, key=lambda texts: (min(map(len, texts)), -len(texts)))
