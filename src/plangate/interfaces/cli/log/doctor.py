"""`plangate doctor`: works on a broken file, changes nothing unless told to, says what to do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import click

from plangate.core.log.chain import LOG, PERSON
from plangate.core.model.errors import PlangateError, StoreDamaged, StoreTooNew
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act, who
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.screens.screen import Screen, cells
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.core.audit.proofs import Audit
    from plangate.settings import Database, Settings
    from plangate.wiring.databases import OwnStore

_ELSEWHERE = "choose another file with --db or PLANGATE_DB"


class Finding(NamedTuple):
    check: str
    ok: bool
    saw: str
    do: str | None = None


@command(epilog="Example: plangate doctor --rebuild")
@click.option("--rebuild", is_flag=True, help="Make every table again from the log.")
@click.option("--upgrade", is_flag=True, help="Bring a server's tables up to date first.")
@click.option("--quarantine", metavar="SESSION", help="Take a session that cannot be read aside.")
@click.option("--release", metavar="SESSION", help="Put a session from quarantine back.")
def doctor(
    call: Call, rebuild: bool, upgrade: bool, quarantine: str | None, release: str | None
) -> int:
    """Look after the database: is it there, sound, whole, and do its tables fit the log?

    Changes nothing without --rebuild, which only touches tables that can be made from the log and
    is refused where they know more than it, or without --quarantine and --release. --upgrade brings
    the tables of a server up to date that an older plangate made: back it up, and stop those who
    work on it. Exit 0 when all is well, else 1.
    """
    settings = call.settings
    path = settings.db
    if upgrade:
        from plangate.wiring.databases import upgrade_schema

        upgrade_schema(settings)
    if rebuild:
        require_act("rebuild", "plangate doctor --rebuild", settings)
    if quarantine or release:
        _set_aside(settings, quarantine, release)
    findings = _examine(settings, rebuild)
    ok = all(finding.ok for finding in findings)
    if call.as_json:
        listed = [finding._asdict() for finding in findings]
        emit_json({"schema": "plangate.doctor/1", "ok": ok, "db": str(path), "findings": listed})
        return 0 if ok else 1
    for finding in findings:
        emit("\n".join(_told(call.screen, finding)))
    return 0 if ok else 1


def _told(screen: Screen, finding: Finding) -> list[str]:
    """A finding in lines no wider than a terminal."""
    mark = f"{'ok    ' if finding.ok else 'BROKEN'}  "
    line = f"{mark}{finding.check}: {finding.saw}"
    if not screen.breaks or cells(line) <= screen.width:
        lines = [line]
    else:
        lines = screen.wrapped(f"{finding.check}: {finding.saw}", mark, " " * len(mark))
    return [*lines, *([screen.folded(f"        {finding.do}")] if finding.do else [])]


def _set_aside(settings: Settings, quarantine: str | None, release: str | None) -> None:
    """REC-9: a person takes a session out of every table, or puts it back."""
    from plangate.app.log import logkeeping
    from plangate.wiring.databases import open_store
    from plangate.wiring.this_machine import system_clock

    option, name = ("--quarantine", quarantine) if quarantine else ("--release", release)
    person = require_act("quarantine", f"plangate doctor {option} {quote(str(name))}", settings)
    by = person.signed(who())
    with open_store(settings) as store:
        if quarantine:
            logkeeping.quarantine(store, system_clock(), quarantine, by=by)
        if release:
            logkeeping.release(store, system_clock(), release, by=by)


def _examine(settings: Settings, rebuild: bool) -> list[Finding]:
    if settings.use.store != "sqlite":
        saw = f"{settings.use.store} is another package's; its own tools look after it"
        return [Finding("store", True, saw)]
    path = settings.db
    if not isinstance(path, Path):
        return _inside(settings, rebuild)
    if (trouble := _out_of_reach(path)) is not None:
        return [trouble]
    if not path.exists():
        return [Finding("file", True, f"{path} does not exist yet; the first plan makes it")]
    if path.stat().st_size == 0:
        return [Finding("file", True, f"{path} is empty; the first plan fills it")]
    return [*_permissions(path), *_inside(settings, rebuild)]


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
        return Finding("file", False, f"{path} is not a file", _ELSEWHERE)
    if not there and not os.access(above, os.W_OK):
        return Finding("file", False, f"{above} may not be written to", _ELSEWHERE)
    return None


def _permissions(path: Path) -> list[Finding]:
    """REC-7: what may only be read is looked at all the same."""
    closed = [str(place) for place in (path, path.parent) if not os.access(place, os.W_OK)]
    if not closed:
        return []
    saw = f"{' and '.join(closed)} may not be written to: everything can be read, nothing recorded"
    return [Finding("permissions", True, saw, f"to record, check them, or {_ELSEWHERE}")]


def _inside(settings: Settings, rebuild: bool) -> list[Finding]:
    from plangate.wiring.databases import open_store

    path = settings.db
    what, engine, size = "server", "PostgreSQL", ""
    if isinstance(path, Path):
        what, engine, size = "file", "SQLite", f" {path.stat().st_size:,} bytes,"
    try:
        with open_store(settings) as store:
            opened = Finding(what, True, f"{path},{size} schema {store.schema_version()}")
            if trouble := store.integrity():
                return [opened, _unsound(path, engine, trouble)]
            sound = Finding("integrity", True, f"{engine} finds no fault, nor in its indexes")
            return [opened, sound, *_log(store, settings, rebuild)]
    except StoreTooNew as error:
        return [Finding(what, False, str(error), "install the newer plangate and run this again")]
    except StoreDamaged as error:
        return [Finding(what, False, str(error), _salvage(path))]
    except PlangateError as error:
        return [Finding(what, False, str(error))]


def _unsound(path: Database, engine: str, trouble: Sequence[str]) -> Finding:
    """REC-9: a damaged index is named as one: the data it leads to may all be there."""
    saw = f"{engine} finds {len(trouble)} faults, first: {trouble[0]}"
    if any("index" in line.lower() for line in trouble):
        saw = f"an index is damaged, which hides events that are there; {saw}"
    return Finding("integrity", False, saw, _salvage(path))


def _log(store: OwnStore, settings: Settings, rebuild: bool) -> list[Finding]:
    from plangate.app.log.audits import run_audit
    from plangate.app.log.whole_record import rebuild as make_again
    from plangate.wiring.databases import kept_anchors, put_right, strange_in

    anchors = kept_anchors(settings, store)
    audit = run_audit(store, anchors=anchors)
    findings: list[Finding] = []
    if rebuild and (why := _why_not_rebuild(audit)):
        findings.append(Finding("rebuild", False, f"not done: {why}"))
    elif rebuild:
        put_right(store)
        count = make_again(store)
        findings.append(Finding("rebuild", True, f"tables made again from {count} streams"))
        audit = run_audit(store, anchors=anchors)
    anchor = [_of_the_anchor(audit), *_of_the_anchor_command(settings)]
    strange = _of_the_strange(strange_in(store), audit, settings)
    return [*findings, *_of_the_log(audit), *anchor, _of_the_tables(audit, settings), *strange]


def _of_the_strange(found: Sequence[str], audit: Audit, settings: Settings) -> list[Finding]:
    """REC-9: what no row shows: a trigger that acts by itself, a guard that is gone."""
    do = f"put it right: plangate doctor --rebuild --db {settings.db}"
    refused = _why_not_rebuild(audit) is not None
    return [Finding("database", False, each, None if refused else do) for each in found]


def _why_not_rebuild(audit: Audit) -> str | None:
    """REC-9: what a rebuild would lose, or could not read: tables made from a log that somebody
    changed would agree with it, and the last trace of the change would be gone."""
    if not audit.ahead.ok:
        where = audit.ahead.broken[0]
        return f"the tables know of what the log has lost ({where.session}: {where.what})"
    damaged = [*audit.unreadable, *(place.session for place in audit.chain.broken)]
    waiting = [name for name in damaged if name not in audit.quarantined]
    if waiting:
        return f"session {waiting[0]} is damaged; bring it back from a backup or quarantine it"
    if audit.anchor is not None and audit.anchor.problem is not None:
        return f"{audit.anchor.problem}; bring the log back, or accept it as it is first"
    return None


def _of_the_log(audit: Audit) -> list[Finding]:
    saw = f"{counted(audit.sessions, 'session')}, {counted(audit.events, 'event')}"
    if audit.chain.ok:
        findings = [Finding("record", True, f"{saw}, the chain of digests holds")]
    else:
        where = audit.chain.broken[0]
        saw += f", {counted(audit.chain.failures, 'broken link')}, first: "
        saw += f"session {where.session}, event {where.event}: {where.what}"
        findings = [Finding("record", False, saw, "`plangate audit` lists every place")]
    changed = [place.session for place in audit.chain.broken]
    for name in dict.fromkeys([*audit.unreadable, *changed]):
        if name not in audit.quarantined:
            do = f"take it aside, with every event kept: plangate doctor --quarantine {name}"
            if name in (PERSON, LOG):
                do = "bring the log back from a backup or an export"
            what = "cannot be read" if name in audit.unreadable else "was changed"
            findings.append(Finding("session", False, f"{name} {what}", do))
    for name in audit.quarantined:
        do = f"once it can be read again: plangate doctor --release {name}"
        findings.append(Finding("quarantine", True, f"session {name} is in no table", do))
    return findings


def _of_the_anchor(audit: Audit) -> Finding:
    found = audit.anchor
    assert found is not None, "the whole log was looked at"
    if found.problem is not None:
        do = "after restoring a backup: plangate audit --accept-restore"
        return Finding("anchor", False, found.problem, do)
    if found.anchored is None:
        return Finding("anchor", True, "no anchor to compare with")
    after = found.total.events - found.anchored
    return Finding(
        "anchor", True, f"{counted(found.anchored, 'event')} as anchored, {after} after it"
    )


def _of_the_anchor_command(settings: Settings) -> list[Finding]:
    """REC-6: nobody hears of a command that cannot be started but here."""
    from plangate.wiring.databases import anchor_program

    if not settings.anchor_command:
        return []
    name = settings.anchor_command[0]
    if anchor_program(settings) is not None:
        return [Finding("anchor_command", True, f"{name} is told of every anchor")]
    do = "in your own config.toml name a program on PATH, or an absolute path"
    return [Finding("anchor_command", False, f"{name!r} is not found outside the workspace", do)]


def _of_the_tables(audit: Audit, settings: Settings) -> Finding:
    """REC-9: tables ahead of the log are the last trace of what it lost; never rebuild those."""
    if not audit.ahead.ok:
        where = audit.ahead.broken[0]
        saw = f"they know more than the log, first of {audit.ahead.failures}: {where.session}: "
        do = (
            f"events are gone from the log: keep {settings.db} as it is, it holds the last trace "
            "of them; bring the log back from a backup or an export"
        )
        return Finding("tables", False, f"{saw}{where.what}", do)
    if audit.tables.ok:
        return Finding("tables", True, "they say what the log says")
    where = audit.tables.broken[0]
    saw = f"rows that differ: {audit.tables.failures}, first: {where.what}"
    do = f"make them again from the log: plangate doctor --rebuild --db {settings.db}"
    return Finding("tables", False, saw, do if _why_not_rebuild(audit) is None else None)


def _salvage(path: Database) -> str:
    """What to do with a file SQLite cannot read: never to throw it away."""
    if not isinstance(path, Path):
        return "keep the server's files as they are and bring the last backup back beside them"
    copies = sorted(path.parent.glob(f"{path.name}.before-schema-*"))
    restore = f"an earlier copy is {copies[-1]}; " if copies else ""
    return (
        f"keep {path} as it is; {restore}everything up to the damage: "
        f"`plangate export --db {quote(str(path))} > saved.jsonl`, then into a new file "
        "`plangate import saved.jsonl --db new.db`; your last export comes back the same way"
    )
