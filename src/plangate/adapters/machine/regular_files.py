"""Regular files, opened without waiting: whoever opens a pipe waits for its other end, for good."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_OPENING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def open_regular(path: Path) -> int:
    """The descriptor of a regular file, to be read; OSError for anything else of that name."""
    descriptor = os.open(path, _OPENING)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is no regular file", str(path))


def start_of(path: Path, most: int) -> bytes:
    """The first bytes of a regular file."""
    with os.fdopen(open_regular(path), "rb") as file:
        return file.read(most)


def is_regular_or_absent(path: Path) -> bool:
    """Whether a program that opens this as a file finds one, or nothing at all."""
    return path.is_file() or not os.path.lexists(path)
