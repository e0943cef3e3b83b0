"""The agents plangate is set up for, a row each: which files, in which format, what goes where.

The places are those the agents document: a file of the project, and one of the person's own. What
lets an agent call a tool unasked is a person's to give: it stands in `with_rights` alone (HOOK-2).
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from plangate.core.model.records import Document
from plangate.interfaces.setup.blocks import Marks
from plangate.interfaces.setup.jsonc import Addition, NotUnderstood, fresh, parse, plain

NAME = "plangate"
HOOK_SECONDS = 5
GEMINI_MILLISECONDS = HOOK_SECONDS * 1_000
#: The tools an agent may call unasked; what speaks for a person is never among them.
ALLOWED = ("plan", "status", "wait", "check_plan", "task")
#: The tools that speak for a person: where an agent knows such a rule, it asks every time.
ASKED = ("answer", "decide_scope")
#: The tool itself, and a server's tool of that name; a dot makes it a pattern.
ASKING_TOOLS = "^(mcp__.+__)?AskUserQuestion$"
_BEGINNINGS = "startup|resume|clear|compact"
#: The hooks of an agent: on which event, for which tools, under which name.
HOOKS = (
    ("PreToolUse", ASKING_TOOLS, "pre-ask"),
    ("PreToolUse", "ExitPlanMode", "plan-review"),
    ("PostToolUse", ASKING_TOOLS, "post-ask"),
    ("SessionStart", _BEGINNINGS, "prime"),
)
CODEX_HOOKS = (
    ("PreToolUse", "^request_user_input$", "pre-ask"),
    ("SessionStart", _BEGINNINGS, "prime"),
)
GEMINI_HOOKS = (
    ("BeforeTool", "^ask_user$", "pre-ask"),
    ("BeforeTool", "^exit_plan_mode$", "plan-review"),
    ("SessionStart", "*", "prime"),
)
#: What Codex would keep from the server: which database and which settings are the person's.
PASSED_ON = (
    "PLANGATE_DB",
    "XDG_DATA_HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
)

TOML_MARKS = Marks("# plangate: begin", "# plangate: end")
SCRIPT_MARKS = Marks("// plangate: begin", "// plangate: end")
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
    with_rights: bool = True

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
    settings = _hooks("claude", HOOKS, command)
    settings += tuple(
        Addition(("permissions", "ask"), rule, mark=rule)
        for rule in (f"mcp__{NAME}__{tool}" for tool in ASKED)
    )
    if places.with_rights:
        settings += tuple(
            Addition(("permissions", "allow"), rule, mark=rule)
            for rule in (f"mcp__{NAME}__{tool}" for tool in ALLOWED)
        )
        if not places.everywhere:  # the file of servers is the project's, so it is asked about
            settings += (Addition(("enabledMcpjsonServers",), NAME, mark=NAME),)
    named = places.environ.get("CLAUDE_CONFIG_DIR")
    if places.everywhere and named:  # both files move there
        files = Path(named) / ".claude.json", Path(named) / "settings.json"
    else:
        files = places.at(".mcp.json", ".claude.json"), places.at(*[".claude/settings.json"] * 2)
    return Target(files[0], JsonFile((server,))), Target(files[1], JsonFile(settings))


def _codex(command: list[str], places: Places) -> tuple[Target, ...]:
    program, *arguments = [json.dumps(word, ensure_ascii=False) for word in [*command, "mcp"]]
    body = (
        f"[mcp_servers.{NAME}]\ncommand = {program}\nargs = [{', '.join(arguments)}]\n"
        f"required = true\nenv_vars = {json.dumps(PASSED_ON)}\n"
    )
    body += "".join(
        f'\n[mcp_servers.{NAME}.tools.{tool}]\napproval_mode = "prompt"\n' for tool in ASKED
    )
    named = places.environ.get("CODEX_HOME")
    of_person = Path(named) if named else places.home / ".codex"
    folder = of_person if places.everywhere else places.workspace / ".codex"
    hooks = JsonFile(_hooks("codex", CODEX_HOOKS, command))
    return (
        Target(folder / "config.toml", BlockFile(TOML_MARKS, body)),
        Target(folder / "hooks.json", hooks),
    )


def _cursor(command: list[str], places: Places) -> tuple[Target, ...]:
    path = places.at(".cursor/mcp.json", ".cursor/mcp.json")
    server = stdio_server(command, "--workspace", "${workspaceFolder}")
    return (Target(path, JsonFile((Addition(("mcpServers", NAME), server),))),)


def _vscode(command: list[str], places: Places) -> tuple[Target, ...]:
    user = {
        "darwin": places.home / "Library/Application Support",
        "win32": places.home / "AppData/Roaming",
    }.get(places.platform, places.config)
    own = user / "Code/User/mcp.json"
    path = own if places.everywhere else places.workspace / ".vscode/mcp.json"
    server = stdio_server(command, "--workspace", "${workspaceFolder}")
    return (Target(path, JsonFile((Addition(("servers", NAME), server),))),)


def _gemini(command: list[str], places: Places) -> tuple[Target, ...]:
    server: Document = {"command": command[0], "args": [*command[1:], "mcp"]}
    settings = JsonFile(
        (
            Addition(("mcpServers", NAME), server),
            *_hooks("gemini", GEMINI_HOOKS, command, seconds=GEMINI_MILLISECONDS),
        )
    )
    told = places.at("GEMINI.md", ".gemini/GEMINI.md")
    # Only the person's own folder of rules counts; `trust` would cover what speaks for them too.
    rules = places.home / ".gemini/policies" / f"{NAME}.toml"
    return (
        Target(places.at(".gemini/settings.json", ".gemini/settings.json"), settings),
        Target(told, BlockFile(MARKDOWN_MARKS, AGENTS_LINES)),
        *([Target(rules, BlockFile(TOML_MARKS, gemini_rules()))] if places.with_rights else []),
    )


def gemini_rules() -> str:
    """The rules by which Gemini CLI runs the five tools unasked."""
    names = json.dumps([f"mcp_{NAME}_{tool}" for tool in ALLOWED])
    return f'[[rule]]\ntoolName = {names}\ndecision = "allow"\npriority = 100\n'


def _opencode(command: list[str], places: Places) -> tuple[Target, ...]:
    folder = places.config / "opencode" if places.everywhere else places.workspace
    path = folder / "opencode.json"
    with_comments = path.with_suffix(".jsonc")
    path = with_comments if with_comments.exists() else path
    server: Document = {"type": "local", "command": [*command, "mcp"]}
    if _has_opencode_servers(path):
        addition = Addition(("mcp", "servers", NAME), server)
    else:
        addition = Addition(("mcp", NAME), {**server, "enabled": True})
    rules = tuple(
        Addition(("permission", f"{NAME}_{tool}"), "ask")
        for tool in ASKED
        if not _has_one_permission(path)
    )
    plugins = folder / "plugins" if places.everywhere else folder / ".opencode" / "plugins"
    script = BlockFile(SCRIPT_MARKS, opencode_plugin(command))
    return Target(path, JsonFile((addition, *rules))), Target(plugins / f"{NAME}.js", script)


def _has_opencode_servers(path: Path) -> bool:
    """Whether a file has the form of opencode 2; it reads the older one too, as opencode 1 does."""
    there = _opencode_document(path).get("mcp")
    servers = there.get("servers") if isinstance(there, dict) else None
    return isinstance(servers, dict) and not isinstance(servers.get("type"), str)


def _has_one_permission(path: Path) -> bool:
    """Whether one word rules over every tool there: then it rules over ours too."""
    return isinstance(_opencode_document(path).get("permission"), str)


def _opencode_document(path: Path) -> Document:
    try:
        document = plain(parse(path.read_bytes().decode("utf-8")))
    except (OSError, ValueError, NotUnderstood, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


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


def stdio_server(command: Sequence[str], *arguments: str) -> Document:
    """A server an agent starts and speaks to by its standard streams."""
    return {"type": "stdio", "command": command[0], "args": [*command[1:], "mcp", *arguments]}


def hook_entry(
    command: Sequence[str], agent: str, tools: str, name: str, seconds: int = HOOK_SECONDS
) -> Document:
    """A hook as the settings have it; the command is a line for a shell."""
    line = shlex.join([*command, "hook", agent, name])
    return {
        "matcher": tools,
        "hooks": [{"type": "command", "command": line, "timeout": seconds}],
    }


def _hooks(
    agent: str,
    rows: Sequence[tuple[str, str, str]],
    command: Sequence[str],
    seconds: int = HOOK_SECONDS,
) -> tuple[Addition, ...]:
    return tuple(
        Addition(
            ("hooks", event),
            hook_entry(command, agent, tools, name, seconds),
            mark=f"hook {agent} {name}",
        )
        for event, tools, name in rows
    )


_OPENCODE = """\
const COMMAND = @COMMAND@

