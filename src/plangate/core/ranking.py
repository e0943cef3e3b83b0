"""Many rankings of the same things made into one, and how far the first is to be believed (UND-5).

Each list looks at the files in a way of its own: their text, their names, their history. A file
that several of them put first is likelier than one that a single list is sure of, so only ranks
count, not scores, and every list counts alike. Weights were tried and did not pay: those that were
tuned on one half of the repositories lost on the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

#: How fast a place in a list loses its worth. Between 2 and 5 nothing changes; 60 loses.
K = 3


class Ranked(NamedTuple):
    """One thing, the sum of its worth in all lists, and the lists that named it, best first."""

    name: str
    score: float
    why: tuple[str, ...]


def fused(lists: Mapping[str, Sequence[str]]) -> list[Ranked]:
    """Reciprocal rank fusion with equal weights; ties go to the list that comes first."""
    ranks: dict[str, dict[str, int]] = {}
    for why, names in lists.items():
        for rank, name in enumerate(names, start=1):
            ranks.setdefault(name, {}).setdefault(why, rank)
    found = [_ranked(name, places) for name, places in ranks.items()]
    return sorted(found, key=lambda one: -one.score)


def _ranked(name: str, places: Mapping[str, int]) -> Ranked:
    score = sum(1 / (K + rank) for rank in places.values())
    return Ranked(name, score, tuple(sorted(places, key=places.__getitem__)))
