"""Many rankings of the same things made into one, and how far the first is to be believed (UND-5).

Each list looks at the files in a way of its own: their text, their names, their history. A file
that several of them put first is likelier than one that a single list is sure of, so only ranks
count, not scores, and every list counts alike. Weights were tried and did not pay: those that were
tuned on one half of the repositories lost on the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.core.model.policy.investigation import RANKING_FULL_MARGIN, RANKING_K


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
    score = sum(1 / (RANKING_K + rank) for rank in places.values())
    return Ranked(name, score, tuple(sorted(places, key=places.__getitem__)))


#: How sure the first place is, by the margin to the second: fitted once to commits of repositories
#: that were open for development, and measured on others (benchmarks/places.py).
_AT_NO_MARGIN, _AT_FULL_MARGIN = 0.30, 0.92


def strengths(ranked: Sequence[Ranked]) -> list[float]:
    """How sure each place is (UND-5): the first by its lead, the others by how near they come."""
    if not ranked:
        return []
    best = ranked[0].score
    second = ranked[1].score if len(ranked) > 1 else 0.0
    lead = min(1.0, (best - second) / best / RANKING_FULL_MARGIN)
    first = _AT_NO_MARGIN + (_AT_FULL_MARGIN - _AT_NO_MARGIN) * lead
    return [round(first * (one.score / best) ** 1.5, 2) for one in ranked]
