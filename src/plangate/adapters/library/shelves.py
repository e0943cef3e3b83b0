"""Which documents there are to read: the workspace's own, and those of its installed packages.

The workspace's pages are read as explore reads files. Installed packages lie in folders that
explore passes over (`.venv`, `node_modules`): of these only metadata and readmes of declared
dependencies are opened, and only where they really lie inside that folder (INV-11).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Literal, NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.dependencies.declared import declared
from plangate.adapters.repo.facts.documents import is_changelog, is_own_rules, is_page, is_record
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.view import View

Shelf = Literal["record", "page", "changelog", "package"]

_MOST_PAGES = 120
_MOST_PACKAGES = 40
_LONGEST_PAGE = 200_000
_LONGEST_README = 20_000
_STATUS = re.compile(
    r"^[^\w\n]{0,20}status\W{1,20}(?:\w{1,30}\W{1,5}){0,2}?(rejected|superseded|deprecated|withdrawn|obsolete|replaced)",
    re.IGNORECASE | re.MULTILINE,
)
_PROPOSED = re.compile(
    r"^[^\w\n]{0,20}status\W{1,20}(?:proposed|draft|pending|open)", re.IGNORECASE | re.MULTILINE
)


class Document(NamedTuple):
    """A text to read, where it lies, and what kind of word it is."""

    path: str
    text: str
    shelf: Shelf
    #: Whose documentation it is, for a package.
    package: str = ""


def own_documents(workspace: Workspace, only: tuple[str, ...] = ()) -> Iterator[Document]:
    """Decision records that hold, then the project's pages, then its changelog."""
    shelves: list[tuple[Shelf, list[str]]] = [
        ("record", [path for path in workspace.files if is_record(path)]),
        ("page", [path for path in workspace.files if _is_read(path)]),
        ("changelog", [p for p in workspace.files if "/" not in p and is_changelog(p)]),
    ]
    left = _MOST_PAGES
    for shelf, paths in shelves:
        for path in paths:
            if (only and path not in only) or left == 0:
                continue
            left -= 1
            text = workspace.text(path)
            if text is None or (shelf == "record" and _STATUS.search(text)):
                continue
            proposed = shelf == "record" and _PROPOSED.search(text)
            yield Document(path, text[:_LONGEST_PAGE], "page" if proposed else shelf)


def _is_read(path: str) -> bool:
    return not is_record(path) and (is_page(path) or is_own_rules(path))


def package_documents(workspace: Workspace) -> Iterator[Document]:
    """What the packages say that the project declares and that are installed in it."""
    wanted = {
        (entry.ecosystem, entry.name)
        for entry in declared(View(workspace, goal_of("")))
        if not entry.only_development
    }
    python = {name for ecosystem, name in wanted if ecosystem == "python"}
    node = sorted(name for ecosystem, name in wanted if ecosystem == "javascript")
    installed = chain(
        _python_packages(workspace.root, python),
        filter(None, (_node_package(workspace.root, name) for name in node)),
    )
    yield from islice(installed, _MOST_PACKAGES)


def _python_packages(root: Path, wanted: set[str]) -> Iterator[Document]:
    for environment in (".venv", "venv", "env"):
        inside = root / environment
        if inside.is_symlink() or not inside.is_dir() or not wanted:
            continue
        for packages in sorted([*inside.glob("lib/*/site-packages"), inside / "Lib/site-packages"]):
            for info in sorted(packages.glob("*.dist-info"))[:2_000]:
                name = re.sub(r"[-_.]+", "-", info.name.partition("-")[0]).lower()
                if name in wanted and (text := _inside(inside, info / "METADATA")) is not None:
                    path = (info / "METADATA").relative_to(root).as_posix()
                    yield Document(path, _described(text), "package", name)


def _described(metadata: str) -> str:
    """The summary and the description of a METADATA file, line for line where they were."""
    head, _, body = metadata.partition("\n\n")
    kept = [
        line.partition(":")[2].strip() if line.startswith("Summary:") else ""
        for line in head.split("\n")
    ]
    return "\n".join([*kept, "", body])[:_LONGEST_README]


def _node_package(root: Path, name: str) -> Document | None:
    inside = root / "node_modules"
    if inside.is_symlink() or re.fullmatch(r"(?:@[\w.-]+/)?[\w-][\w.-]*", name) is None:
        return None
    folder = inside / name
    for readme in ("README.md", "readme.md", "Readme.md"):
        if (text := _inside(inside, folder / readme)) is not None:
            return Document(f"node_modules/{name}/{readme}", text, "package", name)
    text = _inside(inside, folder / "package.json")
    description = _description(text) if text is not None else None
    if description is None:
        return None
    return Document(f"node_modules/{name}/package.json", description, "package", name)


def _description(text: str) -> str | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    described = found.get("description") if isinstance(found, dict) else None
    return described if isinstance(described, str) else None


def _inside(folder: Path, path: Path) -> str | None:
    """A file's first part, when the file really lies in the folder."""
    try:
        if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(_LONGEST_README).decode("utf-8", errors="replace")
    except (OSError, RuntimeError, ValueError):  # a loop of links is a RuntimeError before 3.13
        return None
