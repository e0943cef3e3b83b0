"""The agents plangate is set up for, a row each: which files, in which format, what goes where.

The places are those the agents document: a file of the project, and one of the person's own.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plangate.interfaces.setup.blocks import Marks
from plangate.interfaces.setup.jsonc import Addition, NotUnderstood, fresh, parse, plain

NAME = "plangate"
HOOK_SECONDS = 5
#: The tool itself, and a server's tool of that name; a dot makes it a pattern.
ASKING_TOOLS = "^(mcp__.+__)?AskUserQuestion$"
#: The hooks: on which event, for which tools, under which name.
HOOKS = (
    ("PreToolUse", ASKING_TOOLS, "pre-ask"),
    ("PreToolUse", "ExitPlanMode", "plan-review"),
    ("PostToolUse", ASKING_TOOLS, "post-ask"),
)

TOML_MARKS = Marks("# plangate: begin", "# plangate: end")
MARKDOWN_MARKS = Marks("<!-- plangate: begin -->", "<!-- plangate: end -->")

#: What AGENTS.md gets: four lines that every agent reads.
AGENTS_LINES = """\
Before planning a change of several steps, call plangate's `plan` tool, or run `plangate plan`.
Ask the person only what it returns as a question; decide the rest and say what you assumed.
Have a plan checked (`check_plan`, or `plangate check FILE`) before you work from it.
Never answer a pending question yourself; `plangate prime` says what is open here.
"""


class JsonFile(NamedTuple):
    """A file of JSON, with or without comments, and what is put into it."""

    additions: tuple[Addition, ...]


class BlockFile(NamedTuple):
    """A file of text with a block of ours."""

    marks: Marks
    body: str


class Target(NamedTuple):
    """One file of one agent."""

    path: Path
    content: JsonFile | BlockFile

    @property
    def snippet(self) -> str:
        """What a person would paste."""
        if isinstance(self.content, BlockFile):
            marks = self.content.marks
            return f"{marks.begin}\n{self.content.body}{marks.end}"
        return fresh(self.content.additions)


class Places(NamedTuple):
    """Where files are looked for."""

    workspace: Path
    home: Path
    everywhere: bool
    platform: str = sys.platform
    environ: Mapping[str, str] = {}

    @property
    def config(self) -> Path:
        """Where programs of the XDG kind keep a person's settings."""
        named = self.environ.get("XDG_CONFIG_HOME")
        return Path(named) if named and Path(named).is_absolute() else self.home / ".config"

    def at(self, of_project: str, of_person: str) -> Path:
        return self.home / of_person if self.everywhere else self.workspace / of_project


def targets(agent: str, command: Sequence[str], places: Places) -> tuple[Target, ...]:
    """The files of an agent and what goes into them."""
    return _AGENTS[agent](list(command), places)


def _claude(command: list[str], places: Places) -> tuple[Target, ...]:
    server = Addition(("mcpServers", NAME), stdio_server(command))
    hooks = tuple(
        Addition(("hooks", event), hook_entry(command, tools, name), mark=f"hook claude {name}")
        for event, tools, name in HOOKS
    )
    named = places.environ.get("CLAUDE_CONFIG_DIR")
    if places.everywhere and named:  # both files move there
        files = Path(named) / ".claude.json", Path(named) / "settings.json"
    else:
        files = places.at(".mcp.json", ".claude.json"), places.at(*[".claude/settings.json"] * 2)
    return Target(files[0], JsonFile((server,))), Target(files[1], JsonFile(hooks))


def _codex(command: list[str], places: Places) -> tuple[Target, ...]:
    program, *arguments = [json.dumps(word, ensure_ascii=False) for word in [*command, "mcp"]]
    body = f"[mcp_servers.{NAME}]\ncommand = {program}\nargs = [{', '.join(arguments)}]\n"
    named = places.environ.get("CODEX_HOME")
    of_person = Path(named) if named else places.home / ".codex"
    folder = of_person if places.everywhere else places.workspace / ".codex"
    return (Target(folder / "config.toml", BlockFile(TOML_MARKS, body)),)


def _cursor(command: list[str], places: Places) -> tuple[Target, ...]:
    path = places.at(".cursor/mcp.json", ".cursor/mcp.json")
    return (Target(path, JsonFile((Addition(("mcpServers", NAME), stdio_server(command)),))),)


def _vscode(command: list[str], places: Places) -> tuple[Target, ...]:
    user = {
        "darwin": places.home / "Library/Application Support",
        "win32": places.home / "AppData/Roaming",
    }.get(places.platform, places.config)
    own = user / "Code/User/mcp.json"
    path = own if places.everywhere else places.workspace / ".vscode/mcp.json"
    return (Target(path, JsonFile((Addition(("servers", NAME), stdio_server(command)),))),)


def _gemini(command: list[str], places: Places) -> tuple[Target, ...]:
    path = places.at(".gemini/settings.json", ".gemini/settings.json")
    server = {"command": command[0], "args": [*command[1:], "mcp"]}
    return (Target(path, JsonFile((Addition(("mcpServers", NAME), server),))),)


def _opencode(command: list[str], places: Places) -> tuple[Target, ...]:
    folder = places.config / "opencode" if places.everywhere else places.workspace
    path = folder / "opencode.json"
    with_comments = path.with_suffix(".jsonc")
    path = with_comments if with_comments.exists() else path
    server: dict[str, Any] = {"type": "local", "command": [*command, "mcp"]}
    if _has_opencode_servers(path):
        addition = Addition(("mcp", "servers", NAME), server)
    else:
        addition = Addition(("mcp", NAME), {**server, "enabled": True})
    return (Target(path, JsonFile((addition,))),)


def _has_opencode_servers(path: Path) -> bool:
    """Whether a file has the form of opencode 2; it reads the older one too, as opencode 1 does."""
    try:
        document = plain(parse(path.read_bytes().decode("utf-8")))
    except (OSError, ValueError, NotUnderstood, RecursionError):
        return False
    there = document.get("mcp")
    servers = there.get("servers") if isinstance(there, dict) else None
    return isinstance(servers, dict) and not isinstance(servers.get("type"), str)


def _agents_md(command: list[str], places: Places) -> tuple[Target, ...]:
    return (Target(places.workspace / "AGENTS.md", BlockFile(MARKDOWN_MARKS, AGENTS_LINES)),)


_AGENTS = {
    "claude": _claude,
    "codex": _codex,
    "cursor": _cursor,
    "vscode": _vscode,
    "gemini": _gemini,
    "opencode": _opencode,
    "agents-md": _agents_md,
}
AGENTS = tuple(_AGENTS)


def stdio_server(command: Sequence[str]) -> dict[str, Any]:
    """A server an agent starts and speaks to by its standard streams."""
    return {"type": "stdio", "command": command[0], "args": [*command[1:], "mcp"]}


def hook_entry(command: Sequence[str], tools: str, name: str) -> dict[str, Any]:
    """A hook as Claude Code's settings have it; the command is a line for a shell."""
    line = shlex.join([*command, "hook", "claude", name])
    hook = {"type": "command", "command": line, "timeout": HOOK_SECONDS}
    return {"matcher": tools, "hooks": [hook]}
