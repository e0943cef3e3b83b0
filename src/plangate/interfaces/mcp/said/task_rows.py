"""Every task of a plan with where it stands and what is wrong with it (MCP-3, ASK-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plangate.core.agents.finality import why_final
from plangate.core.agents.judging import Ground, by_decision, findings_of
from plangate.core.agents.telling import host_default
from plangate.core.gate.session_facts import is_said
from plangate.core.log.session import Session
from plangate.core.model.nouns import Plan, Task
from plangate.core.model.records import Document
from plangate.core.plans.work.task_progress import awaiting_approval, standing, waiting_on
from plangate.interfaces.mcp.said.bounds import by_tools, in_lines, one_line


def task_rows(
    session: Session, plan: Plan, ground: Ground | None = None, *, in_full: bool
) -> list[Document]:
    """Every task with where it stands and what is wrong with it; in full for whoever lost it."""
    waits = waiting_on(session, plan)
    findings = findings_of(plan.tasks, session, ground)
    otherwise = _taken_otherwise(session, plan)
    ready = {task.id for task in standing(session, plan).ready}
    withheld = withheld_rows(session, plan)
    return [
        _task_row(
            task,
            _standing(session, task, ready, waits, withheld),
            (*otherwise.get(task.id, ()), *findings.get(task.id, ())),
            in_full=in_full,
        )
        for task in by_decision(plan.tasks, session)
    ]


def _taken_otherwise(session: Session, plan: Plan) -> dict[str, list[str]]:
    """MCP-3: which tasks rest on what was assumed against their proposer's default."""
    found: dict[str, list[str]] = {}
    for ambiguity in session.ambiguities:
        default = host_default(ambiguity)
        for entry in session.in_force:
            if entry.ambiguity != ambiguity.id or is_said(entry) or default is None:
                continue
            if entry.interpretation in (None, default):
                continue
            line = (
                f"not_your_default: {ambiguity.id} is {entry.interpretation}, not {default}; write "
                f"it for that, and tell {ambiguity.id} again with that default"
            )
            for task in plan.tasks:
                if entry.id in task.rests_on:
                    found.setdefault(task.id, []).append(line)
    return found


def withheld_rows(session: Session, plan: Plan) -> dict[str, str]:
    """PLAN-6: why each task is withheld, naming nothing that a host could not do (MCP-7)."""
    final = {task.id: why_final(session, task) for task in awaiting_approval(session, plan)}
    held = standing(session, plan).withheld
    return {name: by_tools(why) for name, why in {**held, **final}.items()}


def _task_row(
    task: Task, stands: Mapping[str, str], findings: Sequence[str], *, in_full: bool
) -> Document:
    row: Document = {"id": task.id, "title": one_line(task.title, 90)}
    if in_full:
        row |= {"do": in_lines(task.description), "files": list(task.files)}
        row |= {"check": in_lines(task.check)} if task.check else {}
        row |= {"rests_on": list(task.rests_on)} if task.rests_on else {}
    row |= {"after": list(task.depends_on)} if task.depends_on else {}
    return {**row, **stands, "findings": [one_line(line) for line in findings[:4]]}


def _standing(
    session: Session,
    task: Task,
    ready: set[str],
    waits: Mapping[str, Sequence[str]],
    withheld: Mapping[str, str],
) -> dict[str, str]:
    if (how := session.progress.get(task.id)) is not None:
        return {"is": how}
    if task.id in waits:
        return {"is": "waiting", "for": ", ".join(waits[task.id])}
    if task.id in withheld:
        return {"is": "withheld", "for": one_line(withheld[task.id], 240)}
    return {"is": "ready"} if task.id in ready else {}
