"""What is wanted of whoever drafts, and what a version rests on (INT-4, PLAN-10)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.gate.session_facts import complexity_of, provisional
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.nouns import Plan
from plangate.core.moves import DraftPlan, Move, Note, SeePlaces
from plangate.core.plans.adoption import adopted_version
from plangate.core.plans.work.staleness import unseen
from plangate.core.scopes.scope_plan import goal_of


def adopt_plan(session: Session, _around: Surroundings) -> Move | None:
    """PLAN-12: somebody else's plan is kept as it is, whatever is decided around it."""
    if session.work.adopted is None or not (session.plan is None or session.stale_plan):
        return None
    return Note((e.PlanDrafted(adopted_version(session)),))


def plan_what_is_left(session: Session, _around: Surroundings) -> Move | None:
    """INT-4: what is left is planned."""
    if session.plan is None or session.stale_plan:
        left = session.left_open
        likely = {a.id: reading for a in left if (reading := provisional(session, a)) is not None}
        decided = {
            name: settled.interpretation
            for name, settled in session.settled.items()
            if settled.interpretation is not None
        }
        return DraftPlan(
            goal=goal_of(session),
            workspace=session.begun.workspace,
            readings=decided | likely,
            undecided=tuple(ambiguity.id for ambiguity in left),
            ambiguities=tuple(session.ambiguities),
            evidence=tuple(session.evidence),
            complexity=complexity_of(session),
            one_task_group=any(
                decision["one_task_group"]
                for call in session.gate_calls
                for decision in call.decisions
            ),
            previous=session.plan,
            seen=session.seen,
            in_own_words={
                str(entry.ambiguity): entry.decision
                for entry in session.in_force
                if entry.interpretation is None and entry.rule not in ("GATE-17", "GATE-18")
            },
        )
    return None


def note_places(session: Session, around: Surroundings) -> Move | None:
    """PLAN-10: what a version rests on is noted as it is now, so that a change can be told."""
    plan = plan_of(session)
    files, locators = unseen(session, plan)
    if not around.sees_places or not (files or locators):
        return None
    return SeePlaces(session.begun.workspace, plan.version, files, locators)


def plan_of(session: Session) -> Plan:
    assert session.plan is not None, "a plan is delivered only once it is drafted"
    return session.plan
