"""Where calls of a model may go: what a person confirmed, one file in their data directory (LLM-7).

A provider is used for the first time only after a person said so (ACT-1); an address on this
machine needs nobody's word. What cannot be read counts for nothing: nothing confirmed is always the
stricter reading.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from plangate.adapters.machine.private import private_directory
from plangate.adapters.model.choice import ModelChoice

_SCHEMA = "plangate.providers/1"
_LARGEST = 100_000


class Providers:
    """The destinations a person confirmed, each with when and by whom."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "providers.json"

    def allows(self, choice: ModelChoice) -> bool:
        return choice.is_local or choice.destination in self.confirmed()

    def confirmed(self) -> dict[str, dict[str, str]]:
        """Destination to when it was confirmed and by whom."""
        try:
            if self._file.is_symlink() or self._file.stat().st_mode & 0o022:
                return {}
            raw = self._file.read_bytes()[:_LARGEST]
            document: Any = json.loads(raw)
        except (OSError, ValueError):
            return {}
        if not isinstance(document, dict) or document.get("schema") != _SCHEMA:
            return {}
        rows = document.get("confirmed", {})
        return dict(rows) if isinstance(rows, dict) else {}

    def confirm(self, destination: str, at: str, by: str) -> None:
        self._write({**self.confirmed(), destination: {"at": at, "by": by}})

    def forget(self, destination: str) -> bool:
        kept = self.confirmed()
        if kept.pop(destination, None) is None:
            return False
        self._write(kept)
        return True

    def _write(self, rows: dict[str, dict[str, str]]) -> None:
        private_directory(self._folder)
        document = {"schema": _SCHEMA, "confirmed": dict(sorted(rows.items()))}
        new = self._folder / f".providers.{os.getpid()}.new"
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(json.dumps(document, indent=2) + "\n")
        new.replace(self._file)
