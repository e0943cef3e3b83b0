"""Rights a person handed on, each a file of its own outside every workspace (ACT-1).

What is kept of a token is its digest: the token itself is printed once and nowhere else. The files
are the owner's alone; one that others can read or write counts for nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import stat
from collections.abc import Sequence
from pathlib import Path

from plangate.adapters.machine.private import private_directory
from plangate.core.guard.acts import Right
from plangate.core.model.errors import NotFound
from plangate.core.model.records import Document

_TOKEN = re.compile(r"pgt_([0-9a-f]{8})_[A-Za-z0-9_-]{30,80}")
_SCHEMA = "plangate.right/1"


class Rights:
    """The folder of rights: one file each, named by the right's id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def hand_on(self, right: Right, at: str) -> tuple[Right, str]:
        """Keep a right; it with its id, and the token that carries it."""
        name, secret = secrets.token_hex(4), secrets.token_urlsafe(24)  # 192 bits
        token, kept = f"pgt_{name}_{secret}", right._replace(id=name)
        self._write({**kept._asdict(), "digest": _digest(token), "at": at, "revoked": None})
        return kept, token

    def listed(self) -> Sequence[Document]:
        """Every right that was handed on, without its digest."""
        found = [self._read(path.stem) for path in sorted(self._folder.glob("*.json"))]
        return [
            {name: value for name, value in row.items() if name != "digest"}
            for row in found
            if isinstance(row, dict)
        ]

    def revoke(self, name: str, at: str) -> None:
        row = self._read(name) if re.fullmatch("[0-9a-f]{8}", name) else None
        if not isinstance(row, dict):
            raise NotFound("--revoke", f"{name[:40]!r} is not known", "an id of allow --list")
        self._write({**row, "revoked": row["revoked"] or at})

    def presented(self, token: str, now: str) -> Right | str:
        """The right a token carries, or why it carries none."""
        named = _TOKEN.fullmatch(token.strip())
        row = self._read(named[1]) if named else None
        if isinstance(row, str):
            return row
        if row is None or not hmac.compare_digest(row["digest"], _digest(token.strip())):
            return "it is not known here"
        if row["revoked"]:
            return f"it was revoked at {row['revoked']}"
        if now > row["until"]:
            return f"it ended at {row['until']}"
        return Right(
            **{name: row[name] for name in Right._fields if name != "tasks"},
            tasks=tuple(row["tasks"]),
        )

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, name: str) -> Document | str | None:
        """A right's file; a sentence when it cannot be relied on, None when there is none."""
        path = self._path(name)
        try:
            about = path.stat()
            row = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return "its file cannot be read"
        if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & 0o077):
            return "its file is open to others"
        if not isinstance(row, dict) or row.get("schema") != _SCHEMA:
            return "its file cannot be read"
        return row

    def _write(self, row: Document) -> None:
        private_directory(self._folder)
        path = self._path(row["id"])
        beside = path.with_suffix(".new")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"schema": _SCHEMA, **row}, file)
        beside.replace(path)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
