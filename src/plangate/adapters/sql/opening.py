"""Opening a database file: for its owner alone, and for reading when it cannot be written.

REC-7: whoever may only read gets to read: the file as it is where SQLite can, a copy in a place of
our own where it cannot (a WAL that nobody may recover in place, a schema nobody may bring up to
date). Every file made here is its owner's alone, whatever the umask says.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.machine.private import FILE_MODE, private_directory, private_file
from plangate.core.model.errors import StoreBusy, StoreError, StoreReadOnly

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

#: How often a file that changes under the copying hand is copied again.
_TRIES = 5
_BESIDE = ("", "-wal", "-shm")


class Opened(NamedTuple):
    """A connection; with `reads_only` nothing of it reaches the file it was opened for."""

    db: sqlite3.Connection
    reads_only: bool = False
    copy: TemporaryDirectory[str] | None = None


def connect(path: Path, busy_ms: int) -> sqlite3.Connection:
    # The whole path: by itself `:memory:` would be no file, and what is planned there lost.
    return sqlite3.connect(path.absolute(), timeout=busy_ms / 1000, isolation_level=None)


def open_file(path: Path, busy_ms: int, newest: int) -> Opened:
    """The file for reading and writing, or for reading alone when that is all there is."""
    try:
        there = path.exists()
        is_directory = path.is_dir()
        if not there:
            private_directory(path.parent)
            private_file(path)
    except OSError as error:
        raise StoreReadOnly(
            f"the database directory {path.parent} cannot be used ({error.strerror}); "
            "choose another file with --db or PLANGATE_DB"
        ) from None
    if is_directory:
        raise StoreError(f"{path} is a directory; --db and PLANGATE_DB name a file")
    if there and not _may_write(path):
        return _open_to_read(path, busy_ms, newest)
    return Opened(connect(path, busy_ms))


def _may_write(path: Path) -> bool:
    """Whether SQLite can write here: it needs the file, its directory and what lies beside it."""
    beside = [path.with_name(path.name + ending) for ending in _BESIDE]
    return os.access(path.absolute().parent, os.W_OK) and all(
        os.access(place, os.W_OK) for place in beside if place.exists()
    )


def _open_to_read(path: Path, busy_ms: int, newest: int) -> Opened:
    if not os.access(path, os.R_OK):
        raise StoreReadOnly(
            f"{path} cannot be read: check its permissions and those of its directory, or choose "
            "another file with --db or PLANGATE_DB"
        )
    nothing_waits = _size(path.with_name(f"{path.name}-wal")) == 0
    ways = ["mode=ro"]
    if nothing_waits and _is_fixed(path):
        ways.append("mode=ro&immutable=1")
    for way in ways:
        if (db := _try(path, way, busy_ms, newest)) is not None:
            return Opened(db, reads_only=True)
    copy = _copied(path)
    return Opened(connect(Path(copy.name) / path.name, busy_ms), reads_only=True, copy=copy)


def _try(path: Path, way: str, busy_ms: int, newest: int) -> sqlite3.Connection | None:
    """A connection that reads in place; None when it cannot, or the schema is an old one."""
    from urllib.parse import quote  # noqa: PLC0415 - lazy: only for a file that cannot be written

    address = f"file:{quote(str(path.absolute()))}?{way}"
    db = sqlite3.connect(address, timeout=busy_ms / 1000, isolation_level=None, uri=True)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        db.close()
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(
            error, sqlite3.OperationalError
        ):
            raise
        return None
    if version < newest:
        db.close()
        return None
    return db


def _is_fixed(path: Path) -> bool:
    """Whether nobody at all can write there: only then may SQLite look without a lock."""
    flags = os.statvfs(path).f_flag if hasattr(os, "statvfs") else 0
    return bool(flags & getattr(os, "ST_RDONLY", 0))


def _copied(path: Path) -> TemporaryDirectory[str]:
    """The file and what waits in its WAL, copied while neither changed."""
    import shutil  # noqa: PLC0415 - lazy, as above
    from tempfile import TemporaryDirectory  # noqa: PLC0415

    for _ in range(_TRIES):
        folder = TemporaryDirectory(prefix="plangate-read-")
        before = _state(path)
        for ending in ("", "-wal"):
            source = path.with_name(path.name + ending)
            if source.exists():
                target = Path(folder.name) / source.name
                shutil.copyfile(source, target)
                target.chmod(FILE_MODE)
        if _state(path) == before:
            return folder
        folder.cleanup()
    raise StoreBusy(f"{path} keeps being written to and can only be read; try again")


def copied(source: Path, target: Path) -> None:
    """A database as it is now, for whoever tries something out; nothing where there is none."""
    if not source.exists():
        return
    address = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as before,
        closing(sqlite3.connect(target)) as after,
    ):
        before.backup(after)
    target.chmod(FILE_MODE)


def _state(path: Path) -> list[tuple[int, int]]:
    return [
        (found.st_size, found.st_mtime_ns)
        for ending in ("", "-wal")
        if (found := _stat(path.with_name(path.name + ending))) is not None
    ]


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _size(path: Path) -> int:
    found = _stat(path)
    return found.st_size if found is not None else 0


def make_private(path: Path) -> None:
    """Take from everybody but the owner what an earlier version gave them."""
    for ending in _BESIDE:
        place = path.with_name(path.name + ending)
        with suppress(OSError):
            mode = stat.S_IMODE(place.stat().st_mode)
            if mode & 0o077:
                place.chmod(mode & 0o700)
