"""Where the page of a database is served, for `plangate login` and `plangate open`.

A server says so in a small file with the user's data; there is no credential in it. This module
loads nothing of the web: a command that only looks an address up stays fast.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from plangate.core.model.errors import BadInput
from plangate.interfaces.own_files import owners_file, written
from plangate.settings import Database, place_of
from plangate.user_folders import data_directory, environment

_FILE = "server.json"


def web_folder(db: Database) -> Path:
    """Where the logins of a database are kept: with the user's data, in no workspace."""
    name = hashlib.sha256(_named(db).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return data_directory(environment()) / "web" / name


def _named(db: Database) -> str:
    return str(db.absolute()) if isinstance(db, Path) else place_of(db)


def says(folder: Path, address: str) -> Path:
    """A server says where it can be reached."""
    about = {"address": address, "pid": os.getpid()}
    return written(folder / _FILE, json.dumps(about).encode())


def no_longer_says(said: Path) -> None:
    """It stops; what another one said meanwhile stays."""
    if (about := _read(said)) is not None and about[1] == os.getpid():
        said.unlink(missing_ok=True)


def server_of(db: Database) -> str | None:
    """The address of the server of a database that runs now; None when there is none."""
    about = _read(web_folder(db) / _FILE)
    if about is None:
        return None
    with suppress(ProcessLookupError):
        with suppress(PermissionError):
            os.kill(about[1], 0)
        return about[0]
    return None


def _read(path: Path) -> tuple[str, int] | None:
    try:
        about = json.loads(owners_file(path, "what the server says"))
        return str(about["address"]), int(about["pid"])
    except (BadInput, ValueError, TypeError, KeyError):
        return None
