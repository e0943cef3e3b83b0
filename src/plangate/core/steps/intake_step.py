"""What a goal leads to once everything is settled: a plan, a loop, a go-ahead (INT-6)."""

from __future__ import annotations

from collections.abc import Mapping

from plangate.core.events import event as e
from plangate.core.gate.session_facts import complexity_of, held_readings, not_earned
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.nouns import Intake, Reason
from plangate.core.moves import Move, Note
from plangate.core.understanding.changes import small_places
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.understanding.intake import classify


def persons_route(session: Session, _around: Surroundings) -> Move | None:
    """INT-6: a person's route skips the work of the one declined."""
    route = session.begun.route
    if route not in ("ImmediateAction", "OodaLoop") or session.intake or session.clarified:
        return None
    complexity = complexity_of(session)
    usual = classify(session.goal, complexity, asks=False).outcome
    reason = Reason("INT-6", f"a person chose {route}; by itself it would have been {usual}")
    return Note((e.IntakeDecided(route, (reason,), complexity, overrides=usual),))


def decide_intake(session: Session, _around: Surroundings) -> Move | None:
    """INT-1, once everything is settled."""
    if session.intake is not None:
        return None
    complexity = complexity_of(session)
    irreversible = [r.label for r in held_readings(session) if r.reversibility == "irreversible"]
    past_a_question = any(entry.rule == "INT-6" for entry in session.assumptions.values())
    parked = [ambiguity.id for ambiguity in session.left_open]
    found = classify(
        session.goal,
        complexity,
        asks=past_a_question,
        unsettled=parked,
        irreversible=irreversible,
        not_earned=not_earned(session),
    )
    brought = session.begun.proposer == "host" and session.plan is not None
    if (session.progress or brought) and found.outcome != "HierarchicalPlan":
        why = "the plan is under way" if session.progress else "the host brought a plan"
        under_way = Reason("INT-4", why)
        found = found._replace(outcome="HierarchicalPlan", reasons=(*found.reasons, under_way))
    route = session.begun.route
    if session.work.adopted:
        reason = Reason("PLAN-12", f"the plan of {session.work.adopted.source} is there already")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif session.work.scopes:
        reason = Reason("PLAN-9", "what ships was decided; it is planned")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif session.clarified:
        reason = Reason("INT-3", f"the loop was promoted: {session.clarified}")
        decided = e.IntakeDecided("HierarchicalPlan", (reason,), complexity)
    elif route is not None and route != found.outcome:
        reason = Reason("INT-6", f"a person chose {route}")
        decided = e.IntakeDecided(
            route, (reason, *found.reasons), complexity, overrides=found.outcome
        )
    else:
        decided = e.IntakeDecided(found.outcome, found.reasons, complexity)
    return Note((decided,))


def go_ahead(session: Session, _around: Surroundings) -> Move | None:
    """INT-2: it says so and does no planning work."""
    if session.intake is None or session.intake.outcome != "ImmediateAction":
        return None
    places = small_places(session.goal, session.seen) if session.seen else []
    report = stop_report(session, "proceed", [f"go ahead: {session.goal}", *places])
    return Note((e.StopReported(report),))


def open_loop(session: Session, _around: Surroundings) -> Move | None:
    """INT-3: the loop opens; its turns are recorded as they are made."""
    if session.intake is None or session.intake.outcome != "OodaLoop":
        return None
    opened = e.LoopOpened((exploratory_cue(session.goal) or "chosen by a person",))
    actions = [
        f'plangate ooda {session.id} observe "what you saw"',
        f'plangate ooda {session.id} promote "what became clear"  (when a plan makes sense)',
    ]
    return Note((opened, e.StopReported(stop_report(session, "loop", actions))))


#: The routes a person may choose (INT-6), and the words for them.
ROUTES: Mapping[str, Intake] = {
    "plan": "HierarchicalPlan",
    "loop": "OodaLoop",
    "go": "ImmediateAction",
}
