"""What is declared side by side in one block: the fields of a model, the keys of settings (UND-5).

A block is a declaration with lines one step deeper that each begin with a name. Which languages it
is written in does not matter: a line that opens with a name and goes on as a declaration declares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARATION, DECLARING

#: So many make a block.
LEAST = 3
_OPENS = re.compile(
    rf"(?:{DECLARATION}|^\s*(?:export\s+)?(?:static\s+|public\s+|private\s+|final\s+|let\s+|var\s+)*"
    r"[\"'$]?(?P<called>[A-Za-z_]\w*)[\"']?\s*(?::\s*[\w\[\], <>.]+)?(?:=>|:|=)?\s*[\[({]\s*$"
    r"|create_table\s*\(?\s*[:\"'](?P<table>\w+)|Schema::\w+\(\s*[\"'](?P<schema>\w+))"
)
#: A table that a call makes, its columns in brackets within.
_CALLED = re.compile(
    r"=\s*(?:\w+\.)*(?:\w*Table|\w*Schema|define|model)\(\s*(?:[\"']\w+[\"'],\s*)?$"
)
_WORDS = (
    r"(?:@\w+(?:\(\S*\))?\s+)*(?:(?:pub(?:\(\w+\))?|public|private|protected|internal|readonly|static|final|const|let|var"
    r"|val|case|required|override|mut)\s+)*"
)
#: How one line declares a name, the plainest first.
_DECLARES = (
    re.compile(r"\[(?:\w+\.)?(?P<name>[A-Za-z_]\w*)\]\s*[?!]?:"),
    re.compile(r"[(\[{]?\s*[\"'](?P<name>[\w.-]+)[\"']\s*(?:=>|[:,=]|$)"),
    re.compile(
        r"(?:t|table|\$table|field|belongs_to|attribute)\b(?:\.|->|\s)?\w*\s*\(?\s*[:\"'](?P<name>\w+)"
    ),
    re.compile(rf"{_WORDS}\$?(?P<name>[A-Za-z_]\w*)(?:[?!]?:(?!:)|\s+:(?=\s)|\s*=(?!=))"),
    re.compile(r"(?P<name>[A-Z]\w*)\s+[\w.*\[\]{}]+(?:\s+`.*)?$"),
    re.compile(rf"{_WORDS}[\w<>\[\]?.,]+\s+\$?(?P<name>\w+)\s*(?:=.*;|;|\{{.*)$"),
)
#: The same in a list of values.
_LISTED = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*(?:\([^()]*\))?\s*[,;]?\s*(?:(?://|#).*)?$")
_CODE = re.compile(
    r"(?:return|if|else|for|while|import|from|use|end|pass|raise|throw|def|fn|func)\b"
)
_REMARK = re.compile(r"\s*(?:#|//|/?\*|@[\w.]+(?:\(.*\))?\s*$|--|$|[\"']{3})")
_ACTS = re.compile(r"\b(?:def|func|fun|fn|function|import)\b")
#: What a line that opens a block has, or ends with: a cheap look first.
_MAY_OPEN = re.compile(rf"{DECLARING}|create_table|Schema::")
_BRACKETS = ("[", "(", "{")
_LISTS = re.compile(r"[Ee]num\b|Choices\b|[\[(]\s*$")
_LONGEST = 2_000


class Block(NamedTuple):
    """What a declaration is called, where it begins and what it declares, in its order."""

    symbol: str
    line: int
    names: tuple[str, ...]
    is_list: bool
    """Whether it lists values of one kind, and is no record of different ones."""
    lines: tuple[int, ...] = ()
    """The line of each name."""


def blocks_of(
    text: str, is_meant: Callable[[str, bool], bool] = lambda _symbol, _is_list: True
) -> Iterator[Block]:
    """The blocks of a text that declare several names, of those that are meant: by their symbol and
    whether they list values; what a block declares takes much longer to tell."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not (line.rstrip().endswith(_BRACKETS) or _MAY_OPEN.search(line)):
            continue
        if (found := _OPENS.search(line)) is None:
            continue
        if _ACTS.search(line) and not found["schema"]:
            continue
        is_deep = _CALLED.search(line) is not None
        is_list = bool(_LISTS.search(line)) and not is_deep
        symbol = next(filter(None, found.groups()), "")
        if not symbol or not is_meant(symbol, is_list):
            continue
        names: dict[str, int] = {}
        for name, at in _declared(lines, number, is_list=is_list, is_deep=is_deep):
            names.setdefault(name, at)
        if len(names) >= LEAST:
            yield Block(symbol, number + 1, tuple(names), is_list, tuple(names.values()))


def _declared(
    lines: Sequence[str], opening: int, *, is_list: bool, is_deep: bool
) -> Iterator[tuple[str, int]]:
    """The names that the lines one step deeper than the opening begin with, and where they are; of
    a table that a call makes those in its brackets."""
    outer, inner = _depth(lines[opening]), 0
    for number, line in enumerate(lines[opening + 1 : opening + _LONGEST], start=opening + 2):
        if _REMARK.match(line):
            continue
        depth = _depth(line)
        if depth <= outer:
            if line.strip() in ("{", "(", "["):  # opened on a line of its own
                continue
            return
        if is_deep and line.strip() == "{":
            inner = 0
            continue
        inner = inner or depth
        if depth == inner and (name := _name_in(line.strip(), is_list=is_list)):
            yield name, number


def _name_in(line: str, *, is_list: bool) -> str:
    if _CODE.match(line):
        return ""
    patterns = (*_DECLARES, _LISTED) if is_list else _DECLARES
    found = (pattern.match(line) for pattern in patterns)
    return next((one["name"] for one in found if one), "")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
