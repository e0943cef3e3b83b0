"""The work on a plan over MCP: a task begun, done or failed, and leave to begin one (PLAN-6).

A task that cannot be undone waits for a person's approval. Where the client shows forms, an agent
that wants to begin one puts it to the person by its name; typing that is the approval (ACT-1). What
is typed otherwise, or not at all, approves nothing.
"""

from __future__ import annotations

from plangate.app.acts.plans import plan_acts, progress_acts
from plangate.core.agents.finality import shown_to_approve, why_final
from plangate.core.guard.acts import Actor
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Task
from plangate.core.model.records import Fields
from plangate.core.plans.work.task_progress import awaiting_approval
from plangate.interfaces.mcp.desks.served import SURFACE, Reply, Serving, as_tool
from plangate.interfaces.mcp.forms import approval_form, typed_to_approve
from plangate.interfaces.mcp.said.bounds import bounded
from plangate.interfaces.mcp.said.standings import moved_reply


class TaskDesk(Serving):
    """What becomes of a task."""

    def task(self, arguments: Fields, agent: str, *, shows_forms: bool = False) -> Reply:
        """MCP-8: a task begun, done or failed, and what is ready now."""
        with self.planner(as_tool(agent)) as planner:
            name, about = self.session_name(planner, arguments["session"]), arguments["task"]
            match arguments["do"]:
                case "start":
                    if shows_forms and (held := _held(planner.session(name), about)) is not None:
                        return _to_approve(planner.session(name), held)
                    moved = progress_acts.start_task(planner, name, about, by=agent)
                case "done":
                    proof = arguments.get("proof")
                    moved = progress_acts.finish_task(planner, name, about, by=agent, proof=proof)
                case _:
                    why = arguments.get("note") or "it did not work"
                    moved = progress_acts.fail_task(planner, name, about, why, by=agent)
        return Reply(moved_reply(moved, arguments["do"]))

    def to_approve(self, name: str, part: str) -> Reply:
        """Where a task stands that a person is asked to approve: with its form while it waits."""
        with self.planner() as planner:
            session = planner.session(self.session_name(planner, name))
            held = _held(session, part.partition("/")[2])
            if held is not None and session.plan and _version(session) == part.partition("/")[0]:
                return _to_approve(session, held)
            return Reply({"session": session.id, "next": "status shows what is ready now."})

    def approved(self, name: str, part: str, typed: str, agent: str) -> Reply:
        """PLAN-6: a person typed what approves a task, so that it is begun; other words do not."""
        version, _, task = part.partition("/")
        if _folded(typed) != _folded(typed_to_approve(task)):
            problem = f"{typed[:60]!r} is not what approves {task}, and nothing is approved"
            raise BadInput("approval", problem, typed_to_approve(task))
        with self.planner(Actor("form", self.person)) as planner:
            name = self.session_name(planner, name)
            plan_acts.approve(planner, name, version, tasks=[task], by=self.person, surface=SURFACE)
        return self.task({"session": name, "task": task, "do": "start"}, agent)


def _held(session: Session, name: str) -> Task | None:
    """The task that somebody names, where it waits for an approval and for nothing else."""
    if session.plan is None:
        return None
    waits = awaiting_approval(session, session.plan)
    held = next((task for task in waits if task.id == name.strip()), None)
    before = held.depends_on if held is not None else ()
    return held if all(session.progress.get(each) == "done" for each in before) else None


def _to_approve(session: Session, task: Task) -> Reply:
    why = why_final(session, task)
    document = {"session": session.id, "task": task.id, "is": "withheld", "for": why}
    document["next"] = f"{task.id} waits for the person's approval; other tasks may go on."
    shown = shown_to_approve(session, task)
    form = approval_form(str(session.id), _version(session), task, shown)
    return Reply(bounded(document), form)


def _version(session: Session) -> str:
    assert session.plan is not None, "its caller looked"
    return f"v{session.plan.version}"


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
