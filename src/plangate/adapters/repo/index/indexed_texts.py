"""The words of every file and of its path, found by BM25 (UND-3).

Identifiers are split when they are written, and kept whole beside their parts, so that both
`rate limit` and `rate_limit` find `RateLimitStore`. A file that changed gets a new number, and what
the old number points to is passed over until so much is stale that everything is written anew.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any, NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Stamp, Workspace, is_fresh
from plangate.adapters.repo.index import surface, things
from plangate.adapters.repo.index.file_kinds import FileKind, is_written_by_a_program, kind_of
from plangate.adapters.repo.index.postings import Counting, Postings, Words, names_of, tables_of
from plangate.language.denials import may_decline
from plangate.language.words.stems import parts, stem

#: Part of the index; another version of them is thrown away with it.
TABLES = f"""
CREATE TABLE text_files (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT UNIQUE, size INTEGER,
  changed INTEGER, kind TEXT);
CREATE TABLE text_listing (paths TEXT, stamps BLOB, numbers BLOB, kinds TEXT);
CREATE TABLE text_declining (file INTEGER PRIMARY KEY);
CREATE TABLE of_files (name TEXT PRIMARY KEY, found TEXT);
{tables_of("texts")}{tables_of("paths")}{surface.TABLES}{things.TABLES}"""
NAMES = (
    "text_files",
    "text_listing",
    "text_declining",
    "of_files",
    *names_of("texts"),
    *names_of("paths"),
    *surface.NAMES,
    *things.NAMES,
)

#: A longer run of letters is a key or a picture, not a word.
LONGEST_WORD = 40
_WORD = re.compile(r"[^\W\d]\w*")
_OTHER_LETTERS = re.compile(r"[^\W\d_a-zA-Z]+")
#: So much of a file is read: what comes after says the same again.
WHOLE_TEXT = 400_000
_STALE_SHARE = 0.5
_NOT_READ = ("copied", "asset")
_WRITTEN = ("code", "test")
_GONE = Stamp(-1, -1)
_PROGRESS_EVERY = 500

Progress = Callable[[str], None]


class File(NamedTuple):
    path: str
    kind: FileKind


def apart(identifier: str) -> str:
    """The stems of an identifier's parts, and the whole of it when it has several."""
    if len(identifier) > LONGEST_WORD:
        return ""
    made_of = parts(identifier)
    if len(made_of) == 1 and identifier.isascii():
        return stem(made_of[0]) if len(made_of[0]) > 1 else ""  # as nearly all are
    found = [stem(part) for part in made_of if len(part) > 1]
    if len(made_of) > 1:
        found.append("".join(made_of))
    if not identifier.isascii():
        found += map(str.lower, _OTHER_LETTERS.findall(identifier))
    return " ".join(found)


words_of = lru_cache(maxsize=200_000)(apart)


def names_in(text: str) -> list[str]:
    """Every name of a text: the words it is made of are what is written."""
    return _WORD.findall(text)


def words_in(text: str) -> str:
    """Every word of a text as the index writes it, in order and as often as it stands there."""
    return " ".join(map(words_of, names_in(text)))


