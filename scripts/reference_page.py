"""Writes docs/commands.md and docs/settings.md from the code; `--check` says if they are old."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from plangate.core.guard.strictness import SETTINGS
from plangate.interfaces.cli.command_list import GROUPS
from plangate.interfaces.cli.root import root
from plangate.settings import default_values
from plangate.trust.settings_file import shape_of

DOCS = Path(__file__).resolve().parents[1] / "docs"
COMMANDS_HEAD = """\
# Every command

Printed by `scripts/reference_page.py` from the commands themselves; `plangate COMMAND --help` says
the same. Every command takes `--json` (one document on standard output); without an id the latest
here is meant.
"""
SETTINGS_HEAD = """\
# Every setting

Printed by `scripts/reference_page.py` from the code that reads them. They stand in your own
`~/.config/plangate/config.toml`, or in a workspace's `plangate.toml` ([extend.md](extend.md)). Of a
workspace nobody trusts only what is stricter counts ([trust.md](trust.md)); “none” counts for
nothing there.
"""


def commands_page() -> str:
    parts = [COMMANDS_HEAD.rstrip("\n")]
    for title, commands in GROUPS.items():
        parts.append(f"## {title}")
        for name in commands:
            command = root.get_command(click.Context(root), name)
            assert command is not None
            parts += _command_parts((name,), command)
    return "\n\n".join(parts) + "\n"


def _command_parts(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=" ".join(("plangate", *path)))
    yield f"### plangate {' '.join(path)}"
    usage = command.get_usage(context).removeprefix("Usage: ")
    yield f"`{' '.join(usage.split())}`"
    yield "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    rows = [
        f"| `{', '.join(option.opts)}` | {' '.join((option.help or '').split())} |"
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden
    ]
    if rows:
        yield "\n".join(["| option | |", "|---|---|", *rows])
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            yield from _command_parts((*path, name), below)


def settings_page() -> str:
    defaults = default_values()
    rows = [
        f"| `{one.key}` | {_accepted(shape_of(one.key))} | {_shown(defaults.get(one.key))} | "
        f"{one.direction} | {one.why} |"
        for one in SETTINGS
    ]
    head = ["| key | accepted | default | stricter is | because |", "|---|---|---|---|---|"]
    return f"{SETTINGS_HEAD}\n" + "\n".join([*head, *rows]) + "\n"


def _accepted(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(_accepted, schema["anyOf"]))
    match schema.get("type"):
        case "array":
            return f"a list of {_accepted(schema['items'])}"
        case "integer" | "number":
            low, high = schema.get("minimum", ""), schema.get("maximum", "")
            return f"{low:,} to {high:,}" if low != "" and high != "" else "a number"
        case "boolean":
            return "`true`, `false`"
        case _:
            return "text"


def _shown(value: Any) -> str:
    if value is None or value in ((), "", []):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def main(arguments: list[str]) -> int:
    old = []
    for name, text in (("commands.md", commands_page()), ("settings.md", settings_page())):
        page = DOCS / name
        if arguments == ["--check"]:
            if not page.exists() or page.read_text(encoding="utf-8") != text:
                old.append(name)
        else:
            page.write_text(text, encoding="utf-8")
    if old:
        print(f"old: docs/{', docs/'.join(old)}; run scripts/reference_page.py", file=sys.stderr)
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
