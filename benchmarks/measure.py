"""What the benchmarks share: sides that take turns on the machine, and one way to print.

A figure is only worth something next to another one taken in the same run, so every script measures
at least two sides and prints a ratio. The sides of one comparison run in turn, round after round:
whatever else the machine is doing hits all of them alike. Nothing here fails a run; a limit that
does not hold is printed as such.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Clock = Callable[[], float]


class Taken(NamedTuple):
    """The seconds of every round of one side, in order."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.rounds)

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)


Ratio = Callable[[Taken, Taken], float]


def take_turns(
    sides: Mapping[str, Callable[[], object]], rounds: int, clock: Clock = time.process_time
) -> dict[str, Taken]:
    """Run every side once unmeasured, then in turn; the order is turned round every time.

    The processor's time is the clock for what only computes, the wall's for what waits.
    """
    names = list(sides)
    for name in names:
        sides[name]()
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds):
        for name in names if number % 2 else reversed(names):
            gc.collect()
            began = clock()
            sides[name]()
            seconds[name].append(clock() - began)
    return {name: Taken(tuple(found)) for name, found in seconds.items()}


def by_best(side: Taken, other: Taken) -> float:
    """How many times as long: noise only ever adds, so the best rounds are nearest the truth."""
    return side.best / other.best


def by_round(side: Taken, other: Taken) -> float:
    """How many times as long, round by round: for a disk, whose own pace changes as we go."""
    return statistics.median([a / b for a, b in zip(side.rounds, other.rounds, strict=True)])


def rounds(usual: int) -> int:
    """How many rounds to run; the first argument of the script says otherwise."""
    return int(sys.argv[1]) if len(sys.argv) > 1 else usual


# --- printing -------------------------------------------------------------------------------------


def at_most(value: float, limit: float) -> str:
    return f"at most {limit:g}: {'holds' if value <= limit else 'DOES NOT HOLD'}"


def at_least(value: float, limit: float) -> str:
    return f"at least {limit:,g}: {'holds' if value >= limit else 'DOES NOT HOLD'}"


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table that reads well in a terminal and is Markdown too."""
    cells = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print(f"\n{title}\n\n" + "\n".join(lines), flush=True)
