"""A glimpse of a team's database for those who may not wait: one connection, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

from plangate.adapters.sql.connections import connect, marked
from plangate.app.naming.addresses import Address
from plangate.core.model.errors import StoreError, StoreUnseen
from plangate.core.model.records import Document


class TeamGlimpse:
    """One connection that only reads; what it does not know is empty."""

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self._db = db

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Document]:
        try:
            with self._db.cursor(row_factory=dict_row) as cursor:
                return cursor.execute(marked(sql), values).fetchall()
        except psycopg.errors.UndefinedTable:
            return []  # nobody has planned there yet


@contextmanager
def glimpse(address: Address) -> Iterator[TeamGlimpse]:
    """The database as it is; a server that does not answer at once is told in one sentence."""
    try:
        with connect(address, connect_timeout=2) as db:
            db.read_only = True
            yield TeamGlimpse(db)
    except (psycopg.Error, StoreError) as error:
        raise StoreUnseen(str(error)) from None
