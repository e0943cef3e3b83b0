"""Decisions with many options, as steps of a session (PLAN-9, SPLIT-2)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.moves import Decide, Move, Note, OpenScope
from plangate.core.scopes.scope_parts import open_part
from plangate.core.scopes.scope_plan import choice_of, not_taken, scope_of, taken, with_scopes
from plangate.core.steps.drafting_step import plan_of


def take_scope_over(session: Session, around: Surroundings) -> Move | None:
    """PLAN-9: what a scope of this session shipped, or shipped anew, is taken over."""
    if (found := not_taken(session, around.scopes)) is None:
        return None
    return Note(taken(session, *found))


def scope_of_goal(session: Session, around: Surroundings) -> Move | None:
    """PLAN-9: options that the goal enumerates are decided before anything is planned for them."""
    if (opened := session.work.opened) is not None:
        chain = around.scopes.get(opened.scope)
        if opened.scope in session.work.scopes or chain is None or chain.status == "withdrawn":
            return None
        part = open_part(chain)
        asked = f"{part.number}: {part.prompt}" if part else f"{opened.parent} is {chain.status}"
        actions = [f"plangate scope answer {opened.parent} CHOICE", asked]
        return Decide(opened.scope, chain, stop_report(session, "scope", actions))
    if session.proposed is not None or session.intake is not None or session.work.adopted:
        return None
    found = scope_of(session)
    return OpenScope(found.decision, found.stem) if found else None


def few_alternatives(session: Session, _around: Surroundings) -> Move | None:
    """SPLIT-2: a few alternatives that the goal enumerates are one ordinary question."""
    if session.intake is not None or session.gate_calls or session.work.adopted:
        return None
    choice = choice_of(session)
    return Note((e.GapsFound((*session.gaps, choice)),)) if choice else None


def scope_tasks(session: Session, _around: Surroundings) -> Move | None:
    """PLAN-9: an included option has its task, a cut one takes its own with it."""
    plan = with_scopes(session, plan_of(session))
    return Note((e.PlanRefined(plan),)) if plan is not None else None
