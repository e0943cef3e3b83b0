"""What a question is worth: the value of information of one ambiguity (section 3, VOI-1…10).

Two estimators are always computed. `standard` is max(cost) − mean(cost) (VOI-3). `regret`, the
default, is what acting on the likeliest reading a* without asking is expected to waste (VOI-2):

    Σ over every b ≠ a*   p(b) × cost(a*) × divergence(a*, b)

No reading is cut off: more doubt is never worth less. Sums use `math.fsum`, so that the order in
which readings are given cannot move a value by even the last bit. Nothing here decides; decide.py
does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import fsum
from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity, BlockerType, Interpretation
from plangate.core.model.policy import Policy, at_least, more_than
from plangate.core.model.policy.gate_numbers import (
    DIAL,
    FREE_QUESTIONS,
    INTERRUPTED,
    INTERRUPTED_FACTOR,
    MULTIPLIERS,
    ONE_WAY_DOUBT,
    RISEN_FACTOR,
    TOLERANCE,
    WORTH_UNKNOWN_FROM,
)

_QUOTE_MARKS = "\"'`“”‘’«»„‚ \t\r\n"


#: Whether a reading cannot be undone; by words too where somebody listens to them (GATE-20).
IsFinal = Callable[[Ambiguity, Interpretation], bool]


def declared_final(_ambiguity: Ambiguity, reading: Interpretation) -> bool:
    """What a reading says of itself."""
    return reading.reversibility == "irreversible"


class Bar(NamedTuple):
    """VOI-10: what a value is compared with, and which rules moved it there."""

    threshold: float
    height: float
    rules: tuple[str, ...] = ()


class Worth(NamedTuple):
    """The arithmetic of one ambiguity, whole enough to be redone by hand (VOI-6).

    `cost` and `apart` (the divergence from the act-on reading) run parallel to the interpretations
    as given. `others` is the weight of everything but the act-on reading; `value_rule` is what puts
    the value at the bar by itself; `precedence` says whether the blocker is verified and whether
    VOI-4 applies by what was declared (GATE-16).
    """

    act_on: int
    others: float
    plausible: bool
    cost: tuple[float, ...]
    apart: tuple[float, ...]
    standard: float
    regret: float
    in_force: float
    question: float
    by_groups: bool
    bar: Bar
    value_rule: str | None
    precedence: tuple[bool, bool]

    @property
    def reaches(self) -> bool:
        """Whether the estimate alone is worth a question."""
        return at_least(self.in_force, self.bar.height)


def cost(reading: Interpretation) -> float:
    """VOI-1."""
    return reading.complexity * MULTIPLIERS[reading.reversibility]


def divergence(a: Interpretation, b: Interpretation) -> float:
    """VOI-2: how much of the work for one reading is lost when the other was meant, 0 to 1."""
    if a.reversibility != b.reversibility or a.reversibility == "irreversible":
        return 1.0
    ours, theirs = set(a.touches), set(b.touches)
    if not ours or not theirs:
        return 1.0
    shared = len(ours & theirs)
    jaccard = shared / (len(ours) + len(theirs) - shared)
    if jaccard >= WORTH_UNKNOWN_FROM - TOLERANCE:
        return 1.0
    return max(1.0 - jaccard, abs(a.complexity - b.complexity))


def bar(policy: Policy, interrupt_ewma: float, asked: int, dial: str = "normal") -> Bar:
    """VOI-5, VOI-10, PREF-3: how high the bar stands, and what put it there."""
    threshold = policy.evpi_question_threshold
    rules: list[str] = []
    factor = 1.0
    if more_than(interrupt_ewma, INTERRUPTED):
        factor = INTERRUPTED_FACTOR
        rules.append("VOI-5")
    if asked >= FREE_QUESTIONS and factor < RISEN_FACTOR:
        factor = RISEN_FACTOR
        rules = ["VOI-10"]
    if dial != "normal":
        rules.append("PREF-3")
    return Bar(threshold, threshold * DIAL[dial] * factor, tuple(rules))


# --- which reading --------------------------------------------------------------------------------


def most_conservative(
    ambiguity: Ambiguity,
    blocker: BlockerType,
    among: Sequence[int],
    undone: Collection[int] = (),
) -> int:
    """GATE-10: the most conservative of some readings, by place; `undone` are those of them that
    can be, which is what a `safe_default` needs to come first."""
    return _narrowed(ambiguity, blocker, among, undone)[0]


def act_on_reading(ambiguity: Ambiguity, blocker: BlockerType, is_final: IsFinal) -> int:
    """The reading that would be acted on without asking: the most probable, ties by GATE-10."""
    readings = ambiguity.interpretations
    highest = max([reading.prior for reading in readings]) - TOLERANCE
    likeliest = [i for i, reading in enumerate(readings) if reading.prior >= highest]
    if len(likeliest) == 1:
        return likeliest[0]
    named = [i for i in likeliest if readings[i].id == ambiguity.safe_default]
    undone = [i for i in named if not is_final(ambiguity, readings[i])]
    return _narrowed(ambiguity, blocker, likeliest, undone, range(len(readings)))[0]


def _narrowed(
    ambiguity: Ambiguity,
    blocker: BlockerType,
    among: Sequence[int],
    undone: Collection[int],
    regretting: Sequence[int] = (),
) -> list[int]:
    """GATE-10's order, each criterion among those the one before left; never the given order."""
    readings = ambiguity.interpretations
    left = list(among)
    if blocker == "security_decision":
        left = _nearly_highest(left, lambda i: _strictness(readings[i]))
    if ambiguity.safe_default is not None:
        named = [i for i in left if readings[i].id == ambiguity.safe_default and i in undone]
        left = named or left
    left = _nearly_highest(left, lambda i: -MULTIPLIERS[readings[i].reversibility])
    left = _nearly_highest(left, lambda i: -cost(readings[i]))
    left = _nearly_highest(left, lambda i: readings[i].prior)
    if len(left) > 1 and regretting:
        left = _nearly_highest(left, lambda i: _regret(readings, i, regretting))
    return sorted(left, key=lambda i: readings[i].id)


