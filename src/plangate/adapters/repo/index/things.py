"""Everything here that a person would call a thing: sections of pages, what a screen says, options,
settings, routes, classes and functions, each with what stands beside it to explain it (UND-4).

Found when a file is read. Who has not found a feature says what it does in words of their own; its
name, its help and the text around it are where those words may stand.
"""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.index.file_kinds import FileKind
from plangate.adapters.repo.index.surface import Offered

#: Part of the index; another version of it is thrown away with it.
TABLES = """
CREATE VIRTUAL TABLE things USING fts5 (names, said, file UNINDEXED, line UNINDEXED,
  kind UNINDEXED, name UNINDEXED, tokenize = 'ascii');
CREATE VIRTUAL TABLE things_words USING fts5vocab (things, 'row');
CREATE TABLE things_of (file INTEGER PRIMARY KEY, first INTEGER, last INTEGER);
"""
NAMES = ("things_words", "things", "things_of")

_READ = ("code", "markup", "config", "docs")
_PAGE = re.compile(r"\.(?:md|mdx|rst|adoc|txt)$")
_HEADING = re.compile(
    r"^#{1,6} +(?P<marked>\S.{2,100}?)(?: *\{#.*\})?$"
    r"|^(?P<underlined>\S[^\n]{2,80})\n(?:={4,}|-{4,}|~{4,}|\^{4,}|\*{4,})$",
    re.MULTILINE,
)
#: So much of a section is one text; what is longer is several under the same heading.
_PART, _MOST_PARTS = 700, 8
_DECLARED = re.compile(
    r"^[ \t]*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async"
    r"|pub(?:\([^)\n]*\))?|open|override|suspend|data|sealed|partial|unsafe|const|inline)\s+)*"
    r"(?:(?P<type>class|struct|trait|interface|enum|record|object|type|module|defmodule)"
    r"|def|defp|func|fn|function|fun)\s+(?:self\.)?(?:\([^()\n]{0,80}\)\s*)?(?P<name>[A-Za-z_]\w*)",
    re.MULTILINE,
)
_METHOD = re.compile(
    r"^[ \t]+(?:(?:public|protected|static|final|async|override)\s+)+[\w<>\[\], ?.]{0,60}?"
    r"(?P<name>\w+)\s*\(",
    re.MULTILINE,
)
#: What is kept of a thing: a column, a member of several words.
_FIELD = re.compile(
    r"^\s*(?:t\.\w+\s+[:\"']|[\"`])?(?P<name>\w{4,50})[\"`]?\s*"
    r"(?::\s*\w+(?:\s*=|\s*$)|\s+(?:bool|BOOLEAN|boolean)\b|\s*=\s*\w*\.?\w*(?:Field|Column)\()",
    re.MULTILINE,
)
_REMARK = re.compile(r"(?:^[ \t]*(?:///?|#|\*|/\*\*?|--|;)[^\n]*\n){1,8}\Z", re.MULTILINE)
_DOCSTRING = re.compile(r"[^\n]*\n\s*(?:\"\"\"|''')(?P<said>[^\"']{3,300})")
_ON_SCREEN = re.compile(r">\s*(?P<name>[A-Z][\w'’-]*(?:[ ,]+[\w'’\"().-]+){1,25}[.?!]?)\s*<")
_LABEL = re.compile(
    r"(?:title|label|placeholder|tooltip|description|help|help_text|summary)"
    r"\s*[=:]\s*[{(]?\s*[\"'`](?P<name>[A-Z][^\"'`\n{}<>]{4,150})[\"'`]"
)
#: An entry of a list of texts, in the ways such lists are written.
_ENTRIES = (
    re.compile(
        r"^\s*[\"']?(?P<key>[\w.-]{2,60})[\"']?\s*(?::|=>|=)\s*[\"'](?P<name>[A-Z][^\n\"]{3,200}?)[\"'],?\s*$",
        re.MULTILINE,
    ),
    re.compile(
        r"^\s*(?P<key>[\w.-]{2,60}):\s+(?P<name>[A-Z][^\n\"':#]{5,200})$",
        re.MULTILINE,
    ),
    re.compile(r"<string name=\"(?P<key>[\w.]+)\">(?P<name>[^<\n]{4,200})</string>"),
)
_TEXTS = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|langs?|languages|translations?|values)/"
    r"|(?:^|/)(?:en|strings|messages)[\w.-]*\.\w+$"
    r"|(?:^|/)[^/]*(?:config|option|schema|setting)[^/]*\.\w+$",
    re.IGNORECASE,
)
#: Lists of what may go wrong.
_FAILURES = re.compile(r"(?:^|[/_-])(?:errors?|exceptions?|validations?)\.\w+$", re.IGNORECASE)
#: Texts in other languages say the same again, what was planned once is no program, and neither is
#: what is for its authors and their tools.
LEFT_OUT = re.compile(
    r"(?:^|/)(?:locales?|i18n|l10n|lang|langs|languages|translations?)/(?!(?:.*[/.])?(?:en(?:[-_]US)?|base)[./])"
    r"|(?:^|/)(?:benchmarks?|examples?|fixtures?|samples?|scripts|demos?|specs?|rfcs?|proposals"
    r"|migrations?|migrate|stories)/|^\.|\.stories\.\w+$"
    r"|(?:^|/)(?:change(?:s|log)|history|news|releases?|agents|claude|contributing|security|todo"
    r"|roadmap|licen[cs]e|code_of_conduct)(?:[.-][^/]*)?$",
    re.IGNORECASE,
)
#: The same for one page or list of texts that names its language.
_IN_ANOTHER_LANGUAGE = re.compile(
    r"(?:[._-]|(?:messages|intl|i18n|locales?|lang|langs|translations)/)"
    r"(?:(?!en)[a-z]{2}[-_][A-Z]{2}|zh[-_]\w+|ar|bg|ca|cn|cs|da|de|el|es|fa|fi|fr|he|hi|hu|id|it|ja|ko"
    r"|nl|no|pl|pt|ro|ru|sk|sv|th|tr|uk|vi|zh)\.(?:md|mdx|rst|json|ya?ml|txt|html)$|[^\x00-\x7f]"
)
#: What only tries the program out, wherever it stands.
_TRIES_OUT = re.compile(r"(?:^|[/_.-])(?:tests?|e2e|mocks?|spec)(?:[/_.-])", re.IGNORECASE)
_REMARK_REACH, _HELP_REACH = 500, 220


