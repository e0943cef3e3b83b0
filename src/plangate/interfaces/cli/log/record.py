"""`plangate export` and `plangate import`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from shlex import quote
from typing import IO

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import complain, emit, emit_json
from plangate.language.tokens import counted


@command(reads=True, epilog="Example: plangate export --output record.jsonl")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="A file (default: stdout).")
def export(call: Call, output: Path | None) -> int:
    """Write the whole record as JSON lines, one event a line.

    With --json and --output, a summary document goes to stdout; without --output the lines
    themselves do.
    """
    from plangate.app.log.whole_record import export_lines
    from plangate.wiring.databases import known_exports

    if call.as_json and output is None:
        raise BadInput("--json", "needs --output: the lines themselves go to stdout otherwise")
    settings = call.settings
    if output is not None and isinstance(settings.db, Path):
        _refuse_own_files(output, settings.db)
    lost: list[str] = []
    with call.up_to_date_store() as (store, _unreadable, _overdue):
        if output is None:
            for line in export_lines(store, lost):
                sys.stdout.buffer.write(f"{line}\n".encode())
            sys.stdout.buffer.flush()
            return _told_lost(lost)
        count = _write_whole(export_lines(store, lost), output)
    if output.is_file():
        known_exports(settings).add(output)
    if call.as_json:
        gaps = {"unreadable": lost} if lost else {}
        emit_json({"schema": "plangate.export/1", "events": count, "output": str(output), **gaps})
    else:
        sys.stderr.write(f"{counted(count, 'event')} written to {output}\n")
    return _told_lost(lost)


def _told_lost(lost: Iterable[str]) -> int:
    """REC-9: what could not be written is said, and everything else is there."""
    for name in lost:
        complain(f"session {name} cannot be read from some event on; the rest of it was left out")
    return 1 if lost else 0


def _refuse_own_files(output: Path, db: Path) -> None:
    """An export onto the database would be the end of both."""
    own = (db.with_name(f"{db.name}{suffix}").resolve() for suffix in ("", "-wal", "-shm"))
    if output.resolve() in own:
        raise BadInput("--output", f"{str(output)!r} is the database itself", "another file")


def _write_whole(lines: Iterable[str], output: Path) -> int:
    """Write beside the file and put it in its place at the end: an earlier export stays till then.

    What is no plain file (a pipe, a device) is written to as it is.
    """
    target = output.resolve()
    plain = target.is_file() or not target.exists()
    part = target.with_name(f"{target.name}.part") if plain else target
    count = 0
    try:
        with _opened(part, plain) as file:
            for line in lines:
                file.write(f"{line}\n".encode())
                count += 1
        if plain:
            part.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(output)) from None
    finally:
        if plain:
            part.unlink(missing_ok=True)
    return count


def _opened(path: Path, plain: bool) -> IO[bytes]:
    """A file for its owner alone, whatever the umask (REC-7); a pipe or a device as it is."""
    if not plain:
        return path.open("wb")
    flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


@command("import", epilog="Example: plangate import record.jsonl --db copy.db")
@click.argument("file")
def import_(call: Call, file: str) -> int:
    """Bring the export FILE (`-` for standard input) back in: all of it or nothing.

    Every line is verified first; what is already here is passed over.
    """
    from plangate.app.log.whole_record import import_lines

    with call.planner() as planner:
        if file == "-":
            planner.require("import", "plangate import FILE")
            done = import_lines(planner.store, sys.stdin.buffer)
        else:
            try:
                with Path(file).open("rb") as lines:
                    planner.require("import", f"plangate import {quote(file)}")
                    done = import_lines(planner.store, lines)
            except OSError as error:
                raise BadInput("FILE", f"{file!r}: {error.strerror}", "a readable file") from None
    if call.as_json:
        emit_json({"schema": "plangate.import/1", **done._asdict()})
    else:
        emit(f"{counted(done.added, 'event')} added, {done.already_there} already there")
    return 0
