"""What ten thousand memories cost: recalling for a goal, and keeping one more.

    python benchmarks/recall.py [ROUNDS]

Recalling three ambiguities is held against one raw FTS5 query for the same goal in the same file,
and keeping a memory against raw sqlite3 committing one row with its index entry; both by the
processor's time. The last table shows how recall grows with what is kept.
"""

import itertools
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_most, by_best, print_table, rounds, take_turns
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.recall.recollection import Recollection
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.core.log.tables import TableRow
from plangate.core.moves import Recollect
from tests.adapters.recall_pairs import DECISIONS

SIZES = (100, 1_000, 10_000)
GOAL = "Add rate limiting and caching to the partner API and log in its customers"
ASKED = ("rate-limit-store", "cache-store", "auth-method")
RAW = (
    "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY bm25(memory_words) LIMIT 24"
)
WORDS = '"rate" OR "limit" OR "cach" OR "partner" OR "api" OR "log"'


def filled(folder: Path, count: int) -> SQLiteStore:
    """Answers and memories by the thousand, in the words of the labelled set."""
    chance = random.Random(7)
    goals = [later.goal for decided in DECISIONS for later in decided.later]
    store = SQLiteStore(folder / f"{count}.db")
    rows = []
    for number in range(count):
        decided = chance.choice(DECISIONS)
        text = f"{chance.choice(goals)}, {chance.choice(goals).lower()}"
        values = {
            "id": f"s{number}-a1",
            "session": f"s{number}",
            "place": f"/srv/{chance.randrange(5)}",
            "kind": "answer",
            "status": "kept",
            "question_id": decided.dimension,
            "reading": decided.reading,
            "text": text,
            "at": f"2026-01-{1 + number % 28:02}T00:00:00Z",
        }
        rows.append(TableRow("memories", values))
    store.append((), rows)
    return store


def main() -> None:
    by_id = {dimension.id: dimension for dimension in shipped_dimensions()}
    asked = tuple(by_id[name].as_ambiguity() for name in ASKED)
    chore = Recollect("now", "/srv/1", GOAL, asked)
    turns = rounds(20)
    table = []
    with tempfile.TemporaryDirectory() as name:
        for count in SIZES:
            store = filled(Path(name), count)
            recall = Recollection(store, lambda _: shipped_dimensions())
            db = sqlite3.connect(Path(name) / f"{count}.db")
            fresh = itertools.count()

            def keep(store: SQLiteStore = store, fresh: "itertools.count[int]" = fresh) -> None:
                number = f"mem-{next(fresh)}"
                values = {
                    "id": number,
                    "session": number,
                    "place": "*",
                    "kind": "memory",
                    "status": "kept",
                    "question_id": None,
                    "reading": None,
                    "text": "wine is kept dark and cool",
                    "at": "2026-02-01T00:00:00Z",
                }
                store.append((), [TableRow("memories", values)])

            taken = take_turns(
                {
                    "recall": lambda recall=recall: recall.recall(chore),  # type: ignore[misc]
                    "raw": lambda db=db: db.execute(RAW, (WORDS,)).fetchall(),  # type: ignore[misc]
                    "keep": keep,
                },
                turns,
            )
            ratio = by_best(taken["recall"], taken["raw"])
            table.append(
                [
                    f"{count:,}",
                    f"{taken['raw'].best * 1e3:.2f} ms",
                    f"{taken['recall'].best * 1e3:.2f} ms",
                    f"{ratio:.1f} x",
                    at_most(ratio, 8) if count == SIZES[-1] else "",
                    f"{taken['keep'].best * 1e3:.2f} ms",
                ]
            )
            db.close()
            store.close()
    head = ["kept", "raw FTS5 query", "recall, three ambiguities", "ratio", "limit", "keep one"]
    print_table("Recall", head, table)


if __name__ == "__main__":
    main()
