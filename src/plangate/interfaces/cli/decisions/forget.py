"""`plangate forget`: a memory never used again, or payloads erased from the log (REC-10)."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from plangate.core.log.chain import MEMORY_PREFIX
from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import require_act, settings_for, who
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.app.log.logkeeping import Gone


@command(epilog="Example: plangate forget mem-k3v9xq2m")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--session", help="Erase everything this session holds.")
@workspace_option("Erase everything about this directory.")
@click.option("--erase", is_flag=True, help="Erase the words of a memory too.")
def forget(call: Call, name: str | None, session: str | None, erase: bool) -> int:
    """Never use the memory ID again, or erase from the log for good.

    Erasing takes the contents of a session, of a decision with many options, of a memory (with
    --erase), of one event (SESSION/N), or of all that is about a directory. That it was there, when
    and in which order stays, and the audit says who erased it. Only a person can. Exports and
    published plans that hold it are named; copies elsewhere are up to you.
    """
    if sum(given is not None for given in (name, session, call.workspace)) != 1:
        raise BadInput("ID", "is missing or one too many", "one of ID, --session and --workspace")
    if name is not None and _is_of_a_memory(name) and not erase:
        return _retire(call, name)
    return _erase(call, name or session)


def _has_copies(store: object) -> bool:
    """Whether the store keeps copies of its file; one of another package need not."""
    return hasattr(store, "erase_from_copies")


def _is_of_a_memory(name: str) -> bool:
    """A memory, or a decision that serves as one: those are retired or overturned, not erased."""
    plain = "/" not in name
    return plain and (name.startswith(MEMORY_PREFIX) or re.fullmatch(r"\w+-a\d+", name) is not None)


def _retire(call: Call, name: str) -> int:
    from plangate.app.acts.remembering import forget as drop

    with call.planner() as planner:
        found = drop(planner, name, by=who())
    document = {"schema": "plangate.memory-forgotten/1", "id": found}
    return call.show(document, f"{found}: forgotten")


def _erase(call: Call, name: str | None) -> int:
    from plangate.app.log.logkeeping import erase_named, erase_workspace
    from plangate.wiring.databases import known_exports, open_store, published_plans
    from plangate.wiring.this_machine import system_clock
    from plangate.wiring.workspaces import here_in

    workspace = call.workspace
    what = quote(name) if name is not None else f"--workspace {quote(str(workspace))}"
    settings = settings_for(None, call.db)
    by = require_act("forget", f"plangate forget {what}", settings).signed(who())
    with open_store(settings) as store:
        clock = system_clock()
        if workspace is not None:
            gone = erase_workspace(store, clock, here_in(store, workspace.resolve()), by=by)
        else:
            gone = erase_named(store, clock, str(name), by=by)
        copies, left = store.erase_from_copies(gone.entries) if _has_copies(store) else ([], [])
    left += known_exports(settings).that_hold(gone.streams)
    left += published_plans(settings).that_hold(gone.streams)
    _tell(gone, copies, left, call.as_json)
    return 0


def _tell(gone: Gone, copies: list[Path], left: list[Path], as_json: bool) -> None:
    if as_json:
        emit_json(
            {
                "schema": "plangate.erased/1",
                "events": len(gone.entries),
                "sessions": gone.streams,
                "copies": [str(copy) for copy in copies],
                "still_in": [str(path) for path in left],
                "quoted_in": list(gone.quoted_in),
            }
        )
        return
    erased = counted(len(gone.entries), "event")
    emit(f"Erased: {erased} of {', '.join(gone.streams) or 'nothing'}.")
    for copy in copies:
        emit(f"Erased from the copy {copy} too.")
    for path in left:
        emit(f"{path} still holds it: that file is yours to erase.")
    for name in gone.quoted_in:
        emit(f"Session {name} recalled some of it: plangate forget {name} erases that too.")
    emit("Other exports, and published plans in the history of git, are yours to look after.")
