"""What is there that a plan can be held against (ADQ-20…26): files, folders, targets that run."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.guard.workspace_paths import folders_above
from plangate.core.plans.adequacy.substance import Terrain

_TARGET = re.compile(r"^([\w.-]+):(?!=)", re.MULTILINE)
_MAKEFILES = ("Makefile", "makefile", "GNUmakefile", "justfile", "Justfile")


def terrain(root: Path) -> Terrain:
    """Everything a plan may name in a workspace."""
    workspace = Workspace(root)
    files = frozenset(workspace.files)
    return Terrain(files, folders_above(files), frozenset(_targets(workspace)))


def _targets(workspace: Workspace) -> Iterator[str]:
    """What `make`, `just` and the script runners of package.json know by name."""
    for path in workspace.files:
        name = posixpath.basename(path)
        if name in _MAKEFILES:
            yield from _TARGET.findall(workspace.text(path) or "")
        elif name == "package.json":
            yield from _scripts(workspace.text(path) or "")


def _scripts(text: str) -> list[str]:
    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError, RecursionError):
        return []
    return list(scripts) if isinstance(scripts, dict) else []