class Texts:
    """The words of one workspace, in a database somebody else opens and closes."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.said = Postings(database, "texts", apart)
        self.named = Postings(database, "paths", apart)
        self.surface = surface.Surface(database)
        self.things = things.Things(database, words_in)
        self._of_kinds: dict[tuple[FileKind, ...], dict[int, File]] = {}
        self._paths: dict[tuple[FileKind, ...], frozenset[str]] = {}

    def refresh(self, workspace: Workspace, progress: Progress = lambda _line: None) -> int:
        """Take in what has changed since the last time; how many files were read."""
        if self._is_listed(workspace):
            return 0
        rows = self._database.execute("SELECT id, path, size, changed FROM text_files").fetchall()
        wanted = workspace.stamps
        gone = [number for number, path, *stamp in rows if wanted.get(path) != tuple(stamp)]
        known = {path: (number, (size, changed)) for number, path, size, changed in rows}
        if gone and self._is_stale(len(known), len(gone)):
            self._forget_everything()
            known, gone = {}, []
        self._database.executemany(
            "DELETE FROM text_files WHERE id = ?", ((number,) for number in gone)
        )
        self.surface.forget(gone)
        self.things.forget(gone)
        new = [path for path, stamp in wanted.items() if known.get(path, (0, None))[1] != stamp]
        for count, path in enumerate(new):
            if count % _PROGRESS_EVERY == 0 and count:
                progress(f"reading the workspace: {count:,} of {len(new):,} files")
            self._take_in(workspace, path)
        self.said.flush()
        self.named.flush()
        self._database.execute("DELETE FROM of_files")
        self._list()
        self._database.commit()
        for name in ("files", "declining"):
            self.__dict__.pop(name, None)
        self._of_kinds.clear()
        self._paths.clear()
        return len(new)

    def _is_listed(self, workspace: Workspace) -> bool:
        """Whether the files are as they were listed last; what they are is known at once then,
        without a row for each."""
        row = self._database.execute("SELECT * FROM text_listing").fetchone()
        paths = row[0].split("\n") if row else ()
        found = map(workspace.stamps.get, paths, repeat(_GONE))
        if row is None or len(paths) != len(workspace.stamps) or row[1] != _pressed(found):
            return False
        files = map(tuple.__new__, repeat(File), zip(paths, row[3].split(), strict=True))
        self.files = dict(zip(array("q", row[2]), files, strict=True))
        return True

    def _list(self) -> None:
        """Write down what tells whether anything has changed."""
        self._database.execute("DELETE FROM text_listing")
        asked = "SELECT path, kind, id, size, changed FROM text_files ORDER BY id"
        if rows := self._database.execute(asked).fetchall():
            paths, kinds, numbers, *stamps = zip(*rows, strict=True)
            self._database.execute(
                "INSERT INTO text_listing VALUES (?, ?, ?, ?)",
                (
                    "\n".join(paths),
                    _pressed(zip(*stamps, strict=True)),
                    array("q", numbers).tobytes(),
                    " ".join(kinds),
                ),
            )

    def of_files(self, name: str, made: Callable[[], Any]) -> Any:
        """What follows from the files alone, made once and kept until one of them changes."""
        kept = self._database.execute(
            "SELECT found FROM of_files WHERE name = ?", (name,)
        ).fetchone()
        if kept is not None:
            return json.loads(kept[0])
        found = json.dumps(made())
        with suppress(sqlite3.OperationalError):  # somebody else writes just now
            self._database.execute("INSERT OR REPLACE INTO of_files VALUES (?, ?)", (name, found))
        return json.loads(found)

    def _take_in(self, workspace: Workspace, path: str) -> None:
        stamp, kind = workspace.stamps[path], kind_of(path)
        text = None if kind in _NOT_READ else workspace.text(path)
        if text is not None and not text.strip():
            kind = "asset"  # an empty file, such as a package's mark, holds no work
        elif kind in _WRITTEN and is_written_by_a_program(text or ""):
            kind = "copied"
        row = self._database.execute(
            "INSERT INTO text_files VALUES (NULL, ?, ?, ?, ?)",
            (path, -1 if is_fresh(stamp) else stamp.size, stamp.changed, kind),
        )
        number = int(row.lastrowid or 0)
        named = names_in(path)
        self.named.write(number, Counter(named))
        if kind not in _NOT_READ and text is not None and not _is_pressed(text):
            self.said.write(number, Counter(named + names_in(text[:WHOLE_TEXT])))
            offered = self.surface.write(number, path, kind, text)
            self.things.write(number, path, kind, text[:WHOLE_TEXT], offered)
            if kind == "docs" and may_decline(text):
                self._database.execute("INSERT INTO text_declining VALUES (?)", (number,))

    def _is_stale(self, live: int, gone: int) -> bool:
        (last,) = self._database.execute("SELECT max(id) FROM text_files").fetchone()
        return ((last or 0) - live + gone) > _STALE_SHARE * live + 1_000

    def _forget_everything(self) -> None:
        self._database.execute("DELETE FROM text_files")
        self._database.execute("DELETE FROM text_declining")
        self._database.execute("DELETE FROM sqlite_sequence WHERE name = 'text_files'")
        self.said.clear()
        self.named.clear()
        self.surface.forget(None)
        self.things.forget(None)

    @cached_property
    def files(self) -> dict[int, File]:
        """Every file by its number."""
        rows = self._database.execute("SELECT id, path, kind FROM text_files")
        return {number: File(path, kind) for number, path, kind in rows}

    @cached_property
    def declining(self) -> frozenset[str]:
        """The pages a sentence of which may say that something is not wanted."""
        rows = self._database.execute("SELECT file FROM text_declining")
        return frozenset(self.files[number].path for (number,) in rows if number in self.files)

    def of_kinds(self, kinds: tuple[FileKind, ...]) -> dict[int, File]:
        """The files of some kinds by their numbers."""
        if kinds not in self._of_kinds:
            if not self._of_kinds:
                for number, file in self.files.items():
                    self._of_kinds.setdefault((file.kind,), {})[number] = file
            apart = [self._of_kinds.get((kind,), {}) for kind in kinds]
            self._of_kinds[kinds] = {number: one for each in apart for number, one in each.items()}
        return self._of_kinds[kinds]

    def paths_of(self, kinds: tuple[FileKind, ...]) -> frozenset[str]:
        """The paths of the files of some kinds."""
        if kinds not in self._paths:
            self._paths[kinds] = frozenset(file.path for file in self.of_kinds(kinds).values())
        return self._paths[kinds]

    def weights(self, words: Collection[str]) -> dict[str, float]:
        """How much each word tells of a file: the fewer files carry it, the more."""
        files = len(self.files)
        return {word: math.log1p(files / (len(self.said.carriers(word)) or 1)) for word in words}

    def scores(
        self,
        postings: Postings,
        words: Words,
        kinds: Sequence[FileKind],
        counting: Counting = "bm25",
    ) -> dict[str, float]:
        """How much the files of these kinds carry the words."""
        among = self.of_kinds(tuple(kinds))
        found = postings.scores(words, among, counting)
        return {among[number].path: score for number, score in found.items()}

    def ranked(
        self,
        postings: Postings,
        words: Sequence[str],
        kinds: Sequence[FileKind],
        most: int = 50,
        counting: Counting = "bm25",
    ) -> list[str]:
        """The files of these kinds that carry the words, best first."""
        return best_of(self.scores(postings, words, kinds, counting), most)


def best_of(scores: Mapping[str, float], most: int) -> list[str]:
    """The names with the highest scores; ties go by name."""
    return sorted(scores, key=lambda name: (-scores[name], name))[:most]


def _pressed(stamps: Iterable[tuple[int, int]]) -> bytes:
    return array("q", chain.from_iterable(stamps)).tobytes()


def _is_pressed(text: str) -> bool:
    """Whether a program wrote the text for a program: lines no person would write."""
    return len(text) > 300 * (text.count("\n") + 20)
