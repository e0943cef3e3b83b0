"""Whether a quote stands where a host agent says it does (MCP-3), read within INV-11's bounds."""

from __future__ import annotations

import hashlib
from pathlib import Path

from plangate.adapters.repo.files import Workspace

#: How many lines a locator may be off: agents count from what they were shown.
_SLACK = 3


class QuoteReader:
    """Looks into the workspace for what a report quotes."""

    def seen(self, workspace: str, locator: str | None, quote: str | None) -> str | None:
        if not locator or not quote or not quote.strip():
            return None
        path, _, line = locator.partition(":")
        text = Workspace(Path(workspace)).text(path)  # only what is listed: no link, no `..`
        if text is None:
            return None
        wanted = _plain(quote)
        near = _near(text.splitlines(), line, len(quote.splitlines()))
        if len(wanted) < 4 or wanted not in _plain("\n".join(near)):
            return None
        return hashlib.sha256(f"{path}\n{wanted}".encode()).hexdigest()[:16]


def _near(lines: list[str], line: str, length: int) -> list[str]:
    """The lines a locator means, a few around them included; all without a line number."""
    digits = line.partition("-")[0].partition(":")[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return lines
    first = max(0, int(digits) - 1 - _SLACK)
    return lines[first : int(digits) + length + _SLACK]


def _plain(text: str) -> str:
    return " ".join(text.split())
