"""The numbered migrations that make the tables (REC-5); never changed, only added to.

A row keeps its value as a document. A field that a later version added is missing from the rows of
the version before, and takes its default when it is read; a migration writes it down as well, so
that the tables are again what the log makes of them. A document that makes no value is left as it
is: it is a fault, and the audit names it (REC-9).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from plangate.core.gate.asking.matters import goal_key
from plangate.core.log.tables import value_of
from plangate.core.log.wire import encode
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import Assumption, Deferral, Plan, Question


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


_KINDS: dict[str, type[tuple[object, ...]]] = {
    "questions": Question,
    "assumptions": Assumption,
    "deferrals": Deferral,
    "plans": Plan,
}


def teach(db: sqlite3.Connection) -> None:
    """The functions that migrations call."""
    db.create_function("goal_key", 1, goal_key, deterministic=True)


def write_documents_anew(db: sqlite3.Connection) -> None:
    """Every document with the fields this version knows, inside the migration's transaction."""
    for table, kind in _KINDS.items():
        db.create_function(f"{table}_now", 1, _as_now(kind), deterministic=True)
        now = f"{table}_now(document)"
        db.execute(f"UPDATE {table} SET document = {now} WHERE document <> {now}")


def _as_now(kind: type[tuple[object, ...]]) -> Callable[[str], str]:
    def written(document: str) -> str:
        try:
            return encode(value_of(kind, json.loads(document)))
        except (StoreDamaged, ValueError, TypeError, KeyError, RecursionError):
            return document

    return written
