"""Whether a quote stands where a host agent says it does (MCP-3), read within INV-11's bounds.

It has to stand in the last commit: a line somebody has just written proves nothing about the
repository, and whoever quotes may have written it.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from plangate.adapters.repo.checkout.git import committed
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.app.ports import Looked
from plangate.core.guard.workspace_paths import is_outside

#: How many lines a locator may be off: agents count from what they were shown.
_SLACK = 3
#: So many letters stand in one place of a file only: the file is enough to find them.
_UNMISTAKABLE = 24
_SHORTEST = 4
#: How the lines of a comment, a list or a quotation begin: a quote may leave it out.
_MARKS = re.compile(r"^[ \t]*(?:(?://+|#+|\*+/?|/\*+|--|[-+>]|;+)(?=\s|$))?", re.MULTILINE)
_CUT = re.compile(r"\s*(?:…|\.\.\.)\s*$")
_LARGEST = 2_000_000
_WORD = re.compile(r"\w{2,}")
#: From this share of a quote's words on a line is what may have been meant.
_ENOUGH = 0.4
_LONGEST = 120


class QuoteReader:
    """Looks into the workspace, and its last commit, for what a host quotes."""

    def seen(self, workspace: str, locator: str | None, quote: str | None) -> Looked:
        if not locator or not quote or not quote.strip():
            return Looked(why_not="a locator (path:line) and a quote are needed to count")
        path, _, line = locator.strip().removeprefix("./").partition(":")
        if is_outside(path):
            return Looked(why_not="it is outside the workspace")
        root = Path(workspace)
        text = Workspace(root).text(path)  # only what is listed: no link, no `..`
        if text is None:
            return Looked(why_not="there is no such file")
        wanted = _plain(quote)
        if len(wanted) < _SHORTEST or not _stands(text, line, quote):
            return Looked(why_not=f"the quote does not stand there{_nearest(text, wanted)}")
        before = committed(root, path, _LARGEST)
        if before is None:
            return Looked(why_not="not in the last commit, so it counts for nothing")
        if not _stands(before, "", quote):
            return Looked(why_not="the line is not in the last commit, so it counts for nothing")
        digest = hashlib.sha256(f"{path}\n{wanted}".encode()).hexdigest()[:16]
        return Looked(digest, at=_at(path, text, line, wanted))


def _at(path: str, text: str, line: str, wanted: str) -> str:
    """The place a quote stands at, of several the one nearest to what was said; empty where that is
    within the lines that were said."""
    first, last = _lines_in(line) or (1, 0)
    stands = min(_lines_of(text, wanted), key=lambda at: abs(at - first), default=first)
    return "" if first <= stands <= last else f"{path}:{stands}"


def _lines_of(text: str, wanted: str) -> Iterator[int]:
    """The lines at which a quote begins."""
    starts, whole = [], ""
    for number, line in enumerate(text.splitlines(), start=1):
        if plain := _plain(line):
            starts.append((len(whole), number))
            whole += f"{plain} "
    at = whole.find(wanted)
    while at >= 0:
        yield starts[bisect_right(starts, (at, len(whole))) - 1][1]
        at = whole.find(wanted, at + 1)


def _stands(text: str, line: str, quote: str) -> bool:
    lines, wanted = text.splitlines(), _plain(quote)
    if wanted in _plain("\n".join(_near(lines, line, len(quote.splitlines())))):
        return True
    return len(wanted) >= _UNMISTAKABLE and wanted in _plain(text)


def _nearest(text: str, wanted: str) -> str:
    """The line that has most of the words of a quote, where one has enough of them."""
    words = set(_WORD.findall(wanted.casefold()))
    shared = [
        (len(words.intersection(_WORD.findall(line.casefold()))), -place)
        for place, line in enumerate(text.splitlines(), start=1)
    ]
    most, place = max(shared, default=(0, 0))
    if not most or most < len(words) * _ENOUGH:
        return ""
    line = " ".join(text.splitlines()[-place - 1].split())
    return f"; nearest is line {-place}: “{line[:_LONGEST]}”"


def _near(lines: list[str], line: str, length: int) -> list[str]:
    """The lines a locator means, a few around them included; all without a line number."""
    said = _lines_in(line)
    if said is None:
        return lines
    first = max(0, said[0] - 1 - _SLACK)
    return lines[first : said[0] + length + _SLACK]


def _lines_in(said: str) -> tuple[int, int] | None:
    """The first and the last line of “12”, “L12” and “12-14”; None for no number."""
    first, _, last = said.partition(":")[0].partition("-")
    numbers = [x.lstrip("L") for x in (first, last or first)]
    if not all(x.isascii() and x.isdigit() and len(x) < 10 for x in numbers):
        return None
    return int(numbers[0]), int(numbers[1])


def _plain(text: str) -> str:
    """The words alone: without how lines begin, and without the dots of one that was cut."""
    return " ".join(_MARKS.sub("", _CUT.sub("", text)).split())
