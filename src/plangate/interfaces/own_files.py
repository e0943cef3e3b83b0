"""Small files of their owner alone: keys, tokens, and what a server of ours says about itself.

They lie beside the user's data, in no workspace; one that others can read counts for nothing.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from plangate.core.model.errors import BadInput
from plangate.wiring.this_machine import private_directory

_LARGEST = 4_096


def made_once(path: Path, content: bytes) -> Path:
    """A file of its owner's alone, with this content unless it is there already."""
    with suppress(FileExistsError):
        # Written under another name and linked: whoever comes second finds all of it or nothing.
        fresh = _fresh(path, content)
        try:
            path.hardlink_to(fresh)
        finally:
            fresh.unlink()
    return path


def written(path: Path, content: bytes) -> Path:
    """A file of its owner's alone with this content, whatever was there."""
    _fresh(path, content).replace(path)
    return path


def owners_file(path: Path, what: str) -> bytes:
    """A small file that nobody but its owner can read."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            raw = file.read(_LARGEST)
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})", "a file of yours") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise BadInput(str(path), f"{what} can be read by others", f"chmod 600 {path}")
    return raw


def _fresh(path: Path, content: bytes) -> Path:
    private_directory(path.parent)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    return fresh
