"""Databases of the throw-away server: one for each who asks, made from one that has the tables."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plangate.app.naming.addresses import Address

#: `./check team` starts a server and says here where it is; without it these tests do not run.
VARIABLE = "PLANGATE_TEST_SERVER"


def server_url() -> str | None:
    return os.environ.get(VARIABLE)


def address_of(folder: Path) -> Address:
    """An empty database for a folder: made when it is first asked for."""
    import psycopg

    url = server_url()
    assert url is not None, "run by ./check team"
    name = f"t{hashlib.sha256(str(folder).encode()).hexdigest()[:20]}"
    with psycopg.connect(url, autocommit=True) as db:
        there = db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
        if there is None:
            db.execute(f"CREATE DATABASE {name}".encode())
    return Address(f"{url.rpartition('/')[0]}/{name}")


@contextmanager
def postgres_store(folder: Path) -> Iterator[object]:
    from plangate.adapters.sql.postgres import PostgresStore

    with PostgresStore(address_of(folder)) as store:
        yield store


def forget_pools() -> None:
    from plangate.adapters.sql.connections import close_all

    close_all()
