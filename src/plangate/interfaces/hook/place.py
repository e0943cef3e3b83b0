"""Where a hook stands: the workspace, its settings, and the record it writes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from plangate.app.agents import Sighting
    from plangate.interfaces.hook.calls import Call
    from plangate.settings import Settings

#: A writer holds the file for less; whoever waits longer is in the agent's way.
BUSY_MS = 300


class HookReply(NamedTuple):
    """What goes to the agent, and the line for whoever looks at stderr."""

    out: str = ""
    line: str = ""


class HookPlace(NamedTuple):
    workspace: Path
    settings: Settings


def place_of(call: Call, environ: Mapping[str, str]) -> HookPlace:
    """The project the agent was started in, whichever folder it has gone to since."""
    return place_in(call.cwd, environ)


def place_in(folder: str, environ: Mapping[str, str]) -> HookPlace:
    """The same for a folder the client names."""
    from plangate.settings import read_settings

    named = environ.get("CLAUDE_PROJECT_DIR") or environ.get("GEMINI_PROJECT_DIR") or folder
    workspace = Path(named or ".").resolve()
    return HookPlace(workspace, read_settings(environ, workspace))


def record(call: Call, seen: Sequence[Sighting], place: HookPlace) -> None:
    """Write down what was seen, or raise soon."""
    from plangate.app.agents import record_calls
    from plangate.wiring.databases import open_store
    from plangate.wiring.this_machine import system_clock
    from plangate.wiring.workspaces import here_in

    with open_store(place.settings, busy_ms=BUSY_MS) as store:
        home = here_in(store, place.workspace).place  # REC-8
        told = [event._replace(place=home) for event in seen]
        record_calls(store, system_clock(), call.session, told)
