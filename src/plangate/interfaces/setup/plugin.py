"""A plugin for Claude Code in a folder: manifest, hooks, a skill and the server (HOOK-2)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from plangate._version import __version__
from plangate.core.model.errors import BadInput, Refused
from plangate.interfaces.setup.agents import HOOKS, NAME, hook_entry, stdio_server
from plangate.interfaces.setup.files import Change

_SKILL = """\
---
name: plangate
description: Plans a change with few questions, written assumptions and a checked plan.
---

# Planning with plangate

Use this before a change of several steps, when a goal can be read in more than one way, or when a
decision has many options.

1. Call the `plan` tool with the goal: it returns a brief of the repository and an example. Call it
   again with your decisions, tasks and evidence: every one of them gets a verdict.
2. Put a returned question to the person as it is, with every option, and pass the reply on with
   `answer`. Nobody there: do other work and `wait` later; after the deadline its default holds.
3. A decision with five options or more goes to `decide_scope`. Never drop an option yourself.
4. Cure the findings of your tasks; send only what changes. `check_plan` judges any other plan.
5. Say with `task` what is begun, done or failed. After losing your context call `status`.
6. Tell the person what was assumed.
"""


def plugin_files(command: Sequence[str]) -> dict[str, str]:
    """Every file of the plugin, by its path in the folder."""
    hooks: dict[str, list[object]] = {}
    for event, tools, name in HOOKS:
        hooks.setdefault(event, []).append(hook_entry(command, "claude", tools, name))
    manifest = {
        "name": NAME,
        "version": __version__,
        "description": "Few questions, assumptions written down, a plan that was checked.",
    }
    return {
        ".claude-plugin/plugin.json": _json(manifest),
        "hooks/hooks.json": _json({"hooks": hooks}),
        f"skills/{NAME}/SKILL.md": _SKILL,
        ".mcp.json": _json({"mcpServers": {NAME: stdio_server(command)}}),
    }


def plugin_additions(folder: Path, files: Mapping[str, str]) -> list[Change]:
    """The files to be written; refused in a folder that holds another plugin or other files."""
    if folder.exists() and not _is_ours(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is neither empty nor a plangate plugin; nothing was written")
    return [Change(folder / name, _read(folder / name), text) for name, text in files.items()]


def plugin_removals(folder: Path, files: Mapping[str, str]) -> list[Change]:
    """The files to be taken away, with the folders that hold nothing else."""
    if not folder.exists():
        return []
    if not _is_ours(folder):
        raise Refused(f"{folder} holds no plangate plugin; nothing was removed")
    depth = {name: name.count("/") + 1 for name in files}
    return [
        Change(folder / name, _read(folder / name), None, depth[name])
        for name in sorted(files, key=lambda name: -depth[name])
    ]


def plugin_state(folder: Path, files: Mapping[str, str]) -> str:
    found = [_read(folder / name) == text for name, text in files.items()]
    if all(found):
        return "in_place"
    return "different" if _is_ours(folder) else "missing"


def _is_ours(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / ".claude-plugin" / "plugin.json").read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("name") == NAME


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})") from None


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
