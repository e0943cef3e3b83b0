"""What the record costs: a durable append against raw sqlite3, a fold against json.loads, growth.

    python benchmarks/record.py [ROUNDS]

Both sides of an append write to the same schema in the same directory (WAL, synchronous FULL) and
wait for the disk every single time. Both sides of a fold read the same payloads.
"""

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import (
    Clock,
    Ratio,
    Taken,
    at_least,
    at_most,
    by_best,
    by_round,
    print_table,
    rounds,
    take_turns,
)
from benchmarks.samples import (
    Stream,
    long_loop,
    much_talk,
    sessions_of,
    streams_of,
    typical_sessions,
)
from plangate.adapters.kept.anchor_file import anchors_of
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.core.audit.projection import rows_after, rows_of
from plangate.core.log.chain import event_of
from plangate.core.log.folding import fold
from plangate.core.log.tables import TableRow

SIZES = (1_000, 10_000, 100_000)
LIMITED = 10_000
#: Appends in a round: about four sessions of different kinds.
BLOCK = 50

INSERT_EVENT = """
    INSERT INTO plan_events (stream, seq, type, version, at, payload, previous, digest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


class Write:
    """One append: an entry, the rows it makes or changes, and the same rows written by hand."""

    def __init__(self, entries: Stream) -> None:
        self.entry = entries[-1]
        self.rows = rows_after(fold(entries), [self.entry], [event_of(self.entry)])
        self.by_hand = [by_hand(row) for row in self.rows]


def by_hand(row: TableRow) -> tuple[str, list[object]]:
    names = list(row.values)
    sql = f"REPLACE INTO {row.table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    return sql, list(row.values.values())


def blocks_of_writes(number: int, first_session: int = 0) -> list[list[Write]]:
    """What happens in one session after the other, event by event, cut into blocks."""
    sessions = sessions_of(typical_sessions(), number * BLOCK, first=first_session)
    lengths = ((stream, n) for stream in sessions for n in range(1, len(stream) + 1))
    every = (Write(stream[:n]) for stream, n in lengths)
    return [list(islice(every, BLOCK)) for _ in range(number)]


def in_turn(
    append: Callable[[Write], None], blocks: Sequence[Sequence[Write]]
) -> Callable[[], object]:
    """Each call appends the next block."""
    left = iter(blocks)

    def run() -> None:
        for write in next(left):
            append(write)

    return run


# --- appending ------------------------------------------------------------------------------------


def compare_appends(place: Path, number: int, clock: Clock) -> dict[str, Taken]:
    """The store against sqlite3 by hand."""
    blocks = blocks_of_writes(number + 1)
    whole, bare = anchored(place / "whole.db"), anchored(place / "bare.db")
    raw_whole, raw_bare = raw(place / "raw-whole.db"), raw(place / "raw-bare.db")

    def write_whole(write: Write) -> None:
        raw_whole.execute("BEGIN IMMEDIATE")
        raw_whole.execute(INSERT_EVENT, write.entry)
        for sql, values in write.by_hand:
            raw_whole.execute(sql, values)
        raw_whole.execute("COMMIT")

    def write_bare(write: Write) -> None:
        raw_bare.execute("BEGIN IMMEDIATE")
        raw_bare.execute(INSERT_EVENT, write.entry)
        raw_bare.execute("COMMIT")

    sides: dict[str, Callable[[Write], None]] = {
        "append: event and rows": partial(append_whole, whole),
        "raw sqlite3: event and rows": write_whole,
        "append: event alone": lambda write: bare.append([write.entry], ()),
        "raw sqlite3: event alone": write_bare,
    }
    taken = take_turns(
        {name: in_turn(append, blocks) for name, append in sides.items()}, number, clock
    )
    for connection in (whole, bare, raw_whole, raw_bare):
        connection.close()
    return taken


def show_appends(taken: dict[str, Taken], where: str, ratio: Ratio, limit: float | None) -> None:
    rows = []
    for name, side in taken.items():
        same = taken[name.replace("append", "raw sqlite3")]
        pace = None if same is side else 1 / ratio(side, same)
        rows.append(
            (
                name,
                f"{side.best / BLOCK * 1e6:,.0f}",
                f"{side.median / BLOCK * 1e6:,.0f}",
                f"{pace:.0%}" if pace else "",
                f"{1 / ratio(side, taken['raw sqlite3: event alone']):.0%}",
                at_least(pace, limit) if pace and limit else "",
            )
        )
    head = (
        "one append",
        "best, µs",
        "median, µs",
        "pace of raw, same rows",
        "pace of raw, event alone",
        "limit",
    )
    print_table(f"Appending {where}", head, rows)


def anchored(path: Path) -> SQLiteStore:
    """A store as the command line opens it: its anchors are kept in a file elsewhere (REC-6)."""
    return SQLiteStore(path, anchors=anchors_of(str(path.resolve()), path.parent / "state"))


def append_whole(store: SQLiteStore, write: Write) -> None:
    store.append([write.entry], write.rows)


def raw(path: Path) -> sqlite3.Connection:
    """A file the store made, opened by hand with the store's own settings."""
    SQLiteStore(path).close()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = FULL")
    return db


