"""`plangate ready`, `start`, `done`, `fail`, `status` and `close`: the work on a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plangate.interfaces.cli.command import Call, command, object_and
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.plans.looks import look_document, show_ready, show_status
from plangate.interfaces.cli.printing import emit_json, emit_screen
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plangate.app.acts.plans.progress_acts import Moved
    from plangate.core.log.session import Session

_here_option = workspace_option("Where the plan is looked for (default: here).")
_task_argument = click.argument("words", metavar="[ID] TASK", nargs=-1, required=True)


@command(reads=True, epilog="Example: plangate ready --groups")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--groups", is_flag=True, help="In groups for workers that share no file.")
@_here_option
@verbose_option
def ready(call: Call, name: str | None, groups: bool) -> int:
    """What of the plan ID can start now, and what is withheld or waits.

    Without an ID the latest plan here is meant. Files and evidence that are no longer as they were
    when the plan was made are named.
    """
    return show_ready(call, name, groups)


@command(epilog="Example: plangate start t1")
@_task_argument
@_here_option
def start(call: Call, words: tuple[str, ...]) -> int:
    """Begin TASK of the plan ID, by default the latest here.

    What a started task rests on is not asked about again.
    """
    from plangate.app.acts.plans.progress_acts import start_task
    from plangate.app.naming.bare_tasks import task_to_start

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        meant = task_to_start(planner, call.near(planner.store), named, task)
        moved = start_task(planner, meant.session, task, by=who(), there=str(call.here))
    return _show_move(call, moved, "started", meant.others)


@command(epilog="Example: plangate done t1 --proof 'exit 0: pytest tests'")
@_task_argument
@_here_option
@click.option(
    "--proof",
    help="What shows it: `commit SHA` or `file PATH`, looked up; `exit 0: COMMAND`, on your word.",
)
def done(call: Call, words: tuple[str, ...], proof: str | None) -> int:
    """Say that TASK of the plan ID, by default the latest here, is done; it never changes again.

    Without proof it counts as done on your word; proof can be added later.
    """
    from plangate.app.acts.plans.progress_acts import finish_task
    from plangate.app.naming.bare_tasks import task_under_way

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        name = task_under_way(planner, call.near(planner.store), named, task).session
        moved = finish_task(planner, name, task, by=who(), proof=proof)
    return _show_move(call, moved, "done")


@command(epilog="Example: plangate fail t2 --why 'the driver lacks the call'")
@_task_argument
@_here_option
@click.option("--why", required=True, help="What went wrong.")
def fail(call: Call, words: tuple[str, ...], why: str) -> int:
    """Say that TASK of the plan ID did not work: a new version plans it again, and nothing else."""
    from plangate.app.acts.plans.progress_acts import fail_task
    from plangate.app.naming.bare_tasks import task_under_way

    named, task = object_and(words, "TASK")
    with call.planner() as planner:
        name = task_under_way(planner, call.near(planner.store), named, task).session
        moved = fail_task(planner, name, task, why, by=who())
    return _show_move(call, moved, "failed")


@command(reads=True, epilog="Example: plangate status")
@click.argument("name", metavar="[ID]", required=False)
@_here_option
@verbose_option
def status(call: Call, name: str | None) -> int:
    """How far the work on the plan ID is, by default the latest here, and what is next."""
    return show_status(call, name)


def _show_move(call: Call, moved: Moved, word: str, others: Sequence[Session] = ()) -> int:
    from plangate.core.model.nouns import plain
    from plangate.core.plans.work.task_progress import ready_document
    from plangate.interfaces.screens.work import moved_lines

    session, plan, task = moved.session, moved.plan, moved.task
    document = ready_document(session, plan)
    look = look_document(session.id, moved.look)
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
        emit_screen("\n".join(moved_lines(call.screen, moved, word, document | look, others)))
    return exit_code


@command(epilog="Example: plangate close --why 'the feature was dropped'")
@click.argument("name", metavar="[ID]", required=False)
@workspace_option("Where it is looked for (default: here).")
@click.option("--why", required=True, help="Why; kept with the session.")
def close(call: Call, name: str | None, why: str) -> int:
    """Close the plan ID, by default the latest here, which nobody wants any more.

    Its question is taken back and nothing is assumed instead; nothing of it waits, is due or can be
    begun. What was decided and done stays in the record, `plangate resume ID` takes it up again,
    and the same goal planned anew begins afresh. It is a person's act.
    """
    from plangate.app.acts.plans.closing import close as close_plan

    with call.planner() as planner:
        near = call.near(planner.store)
        named = near.planned() if name is None else near.thing(name)
        advanced = close_plan(planner, named, why, by=who())
    call.show_outcome(advanced)
    return 0
