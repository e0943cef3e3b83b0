"""`plangate doctor`: works on a broken file, changes nothing unless told to, says what to do."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import click

from plangate.core.errors import PlangateError, StoreDamaged, StoreTooNew
from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    require_act,
    settings_for,
)

_ELSEWHERE = "choose another file with --db or PLANGATE_DB"


class Finding(NamedTuple):
    check: str
    ok: bool
    saw: str
    do: str | None = None


@click.command(epilog="Example: plangate doctor --rebuild")
@click.option("--rebuild", is_flag=True, help="Make every table again from the record.")
@db_option
@json_option
def doctor(rebuild: bool, db: Path | None, as_json: bool) -> int:
    """Look after the database: is it there, sound, whole, and do its tables fit the record?

    Changes nothing without --rebuild, which only touches tables that can be made from the record.
    Exit 0 when all is well, else 1.
    """
    path = settings_for(None, db).db
    if rebuild:
        require_act("rebuild", "plangate doctor --rebuild")
    findings = _examine(path, rebuild)
    ok = all(finding.ok for finding in findings)
    if as_json:
        listed = [finding._asdict() for finding in findings]
        emit_json({"schema": "plangate.doctor/1", "ok": ok, "db": str(path), "findings": listed})
        return 0 if ok else 1
    for finding in findings:
        emit(f"{'ok    ' if finding.ok else 'BROKEN'}  {finding.check}: {finding.saw}")
        if finding.do:
            emit(f"        {finding.do}")
    return 0 if ok else 1


def _examine(path: Path, rebuild: bool) -> list[Finding]:
    if (trouble := _out_of_reach(path)) is not None:
        return [trouble]
    if not path.exists():
        return [Finding("file", True, f"{path} does not exist yet; the first plan makes it")]
    if path.stat().st_size == 0:
        return [Finding("file", True, f"{path} is empty; the first plan fills it")]
    return [*_permissions(path), *_inside(path, rebuild)]


def _out_of_reach(path: Path) -> Finding | None:
    """Where nothing can be kept at all, whatever stands there."""
    try:
        there = path.exists()
        above = next(place for place in path.absolute().parents if place.exists())
    except OSError as error:
        return Finding("file", False, f"{path}: {error.strerror}", _ELSEWHERE)
    if not above.is_dir():
        return Finding("file", False, f"{above} is a file, no directory", _ELSEWHERE)
    if there and not path.is_file():
        return Finding("file", False, f"{path} is no file", _ELSEWHERE)
    if not there and not os.access(above, os.W_OK):
        return Finding("file", False, f"{above} may not be written to", _ELSEWHERE)
    return None


def _permissions(path: Path) -> list[Finding]:
    closed = [str(place) for place in (path, path.parent) if not os.access(place, os.W_OK)]
    if not closed:
        return []
    saw = f"{' and '.join(closed)} may not be written to"
    return [Finding("permissions", False, saw, f"check the permissions, or {_ELSEWHERE}")]


def _inside(path: Path, rebuild: bool) -> list[Finding]:
    from plangate.adapters.sql.sqlite import SQLiteStore

    size = f"{path.stat().st_size:,} bytes"
    try:
        with SQLiteStore(path) as store:
            opened = Finding("file", True, f"{path}, {size}, schema {store.schema_version()}")
            if trouble := store.integrity():
                saw = f"SQLite finds {len(trouble)} faults, first: {trouble[0]}"
                return [opened, Finding("integrity", False, saw, _salvage(path))]
            sound = Finding("integrity", True, "SQLite finds no fault")
            return [opened, sound, *_record(store, path, rebuild)]
    except StoreTooNew as error:
        return [Finding("file", False, str(error), "install the newer plangate and run this again")]
    except StoreDamaged as error:
        return [Finding("file", False, str(error), _salvage(path))]
    except PlangateError as error:
        return [Finding("file", False, str(error))]


def _record(store: object, path: Path, rebuild: bool) -> list[Finding]:
    from plangate.adapters.sql.sqlite import SQLiteStore
    from plangate.app.audits import run_audit
    from plangate.app.records import rebuild as make_again

    assert isinstance(store, SQLiteStore)
    findings: list[Finding] = []
    if rebuild:
        count = make_again(store)
        findings.append(Finding("rebuild", True, f"tables made again from {count} streams"))
    audit = run_audit(store)
    saw = f"{audit.sessions} sessions, {audit.events} events"
    if audit.chain.ok:
        findings.append(Finding("record", True, f"{saw}, the chain of digests holds"))
    else:
        where = audit.chain.broken[0]
        saw = f"{saw}, {audit.chain.failures} broken links, first: session {where.session}, "
        saw += f"event {where.event}: {where.what}"
        findings.append(Finding("record", False, saw, "`plangate audit` lists every place"))
    if audit.tables.ok:
        findings.append(Finding("tables", True, "they say what the record says"))
    else:
        where = audit.tables.broken[0]
        saw = f"{audit.tables.failures} rows differ, first: {where.what}"
        do = f"make them again from the record: plangate doctor --rebuild --db {path}"
        findings.append(Finding("tables", False, saw, do))
    return findings


def _salvage(path: Path) -> str:
    """What to do with a file SQLite cannot read: never to throw it away."""
    copies = sorted(path.parent.glob(f"{path.name}.before-schema-*"))
    restore = f"an earlier copy is {copies[-1]}; " if copies else ""
    return (
        f"keep {path} as it is; {restore}everything up to the damage: "
        f"`plangate export --db {quote(str(path))} > saved.jsonl`, then into a new file "
        "`plangate import saved.jsonl --db new.db`; your last export comes back the same way"
    )
