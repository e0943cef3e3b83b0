"""The numbered migrations that make the tables (REC-5); never changed, only added to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Migration(NamedTuple):
    number: int
    name: str
    sql: str


_FOLDER = Path(__file__).parent / "migrations"


def shipped_migrations(folder: Path = _FOLDER) -> tuple[Migration, ...]:
    """The numbered migrations that come with the package, in order; of a folder, or SQLite's."""
    found = sorted(folder.glob("*.sql"))
    return tuple(
        Migration(int(path.name[:4]), path.name, path.read_text(encoding="utf-8")) for path in found
    )


def statements(script: str) -> Iterator[str]:
    """A script cut into statements, as SQLite itself sees their ends (triggers included)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
