"""How much two goals are alike, by the words of weight they share: 0 for none, 1 for all of them.

A word counts by its stem. Words that stand in every other goal (“add”, “support”, “user”) carry no
weight: two goals that share only those are not alike.
"""

from __future__ import annotations

from functools import lru_cache

from plangate.language.words.stems import content_stems


def likeness(one: str, other: str) -> float:
    """Dice's coefficient of the stems of weight."""
    left, right = stems(one), stems(other)
    if not left or not right:
        return 0.0
    return 2 * len(left & right) / (len(left) + len(right))


@lru_cache(maxsize=256)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of weight in a text."""
    return frozenset(content_stems(text, ("weak_in_goals",)))
