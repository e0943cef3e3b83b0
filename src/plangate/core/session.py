"""A session: the fold of its events (REC-1).

Nobody sets a field of a session; whoever wants one to change appends an event and folds again. The
fold is one handler per event and runs in time linear in the number of events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from plangate.core import events as e
from plangate.core.errors import StoreDamaged
from plangate.core.inquiry import state as inquiry_state
from plangate.core.inquiry.state import Inquiry
from plangate.core.model import (
    Ambiguity,
    Answer,
    Assumption,
    BudgetSignal,
    Deferral,
    Evidence,
    Plan,
    Question,
    Task,
)
from plangate.core.policy import Budget
from plangate.core.record import Entry, event_of

Handler = Callable[["Session", Any, str], None]


class Settled(NamedTuple):
    """An ambiguity that is no longer open: which reading holds, and by what."""

    interpretation: str | None
    rule: str


class Refining(NamedTuple):
    """Where the refinement loop of the last draft stands (REF-2)."""

    from_version: int = 0
    rounds: int = 0
    tokens: int = 0
    last: str = ""
    ended: bool = True


class Session:
    """What is known about one planning of one goal in one workspace."""

    def __init__(self, stream: str) -> None:
        self.id = stream
        self.head: Entry | None = None
        self.began_at = ""
        self.updated_at = ""
        self.received: e.GoalReceived | None = None
        self.budget_signal: BudgetSignal = "normal"
        self.triad: e.TriadLocked | None = None
        self.gaps: Sequence[Ambiguity] = ()
        self.proposed: e.AmbiguitiesProposed | None = None
        self.evidence: Sequence[Evidence] = []
        self.exhaustion: Mapping[str, list[str]] | None = None
        self.recalled: e.MemoriesRecalled | None = None
        self.limits: Sequence[str] = []
        self.inquiry = Inquiry(Budget())
        self.iterations = 0
        self.calls = 0
        self.seconds = 0.0
        self.settled: Mapping[str, Settled] = {}
        self.gate_calls: Sequence[e.GateDecided] = []
        self.attempts = 0
        self.intake: e.IntakeDecided | None = None
        self.questions: Mapping[str, Question] = {}
        self.notes: Mapping[str, list[str]] = {}
        self.earlier_answers: Mapping[str, list[Answer]] = {}
        self.late_answers: Mapping[str, list[Answer]] = {}
        self.clarification_used = False
        self.assumptions: Mapping[str, Assumption] = {}
        self.deferrals: Mapping[str, Deferral] = {}
        self.offered: Sequence[str] = []
        self.plans: Sequence[Plan] = []
        self.loop_open = False
        self.turns: Sequence[e.LoopTurned] = []
        self.clarified: str | None = None
        self.stop: e.StopReport | None = None
        self.stale_plan: str | None = None
        self.touched: Collection[str] = set()
        self.revised_tasks: Mapping[str, tuple[str, ...]] = {}
        self.status_before: Mapping[str, Literal["open", "confirmed", "wrong"]] = {}
        self.refining = Refining()
        self.telemetry: Mapping[str, Any] | None = None
        self.allowed_findings: Collection[tuple[str, str]] = set()
        self.pins: Mapping[str, Collection[str]] = {}
        self.removed_tasks: Collection[str] = set()
        self.approved: Collection[Task] = set()
        self.progress: Mapping[str, Literal["started", "done", "failed"]] = {}
        self.failures: Mapping[str, str] = {}

    # --- what is asked of it often ---

    @property
    def goal(self) -> str:
        return self.begun.goal

    @property
    def begun(self) -> e.GoalReceived:
        """How it began; every session has this, or it is none."""
        if self.received is None:
            raise StoreDamaged(f"session {self.id} has no beginning; run `plangate doctor`")
        return self.received

    @property
    def ambiguities(self) -> Sequence[Ambiguity]:
        return (*self.gaps, *(self.proposed.ambiguities if self.proposed else ()))

    @property
    def open_ambiguities(self) -> Sequence[Ambiguity]:
        return [a for a in self.ambiguities if a.id not in self.settled]

    @property
    def open_question(self) -> Question | None:
        return next((q for q in self.questions.values() if q.is_open), None)

    def question(self, name: str) -> Question:
        """A question with its notes."""
        return self.questions[name]._replace(notes=tuple(self.notes.get(name, ())))

    @property
    def in_force(self) -> Sequence[Assumption]:
        """The ledger entries that hold: the last word about each ambiguity."""
        return list({x.ambiguity or x.id: x for x in self.assumptions.values()}.values())

    @property
    def plan(self) -> Plan | None:
        return self.plans[-1] if self.plans else None

    @property
    def state(self) -> str:
        """INT-8."""
        question = self.open_question
        if question is not None:
            return "held" if question.status == "held" else "awaiting_clarification"
        if self.progress:
            return "executing"
        if self.stop is None:
            return "planning"
        return "planning_complete" if self.stop.ending in ("plan", "proceed") else "stopped"


def fold(entries: Iterable[Entry]) -> Session:
    """The session its entries make, in the order of their sequence."""
    session: Session | None = None
    for entry in entries:
        session = step(session, entry)
    if session is None:
        raise StoreDamaged("a session without events")
    return session


def step(session: Session | None, entry: Entry) -> Session:
    """One entry further. The session given is used up: go on with the one returned."""
    if session is None:
        session = Session(entry.stream)
        session.began_at = entry.at
    session.head = entry
    session.updated_at = entry.at
    event = event_of(entry)
    try:
        handler: Handler = _HANDLERS.get(type(event), _not_of_a_session)
        handler(session, event, entry.at)
    except (KeyError, TypeError, AttributeError) as error:
        raise StoreDamaged(
            f"session {entry.stream}, event {entry.seq} ({entry.type}) does not fit the events "
            f"before it ({error!r}); run `plangate doctor`"
        ) from error
    return session


# --- one handler per event ------------------------------------------------------------------------
# The handlers alone write to a session; its public types are read-only for everybody else.


def _goal_received(s: Any, event: e.GoalReceived, _at: str) -> None:
    s.received = event
    s.budget_signal = event.budget_signal
    s.inquiry.allowed = event.budget


def _triad_locked(s: Any, event: e.TriadLocked, _at: str) -> None:
    s.triad = event
    s.evidence.extend(event.initial_evidence)
    s.seconds += event.seconds
    s.limits.extend(event.limits)


def _ambiguities_proposed(s: Any, event: e.AmbiguitiesProposed, _at: str) -> None:
    s.proposed = event


def _survey_failed(s: Any, event: e.SurveyFailed, _at: str) -> None:
    s.inquiry.survey_failures.append(event.why)


def _gaps_found(s: Any, event: e.GapsFound, _at: str) -> None:
    s.gaps = event.ambiguities


def _exploration_planned(s: Any, event: e.ExplorationPlanned, _at: str) -> None:
    s.inquiry.planned = event


def _dispatched(s: Any, event: e.Dispatched, _at: str) -> None:
    inquiry_state.sent(s.inquiry, event, frozenset(entry.id for entry in s.evidence))
    s.iterations += bool(event.dispatches)
    s.calls += sum(dispatch.calls for dispatch in event.dispatches)
    s.limits.extend(refusal.line for refusal in event.refused)


def _evidence_gathered(s: Any, event: e.EvidenceGathered, _at: str) -> None:
    s.limits.extend(event.limits)
    s.exhaustion = s.exhaustion or {}
    if s.inquiry.batch:
        s.seconds += inquiry_state.came_back(s.inquiry, event)
    else:  # a log from before there were dispatches
        s.iterations += 1
        s.calls += event.calls
        s.seconds += event.seconds
    if event.outcome != "failed":  # INV-4: an error is not evidence
        s.evidence.extend(inquiry_state.not_held(event.evidence, s.evidence))
        for part, ids in event.exhaustion.items():
            s.exhaustion.setdefault(part, []).extend(ids)


def _evidence_synthesised(s: Any, event: e.EvidenceSynthesised, _at: str) -> None:
    inquiry_state.synthesised(s.inquiry)
    s.evidence.extend(event.triangulated)


def _iteration_decided(s: Any, event: e.IterationDecided, _at: str) -> None:
    inquiry_state.decided(s.inquiry, event)


def _strategy_switched(s: Any, event: e.StrategySwitched, _at: str) -> None:
    fresh = event.budget
    allowed = Budget(
        s.iterations + fresh.iterations, s.calls + fresh.calls, int(s.seconds) + fresh.seconds
    )
    inquiry_state.switched(s.inquiry, event, allowed)


def _budget_raised(s: Any, event: e.BudgetRaised, _at: str) -> None:
    s.inquiry.allowed = event.budget
    inquiry_state.anew(s.inquiry)
    s.stop = None


def _memories_recalled(s: Any, event: e.MemoriesRecalled, _at: str) -> None:
    s.recalled = event
    s.evidence.extend(event.evidence)
    s.seconds += event.seconds


def _gate_decided(s: Any, event: e.GateDecided, _at: str) -> None:
    s.gate_calls.append(event)
    by_quota = False
    for decision in event.decisions:
        if decision["interpretation"] is not None:
            settled = Settled(decision["interpretation"], decision["rule"])
            s.settled[decision["ambiguity"]] = settled
        by_quota = by_quota or decision["rule"] == "GATE-7"
    s.attempts += by_quota


def _intake_decided(s: Any, event: e.IntakeDecided, _at: str) -> None:
    s.intake = event


def _assumption_recorded(s: Any, event: e.AssumptionRecorded, _at: str) -> None:
    entry = event.assumption
    s.assumptions[entry.id] = entry
    if entry.ambiguity is not None:
        s.settled[entry.ambiguity] = Settled(entry.interpretation, entry.rule or "ASM-1")


def _assumption_confirmed(s: Any, event: e.AssumptionConfirmed, _at: str) -> None:
    s.assumptions[event.assumption] = s.assumptions[event.assumption]._replace(status="confirmed")


def _decision_revised(s: Any, event: e.DecisionRevised, _at: str) -> None:
    overturned, entry = s.assumptions[event.overturned], event.entry
    s.status_before[event.overturned] = overturned.status
    s.assumptions[event.overturned] = overturned._replace(status="wrong")
    s.assumptions[entry.id] = entry
    s.settled[entry.ambiguity] = Settled(entry.interpretation, entry.rule or "ASM-3")
    s.touched.update(event.tasks)
    s.revised_tasks[event.overturned] = event.tasks
    # What waits for a person goes on waiting: revising one decision answers no other (ASK-9).
    if s.open_question is None and (s.stop is None or s.stop.ending not in ("parked", "aborted")):
        s.intake = s.intake if s.progress else None  # work that has begun is no longer routed
        s.stop = None
    if s.plans:
        s.stale_plan = event.trigger


def _deferral_registered(s: Any, event: e.DeferralRegistered, _at: str) -> None:
    s.deferrals[event.deferral.id] = event.deferral


def _deferral_offered(s: Any, event: e.DeferralOffered, _at: str) -> None:
    s.offered.append(event.deferral)
    s.budget_signal = event.budget_signal
    deferral = s.deferrals[event.deferral]
    s.settled.pop(deferral.ambiguity, None)
    if s.progress:  # ATT-3: once work has begun an offer is a revision of what rests on it
        taken = {x.id for x in s.assumptions.values() if x.ambiguity == deferral.ambiguity}
        s.touched.update(task.id for task in s.plan.tasks if taken.intersection(task.rests_on))
    else:
        s.intake = None
    s.stop = None
    s.stale_plan = f"deferral {event.deferral} was offered again"


def _deferral_renewed(s: Any, event: e.DeferralRenewed, _at: str) -> None:
    s.deferrals[event.deferral] = s.deferrals[event.deferral]._replace(
        risk_statement=event.risk_statement, expiry=event.expiry
    )


def _deferral_resolved(s: Any, event: e.DeferralResolved, _at: str) -> None:
    deferral = s.deferrals[event.deferral]._replace(status="resolved")
    s.deferrals[event.deferral] = deferral
    if deferral.ambiguity not in s.settled:
        # It was offered again and a person closed it instead: what was taken meanwhile holds.
        taken = [x for x in s.assumptions.values() if x.ambiguity == deferral.ambiguity]
        s.settled.update({x.ambiguity: Settled(x.interpretation, "ATT-3") for x in taken})


def _question_asked(s: Any, event: e.QuestionAsked, _at: str) -> None:
    s.questions[event.question.id] = event.question


def _question_answered(s: Any, event: e.QuestionAnswered, at: str) -> None:
    _settle_question(s, event.question, "answered", at, answer=event.answer)
    s.clarification_used = True
    _new_cycle(s)


def _question_timed_out(s: Any, event: e.QuestionTimedOut, at: str) -> None:
    _settle_question(s, event.question, "timed_out", at)
    s.clarification_used = True
    _new_cycle(s)


def _new_cycle(s: Any) -> None:
    """INV-10: iterations begin anew after a question; calls and time go on counting."""
    s.stop = None
    s.intake = None
    s.iterations = 0
    inquiry_state.anew(s.inquiry)


def _question_held(s: Any, event: e.QuestionHeld, _at: str) -> None:
    question = s.questions[event.question]
    s.questions[event.question] = question._replace(status="held", deadline=None)


def _question_resumed(s: Any, event: e.QuestionResumed, _at: str) -> None:
    question = s.questions[event.question]
    s.questions[event.question] = question._replace(status="pending", deadline=event.deadline)


def _question_withdrawn(s: Any, event: e.QuestionWithdrawn, at: str) -> None:
    _settle_question(s, event.question, "withdrawn", at)
    s.stop = None
    s.intake = None


def _answer_not_taken(_s: Any, _event: e.AnswerNotTaken, _at: str) -> None:
    """Recorded for the audit; it changes nothing, which is the point."""


def _late_answer_kept(s: Any, event: e.LateAnswerKept, _at: str) -> None:
    s.late_answers.setdefault(event.question, []).append(event.answer)


def _answer_changed(s: Any, event: e.AnswerChanged, at: str) -> None:
    s.earlier_answers.setdefault(event.question, []).append(s.questions[event.question].answer)
    _settle_question(s, event.question, "answered", at, answer=event.answer)


def _note_added(s: Any, event: e.NoteAdded, _at: str) -> None:
    s.notes.setdefault(event.question, []).append(event.note)


def _plan_drafted(s: Any, event: e.PlanDrafted, _at: str) -> None:
    _next_version(s, event.plan)
    s.stale_plan = None
    s.touched.clear()
    s.refining = Refining(from_version=event.plan.version, ended=False)


def _next_version(s: Any, plan: Plan) -> None:
    s.plans.append(plan)
    for name, entry in s.assumptions.items():
        resting = tuple(task.id for task in plan.tasks if name in task.rests_on)
        s.assumptions[name] = entry._replace(tasks=resting)


def _plan_refined(s: Any, event: e.PlanRefined, _at: str) -> None:
    _next_version(s, event.plan)
    for name in event.repairs:
        s.failures.pop(name, None)
    if event.round:
        _round_ended(s, event.spent, "kept")


def _plan_rolled_back(s: Any, event: e.PlanRolledBack, _at: str) -> None:
    _round_ended(s, event.spent, event.reason)


def _round_ended(s: Any, spent: int, last: str) -> None:
    refining = s.refining
    s.refining = refining._replace(
        rounds=refining.rounds + 1, tokens=refining.tokens + spent, last=last
    )


def _plan_measured(s: Any, event: e.PlanMeasured, _at: str) -> None:
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)


def _plan_edited(s: Any, event: e.PlanEdited, _at: str) -> None:
    _next_version(s, event.plan)
    for name, fields in event.pins.items():
        s.pins[name] = frozenset((*s.pins.get(name, ()), *fields))
    s.removed_tasks.update(event.removed)
    s.removed_tasks.difference_update(task.id for task in event.plan.tasks)
    for name in event.removed:
        s.pins.pop(name, None)
        s.progress.pop(name, None)
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)
    s.stop = None


def _findings_allowed(s: Any, event: e.FindingsAllowed, _at: str) -> None:
    for finding in event.findings:
        task, _, code = finding.rpartition(" ")
        s.allowed_findings.add((task, code))
    s.stop = None


def _plan_approved(s: Any, event: e.PlanApproved, _at: str) -> None:
    s.approved.update(event.tasks)


def _task_started(s: Any, event: e.TaskStarted, _at: str) -> None:
    s.progress[event.task] = "started"


def _task_done(s: Any, event: e.TaskDone, _at: str) -> None:
    s.progress[event.task] = "done"


def _task_failed(s: Any, event: e.TaskFailed, _at: str) -> None:
    s.progress[event.task] = "failed"
    s.failures[event.task] = event.why
    s.stop = None


def _loop_opened(s: Any, _event: e.LoopOpened, _at: str) -> None:
    s.loop_open = True


def _loop_turned(s: Any, event: e.LoopTurned, _at: str) -> None:
    s.turns.append(event)


def _loop_promoted(s: Any, event: e.LoopPromoted, _at: str) -> None:
    s.loop_open = False
    s.clarified = event.clarified
    s.intake = None
    s.stop = None


def _stop_reported(s: Any, event: e.StopReported, _at: str) -> None:
    s.stop = event.report


def _session_reopened(s: Any, _event: e.SessionReopened, _at: str) -> None:
    s.stop = None


def _settle_question(s: Any, name: str, status: str, at: str, **more: Any) -> None:
    s.questions[name] = s.questions[name]._replace(status=status, resolved_at=at, **more)


def _not_of_a_session(s: Any, event: e.Event, _at: str) -> None:
    raise StoreDamaged(f"session {s.id} holds a {type(event).__name__}; run `plangate doctor`")


_HANDLERS: dict[type, Handler] = {
    e.GoalReceived: _goal_received,
    e.TriadLocked: _triad_locked,
    e.AmbiguitiesProposed: _ambiguities_proposed,
    e.SurveyFailed: _survey_failed,
    e.GapsFound: _gaps_found,
    e.ExplorationPlanned: _exploration_planned,
    e.Dispatched: _dispatched,
    e.EvidenceGathered: _evidence_gathered,
    e.MemoriesRecalled: _memories_recalled,
    e.EvidenceSynthesised: _evidence_synthesised,
    e.IterationDecided: _iteration_decided,
    e.StrategySwitched: _strategy_switched,
    e.BudgetRaised: _budget_raised,
    e.GateDecided: _gate_decided,
    e.IntakeDecided: _intake_decided,
    e.AssumptionRecorded: _assumption_recorded,
    e.AssumptionConfirmed: _assumption_confirmed,
    e.DecisionRevised: _decision_revised,
    e.DeferralRegistered: _deferral_registered,
    e.DeferralOffered: _deferral_offered,
    e.DeferralRenewed: _deferral_renewed,
    e.DeferralResolved: _deferral_resolved,
    e.QuestionAsked: _question_asked,
    e.QuestionAnswered: _question_answered,
    e.QuestionTimedOut: _question_timed_out,
    e.QuestionHeld: _question_held,
    e.QuestionResumed: _question_resumed,
    e.QuestionWithdrawn: _question_withdrawn,
    e.AnswerNotTaken: _answer_not_taken,
    e.LateAnswerKept: _late_answer_kept,
    e.AnswerChanged: _answer_changed,
    e.NoteAdded: _note_added,
    e.PlanDrafted: _plan_drafted,
    e.PlanRefined: _plan_refined,
    e.PlanRolledBack: _plan_rolled_back,
    e.PlanMeasured: _plan_measured,
    e.PlanEdited: _plan_edited,
    e.FindingsAllowed: _findings_allowed,
    e.PlanApproved: _plan_approved,
    e.TaskStarted: _task_started,
    e.TaskDone: _task_done,
    e.TaskFailed: _task_failed,
    e.LoopOpened: _loop_opened,
    e.LoopTurned: _loop_turned,
    e.LoopPromoted: _loop_promoted,
    e.StopReported: _stop_reported,
    e.SessionReopened: _session_reopened,
}
