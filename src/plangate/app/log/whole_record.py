"""The record as a whole: export, import, rebuild (REC-4, REC-1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from plangate.app.ports import Store
from plangate.core.audit.projection import log_rows, rows_of
from plangate.core.log.chain import BEGINNING, LOG, Entry, entry_from_line, is_erased, line_of
from plangate.core.log.tables import Query, TableRow
from plangate.core.model.errors import BadInput, Conflict, StoreDamaged

#: A stream is asked of the store again once so many events were added since: more than a store
#: writes at once, so that it has them all.
_PENDING = 4_000
#: Of so many streams that are here already an import knows the digests.
_MOST_KNOWN = 500


class Imported(NamedTuple):
    added: int
    already_there: int
    streams: int


def export_lines(store: Store, lost: list[str] | None = None) -> Iterator[str]:
    """The whole record, one JSON line an event, in the order it was written.

    REC-9: with `lost` an event that cannot be read ends its own session only; which are told there.
    """
    for entry in store.entries():
        if lost is not None and entry.stream in lost:
            continue
        try:
            line = line_of(entry)
        except StoreDamaged:
            if lost is None:
                raise
            lost.append(entry.stream)
            continue
        yield line


def import_lines(store: Store, lines: Iterable[bytes]) -> Imported:
    """Bring an export in: all of it or none; what is already there is passed over.

    Every line is verified: its digest, its place in its stream, and that it says the same as what
    the database already has there. One line is in memory at a time, one stream, and the digests
    of those met last: as much for a long export as for a short one.
    """
    coming = _Import(store)
    try:
        store.extend(coming.new_entries(lines), coming.rows)
        _erase_likewise(store, coming.gone)
    except Conflict as error:
        raise BadInput(
            "import",
            f"it clashes with what is recorded here ({error})",
            "a database of its own: --db FILE",
        ) from None
    return Imported(coming.added, coming.there, coming.streams)


def _erase_likewise(store: Store, gone: Sequence[Entry]) -> None:
    """REC-10: what the export carries as erased is erased here too, once its act is recorded."""
    wanted: dict[str, list[Entry]] = {}
    for entry in gone:
        act = Query("erasures", equals={"stream": entry.stream, "seq": entry.seq})
        if store.rows(act):
            wanted.setdefault(entry.stream, []).append(entry)
    for stream, left in wanted.items():
        places, here = {entry.seq: entry for entry in left}, store.read(stream)
        if any(entry.seq in places and not is_erased(entry) for entry in here):
            after = [places.get(entry.seq, entry) for entry in here]
            store.replace((), {stream: rows_of(stream, after)}, left)


class _Import:
    """The lines of an export on their way in, and what is said about them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: The digests of streams: those added to just now, with when, and those here already.
        self._fresh: dict[str, tuple[int, list[str]]] = {}
        self._known: dict[str, list[str]] = {}
        self.gone: list[Entry] = []
        self.added = 0
        self.there = 0
        self.streams = 0

    def new_entries(self, lines: Iterable[bytes]) -> Iterator[Entry]:
        """Each entry that is not here yet, once it is verified."""
        for number, raw in enumerate(lines, start=1):
            if not raw.strip():
                continue
            entry = entry_from_line(raw.rstrip(b"\r\n"), f"line {number}")
            if self._is_there(entry, number):
                self.there += 1
                if is_erased(entry):
                    self.gone.append(entry)
                continue
            self._add(entry)
            yield entry

    def rows(self, stream: str) -> list[TableRow]:
        """The rows of a stream that something was added to."""
        self.streams += 1
        try:
            return rows_of(stream, self._store.read(stream))
        except StoreDamaged as error:
            raise BadInput(f"stream {stream}", str(error), "a record plangate made") from None

    def _is_there(self, entry: Entry, number: int) -> bool:
        """Whether an entry is here already; refused when it neither is nor comes next."""
        digests = self._digests(entry.stream)
        if entry.seq <= len(digests):
            # The line's own digest was verified, and a digest covers all that an entry says.
            if digests[entry.seq - 1] != entry.digest:
                raise BadInput(
                    f"line {number}",
                    f"event {entry.seq} of {entry.stream} is not the one already recorded",
                    "an export that continues what is here; import into another file with --db",
                )
            return True
        previous = digests[-1] if digests else BEGINNING
        if entry.seq != len(digests) + 1 or entry.previous != previous:
            raise BadInput(
                f"line {number}",
                f"event {entry.seq} of {entry.stream} does not follow event {len(digests)}",
                "a whole export, in its own order",
            )
        return False

    def _digests(self, stream: str) -> list[str]:
        """The digests of a stream so far; of those not met for long the store is asked again."""
        if stream in self._fresh:
            return self._fresh[stream][1]
        found = self._known.pop(stream, None)
        if found is None:
            found = [entry.digest for entry in self._store.read(stream)]
            if len(self._known) >= _MOST_KNOWN:
                del self._known[next(iter(self._known))]
        self._known[stream] = found
        return found

    def _add(self, entry: Entry) -> None:
        """One more event of a stream; streams that the store has whole by now are forgotten."""
        digests = self._digests(entry.stream)
        self._known.pop(entry.stream, None)
        self._fresh.pop(entry.stream, None)
        self.added += 1
        digests.append(entry.digest)
        self._fresh[entry.stream] = self.added, digests
        while next(iter(self._fresh.values()))[0] <= self.added - _PENDING:
            del self._fresh[next(iter(self._fresh))]


def rebuild(store: Store) -> int:
    """Make every projection again from the record; how many streams were read."""
    count = 0

    def rows() -> Iterator[TableRow]:
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
