"""A plan that nobody wants any more: what closing it does, and what it takes in since (PLAN-13).

Nothing is erased and nothing is assumed for it: its questions are withdrawn, or left to the other
sessions that wait for them, and nothing of it is asked, due or to be done until somebody takes it
up again. Closing it makes the gate ask less, so it is a person's act (ACT-1).
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.investigation.stops import stop_report
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.errors import AlreadySettled
from plangate.core.moves import Move, Note, Stop

#: What a closed session takes in: what becomes of a question that others wait for, and notes.
_TAKEN_IN = (
    e.QuestionAnswered,
    e.QuestionTimedOut,
    e.QuestionHeld,
    e.QuestionResumed,
    e.QuestionShared,
    e.QuestionLeft,
    e.QuestionWithdrawn,
    e.DeadlineMoved,
    e.LateAnswerKept,
    e.AnswerChanged,
    e.AnswerNotTaken,
    e.NoteAdded,
    e.StopReported,
)


def closing_events(session: Session, why: str, by: str) -> tuple[e.Event, ...]:
    """What happens to a session that is closed, and to what of it was open."""
    happened: list[e.Event] = []
    if (question := session.open_question) is not None:
        name = str(question.id)
        left = e.QuestionLeft(name, session.id, by, e.PLAN_CLOSED)
        gone = e.QuestionWithdrawn(name, by, e.PLAN_CLOSED)
        happened.append(left if question.joined else gone)
    for deferral in session.deferrals.values():
        if deferral.status == "open":
            happened.append(e.DeferralResolved(str(deferral.id), e.PLAN_CLOSED, by))
    return *happened, e.SessionClosed(why, by)


def stay_closed(session: Session, _around: Surroundings) -> Move | None:
    """A session that was closed says so, whatever was left open in it."""
    if session.closed is None:
        return None
    if session.stop is not None:
        return Stop(session.stop)
    again = f"plangate resume {session.id} takes it up again"
    return Note((e.StopReported(stop_report(session, "closed", [again])),))


def refuse_if_closed(session: Session, happened: Sequence[e.Event]) -> None:
    """Nothing is added to a closed plan but what others wait for."""
    again = isinstance(happened[0], e.SessionReopened)
    if not (again or all(isinstance(event, _TAKEN_IN) for event in happened)):
        must_not_be_closed(session)


def must_not_be_closed(session: Session) -> None:
    if session.closed is not None:
        why = f"was closed ({session.closed.why})"
        raise AlreadySettled(f"{session.id} {why}; plangate resume {session.id} takes it up again")
