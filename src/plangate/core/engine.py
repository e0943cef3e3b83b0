"""next_move: given everything that happened so far, what comes next.

`STEPS` reads top to bottom like the product does: wait for the open question, end, lock the triad,
propose, investigate, gate, intake, loop or go ahead, plan. Each step looks and returns a move or
passes on. Nothing here does anything; app/planner.py performs the move and appends what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from plangate.core import events as e
from plangate.core.assumptions import build_assumption, build_deferral, plan_note
from plangate.core.beliefs import believed
from plangate.core.gate import Decision, decide
from plangate.core.gate_document import GateDocument, session_document
from plangate.core.gate_report import evpi_report
from plangate.core.intake import classify, estimate_complexity, exploratory_cue
from plangate.core.model import (
    EXHAUSTION_PARTS,
    Ambiguity,
    Assumption,
    Attention,
    Focus,
    Intake,
    Plan,
    Preference,
    Question,
    Quota,
    Reason,
    plain,
)
from plangate.core.moves import (
    Ask,
    Deliver,
    DraftPlan,
    Investigate,
    Loop,
    Move,
    Note,
    Proceed,
    Propose,
    Stop,
    Survey,
)
from plangate.core.questions import build_question, risk_if_wrong
from plangate.core.record import moment, time_of
from plangate.core.session import Session
from plangate.core.stops import stop_report

#: ASK-6: from this goal complexity on, a question also needs an investigation.
INVESTIGATED_FROM = 7

#: ATT-3: how long a deferral may stay unresolved.
DEFERRAL_LIFE = timedelta(days=7)


class Surroundings(NamedTuple):
    """What lies outside a session and still bears on its next move."""

    now: datetime
    focus: Focus = "ambient"
    interrupt_ewma: float = 0.0
    open_in_workspace: bool = False
    next_number: int = 1
    preferences: Mapping[str, Preference] = {}


def next_move(session: Session, around: Surroundings) -> Move:
    """The next move of a session: a chore for the shell, or an outcome for the caller."""
    for step in STEPS:
        if (move := step(session, around)) is not None:
            return move
    raise AssertionError("the last step always moves")


# --- the steps ------------------------------------------------------------------------------------


def _open_question(session: Session, around: Surroundings) -> Move | None:
    """ASK-8: an open question is waited for, or expired by whoever looks first."""
    question = session.open_question
    if question is None:
        return None
    if is_overdue(question, around.now):
        return Note(_expiry(session, question))
    return Ask(session.question(str(question.id)), _report(session))


def _expired_deferral(session: Session, around: Surroundings) -> Move | None:
    """ATT-3: an expired deferral blocks until it is resolved or renewed."""
    for deferral in session.deferrals.values():
        overdue = deferral.expiry is not None and time_of(deferral.expiry) < around.now
        if deferral.status == "open" and overdue and session.stop is None:
            action = (
                f"deferral {deferral.id} expired at {deferral.expiry}: resolve it with "
                f"`plangate deferrals resolve {deferral.id}` or renew it with "
                f"`plangate deferrals renew {deferral.id} --risk TEXT`"
            )
            return Note((e.StopReported(stop_report(session, "blocked", [action])),))
    return None


def _ended(session: Session, _around: Surroundings) -> Move | None:
    """A session that ended says again how."""
    if session.stop is None:
        return None
    match session.stop.ending:
        case "plan":
            return Deliver(_plan_of(session), session.stop)
        case "proceed":
            return Proceed(session.stop)
        case "loop":
            return Loop(session.stop)
        case _:
            return Stop(session.stop)


def _triad(session: Session, _around: Surroundings) -> Move | None:
    """INV-2: goal, constraints and initial evidence before anything is looked into."""
    if session.triad is None:
        return Survey(session.begun.workspace, session.goal)
    return None


def _routed(session: Session, _around: Surroundings) -> Move | None:
    """INT-6: a person's route skips the work of the one declined."""
    route = session.begun.route
    if route not in ("ImmediateAction", "OodaLoop") or session.intake or session.clarified:
        return None
    complexity = complexity_of(session)
    usual = classify(session.goal, complexity, asks=False).outcome
    reason = Reason("INT-6", f"a person chose {route}; by itself it would have been {usual}")
    return Note((e.IntakeDecided(route, (reason,), complexity, overrides=usual),))


