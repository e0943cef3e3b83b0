"""`plangate allow`: a person hands one of their rights to a script, for a while (ACT-1)."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.core.gate.asking.attention import read_duration
from plangate.core.guard.acts import RIGHTS, Right, read_right, require_role
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act
from plangate.interfaces.cli.printing import complain, emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option

_EPILOG = "Example: plangate allow approve --task k3v9xq2m-v2/t4 --for 8h"


@command(database=False, epilog=_EPILOG)
@click.argument("right", required=False)
@click.option("--for", "length", help="How long: 45m, 8h, 2d.")
@click.option("--task", "tasks", multiple=True, help="With approve: SESSION-vN/TASK.")
@click.option("--list", "listed", is_flag=True, help="What you handed on; no token is shown.")
@click.option("--revoke", metavar="ID", help="End a right early.")
@workspace_option("The directory it holds for (default: here).")
def allow(
    call: Call,
    right: str | None,
    length: str | None,
    tasks: tuple[str, ...],
    listed: bool,
    revoke: str | None,
) -> int:
    """Hand RIGHT on to a script: prints a token once, for its PLANGATE_TOKEN.

    It holds in one directory and ends by itself; a coding agent's environment gets nothing by it.
    Answers that cannot be undone, shipping, trusting, allowing and logging in are never handed on.
    """
    wanted = [name for name, given in (("--list", listed), ("--revoke", revoke)) if given]
    if len(wanted) + (right is not None) != 1:
        raise BadInput(
            "RIGHT",
            "is missing or one too many",
            f"--list, --revoke ID, or one of {', '.join(RIGHTS)}",
        )
    if listed:
        return _list(call)
    if revoke is not None:
        return _revoke(call, revoke)
    if length is None:
        raise BadInput("--for", "is missing", "how long: 45m, 8h, 2d")
    act, named = read_right(str(right), tasks)
    return _hand_on(act, named, length, call.here, call.as_json)


def _hand_on(act: str, tasks: tuple[str, ...], length: str, here: Path, as_json: bool) -> int:
    from plangate.core.log.chain import moment
    from plangate.wiring.this_machine import kept_rights, system_clock

    lasting = read_duration(length, "--for")
    named = "".join(f" --task {task}" for task in tasks)
    person = require_act("allow", f"plangate allow {act}{named} --for {length}")
    require_role(act, person)  # TEAM-3: nobody hands on what is not theirs
    now = system_clock().now()
    wanted = Right("", act, str(here), moment(now + lasting), person.signed(person.by), tasks)
    kept, token = kept_rights().hand_on(wanted, moment(now))
    if as_json:
        emit_json({"schema": "plangate.right/1", **kept._asdict(), "token": token})
        return 0
    emit(f"PLANGATE_TOKEN={token}")
    complain(
        f"{kept.id}: {act} in {here} until {kept.until}; shown this once. "
        f"End it: plangate allow --revoke {kept.id}"
    )
    return 0


def _list(call: Call) -> int:
    from plangate.wiring.this_machine import kept_rights

    found = kept_rights().listed()
    rows = [{name: row[name] for name in row if name != "schema"} for row in found]
    return call.show_rows(
        {"schema": "plangate.rights/1", "rights": rows},
        lambda: [_line(row) for row in found],
        "No right is handed on.",
    )


def _line(row: Document) -> list[str]:
    end = f"revoked {row['revoked']}" if row["revoked"] else f"until {row['until']}"
    return [row["id"], row["act"], end, row["workspace"], " ".join(row["tasks"])]


def _revoke(call: Call, name: str) -> int:
    """Taking a right back asks more, so anybody may."""
    from plangate.core.log.chain import moment
    from plangate.wiring.this_machine import kept_rights, system_clock

    kept_rights().revoke(name, moment(system_clock().now()))
    return call.show({"schema": "plangate.right-revoked/1", "id": name}, f"{name}: revoked")
