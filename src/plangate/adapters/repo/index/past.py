"""What commits said of the files they touched, and which files change together (INV-13).

The newest two thousand commits, read once for each state of the history. Commits that touch many
files say nothing about any of them; merges say nothing at all.
"""

from __future__ import annotations

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.repo.checkout.git import MOST_COMMITS, has_history, head_of, logged
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.indexed_texts import apart, names_in
from plangate.adapters.repo.index.postings import Postings, names_of, tables_of

TABLES = f"""
CREATE TABLE past_state (head TEXT);
CREATE TABLE past_commits (id INTEGER PRIMARY KEY, name TEXT, day TEXT, subject TEXT);
CREATE TABLE past_touched (file TEXT, commit_id INTEGER);
CREATE INDEX past_by_file ON past_touched (file);
CREATE INDEX past_by_commit ON past_touched (commit_id);
CREATE TABLE past_habits (file TEXT, age INTEGER, often REAL);
CREATE TABLE past_files (id INTEGER PRIMARY KEY, path TEXT UNIQUE);
{tables_of("past")}{tables_of("subjects")}"""
NAMES = (
    "past_state",
    "past_commits",
    "past_touched",
    "past_habits",
    "past_files",
    *names_of("past"),
    *names_of("subjects"),
)

#: A commit that touches more files than this says nothing about any two of them.
_LARGEST_COMMIT = 30
#: With more commits than this the history was probably cut short.
_WHOLE = MOST_COMMITS * 3 // 4
_LONGEST_BODY = 600
_MOST_BYTES = 16_000_000
#: A history cut short on a busy machine would stay so until the next commit.
_SECONDS = 30.0
#: So many of the likest commits are looked at, and so many commits ago counts half: for what a
#: commit says of a file, for when a file last changed, and for which files change at all.
_MOST_ALIKE = 40
_ALIKE_HALF, _LATELY_HALF, _HABIT_HALF = 300, 5, 100
#: So many of the newest commits show what is done with every change, and where it is noted.
_HABITS = 300
_NOTES = re.compile(
    r"^(?P<file>(?:.*/)?(?:changelog|changes|history|news|release[-_ ]?notes|whats[-_]?new)\b"
    r"[^/]*)$"
    r"|^(?P<folder>(?:.*/)?(?:changelog|changes|newsfragments|news|\.changeset|\.changes"
    r"|(?:upcoming[-_])?release[-_]notes)"
    r"(?:\.d)?/)[^/]+$",
    re.IGNORECASE,
)


class Commit(NamedTuple):
    name: str
    day: str
    subject: str
    body: str
    files: tuple[str, ...]


