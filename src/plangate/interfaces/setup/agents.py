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
from plangate.interfaces.setup.jsonc import Addition

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
        return _pasted(self.content.additions)


class Places(NamedTuple):
    """Where files are looked for."""

    workspace: Path
    home: Path
    everywhere: bool
    platform: str = sys.platform
    environ: Mapping[str, str] = {}

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
    return (
        Target(places.at(".mcp.json", ".claude.json"), JsonFile((server,))),
        Target(places.at(".claude/settings.json", ".claude/settings.json"), JsonFile(hooks)),
    )


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
        "darwin": "Library/Application Support/Code/User/mcp.json",
        "win32": "AppData/Roaming/Code/User/mcp.json",
    }.get(places.platform, ".config/Code/User/mcp.json")
    path = places.at(".vscode/mcp.json", user)
    return (Target(path, JsonFile((Addition(("servers", NAME), stdio_server(command)),))),)


def _gemini(command: list[str], places: Places) -> tuple[Target, ...]:
    path = places.at(".gemini/settings.json", ".gemini/settings.json")
    server = {"command": command[0], "args": [*command[1:], "mcp"]}
    return (Target(path, JsonFile((Addition(("mcpServers", NAME), server),))),)


def _opencode(command: list[str], places: Places) -> tuple[Target, ...]:
    path = places.at("opencode.json", ".config/opencode/opencode.json")
    with_comments = path.with_suffix(".jsonc")
    server = {"type": "local", "command": [*command, "mcp"], "enabled": True}
    addition = Addition(("mcp", NAME), server)
    return (Target(with_comments if with_comments.exists() else path, JsonFile((addition,))),)


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


def _pasted(additions: Sequence[Addition]) -> str:
    from plangate.interfaces.setup.jsonc import fresh

    return fresh(additions)
