"""What an audit costs as the record grows: time and memory, each audit in a process of its own.

    python benchmarks/audit.py [ROUNDS [long]]

The sessions are of every kind a day brings; an audit verifies their digests, replays their
decisions and compares their tables. Reading the same record and json.loads of its payloads, the
least that any reader has to do, stands beside it. The clock is the processor's.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import Taken, at_most, by_best, print_table, rounds
from benchmarks.samples import Stream, sessions_of, typical_sessions, wide_session
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.log.audits import audit_document, run_audit
from plangate.app.log.whole_record import export_lines, import_lines
from plangate.core.audit.projection import rows_of

#: The last is about 150,000 events; with `long` as second argument a million is looked at too.
SESSIONS = (100, 1_000, 10_000)
LONG = (70_500,)
AMBIGUITIES = (10, 100, 400)


class Audited:
    """What audits of one record took, and what reading it takes."""

    def __init__(self, path: Path, number: int) -> None:
        tasks = ("loads", "read", "audit")
        found = [{task: in_a_process(task, path) for task in tasks} for _ in range(number)]
        self.loads = Taken(tuple(one["loads"]["seconds"] for one in found))
        self.audit = Taken(tuple(one["audit"]["seconds"] for one in found))
        self.read = Taken(tuple(one["read"]["seconds"] for one in found))
        self.events = int(found[0]["audit"]["events"])
        self.peak = min(one["audit"]["peak"] for one in found)
        self.bring_in = in_a_process("import", path)


def compare_sessions(place: Path, number: int) -> None:
    rows = []
    first: Audited | None = None
    for size in (*SESSIONS, *(LONG if sys.argv[2:3] == ["long"] else ())):
        path = place / f"{size}-sessions.db"
        in_a_process("build-sessions", path, size)
        found = Audited(path, number if size < SESSIONS[-1] else max(2, number // 2))
        first = first or found
        each, each_at_first = found.audit.best / size, first.audit.best / SESSIONS[0]
        rows.append(
            (
                f"{size:,}",
                f"{found.events:,}",
                f"{found.audit.best:.2f}",
                f"{each * 1e3:.2f}",
                f"{each / each_at_first:.2f} ×",
                f"{found.events / found.audit.best:,.0f}",
                f"{by_best(found.audit, found.read):.1f} ×",
                f"{by_best(found.audit, found.loads):.1f} ×",
                at_most(by_best(found.audit, found.loads), 25),
                f"{found.peak:.1f}",
                f"{found.peak - first.peak:+.1f}",
                f"{found.bring_in['seconds'] / found.events * 1e6:.0f}",
                f"{found.bring_in['peak']:.1f}",
            )
        )
    head = (
        "sessions",
        "events",
        "audit, s",
        "a session, ms",
        f"of one at {SESSIONS[0]}",
        "events a second",
        "audit of reading",
        "audit of json.loads",
        "limit",
        "peak, MB",
        f"to {SESSIONS[0]}",
        "import, µs an event",
        "its peak, MB",
    )
    print_table("Auditing ever more sessions", head, rows)


def compare_ambiguities(place: Path, number: int) -> None:
    rows = []
    each_at_first = 0.0
    for size in AMBIGUITIES:
        path = place / f"{size}-ambiguities.db"
        in_a_process("build-wide", path, size)
        found = Audited(path, number if size < AMBIGUITIES[-1] else max(2, number // 2))
        each = found.audit.best / size
        each_at_first = each_at_first or each
        rows.append((f"{size:,}", f"{each * 1e3:.2f}", f"{each / each_at_first:.2f} ×"))
    head = ("ambiguities", "each, ms", f"of one at {AMBIGUITIES[0]}")
    print_table("Auditing one session with ever more ambiguities in one gate call", head, rows)


def in_a_process(task: str, path: Path, size: int | None = None) -> dict[str, float]:
    """What one task took, run where no other has left anything in memory."""
    given = [task, str(path)] if size is None else [task, str(path), str(size)]
    ended = subprocess.run(
        [sys.executable, __file__, "in-a-process", *given], stdout=subprocess.PIPE, check=True
    )
    figures: dict[str, float] = json.loads(ended.stdout)
    return figures


# --- what runs in a process of its own ------------------------------------------------------------


def do(task: str, path: Path, size: int) -> dict[str, float]:
    with SQLiteStore(path) as store:
        match task:
            case "build-sessions":
                return write(store, sessions_of(typical_sessions(), size))
            case "build-wide":
                return write(store, [wide_session(size)])
            case "loads":
                return loads(store)
            case "read":
                return read(store)
            case "audit":
                return audit(store)
            case "import":
                return bring_in(store)
            case _:
                sys.exit(f"audit.py: {task} is no task")


def write(store: SQLiteStore, streams: Iterable[Stream]) -> dict[str, float]:
    """A log as it would be after these sessions had been planned; as long as one likes."""
    for stream in streams:
        store.append(stream, rows_of(stream[0].stream, stream))
    return {}


def loads(store: SQLiteStore) -> dict[str, float]:
    """json.loads of every payload, and nothing else."""
    seconds, entries = 0.0, store.entries()
    while page := [entry.payload for entry in islice(entries, 1_000)]:
        began = time.process_time()
        for payload in page:
            json.loads(payload)
        seconds += time.process_time() - began
    return {"seconds": seconds}


def read(store: SQLiteStore) -> dict[str, float]:
    began = time.process_time()
    for stream in store.streams():
        for entry in store.read(stream):
            json.loads(entry.payload)
    return {"seconds": time.process_time() - began}


def audit(store: SQLiteStore) -> dict[str, float]:
    began = time.process_time()
    document = audit_document(run_audit(store))
    seconds = time.process_time() - began
    if not document["ok"]:
        sys.exit("audit.py: the sample sessions do not pass their audit")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "events": document["events"], "peak": peak}


def bring_in(store: SQLiteStore) -> dict[str, float]:
    """The log's export brought into a new file, line by line as from a file."""
    began = time.process_time()
    with SQLiteStore(store.path.with_suffix(".again")) as other:
        import_lines(other, (line.encode() for line in export_lines(store)))
    seconds = time.process_time() - began
    return {"seconds": seconds, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def main() -> None:
    if sys.argv[1:2] == ["in-a-process"]:
        task, path, size = [*sys.argv[2:], "0"][:3]
        print(json.dumps(do(task, Path(path), int(size))))
        return
    number = rounds(5)
    with tempfile.TemporaryDirectory(prefix="plangate-") as directory:
        compare_sessions(Path(directory), number)
        compare_ambiguities(Path(directory), number)


if __name__ == "__main__":
    main()
