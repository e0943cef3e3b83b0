"""The words of files, found by BM25 in SQLite's full-text search (UND-3).

Identifiers are split when they are written, and kept whole beside their parts, so that both
`rate limit` and `rate_limit` find `RateLimitStore`. Three tables of words: what a file says, what
its path says, and what the commits that touched it said. The tables hold no text, only postings; a
file that changed gets a new number, and what the old number points to is passed over until so much
is stale that everything is written anew.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from plangate.adapters.repo.facts.goal import stem
from plangate.adapters.repo.files import Stamp, Workspace
from plangate.adapters.repo.kinds import FileKind, kind_of

#: Part of the index; another version of them is thrown away with it.
TABLES = """
CREATE TABLE text_files (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT UNIQUE, size INTEGER,
  changed INTEGER, kind TEXT);
CREATE VIRTUAL TABLE texts USING fts5 (words, content='', tokenize='ascii');
CREATE VIRTUAL TABLE paths USING fts5 (words, content='', tokenize='ascii');
"""
NAMES = ("text_files", "texts", "paths")

Where = Literal["texts", "paths"]

#: A longer run of letters is a key or a picture, not a word.
_LONGEST_WORD = 40
_WORD = re.compile(r"[^\W\d]\w*")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\dA-Za-z_]+")
#: So much of a file is read: what comes after says the same again.
_LONGEST_TEXT = 400_000
_MOST_WORDS = 60
_STALE_SHARE = 0.5
_PROGRESS_EVERY = 500

Progress = Callable[[str], None]


class Hit(NamedTuple):
    """A file that carries words of a query; the higher the score the better."""

    path: str
    score: float
    kind: FileKind


@lru_cache(maxsize=200_000)
def words_of(identifier: str) -> tuple[str, ...]:
    """The stems of an identifier's parts, and the whole of it when it has several."""
    if len(identifier) > _LONGEST_WORD:
        return ()
    parts = [part.lower() for part in _PART.findall(identifier)]
    found = [stem(part) for part in parts if len(part) > 1]
    if len(parts) > 1:
        found.append("".join(parts))
    return tuple(found)


def words_in(text: str) -> Iterator[str]:
    """Every word of a text as the index writes it, in order and as often as it stands there."""
    for identifier in _WORD.findall(text):
        yield from words_of(identifier)


class Texts:
    """The words of one workspace, in a database somebody else opens and closes."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def refresh(self, workspace: Workspace, progress: Progress = lambda _line: None) -> int:
        """Take in what has changed since the last time; how many files were read."""
        known = {
            path: (number, Stamp(size, changed))
            for number, path, size, changed in self._database.execute(
                "SELECT id, path, size, changed FROM text_files"
            )
        }
        wanted = workspace.stamps
        gone = [number for path, (number, stamp) in known.items() if wanted.get(path) != stamp]
        if gone and self._is_stale(len(known), len(gone)):
            self._forget_everything()
            known, gone = {}, []
        self._database.executemany(
            "DELETE FROM text_files WHERE id = ?", ((number,) for number in gone)
        )
        new = [path for path, stamp in wanted.items() if known.get(path, (0, None))[1] != stamp]
        for count, path in enumerate(new):
            if count % _PROGRESS_EVERY == 0 and count:
                progress(f"reading the workspace: {count:,} of {len(new):,} files")
            self._take_in(workspace, path)
        if new or gone:
            self._database.commit()
        return len(new)

    def _take_in(self, workspace: Workspace, path: str) -> None:
        stamp, kind = workspace.stamps[path], kind_of(path)
        row = self._database.execute(
            "INSERT INTO text_files VALUES (NULL, ?, ?, ?, ?)", (path, *stamp, kind)
        )
        self._write("paths", row.lastrowid, words_in(path))
        if kind in ("copied", "asset"):
            return
        text = workspace.text(path)
        if text is not None and not _is_pressed(text):
            self._write("texts", row.lastrowid, words_in(text[:_LONGEST_TEXT]))

    def _write(self, table: Where, number: int | None, words: Iterable[str]) -> None:
        self._database.execute(
            f"INSERT INTO {table} (rowid, words) VALUES (?, ?)", (number, " ".join(words))
        )

    def _is_stale(self, live: int, gone: int) -> bool:
        (last,) = self._database.execute("SELECT max(id) FROM text_files").fetchone()
        return ((last or 0) - live + gone) > _STALE_SHARE * live + 1_000

    def _forget_everything(self) -> None:
        self._database.execute("DELETE FROM text_files")
        self._database.execute("DELETE FROM sqlite_sequence WHERE name = 'text_files'")
        for table in ("texts", "paths"):
            self._database.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")

    def ranked(
        self, where: Where, words: Sequence[str], kinds: Sequence[FileKind], most: int = 50
    ) -> list[Hit]:
        """The files of these kinds that carry the words, by BM25, best first."""
        query = match_any(words)
        if not query:
            return []
        marks = ", ".join("?" * len(kinds))
        found = self._database.execute(
            f"SELECT path, -bm25({where}), kind FROM {where} "
            f"JOIN text_files ON text_files.id = {where}.rowid "
            f"WHERE {where} MATCH ? AND kind IN ({marks}) ORDER BY 2 DESC, path LIMIT ?",
            (query, *kinds, most),
        )
        return [Hit(*row) for row in found.fetchall()]

    def carriers(self, word: str, most: int = 400) -> list[str]:
        """The files whose text carries one word, whatever they are."""
        found = self._database.execute(
            "SELECT path FROM texts JOIN text_files ON text_files.id = texts.rowid "
            "WHERE texts MATCH ? LIMIT ?",
            (match_any([word]) or '""', most),
        )
        return [path for (path,) in found.fetchall()]

    def kinds(self) -> dict[str, FileKind]:
        """Every file and what it is."""
        return dict(self._database.execute("SELECT path, kind FROM text_files").fetchall())


def match_any(words: Sequence[str]) -> str:
    """A query of the full-text search for any of the words; empty for none."""
    kept = dict.fromkeys(word for word in words if word.isalnum())
    return " OR ".join(f'"{word}"' for word in list(kept)[:_MOST_WORDS])


def _is_pressed(text: str) -> bool:
    """Whether a program wrote the text for a program: lines no person would write."""
    return len(text) > 300 * (text.count("\n") + 20)
