"""A plugin in a folder of the person's: put there, looked at, taken away (HOOK-2)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from plangate.core.model.errors import BadInput, Refused
from plangate.interfaces.setup.known_agents import NAME
from plangate.interfaces.setup.setup_files import Change


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