class Thing(NamedTuple):
    """Something with a name, and what is said of it."""

    line: int
    kind: str
    name: str
    said: str


class Kept(NamedTuple):
    """A thing as it was kept: the stems of its name and of what is said, and its file's number."""

    names: str
    said: str
    file: int
    line: int
    kind: str
    name: str


class Things:
    """The things of one workspace, in a database somebody else opens and closes."""

    def __init__(self, database: sqlite3.Connection, stems_in: Callable[[str], str]) -> None:
        self._database = database
        self._stems_in = stems_in

    def write(
        self, number: int, path: str, kind: FileKind, text: str, offered: Iterable[Offered]
    ) -> None:
        """Take in the things of a file."""
        rows = [
            (self._stems_in(one.name), self._stems_in(one.said), number, *one[:3])
            for one in things_in(path, kind, text, offered)
        ]
        if not rows:
            return
        self._database.executemany("INSERT INTO things VALUES (?, ?, ?, ?, ?, ?)", rows)
        (last,) = self._database.execute("SELECT last_insert_rowid()").fetchone()
        where = (number, last - len(rows) + 1, last)
        self._database.execute("INSERT OR REPLACE INTO things_of VALUES (?, ?, ?)", where)

    def forget(self, numbers: Sequence[int] | None) -> None:
        """Forget the things of some files, or of all."""
        if numbers is None:
            self._database.execute("DELETE FROM things")
            self._database.execute("DELETE FROM things_of")
        for number in numbers or ():
            asked = "SELECT first, last FROM things_of WHERE file = ?"
            for first, last in self._database.execute(asked, (number,)).fetchall():
                rows = "DELETE FROM things WHERE rowid BETWEEN ? AND ?"
                self._database.execute(rows, (first, last))
                self._database.execute("DELETE FROM things_of WHERE file = ?", (number,))

    def count(self) -> int:
        """About how many there are."""
        return int(self._database.execute("SELECT max(last) FROM things_of").fetchone()[0] or 0)

    def carrying(self, words: Iterable[str]) -> dict[str, int]:
        """By how many things each of the words is carried; what none carries is left out."""
        asked = list(words)
        marks = ", ".join("?" * len(asked))
        rows = self._database.execute(
            f"SELECT term, doc FROM things_words WHERE term IN ({marks})", asked
        )
        return dict(rows.fetchall())

    def like(self, words: Sequence[str], most: int) -> list[Kept]:
        """The things that carry most of these words, their names first."""
        if not words:
            return []
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self._database.execute(
            "SELECT names, said, file, line, kind, name FROM things WHERE things MATCH ? "
            "ORDER BY bm25(things, 3.0, 1.0) LIMIT ?",
            (query, most),
        )
        return [Kept(*row) for row in rows]


