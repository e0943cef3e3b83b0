"""The fold: a session from its events, one typed handler for each (REC-1).

It runs in time linear in the number of events. The handlers stand by what they are about: here how
a session begins, loops and ends, and in investigation_folding.py, decision_folding.py,
work_folding.py and model_folding.py what comes between. An event that does not fit the ones before
it is a damaged log; anything else that goes wrong in a handler is a defect of ours and is not
called damage.
"""

from __future__ import annotations

from collections.abc import Iterable

from plangate.core.events import event as e
from plangate.core.log import (
    decision_folding,
    investigation_folding,
    model_folding,
    work_folding,
)
from plangate.core.log.chain import Entry, event_of, is_erased
from plangate.core.log.handlers import Handlers
from plangate.core.log.session import ERASED_GOAL, Session
from plangate.core.log.session_parts import DoesNotFit
from plangate.core.model.errors import StoreDamaged

on = Handlers(investigation_folding.on, decision_folding.on, work_folding.on, model_folding.on)


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
    if is_erased(entry):
        return _without_payload(session, entry)
    event = event_of(entry)
    try:
        handler = on.find(event)
        if handler is None:
            what = f"session {session.id} holds a {entry.type}"
            raise StoreDamaged(f"{what}; run `plangate doctor`")
        handler(session, event, entry.at)
    except DoesNotFit as error:
        raise StoreDamaged(
            f"session {entry.stream}, event {entry.seq} ({entry.type}) does not fit the events "
            f"before it ({error}); run `plangate doctor`"
        ) from error
    return session


def _without_payload(session: Session, entry: Entry) -> Session:
    """REC-10: an erased payload folds as empty; one that began a session leaves a bare name."""
    session.erased += 1
    if entry.type == e.GoalReceived.__name__:
        session.received = ERASED_GOAL
    return session


# --- one handler per event ------------------------------------------------------------------------
# The handlers alone write to a session; its public types are read-only for everybody else.


@on.of(e.GoalReceived)
def _goal_received(s: Session, event: e.GoalReceived, _at: str) -> None:
    s.received = event
    s.budget_signal = event.budget_signal
    s.inquiry.allowed = event.budget


@on.of(e.LoopOpened)
def _loop_opened(s: Session, _event: e.LoopOpened, _at: str) -> None:
    s.loop_open = True


@on.of(e.LoopTurned)
def _loop_turned(s: Session, event: e.LoopTurned, _at: str) -> None:
    s.turns.append(event)


@on.of(e.LoopPromoted)
def _loop_promoted(s: Session, event: e.LoopPromoted, _at: str) -> None:
    s.loop_open = False
    s.clarified = event.clarified
    if event.anew:
        s.aimed, s.seen, s.proposed, s.gaps = event.clarified, None, None, ()
    s.intake = None
    s.stop = None


@on.of(e.StopReported)
def _stop_reported(s: Session, event: e.StopReported, _at: str) -> None:
    s.stop = event.report


@on.of(e.SessionReopened)
def _session_reopened(s: Session, _event: e.SessionReopened, _at: str) -> None:
    s.stop = s.closed = None


@on.of(e.SessionClosed)
def _session_closed(s: Session, event: e.SessionClosed, _at: str) -> None:
    s.stop, s.closed = None, event
