"""Plugins in folders, one for each agent that has them: manifest, server, hooks, skill, commands.

They are made from the same rows as set-up writes into files (HOOK-2), so that both say the same.
`integrations/` in the repository holds them made, with `plangate` as the command;
`scripts/integrations.py` writes that folder and a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

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
from plangate.interfaces.setup.plugin_texts import (
    COMMANDS,
    DESCRIPTION,
    GOAL,
    SKILL,
    SKILL_DESCRIPTION,
    Command,
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
