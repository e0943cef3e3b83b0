"""The port of the store in the SQL that two databases share: SQLite and PostgreSQL (TEAM-1).

What is written, in which order, and what is made of it stands here once; a store says how it runs a
statement, how it holds a transaction and how its driver's failures are told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import groupby, islice, repeat
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, TypeAlias

from plangate.adapters.kept.anchor_file import AnchorFile
from plangate.adapters.sql.queries import EVENT_COLUMNS, select_rows, takes_a_place, upsert
from plangate.core.log.anchors import Anchors, Link, Total, link_of
from plangate.core.log.chain import Entry
from plangate.core.log.tables import KEYS, Query, TableRow, stream_column
from plangate.core.model.errors import Conflict, StoreDamaged
from plangate.core.model.records import Document

_EVENT_TYPES = (str, int, str, int, str, str, str, str)
INSERT_EVENT = (
    f"INSERT INTO plan_events (position, {EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_PAGE = 2_000
_KEEP_TOTAL = "UPDATE log_total SET events = ?, sum = ? WHERE one = 1"
_FIRST_TOTAL = "INSERT INTO log_total (one, events, sum) VALUES (1, ?, ?)"
#: What is noted is an anchor that was kept before this writing: one that could not be kept is none.
_NOTE_ANCHOR = (
    "INSERT INTO anchored (file, events, lost) VALUES (?, ?, ?) "
    "ON CONFLICT (file) DO UPDATE SET events = excluded.events, lost = excluded.lost"
)
_NOTED_ANCHOR = "SELECT events, lost FROM anchored WHERE file = ?"


#: What a statement is given, and what it gives: the database knows their types.
Values: TypeAlias = Sequence[Any]
Row: TypeAlias = tuple[Any, ...]


class Rows(Protocol):
    """What a statement gave, as both drivers have it."""

    @property
    def description(self) -> Any: ...

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class SQLStore(ABC):
    """The record and its tables in SQL; open it for a use case and close it after."""

    #: How the database is called in a sentence.
    name: str
    anchors: AnchorFile | None = None
    reads_only: bool = False
    #: How the best memories by their words are selected (adapters/recall/memory_search.py).
    by_words: ClassVar[str]
    #: The driver's word for a key that is taken.
    _taken: ClassVar[type[Exception]]
    #: Whether an order has to say where rows without a value stand.
    _names_nulls: ClassVar[bool] = False
    _noted = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    # --- what a store brings ----------------------------------------------------------------------

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def schema_version(self) -> int: ...

    @abstractmethod
    def integrity(self) -> list[str]:
        """What the database itself finds wrong; empty when it is sound."""

    def erase_from_copies(self, _erased: Sequence[Entry]) -> tuple[list[Path], list[Path]]:
        """REC-10: the same payloads, erased from copies the store keeps; those copies, and those
        that still hold them."""
        return [], []

    @abstractmethod
    def _run(self, sql: str, values: Values = ()) -> Rows: ...

    @abstractmethod
    def _run_many(self, sql: str, values: Iterable[Values]) -> None: ...

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]: ...

    @abstractmethod
    def _explained(self) -> AbstractContextManager[None]: ...

    @abstractmethod
    def _erase(self, erased: Sequence[Entry]) -> None:
        """Put erased entries in place of those that were there, inside a transaction (REC-10)."""

    @staticmethod
    @abstractmethod
    def match(words: Sequence[str]) -> str:
        """Words as an expression of the search: any of them, from its beginning on."""

    def _swept(self) -> None:
        """Take the bytes out of what the database keeps beside its rows, after it."""
        return

    def _positions(self) -> Iterable[int | None]:
        """Where the next events stand; None leaves it to the database."""
        return repeat(None)

    # --- the port ---------------------------------------------------------------------------------

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        with self._transaction():
            total = self._written(entries, rows)
        self._anchor(entries, total)

    def replace(
        self,
        entries: Sequence[Entry],
        rows: Mapping[str, Sequence[TableRow]],
        erased: Sequence[Entry] = (),
    ) -> None:
        with self._transaction():
            for stream in rows:
                self._drop_rows(stream)
            total = self._written(entries, [row for made in rows.values() for row in made])
            if erased:
                self._erase(erased)
        if erased:
            self._swept()
        self._anchor(entries, total)

    def extend(
        self, entries: Iterable[Entry], rows_of: Callable[[str], Iterable[TableRow]]
    ) -> None:
        """Page by page inside one transaction: a long import never stands in memory whole."""
        left = iter(entries)
        last: list[Entry] = []
        with self._transaction():
            start = self._run("SELECT max(position) FROM plan_events").fetchone()[0] or 0
            total = self._total()
            while page := list(islice(left, _PAGE)):
                total = self._written(page, ())
                last = page
            self._make_rows(start, rows_of)
        self._anchor(last, total)

    def carry(
        self, placed: Iterable[tuple[int, Entry]], rows_of: Callable[[str], Iterable[TableRow]]
    ) -> None:
        """TEAM-1: a whole record at its own positions, into a store that has none yet."""
        left = iter(placed)
        with self._transaction():
            total = self._total()
            while page := list(islice(left, _PAGE)):
                entries = [entry for _, entry in page]
                self._insert(entries, [at for at, _ in page])
                total = total.plus(map(link_of, entries))
            self._keep(total)
            self._make_rows(0, rows_of)

    def placed(self) -> Iterator[tuple[int, Entry]]:
        """The whole record by position, page by page."""
        last, size = 0, _PAGE
        while True:
            try:
                with self._explained():
                    page = self._run(
                        f"SELECT position, {EVENT_COLUMNS} FROM plan_events "
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
                yield row[0], self._entry(row[1:])
            last = page[-1][0]

    def _make_rows(self, start: int, rows_of: Callable[[str], Iterable[TableRow]]) -> None:
        """What the streams behind a position make, in place of what they made before."""
        for stream in self._touched_since(start, continued=True):
            self._drop_rows(stream)
        for stream in self._touched_since(start):
            self._write_rows(rows_of(stream))

    def _touched_since(self, position: int, *, continued: bool = False) -> Iterator[str]:
        """The streams with events behind a position; or only those that were there before it."""
        having = "HAVING MIN(seq) > 1" if continued else ""
        last = ""
        while True:
            page = self._run(
                "SELECT stream FROM plan_events WHERE position > ? AND stream > ? "
                f"GROUP BY stream {having} ORDER BY stream LIMIT ?",
                (position, last, _PAGE),
            ).fetchall()
            if not page:
                return
            for (stream,) in page:
                yield stream
            last = page[-1][0]

    def total(self) -> Total:
        with self._explained():
            return self._total()

    def count_again(self) -> Total:
        """REC-6: the total of the events that are here, kept from now on."""
        with self._transaction():
            total = Total().plus(self.links())
            self._run("DELETE FROM anchored")
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
                page = self._run(
                    "SELECT position, stream, seq, digest FROM plan_events "
                    "WHERE position > ? ORDER BY position LIMIT ?",
                    (last, _PAGE),
                ).fetchall()
            if not page:
                return
            for _, stream, seq, digest in page:
                yield stream, seq, digest
            last = page[-1][0]

    def read(self, stream: str, since: int = 1) -> Sequence[Entry]:
        with self._explained():
            found = self._run(
                f"SELECT {EVENT_COLUMNS} FROM plan_events WHERE stream = ? AND seq >= ? "
                "ORDER BY seq",
                (stream, since),
            )
            return [self._entry(row) for row in found]

    def has(self, stream: str) -> bool:
        with self._explained():
            found = self._run("SELECT 1 FROM plan_events WHERE stream = ? LIMIT 1", (stream,))
            return found.fetchone() is not None

    def streams(self) -> Iterator[str]:
        last = 0
        while True:
            with self._explained():
                page = self._run(
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
            headless = self._run(
                "SELECT stream FROM plan_events GROUP BY stream HAVING MIN(seq) > 1"
            ).fetchall()
        for (stream,) in headless:
            yield self._named(stream)

    def entries(self) -> Iterator[Entry]:
        return (entry for _, entry in self.placed())

    def rows(self, query: Query) -> list[Document]:
        sql, values = select_rows(query, names_nulls=self._names_nulls)
        with self._explained():
            found = self._run(sql, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

    def select(self, sql: str, values: Values) -> list[Row]:
        """For adapters that read tables of this file in a way of their own."""
        with self._explained():
            return self._run(sql, values).fetchall()

    def rebuild(self, rows: Iterable[TableRow]) -> None:
        with self._transaction():
            for table in KEYS:
                self._run(f"DELETE FROM {table}")
            left = iter(rows)
            while page := list(islice(left, _PAGE)):
                self._upsert(page)

    # --- inside -----------------------------------------------------------------------------------

    def _written(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> Total:
        """Entries, rows and the total with them, inside a transaction."""
        before = self._total()
        self._insert(entries, self._positions())
        self._write_rows(rows)
        total = before.plus(map(link_of, entries))
        self._keep(total)
        if self.anchors is not None:
            self._note_anchors(self.anchors)
        return total

    def _insert(self, entries: Iterable[Entry], positions: Iterable[int | None]) -> None:
        """Events at these positions; two writers cannot take the same place of a stream."""
        try:
            self._run_many(
                INSERT_EVENT, [(at, *e) for at, e in zip(positions, entries, strict=False)]
            )
        except self._taken as error:
            raise Conflict(str(error)) from None

    def _write_rows(self, rows: Iterable[TableRow]) -> None:
        try:
            self._upsert(sorted(rows, key=takes_a_place))
        except self._taken as error:
            raise Conflict(str(error)) from None

    def _upsert(self, rows: Iterable[TableRow]) -> None:
        for (table, columns), alike in groupby(rows, lambda row: (row.table, tuple(row.values))):
            self._run_many(upsert(table, columns), [tuple(row.values.values()) for row in alike])

    def _drop_rows(self, stream: str) -> None:
        for table in KEYS:
            self._run(f"DELETE FROM {table} WHERE {stream_column(table)} = ?", (stream,))

    def _total(self) -> Total:
        found = self._run("SELECT events, sum FROM log_total").fetchone()
        return Total(found[0], int(found[1], 16)) if found else Total()

    def _keep(self, total: Total) -> None:
        kept = (total.events, total.hex)
        if not self._run(_KEEP_TOTAL, kept).rowcount:
            self._run(_FIRST_TOTAL, kept)

    def _note_anchors(self, anchors: AnchorFile) -> None:
        """REC-6: the newest anchor in its file, and whether one is gone that was there before."""
        known = anchors.known()
        if known is None or known == self._noted:
            return
        expected, lost = self._anchored(anchors)
        if known < expected and (known := anchors.known(anew=True) or 0) < expected:
            lost = max(lost, expected)
        self._run(_NOTE_ANCHOR, (anchors.place, max(known, expected), lost))
        self._noted = known

    def _anchored(self, anchors: AnchorFile) -> tuple[int, int]:
        found = self._run(_NOTED_ANCHOR, (anchors.place,)).fetchone()
        return (found[0], found[1]) if found else (0, 0)

    def _anchor(self, entries: Sequence[Entry], total: Total) -> None:
        """REC-6: what is recorded stays recorded, whether or not an anchor can be kept of it."""
        if self.anchors is not None:
            self.anchors.after(entries, total)

    def _entry(self, row: Row) -> Entry:
        """A row as an entry; a damaged file can hold any kind of value in any column."""
        if tuple(map(type, row)) != _EVENT_TYPES:
            raise self._never_written(f"event {row[1]} of {row[0]}")
        return Entry._make(row)

    def _named(self, stream: Any) -> str:
        if not isinstance(stream, str):
            raise self._never_written(f"a stream {stream!r}")
        return stream

    def _never_written(self, what: str) -> StoreDamaged:
        return StoreDamaged(
            f"{self.name} holds data plangate did not write ({what}); it was left as it is; "
            "`plangate doctor` says what can be saved"
        )
