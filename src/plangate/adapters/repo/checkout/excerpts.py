"""The lines evidence was found in, as they are now, for whoever looks at it (WEB-2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.guard.redaction import redact

#: How many lines stand before and behind the one that is meant.
_BESIDE = 2


class Excerpt(NamedTuple):
    """Some lines of a file: the number of the first, and which of them is meant."""

    first: int
    lines: tuple[str, ...]
    meant: int


def excerpts_at(workspace: str, locators: Sequence[str]) -> list[Excerpt | None]:
    """For each locator its lines, secrets removed (ASK-14); None where no line is named or seen.

    Only what lies in the workspace behind no link is opened (INV-11).
    """
    paths = tuple(dict.fromkeys(locator.partition(":")[0] for locator in locators))
    files = Workspace(Path(workspace), only=paths)
    return [_excerpt(files, locator) for locator in locators]


def _excerpt(files: Workspace, locator: str) -> Excerpt | None:
    path, _, rest = locator.partition(":")
    text = files.text(path)
    if not text:
        return None
    lines = text.splitlines()
    digits = rest.partition("-")[0].partition(":")[0].lstrip("L")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    number = int(digits)
    if not 1 <= number <= len(lines):
        return None
    first = max(1, number - _BESIDE)
    return Excerpt(first, _blotted(lines[first - 1 : number + _BESIDE]), number)


def _blotted(lines: Sequence[str]) -> tuple[str, ...]:
    """A secret may go over several lines; what stands in its place is one."""
    return tuple(redact("\n".join(lines)).split("\n"))
