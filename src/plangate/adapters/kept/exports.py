"""Where exports of a database went: so that `forget` can name what it cannot erase (REC-10).

One path a line in the user's state directory, beside the anchors. It is a help, no record: an
export that cannot be noted is written all the same, and what was sent to a pipe nobody can follow.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from plangate.adapters.machine.private import FILE_MODE, private_directory
from plangate.core.model.digests import sha256

#: How a line begins to say that its payload was erased; inside a payload quotes are escaped.
_ERASED = b',"erased":"'


class KnownExports:
    """The exports of the database at one place."""

    def __init__(self, place: str, state: Path) -> None:
        self._list = state / "exports" / f"{sha256(place)[:16]}.txt"

    def add(self, export: Path) -> None:
        """Remember that an export was written there."""
        path = str(export.resolve())
        with suppress(OSError):
            if path in self._paths() or "\n" in path:
                return
            private_directory(self._list.parent)
            flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
            file = os.open(self._list, flags, FILE_MODE)
            try:
                os.write(file, f"{path}\n".encode("utf-8", "surrogateescape"))
            finally:
                os.close(file)

    def paths(self) -> list[Path]:
        return list(map(Path, self._paths()))

    def that_hold(self, streams: Collection[str]) -> list[Path]:
        """Those still there with an event of one of these streams in them, or not readable."""
        marks = [f'"stream":"{name}"'.encode() for name in streams]
        return [path for path in map(Path, self._paths()) if marks and _holds(path, marks)]

    def _paths(self) -> list[str]:
        try:
            text = self._list.read_bytes().decode("utf-8", "surrogateescape")
        except (FileNotFoundError, NotADirectoryError):
            return []
        return text.split("\n")[:-1]


def _holds(path: Path, marks: Collection[bytes]) -> bool:
    try:
        with path.open("rb") as lines:
            return any(mark in line and _ERASED not in line for line in lines for mark in marks)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
