"""`plangate export` and `plangate import`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plangate.core.errors import BadInput
from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    planner_for,
    settings_for,
)


@click.command(epilog="Example: plangate export --output record.jsonl")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="A file (default: stdout).")
@db_option
@json_option
def export(output: Path | None, db: Path | None, as_json: bool) -> int:
    """Write the whole record as JSON lines, one event a line.

    With --json and --output, a summary document goes to stdout; without --output the lines
    themselves do.
    """
    from plangate.app.records import export_lines

    if as_json and output is None:
        raise BadInput("--json", "needs --output: the lines themselves go to stdout otherwise")
    with planner_for(settings_for(None, db)) as planner:
        count = 0
        if output is None:
            for line in export_lines(planner.store):
                sys.stdout.buffer.write(f"{line}\n".encode())
            sys.stdout.buffer.flush()
            return 0
        with output.open("wb") as file:
            for line in export_lines(planner.store):
                file.write(f"{line}\n".encode())
                count += 1
    if as_json:
        emit_json({"schema": "plangate.export/1", "events": count, "output": str(output)})
    else:
        sys.stderr.write(f"{count} events written to {output}\n")
    return 0


@click.command("import", epilog="Example: plangate import record.jsonl --db copy.db")
@click.argument("file")
@db_option
@json_option
def import_(file: str, db: Path | None, as_json: bool) -> int:
    """Bring the export FILE (`-` for standard input) back in: all of it or nothing.

    Every line is verified first; what is already here is passed over.
    """
    from plangate.app.records import import_lines

    with planner_for(settings_for(None, db)) as planner:
        if file == "-":
            done = import_lines(planner.store, sys.stdin.buffer)
        else:
            try:
                with Path(file).open("rb") as lines:
                    done = import_lines(planner.store, lines)
            except OSError as error:
                raise BadInput("FILE", f"{file!r}: {error.strerror}", "a readable file") from None
    if as_json:
        emit_json({"schema": "plangate.import/1", **done._asdict()})
    else:
        emit(f"{done.added} events added, {done.already_there} already there")
    return 0
