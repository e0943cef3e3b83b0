"""How likely it is that something found is what a goal asks for (UND-4).

What a name carries of a wish is no chance yet: who has not found a thing describes it with words it
does not use, and an ordinary wish uses the words of many things. Eight signs together say how often
such a find was right among labelled goals (benchmarks/README.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from plangate.adapters.repo.already.fitting import Fit
from plangate.adapters.repo.already.goal_terms import Wanted, rarity
from plangate.adapters.repo.already.naming import words_of_name
from plangate.adapters.repo.index.index import Index
from plangate.core.model.policy.understanding_numbers import IS_THERE
from plangate.core.model.sighting import Existing


class Sign(NamedTuple):
    """Something found, with what its words are worth before and after what speaks against it."""

    entry: Existing
    carried: float
    wanted: Wanted
    fit: Fit | None = None
    """How its words fit; None for what is told to have been built."""
    is_sentence: bool = False

    @property
    def is_told(self) -> bool:
        """Whether a commit or a list of changes says that it was built."""
        return self.fit is None

    @property
    def own(self) -> frozenset[str]:
        return frozenset(words_of_name(self.entry.what))

    @property
    def answered(self) -> frozenset[int]:
        """The numbers of the terms it has a name of."""
        if self.is_told:
            return frozenset()
        own, terms = self.own, enumerate(self.wanted.terms)
        return frozenset(n for n, term in terms if any(map(own.issuperset, term.names)))


class _Weights(NamedTuple):
    """What each sign adds to the logarithm of the odds."""

    carried: float
    kept: float
    """What is left of it: what a goal only works on is capped."""
    is_strong: float
    borne_out: float
    """By how many other files: features stand in several places."""
    is_sentence: float
    covered: float
    """The share of the goal's words that it accounts for, by how rare they are here."""
    is_homonym: float
    telling: float
    always: float


_WEIGHTS = _Weights(
    carried=1.52,
    kept=2.3,
    is_strong=0.55,
    borne_out=0.65,
    is_sentence=-0.47,
    covered=1.99,
    is_homonym=-1.58,
    telling=0.68,
    always=-6.08,
)
#: A word nobody here uses says no more than one of so few files.
_RAREST = 5.0
_MOST_TELLING = 4
_MOST_CARRIED = 1.1
#: The signs were counted where there are more files; in so few a feature stands in one.
_FEW_FILES = 60
#: What each further place with the same name adds there, and how many count.
_EACH_MORE, _MOST_MORE = 0.02, 5
#: What carries less bears nothing out.
_LEAST_CARRIED = 0.4


def is_weighed(index: Index) -> bool:
    """Whether there is enough here for the signs to be chances."""
    return len(index.texts.files) >= _FEW_FILES


def weighed(index: Index, signs: Sequence[Sign]) -> list[Existing]:
    """What was found, likeliest first, each place once; in few files as its words alone have it."""
    best: dict[tuple[str, bool], Sign] = {}
    for one in signs:
        place = (one.entry.locator, one.wanted.described is not None)
        if place not in best or best[place].entry.strength < one.entry.strength:
            best[place] = one
    are_chances = is_weighed(index)
    others = _borne_out(best) if are_chances else _called_alike(best)
    rare = _rarities(index, signs)
    likely: dict[str, tuple[float, Existing]] = {}
    for place, one in best.items():
        sure = one.entry.strength
        order = sure + _EACH_MORE * min(others[place], _MOST_MORE) - (sure < IS_THERE)
        if are_chances:
            order = sure = _chance(features(one, others[place], rare))
        found = (order, one.entry._replace(strength=round(sure, 2)))
        likely[place[0]] = max(found, likely.get(place[0], found), key=lambda one: one[0])
    return [entry for _, entry in sorted(likely.values(), key=lambda one: -one[0])]


def _borne_out(best: dict[tuple[str, bool], Sign]) -> dict[tuple[str, bool], int]:
    """How many other places answer all that each one answers of the same wish."""
    answered = {place: one.answered for place, one in best.items()}
    return {
        place: sum(
            at != place
            and other.wanted is one.wanted
            and other.carried >= _LEAST_CARRIED
            and answered[place] <= answered[at]
            for at, other in best.items()
        )
        * bool(answered[place])
        for place, one in best.items()
    }


def _called_alike(best: dict[tuple[str, bool], Sign]) -> dict[tuple[str, bool], int]:
    """How many other places have a word of the same name of it."""
    known = (term for one in best.values() for term in one.wanted.terms if term.is_known)
    names = frozenset(word for term in known for name in term.names for word in name)
    own = {place: names & one.own for place, one in best.items()}
    return {
        place: sum(at[0] != place[0] and not words.isdisjoint(other) for at, other in own.items())
        for place, words in own.items()
    }


def features(one: Sign, others: int, rare: dict[str, float]) -> tuple[float, ...]:
    """The signs as numbers, in the order of their weights."""
    return (
        min(one.carried, _MOST_CARRIED),
        one.entry.strength,
        float(one.entry.strength >= IS_THERE),
        math.log1p(others),
        float(one.is_sentence),
        _covered(one, rare),
        float(one.fit is not None and one.fit.is_homonym),
        min(one.fit.telling, _MOST_TELLING) if one.fit else 2.0,
    )


def _covered(one: Sign, rare: dict[str, float]) -> float:
    """How much of what the goal says is answered; what the path says is neither missing."""
    answered = one.answered
    own = set(one.own)
    if one.wanted.described is not None:
        own |= one.wanted.described.words
    for number, term in enumerate(one.wanted.terms):
        if number in answered:
            own.update(word for name in term.own for word in name)
    near = own.union(words_of_name(one.entry.locator))
    covered = sum(rare[word] for word in one.wanted.said if word in own)
    missing = sum(rare[word] for word in one.wanted.said if word not in near)
    return covered / (covered + missing) if covered else 0.0


def _rarities(index: Index, signs: Sequence[Sign]) -> dict[str, float]:
    said = frozenset().union(*(one.wanted.said for one in signs))
    return {word: min(_RAREST, rarity(index, word)) for word in said}


def _chance(signs: Sequence[float]) -> float:
    odds = _WEIGHTS.always + sum(
        weight * sign for weight, sign in zip(_WEIGHTS[:-1], signs, strict=True)
    )
    return 1 / (1 + math.exp(-odds))