async function hook(name, document) {
  const process = Bun.spawn([...COMMAND, "hook", "opencode", name], {
    stdin: new TextEncoder().encode(JSON.stringify(document)),
    stdout: "pipe",
    stderr: "ignore",
  })
  const said = await new Response(process.stdout).text()
  return said.trim() ? JSON.parse(said) : {}
}

async function primer(directory) {
  const said = await hook("prime", { cwd: directory }).catch(() => ({}))
  return said.hookSpecificOutput?.additionalContext
}

export const Plangate = async ({ directory }) => {
  const primed = new Map()
  return {@CONFIG@
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? ""
      if (!primed.has(session)) primed.set(session, await primer(directory))
      if (primed.get(session)) output.system.push(primed.get(session))
    },
    "experimental.session.compacting": async (input, output) => {
      primed.delete(input?.sessionID ?? "")
      const told = await primer(directory)
      if (told) output.context.push(told)
    },
    "tool.execute.before": async (input, output) => {
      if (input.tool !== "question") return
      const said = await hook("pre-ask", {
        session_id: input.sessionID,
        tool_use_id: input.callID,
        cwd: directory,
        tool_name: "question",
        tool_input: output.args,
      }).catch(() => ({}))
      if (said.decision === "deny") throw new Error(said.reason)
    },
  }
}
"""
#: What a plugin that stands alone adds: what set-up would write into opencode.json.
_OPENCODE_CONFIG = """
    config: async (config) => {
      config.mcp = { @NAME@: @SERVER@, ...config.mcp }
      config.command = { ...@COMMANDS@, ...config.command }
      if (typeof config.permission !== "string")
        config.permission = { ...@RULES@, ...config.permission }
    },"""


def opencode_plugin(command: Sequence[str], config: str = "") -> str:
    """The plugin that runs the hooks in opencode; whatever goes wrong, the agent goes on."""
    words = json.dumps(list(command), ensure_ascii=False)
    return _OPENCODE.replace("@CONFIG@", config).replace("@COMMAND@", words)


def opencode_config(command: Sequence[str], commands: Mapping[str, Mapping[str, str]]) -> str:
    """The part of a plugin that brings the server and the commands by itself."""
    server = {"type": "local", "command": [*command, "mcp"], "enabled": True}
    parts = {
        "@NAME@": NAME,
        "@SERVER@": json.dumps(server, ensure_ascii=False),
        "@COMMANDS@": json.dumps(commands, ensure_ascii=False),
        "@RULES@": json.dumps({f"{NAME}_{tool}": "ask" for tool in ASKED}),
    }
    config = _OPENCODE_CONFIG
    for mark, text in parts.items():
        config = config.replace(mark, text)
    return config
