"""The record as a whole: export, import, rebuild (REC-4, REC-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from plangate.app.ports import Store
from plangate.core.errors import BadInput, Conflict, StoreDamaged
from plangate.core.projection import log_rows, rows_of
from plangate.core.record import LOG, Entry, entry_from_line, is_erased, line_of
from plangate.core.tables import Row


class Imported(NamedTuple):
    added: int
    already_there: int
    streams: int


def export_lines(store: Store) -> Iterator[str]:
    """The whole record, one JSON line an event, in the order it was written."""
    for entry in store.entries():
        yield line_of(entry)


def import_lines(store: Store, lines: Iterable[bytes]) -> Imported:
    """Bring an export in: all of it or none; what is already there is passed over.

    Every line is verified before the first is written: its digest, its place in its stream, and
    that it says the same as what the database already has there.
    """
    known: dict[str, list[Entry]] = {}
    begins: dict[str, int] = {}
    new: list[Entry] = []
    there = 0
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        entry = entry_from_line(raw.rstrip(b"\r\n"), f"line {number}")
        if entry.stream not in known:
            known[entry.stream] = list(store.read(entry.stream))
        stream = known[entry.stream]
        if entry.seq <= len(stream):
            if not _same(stream[entry.seq - 1], entry):
                raise BadInput(
                    f"line {number}",
                    f"event {entry.seq} of {entry.stream} is not the one already recorded",
                    "an export that continues what is here; import into another file with --db",
                )
            there += 1
            continue
        previous = stream[-1].digest if stream else "0" * 64
        if entry.seq != len(stream) + 1 or entry.previous != previous:
            raise BadInput(
                f"line {number}",
                f"event {entry.seq} of {entry.stream} does not follow event {len(stream)}",
                "a whole export, in its own order",
            )
        stream.append(entry)
        new.append(entry)
        begins.setdefault(entry.stream, number)
    rows = [row for name, number in begins.items() for row in _rows(name, known[name], number)]
    if new:
        try:
            store.append(new, rows)
        except Conflict as error:
            raise BadInput(
                "import",
                f"it clashes with what is recorded here ({error})",
                "a database of its own: --db FILE",
            ) from None
    return Imported(len(new), there, len(begins))


def _same(here: Entry, other: Entry) -> bool:
    """Whether two entries are one; where a payload was erased, its digest says so (REC-10)."""
    if is_erased(here) or is_erased(other):
        return here._replace(payload="") == other._replace(payload="")
    return here == other


def rebuild(store: Store) -> int:
    """Make every projection again from the record; how many streams were read."""
    count = 0

    def rows() -> Iterator[Row]:
        # Streams are listed once the store has begun, so that none begun just before is left out.
        nonlocal count
        held = set(_held(store))
        for stream in store.streams():
            count += 1
            if stream not in held:
                yield from rows_of(stream, store.read(stream))

    store.rebuild(rows())
    return count


def _held(store: Store) -> Iterator[str]:
    """REC-9: the sessions in quarantine, from the log itself: its table is being made again."""
    for row in log_rows(store.read(LOG)):
        if row.table == "quarantined" and not row.values["released"]:
            yield str(row.values["session"])


def _rows(stream: str, entries: Sequence[Entry], line: int) -> list[Row]:
    """The rows of a stream whose first new event stands in this line."""
    try:
        return rows_of(stream, entries)
    except StoreDamaged as error:
        raise BadInput(f"line {line} on", str(error), "a record plangate made") from None
