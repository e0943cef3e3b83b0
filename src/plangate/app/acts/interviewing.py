"""An interview (INT-11): a person answers what the gate would weigh, and says when it is enough."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.app.planner import Advanced, Planner
from plangate.core.events import event as e
from plangate.core.guard.redaction import redact
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled
from plangate.core.model.shapes import Text
from plangate.core.steps.interview_step import answered, interview_questions

_REPLY = Text(20_000)


def answer_interview(
    planner: Planner, name: str, about: str, reply: str, *, by: str, surface: str
) -> Advanced:
    """Record a person's answer to one decision of the interview, and look again."""
    told = redact(_REPLY.read(reply, "answer").strip())

    def act(session: Session) -> Sequence[e.Event]:
        around = planner.outside.of(session)
        open_now = {q.question_id: q for q in interview_questions(session, around)}
        if about not in open_now or session.work.interview_over:
            raise AlreadySettled(f"{about} is settled; nothing was changed")
        # ACT-1: an interview is the person's own, as much as what cannot be undone.
        planner.require("one-way", f"plangate discuss {session.id}", detail="in an interview")
        return answered(session, open_now[about], told, by, surface)

    planner.change(name, act)
    return planner.advance(name)


def end_interview(planner: Planner, name: str, *, by: str) -> Advanced:
    """Enough: what is left open is the gate's, as without an interview."""

    def act(session: Session) -> Sequence[e.Event]:
        over = session.work.interview_over or not session.begun.interview
        return () if over else (e.InterviewEnded(planner.actor.signed(by)),)

    planner.change(name, act)
    return planner.advance(name)
