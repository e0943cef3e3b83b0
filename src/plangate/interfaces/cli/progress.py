"""`plangate ready`, `start`, `done`, `fail` and `status`: the work on a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    emit,
    emit_json,
    who,
)

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.progress import Look, Moved
    from plangate.core.log.session import Session
    from plangate.core.model.nouns import Plan

_BAR = 30


@command(epilog="Example: plangate ready k3v9xq2m --groups")
@click.argument("name", metavar="ID")
@click.option("--groups", is_flag=True, help="In groups for workers that share no file.")
def ready(call: Call, name: str, groups: bool) -> int:
    """What of the plan ID can start now, what comes in which wave, and what is withheld.

    Files and evidence that are no longer as they were when the plan was made are named.
    """
    from plangate.app.plans import plan_session
    from plangate.core.plans.groups import handed_out, session_groups
    from plangate.core.plans.progress import ready_document, standing

    with call.planner() as planner:
        session, plan = plan_session(planner, name)
        document = ready_document(session, plan) | _second_look(planner, session, plan)
    if groups:
        document["groups"] = handed_out(session_groups(session, plan), standing(session, plan))
    if call.as_json:
        emit_json(document)
    else:
        lines = _group_lines(document["groups"], plan) if groups else _ready_lines(document, plan)
        emit("\n".join([*lines, *_look_lines(document)]))
    return 0


@command(epilog="Example: plangate start k3v9xq2m t1")
@click.argument("name", metavar="ID")
@click.argument("task")
def start(call: Call, name: str, task: str) -> int:
    """Begin TASK of the plan ID. The first task begins the execution: from then on nothing asks."""
    from plangate.app.progress import start_task

    with call.planner() as planner:
        moved = start_task(planner, name, task, by=who())
    return _show_move(moved, "started", call.as_json)


@command(epilog="Example: plangate done k3v9xq2m t1 --proof 'exit 0: pytest tests'")
@click.argument("name", metavar="ID")
@click.argument("task")
@click.option("--proof", help="What shows it: `commit SHA`, `exit 0: COMMAND` or `file PATH`.")
def done(call: Call, name: str, task: str, proof: str | None) -> int:
    """Say that TASK of the plan ID is done; it never changes again.

    Without a proof it is counted as done by word alone; one may be brought later.
    """
    from plangate.app.progress import finish_task

    with call.planner() as planner:
        moved = finish_task(planner, name, task, by=who(), proof=proof)
    return _show_move(moved, "done", call.as_json)


@command(epilog="Example: plangate fail k3v9xq2m t2 --why 'the driver lacks the call'")
@click.argument("name", metavar="ID")
@click.argument("task")
@click.option("--why", required=True, help="What went wrong.")
def fail(call: Call, name: str, task: str, why: str) -> int:
    """Say that TASK of the plan ID did not work: a new version plans it anew, and nothing else."""
    from plangate.app.progress import fail_task

    with call.planner() as planner:
        moved = fail_task(planner, name, task, why, by=who())
    return _show_move(moved, "failed", call.as_json)


@command(epilog="Example: plangate status k3v9xq2m")
@click.argument("name", metavar="ID")
def status(call: Call, name: str) -> int:
    """How far the work on the plan ID is, what is next and what is blocked."""
    from plangate.app.plans import plan_session
    from plangate.core.plans.progress import status_document

    with call.planner() as planner:
        session, plan = plan_session(planner, name)
        document = status_document(session, plan) | _second_look(planner, session, plan)
    if call.as_json:
        emit_json(document)
    else:
        lines = [*_status_lines(document, plan), "", *_ready_lines(document, plan)]
        emit("\n".join([*lines, *_look_lines(document)]))
    return 0


def _second_look(planner: Planner, session: Session, plan: Plan) -> dict[str, Any]:
    """PLAN-10, PLAN-11: what of the tasks at hand no longer holds, and commits that name one."""
    from plangate.app.progress import look_again
    from plangate.core.plans.progress import standing

    now = standing(session, plan)
    look = look_again(planner, session, plan, now.ready, (*now.started, *now.done))
    return _look_document(session.id, look)


def _look_document(session: str, look: Look) -> dict[str, Any]:
    from plangate.core.plans.staleness import stale_documents

    return {
        "stale": stale_documents(look.stale),
        "proof_offered": [
            {
                "task": task,
                "commit": commit.name,
                "subject": commit.subject,
                "command": f"plangate done {session} {task} --proof {commit.name[:12]}",
            }
            for task, commit in look.offered.items()
        ],
    }


def _look_lines(document: dict[str, Any]) -> Iterator[str]:
    from plangate.interfaces.text import shown

    if document["stale"]:
        yield "No longer as planned:"
        for entry in document["stale"]:
            yield f"  {entry['task']}  {shown(entry['says'])}"
            yield f"      plan it anew: {shown(entry['offer'])}"
    if document["proof_offered"]:
        yield "Commits that name a task:"
        for entry in document["proof_offered"]:
            yield f"  {entry['task']}  {entry['commit'][:12]} {shown(entry['subject'])}"
            yield f"      take it as proof: {entry['command']}"


def _group_lines(document: dict[str, Any], plan: Plan) -> Iterator[str]:
    """PLAN-8: what each worker may take."""
    from plangate.interfaces.text import shown

    titles = {task.id: shown(" ".join(task.title.split())) for task in plan.tasks}
    count = document["workers"]
    yield f"{document['kind']}: {count} worker{'' if count == 1 else 's'} at the widest"
    for group in document["groups"]:
        after = f"  after {', '.join(group['after'])}" if group["after"] else ""
        yield f"{group['id']}  {group['state']}{after}"
        for name in group["left"]:
            yield f"    {name}  {titles[name]}"
        if "note" in group:
            yield f"    {group['note']}"


def _show_move(moved: Moved, word: str, as_json: bool) -> int:
    from plangate.core.model.nouns import plain
    from plangate.core.plans.progress import ready_document

    session, plan, task = moved.session, moved.plan, moved.task
    document = ready_document(session, plan)
    look = _look_document(session.id, moved.look)
    # PLAN-7: a repair the quality gate keeps back is said when it happens.
    exit_code = 5 if word == "failed" and session.refused else 0
    if as_json:
        emit_json(
            {
                "schema": "plangate.task/1",
                "session": session.id,
                "task": task.id,
                "result": word,
                "plan_version": plan.version,
                "changes": list(plan.changes) if word == "failed" else [],
                "ready": [entry["id"] for entry in document["ready"]],
                "refused": dict(session.refused),
                "state": session.state,
                "proof": plain(session.work.proofs.get(task.id)),
                **look,
            }
        )
        return exit_code
    emit(f"{task.id} {'has failed' if word == 'failed' else f'is {word}'}: {task.title}")
    if word == "failed":
        emit(f"Plan v{plan.version}:")
        emit("\n".join(f"  {line}" for line in plan.changes))
        for line in session.refused.values():
            emit(f"Kept back by the quality gate: {line}")
        for entry in document["withheld"]:
            if entry["id"] == task.id:
                emit(f"{task.id} waits again: {entry['why']}")
    if word == "done" and task.id not in session.work.proofs:
        emit("Done by word alone: --proof says what shows it.")
    if told := "\n".join(_look_lines(look)):
        emit(told)
    following = ", ".join(entry["id"] for entry in document["ready"])
    if following:
        emit(f"Ready: {following}")
    elif len(document["done"]) == len(plan.tasks):
        emit("Every task is done.")
    return exit_code


def _status_lines(document: dict[str, Any], plan: Plan) -> Iterator[str]:
    from plangate.interfaces.text import shown

    done, total = document["tasks"]["done"], document["tasks"]["all"]
    filled = _BAR * done // total if total else _BAR
    goal = " ".join(document["goal"].split())
    yield f"“{shown(goal[:70])}”  (session {document['session']}, plan v{plan.version})"
    yield f"[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {total} tasks, {document['state']}"
    if document["finished"]:
        yield "Every task is done."
    if document["unproved"]:
        yield f"Done by word alone: {', '.join(document['unproved'])}"


def _ready_lines(document: dict[str, Any], plan: Plan) -> Iterator[str]:
    from plangate.interfaces.text import shown

    titles = {task.id: shown(" ".join(task.title.split())) for task in plan.tasks}
    for heading, entries in (("Under way", document["started"]), ("Ready", document["ready"])):
        if entries:
            yield f"{heading}:"
            for entry in entries:
                yield f"  {entry['id']}  {titles[entry['id']]}  (complexity {entry['complexity']})"
                if entry["check"]:
                    yield f"      check: {shown(' '.join(entry['check'].split()))}"
    if not document["ready"] and not document["started"] and document["waves"]:
        yield "Nothing can start now."
    if document["withheld"]:
        yield "Withheld:"
        for entry in document["withheld"]:
            yield f"  {entry['id']}  {titles[entry['id']]}: {entry['why']}"
    if document["waiting"]:
        yield "Waiting:"
        for entry in document["waiting"]:
            needed = ", ".join(entry["waits_for"])
            yield f"  {entry['id']}  {titles[entry['id']]}: waits for {needed}"
    if len(document["waves"]) > 1:
        waves = "  then  ".join(", ".join(wave) for wave in document["waves"])
        path = document["critical_path"]
        yield f"Waves: {waves}"
        yield f"Longest chain: {' → '.join(path['tasks'])} (complexity {path['complexity']})"
    if not document["waves"]:
        yield "Nothing is left to do."
