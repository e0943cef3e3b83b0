"""Frozen: worth.py of edition 1, for replaying old logs only (REC-2).

What a question is worth: the value of information of one ambiguity (section 3, VOI-1…8).

Two estimators are always computed. `standard` is max(cost) − mean(cost) (VOI-3). `regret`, the
default, is what acting on the likeliest reading without asking is expected to waste (VOI-2):

    Σ over b ≠ a*   p(b) × cost(a*) × divergence(a*, b)

Sums use `math.fsum`, so that the order in which readings are given cannot move a value by even the
last bit. Nothing here decides; gate.py does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from plangate.core.audit.edition1.frozen_policy import (
    INTERRUPTED,
    INTERRUPTED_FACTOR,
    MULTIPLIERS,
    TOLERANCE,
    Policy,
    at_least,
    more_than,
)
from plangate.core.audit.edition1.model import Ambiguity, BlockerType, Interpretation

_QUOTE_MARKS = "\"'`“”‘’«»„‚ \t\r\n"


class Worth(NamedTuple):
    """The arithmetic of one ambiguity, whole enough to be redone by hand (VOI-6).

    The tuples run parallel to the interpretations as given; `share` is the renormalised prior and
    0 for an implausible reading; `apart` is each reading's divergence from the act-on reading.
    `value_rule` is what puts the value at the threshold by itself; `precedence` says whether the
    blocker is verified and whether VOI-4 applies (GATE-16).
    """

    act_on: int
    plausible: tuple[int, ...]
    share: tuple[float, ...]
    cost: tuple[float, ...]
    apart: tuple[float, ...]
    widest: float
    standard: float
    regret: float
    in_force: float
    value: float
    threshold: float
    threshold_rule: str | None
    value_rule: str | None
    precedence: tuple[bool, bool]


def cost(reading: Interpretation) -> float:
    """VOI-1."""
    return reading.complexity * MULTIPLIERS[reading.reversibility]


def divergence(a: Interpretation, b: Interpretation) -> float:
    """VOI-2: how much of the work for one reading is lost when the other was meant, 0 to 1."""
    if a.reversibility != b.reversibility:
        return 1.0
    ours, theirs = set(a.touches), set(b.touches)
    if not ours or not theirs:
        return 1.0
    jaccard = len(ours & theirs) / len(ours | theirs)
    return max(1.0 - jaccard, abs(a.complexity - b.complexity))


def conservative_order(
    readings: Sequence[Interpretation], blocker: BlockerType, among: Sequence[int]
) -> int:
    """GATE-10: the most conservative reading among some of them, by place."""
    left = list(among)
    if blocker == "security_decision":
        left = _nearly_highest(left, lambda i: _strictness(readings[i]))
    left = _nearly_highest(left, lambda i: -MULTIPLIERS[readings[i].reversibility])
    left = _nearly_highest(left, lambda i: -cost(readings[i]))
    left = _nearly_highest(left, lambda i: readings[i].prior)
    return left[0]


def most_conservative(ambiguity: Ambiguity, blocker: BlockerType) -> int:
    """GATE-10 over every reading, implausible ones included: any doubt means the safer result."""
    readings = ambiguity.interpretations
    return conservative_order(readings, blocker, range(len(readings)))


def act_on_reading(
    readings: Sequence[Interpretation],
    blocker: BlockerType,
    among: Sequence[int] | None = None,
) -> int:
    """The reading that would be acted on without asking: the most probable, ties by GATE-10."""
    places = range(len(readings)) if among is None else among
    highest = max(readings[i].prior for i in places)
    likeliest = [i for i in places if readings[i].prior >= highest - TOLERANCE]
    if len(likeliest) == 1:
        return likeliest[0]
    return conservative_order(readings, blocker, likeliest)


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


def threshold_in_force(policy: Policy, interrupt_ewma: float) -> tuple[float, str | None]:
    """VOI-5: the threshold, and the rule that lifted it if one did."""
    if more_than(interrupt_ewma, INTERRUPTED):
        return policy.evpi_question_threshold * INTERRUPTED_FACTOR, "VOI-5"
    return policy.evpi_question_threshold, None


def standard_estimate(shares: Sequence[float], costs: Sequence[float]) -> float:
    """VOI-3, over plausible readings only."""
    return max(costs) - fsum([p * c for p, c in zip(shares, costs, strict=True)])


def regret_estimate(shares: Sequence[float], apart: Sequence[float], acted_cost: float) -> float:
    """VOI-2; the act-on reading is no distance from itself and adds nothing."""
    return fsum([p * acted_cost * d for p, d in zip(shares, apart, strict=True)])


def weigh(
    ambiguity: Ambiguity,
    policy: Policy,
    threshold: tuple[float, str | None],
    blocker: BlockerType,
    verified: bool,
) -> Worth:
    """Everything sections 3 and 4 compare about one ambiguity."""
    readings = ambiguity.interpretations
    act_on = act_on_reading(readings, blocker)
    costs = [r.complexity * MULTIPLIERS[r.reversibility] for r in readings]
    plausible = [i for i, r in enumerate(readings) if r.prior >= policy.min_prior - TOLERANCE]
    acted = readings[act_on]
    apart = [0.0 if i == act_on else divergence(acted, r) for i, r in enumerate(readings)]
    shares = [0.0] * len(readings)
    standard = regret = 0.0
    if plausible:
        total = fsum([readings[i].prior for i in plausible])
        for i in plausible:
            shares[i] = readings[i].prior / total
        standard = max(
            0.0, standard_estimate([shares[i] for i in plausible], [costs[i] for i in plausible])
        )
        regret = regret_estimate(shares, apart, costs[act_on])
    in_force = regret if policy.estimator == "regret" else standard
    one_way = _acts_one_way(policy, readings, act_on, plausible, apart)
    blocked = verified and not policy.blockers_need_evpi
    return Worth(
        act_on=act_on,
        plausible=tuple(plausible),
        share=tuple(shares),
        cost=tuple(costs),
        apart=tuple(apart),
        widest=_widest(readings, plausible, act_on, apart),
        standard=standard,
        regret=regret,
        in_force=in_force,
        value=(1.0 - ambiguity.none_fits) * in_force,
        threshold=threshold[0],
        threshold_rule=threshold[1],
        value_rule="VOI-8" if blocked else "VOI-4" if one_way else None,
        precedence=(verified, one_way),
    )


def _acts_one_way(
    policy: Policy,
    readings: Sequence[Interpretation],
    act_on: int,
    plausible: Sequence[int],
    apart: Sequence[float],
) -> bool:
    """VOI-4: the act-on reading is irreversible and a materially different one is plausible."""
    return readings[act_on].reversibility == "irreversible" and any(
        i != act_on and at_least(apart[i], policy.min_divergence) for i in plausible
    )


def _widest(
    readings: Sequence[Interpretation],
    plausible: list[int],
    act_on: int,
    apart: Sequence[float],
) -> float:
    """The largest divergence between any two plausible readings (GATE-1)."""
    widest = max([apart[i] for i in plausible], default=0.0)
    for place, i in enumerate(plausible):
        if widest >= 1.0:
            break
        for j in plausible[place + 1 :]:
            if act_on not in (i, j):
                widest = max(widest, divergence(readings[i], readings[j]))
    return widest


def _nearly_highest(places: list[int], by: Callable[[int], float]) -> list[int]:
    if len(places) == 1:
        return places
    scores = [by(i) for i in places]
    highest = max(scores)
    return [i for i, score in zip(places, scores, strict=True) if score >= highest - TOLERANCE]


def _strictness(reading: Interpretation) -> float:
    """A reading that states no strictness is the least strict."""
    return -1.0 if reading.strictness is None else reading.strictness
