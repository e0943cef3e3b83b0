"""`plangate plan-diff`, `plan-edit` and `approve`: the versions of a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.cli.shared_options import (
    read_file_or_stdin,
    verbose_option,
    workspace_option,
)
from plangate.interfaces.cli.terminal import approval_prompt, approves

_WIDTH = 100
_VERSION = re.compile(r"(?:\w+-)?v\d{1,9}", re.ASCII)


@command("plan-diff", reads=True, epilog="Example: plangate plan-diff v1 v2")
@click.argument("words", metavar="[ID] [V1] [V2]", nargs=-1)
@workspace_option("Where the plan is looked for (default: here).")
def plan_diff(call: Call, words: tuple[str, ...]) -> int:
    """What two versions of the plan ID differ in (default: the last and the one before it)."""
    from plangate.app.acts.plans.plan_acts import two_versions
    from plangate.core.plans.plan_diff import diff_document

    has_id = bool(words) and _VERSION.fullmatch(words[0]) is None
    named, versions = (words[0] if has_id else None), words[has_id:]
    if len(versions) > 2:
        raise BadInput("V2", f"{len(versions)} versions are named", "at most two")
    old, new = (*versions, None, None)[:2]
    with call.planner() as planner:
        name = call.near(planner.store).planned(named)
        session, before, after = two_versions(planner, name, old, new)
    document = diff_document(session.id, before, after)
    return call.show(document, lambda: "\n".join(_diff_lines(document)))


@command("plan-edit", epilog="Example: plangate plan-edit --file plan.json")
@click.argument("named", metavar="[ID]", required=False)
@workspace_option("Where the plan is looked for (default: here).")
@verbose_option
@click.option("--file", "file", metavar="FILE", help="Your version: the JSON of `plangate show`.")
@click.option("--from-stdin", is_flag=True, help="Read it from standard input.")
@click.option("--allow-findings", is_flag=True, help="Let the quality gate's findings pass.")
@click.option("--reason", help="Why they may pass; recorded with them.")
def plan_edit(
    call: Call,
    named: str | None,
    file: str | None,
    from_stdin: bool,
    allow_findings: bool,
    reason: str | None,
) -> int:
    """Write your own version of the plan ID; no expansion and no revision overwrites it.

    Take the plan from `plangate show ID --json`, change its tasks, and hand it in. With
    --allow-findings and no file, what the quality gate found in the plan as it is may pass.
    """
    from plangate.app.acts.plans import plan_acts
    from plangate.core.model.shapes import read_json
    from plangate.interfaces.cli.plans.plan import override_reason

    allowed = override_reason(allow_findings, reason)
    if file is not None and from_stdin:
        raise BadInput("--from-stdin", "cannot be used with --file", "one of them")
    if file is None and not from_stdin:
        if allowed is None:
            raise BadInput("--file", "is missing", "a file, or --from-stdin")
        with call.planner() as planner:
            name = call.near(planner.store).planned(named)
            return call.show_outcome(plan_acts.allow_findings(planner, name, allowed, by=who()))
    raw = read_file_or_stdin("-" if from_stdin else file, field="--file")
    document = read_json(raw)
    with call.planner() as planner:
        name = call.near(planner.store).planned(named)
        advanced = plan_acts.edit_plan(planner, name, document, allow_reason=allowed, by=who())
    return call.show_outcome(advanced)


@command(epilog="Example: plangate approve t2 --version v2")
@click.argument("words", metavar="[ID] [TASK]...", nargs=-1)
@workspace_option("Where the plan is looked for (default: here).")
@click.option("--version", help="Which version you mean (default: the current one).")
@click.option("--yes", is_flag=True, help="Do not ask again at a terminal.")
def approve(call: Call, words: tuple[str, ...], version: str | None, yes: bool) -> int:
    """Approve steps of the plan ID that cannot be undone, each TASK by its name: a person's act.

    Without a TASK a terminal lists the steps that wait and asks. An approval is for these steps as
    they stand: a version with other ones needs it again.
    """
    from plangate.app.acts.plans import plan_acts
    from plangate.core.plans.work.task_progress import awaiting_approval

    with call.planner() as planner:
        near = call.near(planner.store)
        tasks, name = (
            words,
            near.planned(None if not words or near.means_task(words[0]) else words[0]),
        )
        if name in words[:1]:
            tasks = words[1:]
        if not call.as_json and not yes and at_a_terminal():
            session, plan = plan_acts.plan_session(planner, name)
            where = session.begun.workspace
            planner.require("approve", f"plangate approve {session.id}", workspace=where)
            waiting = awaiting_approval(session, plan)
            steps = [task for task in waiting if not tasks or task.id in tasks]
            for task in steps:
                emit(call.screen.fit(task.title, f"  {task.id}  "))
            names = [task.id for task in steps]
            told = f"Approve these steps of v{plan.version}? They cannot be undone. "
            told += approval_prompt(names)
            if steps and not approves(
                click.prompt(told, default="", show_default=False, err=True), names
            ):
                emit("Nothing was approved.")
                return 4
            tasks = tasks or tuple(task.id for task in steps)
        approved = plan_acts.approve(planner, name, version, tasks=tasks, by=who(), surface="cli")
    names = [task.id for task in approved.tasks]
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.approval/1",
                "session": approved.session.id,
                "plan_version": approved.plan.version,
                "approved": names,
            }
        )
    elif names:
        emit(f"Approved of v{approved.plan.version}: {', '.join(names)}")
    else:
        emit(f"Nothing of plan v{approved.plan.version} waits for approval.")
    return 0


# --- for a person ---------------------------------------------------------------------------------


def _diff_lines(document: Document) -> Iterator[str]:
    yield f"v{document['from']} → v{document['to']}  {document['trigger']}"
    same = document["unchanged"]
    yield (
        f"{len(document['added'])} added, {len(document['removed'])} removed, "
        f"{len(document['changed'])} changed, {same} as before"
    )
    for task in document["added"]:
        yield from ["", f"+ {task['id']}  {_line(task['title'])}"]
        yield from _fields(task)
    for task in document["removed"]:
        yield from ["", f"- {task['id']}  {_line(task['title'])}"]
    for task in document["changed"]:
        yield from ["", f"~ {task['id']}  {_line(task['title'])}"]
        for field, sides in task["fields"].items():
            yield from _change(field, sides["before"], sides["after"])


def _fields(task: Document) -> Iterator[str]:
    """What a new task brings, in the few lines that matter."""
    if task["description"] != task["title"]:
        yield f"    {_line(task['description'])}"
    for field in ("files", "depends_on"):
        if task[field]:
            yield f"    {field}: {_line(', '.join(task[field]))}"


def _change(field: str, before: Any, after: Any) -> Iterator[str]:
    """A list shows what came and went; a text both sides, one below the other."""
    if isinstance(before, list):
        gone = [entry for entry in before if entry not in after]
        new = [entry for entry in after if entry not in before]
        moved = "" if gone or new else "in another order"
        parts = [*(f"+{_line(entry)}" for entry in new), *(f"-{_line(entry)}" for entry in gone)]
        yield f"    {field}: {', '.join(parts) or moved}"
    elif isinstance(before, int):
        yield f"    {field}: {before} → {after}"
    else:
        yield f"    {field}:"
        yield f"      - {_line(before) or '(empty)'}"
        yield f"      + {_line(after) or '(empty)'}"


def _line(text: str) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1].rstrip()}…"
