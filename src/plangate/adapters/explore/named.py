"""What the goal names, looked up in the workspace: is it there, and may it be read (STOP-2)?

Facts only. Whether the goal needs what is missing, or is about to make it, is the core's to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

from plangate.adapters.machine.regular_files import start_of
from plangate.adapters.repo.index.file_kinds import is_code
from plangate.core.investigation.gaps import MISSING_FILE, MISSING_TESTS, UNREADABLE_FILE
from plangate.core.model.nouns import Evidence
from plangate.language.paths import named_paths

#: So many files are read for a name, and none that is larger.
_MOST_READ, _LARGEST = 3_000, 400_000
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__|e2e)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*[_.-](?:test|tests|spec)\.\w+|[^/]*Tests?\.\w+|conftest\.py)$"
)


def named_gaps(root: Path, files: Collection[str], goal: str) -> list[Evidence]:
    """The paths a goal names that are not there or not to be read, and tests that are missing."""
    found: list[Evidence] = []
    ends: set[str] | None = None
    for path in named_paths(goal):
        if leads_outside(path):
            found.append(_gap(UNREADABLE_FILE, path))
        elif not (root / path).exists():
            ends = ends if ends is not None else _endings(files)
            if path.removeprefix("./") not in ends and not _is_made_here(root, files, path):
                found.append(_gap(MISSING_FILE, path))
        elif not os.access(root / path, os.R_OK):
            found.append(_gap(UNREADABLE_FILE, path))
    if "test" in goal.lower() and not any(_TEST.search(path) for path in files):
        found.append(_gap(MISSING_TESTS, "no file or folder is named like a test"))
    return found


def _is_made_here(root: Path, files: Collection[str], path: str) -> bool:
    """Whether the program makes a file of this name: “sitemap.xml” stands in no folder."""
    if "/" in path:
        return False
    read = [each for each in files if is_code(each) and not _TEST.search(each)][:_MOST_READ]
    return any(path.encode() in _bytes_of(root / each) for each in read)


def _bytes_of(path: Path) -> bytes:
    try:
        return start_of(path, _LARGEST) if path.stat().st_size <= _LARGEST else b""
    except OSError:
        return b""


def leads_outside(path: str) -> bool:
    return path.startswith(("/", "~")) or ".." in path.split("/")


def _endings(files: Collection[str]) -> set[str]:
    """Every path and every tail of it: a goal may name a file from where its author stands."""
    return {
        "/".join(parts[place:])
        for parts in (path.split("/") for path in files)
        for place in range(len(parts))
    }


def _gap(kind: str, fact: str) -> Evidence:
    return Evidence(f"{kind}:{fact}", None, "repo_facts", None, 1.0, kind=kind, fact=fact)
