"""Lines of a client that the SDK cannot read: it passes over them, and their client would wait for
good. Nothing is loaded for this that takes time (MCP-9).

Half a character, a value nested too deep and a number without end are JSON to some and none to
others: a request with one is refused by its id; in an answer half a character is read as one that
is unknown, as broken bytes are.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from plangate.core.model.records import Document

#: As far as the SDK's reader goes.
_DEEPEST, _MOST_DIGITS = 200, 4_300
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_NAME = re.compile(rb'"id"\s*:\s*(\d{1,18}|"[^"\\]{1,200}")')

_HALF_A_CHARACTER = "it holds half a character (a lone surrogate); accepted: JSON in UTF-8"
_TOO_DEEP = f"it is nested too deeply; accepted: JSON of at most {_DEEPEST} levels"
_TOO_LONG = f"it holds a number of more than {_MOST_DIGITS:,} digits; accepted: finite numbers"


class Line(NamedTuple):
    """The object in a line, and what keeps the SDK from reading it."""

    message: Document
    fault: str = ""


def read_line(line: bytes) -> Line:
    """What can be read of a line; nothing of what is no object."""
    endless: list[str] = []

    def whole(digits: str) -> int:
        if len(digits) <= _MOST_DIGITS:
            return int(digits)
        endless.append(digits)
        return 0

    try:
        read = json.loads(line, parse_int=whole)
    except RecursionError:
        return Line(_named(line), _TOO_DEEP)
    except ValueError:
        return Line({})
    if not isinstance(read, dict):
        return Line({})
    return Line(read, _TOO_LONG if endless else _fault(read, line))


def hearable(line: bytes) -> str:
    """The line as the SDK is to hear it."""
    if _HALF.search(line) and (read := read_line(line)).fault == _HALF_A_CHARACTER:
        line = json.dumps(read.message, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    return line.decode("utf-8", errors="replace")


def _fault(read: Document, line: bytes) -> str:
    if line.count(b"[") + line.count(b"{") > _DEEPEST and _is_too_deep(read):
        return _TOO_DEEP
    if not _HALF.search(line):
        return ""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _HALF_A_CHARACTER
    return ""


def _is_too_deep(read: Any) -> bool:
    level = [read]
    for _ in range(_DEEPEST):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return any(isinstance(part, dict | list) for part in level)


def _named(line: bytes) -> Document:
    """A request too deep to be read, by what stands before the depth."""
    name = _NAME.search(line.partition(b'"params"')[0])
    return {"method": "", **({"id": json.loads(name[1])} if name else {})}