def things_in(path: str, kind: FileKind, text: str, offered: Iterable[Offered]) -> Iterator[Thing]:
    """The things of a file, each once."""
    aside = LEFT_OUT.search(path) or _IN_ANOTHER_LANGUAGE.search(path) or _TRIES_OUT.search(path)
    if kind not in _READ or aside:
        return
    ends = [found.start() for found in re.finditer("\n", text)]
    if kind == "docs":
        yield from _sections(text, ends) if _PAGE.search(path) else ()
        return
    told: set[str] = set()
    for one in offered:
        told.add(one.name)
        start = ends[one.line - 2] + 1 if one.line > 1 else 0
        yield Thing(one.line, one.kind, one.name, text[start : start + _HELP_REACH])
    found: list[Thing] = []
    if kind == "code":
        found += _declared(text, ends)
    if kind in ("code", "markup"):
        found += _shown(text, ends)
    if _TEXTS.search(path) and not _FAILURES.search(path):
        found += _texts(text, ends)
    for thing in found:
        if thing.name not in told:
            told.add(thing.name)
            yield thing
    if kind in ("code", "markup"):
        yield Thing(1, "file", path.rpartition("/")[2].partition(".")[0], "")


def _sections(text: str, ends: Sequence[int]) -> Iterator[Thing]:
    headings = list(_HEADING.finditer(text))
    begin = [heading.start() for heading in headings]
    for heading, end in zip(headings, [*begin[1:], len(text)], strict=False):
        name = (heading["marked"] or heading["underlined"]).strip()
        for part in range(_MOST_PARTS):
            start = heading.end() + part * _PART
            if part and start >= end:
                break
            line = _line_at(ends, start if part else heading.start())
            yield Thing(line, "section", name, text[start : min(end, start + _PART)])


def _declared(text: str, ends: Sequence[int]) -> Iterator[Thing]:
    for found in _DECLARED.finditer(text):
        kind = "class" if found["type"] else "function"
        yield Thing(_line_at(ends, found.start("name")), kind, found["name"], _beside(text, found))
    for found in _METHOD.finditer(text):
        line = _line_at(ends, found.start("name"))
        yield Thing(line, "function", found["name"], _beside(text, found))
    for found in _FIELD.finditer(text):
        if "_" in (name := found["name"]) or name != name.lower():
            yield Thing(_line_at(ends, found.start("name")), "field", name, "")


def _beside(text: str, found: re.Match[str]) -> str:
    """What is remarked above a declaration, or said below it."""
    start = found.start()
    above = _REMARK.search(text[max(0, start - _REMARK_REACH) : start])
    below = _DOCSTRING.match(text, start)
    return f"{above[0] if above else ''} {below['said'] if below else ''}"


def _shown(text: str, ends: Sequence[int]) -> Iterator[Thing]:
    for pattern in (_ON_SCREEN, _LABEL):
        for found in pattern.finditer(text):
            yield Thing(_line_at(ends, found.start("name")), "label", found["name"], "")


def _texts(text: str, ends: Sequence[int]) -> Iterator[Thing]:
    for pattern in _ENTRIES:
        for found in pattern.finditer(text):
            line = _line_at(ends, found.start("name"))
            yield Thing(line, "text", found["name"], found["key"])


def _line_at(ends: Sequence[int], start: int) -> int:
    return bisect_right(ends, start - 1) + 1
