"""`plangate ready`, `start`, `done`, `fail` and `status`: the work on a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command, object_and
from plangate.interfaces.cli.common import (
    emit_json,
    emit_screen,
    verbose_option,
    who,
    workspace_option,
)

if TYPE_CHECKING:
    from plangate.app.acts.looking import Look
    from plangate.app.acts.progress import Moved
    from plangate.app.ports import Ground
    from plangate.core.log.session import Session
    from plangate.core.model.nouns import Plan

_here_option = workspace_option("Where the plan is looked for (default: here).")
_task_argument = click.argument("words", metavar="[ID] TASK", nargs=-1, required=True)


@command(epilog="Example: plangate ready --groups")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--groups", is_flag=True, help="In groups for workers that share no file.")
@_here_option
@verbose_option
def ready(call: Call, name: str | None, groups: bool) -> int:
    """What of the plan ID can start now, and what is withheld or waits.

    Without an ID the latest plan here is meant. Files and evidence that are no longer as they were
    when the plan was made are named.
    """
    from plangate.core.plans.work.progress import ready_document, standing

    session, plan, look = _looked_at(call, name)
    document = ready_document(session, plan) | look
    if groups:
        from plangate.core.plans.work.groups import handed_out, session_groups

        document["groups"] = handed_out(session_groups(session, plan), standing(session, plan))
    if call.as_json:
        emit_json(document)
    else:
        from plangate.interfaces.screens.work import group_lines, look_lines, ready_lines

        screen = call.screen
        lines = list(ready_lines(screen, session, plan, document))
        if groups:
            lines = [*group_lines(screen, session, plan, document["groups"])]
            lines += look_lines(screen, document)
        emit_screen("\n".join(lines))
    return 0


@command(epilog="Example: plangate start t1")
@_task_argument
@_here_option
def start(call: Call, words: tuple[str, ...]) -> int:
    """Begin TASK of the plan ID, by default the latest here.

    Nothing asks any more about what a started task rests on.
    """
    from plangate.app.acts.progress import start_task

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        name = call.near(planner.store).planned(named)
        moved = start_task(planner, name, task, by=who())
    return _show_move(call, moved, "started")


@command(epilog="Example: plangate done t1 --proof 'exit 0: pytest tests'")
@_task_argument
@_here_option
@click.option("--proof", help="What shows it: `commit SHA`, `exit 0: COMMAND` or `file PATH`.")
def done(call: Call, words: tuple[str, ...], proof: str | None) -> int:
    """Say that TASK of the plan ID, by default the latest here, is done; it never changes again.

    Without a proof it is counted as done by word alone; one may be brought later.
    """
    from plangate.app.acts.progress import finish_task

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        name = call.near(planner.store).planned(named)
        moved = finish_task(planner, name, task, by=who(), proof=proof)
    return _show_move(call, moved, "done")


@command(epilog="Example: plangate fail t2 --why 'the driver lacks the call'")
@_task_argument
@_here_option
@click.option("--why", required=True, help="What went wrong.")
def fail(call: Call, words: tuple[str, ...], why: str) -> int:
    """Say that TASK of the plan ID did not work: a new version plans it anew, and nothing else."""
    from plangate.app.acts.progress import fail_task

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        name = call.near(planner.store).planned(named)
        moved = fail_task(planner, name, task, why, by=who())
    return _show_move(call, moved, "failed")


@command(epilog="Example: plangate status")
@click.argument("name", metavar="[ID]", required=False)
@_here_option
@verbose_option
def status(call: Call, name: str | None) -> int:
    """How far the work on the plan ID is, by default the latest here, and what is next."""
    from plangate.core.plans.work.progress import status_document

    session, plan, look = _looked_at(call, name)
    document = status_document(session, plan) | look
    if call.as_json:
        emit_json(document)
    else:
        from plangate.interfaces.screens.work import status_lines

        emit_screen("\n".join(status_lines(call.screen, session, plan, document)))
    return 0


def _looked_at(call: Call, name: str | None) -> tuple[Session, Plan, Document]:
    """The plan ID and a second look at it; a planner only where a session may have to move on."""
    from plangate.app.acts.looking import plan_at_rest
    from plangate.app.lookup import find_session
    from plangate.wiring import open_ground

    if not call.settings.publish:  # PUB-1: an edit of a published file would come first
        with call.looking() as store:
            found = plan_at_rest(store, find_session(store, call.near(store).planned(name)))
        if found is not None:
            return *found, _second_look(open_ground(), *found)
    from plangate.app.acts.plans import plan_session

    with call.planner() as planner:
        session, plan = plan_session(planner, call.near(planner.store).planned(name))
    return session, plan, _second_look(planner.ground, session, plan)


def _second_look(ground: Ground | None, session: Session, plan: Plan) -> Document:
    """PLAN-10, PLAN-11: what of the tasks at hand no longer holds, and commits that name one."""
    from plangate.app.acts.looking import look_again
    from plangate.core.plans.work.progress import standing

    now = standing(session, plan)
    look = look_again(ground, session, plan, now.ready, (*now.started, *now.done))
    return _look_document(session.id, look)


def _look_document(session: str, look: Look) -> Document:
    from plangate.core.plans.work.staleness import stale_documents

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


def _show_move(call: Call, moved: Moved, word: str) -> int:
    from plangate.core.model.nouns import plain
    from plangate.core.plans.work.progress import ready_document
    from plangate.interfaces.screens.work import moved_lines

    session, plan, task = moved.session, moved.plan, moved.task
    document = ready_document(session, plan)
    look = _look_document(session.id, moved.look)
    # PLAN-7: a repair the quality gate keeps back is said when it happens.
    exit_code = 5 if word == "failed" and session.refused else 0
    if call.as_json:
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
    else:
        emit_screen("\n".join(moved_lines(call.screen, moved, word, document | look)))
    return exit_code
