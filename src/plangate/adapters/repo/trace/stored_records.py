"""What a program keeps of a thing: the attributes of its record, with the sort of each (UND-5).

A record is a struct, a class, a model, a table or a block of attributes that is called after the
thing, in a file that keeps such or has its name. The sort of a value stands where it is declared.
What was found of a thing is remembered while its files do not change.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace, is_fresh
from plangate.adapters.repo.index.file_kinds import keeps_records
from plangate.adapters.repo.index.index import Index, code_version
from plangate.adapters.repo.kin.declared_blocks import Block, blocks_of
from plangate.adapters.repo.trace.attribute_wish import KINDS, YES_NO
from plangate.adapters.repo.trace.trail_layers import is_step, layer_of
from plangate.language.words.stems import (
    parts,
    rows_as_stems,
    rows_as_words,
    stem,
    stems_in_rows,
)

_MOST_FILES, _MOST_TABLES, _MOST_STEPS, _LONGEST_TEXT = 10, 3, 24, 200_000
#: A table that is made, or that a column is added to.
_TABLE = re.compile(
    r"(?:create table(?: if not exists)?|alter table)\s+[\"'`\[]?(?:\w+\.)?(?P<table>\w+)[\"'`\]]?"
    r"\s*"
    r"(?:\(|add (?:column )?(?:if not exists )?[\"'`]?(?P<column>\w+)[\"'`]?\s+(?P<type>\w+))"
    r"|add_column\s*\(?\s*[:\"'](?P<to>\w+)[\"']?\s*,\s*[:\"'](?P<added>\w+)[\"']?\s*,"
    r"\s*[:\"'](?P<of>\w+)",
    re.IGNORECASE,
)
_OF_TABLES = ("create table", "alter table", "add_column")
_END = re.compile(r"\n\s*\)|;\s*\n|\"\)")
_COLUMN = re.compile(r"[\"'`\[]?(?P<name>[A-Za-z_]\w*)[\"'`\]]?\s+(?P<type>[A-Za-z]\w*)")
_NO_COLUMN = re.compile(r"(?:primary|foreign|unique|constraint|index|key|check|references)\b", re.I)
_PROPERTY = re.compile(r"^\s*\*\s*@property(?:-read)?\s+(?P<type>\S+)\s+\$(?P<name>\w+)", re.M)
_ASIDE = re.compile(r"`[^`]*`|//.*|#\s.*|\"[^\"]*\"|default\s*[:=(]\s*\S+", re.IGNORECASE)
_LITERALS = re.compile(r"[\"'][\w-]+[\"']\s*\|\s*[\"'][\w-]+[\"']")
_CHOOSES = re.compile(r"\bchoices\s*=|\bisIn\b|\b[eE]num\b")
#: Another thing that a record points to is no value of it.
_RELATES = re.compile(r"ForeignKey|ManyToMany|OneToOne|OneToMany|ManyToOne|belongs_to|references\b")
_LONGEST_TYPE, _LONGEST_TABLE = 8, 6_000
#: How well a name is that of a thing: the very name, with a word for its settings, with one more.
_VERY, _ITS_SETTINGS, _LONGER = 3, 2, 1
#: Where fewer values tell their sort, the steps by which a table came to be are read too.
_ENOUGH = 3


class Attribute(NamedTuple):
    """A value that a record holds, where it is declared, and the sort of it."""

    name: str
    line: int
    kind: str


class Record(NamedTuple):
    """What is kept of a thing, in one place; its symbol is "" where the file has the name."""

    symbol: str
    path: str
    attributes: tuple[Attribute, ...]


def records_of(workspace: Workspace, index: Index, thing: Sequence[str]) -> list[Record]:
    """The records of a thing that are called best after it, what the program works with first."""
    words = frozenset(map(stem, thing))
    words = words - _record_words() or words
    paths = _looked_at(index, words)
    found = _remembered(workspace, index, words, paths)
    known = [one for fit, own in found if fit >= _ITS_SETTINGS for one in own.attributes]
    if sum(bool(one.kind) for one in known) < _ENOUGH:
        found += _remembered(workspace, index, words, _steps(index, words))
    best = max((fit for fit, _ in found), default=0)
    least = best if best < _VERY else _ITS_SETTINGS
    kept = [(fit, record) for fit, record in found if fit >= least]
    kept.sort(key=lambda one: (_is_table(one[1]), -one[0], -len(one[1].attributes)))
    # “Internet radios” are radios; “the timeout setting” is one of many settings.
    if not kept and len(thing) > 1 and stem(thing[-1]) not in stems_in_rows("holds_settings"):
        return [one for one in records_of(workspace, index, thing[-1:]) if keeps_records(one.path)]
    return [record for _, record in kept]


def _remembered(
    workspace: Workspace, index: Index, words: frozenset[str], paths: Sequence[str]
) -> list[tuple[int, Record]]:
    """The records in some files, read once while none of them changes."""
    stamps = [workspace.stamps[path] for path in paths]
    told = [*paths, *(f"{one.size} {one.changed}" for one in stamps), code_version()]
    digest = hashlib.sha256("\n".join(told).encode("utf-8", "replace")).hexdigest()
    key = f"records {' '.join(sorted(words))} {digest}"
    if (kept := index.recalled(key)) is not None:
        return [
            (fit, Record(symbol, path, tuple(Attribute(*one) for one in own)))
            for fit, symbol, path, own in kept
        ]
    found = list(_fitting(workspace, words, paths))
    if paths and not any(map(is_fresh, stamps)):
        index.remember(key, [(fit, *record) for fit, record in found])
    return found


def _is_table(record: Record) -> bool:
    return layer_of(record.path) == "migration"


def _fitting(
    workspace: Workspace, words: frozenset[str], paths: Sequence[str]
) -> Iterator[tuple[int, Record]]:
    for path in paths:
        text = (workspace.text(path) or "")[:_LONGEST_TEXT]
        for record in (*_blocks(path, text, words), *_tables(path, text), *_told(path, text)):
            fit = _fits(record.symbol or _called(path), words)
            if fit > _LONGER or (fit and keeps_records(path)):
                yield fit, record


def _called(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]


def _looked_at(index: Index, words: frozenset[str]) -> list[str]:
    """The files that keep records or have the name of the thing, and speak of it; no screens."""
    often = _speaking(index, words)

    def rank(path: str) -> tuple[int, int]:
        named = _fits(_called(path), words)
        return -named - keeps_records(path), -often[path]

    near = [path for path in often if rank(path)[0] and layer_of(path) in ("store", "code")]
    tables = [path for path in often if layer_of(path) == "migration" and not is_step(path)]
    return [*sorted(near, key=rank)[:_MOST_FILES], *sorted(tables, key=rank)[:_MOST_TABLES]]


def _steps(index: Index, words: frozenset[str]) -> list[str]:
    """The steps by which a table came to be what it is, the newest first."""
    own = [path for path in _speaking(index, words) if is_step(path)]
    return sorted(own, reverse=True)[:_MOST_STEPS]


def _speaking(index: Index, words: frozenset[str]) -> dict[str, int]:
    carried = [dict(index.texts.said.carriers(word)) for word in words]
    if not carried:
        return {}
    code = index.texts.of_kinds(("code",))
    numbers = set.intersection(*map(set, carried)) & code.keys()
    return {code[number].path: sum(each[number] for each in carried) for number in numbers}


def _fits(name: str, words: frozenset[str]) -> int:
    own = [stem(part) for part in parts(name)]
    plain = frozenset(own) - _record_words()
    if (plain or frozenset(own)) == words:
        return _VERY
    if plain - stems_in_rows("holds_settings") == words:
        return _ITS_SETTINGS
    return _LONGER if len(plain) == len(words) + 1 and plain > words and own[0] in words else 0


def _record_words() -> frozenset[str]:
    return rows_as_stems("declared_in_blocks")[1]


# --- what a file declares -------------------------------------------------------------------------


#: What a class of Python tells of itself, where “Paused:” heads a paragraph and declares nothing.
_DOCSTRING = re.compile(r'("""|\'\'\').*?\1', re.DOTALL)


