"""What a failure of a database server means for a person, and what to do (TEAM-1, REC-4)."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import errors

from plangate.core.model.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreGone,
    StoreReadOnly,
)

_KEPT = "what was recorded stays"


def explained(error: psycopg.Error, name: str) -> StoreError:
    """One line about the database at `name`, which shows no password."""
    said = _first_line(error)
    match error:
        case errors.LockNotAvailable() | errors.DeadlockDetected() | errors.SerializationFailure():
            return StoreBusy(f"{name} is locked by another writer for too long; try again")
        case errors.TooManyConnections():
            return StoreBusy(f"{name} accepts no more connections ({said}); try again")
        case errors.DiskFull() | errors.OutOfMemory():
            return StoreFull(f"no room to write {name} ({said}); {_KEPT}")
        case errors.InsufficientPrivilege() | errors.ReadOnlySqlTransaction():
            return StoreReadOnly(f"{name} cannot be written ({said}); ask whoever runs the server")
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.DataCorrupted():
            return StoreDamaged(f"{name} is not what was written ({said}); it was left as it is")
        case psycopg.OperationalError():
            return StoreGone(f"{name} cannot be reached ({said}); {_KEPT}; try again")
        case _:
            return StoreError(f"{name}: {said}; `plangate doctor` looks into it")


def refused_at_the_door(error: psycopg.Error, name: str) -> StoreError:
    """Why a first connection came to nothing: the address, the name, the password or the server."""
    said = _first_line(error)
    if isinstance(error, errors.InvalidPassword) or "password" in said:
        why = f"{name} refuses the user or the password ({said})"
        return StoreGone(f"{why}; put it into the address, PGPASSWORD or ~/.pgpass")
    if isinstance(error, errors.InvalidCatalogName) or "does not exist" in said:
        return StoreGone(f"{name} is not there ({said}); `createdb` makes a database")
    return StoreGone(f"{name} cannot be reached ({said}); {_KEPT}; check the address, try again")


def _first_line(error: Any) -> str:
    """The server's own words without what surrounds them: one line, as short as it can be."""
    text = str(error).strip() or type(error).__name__
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = next((line for line in lines if "FATAL" in line or "ERROR" in line), lines[0])
    return told.rpartition("FATAL:  ")[2].removeprefix("- ")[:200]