def _nearly_highest(places: list[int], by: Callable[[int], float]) -> list[int]:
    if len(places) == 1:
        return places
    scores = [by(i) for i in places]
    highest = max(scores)
    return [i for i, score in zip(places, scores, strict=True) if score >= highest - TOLERANCE]


def _strictness(reading: Interpretation) -> float:
    """A reading that states no strictness is the least strict."""
    return -1.0 if reading.strictness is None else reading.strictness


def is_strictest(ambiguity: Ambiguity, reading: Interpretation) -> bool:
    """Whether no reading is stricter (GATE-2 about security decisions)."""
    return at_least(_strictness(reading), max(map(_strictness, ambiguity.interpretations)))


# --- blockers -------------------------------------------------------------------------------------


def effective_blocker(ambiguity: Ambiguity, folded_goal: str) -> tuple[BlockerType, bool]:
    """VOI-8: the blocker that counts, and whether it is a verified one.

    An S4 blocker without its evidence is treated as an ambiguous goal.
    """
    kind = ambiguity.blocker_type
    if kind in ("ambiguous_goal", "none"):
        return kind, False
    if kind == "mutually_exclusive_requirements":
        verified = len(quotes_of(ambiguity, folded_goal)) >= 2
    else:
        verified = any(entry.strip() for entry in ambiguity.blocker_evidence)
    return (kind, True) if verified else ("ambiguous_goal", False)


def quotes_of(ambiguity: Ambiguity, folded_goal: str) -> Sequence[str]:
    """VOI-8: the different quotes that occur in the goal, case and outer quote marks ignored."""
    bare = (entry.strip(_QUOTE_MARKS) for entry in ambiguity.blocker_evidence)
    found = {quote.casefold(): quote for quote in bare if quote and quote.casefold() in folded_goal}
    return list(found.values())


# --- estimates ------------------------------------------------------------------------------------


def plausibility_bound(policy: Policy, acted: Interpretation) -> float:
    """VOI-9: the least weight at which the other readings together are plausible."""
    bound = min(policy.min_prior, policy.evpi_question_threshold)
    return min(bound, ONE_WAY_DOUBT) if acted.reversibility == "irreversible" else bound


def standard_estimate(readings: Sequence[Interpretation], policy: Policy) -> float:
    """VOI-3: S0's formula over readings from `min_prior` on, renormalised; 0 when there is none."""
    floor = policy.min_prior - TOLERANCE
    kept = [(r.prior, cost(r)) for r in readings if r.prior >= floor]
    total = fsum([p for p, _ in kept])
    if total <= 0.0:
        return 0.0
    return max(0.0, max([c for _, c in kept]) - fsum([p / total * c for p, c in kept]))


