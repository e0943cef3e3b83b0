"""Payloads erased from a file so that their bytes are gone from it (REC-10).

Changing a row leaves the old bytes in free pages, in the WAL and in the words of the search index.
Free pages are overwritten (`secure_delete`), the index is merged, the file is written anew and the
WAL cut back. What a disk keeps of overwritten blocks is beyond a program like this one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from plangate.core.log.chain import Entry
from plangate.core.log.tables import KEYS, stream_column

_TRIGGER = "plan_events_are_never_changed"


def erase_payloads(db: sqlite3.Connection, erased: Sequence[Entry]) -> None:
    """Inside a transaction that has recorded it: the schema lets nothing else through."""
    db.executemany(
        "UPDATE plan_events SET payload = ? WHERE stream = ? AND seq = ? AND payload <> ?",
        [(entry.payload, entry.stream, entry.seq, entry.payload) for entry in erased],
    )


def sweep(db: sqlite3.Connection) -> None:
    """Take the old bytes out of the search index, the free pages and the WAL."""
    if _has(db, "memory_words"):
        db.execute("INSERT INTO memory_words (memory_words) VALUES ('optimize')")
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def erase_copies(copies: Sequence[Path], erased: Sequence[Entry], busy_ms: int) -> list[Path]:
    """The same in the copies made before migrations; those where it could not be done."""
    left: list[Path] = []
    for copy in copies:
        try:
            with closing(sqlite3.connect(copy, timeout=busy_ms / 1000, isolation_level=None)) as db:
                _erase_copy(db, erased)
        except sqlite3.Error:
            left.append(copy)
    return left


def _erase_copy(db: sqlite3.Connection, erased: Sequence[Entry]) -> None:
    """From a file whose schema may know no erasing yet."""
    streams = sorted({entry.stream for entry in erased})
    db.execute("PRAGMA secure_delete = ON")
    db.execute("BEGIN IMMEDIATE")
    found = db.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", (_TRIGGER,)
    ).fetchone()
    if found is not None:
        db.execute(f"DROP TRIGGER {_TRIGGER}")
    erase_payloads(db, erased)
    for table in filter(lambda table: _has(db, table), KEYS):
        column = stream_column(table)
        db.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(s,) for s in streams])
    if found is not None:
        db.execute(found[0])
    db.execute("COMMIT")
    sweep(db)


def _has(db: sqlite3.Connection, table: str) -> bool:
    found = db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return found is not None
