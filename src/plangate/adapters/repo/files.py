"""The files of a workspace that may be read, within bounds that are said aloud (INV-11).

Nothing outside the workspace is ever opened: links are not followed. What is passed over because of
a bound is counted, so that the report can name it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

_SKIPPED_FOLDERS = frozenset(
    ".git .hg .svn .venv venv env node_modules __pycache__ .mypy_cache .pytest_cache .ruff_cache "
    ".tox .nox dist build target vendor third_party .idea .vscode .next coverage .eggs "
    "site-packages bower_components .gradle .terraform".split()
)
_MOST_FILES = 50_000
_LARGEST_FILE = 1_000_000


class Workspace:
    """A directory's readable files, listed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._limits: dict[str, int] = {}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Relative paths with forward slashes, sorted within each folder, shallow ones first."""
        found: list[str] = []
        for folder, names in self._folders():
            for name in names:
                if len(found) >= _MOST_FILES:
                    self._limits[f"files beyond the first {_MOST_FILES:,}"] = 1
                    return tuple(found)
                found.append(f"{folder}/{name}" if folder else name)
        return tuple(found)

    def text(self, relative: str) -> str | None:
        """A file's text; None for one that is too large, not text, or cannot be read."""
        try:
            with (self.root / relative).open("rb") as file:
                raw = file.read(_LARGEST_FILE + 1)
        except OSError:
            self._count("unreadable file")
            return None
        if len(raw) > _LARGEST_FILE:
            self._count(f"file over {_LARGEST_FILE // 1_000_000} MB")
            return None
        if b"\0" in raw[:8_000]:
            return None
        return raw.decode("utf-8", errors="replace")

    def limits(self) -> tuple[str, ...]:
        """What was passed over, for the report."""
        return tuple(f"not read: {what} ({n})" for what, n in sorted(self._limits.items()))

    def _count(self, what: str) -> None:
        self._limits[what] = self._limits.get(what, 0) + 1

    def _folders(self) -> Iterator[tuple[str, list[str]]]:
        """Breadth first, so that a bound cuts the deepest files and not the manifest."""
        level = [""]
        while level:
            below: list[str] = []
            for folder in level:
                names, folders = self._listed(folder)
                yield folder, names
                below += folders
            level = below

    def _listed(self, folder: str) -> tuple[list[str], list[str]]:
        names: list[str] = []
        folders: list[str] = []
        try:
            with os.scandir(self.root / folder) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        continue
                    if not entry.name.isprintable():  # not UTF-8, or made to move a cursor
                        self._count("name that cannot be printed")
                        continue
                    if entry.is_dir():
                        if entry.name not in _SKIPPED_FOLDERS:
                            folders.append(f"{folder}/{entry.name}" if folder else entry.name)
                    elif entry.is_file():
                        names.append(entry.name)
        except OSError:
            self._count("unreadable folder")
        return sorted(names), sorted(folders)
