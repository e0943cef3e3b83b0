"""The record of a team in PostgreSQL: the same port, tables, triggers and anchors (TEAM-1, REC-5).

A statement takes a connection from the process's pool and gives it back; a transaction keeps one.
Writers stand in line at the row of the log's total, so positions are in the order of commits. When
the server goes away in the middle of an append, nobody knows whether it was written: the key of the
log does. Once the server is back it is asked, and the append is made again only if it is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
from psycopg_pool import PoolTimeout

from plangate.adapters.kept.anchor_file import AnchorFile
from plangate.adapters.sql.connections import CHANNEL, marked, served
from plangate.adapters.sql.schema import Migration
from plangate.adapters.sql.store import SQLStore
from plangate.adapters.sql.team_failures import explained
from plangate.app.naming.addresses import Address
from plangate.core.log.anchors import Total
from plangate.core.log.chain import Entry
from plangate.core.log.tables import KEYS, TableRow
from plangate.core.model.errors import BadInput, StoreGone, StoreReadOnly

_MOST_TOLD = 20


class PostgresStore(SQLStore):
    """A team's record; open it for a use case and close it after: the pool stays."""

    _taken = psycopg.errors.UniqueViolation
    #: TEAM-4: the indexes are ordered likewise, so that a list is read by one however long it is.
    _names_nulls = True
    #: For the search in memories: the best by their words (adapters/recall/memory_search.py).
    by_words = (
        "SELECT {columns} FROM memories m, to_tsquery('simple', ?) AS wanted "
        "WHERE to_tsvector('simple', m.text) @@ wanted AND m.status = 'kept' AND m.session <> ? "
        "AND {about} "
        "ORDER BY ts_rank(to_tsvector('simple', m.text), wanted) DESC, m.at DESC, m.id LIMIT ?"
    )

    def __init__(
        self,
        address: Address,
        migrations: Sequence[Migration] | None = None,
        anchors: AnchorFile | None = None,
        *,
        upgrade: bool = False,
    ) -> None:
        self.address = address
        self.name = str(address)
        self.anchors = anchors
        self._served = served(address, migrations, upgrade=upgrade)
        self.reads_only = self._served.reads_only
        self._held: psycopg.Connection[tuple[Any, ...]] | None = None

    def close(self) -> None:
        """Connections go back to the pool after every statement: there is nothing to close."""

    @staticmethod
    def match(words: Sequence[str]) -> str:
        """Words as an expression of the search: any of them, from its beginning on."""
        return " | ".join(f"'{word}':*" for word in (w.replace("'", "''") for w in words))

    # --- writing ----------------------------------------------------------------------------------

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        try:
            super().append(entries, rows)
        except StoreGone:
            if not entries:
                raise
            self._served.pool.check()  # what is broken is thrown away
            if not self._stands(entries[-1]):
                super().append(entries, rows)

    def _stands(self, entry: Entry) -> bool:
        sql = "SELECT digest FROM plan_events WHERE stream = ? AND seq = ?"
        with self._explained():
            found = self._run(sql, (entry.stream, entry.seq)).fetchone()
        return found is not None and found[0] == entry.digest

    def rebuild(self, rows: Iterable[TableRow]) -> None:
        super().rebuild(rows)
        self._tell(())

    def _written(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> Total:
        total = super()._written(entries, rows)
        self._tell(entries)
        return total

    def _tell(self, entries: Sequence[Entry]) -> None:
        """TEAM-1: whoever waits wakes up when this is committed."""
        streams = list(dict.fromkeys(entry.stream for entry in entries))
        for name in streams[:_MOST_TOLD] if len(streams) <= _MOST_TOLD else [""]:
            self._run("SELECT pg_notify(?, ?)", (CHANNEL, name))

    def _total(self) -> Total:
        """The total; inside a transaction the row is ours until it ends."""
        lock = " FOR UPDATE" if self._held is not None and not self.reads_only else ""
        found = self._run(f"SELECT events, sum FROM log_total{lock}").fetchone()
        return Total(int(found[0]), int(found[1], 16)) if found else Total()

    def _positions(self) -> Iterator[int]:
        """Inside a transaction that holds the total: nobody else gives positions."""
        found = self._run("SELECT coalesce(max(position), 0) FROM plan_events").fetchone()
        return count(int(found[0]) + 1 if found else 1)

    def _erase(self, erased: Sequence[Entry]) -> None:
        self._run_many(
            "UPDATE plan_events SET payload = ? WHERE stream = ? AND seq = ? AND payload <> ?",
            [(entry.payload, entry.stream, entry.seq, entry.payload) for entry in erased],
        )

    def _swept(self) -> None:
        """The dead rows are given up; pages, WAL and backups are the operator's (docs/team.md)."""
        with self._explained():
            for table in ("plan_events", *KEYS):
                self._run(f"VACUUM {table}")

    # --- for doctor -------------------------------------------------------------------------------

    def schema_version(self) -> int:
        return self._served.number

    def integrity(self) -> list[str]:
        """What is wrong by the server's own word: a trigger switched off, an index given up."""
        with self._explained():
            guards = self._run(
                "SELECT tgname FROM pg_trigger "
                "WHERE tgrelid = 'plan_events'::regclass AND NOT tgisinternal AND tgenabled = 'O'"
            ).fetchall()
            given_up = self._run(
                "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
                "JOIN pg_namespace n ON n.oid = c.relnamespace "
                "WHERE n.nspname = current_schema() AND NOT i.indisvalid"
            ).fetchall()
        on = {name for (name,) in guards}
        missing = {"plan_events_are_never_changed", "plan_events_are_never_cut"} - on
        found = [f"the trigger {name} is off" for name in sorted(missing)]
        return found + [f"the index {name} is not valid" for (name,) in given_up]

    # --- statements -------------------------------------------------------------------------------

    def _run(self, sql: str, values: Sequence[Any] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        given = [int(value) if isinstance(value, bool) else value for value in values]
        if self._held is not None:
            return self._held.execute(marked(sql), given)
        try:
            return self._once(marked(sql), given)
        except psycopg.OperationalError as error:
            if not _is_gone(error):
                raise
            self._served.pool.check()
            return self._once(marked(sql), given)

    def _once(self, sql: bytes, values: Sequence[Any]) -> psycopg.Cursor[tuple[Any, ...]]:
        with self._served.pool.connection() as db:
            return db.execute(sql, values)

    def _run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        assert self._held is not None, "rows are written inside a transaction"
        given = [[int(v) if isinstance(v, bool) else v for v in row] for row in values]
        if len(given) == 1:
            self._held.execute(marked(sql), given[0])
        elif given:
            with self._held.cursor() as cursor:
                cursor.executemany(marked(sql), given)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.reads_only:
            raise StoreReadOnly(
                f"{self.name} can only be read here: by this user, or because it follows another "
                "server; choose another with --db or PLANGATE_DB"
            )
        with self._explained(), self._served.pool.connection() as db, db.transaction():
            self._held = db
            try:
                yield
            finally:
                self._held = None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """The driver's errors as sentences about the database."""
        try:
            yield
        except psycopg.DataError as error:
            if "NUL (0x00)" not in str(error):
                raise explained(error, self.name) from error
            raise BadInput("text", "holds a NUL character", "text a database can keep") from None
        except psycopg.Error as error:
            raise explained(error, self.name) from error


def _is_gone(error: psycopg.Error) -> bool:
    """Whether a connection was lost that may be made again at once: who waited in vain for one has
    waited long enough."""
    code = error.sqlstate or ""
    return (code == "" and not isinstance(error, PoolTimeout)) or code.startswith(("08", "57P"))
