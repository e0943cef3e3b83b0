"""Amounts with their units: “at most 5 MB”, “thirty days”, “20 %”."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group


class Amount(NamedTuple):
    """A number that stands with its unit, and what is said about it."""

    text: str
    number: float
    unit: str
    bound: str = ""
    """“at most”, “at least”, “per”, “every”, “about”; "" when it is exact."""


_WRITTEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_TENS = "thirty forty fifty sixty seventy eighty ninety hundred".split()
_NUMBER = r"\d{1,15}(?:[.,]\d{1,6})*"
_SAYS = {"most": "at most", "least": "at least", "per": "per", "every": "every", "about": "about"}


@cache
def _pattern() -> re.Pattern[str]:
    words = "|".join((*_WRITTEN, *_TENS))
    units = "|".join(sorted(group("units"), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.,-])(?P<number>{_NUMBER}|\b(?:{words})\b)[\s-]?"
        rf"(?P<unit>%|(?:{units})s?\b|(?<=[\s-])[a-z]+s\b)",
        re.IGNORECASE,
    )


def amounts(text: str) -> tuple[Amount, ...]:
    """The amounts of a text, in order."""
    return tuple(
        Amount(
            text=found.group(),
            number=number_of(found["number"]),
            unit=found["unit"].lower(),
            bound=_bound(text[max(0, found.start() - 20) : found.start()]),
        )
        for found in _pattern().finditer(text)
    )


def is_amount(text: str) -> bool:
    """Whether a text is an amount and nothing else: “30 days” behind “within” is no place."""
    return any(found.text == text.strip() for found in amounts(text))


def _bound(before: str) -> str:
    found = any_case("says_which_bound").search(before)
    return _SAYS[str(found.lastgroup)] if found else ""


def number_of(number: str) -> float:
    """A number as it is written, in digits or as a word."""
    low = number.lower()
    if low in _WRITTEN:
        return float(_WRITTEN.index(low))
    if low in _TENS:
        return float(30 + 10 * _TENS.index(low))
    plain = low.replace(",", "")
    return float(plain if plain.count(".") <= 1 else plain.replace(".", ""))
