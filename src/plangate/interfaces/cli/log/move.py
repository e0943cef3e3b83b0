"""`plangate move`: a record into another database, a file or a team's server (TEAM-1)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.parameters import DatabaseName
from plangate.interfaces.cli.planner_here import require_act
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.settings import Database


@command(
    database=False, epilog="Example: plangate move --from plangate.db --to postgresql://db/plangate"
)
@click.option("--from", "source", type=DatabaseName(path_type=Path), required=True, help="Where.")
@click.option("--to", "target", type=DatabaseName(path_type=Path), required=True, help="Whereto.")
def move(call: Call, source: Database, target: Database) -> int:
    """Carry the whole record into another, empty database: a file, or postgresql://….

    Every event keeps its position and its digest, what was erased stays erased, and the anchors go
    along. The audit of both sides proves it. The old database stays as it is; nothing is written
    there any more once your settings name the new one.
    """
    from plangate.settings import place_of, read_settings
    from plangate.user_folders import environment
    from plangate.wiring.databases import move_record
    from plangate.wiring.members import carry_token

    if place_of(source) == place_of(target):
        raise BadInput("--to", "is the same database", "another one")
    if isinstance(source, Path) and not source.is_file():
        raise BadInput("--from", f"{str(source)!r} is not a file", "a database there is")
    settings = read_settings(environment(), Path())
    before = settings._replace(db=source)
    require_act("import", f"plangate move --from {source} --to {target}", before)
    after = settings._replace(db=target)
    done = move_record(before, after)
    carry_token(before, after)
    document = {
        "schema": "plangate.moved/1",
        "from": str(source),
        "to": str(target),
        "events": done.total.events,
        "sum": done.total.hex,
        "same": done.is_the_same,
        "ok": bool(done.after["ok"]),
    }
    verdict = "the audit says the same of both" if done.is_the_same else "THE AUDITS DIFFER"
    lines = [f"{counted(done.total.events, 'event')} moved from {source} to {target}; {verdict}."]
    if not done.after["ok"]:
        lines.append("Something does not hold on either side: `plangate audit` says what.")
    lines.append(f'From now on: db = "{target}" in your config.toml, or PLANGATE_DB.')
    return call.show(document, "\n".join(lines), 0 if done.is_the_same and done.after["ok"] else 5)
