"""How plans are refined and when one is refused: the numbers of REF-2 and the switch of REF-4.

They stand beside the gate's policy and not in it: what a plan must be like never changes what a
gate decision proves (VOI-6).
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from plangate.core.model.records import Fields
from plangate.core.model.shapes import Choice, Flag, Number, Shape, Whole

LoopMode = Literal["off", "auto", "always"]
LOOP_MODES: tuple[str, ...] = get_args(LoopMode)


class PlanPolicy(NamedTuple):
    """REF-2 and REF-4, with their defaults."""

    loop_mode: LoopMode = "auto"
    gap_risk_threshold: float = 0.28
    max_refine_rounds: int = 2
    refine_budget_tokens: int = 18_000
    auto_expand_thin_plan: bool = True
    plan_adequacy_enforce: bool = False


DEFAULT_PLAN_POLICY = PlanPolicy()

PLAN_POLICY_SHAPES: Mapping[str, Shape] = {
    "loop_mode": Choice(LOOP_MODES),
    "gap_risk_threshold": Number(least=0, most=1),
    "max_refine_rounds": Whole(0, 8),
    "refine_budget_tokens": Whole(0, 1_000_000),
    "auto_expand_thin_plan": Flag(),
    "plan_adequacy_enforce": Flag(),
}


def plan_policy_from(given: Fields) -> PlanPolicy:
    """The plan's part of already checked settings; the gate's part is left to `policy_from`."""
    return PlanPolicy(**{name: given[name] for name in PLAN_POLICY_SHAPES if name in given})
