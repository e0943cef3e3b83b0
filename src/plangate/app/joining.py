"""Waiting for a question of another session, and no longer doing so (GATE-19)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from plangate.core.audit.projection import rows_after
from plangate.core.events import event as e
from plangate.core.log.chain import seal_all
from plangate.core.log.folding import step
from plangate.core.log.session import Session
from plangate.core.model.errors import Conflict, PlangateError, StoreDamaged
from plangate.core.steps.joining_step import joining_events

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plangate.app.planner import Planner
    from plangate.core.log.chain import Entry
    from plangate.core.log.tables import TableRow
    from plangate.core.model.nouns import Question
    from plangate.core.moves import JoinQuestion


def join(planner: Planner, session: Session, move: JoinQuestion) -> Session:
    """Join a question: both sessions say so in one append, or Conflict when it was settled
    meanwhile or somebody else was first."""
    name = str(move.question.id)
    try:
        owner = planner.session(str(move.question.session))
    except StoreDamaged as error:  # REC-9: whoever asks something else is not stopped by it
        raise StoreDamaged(f"{name} asks the same already, and {error}") from None
    question = owner.question(name)
    if not question.is_open:
        raise Conflict(f"{name} is {question.status} by now")
    known = any(other.session == session.id for other in question.joined)
    shared = e.QuestionShared(name, session.id, session.begun.on_timeout)
    joining = joining_events(session, move.ambiguity, question)
    return append_both(planner, owner, () if known else (shared,), session, joining)


def served(planner: Planner, question: Question) -> tuple[str, ...]:
    """GATE-19: one answer serves all who wait for it. Those of the same folder go on at once;
    what one of them meets there is told to whoever looks at it, and the answer stands."""
    here = planner.session(str(question.session)).begun.workspace
    found: list[str] = []
    for other in question.joined:
        with suppress(PlangateError):
            if planner.session(other.session).begun.workspace == here:
                planner.advance(other.session)
                found.append(other.session)
    return tuple(found)


def append_both(
    planner: Planner,
    owner: Session,
    theirs: Sequence[e.Event],
    session: Session,
    ours: Sequence[e.Event],
) -> Session:
    """Events of the session that asked and of one that joined, all or none; the latter after."""
    now = planner.clock.now()
    entries: list[Entry] = []
    rows: list[TableRow] = []
    for whose, happened in ((owner, theirs), (session, ours)):
        if not happened:
            continue
        added = seal_all(whose.id, whose.head, happened, now)
        after = whose
        for entry in added:
            after = step(after, entry)
        entries += added
        rows += rows_after(after, added, happened)
    planner.store.append(entries, rows)
    return session
