"""Whether a quote stands where a host agent says it does (MCP-3), read within INV-11's bounds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from plangate.adapters.repo.files import Workspace
from plangate.core.guard.redaction import redact

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


def around(
    workspace: str, locators: Sequence[str], beside: int = 2
) -> list[tuple[int, tuple[str, ...], int | None] | None]:
    """For each locator the number of the first line, the lines, and the one it means; secrets
    blotted out (ASK-14)."""
    paths = tuple(dict.fromkeys(locator.partition(":")[0] for locator in locators))
    files = Workspace(Path(workspace), only=paths)
    return [_excerpt(files, locator, beside) for locator in locators]


def _excerpt(
    files: Workspace, locator: str, beside: int
) -> tuple[int, tuple[str, ...], int | None] | None:
    path, _, rest = locator.partition(":")
    text = files.text(path)
    if not text:
        return None
    lines, digits = text.splitlines(), rest.partition("-")[0].partition(":")[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return 1, tuple(redact(line) for line in lines[: 2 * beside + 1]), None
    number = int(digits)
    if not 1 <= number <= len(lines):
        return None
    first = max(1, number - beside)
    kept = lines[first - 1 : number + beside]
    return first, tuple(redact(line) for line in kept), number


def _near(lines: list[str], line: str, length: int) -> list[str]:
    """The lines a locator means, a few around them included; all without a line number."""
    digits = line.partition("-")[0].partition(":")[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return lines
    first = max(0, int(digits) - 1 - _SLACK)
    return lines[first : int(digits) + length + _SLACK]


def _plain(text: str) -> str:
    return " ".join(text.split())
