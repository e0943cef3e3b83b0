"""A draft says where: the line to begin at, what stands there, the test a new one is written like.

The brief found them (adapters/repo/spots/spots.py); here is chosen what a clause's tasks say of
them. Nothing is looked up: a draft stays a function of its chore (UND-5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, joined
from plangate.core.model.sighting import DOES, LED, NAMED, SAYS, VERSION, Sighting, Spot
from plangate.core.words.plan_words import is_test_path
from plangate.language.amounts import amounts
from plangate.language.hearing import hear
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_stems, is_stop, parts, rows_of, stem

#: So strong, beside the one a task begins at, a spot elsewhere must be to be named too.
_NEARLY, _MOST_OTHERS = 0.6, 2
#: So much of a goal a test must speak of before a new one goes beside it for that alone, and
#: where the ranking named its file besides.
_ABOUT, _SOMEWHAT = 0.15, 0.1
_MOST_VALUES, _LONGEST_VALUE = 4, 50
_NUMBER = re.compile(r"(?<![\w.,#/=-])\d+(?:[.,]\d+)*%?(?![\w.])")
#: “Answered with 401”: a number that says by itself what it is.
_ANSWER = re.compile(r"(?<![\w.,#/=-])[1-5]\d\d(?!\w|[.,]\d)")
_FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]+(?:=\w+)?")


class Spots:
    """What the brief found in lines, as the tasks of a draft speak of it."""

    def __init__(self, seen: Sighting, named: Sequence[Spot] = ()) -> None:
        self._spots = (*named, *seen.spots)
        self._tests = {spot.path: spot for spot in reversed(seen.like_tests)}

    def files(self) -> list[str]:
        """The files with a spot, the likeliest first."""
        return list(dict.fromkeys(spot.path for spot in self._spots))

    def in_file(self, path: str) -> Spot | None:
        return next((spot for spot in self._spots if spot.path == path), None)

    def named(self, clauses: Sequence[PieceOfWork]) -> list[str]:
        """UND-7: the files that declare what some clauses name, in the order of the goal."""
        said = " ".join(clause.text for clause in clauses)
        spots = [s for s in self._spots if s.why == NAMED and _names(said, s.symbol)]
        return list(dict.fromkeys(spot.path for spot in spots))

    def begin(self, clauses: Sequence[PieceOfWork], target: Sequence[str]) -> Spot | None:
        """Where in the files to touch somebody begins to read for some clauses."""
        own = self._about(clauses, [spot for spot in self._spots if spot.path in target[:1]])
        return own[0] if own else None

    def others(self, clauses: Sequence[PieceOfWork], target: Sequence[str]) -> list[Spot]:
        """Further lines that speak of the same, outside of the files to touch."""
        first = self.begin(clauses, target)
        elsewhere = [spot for spot in self._about(clauses, self._spots) if spot.path not in target]
        if first and first.why == NAMED:  # the goal's own word for it, and no measure for others
            first = max(elsewhere, key=lambda spot: spot.strength, default=first)
        least = _NEARLY * first.strength if first else 0.0
        beside = [s for s in elsewhere if s.strength >= least and not is_test_path(s.path)]
        apart = {spot.path: spot for spot in reversed(beside)}
        return list(reversed(apart.values()))[:_MOST_OTHERS]

    def like_test(self, path: str) -> str:
        """The test of a file that is nearest to the goal, as one speaks of it."""
        spot = self._tests.get(path)
        return f"{_named(spot.symbol)} (line {spot.line})" if spot else ""

    def is_tested_in(self, path: str) -> bool:
        """Whether a test file has a test that is about the goal."""
        return path in self._tests and self._tests[path].strength >= _ABOUT

    def is_like_goal(self, path: str) -> bool:
        """Whether a test file has a test that is somewhat like the goal."""
        return path in self._tests and self._tests[path].strength >= _SOMEWHAT

    def _about(self, clauses: Sequence[PieceOfWork], among: Sequence[Spot]) -> list[Spot]:
        """Those of some spots that share a word with the clauses, those that share most first."""
        said = frozenset(word for clause in clauses for word in content_stems(clause.text))
        whole = " ".join(text for clause in clauses for text in (clause.text, *clause.remarks))
        among = [spot for spot in among if not _does_the_opposite(spot.symbol, whole)]
        told = {spot: len(said.intersection(spot.words)) for spot in among}
        some = [
            spot
            for spot in among
            if told[spot] or spot.why in _TOLD or any(w[0] == "“" for w in spot.words)
        ]
        first = dict.fromkeys(_TOLD, 0) | {DOES: 1}
        return sorted(some, key=lambda s: (first.get(s.why, 2), -told[s] * s.strength))


#: Why a spot is looked at before all that only ranks.
_TOLD = (NAMED, SAYS, LED, VERSION)


def _does_the_opposite(symbol: str, said: str) -> bool:
    """Whether a function is named after the opposite of what is said: an import, `export_csv`."""
    named = {stem(part) for part in parts(symbol)}
    words = {stem(word) for word in re.findall(r"[A-Za-z]+", said)}
    for row in rows_of("opposite_deeds"):
        pair = {stem(word) for word in row.split()}
        if len(pair & named) == 1 and pair & words and not pair & named & words:
            return True
    return False


def _names(said: str, symbol: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(symbol)}(?!\w)", said) is not None


def _named(name: str) -> str:
    return f"“{name}”" if " " in name else f"`{name}`"


def named_at(spot: Spot) -> str:
    """A spot by its name and place."""
    return f"{_named(spot.symbol)} ({spot.locator})" if spot.symbol else spot.locator


def told_of(spot: Spot) -> str:
    """A spot as a note: what it is in, where, and what stands there."""
    where = named_at(spot)
    declares = spot.symbol and re.search(rf"\b{re.escape(spot.symbol)}\b", spot.text)
    return where if declares else f"{where}, which has {spot.text}"


def values_of(clauses: Sequence[PieceOfWork]) -> str:
    """What some clauses say exactly: quoted words, names in code, amounts, flags."""
    said = " ".join(text for clause in clauses for text in (clause.text, *clause.remarks))
    once = dict.fromkeys(_values(said))
    kept = [value for value in once if not any(value != o and value in o for o in once)]
    return joined(kept[:_MOST_VALUES])


def _values(said: str) -> Iterator[str]:
    heard = hear(said)
    for quote in heard.quotes:
        if 1 < len(quote) <= _LONGEST_VALUE:
            yield f"“{quote}”"
    for code in heard.code:
        if 1 < len(code) <= _LONGEST_VALUE and "\n" not in code:
            yield f"`{code}`"
    rest = said
    for quoted in (*heard.quotes, *heard.code):
        rest = rest.replace(quoted, " ")
    yield from _FLAG.findall(rest)
    numbers = _NUMBER.findall(rest)
    found = [a for a in amounts(rest) if not _is_cut(a.text.split(), numbers)]
    yield from (
        amount.text.strip()
        for amount in found
        if not any_case("counts_nothing").search(rest[: rest.find(amount.text)])
    )
    for amount in found:
        rest = rest.replace(amount.text, " ", 1)
    yield from _ANSWER.findall(rest)


def _is_cut(words: Sequence[str], numbers: Sequence[str]) -> bool:
    """Whether an amount has no number of its own, or ends in the middle of what was said."""
    number = next((word for word in words if word[:1].isdigit()), "")
    return not number or is_stop(words[-1]) or any(n.startswith(f"{number},") for n in numbers)
