"""Which plan a task without an id belongs to, where several plans are open in one place (CLI-6).

To begin one, the plan that something happened in last is meant, and the others are named. What is
done or failed was begun: the plan in which it was, if that is unmistakable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.model.errors import NotFound

if TYPE_CHECKING:
    from plangate.app.naming.nearby import Nearby
    from plangate.app.planner import Planner
    from plangate.core.log.session import Session

#: How many of the latest plans are looked at.
_MOST = 8


class Meant(NamedTuple):
    """The session a task without an id is of, and the other plans here that have one like it."""

    session: str
    others: tuple[Session, ...] = ()


def task_to_start(planner: Planner, near: Nearby, named: str | None, task: str) -> Meant:
    """The plan ID, or the one at work here; with the others that could have been meant."""
    session = near.planned(named)
    if named is not None:
        return Meant(session)
    others = (other for other in _open_with(planner, near, task) if other.id != session)
    return Meant(session, tuple(others))


def task_under_way(planner: Planner, near: Nearby, named: str | None, task: str) -> Meant:
    """The plan ID, or the one in which the task was begun; several are listed, never guessed."""
    session = near.planned(named)
    if named is not None:
        return Meant(session)
    begun = [one for one in _open_with(planner, near, task) if one.progress.get(task) == "started"]
    if len(begun) > 1:
        names = ", ".join(f"{one.id} {task} (“{_goal(one)}”)" for one in begun)
        raise NotFound("TASK", f"{task!r} is under way in {len(begun)} plans here", names)
    return Meant(begun[0].id if begun else session)


def _open_with(planner: Planner, near: Nearby, task: str) -> Iterator[Session]:
    """The plans here in which a task of this name is left to do, the latest first."""
    for name in near.planned_here[:_MOST]:
        session = planner.session(name)
        tasks = session.plan.tasks if session.plan is not None else ()
        if any(one.id == task for one in tasks) and session.progress.get(task) != "done":
            yield session


def _goal(session: Session) -> str:
    goal = " ".join(session.topic.split())
    return goal if len(goal) <= 60 else f"{goal[:59].rstrip()}…"
