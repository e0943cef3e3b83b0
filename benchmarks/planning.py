"""What one step of a session costs as its workspace, or the session itself, grows old.

    python benchmarks/planning.py [ROUNDS]

The clock is the processor's: what waiting for the disk costs is in record.py. The smallest size is
the measure of the others.
"""

import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import by_best, print_table, rounds, take_turns
from benchmarks.samples import (
    Stream,
    ambiguity,
    long_loop,
    planner_over,
    sessions_of,
    typical_sessions,
)
from plangate.adapters.memory import FrozenClock
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts.plans.loops import take_turn
from plangate.app.planner import Planner
from plangate.core.audit.projection import rows_of

GOAL = "Write a parser for the settings file, with tests and documentation"
WORKSPACE = "/workspace"
#: Long after the sessions of the samples: none of their questions is a recent interruption.
LATER = datetime(2026, 6, 1, tzinfo=UTC)
SIZES = (10, 100, 1_000, 10_000)


def planner_with(path: Path, streams: list[Stream]) -> Planner:
    """A planner over a file that already holds these sessions."""
    store = SQLiteStore(path)
    store.append(
        [entry for stream in streams for entry in stream],
        [row for stream in streams for row in rows_of(stream[0].stream, stream)],
    )
    numbers = count()
    matter = ambiguity("export-format", 0.1)
    return planner_over(store, FrozenClock(LATER), lambda: f"new-{next(numbers)}", [matter])


def plan_in_an_old_workspace(place: Path, size: int) -> Callable[[], object]:
    sessions = list(sessions_of(typical_sessions(), size, WORKSPACE))
    planner = planner_with(place / f"plan-{size}.db", sessions)
    return partial(planner.start, GOAL, WORKSPACE)


def turn_in_a_long_loop(place: Path, size: int) -> Callable[[], object]:
    loop = long_loop(size)
    planner = planner_with(place / f"turn-{size}.db", [loop])
    turn = planner.session(loop[0].stream).turns[-1].turn
    return partial(take_turn, planner, loop[0].stream, turn, "the same again", by="ada")


def compare(title: str, what: str, sides: dict[str, Callable[[], object]], number: int) -> None:
    taken = take_turns(sides, number)
    smallest = next(iter(taken.values()))
    rows = [
        (name, f"{side.best * 1e3:.2f}", f"{by_best(side, smallest):.1f} ×")
        for name, side in taken.items()
    ]
    print_table(title, (what, "ms", f"of that at {next(iter(taken))}"), rows)


def main() -> None:
    number = rounds(5)
    with tempfile.TemporaryDirectory(prefix="plangate-") as directory:
        place = Path(directory)
        compare(
            "Planning a goal in a workspace with a history",
            "sessions before it",
            {f"{size:,}": plan_in_an_old_workspace(place, size) for size in SIZES},
            number,
        )
        compare(
            "One more turn of a loop",
            "events before it",
            {f"{size:,}": turn_in_a_long_loop(place, size) for size in SIZES},
            number,
        )


if __name__ == "__main__":
    main()
