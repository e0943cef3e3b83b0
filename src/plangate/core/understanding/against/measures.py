"""Numbers that exclude each other (UND-6): at least ten and at most five, a version too old."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from plangate.language.amounts import Amount, amounts
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import rows_of


def is_beyond(bounding: str, wanted: str) -> bool:
    """Whether an amount is wanted that is less than the least or more than the most of another
    text, by one unit."""
    for bound in amounts(bounding):
        for one in amounts(wanted):
            least, most = bound.bound == "at least", bound.bound == "at most"
            if (least and _is_more(bound, one)) or (most and _is_more(one, bound)):
                return one.bound != bound.bound
    return False


def amounts_against(text: str, pieces: Sequence[str] = ()) -> tuple[str, str] | None:
    """A least and a most of one unit that nothing can keep both; of two pieces also an amount that
    one wants and that is beyond what the other lets be."""
    found = [_capped(one, text) for one in amounts(text)]
    for least in found:
        for most in found:
            if least.bound == "at least" and most.bound == "at most" and _is_more(least, most):
                return f"at least {least.text}", f"at most {most.text}"
    for capping in pieces:
        for other in pieces:
            chooses = any_case("value_to_choose").search(f"{capping} {other}") is not None
            if capping != other and not chooses and _is_beyond(capping, other):
                return capping, other
    return None


def _is_beyond(capping: str, other: str) -> bool:
    most = [_capped(one, capping) for one in amounts(capping)]
    wanted = [_capped(one, other) for one in amounts(other)]
    return any(
        cap.bound == "at most" and one.bound in ("", "every", "at least") and _is_more(one, cap)
        for cap in most
        for one in wanted
        if one.unit != "%"
    )


def _capped(amount: Amount, text: str) -> Amount:
    """“Limit uploads to 5 MB” says at most, without these words."""
    before = text[: text.find(amount.text)]
    if amount.bound:
        return amount
    if any_case("caps_at").search(before):
        return amount._replace(bound="at most")
    return amount._replace(bound="at least") if any_case("takes_so_long").search(before) else amount


def is_too_old(wanted: str, sentence: str) -> bool:
    """Whether a version of a language is wanted that is older than the least a page asks for."""
    least = _LEAST.search(sentence.replace("“", "").replace("”", ""))
    if least is None:
        return False
    name = _NAMES.get(least["key"].lower(), least["key"].lower())
    return any(
        found["name"].lower() == name and _parts(found["number"]) < _parts(least["number"])
        for found in _VERSION.finditer(wanted)
    )


_NAMES = {"requires-python": "python", "python_requires": "python", "rust-version": "rust"}
_LEAST = re.compile(
    r"(?P<key>requires-python|python_requires|rust-version|python|node|go|rust|java|php|ruby)\W{0,12}"
    r"(?P<number>\d+(?:\.\d+)*)(?!\s*(?:and|to|-)\s*\d)",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"\b(?P<name>python|node|go|rust|java|php|ruby)[\s-]?(?P<number>\d+(?:\.\d+)*)", re.IGNORECASE
)


def _parts(number: str) -> tuple[int, ...]:
    return tuple(int(part[:9]) for part in number.split("."))


def _is_more(one: Amount, other: Amount) -> bool:
    unit, value = _plain(one)
    unit_of_other, value_of_other = _plain(other)
    return unit == unit_of_other and value > value_of_other


def _plain(amount: Amount) -> tuple[str, float]:
    known = _sizes()
    single = amount.unit if amount.unit in known else amount.unit.removesuffix("s")
    unit, times = known.get(single, (single, 1))
    return unit, amount.number * times


@cache
def _sizes() -> dict[str, tuple[str, int]]:
    """How many of the smallest unit of its kind each unit is."""
    found: dict[str, tuple[str, int]] = {}
    for row in rows_of("sizes_of_units"):
        smallest, times, *names = row.split()
        found |= dict.fromkeys(names, (smallest, int(times)))
    return found
