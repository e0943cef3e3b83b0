"""The server's use cases, each a plain function call with a database connection of its own.

The desk offers nothing that is a person's to do (MCP-6): no preference, focus, budget, threshold,
attention signal, route, deadline or approval passes through here.
"""

from __future__ import annotations

from plangate.app.planner import Advanced
from plangate.core.agents.retelling import waits_for_its_host
from plangate.core.guard.redaction import redact
from plangate.core.model.errors import BadInput, PlangateError
from plangate.core.model.records import Document, Fields
from plangate.interfaces.mcp.desks.plan_desk import PlanDesk
from plangate.interfaces.mcp.desks.question_desk import QuestionDesk
from plangate.interfaces.mcp.desks.scope_desk import ScopeDesk
from plangate.interfaces.mcp.desks.served import Reply
from plangate.interfaces.mcp.desks.task_desk import TaskDesk
from plangate.interfaces.mcp.said.bounds import by_tools, paged
from plangate.interfaces.mcp.said.next_steps import tasks_again
from plangate.interfaces.mcp.said.question_replies import with_the_host_first
from plangate.interfaces.mcp.said.replies import session_reply
from plangate.interfaces.mcp.said.standings import workspace_status


class Desk(PlanDesk, QuestionDesk, ScopeDesk, TaskDesk):
    """Everything the tools do, for the workspaces of one server."""

    def status(self, arguments: Fields) -> Reply:
        """MCP-8: all a host needs that lost its context."""
        with self.planner() as planner:
            if "session" in arguments:
                advanced = planner.advance(self.session_name(planner, arguments["session"]))
                document = session_reply(advanced, in_full=True)
                if waits_for_its_host(advanced.session):
                    first = tasks_again(advanced.session)
                    document = with_the_host_first(document, advanced.session, first)
                if "after" in arguments:
                    return Reply(paged(_tasks_after(document, arguments["after"])))
                return Reply(paged({**document, **_goal(advanced)}))
            here = planner.places.here(str(self.workspace(arguments.get("workspace"))))
            return Reply(workspace_status(planner, here, arguments.get("since")))


def _tasks_after(document: Document, task: str) -> Document:
    """MCP-7: the next page of a plan, its tasks alone."""
    tasks = document.get("tasks", [])
    names = [row["id"] for row in tasks]
    if task not in names:
        raise BadInput("after", f"no task {task[:40]!r}", f"one of {', '.join(names[:40])}")
    kept = {name: document[name] for name in ("session", "state", "next")}
    return {**kept, "tasks": tasks[names.index(task) + 1 :]}


def _goal(advanced: Advanced) -> Document:
    return {"goal": advanced.session.goal[:400]}


def refusal(error: PlangateError) -> str:
    """One line, without secrets, naming tools where there are some (ERR-1, ASK-14, MCP-7)."""
    return by_tools(redact(" ".join(str(error).split())))
