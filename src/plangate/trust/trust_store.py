"""What a person trusts: one small file for each workspace, in the person's own data directory.

Each holds the folder's real path and the digest of what the person looked at (ACT-2), is written as
a whole or not at all and can be read and written by its owner only. One file each, so that two acts
at once cannot lose one another. Whatever cannot be read or is not safe counts for nothing: no trust
is always the stricter reading.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from plangate.core.model.digests import sha256_of_bytes
from plangate.core.model.errors import BadInput, Refused
from plangate.core.model.records import Document
from plangate.core.model.shapes import Record, Text, read_json
from plangate.trust.rule_files import RuleFiles, open_unfollowed, read_rule_files

SCHEMA = "plangate.trust/1"
_SHAPE = Record(
    required={
        "schema": Text(40),
        "workspace": Text(4_096),
        "digest": Text(64),
        "at": Text(40),
        "by": Text(200),
    },
    optional={},
)
_LARGEST = 20_000


class Trusted(NamedTuple):
    """A workspace and the digest a person accepted there."""

    workspace: str
    digest: str
    at: str
    by: str


class TrustStore:
    """The trusted workspaces of one person."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self._home = home

    def holds(self, rules: RuleFiles) -> bool:
        """Whether exactly these files in exactly this place were accepted."""
        digest = rules.digest
        if digest is None or lies_in_a_workspace(self.folder, rules.root, self._home):
            return False
        found = self.find(rules.root)
        return found is not None and found.digest == digest

    def find(self, root: Path) -> Trusted | None:
        """What was accepted in a folder, whether or not it still holds."""
        found = _read(self._file(root))
        return found if found is not None and found.workspace == str(root) else None

    def add(self, rules: RuleFiles, at: str, by: str) -> Trusted:
        """Remember what a person accepted."""
        if lies_in_a_workspace(self.folder, rules.root, self._home):
            raise Refused(
                f"your data directory {str(self.folder.parent)!r} lies inside the workspace, where "
                "it is under the control of the workspace; set XDG_DATA_HOME to a place outside"
            )
        assert rules.digest is not None, "whoever adds has looked for problems"
        entry = Trusted(str(rules.root), rules.digest, at, by)
        _SHAPE.read({"schema": SCHEMA, **entry._asdict()}, "workspace")
        self._write(self._file(rules.root), {"schema": SCHEMA, **entry._asdict()})
        return entry

    def remove(self, root: Path) -> bool:
        """Trust a workspace no more; whether it was trusted."""
        try:
            self._file(root).unlink()
        except FileNotFoundError:
            return False
        return True

    def entries(self) -> tuple[list[Trusted], list[str]]:
        """Everything remembered, and the names of files that count for nothing."""
        found: list[Trusted] = []
        unread: list[str] = []
        with suppress(FileNotFoundError, NotADirectoryError):
            for path in sorted(self.folder.glob("*.json")):
                entry = _read(path)
                if entry is not None and self._file(Path(entry.workspace)) == path:
                    found.append(entry)
                else:
                    unread.append(path.name)
        return sorted(found), unread

    def state(self, entry: Trusted) -> str:
        """Whether what was accepted is still what is there."""
        rules = read_rule_files(Path(entry.workspace))
        if not (rules.files or rules.problems):
            return "gone"
        return "holds" if self.holds(rules) else "changed"

    def _file(self, root: Path) -> Path:
        return self.folder / f"{sha256_of_bytes(os.fsencode(root))[:32]}.json"

    def _write(self, path: Path, document: Document) -> None:
        for place in [*reversed(self.folder.parents), self.folder]:
            if not place.exists():
                place.mkdir(mode=0o700, exist_ok=True)
        self.folder.chmod(0o700)
        new = path.with_name(f".{path.stem}.{os.getpid()}.new")
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
            new.unlink(missing_ok=True)  # left by a process of this number that was killed
            with os.fdopen(os.open(new, flags, 0o600), "w", encoding="utf-8") as file:
                file.write(json.dumps(document, indent=2) + "\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


def lies_in_a_workspace(path: Path, root: Path, home: Path) -> bool:
    """Whether a file meant to be the person's own is part of a workspace.

    Somebody who plans in their home directory, or above it, has all of their own files in there.
    """
    with suppress(OSError, RuntimeError):
        place = path.resolve()
        return place.is_relative_to(root) and not home.resolve().is_relative_to(root)
    return True


def _read(path: Path) -> Trusted | None:
    """One entry; None when there is none or it cannot be relied on."""
    try:
        with open_unfollowed(path) as file:
            if not _is_owners_alone(os.fstat(file.fileno())):
                return None
            document = _SHAPE.read(read_json(file.read(_LARGEST)), "document")
    except (OSError, BadInput):
        return None
    if document.pop("schema") != SCHEMA:
        return None
    return Trusted(**document)


def _is_owners_alone(found: os.stat_result) -> bool:
    """A regular file of this user that nobody else can write."""
    if not stat.S_ISREG(found.st_mode):
        return False
    if os.name == "nt":
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & 0o022
