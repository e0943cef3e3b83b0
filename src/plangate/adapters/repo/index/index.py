"""What is remembered of a workspace between two looks, in SQLite with full-text search.

Three things: which names each source file declares (found by the words they are made of), the
symbols of the files that were parsed, and what a whole look found in a workspace that has not
changed since. A file counts as unchanged by its size and the time of its last change.

It is a convenience: it lies outside the workspace, readable by its owner only, and one that is
broken is made anew. Without a place for it, or while somebody else writes it, the same answers come
from one in memory, and that is said.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from plangate.adapters.machine.private import private_directory, private_file
from plangate.adapters.repo.checkout.git import repository_of
from plangate.adapters.repo.checkout.ripgrep import Failed, Files, matches
from plangate.adapters.repo.checkout.sign_weights import place_of
from plangate.adapters.repo.checkout.symbols import DECLARATION, SOURCES, Symbol, symbols_of
from plangate.adapters.repo.checkout.workspace_files import Stamp, Workspace, is_fresh
from plangate.adapters.repo.index import indexed_texts, past
from plangate.language.words.stems import compounds

#: Raised with every change of the tables or of what is written into them.
_VERSION = 19
_TABLES = f"""
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, size INTEGER, changed INTEGER);
CREATE VIRTUAL TABLE declared USING fts5 (names);
CREATE TABLE symbols (path TEXT PRIMARY KEY, size INTEGER, changed INTEGER, found TEXT);
CREATE TABLE looks (key TEXT PRIMARY KEY, at REAL, found TEXT);
{indexed_texts.TABLES}{past.TABLES}"""
_NAMES = ("files", "declared", "symbols", "looks", *indexed_texts.NAMES, *past.NAMES)
_MOST_LOOKS = 200
_MOST_FILES = 24
#: So few changed files are read sooner than a program is started.
_FEW = 100
_PATIENCE = 0.5
_SECONDS = 20.0
_NAME = re.compile(DECLARATION)

T = TypeVar("T")


class Index:
    """One workspace's memory; `limits` says when it had to do without its file."""

    def __init__(self, database: sqlite3.Connection, limits: tuple[str, ...] = ()) -> None:
        self._database = database
        self.limits = limits
        self.texts = indexed_texts.Texts(database)
        self.past = past.Past(database)

    # --- symbols ----------------------------------------------------------------------------------

    def symbols_like(
        self, workspace: Workspace, words: Sequence[str], ripgrep: Path | None
    ) -> list[Symbol]:
        """What is declared in the files whose declared names are made of the words, best first."""
        if not words:
            return []
        self._refresh(workspace, ripgrep)
        query = " OR ".join(f'"{word}"' for word in words if word.isalnum())
        ranked = self._database.execute(
            "SELECT path FROM declared JOIN files ON files.id = declared.rowid "
            "WHERE declared MATCH ? ORDER BY bm25(declared), path LIMIT ?",
            (query, _MOST_FILES),
        )
        found = [
            symbol for (path,) in ranked.fetchall() for symbol in self.symbols(workspace, path)
        ]
        self._database.commit()
        return found

    def symbols(self, workspace: Workspace, path: str) -> list[Symbol]:
        """What a file declares, remembered while it does not change."""
        stamp = workspace.stamps[path]
        kept = self._database.execute(
            "SELECT found FROM symbols WHERE path = ? AND size = ? AND changed = ?", (path, *stamp)
        ).fetchone()
        if kept is not None:
            return [Symbol(path, *row) for row in json.loads(kept[0])]
        text = workspace.text(path)
        found = symbols_of(path, text) if text is not None else []
        if not is_fresh(stamp):
            rows = json.dumps([symbol[1:] for symbol in found])
            self._database.execute(
                "INSERT OR REPLACE INTO symbols VALUES (?, ?, ?, ?)", (path, *stamp, rows)
            )
        return found

    def keep_symbols(self) -> None:
        """Remember what was parsed, if somebody else does not write just now."""
        with suppress(sqlite3.OperationalError):
            self._database.commit()

    def _refresh(self, workspace: Workspace, ripgrep: Path | None) -> None:
        """Take in what has changed since the last look, and forget what is gone."""
        known = {
            path: (number, Stamp(size, changed))
            for number, path, size, changed in self._database.execute("SELECT * FROM files")
        }
        endings = tuple(name[1:] for name in SOURCES)
        sources = {
            path: stamp
            for path, stamp in workspace.stamps.items()
            if path.endswith(endings) and place_of(path).share == 1.0
        }
        gone = [number for path, (number, stamp) in known.items() if sources.get(path) != stamp]
        changed = [
            path for path, stamp in sources.items() if known.get(path, (0, None))[1] != stamp
        ]
        if not gone and not changed:
            return
        for table, key in (("files", "id"), ("declared", "rowid")):
            self._database.executemany(
                f"DELETE FROM {table} WHERE {key} = ?", ((number,) for number in gone)
            )
        for path, names in _declared(workspace, changed, ripgrep):
            stamp = Stamp(-1, 0) if is_fresh(sources[path]) else sources[path]
            row = self._database.execute("INSERT INTO files VALUES (NULL, ?, ?, ?)", (path, *stamp))
            made_of = {word for name in names for word in compounds(name)}
            self._database.execute(
                "INSERT INTO declared (rowid, names) VALUES (?, ?)",
                (row.lastrowid, " ".join(sorted(made_of))),
            )

    # --- whole looks ------------------------------------------------------------------------------

    def recalled(self, key: str) -> Any | None:
        """What was kept under a key."""
        row = self._database.execute("SELECT found FROM looks WHERE key = ?", (key,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep(self, workspace: Workspace, key: str, found: Any) -> None:
        """Keep what a look found, unless a file is so new that its next change might not show."""
        if not any(map(is_fresh, workspace.stamps.values())):
            self.remember(key, found)

    def remember(self, key: str, found: Any) -> None:
        """Keep something under a key; what was kept longest ago makes room."""
        self._database.execute(
            "INSERT OR REPLACE INTO looks VALUES (?, ?, ?)", (key, time.time(), json.dumps(found))
        )
        self._database.execute(
            "DELETE FROM looks WHERE key NOT IN (SELECT key FROM looks ORDER BY at DESC LIMIT ?)",
            (_MOST_LOOKS,),
        )
        self._database.commit()


def key_of(workspace: Workspace, *about: str) -> str:
    """A key that is another one when the workspace, its history, the matter or this code is."""
    state = [workspace.fingerprint, code_version(), *_history(workspace.root), *about]
    return hashlib.sha256("\0".join(state).encode(errors="replace")).hexdigest()


def _history(root: Path) -> Iterator[str]:
    """When something was last committed or checked out here."""
    repository = repository_of(root)
    folder = repository.folder if repository else root / ".git"
    for name in ("HEAD", "logs/HEAD", "packed-refs"):
        try:
            found = (folder / name).lstat()
        except OSError:
            yield ""
        else:
            yield f"{found.st_size} {found.st_mtime_ns}"


@cache
def code_version() -> str:
    """The version of the code that looks: what another one found may be wrong by now."""
    here = Path(__file__).parents[1]
    changed = "".join(f"{file.stat().st_mtime_ns} " for file in sorted(here.rglob("*.py")))
    return hashlib.sha256(changed.encode()).hexdigest()[:16]


def _declared(
    workspace: Workspace, paths: Sequence[str], ripgrep: Path | None
) -> Iterator[tuple[str, set[str]]]:
    """The names that each of the files declares."""
    if ripgrep is not None and len(paths) > _FEW:
        names: dict[str, set[str]] = {path: set() for path in paths}
        try:
            files = Files(workspace.root, names)
            for path, text in matches(ripgrep, files, SOURCES, DECLARATION, _SECONDS):
                names[path].update(_NAME.findall(text or ""))
        except Failed:
            pass  # the files are read instead, which finds the same
        else:
            yield from names.items()
            return
    for path in paths:
        text = workspace.text(path)
        yield path, set(_NAME.findall(text)) if text is not None else set()


# --- where it lies --------------------------------------------------------------------------------


def with_index(folder: Path | None, root: Path, work: Callable[[Index], T]) -> T:
    """Do some work with the index of a workspace: the one on disk, else one in memory."""
    limits: tuple[str, ...] = ()
    path = _place(folder, root) if folder is not None else None
    for _ in range(2 if path is not None else 0):
        try:
            with closing(_opened(path)) as database:
                return work(Index(database))
        except (sqlite3.DatabaseError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            limits = (f"the index of this workspace could not be used: {why}",)
            if not _is_broken(error):
                break
            _removed(path)  # everything in it can be found again
    with closing(_prepared(sqlite3.connect(":memory:"))) as database:
        return work(Index(database, limits))


def _is_broken(error: Exception) -> bool:
    """Whether the file itself is at fault, and not that it is locked, full or not ours to write."""
    locked = isinstance(error, sqlite3.OperationalError) and "no such" not in str(error)
    return isinstance(error, sqlite3.DatabaseError) and not locked


def _place(folder: Path, root: Path) -> Path | None:
    """A file outside the workspace: planning writes nothing into it (INV-11)."""
    inside = folder.resolve().is_relative_to(root.resolve())
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:24]
    return None if inside else folder / f"{name}.db"


def _opened(path: Path | None) -> sqlite3.Connection:
    assert path is not None
    private_directory(path.parent)
    private_file(path)
    return _prepared(sqlite3.connect(path, timeout=_PATIENCE))


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    """With its tables; those of another version are thrown away."""
    try:
        database.execute("PRAGMA synchronous = OFF")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != _VERSION:
            for name in _NAMES:
                database.execute(f"DROP TABLE IF EXISTS {name}")
            database.executescript(f"{_TABLES} PRAGMA user_version = {_VERSION};")
    except BaseException:
        database.close()
        raise
    return database


def _removed(path: Path | None) -> None:
    for name in (path, path.with_name(f"{path.name}-journal")) if path else ():
        with suppress(OSError):
            name.unlink(missing_ok=True)
