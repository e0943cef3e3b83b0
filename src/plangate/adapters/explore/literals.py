"""Texts that a regular expression cannot match without: what makes searching many files cheap.

A file that holds none of an expression's needed texts cannot match it, and plain texts are found at
the speed of the disk. Careful rather than clever: what is not understood here has no needed texts,
and every file is then read for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

#: A shorter text stands in nearly every file.
_SHORTEST = 3
_MOST_TEXTS = 64
_QUANTIFIER = re.compile(r"(?:[*+?]|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
_GROUP = re.compile(
    r"\((?:\?(?:P<\w+>|(?P<flags>[aimsu]*):|(?P<look><?[=!])|(?P<bare>[aimsu]+)\)))?"
)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_NOWHERE = "bBAZ"


class Needed(NamedTuple):
    """At least one of these texts stands in whatever matches."""

    texts: frozenset[str]
    any_case: bool

    def stands_in(self, text: str) -> bool:
        if self.any_case:
            text = text.lower()
            return any(each.lower() in text for each in self.texts)
        return any(each in text for each in self.texts)


class _NotUnderstood(Exception):
    """An expression with something this reader does not know."""


@cache
def needed(pattern: str) -> Needed | None:
    """What any match of a pattern contains; None when that says too little to be of use."""
    reader = _Reader(pattern)
    try:
        texts = reader.alternatives().needs
    except (_NotUnderstood, RecursionError):
        return None
    if reader.at < len(pattern) or min(map(len, texts), default=0) < _SHORTEST:
        return None
    return Needed(texts, reader.any_case)


class _Atom(NamedTuple):
    """One piece of an expression: what it needs, and all it can be when that is known."""

    needs: frozenset[str] = frozenset()
    exact: frozenset[str] | None = None


_ANYTHING = _Atom()
_BETWEEN = _Atom(exact=frozenset(("",)))


class _Reader:
    """Reads an expression from left to right; `at` is the next character."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self.at = 0
        self.any_case = False

    def alternatives(self) -> _Atom:
        """Everything up to a `)` or the end; it needs nothing when one alternative does not."""
        found = [self._sequence()]
        while self._next == "|":
            self.at += 1
            found.append(self._sequence())
        needs = _union(each.needs for each in found) if all(e.needs for e in found) else frozenset()
        exact = [each.exact for each in found if each.exact is not None]
        return _Atom(needs, _union(exact) if len(exact) == len(found) else None)

    @property
    def _next(self) -> str:
        return self._pattern[self.at : self.at + 1]

    def _sequence(self) -> _Atom:
        """One alternative: of the stretches whose text is known, the one that says most."""
        best: frozenset[str] = frozenset()
        run = _BETWEEN.exact or frozenset()
        whole = True
        while self._next not in ("", "|", ")"):
            atom, least = self._atom(), self._least()
            known = atom.exact is not None and least != 0
            if known and atom.exact is not None and len(run) * len(atom.exact) <= _MOST_TEXTS:
                run = frozenset(before + after for before in run for after in atom.exact)
                if least is None:
                    continue
            elif least != 0:
                best = _better(best, atom.needs)
            best, run, whole = _better(best, run), frozenset(("",)), False
        return _Atom(_better(best, run), run if whole else None)

    def _atom(self) -> _Atom:
        here = self._next
        if here == "(":
            return self._group()
        if here == "[":
            return self._skip(_CLASS)
        self.at += 1
        if here == "\\":
            return self._escaped()
        if here in ".\r\n":  # a text is looked for line by line
            return _ANYTHING
        return _BETWEEN if here in "^$" else _Atom(frozenset((here,)), frozenset((here,)))

    def _group(self) -> _Atom:
        opened = _GROUP.match(self._pattern, self.at)
        if opened is None or self._pattern.startswith("(?", opened.end() - 1):
            raise _NotUnderstood
        self.at = opened.end()
        self.any_case |= "i" in (opened["flags"] or "") + (opened["bare"] or "")
        if opened["bare"]:
            return _BETWEEN
        inner = self.alternatives()
        if self._next != ")":
            raise _NotUnderstood
        self.at += 1
        return _BETWEEN if opened["look"] else inner

    def _skip(self, what: re.Pattern[str]) -> _Atom:
        found = what.match(self._pattern, self.at)
        if found is None:
            raise _NotUnderstood
        self.at = found.end()
        return _ANYTHING

    def _escaped(self) -> _Atom:
        here = self._next
        self.at += 1
        if here in _NOWHERE:
            return _BETWEEN
        if here in "dDsSwWnrtfv":
            return _ANYTHING
        if not here or here.isalnum():
            raise _NotUnderstood
        return _Atom(frozenset((here,)), frozenset((here,)))

    def _least(self) -> int | None:
        """How often the atom before stands at least; None when it stands exactly once."""
        found = _QUANTIFIER.match(self._pattern, self.at)
        if found is None:
            return None
        self.at = found.end()
        if found.group()[0] == "{":
            return int(found["least"] or 0)
        return 1 if found.group()[0] == "+" else 0


def _better(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Of two sets that are both needed the one that says more: longer texts, then fewer of them."""
    return max(one, other, key=lambda texts: (min(map(len, texts), default=0), -len(texts)))


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
