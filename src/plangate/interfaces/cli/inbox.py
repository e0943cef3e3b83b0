"""`plangate inbox`."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    planner_for,
    settings_for,
    workspace_option,
)


@click.command(epilog="Example: plangate inbox --json | jq '.questions[0].prompt'")
@workspace_option("Only questions about this directory.")
@click.option(
    "--limit", type=click.IntRange(1), help="At most this many (default: all as JSON, 50)."
)
@db_option
@json_option
def inbox(workspace: Path | None, limit: int | None, db: Path | None, as_json: bool) -> int:
    """The questions that wait for you, the dearest first.

    Each says what happens if you do nothing, and when. Questions past their deadline are settled
    first, so the list is what is really open now.
    """
    from plangate.app.ports import Query
    from plangate.app.questions import expire_overdue
    from plangate.core.projection import document_of
    from plangate.interfaces.render import shown

    where = {"workspace": str(existing_workspace(workspace))} if workspace else {}
    with planner_for(settings_for(None, db)) as planner:
        expire_overdue(planner)
        rows = planner.store.rows(
            Query(
                "questions",
                equals=where,
                among=("status", ("pending", "held")),
                order=("expected_loss", "asked_at"),
                descending=True,
                limit=limit or (None if as_json else 50),
            )
        )
    if as_json:
        emit_json({"schema": "plangate.inbox/1", "questions": [document_of(row) for row in rows]})
        return 0
    if not rows:
        emit("Nothing waits for you.")
        return 0
    for row in rows:
        question = document_of(row)
        silence = _if_nothing(question)
        emit(f"{question['id']}  {question['number']}  {shown(question['prompt'])}")
        emit(f"    {silence}; expected loss {question['expected_loss']:.2f}; {row['workspace']}")
    emit("\nplangate show ID shows one; plangate answer ID KEY answers it.")
    return 0


def _if_nothing(question: dict[str, object]) -> str:
    from plangate.interfaces.render import clock

    if question["status"] == "held":
        return "on hold, nothing happens"
    match question["on_timeout"]:
        case "wait":
            return "waits until you answer"
        case "abort":
            return f"the session stops at {clock(str(question['deadline']))}"
        case _:
            return f"{question['default']}) is assumed at {clock(str(question['deadline']))}"