def appends_to_a_long_record(place: Path, number: int) -> None:
    """The same append to a record of 1,000, 10,000 and 100,000 events."""
    stores: dict[str, SQLiteStore] = {}
    sides: dict[str, Callable[[], object]] = {}
    blocks = blocks_of_writes(number + 1, first_session=500_000)
    for size in SIZES:
        store = stores[f"{size:,}"] = SQLiteStore(place / f"{size}.db")
        streams = streams_of(typical_sessions(), size)
        store.append(
            [entry for stream in streams for entry in stream],
            [row for stream in streams for row in rows_of(stream[0].stream, stream)],
        )
        sides[f"{size:,}"] = in_turn(partial(append_whole, store), blocks)
    taken = take_turns(sides, number, time.perf_counter)
    shortest = next(iter(taken.values()))
    rows = [
        (
            name,
            f"{side.best / BLOCK * 1e6:,.0f}",
            f"{side.median / BLOCK * 1e6:,.0f}",
            f"{by_round(side, shortest):.2f} ×",
        )
        for name, side in taken.items()
    ]
    head = ("events there already", "best, µs", "median, µs", f"of the one at {SIZES[0]:,}")
    print_table("Appending to a long record", head, rows)
    for store in stores.values():
        store.close()


# --- folding --------------------------------------------------------------------------------------


def compare_folds(number: int) -> None:
    """Folding against json.loads of the same payloads: three kinds of record, three sizes."""
    rows = []
    kinds: dict[str, Callable[[int], list[Stream]]] = {
        "a day's sessions": lambda size: streams_of(typical_sessions(), size),
        "one long loop": lambda size: [long_loop(size)],
        "notes and evidence": lambda size: [much_talk(size)],
    }
    for kind, make in kinds.items():
        first = 0.0
        for size in SIZES:
            streams = make(size)
            taken = take_turns(
                {"fold": partial(fold_all, streams), "loads": partial(load_all, streams)},
                number if size < SIZES[-1] else max(3, number // 4),
            )
            ratio = by_best(taken["fold"], taken["loads"])
            each = taken["fold"].best / size
            first = first or each
            rows.append(
                (
                    kind,
                    f"{size:,}",
                    f"{each * 1e6:.2f}",
                    f"{taken['loads'].best / size * 1e6:.2f}",
                    f"{ratio:.2f} ×",
                    at_most(ratio, 3) if size == LIMITED else "",
                    f"{each / first:.2f} ×",
                )
            )
    head = (
        "record",
        "events",
        "fold, µs each",
        "json.loads, µs each",
        "fold of json.loads",
        "limit",
        f"of one at {SIZES[0]:,}",
    )
    print_table("Folding", head, rows)


def fold_all(streams: Sequence[Stream]) -> None:
    for stream in streams:
        fold(stream)


def load_all(streams: Sequence[Stream]) -> None:
    for stream in streams:
        for entry in stream:
            json.loads(entry.payload)


def main() -> None:
    number = rounds(20)
    compare_folds(number)
    with tempfile.TemporaryDirectory(prefix="plangate-") as directory:
        taken = compare_appends(Path(directory), number, time.perf_counter)
        show_appends(taken, "to a disk, and waiting for it", by_round, 0.7)
    in_memory = Path("/dev/shm")
    if in_memory.is_dir():
        with tempfile.TemporaryDirectory(prefix="plangate-", dir=in_memory) as directory:
            taken = compare_appends(Path(directory), number, time.process_time)
            show_appends(taken, "where there is no disk to wait for", by_best, None)
    with tempfile.TemporaryDirectory(prefix="plangate-") as directory:
        appends_to_a_long_record(Path(directory), number)


if __name__ == "__main__":
    main()
