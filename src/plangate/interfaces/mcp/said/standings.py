"""Where a workspace and its work stand (MCP-8): what a host that lost its context goes on from."""

from __future__ import annotations

from plangate.app.acts.plans.progress_acts import Moved
from plangate.app.planner import Advanced, Planner
from plangate.core.agents.retelling import waits_for_its_host
from plangate.core.gate.asking.beside import still_beside
from plangate.core.log.chain import moment, time_of
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.places import Here
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import standing, waiting_on
from plangate.interfaces.mcp.said.bounds import bounded
from plangate.interfaces.mcp.said.next_steps import next_of, tasks_again
from plangate.interfaces.mcp.said.question_replies import question_reply, with_the_host_first
from plangate.interfaces.mcp.said.task_rows import task_rows, withheld_rows

_MOST_SESSIONS, _MOST_ASSUMED = 8, 20


def workspace_status(planner: Planner, here: Here, since: str | None) -> Document:
    """Open questions, the current plan, what was assumed, and the other sessions."""
    start = _time(since)
    rows = planner.store.rows(
        Query("plan_sessions", places=here.places, order=("updated_at",), descending=True)
    )
    sessions = [
        {"session": row["plan_session_id"], "goal": str(row["goal"])[:120], "state": row["state"]}
        for row in rows[:_MOST_SESSIONS]
    ]
    document: Document = {"sessions": sessions}
    unreadable: set[str] = set()
    if len(rows) > _MOST_SESSIONS:
        document["left_out"] = len(rows) - _MOST_SESSIONS
    if questions := _open(planner, here, unreadable):
        document["questions"] = questions
    document |= _current(planner, rows, unreadable)
    if assumed := _assumed(planner, here, start, unreadable):
        document["assumed"] = assumed
    if unreadable:  # REC-9: one line, and nothing else stops
        document["unreadable"] = sorted(unreadable)
    document["next"] = _next(document)
    return bounded(document)


def _time(since: str | None) -> str:
    if since is None:
        return ""
    try:
        return moment(time_of(since))
    except (ValueError, StoreDamaged):
        raise BadInput("since", f"{since[:40]!r} is no time", "2026-01-31T08:00:00Z") from None


def _open(planner: Planner, here: Here, unreadable: set[str]) -> list[Document]:
    """The questions that wait, each looked at so that an overdue one expires (ASK-8)."""
    query = Query("questions", places=here.places, among=("status", ("pending", "held")))
    found = []
    for row in planner.store.rows(query):
        try:
            session = planner.advance(row["session"]).session
        except StoreDamaged:
            unreadable.add(row["session"])
            continue
        question = session.question(row["id"])
        if question.is_open and not waits_for_its_host(session):
            shown = question_reply(still_beside(session, question))
            found.append({**shown, "session": row["session"]})
    return found[:_MOST_SESSIONS]


def _current(planner: Planner, rows: list[Document], unreadable: set[str]) -> Document:
    """The plan that was worked on last and is not finished."""
    for row in rows:
        try:
            session = planner.session(row["plan_session_id"])
        except StoreDamaged:
            unreadable.add(row["plan_session_id"])
            continue
        plan = session.plan
        if plan is None or all(session.progress.get(t.id) == "done" for t in plan.tasks):
            continue
        return {
            "current": session.id,
            "plan_version": plan.version,
            "tasks": task_rows(session, plan, in_full=False),
            "ready": [task.id for task in standing(session, plan).ready],
            "waiting": waiting_on(session, plan),
            "next": _next_of(planner.advance(session.id)),
        }
    return {}


def _next_of(advanced: Advanced) -> str:
    """What is next; GATE-6: before a question that is held back, what its host does first."""
    if not waits_for_its_host(advanced.session):
        return next_of(advanced)
    told = with_the_host_first({}, advanced.session, tasks_again(advanced.session))
    return str(told["next"])


def _assumed(planner: Planner, here: Here, since: str, unreadable: set[str]) -> list[Document]:
    rows = planner.store.rows(Query("assumptions", places=here.places, order=("id",)))
    fresh = [row for row in rows if str(row.get("at") or row.get("updated_at") or "") >= since]
    entries, broken = documents_of(fresh)
    unreadable.update(broken)
    told = [
        {"entry": x["id"], "decision": str(x["decision"])[:120], "confidence": x["confidence"]}
        for x in entries
        if x["status"] == "open" and not str(x["user_response"]).startswith("confirmed:")
    ]
    return told[-_MOST_ASSUMED:]


def _next(document: Document) -> str:
    if "current" in document:
        return f"{document['next']} status with session {document['current']} gives it in full."
    if "questions" in document:
        return "Show a question as it stands, then wait on it."
    begun = (x["session"] for x in document["sessions"] if x["state"] == "planning")
    if (name := next(begun, None)) is not None:
        return f"{name} is begun and has no plan yet: call plan with its goal, as it stands there."
    return "Nothing is under way; plan begins something."


def moved_reply(moved: Moved, did: str) -> Document:
    """What came of a step of the work, and what is ready now."""
    now = standing(moved.session, moved.plan)
    document: Document = {
        "session": moved.session.id,
        "task": moved.task.id,
        "is": moved.session.progress.get(moved.task.id, did),
        "ready": [{"id": task.id, "title": task.title} for task in now.ready],
        "left": sum(moved.session.progress.get(t.id) != "done" for t in moved.plan.tasks),
    }
    if withheld := withheld_rows(moved.session, moved.plan):
        document["withheld"] = withheld
    if moved.look.stale:
        document["changed_since"] = [
            " ".join(map(str, entry))[:200] for entry in moved.look.stale[:6]
        ]
    if did == "fail":
        document["plan_version"] = moved.plan.version
        document["next"] = "The task was planned anew; plan with tasks brings a better way."
    elif moved.task.id in moved.look.offered:
        commit = moved.look.offered[moved.task.id]
        document["next"] = f"A commit names it: task done with proof commit:{commit.name[:12]}."
    return bounded(document)
