"""The SQLite store: one file, several processes (WAL, busy timeout), nothing lost (REC-1, REC-5).

Every append is one transaction, durable before it returns (synchronous FULL). Every failure of the
file leaves as one sentence that says what to do; none of them suggests deleting data (REC-4).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import chain, count
from pathlib import Path
from shlex import quote
from time import monotonic, sleep
from typing import Any

from plangate.adapters.kept.anchor_file import AnchorFile
from plangate.adapters.machine.private import private_file
from plangate.adapters.sql.failures import explained
from plangate.adapters.sql.opening import connect, make_private, open_file
from plangate.adapters.sql.schema import Migration, shipped_migrations, statements
from plangate.adapters.sql.store import SQLStore
from plangate.core.log.anchors import Total
from plangate.core.log.chain import Entry
from plangate.core.log.tables import TableRow
from plangate.core.model.errors import (
    StoreError,
    StoreReadOnly,
    StoreTooNew,
)

#: "plan" in ASCII: marks the file as ours, so that no other SQLite file is ever written to.
APPLICATION_ID = 0x706C616E
_BUSY_MS = 10_000
_ERRORS = (sqlite3.Error, UnicodeDecodeError)

#: The migration that begins to keep the log's total.
_WITH_TOTAL = 4


class SQLiteStore(SQLStore):
    """One connection to one file; open it for a use case and close it after."""

    _taken = sqlite3.IntegrityError
    #: For the search in memories: the best by their words, bm25 (adapters/recall/memory_search.py).
    by_words = (
        "SELECT {columns} FROM memory_words "
        "JOIN memory_places p ON p.place = memory_words.rowid JOIN memories m ON m.id = p.id "
        "WHERE memory_words MATCH ? AND m.status = 'kept' AND m.session <> ? AND {about} "
        "ORDER BY bm25(memory_words), m.at DESC, m.id LIMIT ?"
    )

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Migration] | None = None,
        busy_ms: int = _BUSY_MS,
        anchors: AnchorFile | None = None,
    ) -> None:
        self.path = path
        self.name = str(path)
        self.anchors = anchors
        self._busy_ms = busy_ms
        self._migrations = migrations if migrations is not None else shipped_migrations()
        self._is_prepared = False
        with self._explained():
            opened = open_file(path, busy_ms, self._migrations[-1].number)
            self._db, self.reads_only, self._private_copy = opened
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise
        self._is_prepared = True

    def close(self) -> None:
        self._db.close()
        if self._private_copy is not None:
            self._private_copy.cleanup()

    @staticmethod
    def match(words: Sequence[str]) -> str:
        """Words as an FTS5 expression: any of them, quoted, so that none commands."""
        return " OR ".join(f'"{word}"*' for word in words)

    # --- statements -------------------------------------------------------------------------------

    def _run(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self._db.execute(sql, values)

    def _run_many(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(sql, values)

    # --- erasing ----------------------------------------------------------------------------------

    def replace(
        self,
        entries: Sequence[Entry],
        rows: Mapping[str, Sequence[TableRow]],
        erased: Sequence[Entry] = (),
    ) -> None:
        if erased:
            self._db.execute("PRAGMA secure_delete = ON")
        super().replace(entries, rows, erased)

    def _erase(self, erased: Sequence[Entry]) -> None:
        from plangate.adapters.sql.erasing import erase_payloads  # noqa: PLC0415 - rare

        erase_payloads(self._db, erased)

    def _swept(self) -> None:
        from plangate.adapters.sql.erasing import sweep  # noqa: PLC0415 - rare

        with self._explained():
            sweep(self._db)

    def erase_from_copies(self, erased: Sequence[Entry]) -> tuple[list[Path], list[Path]]:
        """REC-10: the same payloads, erased from the copies made before a migration; those copies,
        and those that still hold them."""
        from plangate.adapters.sql.erasing import erase_copies  # noqa: PLC0415 - rare

        copies = sorted(self.path.parent.glob(f"{self.path.name}.before-schema-*"))
        left = erase_copies(copies, erased, self._busy_ms)
        return [copy for copy in copies if copy not in left], left

    # --- for doctor -------------------------------------------------------------------------------

    def schema_version(self) -> int:
        return int(self._value("PRAGMA user_version"))

    def integrity(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty when it is sound."""
        with self._explained():
            found = self._db.execute("PRAGMA integrity_check(20)").fetchall()
        return [line for (line,) in found if line != "ok"]

    def strange(self) -> list[str]:
        """REC-9: what acts here and is not plangate's, and what is missing of its own."""
        from plangate.adapters.sql.own_objects import strange_in  # noqa: PLC0415 - rare

        with self._explained():
            return strange_in(self._db, self._migrations)

    def put_right(self) -> None:
        """REC-9: triggers, indexes, the search and the log's sum as plangate makes them."""
        from plangate.adapters.sql.own_objects import put_right  # noqa: PLC0415 - rare

        with self._transaction():
            put_right(self._db, self._migrations)
            if not self._value("SELECT count(*) FROM log_total"):
                self._keep(Total().plus(self.links()))

    # --- inside -----------------------------------------------------------------------------------

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
        if version == 0:
            self._refuse_a_number_set_back()
        if version > newest:
            raise StoreTooNew(
                f"{self.path} was written by a newer plangate (schema {version}, this one knows "
                f"{newest}); upgrade plangate, nothing was changed"
            )
        return version

    def _refuse_a_number_set_back(self) -> None:
        """REC-5: tables that are there are not made again."""
        from plangate.adapters.sql.own_objects import version_of  # noqa: PLC0415 - rare

        with self._explained():
            true = version_of(self._db, self._migrations)
        # Then the number: whoever just made the tables set it in the same transaction.
        if true and self.schema_version() == 0:
            raise StoreError(
                f"{self.path} says that it has no tables yet (schema 0), and it has those of "
                f"schema {true}: somebody changed that number; nothing was changed here; to set "
                f"it back: sqlite3 {quote(str(self.path))} 'PRAGMA user_version = {true}'"
            )

    def _migrate(self, migrations: Sequence[Migration], newest: int) -> None:
        """REC-5: forward only, all or none, with a copy of the file beside it first."""
        from plangate.adapters.sql.schema import teach, write_documents_anew  # noqa: PLC0415 - rare

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