def _proposals(session: Session, _around: Surroundings) -> Move | None:
    if session.proposed is None and session.intake is None:
        return Propose(session.goal, tuple(session.evidence))
    return None


def _investigation(session: Session, _around: Surroundings) -> Move | None:
    """What is open is looked into before the gate weighs it."""
    if session.open_ambiguities and session.exhaustion is None and _budget_left(session):
        return _investigate(session, EXHAUSTION_PARTS)
    return None


def _gate(session: Session, around: Surroundings) -> Move | None:
    """The gate weighs what is still open; at most one question comes of it."""
    if not session.open_ambiguities:
        return None
    document = gate_document(session, around)
    decisions = decide(document)
    if missing := [d for d in decisions if d.action == "investigate"]:
        settled = [d for d in decisions if d.interpretation is not None]
        if not settled:
            parts = document.missing_parts()
            return _investigate(session, parts, [d.ambiguity for d in missing])
    return Note(tuple(_gate_events(session, around, document, decisions)))


def _intake(session: Session, _around: Surroundings) -> Move | None:
    """INT-1, once everything is settled."""
    if session.intake is not None:
        return None
    complexity = complexity_of(session)
    irreversible = [
        entry.ambiguity
        for entry in session.assumptions.values()
        if entry.risk_if_wrong.startswith("high") and entry.ambiguity
    ]
    found = classify(session.goal, complexity, asks=False, irreversible=irreversible)
    route = session.begun.route
    if session.clarified:
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


def _go_ahead(session: Session, _around: Surroundings) -> Move | None:
    """INT-2: it says so and does no planning work."""
    if session.intake is None or session.intake.outcome != "ImmediateAction":
        return None
    report = stop_report(session, "proceed", [f"go ahead: {session.goal}"])
    return Note((e.StopReported(report),))


def _loop(session: Session, _around: Surroundings) -> Move | None:
    """INT-3: the loop opens; its turns are recorded as they are made."""
    if session.intake is None or session.intake.outcome != "OodaLoop":
        return None
    opened = e.LoopOpened((exploratory_cue(session.goal) or "chosen by a person",))
    actions = [
        f'plangate ooda {session.id} observe "what you saw"',
        f'plangate ooda {session.id} promote "what became clear"  (when a plan makes sense)',
    ]
    return Note((opened, e.StopReported(stop_report(session, "loop", actions))))


def _plan(session: Session, _around: Surroundings) -> Move | None:
    """INT-4: what is left is planned."""
    if session.plan is None or session.stale_plan:
        return DraftPlan(
            goal=session.clarified or session.goal,
            workspace=session.begun.workspace,
            readings={
                name: settled.interpretation
                for name, settled in session.settled.items()
                if settled.interpretation is not None
            },
            ambiguities=tuple(session.ambiguities),
            evidence=tuple(session.evidence),
            complexity=complexity_of(session),
            one_task_group=any(
                decision["one_task_group"]
                for call in session.gate_calls
                for decision in call.decisions
            ),
            previous=session.plan,
        )
    return None


def _deliver(session: Session, _around: Surroundings) -> Move | None:
    plan = _plan_of(session)
    actions = [f"{task.id}: {task.title}" for task in plan.tasks]
    if plan.requires_approval:
        actions.insert(0, f"approve the one-way steps first: plangate show {session.id}")
    return Note((e.StopReported(stop_report(session, "plan", actions)),))


STEPS: Sequence[Callable[[Session, Surroundings], Move | None]] = (
    _open_question,
    _expired_deferral,
    _ended,
    _triad,
    _routed,
    _proposals,
    _investigation,
    _gate,
    _intake,
    _go_ahead,
    _loop,
    _plan,
    _deliver,
)


# --- what the gate's decisions become -------------------------------------------------------------


def gate_document(session: Session, around: Surroundings) -> GateDocument:
    """The session as the gate sees it: open ambiguities, with beliefs for priors (INV-6)."""
    open_now = tuple(believed(a, session.evidence) for a in session.open_ambiguities)
    names = {ambiguity.id for ambiguity in open_now}
    evidence = tuple(x for x in session.evidence if x.ambiguity is None or x.ambiguity in names)
    known = {entry.id for entry in evidence}
    found = session.exhaustion or {}
    exhaustion = {
        part: tuple(x for x in found.get(part, ()) if x in known)
        for part in (*EXHAUSTION_PARTS, "investigation")
    }
    return GateDocument(
        goal=session.goal,
        ambiguities=open_now,
        phase="execution" if session.state == "executing" else "planning",
        evidence=evidence,
        exhaustion=exhaustion,
        budget_left=_budget_left(session),
        attention=Attention(around.focus, session.budget_signal, around.interrupt_ewma),
        quota=Quota(session.clarification_used, around.open_in_workspace, session.attempts),
        preferences={k: v for k, v in around.preferences.items() if k in names},
        policy=session.begun.policy,
        investigation_required=complexity_of(session) >= INVESTIGATED_FROM,
    )


