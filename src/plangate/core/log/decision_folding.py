"""How a session changes with its decisions and questions: a handler for each event (REC-1)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.log import investigation_state as inquiry_state
from plangate.core.log.handlers import Handlers
from plangate.core.log.session import Session
from plangate.core.log.session_parts import DoesNotFit, Join, Settled
from plangate.core.model.graphs import open_decision, resting_on
from plangate.core.model.nouns import Answer, Joined, OnTimeout, Question

#: The handlers of this page.
on = Handlers()


@on.of(e.GateDecided)
def _gate_decided(s: Session, event: e.GateDecided, _at: str) -> None:
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


@on.of(e.IntakeDecided)
def _intake_decided(s: Session, event: e.IntakeDecided, _at: str) -> None:
    s.intake = event


@on.of(e.AssumptionRecorded)
def _assumption_recorded(s: Session, event: e.AssumptionRecorded, _at: str) -> None:
    entry = event.assumption
    s.assumptions[_known(entry.id)] = entry
    if entry.ambiguity is not None:
        _settle(s, entry.ambiguity, entry.interpretation, entry.rule or "ASM-1")


def _settle(s: Session, ambiguity: str, interpretation: str | None, rule: str) -> None:
    """An ambiguity is decided; what waited for it in a drafted plan is drafted anew (ASK-17)."""
    s.settled[ambiguity] = Settled(interpretation, rule)
    s.undecided.pop(ambiguity, None)
    s.review.discard(ambiguity)
    if s.plan and (waited := resting_on(s.plan, open_decision(ambiguity))):
        s.touched.update(waited)
        s.stale_plan = s.stale_plan or f"{ambiguity} was decided"


@on.of(e.AssumptionConfirmed)
def _assumption_confirmed(s: Session, event: e.AssumptionConfirmed, _at: str) -> None:
    s.assumptions[event.assumption] = s.assumptions[event.assumption]._replace(status="confirmed")


@on.of(e.DecisionRevised)
def _decision_revised(s: Session, event: e.DecisionRevised, _at: str) -> None:
    overturned, entry = s.assumptions[event.overturned], event.entry
    s.status_before[event.overturned] = overturned.status
    s.assumptions[event.overturned] = overturned._replace(status="wrong")
    s.assumptions[_known(entry.id)] = entry
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


@on.of(e.DecisionReopened)
def _decision_reopened(s: Session, event: e.DecisionReopened, _at: str) -> None:
    """GATE-17: what an entry hung on is gone; the gate looks at its ambiguity again."""
    overturned = s.assumptions[event.overturned]
    s.status_before[event.overturned] = overturned.status
    s.assumptions[event.overturned] = overturned._replace(status="wrong")
    about = _known(overturned.ambiguity)
    s.settled.pop(about, None)
    s.undecided.pop(about, None)
    if event.review:
        s.review.add(about)
        if overturned.status == "confirmed":  # by a person: what is merely heard reopens no answer
            asked = (q for q in s.questions.values() if q.question_id == about and q.answer)
            s.taken_back.update(_known(question.id) for question in asked)
    s.approved = {task for task in s.approved if event.overturned not in task.rests_on}
    s.touched.update(event.tasks)
    if s.open_question is None and (s.stop is None or s.stop.ending != "aborted"):
        s.intake = s.intake if s.progress else None
        s.stop = None
    if s.plans:
        s.stale_plan = event.trigger


@on.of(e.WordsHeard)
def _words_heard(s: Session, event: e.WordsHeard, _at: str) -> None:
    s.review.update(name for name in event.review if name not in s.settled)


@on.of(e.DecisionParked)
def _decision_parked(s: Session, event: e.DecisionParked, _at: str) -> None:
    s.undecided[event.ambiguity] = "park"


@on.of(e.DeferralRegistered)
def _deferral_registered(s: Session, event: e.DeferralRegistered, _at: str) -> None:
    s.deferrals[_known(event.deferral.id)] = event.deferral


@on.of(e.DeferralOffered)
def _deferral_offered(s: Session, event: e.DeferralOffered, _at: str) -> None:
    s.offered.append(event.deferral)
    s.budget_signal = event.budget_signal
    deferral = s.deferrals[event.deferral]
    s.settled.pop(deferral.ambiguity, None)
    s.undecided.pop(deferral.ambiguity, None)
    if (
        s.progress and s.plan
    ):  # ATT-3: once work has begun an offer is a revision of what rests on it
        taken = {x.id for x in s.assumptions.values() if x.ambiguity == deferral.ambiguity}
        s.touched.update(task.id for task in s.plan.tasks if taken.intersection(task.rests_on))
    else:
        s.intake = None
    s.stop = None
    s.stale_plan = f"deferral {event.deferral} was offered again"


@on.of(e.DeferralRenewed)
def _deferral_renewed(s: Session, event: e.DeferralRenewed, _at: str) -> None:
    s.deferrals[event.deferral] = s.deferrals[event.deferral]._replace(
        risk_statement=event.risk_statement, expiry=event.expiry
    )


@on.of(e.DeferralResolved)
def _deferral_resolved(s: Session, event: e.DeferralResolved, _at: str) -> None:
    deferral = s.deferrals[event.deferral]._replace(status="resolved")
    s.deferrals[event.deferral] = deferral
    if deferral.ambiguity not in s.settled:
        # It was offered again and a person closed it instead: what was taken meanwhile holds.
        for taken in s.assumptions.values():
            if taken.ambiguity == deferral.ambiguity:
                s.settled[deferral.ambiguity] = Settled(taken.interpretation, "ATT-3")


@on.of(e.QuestionAsked)
def _question_asked(s: Session, event: e.QuestionAsked, _at: str) -> None:
    s.questions[_known(event.question.id)] = event.question


@on.of(e.QuestionAnswered)
def _question_answered(s: Session, event: e.QuestionAnswered, at: str) -> None:
    _settle_question(s, event.question, "answered", at, event.answer)
    if not s.questions[event.question].left:
        s.clarification_used = True
        _new_cycle(s)


@on.of(e.QuestionTimedOut)
def _question_timed_out(s: Session, event: e.QuestionTimedOut, at: str) -> None:
    _settle_question(s, event.question, "timed_out", at)
    if not s.questions[event.question].left:
        s.clarification_used = True
        _new_cycle(s)


# GATE-19: a question may be waited for by several sessions; it lives in the one that asked it.


@on.of(e.QuestionShared)
def _question_shared(s: Session, event: e.QuestionShared, _at: str) -> None:
    question = s.questions[event.question]
    joined = (*question.joined, Joined(event.session, event.on_timeout))
    s.questions[event.question] = _strictest(s, question._replace(joined=joined))


@on.of(e.QuestionLeft)
def _question_left(s: Session, event: e.QuestionLeft, _at: str) -> None:
    question = s.questions[event.question]
    if event.session == s.id:
        s.questions[event.question] = _strictest(s, question._replace(left=True))
        s.withdrawn.add(question.question_id)
        s.stop = None
        s.intake = None
    else:
        joined = tuple(other for other in question.joined if other.session != event.session)
        s.questions[event.question] = _strictest(s, question._replace(joined=joined))


def _strictest(s: Session, question: Question) -> Question:
    """At the deadline the strictest of all who wait holds: wait, then abort, then assume."""
    wanted = [other.on_timeout for other in question.joined]
    if not question.left:
        wanted.append(s.begun.on_timeout)
    order: tuple[OnTimeout, ...] = ("wait", "abort", "assume")
    return question._replace(on_timeout=min(wanted, key=order.index, default="assume"))


@on.of(e.QuestionJoined)
def _question_joined(s: Session, event: e.QuestionJoined, _at: str) -> None:
    s.joins[event.ambiguity] = Join(event.question, event.session)
    s.undecided[event.ambiguity] = "wait"


@on.of(e.JoinSettled)
def _join_settled(s: Session, event: e.JoinSettled, _at: str) -> None:
    before = s.joins[event.ambiguity]
    s.joins[event.ambiguity] = before._replace(how=event.how, answer=event.answer)
    if event.how == "lost":
        s.undecided.pop(event.ambiguity, None)
    if before.how is None:
        _new_cycle(s)


def _new_cycle(s: Session) -> None:
    """INV-10: iterations begin anew after a question; calls and time go on counting."""
    s.stop = None
    s.intake = None
    s.iterations = 0
    inquiry_state.anew(s.inquiry)


@on.of(e.QuestionHeld)
def _question_held(s: Session, event: e.QuestionHeld, _at: str) -> None:
    question = s.questions[event.question]
    s.questions[event.question] = question._replace(status="held", deadline=None)


@on.of(e.QuestionResumed)
def _question_resumed(s: Session, event: e.QuestionResumed, _at: str) -> None:
    question = s.questions[event.question]
    s.questions[event.question] = question._replace(status="pending", deadline=event.deadline)


@on.of(e.DeadlineMoved)
def _deadline_moved(s: Session, event: e.DeadlineMoved, _at: str) -> None:
    question = s.questions[event.question]
    s.questions[event.question] = question._replace(deadline=event.deadline, unseen=False)


@on.of(e.QuestionWithdrawn)
def _question_withdrawn(s: Session, event: e.QuestionWithdrawn, at: str) -> None:
    _settle_question(s, event.question, "withdrawn", at)
    about = s.questions[event.question].question_id
    asked = sum(question.question_id == about for question in s.questions.values())
    # GATE-16, INV-10: what a person dropped is not asked again, nor what was asked often enough.
    anew = event.why in (e.LOOKING_FURTHER, e.TOLD_ANEW, e.PLAN_CLOSED)
    if not anew or asked >= s.begun.policy.clarifications:
        s.withdrawn.add(about)
    s.stop = None
    s.intake = None


@on.of(e.AnswerNotTaken)
def _answer_not_taken(_s: Session, _event: e.AnswerNotTaken, _at: str) -> None:
    """Recorded for the audit; it changes nothing, which is the point."""


@on.of(e.LateAnswerKept)
def _late_answer_kept(s: Session, event: e.LateAnswerKept, _at: str) -> None:
    s.late_answers.setdefault(event.question, []).append(event.answer)


@on.of(e.AnswerChanged)
def _answer_changed(s: Session, event: e.AnswerChanged, at: str) -> None:
    if (before := s.questions[event.question].answer) is not None:
        s.earlier_answers.setdefault(event.question, []).append(before)
    _settle_question(s, event.question, "answered", at, event.answer)


def _settle_question(
    s: Session, name: str, status: str, at: str, answer: Answer | None = None
) -> None:
    before = s.questions[name]
    s.drafted_after.discard(name)
    s.questions[name] = before._replace(
        status=status, resolved_at=at, answer=answer or before.answer
    )


def _known(name: str | None) -> str:
    """The id of what was recorded; without one it fits nothing."""
    if name is None:
        raise DoesNotFit("nothing without an id")
    return name


@on.of(e.NoteAdded)
def _note_added(s: Session, event: e.NoteAdded, _at: str) -> None:
    s.notes.setdefault(event.question, []).append(event.note)
    s.drafted_after.discard(event.question)
    if event.passed_on:
        s.passed_on.setdefault(event.question, []).append(event.note)
    if event.own_words:
        s.said_otherwise[event.question] = event.note