def _blocks(path: str, text: str, words: frozenset[str]) -> Iterator[Record]:
    """The blocks that are called after a thing; what lists attributes is called as its file is."""
    if path.endswith(".py"):
        text = _DOCSTRING.sub(lambda told: '""' + "\n" * told[0].count("\n"), text)
    lines = text.splitlines()

    def record_of(symbol: str) -> str:
        return "" if stem(symbol.lower()) in stems_in_rows("lists_attributes") else symbol

    def is_meant(symbol: str, is_list: bool) -> bool:
        name = record_of(symbol)
        return not (name and is_list) and _fits(name or _called(path), words) > 0

    for block in blocks_of(text, is_meant):
        if own := tuple(_attributes(block, lines)):
            yield Record(record_of(block.symbol), path, own)


def _attributes(block: Block, lines: Sequence[str]) -> Iterator[Attribute]:
    for name, line in zip(block.names, block.lines, strict=True):
        if not name.isupper() and not name.startswith("_"):
            yield Attribute(name, line, _kind_of(name, _declaration(lines, line)))


def _declaration(lines: Sequence[str], line: int) -> str:
    """The line that declares a name, with what is told of it above in marks and deeper below."""
    first = lines[line - 1]
    depth = _depth(first)
    told = [first]
    for text in lines[line : line + _LONGEST_TYPE]:
        if _depth(text) <= depth:
            break
        told.append(text)
    for text in reversed(lines[max(0, line - _LONGEST_TYPE) : line - 1]):
        if not text.strip().startswith("@"):
            break
        told.append(text)
    return "\n".join(told)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tables(path: str, text: str) -> Iterator[Record]:
    """The columns of tables, from where they are made and where they were added to."""
    found: dict[str, dict[str, Attribute]] = {}
    low = text.lower()
    has_tables = any(word in low for word in _OF_TABLES)
    for match in _TABLE.finditer(text) if has_tables else ():
        line = text.count("\n", 0, match.start()) + 1
        columns = found.setdefault(match["table"] or match["to"], {})
        if name := match["column"] or match["added"]:
            kind = _kind_of(name, match["type"] or match["of"])
            columns.setdefault(name, Attribute(name, line, kind))
            continue
        inside = _END.split(text[match.end() : match.end() + _LONGEST_TABLE], maxsplit=1)[0]
        for number, piece in enumerate(inside.split("\n")):
            own = _COLUMN.match(piece.strip())
            if own and not _NO_COLUMN.match(piece.strip()):
                kind = _kind_of(own["name"], own["type"])
                columns.setdefault(own["name"], Attribute(own["name"], line + number, kind))
    for table, columns in found.items():
        yield Record(table, path, tuple(columns.values()))


