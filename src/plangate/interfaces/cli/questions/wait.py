"""`plangate wait`."""

from __future__ import annotations

import time

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import emit, emit_json, emit_screen
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option

#: Nobody is told of a deadline that passes: whoever waits looks then, and now and again.
_LONGEST = 30.0


@command(reads=True, epilog="Example: plangate wait D1 --timeout 60 --json")
@click.argument("name", metavar="[ID]", required=False)
@workspace_option("Where the question is looked for (default: here).")
@verbose_option
@click.option("--timeout", type=click.FloatRange(0, 2_592_000), default=300.0, help="Seconds.")
def wait(call: Call, name: str | None, timeout: float) -> int:
    """Wait until the question ID leaves `pending`, no matter who settles it, or where.

    Exit 3 when it is still pending after the timeout, 4 when it is held or withdrawn; once it was
    answered or timed out, as `plangate plan` does for what the session came to.
    """
    from plangate.app.naming.lookup import find_question
    from plangate.core.model.nouns import plain
    from plangate.core.steps.deadlines import seconds_unchanged
    from plangate.interfaces.outcome_documents import exit_code_of, outcome_document
    from plangate.interfaces.screens.outcomes import outcome_text
    from plangate.wiring.databases import changes

    until = time.monotonic() + timeout
    told = changes(call.settings)
    while True:
        with call.planner() as planner:
            row = find_question(planner.store, call.near(planner.store).question(name))
            advanced = planner.advance(row["session"])
            question = planner.session(row["session"]).question(row["id"])
        if question.status != "pending" or time.monotonic() >= until:
            break
        name = str(row["id"])
        quiet = min(_LONGEST, seconds_unchanged(question, planner.clock.now()))
        told.wait(min(until - time.monotonic(), quiet))
    told.close()
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.wait/1",
                "status": question.status,
                "question": plain(question),
                "outcome": outcome_document(advanced),
            }
        )
    else:
        emit(f"{question.id} is {question.status}")
        if question.status not in ("pending", "held"):
            emit_screen(f"\n{outcome_text(advanced, call.screen)}")
    codes = {"pending": 3, "held": 4, "withdrawn": 4}
    return codes.get(str(question.status)) or exit_code_of(advanced)
