"""Plugins in folders, one for each agent that has them: manifest, server, hooks, skill, commands.

They are made from the same rows as set-up writes into files (HOOK-2), so that both say the same:
every agent gets the same skill, which says when to call, and the same three commands.
`integrations/` in the repository holds them made, with `plangate` as the command;
`scripts/integrations.py` writes that folder and a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate._version import __version__
from plangate.interfaces.setup.known_agents import (
    AGENTS_LINES,
    ALLOWED,
    ASKED,
    CODEX_HOOKS,
    GEMINI_HOOKS,
    GEMINI_MILLISECONDS,
    HOOKS,
    NAME,
    PASSED_ON,
    gemini_rules,
    hook_entry,
    opencode_config,
    opencode_plugin,
    stdio_server,
)

#: How Claude Code calls the tools of this plugin's own server; no project can take the name.
CLAUDE_TOOLS = f"mcp__plugin_{NAME}_{NAME}__"
_AUTHOR = {"name": "The plangate authors"}


def claude_plugin(command: Sequence[str]) -> dict[str, str]:
    """The plugin of Claude Code, every file by its path in the folder."""
    allowing = f"^{CLAUDE_TOOLS}({'|'.join(ALLOWED)})$"
    rows = (*HOOKS, ("PreToolUse", allowing, "allow-own"))
    return {
        ".claude-plugin/plugin.json": _json(
            {**_manifest(), "author": _AUTHOR, "keywords": ["planning", "clarification"]}
        ),
        "hooks/hooks.json": _hooks(command, "claude", rows),
        ".mcp.json": _json({"mcpServers": {NAME: stdio_server(command)}}),
        **_skill(),
        **{f"commands/{one.name}.md": _claude_command(one) for one in COMMANDS},
    }


def codex_plugin(command: Sequence[str]) -> dict[str, str]:
    """The plugin of Codex: its commands are skills, for that is what Codex has."""
    server = {
        "command": command[0],
        "args": [*command[1:], "mcp"],
        "env_vars": list(PASSED_ON),
        "required": True,
        "tools": {tool: {"approval_mode": "prompt"} for tool in ASKED},
    }
    about = {"displayName": NAME, "shortDescription": DESCRIPTION, "category": "Productivity"}
    parts = {"skills": "./skills/", "mcpServers": "./.mcp.json", "hooks": "./hooks/hooks.json"}
    return {
        ".codex-plugin/plugin.json": _json({**_manifest(), **parts, "interface": about}),
        "hooks/hooks.json": _hooks(command, "codex", CODEX_HOOKS),
        ".mcp.json": _json({"mcpServers": {NAME: server}}),
        **_skill(),
        **{f"skills/{NAME}-{one.name}/SKILL.md": _as_skill(one) for one in COMMANDS},
    }


def gemini_extension(command: Sequence[str]) -> dict[str, str]:
    """The extension of Gemini CLI. What runs unasked no extension can say: its rules are a file
    for the person's own folder."""
    server = {"command": command[0], "args": [*command[1:], "mcp"]}
    parts = {"contextFileName": "GEMINI.md", "mcpServers": {NAME: server}}
    return {
        "gemini-extension.json": _json({**_manifest(), **parts}),
        "GEMINI.md": AGENTS_LINES,
        f"for-your-policies/{NAME}.toml": gemini_rules(),
        "hooks/hooks.json": _hooks(command, "gemini", GEMINI_HOOKS, GEMINI_MILLISECONDS),
        **_skill(),
        **{f"commands/{NAME}/{one.name}.toml": _gemini_command(one) for one in COMMANDS},
    }


def opencode_package(command: Sequence[str]) -> dict[str, str]:
    """The plugin of opencode: one module that brings server, hooks and commands."""
    package = {
        **_manifest(),
        "type": "module",
        "main": f"./{NAME}.js",
        "exports": f"./{NAME}.js",
        "license": "MIT",
    }
    return {
        "package.json": _json(package),
        f"{NAME}.js": opencode_plugin(command, _opencode_config(command)),
    }


#: Under which folder of `integrations/` each stands.
PLUGINS = {
    "claude": claude_plugin,
    "codex": codex_plugin,
    "gemini": gemini_extension,
    "opencode": opencode_package,
}


def marketplaces() -> dict[str, str]:
    """The catalogs at the root of the repository, by which Claude Code and Codex find a plugin."""
    claude = {
        "name": NAME,
        "owner": _AUTHOR,
        "metadata": {"description": DESCRIPTION, "version": __version__},
        "plugins": [{"name": NAME, "source": "./integrations/claude", "description": DESCRIPTION}],
    }
    codex = {
        "name": NAME,
        "plugins": [
            {
                "name": NAME,
                "source": {"source": "local", "path": "./integrations/codex"},
                "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
                "category": "Productivity",
            }
        ],
    }
    return {
        ".claude-plugin/marketplace.json": _json(claude),
        ".agents/plugins/marketplace.json": _json(codex),
    }