def _told(path: str, text: str) -> Iterator[Record]:
    """The attributes that a class tells in its remark."""
    own = [
        Attribute(
            one["name"], text.count("\n", 0, one.end()) + 1, _kind_of(one["name"], one["type"])
        )
        for one in (_PROPERTY.finditer(text) if "@property" in text else ())
    ]
    if own:
        yield Record("", path, tuple(own))


def _kind_of(name: str, declared: str) -> str:
    """The sort of a value by its type, or by its name where no type says it."""
    if _RELATES.search(declared):
        return ""
    if _LITERALS.search(declared) or _CHOOSES.search(declared):
        return KINDS[4]
    first, _, more = declared.partition("\n")
    yes, date = rows_as_words("value_endings")
    own = parts(name)
    is_state = bool(own) and own[0] in yes
    kind = _by_type(name, first) or _by_type(name, more)
    if kind and not (kind == KINDS[2] and is_state):
        return kind
    if is_state:
        return YES_NO
    return KINDS[1] if own and own[-1] in date and len(own) > 1 else ""


def _by_type(name: str, declared: str) -> str:
    said = re.findall(r"[A-Za-z]\w*", _ASIDE.sub(" ", declared).replace(name, " ", 1))
    low = {word.lower() for word in said}
    rows = rows_as_words("value_types")
    told = next((KINDS[at] for at in (4, 0, 1, 2, 3) if not low.isdisjoint(rows[at])), "")
    # A type of its own that is called as the value is: `Visibility Visibility`.
    alike = any(word[0].isupper() and parts(word) == parts(name) for word in said)
    return told or (KINDS[4] if alike else "")
