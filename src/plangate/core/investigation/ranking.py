"""Many rankings of the same things made into one, and how far the first is to be believed (UND-5).

Each list looks at the files in a way of its own: their text, their names, their history. A file
that several of them put first is likelier than one that a single list is sure of. For an issue,
which has many parts, only ranks count and every list counts alike; for one sentence the scores say
more, and a few weights that were fitted to some repositories held in others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from plangate.core.model.policy.investigation_numbers import (
    RANKING_FALL,
    RANKING_K,
    RANKING_LEAST,
    RANKING_MOST_REASONS,
    RANKING_NEVER_SURER,
)


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
    score = sum((RANKING_K + 1) / (RANKING_K + rank) for rank in places.values())
    return Ranked(name, score, tuple(sorted(places, key=places.__getitem__)))


#: What each way of looking is worth for a goal of one sentence: fitted to 840 commits of 28
#: repositories, and measured on others (benchmarks/README.md).
WEIGHTS: Mapping[str, float] = {
    "path": 1.6,
    "every word": 2.4,
    "often": 2.2,
    "together": 0.8,
    "name": 0.6,
    "own name": 0.8,
    "component": 1.6,
    "symbol": 0.4,
    "like commits": 1.6,
    "lately": 1.8,
    "ending": 1.0,
    "looks": -0.8,
}
#: The same for the tests of such a goal: fitted to 189 of these commits that changed a test.
TEST_WEIGHTS: Mapping[str, float] = {
    "every word": 1.8,
    "words": 1.2,
    "own name": 1.2,
    "called alike": 0.9,
    "changes with": 0.8,
    "speaks of": 1.0,
    "like commits": 1.0,
    "lately": 1.2,
}
#: Those whose scores are shares already: the best of them need not be one.
_SHARES = frozenset({"own name", "lately", "ending"})

#: What people are told for each way of looking: two at the same thing are one reason, and what
#: only says how likely any file like it is, is none.
_REASON = {
    "every word": None,
    "often": "text",
    "together": "text",
    "own name": "name",
    "like commits": "history",
    "ending": None,
    "looks": None,
}


def weighed(
    scores: Mapping[str, Mapping[str, float]], weights: Mapping[str, float] = WEIGHTS
) -> list[Ranked]:
    """The sum of what each way of looking says, its best being one, by its weight."""
    worth: dict[str, dict[str, float]] = {}
    for why, found in scores.items():
        best = 1.0 if why in _SHARES else max(found.values(), default=0.0)
        for name, score in found.items():
            if score > 0:
                worth.setdefault(name, {})[why] = weights[why] * score / best
    ranked = [Ranked(name, sum(parts.values()), _reasons(parts)) for name, parts in worth.items()]
    return sorted(ranked, key=lambda one: (-one.score, one.name))


def could_be(scores: Mapping[str, Mapping[str, float]]) -> float:
    """What a thing would have that is the best in every way of looking that found anything."""
    return sum(WEIGHTS[why] for why in scores if scores[why] and WEIGHTS[why] > 0)


def _reasons(parts: Mapping[str, float]) -> tuple[str, ...]:
    """The ways that said most; that it changed lately says least of this goal."""
    heaviest = sorted(parts, key=lambda why: (why == "lately", -parts[why]))
    told = dict.fromkeys(_REASON.get(why, why) for why in heaviest)
    return tuple(filter(None, told))[:RANKING_MOST_REASONS] or ("history",)


class Sureness(NamedTuple):
    """How sure the first place is, as log odds: by its lead over the second, and by the share it
    has of what all ways of looking that found anything could have given it."""

    at_nothing: float
    by_lead: float
    by_share: float


#: Fitted to the same commits; for ranks to 133 commits with a long message, as issues have.
OF_SCORES = Sureness(-2.4, 0.4, 2.8)
OF_RANKS = Sureness(-1.0, 0.8, 1.8)


def strengths(ranked: Sequence[Ranked], most: float, sureness: Sureness = OF_RANKS) -> list[float]:
    """How sure each place is (UND-5): the first by its lead, the others by how near they come.

    `most` is what a place would have that is the best in everything that was looked at.
    """
    if not ranked:
        return []
    best = ranked[0].score
    lead = best - (ranked[1].score if len(ranked) > 1 else 0.0)
    odds = sureness.at_nothing + sureness.by_lead * lead + sureness.by_share * best / most
    first = min(RANKING_NEVER_SURER, 1 / (1 + exp(-odds)))
    return [
        max(RANKING_LEAST, round(first * (one.score / best) ** RANKING_FALL, 2)) for one in ranked
    ]