class Past:
    """The history of one workspace, in a database somebody else opens and closes."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.said = Postings(database, "past", apart)
        self._subjects = Postings(database, "subjects", apart)
        self._together: dict[str, Counter[str]] = {}

    def refresh(self, root: Path) -> bool:
        """Read the history again if it is another one; False when there is none to read."""
        if not has_history(root):
            return False
        head = head_of(root)
        known = self._database.execute("SELECT head FROM past_state").fetchone()
        if known is not None and known[0] == head:
            return bool(head)
        self._write(head, commits_of(root))
        self._database.commit()
        return bool(head)

    def _write(self, head: str, commits: Iterator[Commit]) -> None:
        for table in ("past_state", "past_commits", "past_touched", "past_habits", "past_files"):
            self._database.execute(f"DELETE FROM {table}")
        self.said.clear()
        self._subjects.clear()
        self._together.clear()
        for name in ("_numbers", "_habits", "_files"):
            self.__dict__.pop(name, None)
        said: dict[str, list[str]] = {}
        for number, commit in enumerate(commits):
            self._database.execute(
                "INSERT INTO past_commits VALUES (?, ?, ?, ?)", (number, *commit[:3])
            )
            subject = names_in(commit.subject)
            self._subjects.write(number, Counter(subject))
            names = subject + names_in(commit.body)
            self._database.executemany(
                "INSERT INTO past_touched VALUES (?, ?)", ((path, number) for path in commit.files)
            )
            for path in commit.files:
                said.setdefault(path, []).extend(names)
        for number, (path, told) in enumerate(said.items()):
            self._database.execute("INSERT INTO past_files VALUES (?, ?)", (number, path))
            self.said.write(number, Counter(told))
        self.said.flush()
        self._subjects.flush()
        self._database.execute(
            "INSERT INTO past_habits SELECT file, min(commit_id), sum(1 / (1 + commit_id / ?)) "
            "FROM past_touched GROUP BY file",
            (float(_HABIT_HALF),),
        )
        self._database.execute("INSERT INTO past_state VALUES (?)", (head,))

    def scores(self, words: Sequence[str], among: Collection[str]) -> dict[str, float]:
        """How much the commits of each of these files spoke of the words, by BM25."""
        known = {number: path for number, path in self._files if path in among}
        return {known[number]: one for number, one in self.said.scores(words, known).items()}

    def alike(self, words: Sequence[str], among: Collection[str]) -> dict[str, float]:
        """How much the commits that spoke of the words most touched each of these files.

        One that touched few files says more about each of them, and so does a late one.
        """
        found = self._subjects.scores(words, self._numbers)
        worth: dict[str, float] = {}
        for commit in sorted(found, key=lambda number: (-found[number], number))[:_MOST_ALIKE]:
            own = self._database.execute(
                "SELECT file FROM past_touched WHERE commit_id = ?", (commit,)
            )
            touched = [path for (path,) in own if path in among]
            for path in touched:
                share = found[commit] ** 2 / math.sqrt(len(touched)) / (1 + commit / _ALIKE_HALF)
                worth[path] = worth.get(path, 0.0) + share
        return worth

    @cached_property
    def _numbers(self) -> dict[int, None]:
        """The numbers of the commits that are known."""
        rows = self._database.execute("SELECT id FROM past_commits")
        return {number: None for (number,) in rows}

    def commits(self) -> int:
        """How many commits are known."""
        return len(self._numbers)

    def is_whole(self) -> bool:
        """Whether nothing was before the oldest commit known; commits that touch many files are
        passed over, so that there may be fewer."""
        return self.commits() < _WHOLE

    def weights(self, words: Sequence[str]) -> dict[str, float]:
        """How much each word tells of a commit: the fewer subjects have it, the more."""
        commits = self.commits()
        carried = {word: len(self._subjects.carriers(word)) for word in dict.fromkeys(words)}
        return {word: math.log1p(commits / (often or 0.5)) for word, often in carried.items()}

    def like(self, words: Sequence[str], most: int) -> Iterator[Commit]:
        """The commits whose subjects carry the words, best first, with what they touched."""
        found = self._subjects.scores(words, self._numbers)
        for number in sorted(found, key=lambda number: (-found[number], number))[:most]:
            name, day, subject = self._database.execute(
                "SELECT name, day, subject FROM past_commits WHERE id = ?", (number,)
            ).fetchone()
            touched = self._database.execute(
                "SELECT file FROM past_touched WHERE commit_id = ?", (number,)
            )
            yield Commit(name, day, subject, "", tuple(path for (path,) in touched))

    def noted_with(self, is_program: Callable[[str], bool]) -> dict[str, float]:
        """For each changelog, a file or a folder of notes, the share of the newest changes to the
        program that touched it too."""
        rows = self._database.execute(
            "SELECT commit_id, file FROM past_touched WHERE commit_id < ?", (_HABITS,)
        )
        changes: dict[int, list[str]] = {}
        for number, path in rows:
            changes.setdefault(number, []).append(path)
        worked = [files for files in changes.values() if any(map(is_program, files))]
        noted = Counter(note for files in worked for note in {*map(_note_of, files)} - {""})
        return {note: times / len(worked) for note, times in noted.items()}

    def files(self, numbers: Mapping[str, int]) -> dict[int, int]:
        """Of every file of the past its number there, with the one it has among these."""
        return {one: numbers[path] for one, path in self._files if path in numbers}

    @cached_property
    def _files(self) -> list[tuple[int, str]]:
        """Every file the commits touched, by its number there."""
        return self._database.execute("SELECT id, path FROM past_files").fetchall()

    def habits(self, among: Collection[str]) -> tuple[dict[str, float], dict[str, float]]:
        """How lately each of these files changed, one for the newest commit, and the share of each
        of their endings in what changed among them."""
        lately: dict[str, float] = {}
        endings: dict[str, float] = {}
        for path, age, often in self._habits:
            if path in among:
                lately[path] = 1 / (1 + age / _LATELY_HALF)
                ending = path.rpartition(".")[2]
                endings[ending] = endings.get(ending, 0.0) + often
        everything = sum(endings.values()) or 1.0
        return lately, {ending: often / everything for ending, often in endings.items()}

    @cached_property
    def _habits(self) -> list[tuple[str, int, float]]:
        """Of every file how many commits ago it changed last, and how often, the late ones most."""
        return self._database.execute("SELECT * FROM past_habits ORDER BY rowid").fetchall()

    def subjects(self) -> list[tuple[str, str]]:
        """Every commit's name and subject, newest first."""
        rows = self._database.execute("SELECT name, subject FROM past_commits ORDER BY id")
        return [(str(name), str(subject)) for name, subject in rows]

    def together(self, path: str) -> Counter[str]:
        """How often each other file changed with one; asked of the database once."""
        if path not in self._together:
            found = self._database.execute(
                "SELECT other.file, count(*) FROM past_touched AS own "
                "JOIN past_touched AS other ON other.commit_id = own.commit_id "
                "WHERE own.file = ? AND other.file != own.file GROUP BY other.file",
                (path,),
            )
            self._together[path] = Counter(dict(found.fetchall()))
        return self._together[path]

    def begun(self, path: str) -> tuple[int, Commit] | None:
        """The oldest commit known that touched a file, and how many ago it was."""
        row = self._database.execute(
            "SELECT id, name, day, subject FROM past_commits WHERE id = "
            "(SELECT max(commit_id) FROM past_touched WHERE file = ?)",
            (path,),
        ).fetchone()
        if row is None:
            return None
        number, name, day, subject = row
        asked = "SELECT file FROM past_touched WHERE commit_id = ?"
        touched = tuple(file for (file,) in self._database.execute(asked, (number,)))
        return int(number), Commit(name, day, subject, "", touched)

    def times(self, path: str) -> int:
        """In how many of the commits a file changed."""
        (count,) = self._database.execute(
            "SELECT count(*) FROM past_touched WHERE file = ?", (path,)
        ).fetchone()
        return int(count)


def _note_of(path: str) -> str:
    """The changelog a path is or lies in; empty for any other."""
    found = _NOTES.match(path)
    if found is None or (found["file"] and kind_of(path) == "code"):
        return ""  # `changelog.rs` is a part of a program that writes one
    return found["folder"] or found["file"] or ""


def commits_of(root: Path) -> Iterator[Commit]:
    """The newest commits that touch few files, newest first."""
    text = logged(
        root,
        "--format=%x01%h%n%cs%n%s%n%b%x02",
        "--name-only",
        "--no-renames",
        "--no-merges",
        most=MOST_COMMITS,
        most_bytes=_MOST_BYTES,
        seconds=_SECONDS,
    )
    for block in (text or "").split("\x01")[1:]:
        message, _, names = block.partition("\x02")
        name, day, subject, *body = [*message.split("\n", 3), "", "", ""][:4]
        files = tuple(path for path in names.split("\n") if path and not path.startswith('"'))
        if 0 < len(files) <= _LARGEST_COMMIT:
            yield Commit(name, day, subject, "".join(body)[:_LONGEST_BODY], files)
