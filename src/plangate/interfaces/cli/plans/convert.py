"""`plangate convert`: a plan file of one tool as a file of another (PLAN-4); no database."""

from __future__ import annotations

from collections.abc import Mapping

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.parameters import PlanFormat
from plangate.interfaces.cli.printing import emit_file, emit_json
from plangate.interfaces.cli.shared_options import from_option, read_file_or_stdin


@command(database=False, epilog="Example: plangate convert tasks.md --to task-master")
@click.argument("plan", required=False)
@click.option("--to", "to", required=True, type=PlanFormat(), help="The format to write.")
@from_option
@click.option("--tasks", "edited", metavar="FILE", help="Tasks that replace those of PLAN.")
@click.option("--goal", help="What the plan is for (default: what the file says).")
def convert(
    call: Call, plan: str | None, to: str, form: str | None, edited: str | None, goal: str | None
) -> int:
    """Write the plan in PLAN, or standard input (-), in another format.

    Into its own format a file comes back as it is, byte for byte; with --tasks only what is changed
    changes, and what plangate does not know about stays: statuses, labels, paragraphs, fields.
    """
    from plangate.wiring.plan_files import (
        done_in_plan_file,
        rewrite_plan_file,
        write_plan_file,
    )

    raw = read_file_or_stdin(plan, field="PLAN")
    read, kind = _read(raw, plan or "", "PLAN", form)
    tasks = read["tasks"]
    if edited is not None:
        tasks = _read(read_file_or_stdin(edited, field="--tasks"), edited, "--tasks")[0]["tasks"]
    if to == {"plangate": "json"}.get(kind, kind):
        text = rewrite_plan_file(raw, plan or "", tasks, form)
    else:
        done = done_in_plan_file(raw, plan or "", form)
        text = write_plan_file(to, goal or read.get("goal") or "Plan", tasks, done)
    if call.as_json:
        emit_json({"schema": "plangate.file/1", "format": to, "text": text})
    else:
        emit_file(text)
    return 0


def _read(raw: bytes, name: str, field: str, form: str | None = None) -> tuple[Document, str]:
    """A plan that is sound, and the name of its format."""
    from plangate.core.plans.plan_document import read_foreign_plan
    from plangate.wiring.plan_files import read_plan_file

    read, said = read_plan_file(raw, name, field, form)
    if not isinstance(read, Mapping):
        raise BadInput(field, "is not a plan", "an object with tasks, or a file of another tool")
    read_foreign_plan({key: value for key, value in read.items() if key in ("tasks", "goal")})
    return dict(read), said.partition(",")[0]
