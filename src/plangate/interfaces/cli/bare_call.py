"""`plangate` alone: what waits for you, and what is next in this directory (CLI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from plangate.interfaces.cli.command import Call
from plangate.interfaces.cli.printing import emit_screen
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.app.naming.nearby import Nearby
    from plangate.app.planner import Planner
    from plangate.core.log.session import Session
    from plangate.core.model.nouns import Plan
    from plangate.interfaces.screens.screen import Screen

_BEGIN = "plangate plan 'what you want done'"
_TRY = "plangate demo  (two minutes, and nothing is left behind)"
_WHAT_IT_IS = (
    "plangate makes a checked plan of a goal before anybody works on it, and asks you only what "
    "is worth your attention."
)
_MOST_QUESTIONS = 3
_MOST_PLANS = 4


def home() -> int:
    """Say where things stand here; a newcomer is told how to begin."""
    call = Call(None, as_json=False, workspace=None)
    with call.planner() as planner:
        near = call.near(planner.store)
        lines = list(_lines(planner, near, call.screen))
    emit_screen("\n".join(lines))
    return 0


def _lines(planner: Planner, near: Nearby, screen: Screen) -> Iterator[str]:
    waiting = list(_waiting(planner, screen))
    yield from waiting
    at_work = _at_work(planner, near)
    loops = list(_loops(planner, near, screen))
    if at_work is not None:
        from plangate.core.plans.work.task_progress import status_document
        from plangate.interfaces.screens.work import status_lines

        session, plan = at_work
        document = status_document(session, plan) | {"stale": [], "proof_offered": []}
        others = chain(_others(planner, near, screen), loops)
        yield from status_lines(screen, session, plan, document, others)
        return
    if loops:
        yield from loops
        return
    if not waiting:
        if near.latest is None:
            yield from screen.wrapped(_WHAT_IT_IS)
        yield from screen.wrapped("Nothing waits for you, and nothing is under way here.")
    if not waiting:
        yield ""
    yield from [f"Begin: {_BEGIN}", f"Try it out: {_TRY}", "All commands: plangate --help"]


def _others(planner: Planner, near: Nearby, screen: Screen) -> Iterator[str]:
    """The other plans here that are not finished."""
    from plangate.core.plans.work.task_progress import standing

    found = [planner.session(name) for name in near.planned_here[1 : _MOST_PLANS + 1]]
    for session in found:
        if session.plan is not None and (left := standing(session, session.plan)).waves:
            told = f"{len(left.done)} of {len(session.plan.tasks)} done, “{session.topic}”"
            line = f"Also open here: {told}: plangate status {session.id}"
            yield from screen.some(line, "", "  ", 3)
    if more := near.planned_here[_MOST_PLANS + 1 :]:
        yield f"and {counted(len(more), 'more plan')} here: plangate sessions"


def _loops(planner: Planner, near: Nearby, screen: Screen) -> Iterator[str]:
    """What is being found out here, and the next turn of it."""
    from plangate.interfaces.screens.session_states import next_turn

    for name in near.loops[:_MOST_PLANS]:
        session = planner.session(name)
        yield from screen.wrapped(f"Being found out here: “{session.topic}”", "", "  ")
        yield from screen.wrapped(f"Next: {next_turn(session, f'{name} ')}", "  ", "    ")


def _waiting(planner: Planner, screen: Screen) -> Iterator[str]:
    """The questions that wait, the most costly first, wherever they were asked."""
    from plangate.app.acts.question_acts import expire_readable
    from plangate.app.naming.lookup import open_scopes
    from plangate.core.log.tables import Query
    from plangate.interfaces.screens.scopes import waiting_scope_lines
    from plangate.interfaces.screens.sessions import inbox_lines

    expire_readable(planner)
    query = Query(
        "questions",
        among=("status", ("pending", "held")),
        order=("expected_loss", "asked_at"),
        descending=True,
    )
    rows = planner.store.rows(query)
    names = tuple({row["session"] for row in rows[:_MOST_QUESTIONS]})
    found = planner.store.rows(Query("plan_sessions", among=("plan_session_id", names)))
    goals = {row["plan_session_id"]: row["goal"] for row in found}
    scopes = open_scopes(planner.store)
    waiting = len(rows) + len(scopes)
    shown = scopes[: max(0, _MOST_QUESTIONS - len(rows))]
    if waiting:
        yield screen.paint("assumed", f"Waiting for you: {waiting}")
        yield from inbox_lines(screen, rows[:_MOST_QUESTIONS], goals, ())
        yield from waiting_scope_lines(screen, shown)
    if waiting > _MOST_QUESTIONS:
        yield from [f"and {waiting - _MOST_QUESTIONS} more: plangate inbox", ""]


def _at_work(planner: Planner, near: Nearby) -> tuple[Session, Plan] | None:
    """The plan that is worked on here, unless it is finished."""
    if near.at_work is None:
        return None
    session = planner.session(near.at_work)
    plan = session.plan
    if plan is None or all(session.progress.get(task.id) == "done" for task in plan.tasks):
        return None
    return session, plan
