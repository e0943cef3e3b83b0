"""What a program offers: its options, commands, settings and routes, each by its file and line
(UND-5). Found when a file is read, so that a goal that adds one finds its siblings at once.
"""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from plangate.adapters.repo.facts.features.routes import routes_in
from plangate.adapters.repo.index.surface_rows import ROWS, named_by

#: Part of the index; another version of it is thrown away with it.
TABLES = """
CREATE TABLE surface (file INTEGER, kind TEXT, name TEXT, line INTEGER, within TEXT);
CREATE INDEX surface_kinds ON surface (kind);
"""
NAMES = ("surface",)
_READ = ("code", "config")
_LONGEST_TEXT = 400_000
_MANAGEMENT = re.compile(r"(?:^|/)management/commands/(?P<name>[a-z]\w*)\.py$")


class Offered(NamedTuple):
    """One option, command, setting or route, and the command it belongs to or what answers it."""

    kind: str
    name: str
    line: int
    within: str = ""


class Surface:
    """What one workspace offers, in a database somebody else opens and closes."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._kinds: dict[str, dict[int, list[Offered]]] = {}

    def write(self, number: int, path: str, kind: str, text: str) -> list[Offered]:
        """Take in what a file declares, and tell it."""
        rows = list(offered_in(path, text[:_LONGEST_TEXT])) if kind in _READ else []
        self._database.executemany(
            "INSERT INTO surface VALUES (?, ?, ?, ?, ?)", ((number, *one) for one in rows)
        )
        return rows

    def forget(self, numbers: list[int] | None) -> None:
        """Forget what some files declared, or all of them."""
        self._kinds.clear()
        if numbers is None:
            self._database.execute("DELETE FROM surface")
        else:
            rows = ((number,) for number in numbers)
            self._database.executemany("DELETE FROM surface WHERE file = ?", rows)

    def of_kind(self, kind: str) -> dict[int, list[Offered]]:
        """Everything of a kind by the number of its file."""
        if kind not in self._kinds:
            rows = self._database.execute(
                "SELECT file, kind, name, line, within FROM surface WHERE kind = ? ORDER BY rowid",
                (kind,),
            )
            found: dict[int, list[Offered]] = {}
            for number, *one in rows:
                found.setdefault(number, []).append(Offered(*one))
            self._kinds[kind] = found
        return self._kinds[kind]


def offered_in(path: str, text: str) -> Iterator[Offered]:
    """What a file declares, by its libraries' own forms, each once."""
    lines = _Lines(text)
    found = [
        (start, row.kind, name)
        for row in ROWS
        if path.endswith(row.endings) and any(hint in text for hint in row.hints)
        for name, start in named_by(row, text)
    ]
    if managed := _MANAGEMENT.search(path):
        found.append((0, "command", managed["name"]))
    commands = sorted((start, name) for start, kind, name in found if kind == "command")
    told: set[tuple[str, str, str]] = set()
    for start, kind, name in sorted(found):
        within = _command_at(commands, start) if kind == "option" else ""
        if (kind, name, within) not in told:
            told.add((kind, name, within))
            yield Offered(kind, name, lines.at(start), within)
    for said, start, answered in routes_in(path, text):
        yield Offered("route", said, lines.at(start), answered)


def _command_at(commands: list[tuple[int, str]], start: int) -> str:
    """The command declared last before a place; the first of the file where none is."""
    if not commands:
        return ""
    at = bisect_right(commands, (start, "\uffff"))
    return commands[max(0, at - 1)][1]


class _Lines:
    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self._text)]

    def at(self, start: int) -> int:
        return bisect_right(self._ends, start - 1) + 1