def _regret(readings: Sequence[Interpretation], acted: int, places: Sequence[int]) -> float:
    """VOI-2 with the priors as they are."""
    mine = readings[acted]
    wasted = [readings[i].prior * divergence(mine, readings[i]) for i in places if i != acted]
    return cost(mine) * fsum(wasted)


def weigh(
    ambiguity: Ambiguity,
    policy: Policy,
    height: Bar,
    blocker: BlockerType,
    verified: bool,
    is_final: IsFinal = declared_final,
) -> Worth:
    """Everything sections 3 and 4 compare about one ambiguity."""
    readings = ambiguity.interpretations
    none_fits = ambiguity.none_fits
    act_on = act_on_reading(ambiguity, blocker, is_final)
    acted = readings[act_on]
    costs = [r.complexity * MULTIPLIERS[r.reversibility] for r in readings]
    apart = [0.0 if i == act_on else divergence(acted, r) for i, r in enumerate(readings)]
    wasted = [r.prior * far for r, far in zip(readings, apart, strict=True)]
    regret = costs[act_on] * fsum(wasted)
    standard = standard_estimate(readings, policy)
    others = 1.0 - (1.0 - none_fits) * acted.prior
    plausible = at_least(others, plausibility_bound(policy, acted))
    one_way = plausible and acted.reversibility == "irreversible"
    in_force = (1.0 - none_fits) * regret + none_fits * costs[act_on]
    if policy.estimator == "standard":
        in_force = standard  # S0's formula knows no reading beside those it is given
    blocked = verified and not policy.blockers_need_evpi
    question, by_groups = _asked_by_groups(ambiguity, policy, blocker, in_force, is_final)
    return Worth(
        act_on=act_on,
        others=others,
        plausible=plausible,
        cost=tuple(costs),
        apart=tuple(apart),
        standard=standard,
        regret=regret,
        in_force=in_force,
        question=question,
        by_groups=by_groups,
        bar=height,
        value_rule="VOI-8" if blocked else "VOI-4" if one_way else None,
        precedence=(verified, one_way and not ambiguity.by_words),
    )


def _asked_by_groups(
    ambiguity: Ambiguity,
    policy: Policy,
    blocker: BlockerType,
    whole: float,
    is_final: IsFinal,
) -> tuple[float, bool]:
    """VOI-7: the value of the question, and whether it offers the groups: one worth 0 does not."""
    if not ambiguity.groups:
        return whole, False
    places = {reading.id: place for place, reading in enumerate(ambiguity.interpretations)}
    groups = [[places[name] for name in group] for group in ambiguity.groups]
    value = question_value(ambiguity, groups, policy, blocker, whole, is_final)
    return (value, True) if more_than(value, 0.0) else (whole, False)


def question_value(
    ambiguity: Ambiguity,
    groups: Sequence[Sequence[int]],
    policy: Policy,
    blocker: BlockerType,
    whole: float,
    is_final: IsFinal = declared_final,
) -> float:
    """VOI-7 for a question whose options may each stand for several readings, by place.

    `whole` is the estimate without asking. An answer also says whether none fits, so nothing of
    that doubt is left inside a group.
    """
    left: list[float] = []
    for group in groups:
        inside = [ambiguity.interpretations[i] for i in group]
        weight = fsum([reading.prior for reading in inside])
        if weight > 0.0 and len(inside) > 1:
            renormalised = tuple(r._replace(prior=r.prior / weight) for r in inside)
            rest = ambiguity._replace(interpretations=renormalised, none_fits=0.0, groups=())
            within = _estimate_within(rest, policy, blocker, is_final)
            left.append((1.0 - ambiguity.none_fits) * weight * within)
    return max(0.0, whole - fsum(left))


def _estimate_within(
    rest: Ambiguity, policy: Policy, blocker: BlockerType, is_final: IsFinal
) -> float:
    """The estimate of what an answered group leaves."""
    readings = rest.interpretations
    if policy.estimator == "standard":
        return standard_estimate(readings, policy)
    return _regret(readings, act_on_reading(rest, blocker, is_final), range(len(readings)))
