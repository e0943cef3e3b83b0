"""Who is at a session now: a lock of the server's own, which goes with the connection (TEAM-2).

Nothing needs it to be right: two who move a session on at once meet at the key of the log. It
spares a second call of a model for what another process is already asking.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

from plangate.adapters.sql.connections import connect, served
from plangate.app.naming.addresses import Address
from plangate.core.model.errors import StoreBusy, StoreError

#: "held" in ASCII: the kind of lock.
_KIND = 0x68656C64


@contextmanager
def held(address: Address, session: str, *, alone: bool = False) -> Iterator[None]:
    """Be at a session until the end of this; `alone` refuses when somebody else is."""
    take = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
    db = connect(address)
    try:
        found = db.execute(take, (_KIND, session)).fetchone()
        if alone and not (found and found[0]):
            raise StoreBusy(f"session {session} is being moved on by another process")
        yield
    finally:
        db.close()


def at_it(address: Address, sessions: list[str]) -> frozenset[str]:
    """Those of the sessions that some process is at now."""
    ask = (
        "SELECT s FROM unnest(%s::text[]) AS s WHERE EXISTS (SELECT 1 FROM pg_locks l "
        "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid = %s "
        "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        "AND l.objid = (hashtext(s)::bigint & 4294967295)::oid)"
    )
    if not sessions:
        return frozenset()
    with suppress(psycopg.Error, StoreError), served(address).pool.connection() as db:
        return frozenset(name for (name,) in db.execute(ask, (sessions, _KIND)).fetchall())
    return frozenset()
