"""Where programs are found: outside the workspace only (ACT-2).

One function for git, ripgrep and a notify command given by its name. A folder on the path counts
only when it is given whole and is no part of the workspace, of the repository around it or of any
`node_modules`: what lies there came with somebody's code, and nobody meant to run it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def find_program(name: str, *workspaces: Path) -> Path | None:
    """The first program of this name on the path that did not come with one of the workspaces."""
    roots = _roots(workspaces)
    for folder in safe_folders(*workspaces):
        for file in _file_names(name):
            candidate = folder / file
            if _is_program(candidate) and not _is_strange(candidate, roots):
                return candidate
    return None


def safe_folders(*workspaces: Path) -> Iterator[Path]:
    """The folders of the path that are no part of the workspaces."""
    roots = _roots(workspaces)
    for entry in os.environ.get("PATH", "").split(os.pathsep):
        folder = Path(entry)
        if entry and folder.is_absolute() and not _is_strange(folder, roots):
            yield folder


def _roots(workspaces: Iterable[Path]) -> list[Path]:
    """The workspaces and the repositories around them; a home kept in git is none of them."""
    home = Path.home()
    found: list[Path] = []
    for root in (workspace.resolve() for workspace in workspaces):
        around = [folder for folder in root.parents if not home.is_relative_to(folder)]
        found += [root, *(folder for folder in around if (folder / ".git").exists())]
    return found


def _is_strange(path: Path, roots: list[Path]) -> bool:
    """Whether a path, as written or where it leads, belongs to the workspace."""
    try:
        places = (path, path.resolve())
    except (OSError, RuntimeError):
        return True
    return any(
        "node_modules" in place.parts or any(place.is_relative_to(root) for root in roots)
        for place in places
    )


def _is_program(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False


def _file_names(name: str) -> tuple[str, ...]:
    if os.name != "nt":
        return (name,)
    return (name, *(name + end for end in (".exe", ".com", ".bat", ".cmd")))
