"""A glance at the top of a workspace: which manifests are there, and which words stand in them.

For whoever must answer at once: a dozen known files, each read up to a bound, no folder opened.
Links are not followed (INV-11).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from plangate.core.agent_calls import folded_label
from plangate.core.agent_questions import Glance

_MANIFESTS = tuple(
    "pyproject.toml setup.cfg setup.py requirements.txt requirements-dev.txt tox.ini package.json "
    "Cargo.toml go.mod Gemfile composer.json pom.xml build.gradle build.gradle.kts".split()
)
_LARGEST = 200_000


def glance_at(root: Path, labels: Iterable[str]) -> Glance:
    """What the files at the top of a workspace say about these labels."""
    try:
        with os.scandir(root) as entries:
            names = {e.name for e in entries if not e.is_symlink()}
    except OSError:
        return Glance()
    manifests = tuple(name for name in _MANIFESTS if name in names)
    return Glance(
        manifests=manifests,
        has_history=".git" in names,
        has_files=bool(names - {".git"}),
        mentions=_mentions(root, manifests, labels),
    )


def _mentions(root: Path, manifests: Iterable[str], labels: Iterable[str]) -> dict[str, str]:
    """Where each label that is one word stands first; a sentence is no name of a thing."""
    wanted = {label: _whole_word(word) for label in labels if (word := folded_label(label))}
    found: dict[str, str] = {}
    for name in manifests:
        for number, line in enumerate(_lines(root / name), start=1):
            for label, pattern in wanted.items():
                if label not in found and pattern is not None and pattern.search(line):
                    found[label] = f"{name}:{number}"
    return found


def _whole_word(word: str) -> re.Pattern[str] | None:
    if not re.fullmatch(r"[\w.+@/-]{2,40}", word):
        return None
    return re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w-])")


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST)
    except OSError:
        return []
    return raw.decode("utf-8", "replace").casefold().splitlines()
