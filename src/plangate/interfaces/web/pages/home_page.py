"""While you were away: what waits, what was assumed, what was done (WEB-1)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from plangate.app.planner import Planner
from plangate.core.log.chain import event_of, is_erased, moment
from plangate.core.log.session import Session
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.errors import NotFound, StoreDamaged
from plangate.core.model.nouns import Assumption
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import awaiting_approval
from plangate.interfaces.web.pages.inbox_page import Listed, open_questions, parked
from plangate.interfaces.web.visit import Go, Page, Visit

#: How far back somebody looks who has never said what they saw.
_FIRST_LOOK = timedelta(days=7)
_MOST_SESSIONS = 60
_MOST_WAITING = 12
_MOST_PLANNED = 8


class Assumed(NamedTuple):
    """An entry that was taken without asking, with the session it stands in."""

    entry: Assumption
    at: str
    goal: str
    workspace: str


class Worked(NamedTuple):
    """Work on a plan: how far it is, and what failed."""

    session: Session
    done: int
    failed: dict[str, str]


def home(visit: Visit) -> Page:
    planner = visit.look()
    since = visit.desk.seen() or moment(visit.now - _FIRST_LOOK)
    sessions = list(_moved(planner, since))
    values: Document = {
        "since": since,
        "ever_seen": visit.desk.seen() is not None,
        "waiting": _waiting(visit),
        "assumed": [a for s in sessions for a in _assumed(planner, s, since)],
        "approvals": [(s, steps) for s in _approvable(planner) if (steps := _steps(s))],
        "scopes": _scopes(planner),
        "worked": [_worked(s) for s in sessions if s.progress],
        "planned": [s for s in sessions if _is_new_plan(s, since)],
        "most_planned": _MOST_PLANNED,
    }
    values["nothing"] = not any(
        values[name] for name in ("waiting", "assumed", "approvals", "scopes", "worked", "planned")
    )
    return Page("home.html", "While you were away", values, part="home")


def _is_new_plan(session: Session, since: str) -> bool:
    return session.plan is not None and session.began_at >= since and not session.progress


def seen(visit: Visit) -> Go:
    """Everything up to now was seen; nothing of it changes."""
    visit.desk.see(moment(visit.now))
    return Go("/")


def _waiting(visit: Visit) -> list[Listed]:
    planner = visit.look()
    return [
        *open_questions(planner, visit.now, _MOST_WAITING),
        *parked(visit),
    ]


def _moved(planner: Planner, since: str) -> Iterator[Session]:
    """The sessions in which something happened since then, the latest first."""
    rows = planner.store.rows(
        Query(
            "plan_sessions",
            from_on=("updated_at", since),
            order=("updated_at",),
            descending=True,
            limit=_MOST_SESSIONS,
        )
    )
    for row in rows:
        with suppress(StoreDamaged, NotFound):  # REC-9: what cannot be read stops no other
            yield planner.session(row["plan_session_id"])


def _assumed(planner: Planner, session: Session, since: str) -> Iterator[Assumed]:
    """What was taken without asking since then and still holds, the most costly doubt first."""
    holding = {str(entry.id): entry for entry in session.in_force if entry.status == "open"}
    for logged in planner.store.read(session.id):
        if logged.at < since or is_erased(logged) or logged.type not in _TAKING:
            continue
        event: Any = event_of(logged)
        entry = event.assumption if logged.type == "AssumptionRecorded" else event.entry
        if str(entry.id) in holding:
            yield Assumed(holding[str(entry.id)], logged.at, session.goal, session.begun.workspace)


_TAKING = ("AssumptionRecorded", "DecisionRevised")


def _approvable(planner: Planner) -> Iterator[Session]:
    """PLAN-6: sessions whose plan has a step that cannot be undone."""
    rows = planner.store.rows(Query("plans", equals={"requires_approval": 1}, limit=_MOST_SESSIONS))
    for name in dict.fromkeys(str(row["session"]) for row in rows):
        with suppress(StoreDamaged, NotFound):
            yield planner.session(name)


def _steps(session: Session) -> list[Any]:
    if session.plan is None or session.open_question is not None:
        return []
    return list(awaiting_approval(session, session.plan))


def _scopes(planner: Planner) -> list[Document]:
    rows = planner.store.rows(Query("scopes", among=("status", ("open", "held")), limit=20))
    return documents_of(rows)[0]


def _worked(session: Session) -> Worked:
    tasks = session.plan.tasks if session.plan else ()
    done = sum(session.progress.get(task.id) == "done" for task in tasks)
    return Worked(session, done, dict(session.failures))
