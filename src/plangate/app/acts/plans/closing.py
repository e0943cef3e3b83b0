"""`close` (PLAN-13): a person says that nobody wants a plan any more."""

from __future__ import annotations

from plangate.app.joining import append_both
from plangate.app.naming.lookup import find_session
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled, BadInput, Conflict, StoreBusy
from plangate.core.steps.closing_step import closing_events

_TRIES = 100


def close(planner: Planner, name: str, why: str, *, by: str) -> Advanced:
    """Close a session with what is open in it; `resume` takes it up again."""
    reason = checked_note(why, "why")
    found = find_session(planner.store, name)
    for _ in range(_TRIES):
        session = planner.session(found)
        command = f"plangate close {found} --why WHY"
        done = planner.require("withdraw", command, workspace=session.begun.workspace)
        _must_be_free(session)
        try:
            session = _with_joins_left(planner, session, done.signed(by))
            planner.append(found, session, closing_events(session, reason, done.signed(by)))
        except Conflict:
            continue
        return planner.advance(found)
    raise StoreBusy(f"session {found} keeps being changed by other processes; try again")


def _must_be_free(session: Session) -> None:
    if session.closed is not None:
        raise AlreadySettled(f"{session.id} is closed already; nothing was changed")
    if session.waits_for_scope and (opened := session.work.opened) is not None:
        withdraw = f"first plangate scope withdraw {opened.parent} --why WHY"
        raise BadInput("session id", f"{session.id} waits for {opened.parent}", withdraw)


def _with_joins_left(planner: Planner, session: Session, by: str) -> Session:
    """GATE-19: what it waited for in other sessions is asked there without it."""
    for ambiguity, join in session.joins.items():
        if join.how is None:
            owner = planner.session(join.session)
            left = e.QuestionLeft(join.question, session.id, by, e.PLAN_CLOSED)
            theirs: list[e.Event] = [left]
            question = owner.question(join.question)
            if question.left and len(question.joined) == 1:
                theirs.append(e.QuestionWithdrawn(join.question, by, e.PLAN_CLOSED))
            ours = (e.JoinSettled(join.question, ambiguity, "lost"),)
            append_both(planner, owner, theirs if question.is_open else (), session, ours)
    return planner.session(session.id)
