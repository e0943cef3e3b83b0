"""A workspace as the fact families see it: files by name, every text read once, parsed gently.

Nothing here raises on what a file contains. A file that cannot be understood gives nothing and is
named in `limits` (“package.json: not JSON at line 3”); nothing of a project is ever executed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import translate
from functools import cached_property
from typing import Any

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.goal import Goal
from plangate.adapters.repo.facts.parsed_files import FactRow, NotYaml, yaml_rows
from plangate.adapters.repo.facts.paths_aside import is_aside
from plangate.core.guard.redaction import redact
from plangate.core.model.nouns import Evidence
from plangate.core.model.records import Document

#: A manifest beyond this is generated or an attack; either way it is no place to read.
_LARGEST_MANIFEST = 1_000_000


_LARGEST_SOURCE = 400_000


#: Lines of a source are shorter than this on the average, or nobody wrote them.
_LONGEST_LINES = 200


_LONGEST_KEY = 100


_MOST_LIMITS = 20


_LONGEST_FACT = 300


class View:
    """What the families share while they look at one workspace for one goal."""

    def __init__(self, workspace: Workspace, goal: Goal) -> None:
        self.workspace = workspace
        self.goal = goal
        self.files = workspace.files
        self._texts: dict[str, str | None] = {}
        self._parsed: Document = {}
        self._limits: dict[str, None] = {}

    @cached_property
    def present(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, near or far."""
        found: set[str] = set()
        for path in self.files:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def named(self, *patterns: str) -> list[str]:
        """Paths by their last part, shallow ones first."""
        loose = [translate(pattern) for pattern in patterns if "*" in pattern]
        names = {pattern for pattern in patterns if pattern in self._by_name}
        if loose:
            names.update(filter(re.compile("|".join(loose)).match, self._by_name))
        found = [path for name in names for path in self._by_name[name]]
        return sorted(found, key=lambda path: (path.count("/"), path))

    def own(self, *patterns: str) -> list[str]:
        """As `named`, without what lies aside: examples, fixtures, documentation, tests."""
        return [path for path in self.named(*patterns) if not is_aside(path)]

    def text(self, path: str) -> str | None:
        if path not in self._texts:
            self._texts[path] = self.workspace.text(path)
        return self._texts[path]

    def source(self, path: str) -> str:
        """A source text as people write it; empty for one that a tool has made or pressed."""
        text = self.text(path) or ""
        pressed = len(text) > _LONGEST_LINES * (text.count("\n") + 20)
        return "" if pressed or len(text) > _LARGEST_SOURCE else text

    def manifest_text(self, path: str) -> str | None:
        """A text that matters by itself: when it cannot be read, that is said with its name."""
        text = self.text(path)
        if text is None:
            self.limit(f"{path}: passed over, too large, unreadable or not text")
        elif len(text) > _LARGEST_MANIFEST:
            self.limit(f"{path}: passed over, too large")
            return None
        return text

    def json(self, path: str) -> Any:
        return self._once(path, self._json)

    def toml(self, path: str) -> Any:
        return self._once(path, self._toml)

    def yaml(self, path: str) -> list[FactRow]:
        found = self._once(path, self._yaml)
        return found if found is not None else []

    def limit(self, line: str) -> None:
        if len(self._limits) < _MOST_LIMITS:
            self._limits[line] = None

    def limits(self) -> tuple[str, ...]:
        return tuple(self._limits)

    def _once(self, path: str, parse: Any) -> Any:
        if path not in self._parsed:
            text = self.manifest_text(path)
            self._parsed[path] = None if text is None else parse(path, text)
        return self._parsed[path]

    def _json(self, path: str, text: str) -> Any:
        try:
            return json.loads(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            self.limit(f"{path}: not JSON at line {error.lineno}")
        except (ValueError, RecursionError):
            self.limit(f"{path}: not JSON that can be read")
        return None

    def _toml(self, path: str, text: str) -> Any:
        """The standard library takes time with the square of a key's length: no long keys."""
        if any(line.partition("=")[0].count(".") > _LONGEST_KEY for line in text.split("\n")):
            self.limit(f"{path}: not TOML that can be read")
            return None
        try:
            return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            self.limit(f"{path}: not TOML{f' at line {found.group(1)}' if found else ''}")
        except (ValueError, RecursionError):
            self.limit(f"{path}: not TOML that can be read")
        return None

    def _yaml(self, path: str, text: str) -> list[FactRow]:
        rows: list[FactRow] = []
        try:
            rows.extend(yaml_rows(text))
        except NotYaml as error:
            self.limit(f"{path}: not YAML{f' at line {error.line}' if error.line else ''}")
        return rows


def fact(kind: str, said: str, locator: str | None = None, confidence: float = 1.0) -> Evidence:
    """One fact; what was read from a file is redacted and kept short (ASK-14)."""
    said = redact(" ".join(said.split()))[:_LONGEST_FACT]
    return Evidence(
        id=f"{kind}:{said}",
        ambiguity=None,
        source="repo_facts",
        supports=None,
        confidence=round(confidence, 2),
        locator=locator,
        kind=kind,
        fact=said,
    )


def first(entries: Iterable[Evidence], most: int) -> list[Evidence]:
    """The first few, each fact once."""
    found: dict[str, Evidence] = {}
    for entry in entries:
        found.setdefault(entry.id, entry)
    return list(found.values())[:most]
