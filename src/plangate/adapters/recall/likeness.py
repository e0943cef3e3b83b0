"""How much two goals are alike, by the words of weight they share: 0 for none, 1 for all of them.

A word counts by its stem. Words that stand in every other goal (“add”, “support”, “user”) carry no
weight: two goals that share only those are not alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]+")
_WEIGHTLESS = frozenset(
    "a able about add added adding adds admin after again all allow also an and any app apply "
    "are as at be been before being better but by can change code could create customer "
    "customers do does every existing first for from get give goal has have how if implement "
    "implementing in into introduce is it its let like make makes may more most must need needs "
    "new no not now of on one only or other our out page per please project set should show "
    "site so some something support system team than that the their them then there these they "
    "this those to too up update us use used user users using want was way we web when where "
    "which while who will with without would you your".split()
)
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "ers", "er", "ed", "es", "s")


def likeness(one: str, other: str) -> float:
    """Dice's coefficient of the stems of weight."""
    left, right = stems(one), stems(other)
    if not left or not right:
        return 0.0
    return 2 * len(left & right) / (len(left) + len(right))


@lru_cache(maxsize=256)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of weight in a text."""
    words = _WORD.findall(text.lower().replace("’", "'").replace("'", ""))
    return frozenset(_stem(word) for word in words if word not in _WEIGHTLESS and len(word) > 1)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            return stem[:-1] if stem[-1] == stem[-2] or stem[-1] == "e" else stem
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word
