"""A glimpse of the database for those who may not wait: read-only, made by nobody, soon given up.

A hook looks before every question of an agent. It must not create or migrate a file for that, nor
load what writing needs; a file that is locked, old, damaged or not ours is told in one sentence.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from plangate.core.model.errors import StoreUnseen
from plangate.core.model.records import Document

#: Shorter than anybody notices; a writer holds the file for less.
WAIT_SECONDS = 0.25
_OURS = 0x706C616E


class Glimpse:
    """One read-only connection; what it does not know is empty."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Document]:
        try:
            found = self._db.execute(sql, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]
        except sqlite3.OperationalError as error:
            if str(error).startswith("no such table"):
                return []  # written by an earlier plangate, which had nothing to put there
            raise


@contextmanager
def glimpse(path: Path) -> Iterator[Glimpse | None]:
    """The file as it is; None when there is none yet."""
    if not path.exists():
        yield None
        return
    try:
        address = f"file:{quote(str(path.absolute()))}?mode=ro"
        with closing(sqlite3.connect(address, timeout=WAIT_SECONDS, uri=True)) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] != _OURS:
                raise StoreUnseen(f"{path} is not a plangate database")
            yield Glimpse(db)
    except (sqlite3.Error, UnicodeError) as error:
        raise StoreUnseen(f"{path}: {error}") from None
