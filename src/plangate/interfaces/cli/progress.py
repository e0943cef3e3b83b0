"""`plangate ready`, `start`, `done`, `fail` and `status`: the work on a plan."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    planner_for,
    settings_for,
    who,
)

if TYPE_CHECKING:
    from plangate.app.progress import Moved
    from plangate.core.model.nouns import Plan

_BAR = 30


@click.command(epilog="Example: plangate ready k3v9xq2m")
@click.argument("name", metavar="ID")
@db_option
@json_option
def ready(name: str, db: Path | None, as_json: bool) -> int:
    """What of the plan ID can start now, what comes in which wave, and what is withheld."""
    from plangate.app.plans import plan_session
    from plangate.core.plans.progress import ready_document

    with planner_for(settings_for(None, db)) as planner:
        session, plan = plan_session(planner, name)
    document = ready_document(session, plan)
    if as_json:
        emit_json(document)
    else:
        emit("\n".join(_ready_lines(document, plan)))
    return 0


@click.command(epilog="Example: plangate start k3v9xq2m t1")
@click.argument("name", metavar="ID")
@click.argument("task")
@db_option
@json_option
def start(name: str, task: str, db: Path | None, as_json: bool) -> int:
    """Begin TASK of the plan ID. The first task begins the execution: from then on nothing asks."""
    from plangate.app.progress import start_task

    with planner_for(settings_for(None, db)) as planner:
        moved = start_task(planner, name, task, by=who())
    return _show_move(moved, "started", as_json)


@click.command(epilog="Example: plangate done k3v9xq2m t1")
@click.argument("name", metavar="ID")
@click.argument("task")
@db_option
@json_option
def done(name: str, task: str, db: Path | None, as_json: bool) -> int:
    """Say that TASK of the plan ID is done; it never changes again."""
    from plangate.app.progress import finish_task

    with planner_for(settings_for(None, db)) as planner:
        moved = finish_task(planner, name, task, by=who())
    return _show_move(moved, "done", as_json)


@click.command(epilog="Example: plangate fail k3v9xq2m t2 --why 'the driver lacks the call'")
@click.argument("name", metavar="ID")
@click.argument("task")
@click.option("--why", required=True, help="What went wrong.")
@db_option
@json_option
def fail(name: str, task: str, why: str, db: Path | None, as_json: bool) -> int:
    """Say that TASK of the plan ID did not work: a new version plans it anew, and nothing else."""
    from plangate.app.progress import fail_task

    with planner_for(settings_for(None, db)) as planner:
        moved = fail_task(planner, name, task, why, by=who())
    return _show_move(moved, "failed", as_json)


@click.command(epilog="Example: plangate status k3v9xq2m")
@click.argument("name", metavar="ID")
@db_option
@json_option
def status(name: str, db: Path | None, as_json: bool) -> int:
    """How far the work on the plan ID is, what is next and what is blocked."""
    from plangate.app.plans import plan_session
    from plangate.core.plans.progress import status_document

    with planner_for(settings_for(None, db)) as planner:
        session, plan = plan_session(planner, name)
    document = status_document(session, plan)
    if as_json:
        emit_json(document)
    else:
        emit("\n".join([*_status_lines(document, plan), "", *_ready_lines(document, plan)]))
    return 0


def _show_move(moved: Moved, word: str, as_json: bool) -> int:
    from plangate.core.plans.progress import ready_document

    session, plan, task = moved
    document = ready_document(session, plan)
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
            }
        )
        return exit_code
    emit(f"{task.id} {'has failed' if word == 'failed' else f'is {word}'}: {task.title}")
    if word == "failed":
        emit(f"Plan v{plan.version}:")
        emit("\n".join(f"  {line}" for line in plan.changes))
        for line in session.refused.values():
            emit(f"Kept back by the quality gate: {line}")
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
