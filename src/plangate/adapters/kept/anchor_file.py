"""The file that keeps a log's anchors, in the user's state directory, not beside it (REC-6).

One line an anchor, for its owner's eyes alone. Keeping one never harms what is being recorded: an
anchor that cannot be written is one that is missing, and the audit counts what came after the last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

from plangate.adapters.machine.private import FILE_MODE, private_directory
from plangate.adapters.machine.regular_files import open_regular
from plangate.core.log.anchors import (
    Anchor,
    Anchors,
    Total,
    anchor,
    is_due,
    line_of,
    read_anchor,
    read_anchors,
)
from plangate.core.log.chain import Entry
from plangate.core.model.digests import sha256
from plangate.core.model.errors import BadInput

_LAST = 4_096


def anchors_of(
    place: str,
    state: Path,
    tell: Callable[[Anchor], None] = lambda _anchor: None,
    machine: str = "",
) -> AnchorFile:
    """The anchors of the database at this place; `tell` hears of each that is added. `machine` is
    whose file it is where several write to one database."""
    return AnchorFile(state / "anchors" / f"{sha256(place)[:16]}.jsonl", tell, machine)


class AnchorFile:
    """The anchors of one database."""

    def __init__(
        self,
        path: Path,
        tell: Callable[[Anchor], None] = lambda _anchor: None,
        machine: str = "",
    ) -> None:
        self.path = path
        self._tell = tell
        self._machine = machine
        self._last: Anchor | None = None

    @cached_property
    def place(self) -> str:
        """What the database calls this file: on two machines, or in two containers, the same path
        is two files, and what one has the other has not lost."""
        return sha256(f"{self._machine}{self.path.absolute().resolve()}")[:16]

    def known(self, *, anew: bool = False) -> int | None:
        """Of how many events the newest anchor is: 0 without one, None when nobody can tell."""
        try:
            self._last = self._newest() if anew or self._last is None else self._last
        except OSError:
            return None
        return self._last.events if self._last else 0

    def read(self) -> Anchors:
        """Every anchor; none when there is no file."""
        try:
            with os.fdopen(open_regular(self.path), "rb") as file:
                return read_anchors(file)
        except (FileNotFoundError, NotADirectoryError):
            return Anchors()
        except OSError as error:
            return Anchors(fault=f"{self.path} cannot be read ({error.strerror})")

    def after(self, entries: Sequence[Entry], total: Total) -> None:
        """Keep an anchor behind these entries when one is due."""
        with suppress(OSError):
            if self._last is None:
                self._last = self._newest()
            if is_due(entries, self._last):
                self.add(total, entries[-1].at)

    def add(self, total: Total, at: str, accepted_by: str = "") -> None:
        """Append an anchor, unless one that counts as many events is there already."""
        private_directory(self.path.parent)
        with _locked(self.path) as file:
            end = self._end()
            before = _newest_of(end)
            if before is not None and not accepted_by and before.events >= total.events:
                return
            self._last = anchor(total, at, before, accepted_by)
            half = "" if end[-1:] in (b"", b"\n") else "\n"  # of a line: a disk was full
            os.write(file, f"{half}{line_of(self._last)}\n".encode())
        self._tell(self._last)

    def take_over(self, other: AnchorFile, *, only_look: bool = False) -> None:
        """The anchors of a record that moves here; refused when there are others already."""
        theirs = other.path.read_bytes() if other.path.exists() else b""
        ours = self.path.read_bytes() if self.path.exists() else b""
        if not theirs.startswith(ours):
            raise BadInput(
                "--to",
                f"anchors of another record are kept for it ({self.path})",
                "a database that never held one, or that file moved away first",
            )
        if only_look or ours == theirs:
            return
        private_directory(self.path.parent)
        with _locked(self.path) as file:
            os.write(file, theirs[len(ours) :])

    def _newest(self) -> Anchor | None:
        return _newest_of(self._end())

    def _end(self) -> bytes:
        try:
            file = open_regular(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        try:
            os.lseek(file, max(0, os.lseek(file, 0, os.SEEK_END) - _LAST), os.SEEK_SET)
            return os.read(file, _LAST)
        finally:
            os.close(file)


def _newest_of(end: bytes) -> Anchor | None:
    """The last anchor, from the end of the file alone; half a line behind it is none."""
    return next(filter(None, map(read_anchor, reversed(end.splitlines()))), None)


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """The file open for appending, by one process at a time where the system has locks."""
    waits_not = getattr(os, "O_NONBLOCK", 0)  # for the reader of a pipe
    file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY | waits_not, FILE_MODE)
    try:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415 - not everywhere

            fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)