# --- the parts ------------------------------------------------------------------------------------


def _manifest() -> dict[str, object]:
    return {"name": NAME, "version": __version__, "description": DESCRIPTION}


def _hooks(
    command: Sequence[str],
    agent: str,
    rows: Sequence[tuple[str, str, str]],
    timeout: int | None = None,
) -> str:
    hooks: dict[str, list[object]] = {}
    for event, tools, name in rows:
        more = (timeout,) if timeout else ()
        hooks.setdefault(event, []).append(hook_entry(command, agent, tools, name, *more))
    return _json({"hooks": hooks})


def _skill() -> Mapping[str, str]:
    return {f"skills/{NAME}/SKILL.md": _front(name=NAME, description=SKILL_DESCRIPTION) + SKILL}


def _claude_command(one: Command) -> str:
    fields = {"description": one.description}
    if one.takes:
        fields["argument-hint"] = f'"{one.takes}"'
    fields["allowed-tools"] = ", ".join(f"{CLAUDE_TOOLS}{tool}" for tool in one.tools)
    return _front(**fields) + one.prompt.replace(GOAL, "$ARGUMENTS")


def _as_skill(one: Command) -> str:
    front = _front(name=f"{NAME}-{one.name}", description=f"{one.description}. When asked for it.")
    return front + one.prompt.replace(GOAL, "what the person asked for")


def _gemini_command(one: Command) -> str:
    prompt = one.prompt.replace(GOAL, "{{args}}")
    return f'description = {json.dumps(one.description)}\nprompt = """\n{prompt}"""\n'


def _opencode_config(command: Sequence[str]) -> str:
    told = {
        f"{NAME}:{one.name}": {
            "description": one.description,
            "template": one.prompt.replace(GOAL, "$ARGUMENTS"),
        }
        for one in COMMANDS
    }
    return opencode_config(command, told)


def _front(**fields: str) -> str:
    lines = [f"{name}: {value}" for name, value in fields.items()]
    return "\n".join(["---", *lines, "---", "", ""])


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


DESCRIPTION = "Few questions, assumptions written down, a plan that was checked."

SKILL_DESCRIPTION = (
    "Plans a change with few questions, written assumptions and a checked plan. Use before a "
    "change of several steps, when a request can be read in more than one way, when a decision "
    "has many options, or after losing the context of planned work."
)

SKILL = """\
# Planning with plangate

Use this before a change of several steps, when a goal can be read in more than one way, or when a
decision has many options. A typo or a one-line fix needs no plan.

1. Call the `plan` tool with the goal: it returns a brief of the repository and an example. Call it
   again with your decisions, tasks and evidence: every one of them gets a verdict.
2. Put a returned question to the person as it is, with every option, and pass the reply on with
   `answer`. Nobody there: do other work and `wait` later; after the deadline its default holds.
3. A decision with five options or more goes to `decide_scope`. Never drop an option yourself.
4. Cure the findings of your tasks; send only what changes. `check_plan` judges any other plan.
5. Say with `task` what is begun, done or failed. After losing your context call `status`.
6. Tell the person what was assumed.
"""


class Command(NamedTuple):
    """A command a person types: what it does, and what the agent is to do then."""

    name: str
    description: str
    takes: str
    tools: tuple[str, ...]
    prompt: str


#: `@GOAL@` is where an agent puts what the person typed behind the command.
GOAL = "@GOAL@"
COMMANDS = (
    Command(
        "plan",
        "Plan a goal: few questions, written assumptions, a checked plan",
        "[goal]",
        ("plan", "status", "wait", "check_plan"),
        f"""\
Plan this goal with plangate: {GOAL}

Without a goal take the one of our conversation. Call the `plan` tool with the goal, read what its
brief names, then call it again with your decisions, tasks and evidence. Show me the plan, what was
assumed, and a question as it stands if there is one. Do not begin the work before I say so.
""",
    ),
    Command(
        "inbox",
        "The questions that wait for you in this project",
        "",
        ("status", "wait"),
        """\
Call plangate's `status` tool and show me every open question as it stands: its text, every option
with what it leads to, and what happens without an answer. Recommend nothing and answer nothing
yourself. When I answer, pass on what I said with the `answer` tool; where it says that only I can
answer, tell me the command.
""",
    ),
    Command(
        "assumptions",
        "What was decided without you in this project",
        "",
        ("status",),
        """\
Call plangate's `status` tool and list what was assumed without me: the decision, how sure it is,
and the tasks that rest on it (status with the session gives the reasons). Say for each that
`plangate wrong ID` in my terminal overturns it. Change nothing yourself.
""",
    ),
)
