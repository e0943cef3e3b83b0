"""The SQLite store: one file, several processes (WAL, busy timeout), nothing lost (REC-1, REC-5).

Every append is one transaction, durable before it returns (synchronous FULL). Every failure of the
file leaves as one sentence that says what to do; none of them suggests deleting data (REC-4).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import chain, count, islice
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self

from plangate.adapters.anchors import AnchorFile
from plangate.adapters.private import private_file
from plangate.adapters.sql.failures import explained
from plangate.adapters.sql.opening import connect, make_private, open_file
from plangate.adapters.sql.schema import Migration, shipped_migrations, statements
from plangate.core.log.anchors import Anchors, Link, Total, link_of
from plangate.core.log.chain import Entry
from plangate.core.log.tables import KEYS, UNIQUE, Query, Row, stream_column
from plangate.core.model.errors import (
    Conflict,
    StoreDamaged,
    StoreError,
    StoreReadOnly,
    StoreTooNew,
)
from plangate.core.model.records import Document

#: "plan" in ASCII: marks the file as ours, so that no other SQLite file is ever written to.
APPLICATION_ID = 0x706C616E
_BUSY_MS = 10_000
_EVENT_COLUMNS = "stream, seq, type, version, at, payload, previous, digest"
_EVENT_TYPES = (str, int, str, int, str, str, str, str)
INSERT_EVENT = f"INSERT INTO plan_events ({_EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PAGE = 2_000
_ERRORS = (sqlite3.Error, UnicodeDecodeError)

#: The migration that begins to keep the log's total.
_WITH_TOTAL = 4
_KEEP_TOTAL = "UPDATE log_total SET events = ?, sum = ? WHERE one = 1"
_FIRST_TOTAL = "INSERT INTO log_total (one, events, sum) VALUES (1, ?, ?)"
#: What is noted is an anchor that was kept before this writing: one that could not be kept is none.
_NOTE_ANCHOR = "INSERT OR REPLACE INTO anchored (file, events, lost) VALUES (?, ?, ?)"
_NOTED_ANCHOR = "SELECT events, lost FROM anchored WHERE file = ?"

#: Which statuses count for a unique index that does not count every row.
_COUNTED = {table: statuses for table, _, statuses in UNIQUE if statuses}


class SQLiteStore:
    """One connection to one file; open it for a use case and close it after."""

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Migration] | None = None,
        busy_ms: int = _BUSY_MS,
        anchors: AnchorFile | None = None,
    ) -> None:
        self.path = path
        self.anchors = anchors
        self._busy_ms = busy_ms
        self._migrations = migrations if migrations is not None else shipped_migrations()
        self._is_prepared = False
        self._noted = -1
        with self._explained():
            opened = open_file(path, busy_ms, self._migrations[-1].number)
            self._db, self.reads_only, self._private_copy = opened
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise
        self._is_prepared = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        if self._private_copy is not None:
            self._private_copy.cleanup()

    # --- the port ---------------------------------------------------------------------------------

    def append(self, entries: Sequence[Entry], rows: Sequence[Row]) -> None:
        with self._transaction():
            total = self._written(entries, rows)
        self._anchor(entries, total)

    def replace(
        self,
        entries: Sequence[Entry],
        rows: Mapping[str, Sequence[Row]],
        erased: Sequence[Entry] = (),
    ) -> None:
        from plangate.adapters.sql.erasing import erase_payloads, sweep  # noqa: PLC0415 - rare

        if erased:
            self._db.execute("PRAGMA secure_delete = ON")
        with self._transaction():
            for stream in rows:
                self._drop_rows(stream)
            total = self._written(entries, [row for made in rows.values() for row in made])
            erase_payloads(self._db, erased)
        if erased:
            with self._explained():
                sweep(self._db)
        self._anchor(entries, total)

    def extend(self, entries: Iterable[Entry], rows_of: Callable[[str], Iterable[Row]]) -> None:
        """Page by page inside one transaction: a long import never stands in memory whole."""
        left = iter(entries)
        last: list[Entry] = []
        with self._transaction():
            (start,) = self._db.execute("SELECT max(position) FROM plan_events").fetchone()
            total = self._total()
            while page := list(islice(left, _PAGE)):
                total = self._written(page, ())
                last = page
            for stream in self._touched_since(start or 0, continued=True):
                self._drop_rows(stream)
            for stream in self._touched_since(start or 0):
                self._write_rows(rows_of(stream))
        self._anchor(last, total)

    def _touched_since(self, position: int, *, continued: bool = False) -> Iterator[str]:
        """The streams with events behind a position; or only those that were there before it."""
        having = "HAVING MIN(seq) > 1" if continued else ""
        last = ""
        while True:
            page = self._db.execute(
                "SELECT stream FROM plan_events WHERE position > ? AND stream > ? "
                f"GROUP BY stream {having} ORDER BY stream LIMIT ?",
                (position, last, _PAGE),
            ).fetchall()
            if not page:
                return
            for (stream,) in page:
                yield stream
            last = page[-1][0]

    def erase_from_copies(self, erased: Sequence[Entry]) -> tuple[list[Path], list[Path]]:
        """REC-10: the same payloads, erased from the copies made before a migration; those copies,
        and those that still hold them."""
        from plangate.adapters.sql.erasing import erase_copies  # noqa: PLC0415 - rare

        copies = sorted(self.path.parent.glob(f"{self.path.name}.before-schema-*"))
        left = erase_copies(copies, erased, self._busy_ms)
        return [copy for copy in copies if copy not in left], left

    def total(self) -> Total:
        with self._explained():
            return self._total()

    def count_again(self) -> Total:
        """REC-6: the total of the events that are here, kept from now on."""
        with self._transaction():
            total = Total().plus(self.links())
            self._db.execute("DELETE FROM anchored")
            self._keep(total)
        return total

    def kept_anchors(self) -> Anchors:
        """REC-6: the anchors of this log, and what the database knows of them."""
        if self.anchors is None:
            return Anchors()
        with self._explained():
            expected, lost = self._anchored(self.anchors)
        return self.anchors.read()._replace(expected=expected, lost=lost)

    def links(self) -> Iterator[Link]:
        last = 0
        while True:
            with self._explained():
                page = self._db.execute(
                    "SELECT position, stream, seq, digest FROM plan_events "
                    "WHERE position > ? ORDER BY position LIMIT ?",
                    (last, _PAGE),
                ).fetchall()
            if not page:
                return
            for _, stream, seq, digest in page:
                yield stream, seq, digest
            last = page[-1][0]

    def read(self, stream: str) -> Sequence[Entry]:
        with self._explained():
            found = self._db.execute(
                f"SELECT {_EVENT_COLUMNS} FROM plan_events WHERE stream = ? ORDER BY seq", (stream,)
            )
            return [self._entry(row) for row in found]

    def has(self, stream: str) -> bool:
        with self._explained():
            found = self._db.execute(
                "SELECT 1 FROM plan_events WHERE stream = ? LIMIT 1", (stream,)
            )
            return found.fetchone() is not None

    def streams(self) -> Iterator[str]:
        last = 0
        while True:
            with self._explained():
                page = self._db.execute(
                    "SELECT position, stream FROM plan_events "
                    "WHERE seq = 1 AND position > ? ORDER BY position LIMIT ?",
                    (last, _PAGE),
                ).fetchall()
            if not page:
                break
            for _, stream in page:
                yield self._named(stream)
            last = page[-1][0]
        # A stream whose first event is missing is damaged, and must still be found.
        with self._explained():
            headless = self._db.execute(
                "SELECT stream FROM plan_events GROUP BY stream HAVING MIN(seq) > 1"
            ).fetchall()
        for (stream,) in headless:
            yield self._named(stream)

    def entries(self) -> Iterator[Entry]:
        """Page by page, so that a long record never stands in memory whole."""
        last, size = 0, _PAGE
        while True:
            try:
                with self._explained():
                    page = self._db.execute(
                        f"SELECT position, {_EVENT_COLUMNS} FROM plan_events "
                        "WHERE position > ? ORDER BY position LIMIT ?",
                        (last, size),
                    ).fetchall()
            except StoreDamaged:
                if size == 1:
                    raise
                size = max(1, size // 2)  # everything up to the damage can still be had
                continue
            if not page:
                return
            for row in page:
                yield self._entry(row[1:])
            last = page[-1][0]

    def rows(self, query: Query) -> list[Document]:
        sql, values = _select(query)
        with self._explained():
            found = self._db.execute(sql, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

    def select(self, sql: str, values: Sequence[object]) -> list[tuple[object, ...]]:
        """For adapters that read tables of this file in a way of their own."""
        with self._explained():
            return self._db.execute(sql, values).fetchall()

    def rebuild(self, rows: Iterable[Row]) -> None:
        with self._transaction():
            for table in KEYS:
                self._db.execute(f"DELETE FROM {table}")
            for row in rows:
                self._upsert(row)

    # --- for doctor -------------------------------------------------------------------------------

    def schema_version(self) -> int:
        return int(self._value("PRAGMA user_version"))

    def integrity(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty when it is sound."""
        with self._explained():
            found = self._db.execute("PRAGMA integrity_check(20)").fetchall()
        return [line for (line,) in found if line != "ok"]

    # --- inside -----------------------------------------------------------------------------------

    def _written(self, entries: Sequence[Entry], rows: Sequence[Row]) -> Total:
        """Entries, rows and the total with them, inside a transaction."""
        try:
            self._db.executemany(INSERT_EVENT, entries)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        self._write_rows(rows)
        total = self._total().plus(map(link_of, entries))
        self._keep(total)
        if self.anchors is not None:
            self._note_anchors(self.anchors)
        return total

    def _write_rows(self, rows: Iterable[Row]) -> None:
        try:
            for row in sorted(rows, key=_takes_a_place):
                self._upsert(row)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None

    def _drop_rows(self, stream: str) -> None:
        for table in KEYS:
            self._db.execute(f"DELETE FROM {table} WHERE {stream_column(table)} = ?", (stream,))

    def _total(self) -> Total:
        found = self._db.execute("SELECT events, sum FROM log_total").fetchone()
        return Total(found[0], int(found[1], 16)) if found else Total()

    def _keep(self, total: Total) -> None:
        kept = (total.events, total.hex)
        if not self._db.execute(_KEEP_TOTAL, kept).rowcount:
            self._db.execute(_FIRST_TOTAL, kept)

    def _note_anchors(self, anchors: AnchorFile) -> None:
        """REC-6: the newest anchor in its file, and whether one is gone that was there before."""
        known = anchors.known()
        if known is None or known == self._noted:
            return
        expected, lost = self._anchored(anchors)
        if known < expected and (known := anchors.known(anew=True) or 0) < expected:
            lost = max(lost, expected)
        self._db.execute(_NOTE_ANCHOR, (anchors.place, max(known, expected), lost))
        self._noted = known

    def _anchored(self, anchors: AnchorFile) -> tuple[int, int]:
        found = self._db.execute(_NOTED_ANCHOR, (anchors.place,)).fetchone()
        return (found[0], found[1]) if found else (0, 0)

    def _anchor(self, entries: Sequence[Entry], total: Total) -> None:
        """REC-6: what is recorded stays recorded, whether or not an anchor can be kept of it."""
        if self.anchors is not None:
            self.anchors.after(entries, total)

    def _prepare(self) -> None:
        self._db.execute(f"PRAGMA busy_timeout = {self._busy_ms}")
        self._refuse_foreign()
        newest = self._migrations[-1].number
        version = self._known_version(newest)
        if self.reads_only and self._private_copy is None:
            return
        if version == 0:
            self._switch_to_wal()
        if version < newest:
            self._migrate(self._migrations, newest)
        self._db.execute("PRAGMA synchronous = FULL")

    def _refuse_foreign(self) -> None:
        """A SQLite file that is not ours is left alone."""
        # In this order: whoever just made the tables set the mark in the same transaction.
        tables = int(self._value("SELECT count(*) FROM sqlite_master"))
        mark = int(self._value("PRAGMA application_id"))
        if mark != APPLICATION_ID and (tables or mark):
            raise StoreError(
                f"{self.path} is a SQLite file but not a plangate database "
                f"(schema {self.schema_version()}); "
                "nothing was changed; choose another file with --db or PLANGATE_DB"
            )

    def _switch_to_wal(self) -> None:
        """Of several that switch a new file over at once SQLite makes some fail instead of wait."""
        until = monotonic() + self._busy_ms / 1000
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                    raise
                sleep(0.01)
            else:
                return

    def _known_version(self, newest: int) -> int:
        version = self.schema_version()
        if version > newest:
            raise StoreTooNew(
                f"{self.path} was written by a newer plangate (schema {version}, this one knows "
                f"{newest}); upgrade plangate, nothing was changed"
            )
        return version

    def _migrate(self, migrations: Sequence[Migration], newest: int) -> None:
        """REC-5: forward only, all or none, with a copy of the file beside it first."""
        from plangate.adapters.sql.upgrading import teach, write_documents_anew  # noqa: PLC0415 - rare

        with self._transaction():
            version = self._known_version(newest)  # another process may have been first
            if version == newest:
                return
            if version > 0 and not self.reads_only:
                make_private(self.path)
                self._copy(version)
            teach(self._db)
            for migration in migrations:
                if migration.number > version:
                    for statement in statements(migration.sql):
                        self._db.execute(statement)
                    if migration.number == _WITH_TOTAL:
                        self._keep(Total().plus(self.links()))
            if version > 0:
                write_documents_anew(self._db)
            self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._db.execute(f"PRAGMA user_version = {newest}")

    def _copy(self, version: int) -> None:
        """Copy what is committed, under a name of its own once it is whole; the lock is held."""
        name = f"{self.path.name}.before-schema-{version + 1}"
        names = chain((name,), (f"{name}-{number}" for number in count(2)))
        copy = next(c for c in map(self.path.with_name, names) if not c.exists())
        part = copy.with_name(f"{copy.name}.part")
        part.unlink(missing_ok=True)  # left by a process that was killed while it copied
        private_file(part)
        source_of = connect(self.path, self._busy_ms)
        with closing(source_of) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        part.replace(copy)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self.reads_only and self._is_prepared:
            raise StoreReadOnly(
                f"{self.path} cannot be opened for writing; check its permissions and those of its "
                "directory, or choose another file with --db or PLANGATE_DB"
            )
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except _ERRORS as error:
            raise explained(error, self.path, self._busy_ms) from error

    def _entry(self, row: tuple[object, ...]) -> Entry:
        """A row as an entry; a damaged file can hold any kind of value in any column."""
        if tuple(map(type, row)) != _EVENT_TYPES:
            raise self._never_written(f"event {row[1]} of {row[0]}")
        return Entry._make(row)

    def _named(self, stream: object) -> str:
        if not isinstance(stream, str):
            raise self._never_written(f"a stream {stream!r}")
        return stream

    def _never_written(self, what: str) -> StoreDamaged:
        return StoreDamaged(
            f"{self.path} holds what was never written so ({what}); it was left as it is; "
            "`plangate doctor` says what can be saved"
        )

    def _upsert(self, row: Row) -> None:
        self._db.execute(upsert(row.table, tuple(row.values)), tuple(row.values.values()))

    def _value(self, sql: str) -> Any:
        with self._explained():
            return self._db.execute(sql).fetchone()[0]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors as sentences about the file."""
        try:
            yield
        except _ERRORS as error:
            raise explained(error, self.path, self._busy_ms) from error


def _takes_a_place(row: Row) -> bool:
    """A unique index judges row by row, so what gives its place up is written first: one append may
    settle a question and open another in either order."""
    return row.values.get("status") in _COUNTED.get(row.table, ())


@cache
def upsert(table: str, columns: tuple[str, ...]) -> str:
    """The statement that writes a row of these columns over the one with its key, if any."""
    keys = KEYS[table]
    changes = ", ".join(f"{c} = excluded.{c}" for c in columns if c not in keys)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
    )


def _is_status(column: str, value: object) -> bool:
    """A status is written out: SQLite uses an index of some statuses only when it can see them."""
    plain = isinstance(value, str) and value.isascii() and value.replace("_", "").isalpha()
    return column == "status" and plain


def _one_of(column: str, wanted: Sequence[object], values: list[object]) -> str:
    """A clause for a column that has one of these values."""
    if wanted and all(_is_status(column, value) for value in wanted):
        return f"{column} IN ({', '.join(map(repr, wanted))})"
    values += wanted
    return f"{column} IN ({', '.join('?' * len(wanted))})"


def _just(column: str, value: object, values: list[object]) -> str:
    """A clause for a column that has this value, or none."""
    if _is_status(column, value):
        return f"{column} = {value!r}"
    values.append(value)
    return f"{column} IS ?"


def _select(query: Query) -> tuple[str, list[object]]:
    values: list[object] = []
    clauses = [_just(column, value, values) for column, value in query.equals.items()]
    if query.places:
        clauses.append(_one_of("place", query.places, values))
    if query.among:
        clauses.append(_one_of(*query.among, values))
    if query.begins:
        column, prefix = query.begins
        clauses.append(f"{column} >= ? AND {column} < ?")  # unlike LIKE, by the key's index
        values += (prefix, f"{prefix}\U0010ffff")
    if query.from_on:
        column, least = query.from_on
        clauses.append(f"{column} >= ?")
        values.append(least)
    if query.before:
        column, most = query.before
        clauses.append(f"{column} < ?")
        values.append(most)
    sql = f"SELECT * FROM {query.table}"
    if clauses:
        sql += f" WHERE {' AND '.join(clauses)}"
    if query.order:
        way = " DESC" if query.descending else ""
        sql += f" ORDER BY {', '.join(column + way for column in query.order)}"
    if query.limit is not None:
        sql += " LIMIT ?"
        values.append(query.limit)
    return sql, values
