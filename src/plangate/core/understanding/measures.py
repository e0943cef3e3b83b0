"""Two limits of one goal that leave nothing between them (UND-6): at least ten, at most five."""

from __future__ import annotations

from plangate.language.amounts import Amount, amounts

#: How many of the first unit of each kind a unit is.
_SIZES = {
    "ms": ("ms", 1),
    "millisecond": ("ms", 1),
    "s": ("ms", 1000),
    "sec": ("ms", 1000),
    "second": ("ms", 1000),
    "min": ("ms", 60_000),
    "minute": ("ms", 60_000),
    "h": ("ms", 3_600_000),
    "hour": ("ms", 3_600_000),
    "day": ("ms", 86_400_000),
    "week": ("ms", 604_800_000),
    "kb": ("kb", 1),
    "mb": ("kb", 1000),
    "gb": ("kb", 1_000_000),
}


def amounts_against(text: str) -> tuple[str, str] | None:
    """A least and a most of one unit that nothing can keep both."""
    found = amounts(text)
    for least in found:
        for most in found:
            if least.bound == "at least" and most.bound == "at most" and _is_more(least, most):
                return f"at least {least.text}", f"at most {most.text}"
    return None


def _is_more(one: Amount, other: Amount) -> bool:
    unit, value = _plain(one)
    unit_of_other, value_of_other = _plain(other)
    return unit == unit_of_other and value > value_of_other


def _plain(amount: Amount) -> tuple[str, float]:
    single = amount.unit if amount.unit in _SIZES else amount.unit.removesuffix("s")
    unit, times = _SIZES.get(single, (single, 1))
    return unit, amount.number * times
