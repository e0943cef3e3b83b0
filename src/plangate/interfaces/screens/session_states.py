"""One word for each place a session can stand at, on every screen (CLI-7).

Documents for programs carry the names of INT-8 and STOP-4; this is the one table that says what
they are called in front of a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plangate.core.log.session import Session
from plangate.core.model.records import Fields
from plangate.interfaces.screens.screen import Screen, heading, project
from plangate.language.tokens import counted

#: INT-8's states, where the ending says no more than they do.
STATES: Mapping[str, str] = {
    "planning": "unfinished",
    "awaiting_clarification": "waits for you",
    "held": "on hold",
    "planning_complete": "planned",
    "executing": "under way",
    "stopped": "stopped",
    "erased": "erased",
}
#: STOP-4's endings, where they say more than the state.
ENDINGS: Mapping[str, str] = {
    "proceed": "go ahead",
    "closed": "closed",
    "loop": "to find out",
    "listed": "to check",
    "parked": "waits for you",
    "not_understood": "not understood",
    "thin": "refused",
    "quality": "refused",
    "refused": "waits for you",
    "exhausted": "budget spent",
    "stagnation": "nothing new",
}


def standing_word(row: Fields) -> str:
    """Where a session stands, by its row; REC-9: one that neither ended nor waits is unfinished."""
    state, ending = str(row["state"]), str(row["ending"] or "")
    if state in ("planning_complete", "stopped") and ending in ENDINGS:
        return ENDINGS[ending]
    return STATES.get(state, state)


#: What is said in each turn of a loop (INT-3).
_TURN_WORDS = {
    "observe": "what you saw",
    "orient": "what it means",
    "decide": "what to try",
    "act": "what you did",
}
_TURN_AFTER = {"observe": "orient", "orient": "decide", "decide": "act", "act": "observe"}


def next_turn(session: Session, name: str) -> str:
    """The next turn of a loop as a command; `name` is its id and a space, or nothing."""
    turn = _TURN_AFTER[session.turns[-1].turn] if session.turns else "observe"
    return f"plangate ooda {name}{turn} '{_TURN_WORDS[turn]}'"


def closed_lines(screen: Screen, session: Session) -> Iterator[str]:
    """PLAN-13: that a plan was closed and why, how far it was, and how it is taken up again."""
    where = f"({project(session.begun.workspace)}, session {session.id})"
    yield from heading(screen, f"“{session.topic}”", where)
    if session.closed is not None:
        yield from screen.wrapped(f"Closed: {session.closed.why}")
    if session.plan is not None:
        done = sum(session.progress.get(task.id) == "done" for task in session.plan.tasks)
        yield f"{done} of {counted(len(session.plan.tasks), 'task')} had been done."
    yield from screen.wrapped(f"Wanted again? plangate resume {session.id}", "", "  ")
