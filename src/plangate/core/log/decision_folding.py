"""How a session changes with its decisions and questions: a handler for each event (REC-1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from plangate.core.events import event as e
from plangate.core.log import investigation_state as inquiry_state
from plangate.core.model.graphs import open_decision, resting_on
from plangate.core.model.nouns import Answer, Joined, OnTimeout, Question


class Settled(NamedTuple):
    """An ambiguity that is no longer open: which reading holds, and by what."""

    interpretation: str | None
    rule: str


class Join(NamedTuple):
    """GATE-19: whose question a session waits for, and what it knows to have become of it."""

    question: str
    session: str
    how: str | None = None
    answer: Answer | None = None

    @property
    def is_over(self) -> bool:
        """Whether the question bears on the session no longer: left, or not to be had (REC-9)."""
        return self.how in ("left", "lost")


def _gate_decided(s: Any, event: e.GateDecided, _at: str) -> None:
    s.gate_calls.append(event)
    by_quota = False
    for decision in event.decisions:
        name, action = decision["ambiguity"], decision["action"]
        if decision["interpretation"] is not None or (
            decision["rule"] == "GATE-17" and action == "assume"
        ):
            _settle(s, name, decision["interpretation"], decision["rule"])
        elif action in ("ask", "wait", "park"):
            s.undecided[name] = action
        by_quota = by_quota or decision["rule"] == "GATE-7"
    s.attempts += by_quota


def _intake_decided(s: Any, event: e.IntakeDecided, _at: str) -> None:
    s.intake = event


def _assumption_recorded(s: Any, event: e.AssumptionRecorded, _at: str) -> None:
    entry = event.assumption
    s.assumptions[entry.id] = entry
    if entry.ambiguity is not None:
        _settle(s, entry.ambiguity, entry.interpretation, entry.rule or "ASM-1")


def _settle(s: Any, ambiguity: str, interpretation: str | None, rule: str) -> None:
    """An ambiguity is decided; what waited for it in a drafted plan is drafted anew (ASK-17)."""
    s.settled[ambiguity] = Settled(interpretation, rule)
    s.undecided.pop(ambiguity, None)
    s.review.discard(ambiguity)
    if s.plans and (waited := resting_on(s.plan, open_decision(ambiguity))):
        s.touched.update(waited)
        s.stale_plan = s.stale_plan or f"{ambiguity} was decided"


def _assumption_confirmed(s: Any, event: e.AssumptionConfirmed, _at: str) -> None:
    s.assumptions[event.assumption] = s.assumptions[event.assumption]._replace(status="confirmed")


def _decision_revised(s: Any, event: e.DecisionRevised, _at: str) -> None:
    overturned, entry = s.assumptions[event.overturned], event.entry
    s.status_before[event.overturned] = overturned.status
    s.assumptions[event.overturned] = overturned._replace(status="wrong")
    s.assumptions[entry.id] = entry
    _settle(s, str(entry.ambiguity), entry.interpretation, entry.rule or "ASM-3")
    # PLAN-6: a step was approved as resting on what held then; on other ground it is approved anew.
    s.approved = {task for task in s.approved if event.overturned not in task.rests_on}
    s.touched.update(event.tasks)
    s.revised_tasks[event.overturned] = event.tasks
    # What waits for a person goes on waiting: revising one decision answers no other (ASK-9).
    if s.open_question is None and (s.stop is None or s.stop.ending not in ("parked", "aborted")):
        s.intake = s.intake if s.progress else None  # work that has begun is no longer routed
        s.stop = None
    if s.plans:
        s.stale_plan = event.trigger


def _decision_reopened(s: Any, event: e.DecisionReopened, _at: str) -> None:
    """GATE-17: what an entry hung on is gone; the gate looks at its ambiguity again."""
    overturned = s.assumptions[event.overturned]
    s.status_before[event.overturned] = overturned.status
    s.assumptions[event.overturned] = overturned._replace(status="wrong")
    s.settled.pop(overturned.ambiguity, None)
    s.undecided.pop(overturned.ambiguity, None)
    if event.review:
        s.review.add(overturned.ambiguity)
    s.approved = {task for task in s.approved if event.overturned not in task.rests_on}
    s.touched.update(event.tasks)
    if s.open_question is None and (s.stop is None or s.stop.ending != "aborted"):
        s.intake = s.intake if s.progress else None
        s.stop = None
    if s.plans:
        s.stale_plan = event.trigger


def _words_heard(s: Any, event: e.WordsHeard, _at: str) -> None:
    s.review.update(name for name in event.review if name not in s.settled)


def _decision_parked(s: Any, event: e.DecisionParked, _at: str) -> None:
    s.undecided[event.ambiguity] = "park"


def _deferral_registered(s: Any, event: e.DeferralRegistered, _at: str) -> None:
    s.deferrals[event.deferral.id] = event.deferral


def _deferral_offered(s: Any, event: e.DeferralOffered, _at: str) -> None:
    s.offered.append(event.deferral)
    s.budget_signal = event.budget_signal
    deferral = s.deferrals[event.deferral]
    s.settled.pop(deferral.ambiguity, None)
    s.undecided.pop(deferral.ambiguity, None)
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
    if not s.questions[event.question].left:
        s.clarification_used = True
        _new_cycle(s)


def _question_timed_out(s: Any, event: e.QuestionTimedOut, at: str) -> None:
    _settle_question(s, event.question, "timed_out", at)
    if not s.questions[event.question].left:
        s.clarification_used = True
        _new_cycle(s)


# GATE-19: a question may be waited for by several sessions; it lives in the one that asked it.


def _question_shared(s: Any, event: e.QuestionShared, _at: str) -> None:
    question = s.questions[event.question]
    joined = (*question.joined, Joined(event.session, event.on_timeout))
    s.questions[event.question] = _strictest(s, question._replace(joined=joined))


def _question_left(s: Any, event: e.QuestionLeft, _at: str) -> None:
    question = s.questions[event.question]
    if event.session == s.id:
        s.questions[event.question] = _strictest(s, question._replace(left=True))
        s.withdrawn.add(question.question_id)
        s.stop = None
        s.intake = None
    else:
        joined = tuple(other for other in question.joined if other.session != event.session)
        s.questions[event.question] = _strictest(s, question._replace(joined=joined))


def _strictest(s: Any, question: Question) -> Question:
    """At the deadline the strictest of all who wait holds: wait, then abort, then assume."""
    wanted = [other.on_timeout for other in question.joined]
    if not question.left:
        wanted.append(s.begun.on_timeout)
    order: tuple[OnTimeout, ...] = ("wait", "abort", "assume")
    return question._replace(on_timeout=min(wanted, key=order.index, default="assume"))


def _question_joined(s: Any, event: e.QuestionJoined, _at: str) -> None:
    s.joins[event.ambiguity] = Join(event.question, event.session)
    s.undecided[event.ambiguity] = "wait"


def _join_settled(s: Any, event: e.JoinSettled, _at: str) -> None:
    before = s.joins[event.ambiguity]
    s.joins[event.ambiguity] = before._replace(how=event.how, answer=event.answer)
    if before.how is None:
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
    about = s.questions[event.question].question_id
    asked = sum(question.question_id == about for question in s.questions.values())
    # GATE-16, INV-10: what a person dropped is not asked again, nor what was asked often enough.
    if event.why != e.LOOKING_FURTHER or asked >= s.begun.policy.clarifications:
        s.withdrawn.add(about)
    s.stop = None
    s.intake = None


def _answer_not_taken(_s: Any, _event: e.AnswerNotTaken, _at: str) -> None:
    """Recorded for the audit; it changes nothing, which is the point."""


def _late_answer_kept(s: Any, event: e.LateAnswerKept, _at: str) -> None:
    s.late_answers.setdefault(event.question, []).append(event.answer)


def _answer_changed(s: Any, event: e.AnswerChanged, at: str) -> None:
    s.earlier_answers.setdefault(event.question, []).append(s.questions[event.question].answer)
    _settle_question(s, event.question, "answered", at, answer=event.answer)


def _settle_question(s: Any, name: str, status: str, at: str, **more: Any) -> None:
    s.questions[name] = s.questions[name]._replace(status=status, resolved_at=at, **more)


def _note_added(s: Any, event: e.NoteAdded, _at: str) -> None:
    s.notes.setdefault(event.question, []).append(event.note)


DECISIONS: dict[type, Any] = {
    e.GateDecided: _gate_decided,
    e.IntakeDecided: _intake_decided,
    e.AssumptionRecorded: _assumption_recorded,
    e.AssumptionConfirmed: _assumption_confirmed,
    e.DecisionRevised: _decision_revised,
    e.DecisionReopened: _decision_reopened,
    e.DecisionParked: _decision_parked,
    e.WordsHeard: _words_heard,
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
    e.QuestionShared: _question_shared,
    e.QuestionLeft: _question_left,
    e.QuestionJoined: _question_joined,
    e.JoinSettled: _join_settled,
}
