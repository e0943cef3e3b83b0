"""A question nobody answered in time: silence is not consent (ASK-8, ASK-9)."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from plangate.core.events import event as e
from plangate.core.investigation.stops import stop_report
from plangate.core.log.chain import moment, time_of
from plangate.core.log.session import Session
from plangate.core.model.nouns import Assumption, Question
from plangate.core.model.policy.steps_numbers import A_MOMENT, LEAST_FOR_A_SCRIPT
from plangate.core.steps.gate_step import closed_deferrals

#: ASK-8: how far ahead a surface moves the deadline of what somebody is at, and from when on.
AHEAD_SECS, MOVED_BELOW_SECS = 120, 60


def moved_deadline(session: Session, question: Question, now: datetime) -> str | None:
    """ASK-8: the deadline that leaves whoever is at a question time to answer; None to leave it.

    The profile `s4` never moves one. What a surface moves is little and often: one that was killed
    stops nothing.
    """
    fixed = session.begun.policy.profile == "s4" or question.on_timeout == "wait"
    if fixed or question.status != "pending" or question.deadline is None:
        return None
    left = (time_of(question.deadline) - now).total_seconds()
    if not 0 <= left < MOVED_BELOW_SECS:
        return None
    return moment(now + timedelta(seconds=AHEAD_SECS))


def seconds_unchanged(question: Question, now: datetime) -> float:
    """How long there is nothing to see of a question unless somebody writes: until its deadline,
    or a second where that has passed and nobody could settle it yet."""
    if question.deadline is None:
        return math.inf
    left = (time_of(question.deadline) - now).total_seconds()
    return left + A_MOMENT if left > 0 else 1.0


def seconds_to_wait(wanted: int, *, is_person: bool) -> tuple[int, str | None]:
    """ASK-8: how long a question waits, and what is to be said when that is not what was wanted."""
    if is_person or wanted >= LEAST_FOR_A_SCRIPT:
        return wanted, None
    return LEAST_FOR_A_SCRIPT, (
        f"a deadline of {wanted} s is raised to {LEAST_FOR_A_SCRIPT} s: a script's question waits "
        "at least that long (ASK-8)"
    )


def expiry(session: Session, question: Question) -> tuple[e.Event, ...]:
    timed_out = e.QuestionTimedOut(str(question.id), str(question.deadline))
    if question.on_timeout == "abort":
        actions = [f"nobody answered {question.id} in time and the session was to stop then"]
        return timed_out, e.StopReported(stop_report(session, "aborted", actions, question))
    if question.parks:
        why = f"nobody answered {question.id}, and its default is not taken on silence"
        return timed_out, e.DecisionParked(question.question_id, "ASK-9", why)
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


def is_overdue(question: Question, now: datetime) -> bool:
    """ASK-8: an answer at the deadline itself is on time; `wait` has no deadline to miss."""
    if question.status != "pending" or question.deadline is None or question.on_timeout == "wait":
        return False
    return now > time_of(question.deadline)