def decision_record(document: GateDocument, decision: Decision) -> dict[str, Any]:
    """A decision as the log keeps it: everything the gate computed, none of the texts."""
    return {
        "ambiguity": decision.ambiguity,
        "action": decision.action,
        "rule": decision.rule,
        "interpretation": decision.interpretation,
        "requires_approval": decision.requires_approval,
        "one_task_group": decision.one_task_group,
        "blocker": decision.blocker,
        "value_rule": decision.worth.value_rule,
        "evpi": evpi_report(document, decision),
        "trace": plain(decision.trace),
    }


def _gate_events(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decisions: Sequence[Decision],
) -> list[e.Event]:
    records = tuple(decision_record(document, decision) for decision in decisions)
    happened: list[e.Event] = [
        e.GateDecided(session_document(document), records, document.policy.version)
    ]
    entries = len(session.assumptions)
    asked: Question | None = None
    for decision in decisions:
        if decision.action == "ask" and session.begun.route is None:
            asked = _question(session, around, document, decision)
        elif decision.action != "investigate":
            entries += 1
            entry = _taken(document, decision)
            entry = entry._replace(id=f"{session.id}-a{entries}", session=session.id)
            happened.append(e.AssumptionRecorded(entry))
            if decision.action != "defer":
                happened += closed_deferrals(session, decision.ambiguity, decision.rule)
        if decision.action == "defer":
            happened.append(_deferral(session, around, document, decision, len(happened)))
    if asked is not None:
        reason = Reason("INT-5", f"the gate asks about {asked.question_id}")
        decided = e.IntakeDecided("RequiresClarification", (reason,), complexity_of(session))
        report = stop_report(session, "question", [f"answer {asked.id}: {asked.prompt}"], asked)
        happened += [decided, e.QuestionAsked(asked), e.StopReported(report)]
    return happened


def _taken(document: GateDocument, decision: Decision) -> Assumption:
    """The ledger entry of a reading that holds; INT-6 when a person routed past the question."""
    if decision.action != "ask":
        return build_assumption(document, decision)
    ambiguity = next(a for a in document.ambiguities if a.id == decision.ambiguity)
    acted = ambiguity.interpretations[decision.worth.act_on]
    return Assumption(
        decision=acted.label,
        blocker_type=decision.blocker,
        user_response="auto_expanded",
        reasoning="a person chose the route past this question (INT-6)",
        confidence="low",
        risk_if_wrong=risk_if_wrong(acted),
        source="goal",
        ambiguity=ambiguity.id,
        interpretation=acted.id,
        rule="INT-6",
    )


def _question(
    session: Session, around: Surroundings, document: GateDocument, decision: Decision
) -> Question:
    begun = session.begun
    deadline = around.now + timedelta(seconds=begun.timeout_secs)
    return build_question(document, decision)._replace(
        id=f"{session.id}-q{len(session.questions) + 1}",
        number=f"D{around.next_number}",
        session=session.id,
        timeout_secs=begun.timeout_secs,
        on_timeout=begun.on_timeout,
        deadline=moment(deadline),
        status="pending",
        asked_at=moment(around.now),
    )


def _deferral(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decision: Decision,
    place: int,
) -> e.DeferralRegistered:
    deferral = build_deferral(document, decision)
    return e.DeferralRegistered(
        deferral._replace(
            id=f"{session.id}-d{len(session.deferrals) + place}",
            created=moment(around.now),
            expiry=moment(around.now + DEFERRAL_LIFE),
        )
    )


def closed_deferrals(session: Session, ambiguity: str, how: str) -> list[e.Event]:
    """ATT-3: a deferral is resolved by whatever settles what it deferred."""
    return [
        e.DeferralResolved(str(deferral.id), how, "plangate")
        for deferral in session.deferrals.values()
        if deferral.status == "open" and deferral.ambiguity == ambiguity
    ]


