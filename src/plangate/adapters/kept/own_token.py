"""The token of a team that this user entered, one file a database, for its owner alone (TEAM-3)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from plangate.adapters.machine.private import FILE_MODE, private_directory
from plangate.core.model.digests import sha256


class OwnToken:
    """Where it lies: with the user's data, in no workspace."""

    def __init__(self, place: str, data: Path) -> None:
        self._file = data / "team" / f"{sha256(place)[:16]}.token"

    def read(self) -> str:
        """The token; none when there is none, or others could read it."""
        try:
            with self._file.open("rb") as file:
                if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                    return ""
                return file.read(200).decode("ascii", "replace").strip()
        except OSError:
            return ""

    def write(self, token: str) -> None:
        private_directory(self._file.parent)
        fresh = self._file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(token)
        fresh.replace(self._file)
