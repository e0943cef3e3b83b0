"""`plangate convert`: a plan file of one tool as a file of another (PLAN-4); no database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.common import (
    PLAN_FORMATS,
    emit_file,
    emit_json,
    json_option,
    read_file_or_stdin,
)


@click.command(epilog="Example: plangate convert tasks.md --to task-master")
@click.argument("plan", required=False)
@click.option(
    "--to", "to", required=True, type=click.Choice(PLAN_FORMATS), help="The format wanted."
)
@click.option("--tasks", "edited", metavar="FILE", help="Tasks that replace those of PLAN.")
@click.option("--goal", help="What the plan is for (default: what the file says).")
@json_option
def convert(plan: str | None, to: str, edited: str | None, goal: str | None, as_json: bool) -> int:
    """Write the plan in PLAN, or standard input (-), in another format.

    Into its own format a file comes back as it is, byte for byte; with --tasks only what is changed
    changes, and what plangate does not know about stays: statuses, labels, paragraphs, fields.
    """
    from plangate.adapters.formats.rewriting import rewritten
    from plangate.adapters.formats.writers import Written, write

    raw = read_file_or_stdin(plan, field="PLAN")
    read, kind = _read(raw, plan or "", "PLAN")
    tasks = read["tasks"]
    if edited is not None:
        tasks = _read(read_file_or_stdin(edited, field="--tasks"), edited, "--tasks")[0]["tasks"]
    if to == {"plangate": "json"}.get(kind, kind):
        text = rewritten(raw, plan or "", tasks)
    else:
        text = write(Written(goal or read.get("goal") or "Plan", tasks), to)
    if as_json:
        emit_json({"schema": "plangate.file/1", "format": to, "text": text})
    else:
        emit_file(text)
    return 0


def _read(raw: bytes, name: str, field: str) -> tuple[dict[str, Any], str]:
    """A plan that is sound, and the name of its format."""
    from plangate.adapters.formats import detect_and_read
    from plangate.core.plans.plan_document import read_foreign_plan

    read, said = detect_and_read(raw, name, field)
    if not isinstance(read, Mapping):
        raise BadInput(field, "is no plan", "an object with tasks, or a file of another tool")
    read_foreign_plan({key: value for key, value in read.items() if key in ("tasks", "goal")})
    return dict(read), said.partition(",")[0]
