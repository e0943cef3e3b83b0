"""Being told that something was written, instead of looking again and again (TEAM-1)."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import psycopg

from plangate.adapters.sql.connections import CHANNEL, connect
from plangate.app.naming.addresses import Address
from plangate.core.model.errors import StoreGone

#: How often a server that is away is tried again.
_AGAIN = 0.5


class Listening:
    """One connection that hears of every commit; one that breaks is made again."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._db: psycopg.Connection[Any] | None = None
        self._begin()

    def wait(self, seconds: float) -> frozenset[str] | None:
        """Until something was written, at most so long; at once after a connection that broke.

        The streams that were written to; None when nobody can tell which.
        """
        until = monotonic() + seconds
        try:
            if self._db is None:
                self._begin()
                return None  # what was written meanwhile nobody told us
            told = self._db.notifies(timeout=max(0.0, seconds), stop_after=1)
            heard = frozenset(each.payload for each in told)
        except (psycopg.Error, StoreGone):
            self.close()
            sleep(max(0.0, min(_AGAIN, until - monotonic())))
            return None
        return None if "" in heard else heard

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _begin(self) -> None:
        self._db = connect(self._address)
        self._db.execute(f"LISTEN {CHANNEL}".encode())
