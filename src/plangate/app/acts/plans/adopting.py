"""`adopt` (PLAN-12): a session around a plan somebody else made.

The plan is judged as it is: nothing is added to it and nothing is taken out. Work on it, its
versions, its approvals and its ledger are those of every other plan.
"""

from __future__ import annotations

from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import SessionOptions
from plangate.core.events.event import PlanAdopted


def adopt(
    planner: Planner, goal: str, workspace: str, adopted: PlanAdopted, wish: SessionOptions
) -> Advanced:
    """Begin a session whose plan is there already, and advance it."""
    as_it_is = wish.plan_policy._replace(loop_mode="off", auto_expand_thin_plan=False)
    wish = wish._replace(plan_policy=as_it_is, source=adopted.source)
    adopted = adopted._replace(by_person=planner.actor.is_person)
    return planner.advance(planner.begin(goal, workspace, wish, None, adopted))
