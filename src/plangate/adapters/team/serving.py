"""Who serves which workspace, as the workers say themselves (TEAM-2)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import psycopg

from plangate.adapters.sql.connections import Connection, connect
from plangate.app.naming.addresses import Address

#: A worker that has not said so for so long serves nothing any more.
GONE = 10


class Served(NamedTuple):
    """One workspace that one worker serves."""

    worker: str
    host: str
    pid: int
    place: str
    path: str
    since: str
    doing: str


class Serving:
    """What one worker says about itself, again and again."""

    def __init__(self, address: Address, worker: str, served: Mapping[str, str]) -> None:
        self._address = address
        self._worker = worker
        self._served = dict(served) or {"": ""}
        self._db: Connection | None = None

    def beat(self, doing: str = "") -> None:
        rows = [
            (self._worker, socket.gethostname(), os.getpid(), place, path, doing)
            for place, path in self._served.items()
        ]
        with self._connected() as db, db.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO serving (worker, host, pid, place, path, doing) "
                "VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (worker, place) "
                "DO UPDATE SET seen = now(), doing = excluded.doing",
                rows,
            )

    def end(self) -> None:
        with self._connected() as db:
            db.execute("DELETE FROM serving WHERE worker = %s", (self._worker,))

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection of this worker's own, made again once it broke."""
        if self._db is None or self._db.closed:
            self._db = connect(self._address)
        try:
            yield self._db
        except psycopg.Error:
            self._db.close()
            raise


def who_serves(address: Address) -> list[Served]:
    """The workers that beat now; what dead ones left is swept."""
    with connect(address) as db:
        db.execute(f"DELETE FROM serving WHERE seen < now() - interval '{6 * GONE} s'".encode())
        found = db.execute(
            "SELECT worker, host, pid, place, path, since::text, doing FROM serving "
            f"WHERE seen > now() - interval '{GONE} s' ORDER BY since, worker, path".encode()
        ).fetchall()
    return [Served._make(row) for row in found]
