"""`plangate setup`: into the configuration of a coding agent, and out again (HOOK-2)."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import emit, emit_document, emit_json
from plangate.interfaces.cli.shared_options import workspace_option
from plangate.interfaces.setup.known_agents import AGENTS, NAME, Places, Target, targets
from plangate.interfaces.setup.setup_files import Change, addition_to, apply, removal_from, state_of

_SAID = {
    "unchanged": "as it was",
    "created": "made",
    "changed": "written",
    "deleted": "removed, it held nothing else",
    "in_place": "in place",
    "different": "there, but not as it would be written now: run setup again",
    "missing": "not there",
}
#: What an agent asks its person itself, whatever stands in a file.
_ASKED_BY_THE_AGENT = {
    "claude": "trust the folder when Claude Code asks",
    "codex": "trust the project when Codex asks, and its hooks once with /hooks",
    "cursor": "switch the server on when Cursor asks",
    "gemini": "trust the folder when Gemini CLI asks",
    "vscode": "start the server once when VS Code asks",
}
_NO_RULES = (
    "no rule that lets the agent call plangate's tools unasked was written ({why}): run this at "
    "your own terminal, or allow the tools when the agent asks"
)


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
    shared = not everywhere and plugin is None
    words = _words(command) if command is not None else [NAME] if shared else own_command()
    if plugin is not None:
        return _plugin(agent, action, plugin, words, call.as_json)
    if agent == "agents-md" and everywhere:
        raise BadInput("--global", "AGENTS.md belongs to a project", "agents-md without --global")
    home = Path(os.environ.get("HOME") or Path.home())
    places = Places(call.here, home, everywhere, environ=os.environ)
    return _run(agent, action, words, places, call.as_json)


def own_command() -> list[str]:
    """How an agent starts this installation: by its name when that is what the name leads to.

    A name survives an upgrade and fits everybody's machine; where it leads elsewhere or nowhere,
    this very Python is named. -P keeps a folder called plangate in a project from being run.
    """
    found = shutil.which("plangate")
    if found and Path(found).resolve().parent == Path(sys.executable).parent.resolve():
        return ["plangate"]
    return [sys.executable, "-P", "-m", "plangate"]


def _run(agent: str, action: str, words: list[str], places: Places, as_json: bool) -> int:
    """HOOK-2: a person's own rules are written at a person's terminal, and found wherever."""
    wanted, bare = (
        targets(agent, words, places._replace(with_rights=rights)) for rights in (True, False)
    )
    if action == "print":
        return _printed(agent, wanted, places, as_json)
    if action == "check":
        states = [(target.path, state) for target, state in _states(wanted, bare)]
        ok = all(state == "in_place" for _, state in states)
        _told(agent, action, states, ok, as_json)
        return 0 if ok else 1
    if action == "remove":
        changes = [removal_from(target) for target in wanted]
        apply(changes)
        _told(agent, action, [(change.path, change.state) for change in changes], True, as_json)
        return 0
    return _installed(agent, words, places, wanted, bare, as_json)


def _installed(
    agent: str,
    words: list[str],
    places: Places,
    wanted: Sequence[Target],
    bare: Sequence[Target],
    as_json: bool,
) -> int:
    from plangate.wiring.this_machine import acting

    person = acting()
    less = {target.path: target for target in bare}
    chosen = [
        target if person.is_person or state_of(target) == "in_place" else less[target.path]
        for target in wanted
        if person.is_person or target.path in less
    ]
    changes = [addition_to(target) for target in chosen]
    apply(changes)
    left = _left(agent, words, places)
    if tuple(chosen) != tuple(wanted):
        left.insert(0, _NO_RULES.format(why=person.why or "no person is at this terminal"))
    states = [(change.path, change.state) for change in changes]
    _told(agent, "install", states, True, as_json, left, _again(agent, places))
    return 0


def _again(agent: str, places: Places) -> str:
    """The command that takes out what this one put in."""
    return f"plangate setup {agent}{' --global' if places.everywhere else ''} --remove"


def _states(wanted: Sequence[Target], bare: Sequence[Target]) -> Iterator[tuple[Target, str]]:
    """Each file as it is; one that only gives rights may be missing, for they are the person's."""
    less = {target.path: target for target in bare}
    for target in wanted:
        state = state_of(target)
        if state == "in_place" or (target.path not in less and state == "different"):
            yield target, state
        elif target.path in less:
            yield target, state_of(less[target.path])


def _left(agent: str, words: list[str], places: Places) -> list[str]:
    """What no file can say: that the server starts, and what the agent asks its person itself."""
    from plangate.interfaces.setup.trying import why_not_started

    if agent == "agents-md":
        return []
    left = []
    if why := why_not_started(words, places.workspace, places.environ):
        cure = "put it there, or name its path: --command PATH, or --global for this installation"
        # No backticks: it is named as it was written, not as plangate was called here.
        left.append(f"the command {shlex.join([*words, 'mcp'])} does not start: {why}; {cure}")
    if agent in _ASKED_BY_THE_AGENT:
        left.append(_ASKED_BY_THE_AGENT[agent])
    return left


def _plugin(agent: str, action: str, folder: Path, command: list[str], as_json: bool) -> int:
    from plangate.interfaces.setup import plugin
    from plangate.interfaces.setup.plugins import claude_plugin

    if agent != "claude":
        raise BadInput("--plugin", f"{agent} has no plugins of this kind", "setup claude")
    folder = folder.resolve()
    files = claude_plugin(command)
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
    states = [(change.path, change.state) for change in changes]
    undo = f"plangate setup claude --plugin {shlex.quote(str(folder))} --remove"
    _told(agent, action, states, True, as_json, (), undo if action == "install" else "")
    return 0


def _printed(agent: str, wanted: Sequence[Target], places: Places, as_json: bool) -> int:
    shown = [(_short(target.path, places), target.snippet) for target in wanted]
    return _show(agent, shown, as_json)


def _show(agent: str, shown: Sequence[tuple[str, str]], as_json: bool) -> int:
    if as_json:
        files = [{"path": path, "text": text} for path, text in shown]
        emit_json({"schema": "plangate.setup/1", "agent": agent, "action": "print", "files": files})
    else:
        emit_document("\n\n".join(f"{path}\n\n{text}" for path, text in shown))
    return 0


def _told(
    agent: str,
    action: str,
    states: Sequence[tuple[Path, str]],
    ok: bool,
    as_json: bool,
    left: Sequence[str] = (),
    undone_by: str = "",
) -> None:
    if as_json:
        document: Document = {"schema": "plangate.setup/1", "agent": agent, "action": action}
        files = [{"path": str(path), "state": state} for path, state in states]
        more = {"left_to_do": list(left)} if action == "install" else {}
        emit_json({**document, "ok": ok, "files": files, **more})
        return
    for path, state in states:
        emit(f"{path}: {_SAID[state]}")
    if undone_by and any(state in ("created", "changed") for _, state in states):
        emit(f"Restart the agent; `{undone_by}` takes it out again.")
    for line in left:
        emit(f"Left to do: {line}")


def _short(path: Path, places: Places) -> str:
    """A path as a person would say it: from the project, or from their own folder."""
    shown = {places.workspace: "", places.home: "~/"}
    for folder in sorted(shown, key=lambda folder: -len(folder.parts)):
        if path.is_relative_to(folder):
            return f"{shown[folder]}{path.relative_to(folder).as_posix()}"
    return str(path)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput("--command", f"{error}".lower(), "a command line") from None
    if not words:
        raise BadInput("--command", "is empty", "a command line")
    return words
