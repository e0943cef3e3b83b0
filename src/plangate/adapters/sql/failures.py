"""What a failure of SQLite means for a person, and what to do about it (REC-4)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from plangate.core.model.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

#: How SQLite and Python speak of a text or a schema that is not what was written.
_OF_DAMAGE = ("no such table", "no such column", "Could not decode")


def explained(error: sqlite3.Error | UnicodeDecodeError, path: Path, busy_ms: int) -> StoreError:
    """What a failure of SQLite means for a person, and what to do about it."""
    text = str(error)
    code = getattr(error, "sqlite_errorname", "") or ""
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreBusy(
            f"{path} is locked by another process for more than {busy_ms / 1000:g} s; try again"
        )
    if code.startswith("SQLITE_FULL") or "disk is full" in text:
        return StoreFull(f"no room to write {path}: the disk is full; what was recorded stays")
    if code.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN", "SQLITE_AUTH")):
        return StoreReadOnly(
            f"{path} cannot be opened for writing ({text}); check its permissions and those of its "
            "directory, or choose another file with --db or PLANGATE_DB"
        )
    damaged = isinstance(error, UnicodeDecodeError) or text.startswith(_OF_DAMAGE)
    if damaged or code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreDamaged(
            f"{path} is not a readable database ({text}); it was left as it is; "
            "`plangate doctor` says what can be saved"
        )
    if code.startswith("SQLITE_IOERR"):
        return StoreFull(
            f"{path} cannot be read or written ({text}); check the disk and its free space; "
            "what was recorded stays"
        )
    if text.startswith("SQLite objects created in a thread"):
        return StoreError(f"{path} was opened in another thread; open a planner in each")
    if text.startswith("Cannot operate on a closed"):
        return StoreError(f"{path} was closed with the planner that opened it; open another")
    return StoreError(f"{path}: {text}; `plangate doctor` looks into it")
