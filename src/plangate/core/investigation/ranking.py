"""Many rankings of the same things made into one, and how far the first is to be believed (UND-5).

Each way of looking is one of its own: at the texts of files, their names, their history. A file
that several put first is likelier than one that a single way is sure of. A sentence and an issue
are weighed by weights that were fitted to some repositories and held in others; what answers a
question is fused by ranks, where every list counts alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import exp
from typing import NamedTuple

from plangate.core.model.policy.investigation_numbers import (
    RANKING_FALL,
    RANKING_K,
    RANKING_LEAST,
    RANKING_MOST,
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
#: repositories, the last three to 450 of 39 others, and measured on more (benchmarks/README.md).
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
    "near": 1.5,
    "declares": 1.0,
    "does": 3.0,
    "shown": -0.5,
}
#: The same for an issue: fitted to 226 issues of 25 repositories with the patches that mended them.
ISSUE_WEIGHTS: Mapping[str, float] = {
    "path": 1.3,
    "every word": 1.7,
    "often": 1.2,
    "name": 0.9,
    "own name": 0.7,
    "whole name": 0.5,
    "symbol": 0.7,
    "like commits": 1.0,
    "like said": 1.0,
    "shown": -1.0,
    "near": 1.4,
    "declares": 0.4,
}
#: The same for the tests of a sentence: fitted to 189 commits that changed a test.
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
#: The same for the tests of an issue: fitted to 205 issues of 25 repositories.
ISSUE_TEST_WEIGHTS: Mapping[str, float] = {
    "title": 0.8,
    "every word": 1.2,
    "words": 0.7,
    "often": 0.6,
    "symbol": 0.7,
    "own name": 0.6,
    "own name said": 0.9,
    "called alike": 1.1,
    "changes with": 0.9,
    "speaks of": 0.3,
    "like commits": 0.6,
    "like said": 0.4,
}
#: Those whose scores are shares already: the best of them need not be one.
_SHARES = frozenset({"own name", "own name said", "whole name", "lately", "ending", "does"})

#: What few goals say: where none does, a thing could have as much.
_ONLY_SOME = frozenset({"does"})

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
    "shown": None,
    "near": "text",
    "declares": "symbol",
    "does": "symbol",
    "whole name": "name",
    "like said": "history",
}


def weighed(
    scores: Mapping[str, Mapping[str, float]],
    weights: Mapping[str, float] = WEIGHTS,
    only: Set[str] | None = None,
) -> list[Ranked]:
    """The sum of what each way of looking says, its best being one, by its weight; the first
    hundred, or `only` these."""
    factors = {
        why: weights[why] / (1.0 if why in _SHARES else max(found.values(), default=0.0) or 1.0)
        for why, found in scores.items()
    }
    sums: dict[str, float] = {}
    for why, found in scores.items():
        factor = factors[why]
        for name in found if only is None else only & found.keys():
            if found[name] > 0:
                sums[name] = sums.get(name, 0.0) + factor * found[name]
    first = sorted(sums, key=lambda name: (-sums[name], name))[:RANKING_MOST]
    return [Ranked(name, sums[name], _reasons(_parts(scores, factors, name))) for name in first]


def _parts(
    scores: Mapping[str, Mapping[str, float]], factors: Mapping[str, float], name: str
) -> dict[str, float]:
    """What each way of looking gives one thing."""
    return {
        why: factors[why] * found[name] for why, found in scores.items() if found.get(name, 0.0) > 0
    }


def could_be(
    scores: Mapping[str, Mapping[str, float]], weights: Mapping[str, float] = WEIGHTS
) -> float:
    """What a thing would have that is the best in every way of looking that found anything."""
    ways = (why for why in scores if scores[why] and why not in _ONLY_SOME)
    return sum(weights[why] for why in ways if weights[why] > 0)


def _reasons(parts: Mapping[str, float]) -> tuple[str, ...]:
    """The ways that said most; that it changed lately says least of this goal."""
    heaviest = sorted(parts, key=lambda why: (why == "lately", -parts[why]))
    told = dict.fromkeys(_REASON.get(why, why) for why in heaviest)
    return tuple(filter(None, told))[:RANKING_MOST_REASONS] or ("history",)


class Sureness(NamedTuple):
    """How sure the first place is, as log odds: by its lead over the second, by the share it has of
    what all ways of looking that found anything could have given it, and by how few of the words
    are known here."""

    at_nothing: float
    by_lead: float
    by_share: float
    by_few: float = 0.0


#: For a sentence fitted to 180 commits and 146 labelled goals, for an issue to its weights' own;
#: for ranks to 133 commits with a long message.
OF_SCORES = Sureness(-2.3, 0.24, 3.6, -2.1)
OF_ISSUES = Sureness(-4.4, 0.6, 5.6)
OF_RANKS = Sureness(-1.0, 0.8, 1.8)


def strengths(
    ranked: Sequence[Ranked], most: float, sureness: Sureness = OF_RANKS, words: int = 1
) -> list[float]:
    """How sure each place is (UND-5): the first by its lead, the others by how near they come.

    `most` is what a place would have that is the best in everything that was looked at; so many
    `words` of the title stand anywhere here.
    """
    if not ranked:
        return []
    best = ranked[0].score
    lead = best - (ranked[1].score if len(ranked) > 1 else 0.0)
    odds = sureness.at_nothing + sureness.by_lead * lead + sureness.by_share * best / most
    odds += sureness.by_few / max(1, words)
    first = min(RANKING_NEVER_SURER, 1 / (1 + exp(-odds)))
    return [
        max(RANKING_LEAST, round(first * (one.score / best) ** RANKING_FALL, 2)) for one in ranked
    ]
