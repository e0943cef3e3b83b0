"""Files and directories for their owner alone, whatever the umask says (REC-7)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600
DIRECTORY_MODE = 0o700


def private_directory(path: Path) -> None:
    """A directory for its owner alone, and every new one above it."""
    if path.is_dir():
        return
    for place in [*reversed(path.parents), path]:
        if not place.exists():
            place.mkdir(mode=DIRECTORY_MODE, exist_ok=True)


def private_file(path: Path) -> None:
    """An empty file for its owner alone, unless there is one."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
