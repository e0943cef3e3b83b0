"""`plangate setup`: into the configuration of a coding agent, and out again (HOOK-2)."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    complain,
    emit,
    emit_json,
    workspace_option,
)
from plangate.interfaces.setup.agents import AGENTS, Places, Target, targets
from plangate.interfaces.setup.files import Change, addition_to, apply, removal_from, state_of

_SAID = {
    "unchanged": "as it was",
    "created": "made",
    "changed": "written",
    "deleted": "removed, it held nothing else",
    "in_place": "in place",
    "different": "there, but not as it would be written now: run setup again",
    "missing": "not there",
}


@command(database=False, epilog="Example: plangate setup claude --check")
@click.argument("agent", type=click.Choice(AGENTS))
@click.option("--check", is_flag=True, help="Say whether it is in place: exit 0, else 1.")
@click.option("--remove", is_flag=True, help="Take it out; the files are as they were before.")
@click.option("--print", "to_print", is_flag=True, help="Print what would be put where.")
@click.option("--global", "everywhere", is_flag=True, help="In your own files, for all projects.")
@click.option(
    "--plugin", type=click.Path(path_type=Path), help="Build a Claude Code plugin in DIR."
)
@click.option("--command", help="How the agent starts plangate (default: this installation).")
@workspace_option("The project (default: here).")
def setup(
    call: Call,
    agent: str,
    check: bool,
    remove: bool,
    to_print: bool,
    everywhere: bool,
    plugin: Path | None,
    command: str | None,
) -> int:
    """Put plangate into the configuration of AGENT; agents-md writes four lines into AGENTS.md.

    Only its own key or marked block is touched, however often it is run; comments and everything
    else stay as they are. A file that cannot be understood is left alone.
    """
    chosen = [
        name for name, on in (("check", check), ("remove", remove), ("print", to_print)) if on
    ]
    if len(chosen) > 1:
        raise BadInput("--" + chosen[1], f"does not go with --{chosen[0]}", "one of them")
    action = chosen[0] if chosen else "install"
    words = own_command() if command is None else _words(command)
    if plugin is not None:
        return _plugin(agent, action, plugin, words, call.as_json)
    if agent == "agents-md" and everywhere:
        raise BadInput("--global", "AGENTS.md belongs to a project", "agents-md without --global")
    home = Path(os.environ.get("HOME") or Path.home())
    places = Places(call.here, home, everywhere, environ=os.environ)
    return _run(agent, action, targets(agent, words, places), places, call.as_json)


def own_command() -> list[str]:
    """How an agent starts this installation: by its name when that is what the name leads to.

    A name survives an upgrade and fits everybody's machine; where it leads elsewhere or nowhere,
    this very Python is named. -P keeps a folder called plangate in a project from being run.
    """
    found = shutil.which("plangate")
    if found and Path(found).resolve().parent == Path(sys.executable).parent.resolve():
        return ["plangate"]
    return [sys.executable, "-P", "-m", "plangate"]


def _run(agent: str, action: str, wanted: Sequence[Target], places: Places, as_json: bool) -> int:
    if action == "print":
        return _printed(agent, wanted, places, as_json)
    if action == "check":
        states = [(target.path, state_of(target)) for target in wanted]
        ok = all(state == "in_place" for _, state in states)
        _told(agent, action, states, ok, as_json)
        return 0 if ok else 1
    make = addition_to if action == "install" else removal_from
    changes = [make(target) for target in wanted]
    apply(changes)
    _told(agent, action, [(change.path, change.state) for change in changes], True, as_json)
    return 0


def _plugin(agent: str, action: str, folder: Path, command: list[str], as_json: bool) -> int:
    from plangate.interfaces.setup import plugin

    if agent != "claude":
        raise BadInput("--plugin", f"{agent} has no plugins of this kind", "setup claude")
    folder = folder.resolve()
    files = plugin.plugin_files(command)
    if action == "print":
        shown = [(name, text.rstrip("\n")) for name, text in files.items()]
        return _show(agent, shown, as_json)
    if action == "check":
        state = plugin.plugin_state(folder, files)
        _told(agent, action, [(folder, state)], state == "in_place", as_json)
        return 0 if state == "in_place" else 1
    make = plugin.plugin_additions if action == "install" else plugin.plugin_removals
    changes: list[Change] = make(folder, files)
    apply(changes)
    _told(agent, action, [(change.path, change.state) for change in changes], True, as_json)
    return 0


def _printed(agent: str, wanted: Sequence[Target], places: Places, as_json: bool) -> int:
    shown = [(_short(target.path, places), target.snippet) for target in wanted]
    return _show(agent, shown, as_json)


def _show(agent: str, shown: Sequence[tuple[str, str]], as_json: bool) -> int:
    if as_json:
        files = [{"path": path, "text": text} for path, text in shown]
        emit_json({"schema": "plangate.setup/1", "agent": agent, "action": "print", "files": files})
    else:
        emit("\n\n".join(f"{path}\n\n{text}" for path, text in shown))
    return 0


def _told(
    agent: str, action: str, states: Sequence[tuple[Path, str]], ok: bool, as_json: bool
) -> None:
    if as_json:
        document: dict[str, Any] = {"schema": "plangate.setup/1", "agent": agent, "action": action}
        files = [{"path": str(path), "state": state} for path, state in states]
        emit_json({**document, "ok": ok, "files": files})
        return
    for path, state in states:
        emit(f"{path}: {_SAID[state]}")
    if action == "install" and any(state in ("created", "changed") for _, state in states):
        emit(f"Start the agent anew; `plangate setup {agent} --remove` takes it out again.")
    if action == "install" and agent != "agents-md":
        _hint_at_the_server()


def _hint_at_the_server() -> None:
    """The agent will start `plangate mcp`: say now what that needs, not when it fails there."""
    from plangate.core.model.errors import MissingExtra
    from plangate.interfaces.extras import is_installed

    if not is_installed("mcp"):
        complain(str(MissingExtra("plangate mcp", "mcp")))


def _short(path: Path, places: Places) -> str:
    """A path as a person would say it."""
    if places.everywhere and path.is_relative_to(places.home):
        return f"~/{path.relative_to(places.home).as_posix()}"
    if path.is_relative_to(places.workspace):
        return path.relative_to(places.workspace).as_posix()
    return str(path)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput("--command", f"{error}".lower(), "a command line") from None
    if not words:
        raise BadInput("--command", "is empty", "a command line")
    return words
