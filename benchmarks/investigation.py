"""What investigating a repository costs next to one ripgrep over it, and how that grows.

    python benchmarks/investigation.py DIRECTORY [ROUNDS]

DIRECTORY is a repository, Django's sdist for the figures in the README. An investigation is the
survey and one look at every open ambiguity of the goal. It runs in a process of its own, and its
time is the wall's, without starting that process and importing its modules; the table of commands
has both in it. `first` finds an empty cache directory, `warm` the one the first has left,
`another goal` the one that another goal has left. The measure is `rg -c -F WORD` over the
directory, its files in memory, in the same rounds. Trees of three sizes are made up for the growth.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import Taken, at_most, by_best, print_table
from plangate.adapters.explore.explorer import Explorer
from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.adapters.minds.rules.mind import RulesProposer
from plangate.adapters.repo.checkout.ripgrep import find_ripgrep
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence
from plangate.core.moves import Investigate, Propose, Survey

ROOT = Path(__file__).resolve().parents[1]
GOAL = "Add authentication and rate limiting to the public API"
ANOTHER = "Let customers log in and upload pictures"
WORD = "throttle"
SIZES = (5_000, 15_000, 50_000)
FIRST, WARM, MEMORY = 40, 8, 300

# --- what runs in a process of its own ------------------------------------------------------------


def investigate(directory: str, cache: str, goal: str) -> dict[str, float]:
    """One investigation, timed, and the most memory the process has needed."""
    explorer = Explorer(lambda _workspace: shipped_dimensions(), Path(cache))
    open_now = tuple(proposed(directory, goal))
    dispatch = Dispatch("d1", "explore", "code search", "all", names(open_now), (), 300.0)
    began = time.perf_counter()
    seen = explorer.survey(Survey(directory, goal))
    chore = Investigate(directory, goal, open_now, (dispatch,))
    found = explorer.look(chore, dispatch, lambda: 300.0)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    facts: tuple[Evidence, ...] = (*seen.evidence, *found.evidence)
    return {"seconds": seconds, "peak": peak, "ambiguities": len(open_now), "facts": len(facts)}


def proposed(directory: str, goal: str) -> list[Ambiguity]:
    proposer = RulesProposer(lambda _workspace: shipped_dimensions())
    return list(proposer.propose(Propose(goal, (), directory)))


def names(ambiguities: tuple[Ambiguity, ...]) -> tuple[str, ...]:
    return tuple(ambiguity.id for ambiguity in ambiguities)


# --- what starts them -----------------------------------------------------------------------------


class Side:
    """One way to investigate a directory: the cache it finds, and the rounds it has taken."""

    def __init__(self, directory: Path, goal: str, before: str | None = None) -> None:
        self._directory, self._goal, self._before = directory, goal, before
        self._taken: list[dict[str, float]] = []

    def run(self) -> None:
        with tempfile.TemporaryDirectory(prefix="plangate-") as cache:
            if self._before is not None:
                in_a_process(self._directory, cache, self._before)
            self._taken.append(in_a_process(self._directory, cache, self._goal))

    @property
    def taken(self) -> Taken:
        return Taken(tuple(one["seconds"] for one in self._taken))

    @property
    def peak(self) -> float:
        return max(one["peak"] for one in self._taken)


def in_a_process(directory: Path, cache: str, goal: str) -> dict[str, float]:
    ended = subprocess.run(
        [sys.executable, __file__, "in-a-process", str(directory), cache, goal],
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: dict[str, float] = json.loads(ended.stdout)
    return figures


class Measure:
    """Counting one word in all files, as the measure of machine and directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._program = find_ripgrep(directory) or sys.exit("investigation.py: there is no ripgrep")
        self._seconds: list[float] = []
        self.run()
        self._seconds.clear()

    def run(self) -> None:
        began = time.perf_counter()
        subprocess.run(
            [str(self._program), "-c", "-F", WORD, "."],
            cwd=self._directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        self._seconds.append(time.perf_counter() - began)

    @property
    def taken(self) -> Taken:
        return Taken(tuple(self._seconds))


def compare(directory: Path, number: int) -> None:
    measure = Measure(directory)
    sides = {
        "first": Side(directory, GOAL),
        "warm": Side(directory, GOAL, before=GOAL),
        "another goal": Side(directory, GOAL, before=ANOTHER),
    }
    for _ in range(number):
        for side in sides.values():
            measure.run()
            side.run()
    limits = {"first": FIRST, "warm": WARM}
    rows = []
    for name, side in sides.items():
        times = by_best(side.taken, measure.taken)
        rows.append(
            (
                name,
                f"{side.taken.best * 1e3:.0f}",
                f"{side.taken.median * 1e3:.0f}",
                f"{times:.1f} ×",
                at_most(times, limits[name]) if name in limits else "",
                f"{side.peak:.0f} ({at_most(side.peak, MEMORY)})",
            )
        )
    best, middle = measure.taken.best * 1e3, measure.taken.median * 1e3
    rows.append((f"rg -c -F {WORD}", f"{best:.0f}", f"{middle:.0f}", "1 ×", "", ""))
    head = ("investigation", "best, ms", "median, ms", "of ripgrep", "limit", "peak, MB")
    print_table(f"Investigating {directory.name}: {GOAL}", head, rows)


def compare_commands(directory: Path, number: int) -> None:
    """The whole command, interpreter, catalog, plan and record included."""
    measure = Measure(directory)
    seconds: dict[str, list[float]] = {"first": [], "warm": []}
    for _ in range(number):
        with tempfile.TemporaryDirectory(prefix="plangate-") as home:
            for taken in seconds.values():
                measure.run()
                taken.append(command(directory, Path(home)))
    bare = [timed([sys.executable, "-c", "pass"], {}) for _ in range(number)]
    rows = [
        (
            f"plangate plan, {name}",
            f"{min(taken) * 1e3:.0f}",
            f"{statistics.median(taken) * 1e3:.0f}",
            f"{min(taken) / measure.taken.best:.1f} ×",
        )
        for name, taken in seconds.items()
    ]
    rows.append(("python -c pass", f"{min(bare) * 1e3:.0f}", "", ""))
    print_table("As a command", ("command", "best, ms", "median, ms", "of ripgrep"), rows)


def command(directory: Path, home: Path) -> float:
    given = [sys.executable, "-m", "plangate", "plan", GOAL, "--json"]
    kept = {"HOME": str(home), "PLANGATE_DB": str(home / "p.db"), "PYTHONPATH": str(ROOT / "src")}
    return timed([*given, "--workspace", str(directory)], kept)


def timed(given: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(
        given,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return time.perf_counter() - began


# --- growth ---------------------------------------------------------------------------------------


def compare_sizes(place: Path, number: int) -> None:
    rows = []
    first_each: dict[str, float] = {}
    for size in SIZES:
        directory = tree(place / f"{size}", size)
        measure = Measure(directory)
        sides = {"first": Side(directory, GOAL), "warm": Side(directory, GOAL, before=GOAL)}
        for _ in range(number):
            for side in sides.values():
                measure.run()
                side.run()
        each = {name: side.taken.best / size * 1e6 for name, side in sides.items()}
        first_each = first_each or each
        rows.append(
            (
                f"{size:,}",
                *(
                    f"{side.taken.best:.2f} s, {each[name]:.0f} µs a file "
                    f"({each[name] / first_each[name]:.2f} ×)"
                    for name, side in sides.items()
                ),
                *(f"{by_best(side.taken, measure.taken):.1f} ×" for side in sides.values()),
                f"{max(side.peak for side in sides.values()):.0f}",
            )
        )
        shutil.rmtree(directory)
    head = ("files", "first", "warm", "first of ripgrep", "warm of ripgrep", "peak, MB")
    print_table(f"Ever larger repositories (a file of that at {SIZES[0]:,})", head, rows)


def tree(root: Path, size: int) -> Path:
    """Files of four kinds, forty to a folder, no two alike, last changed long ago."""
    for number in range(size):
        folder = root / f"part{number // 1_600}" / f"unit{number // 40}"
        if number % 40 == 0:
            folder.mkdir(parents=True)
        ending, line = KINDS[number % len(KINDS)]
        path = folder / f"{WORDS[number % len(WORDS)]}_{number}{ending}"
        path.write_text("".join(line.format(n=number, m=m) for m in range(20)), encoding="utf-8")
        os.utime(path, (1_000_000_000, 1_000_000_000))
    (root / "package.json").write_text('{"dependencies": {"express": "4"}}', encoding="utf-8")
    return root


WORDS = ("order", "invoice", "limit", "client", "report", "login", "search")
KINDS = (
    (".py", "def order_{m}_{n}(client):\n    return client.total({n}) + {m}\n\n"),
    (".ts", "export function report{m}x{n}(rows: number[]) {{ return rows[{m}] }}\n\n"),
    (".py", "class Invoice{m}x{n}:\n    number = {n}\n\n    def pay(self): ...\n\n"),
    (".md", "Part {m} of page {n} tells how orders become invoices.\n\n"),
    (".json", '{{"order": {n}, "part": {m}}}\n'),
)


def main() -> None:
    match sys.argv[1:]:
        case ["in-a-process", directory, cache, goal]:
            print(json.dumps(investigate(directory, cache, goal)))
        case [directory, *rounds]:
            number = int(rounds[0]) if rounds else 7
            compare(Path(directory), number)
            compare_commands(Path(directory), number)
            with tempfile.TemporaryDirectory(prefix="plangate-") as place:
                compare_sizes(Path(place), max(2, number // 2))
        case _:
            sys.exit("usage: python benchmarks/investigation.py DIRECTORY [ROUNDS]")


if __name__ == "__main__":
    main()
