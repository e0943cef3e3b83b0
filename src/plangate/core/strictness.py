"""Which of two ways to run the gate asks less: what a person alone may choose (ACT-1).

A preference, a policy or a way to deal with silence that asks as much as the one in force, or more,
is anybody's to set. Every field that moves the gate has its direction in one table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plangate.core.model import OnTimeout
from plangate.core.plan_policy import PlanPolicy
from plangate.core.policy import TOLERANCE, Policy

#: How much each preference asks; none at all stands between.
_ASKS: Mapping[str | None, int] = {
    "always-ask": 2,
    None: 1,
    "ask-only-for-one-way": 0,
    "never-ask": 0,
}

#: How little each way of dealing with silence decides.
_WAITS: Mapping[str, int] = {"assume": 0, "abort": 1, "wait": 2}

#: For each number and switch of the gate: +1 when a higher value asks more, -1 when it asks less.
_DIRECTIONS: Mapping[str, int] = {
    "evpi_question_threshold": -1,
    "min_prior": -1,
    "min_divergence": -1,
    "evidence_threshold": 1,
    "strict_blockers": -1,
    "blockers_need_evpi": -1,
    "always_ask_one_way": 1,
}


def asks_less(wanted: str | None, in_force: str | None) -> bool:
    """Whether one preference asks less than another; None is no preference."""
    return _ASKS[wanted] < _ASKS.get(in_force, _ASKS[None])


def decides_more(wanted: OnTimeout, in_force: OnTimeout) -> bool:
    """Whether silence decides more than it did."""
    return _WAITS[wanted] < _WAITS[in_force]


def laxer_fields(wanted: Policy, in_force: Policy) -> Iterator[str]:
    """The fields by which a policy asks less than another."""
    if wanted.estimator == "standard" and in_force.estimator == "regret":
        yield "estimator"
    for name, direction in _DIRECTIONS.items():
        change = float(getattr(wanted, name)) - float(getattr(in_force, name))
        if change * direction < -TOLERANCE:
            yield name


def lets_thin_plans_pass(wanted: PlanPolicy, in_force: PlanPolicy) -> bool:
    """Whether a plan that is too thin would pass where it is refused now (REF-4)."""
    return in_force.plan_adequacy_enforce and not wanted.plan_adequacy_enforce
