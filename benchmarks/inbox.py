"""What ten thousand open questions cost: listing them, and recording an answer to one.

    python benchmarks/inbox.py [ROUNDS]

Listing is a call of the command line against a bare Python that does nothing, both by the
processor's time. Recording an answer, without the planning that follows, is held against raw
sqlite3 committing the same events and rows to a copy of the file.
"""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_least, at_most, print_table, rounds
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.sql.queries import upsert
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.adapters.sql.store import INSERT_EVENT, SQLStore
from plangate.app.acts.question_acts import record_answer
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.audit.projection import rows_after, rows_of
from plangate.core.log.chain import Entry, event_of, seal_all
from plangate.core.log.folding import fold
from plangate.core.log.tables import TableRow
from plangate.core.model.nouns import Ambiguity, Interpretation

QUESTIONS = 10_000
ROOT = Path(__file__).resolve().parents[1]
NEVER = 2_592_000


def template() -> list[Entry]:
    """One session that waits for an answer, as the planner itself records it."""
    readings = tuple(
        Interpretation(name, f"Reading {name}", f"adds {name}", 0.5, 0.5, "partial", (name,))
        for name in ("one", "two")
    )
    planner = Planner(
        store=MemoryStore(),
        clock=FrozenClock(datetime.now(UTC) - timedelta(minutes=1)),
        proposer=ScriptedProposer([Ambiguity("choice", readings)]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "template",
    )
    planner.start("Choose between two readings", "/workspace", SessionOptions(timeout_secs=NEVER))
    return list(planner.store.read("template"))


batch: list[tuple[tuple[Entry, ...], list[TableRow]]] = []


def fill(store: SQLStore, entries: list[Entry], count: int) -> None:
    """The same session again and again, each in a workspace of its own."""
    at = datetime.fromisoformat(entries[0].at)
    for place in range(count):
        name = f"s{place:07d}"
        copies = [
            entry._replace(
                payload=entry.payload.replace("template", name).replace("/workspace", f"/w/{name}")
            )
            for entry in entries
        ]
        sealed = seal_all(name, None, [event_of(copy) for copy in copies], at)
        batch.append((sealed, rows_of(name, sealed)))
        if len(batch) == 500:
            flush(store)
    flush(store)


def flush(store: SQLStore) -> None:
    if batch:
        entries = [entry for sealed, _ in batch for entry in sealed]
        store.append(entries, [row for _, rows in batch for row in rows])
        batch.clear()


def processor_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def listing(db: Path, times: int) -> list[list[str]]:
    python = sys.executable
    calls = {
        "python -c pass": [python, "-c", "pass"],
        "inbox, the first page": [python, "-m", "plangate", "inbox", "--db", str(db)],
        "inbox --json, all": [python, "-m", "plangate", "inbox", "--json", "--db", str(db)],
    }
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(times):
        for name, command in calls.items():
            best[name] = min(best[name], processor_seconds(command))
    bare = best["python -c pass"]
    limits = {"inbox, the first page": 10, "inbox --json, all": 40}
    return [
        [
            name,
            f"{seconds * 1000:.0f}",
            f"{seconds / bare:.1f} ×",
            at_most(seconds / bare, limits[name]) if name in limits else "",
        ]
        for name, seconds in best.items()
    ]


def answering(db: Path, count: int) -> list[list[str]]:
    """Durable both times: synchronous FULL, one commit an answer; the same rows in a copy of the
    same file, once as the product finds, checks and records them and once as plain SQL."""
    copy = f"{db}.raw"
    shutil.copy(db, copy)
    ours: list[float] = []
    raw: list[float] = []
    other = sqlite3.connect(copy, isolation_level=None)
    other.execute("PRAGMA synchronous = FULL")
    with SQLiteStore(db) as store:
        planner = Planner(
            store=store,
            clock=FrozenClock(datetime.now(UTC)),
            proposer=ScriptedProposer([]),
            investigator=ScriptedInvestigator(),
            new_id=lambda: "unused",
        )
        for place in range(count):
            name = f"s{place:07d}"
            began = time.perf_counter()
            record_answer(planner, f"{name}-q1", "a", by="somebody", surface="cli")
            ours.append(time.perf_counter() - began)
            entries = store.read(name)
            added = entries[-2:]
            rows = rows_after(fold(entries), added, [event_of(entry) for entry in added])
            statements = [(upsert(row.table, tuple(row.values)), row.values) for row in rows]
            began = time.perf_counter()
            other.execute("BEGIN IMMEDIATE")
            other.executemany(INSERT_EVENT, [(None, *entry) for entry in added])
            for sql, values in statements:
                other.execute(sql, tuple(values.values()))
            other.execute("COMMIT")
            raw.append(time.perf_counter() - began)
    other.close()
    mine, theirs = sorted(ours)[count // 2], sorted(raw)[count // 2]
    return [
        [
            "an answer recorded",
            f"{mine * 1e6:.0f}",
            f"{theirs / mine:.0%}",
            at_least(theirs / mine, 0.6),
        ],
        ["raw sqlite3 committing the same", f"{theirs * 1e6:.0f}", "100%", ""],
        ["what we add to a commit", f"{(mine - theirs) * 1e6:.0f}", "", ""],
    ]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="plangate-", dir=os.environ.get("BENCH_DIR")) as folder:
        db = Path(folder) / "inbox.db"
        with SQLiteStore(db) as store:
            fill(store, template(), QUESTIONS)
        print_table(
            f"{QUESTIONS:,} open questions",
            ["call", "best, ms", "of bare Python", "limit"],
            listing(db, rounds(5)),
        )
        print_table(
            "Recording an answer",
            ["what", "median, µs", "of raw", "limit"],
            answering(db, 300),
        )


if __name__ == "__main__":
    main()