# --- a question nobody answered -------------------------------------------------------------------


def is_overdue(question: Question, now: datetime) -> bool:
    """ASK-8: an answer at the deadline itself is on time; `wait` has no deadline to miss."""
    if question.status != "pending" or question.deadline is None or question.on_timeout == "wait":
        return False
    return now > time_of(question.deadline)


def must_park(question: Question) -> bool:
    """ASK-9: nothing proceeds on silence when the default cannot be undone, or when a security
    decision says of no option how strict it is."""
    if question.option(question.default).reversibility == "irreversible":
        return True
    return question.blocker_type == "security_decision" and all(
        option.strictness is None for option in question.options
    )


def _expiry(session: Session, question: Question) -> tuple[e.Event, ...]:
    timed_out = e.QuestionTimedOut(str(question.id), str(question.deadline))
    if question.on_timeout == "abort":
        actions = [f"nobody answered {question.id} in time and the session was to stop then"]
        return timed_out, e.StopReported(stop_report(session, "aborted", actions, question))
    if must_park(question):
        actions = [f"answer {question.id}: its default is not taken on silence: {question.prompt}"]
        return timed_out, e.StopReported(stop_report(session, "parked", actions, question))
    entry = default_taken(session, question, "timeout_assumed", "nobody answered in time")
    closed = closed_deferrals(session, question.question_id, "timed out")
    return timed_out, e.AssumptionRecorded(entry), *closed


def default_taken(session: Session, question: Question, response: str, why: str) -> Assumption:
    """The ledger entry that the default of a question holds, though nobody chose it."""
    option = question.option(question.default)
    return Assumption(
        decision=option.label,
        blocker_type=question.blocker_type,
        user_response=response,
        reasoning=f"{why}; {question.default_reason}",
        confidence="medium",
        risk_if_wrong=question.risk_if_wrong,
        source="default",
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        ambiguity=question.question_id,
        interpretation=option.interpretation,
        rule="ASK-9",
    )


# --- small things several steps need --------------------------------------------------------------


def complexity_of(session: Session) -> int:
    """ADQ-17: a given complexity is taken as given."""
    if session.begun.complexity is not None:
        return session.begun.complexity
    in_reach = {x.locator.partition(":")[0] for x in session.evidence if x.locator}
    return estimate_complexity(session.goal, len(in_reach)).value


def plan_notes(session: Session) -> list[str]:
    """GATE-11: one note for every reading that was taken without asking."""
    notes: list[str] = []
    for call in session.gate_calls:
        ambiguities = {a["id"]: a for a in call.document["ambiguities"]}
        for decision in call.decisions:
            if decision["interpretation"] is None:
                continue
            labels = {
                r["id"]: r["label"] for r in ambiguities[decision["ambiguity"]]["interpretations"]
            }
            notes.append(plan_note(decision, labels))
    return notes


def _investigate(
    session: Session, parts: Sequence[str], names: Sequence[str] | None = None
) -> Investigate:
    budget = session.begun.budget
    wanted: tuple[Ambiguity, ...] = tuple(
        a for a in session.open_ambiguities if names is None or a.id in names
    )
    return Investigate(
        workspace=session.begun.workspace,
        goal=session.goal,
        ambiguities=wanted,
        parts=tuple(parts),
        calls_left=budget.calls - session.calls,
        seconds_left=budget.seconds - session.seconds,
    )


def _budget_left(session: Session) -> bool:
    budget = session.begun.budget
    return (
        session.iterations < budget.iterations
        and session.calls < budget.calls
        and session.seconds < budget.seconds
    )


def _plan_of(session: Session) -> Plan:
    assert session.plan is not None, "a plan is delivered only once it is drafted"
    return session.plan


def _report(session: Session) -> e.StopReport:
    question = session.open_question
    if session.stop is not None and question is not None and question.status == "pending":
        return session.stop
    ending = "held" if question is not None and question.status == "held" else "question"
    name = question.id if question else ""
    return stop_report(session, ending, [f"plangate resume {name}"], question)


#: The routes a person may choose (INT-6), and the words for them.
ROUTES: Mapping[str, Intake] = {
    "plan": "HierarchicalPlan",
    "loop": "OodaLoop",
    "go": "ImmediateAction",
}
