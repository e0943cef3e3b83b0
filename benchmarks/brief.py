"""What a brief costs: reading a repository first, asking it again, and how much is kept (UND-3).

    .venv/bin/python benchmarks/brief.py DIRECTORY... [--files N] [--rounds R] [--goals]

All times are the processor's, of the process and its children, the best of the rounds: whatever
else the machine does hardly shows in them. `first` finds an empty cache folder, `warm` the one the
first has left, both in processes of their own without their imports; `query` is what one more goal,
never asked before, costs in such a process beyond listing the files; `command` is the whole of a
warm `plangate brief`.
The measure is `rg -c -F WORD` over the same directory in the same run. `--files` makes up a tree of
so many files.

`--goals` asks ten ordinary goals instead, none of them asked in that cache before: each in a
process of its own, behind a first look at something else, with its imports done and its objects
frozen as the server has them. A fixed piece of work in the same process says how busy the core was:
times are told as they would be where it takes PIECE.
"""

import argparse
import gc
import importlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_most, print_table
from plangate.adapters.repo.brief.scout import Scout
from plangate.adapters.repo.checkout.ripgrep import find_ripgrep
from plangate.adapters.repo.checkout.workspace_files import Workspace

ROOT = Path(__file__).resolve().parents[1]
GOALS = (
    "Add rate limiting to the public API",
    "Let customers upload pictures of their orders",
    "Sort the list by the day of the last change",
    "Remember which filter somebody chose last",
)
#: Ten ordinary goals for a directory of this name, and for any other.
ORDINARY = {
    "django": (
        "Warn when a model has no ordering and is paginated",
        "Add a --limit option to the dumpdata command",
        "Fix DateField widgets ignoring the locale's first day of the week",
        "Allow the sitemap to be split by language",
        "Store sessions in several caches",
        "Let staff users bookmark a change list with its filters",
        "Compress static files when they are collected",
        "Support generated columns in inspectdb",
        "Send a mail to admins when a migration fails",
        "Add a template filter that shortens numbers",
    ),
    "mastodon": (
        "Let users pin a hashtag to their profile",
        "Show how many people have muted a domain",
        "Add a filter for boosts to the home timeline",
        "Fix video uploads failing for large files",
        "Add an API endpoint for the followers of a list",
        "Warn before a post without alt text is sent",
        "Moderators can leave a note on a domain block",
        "Remember the last used language of a post",
        "Delete unconfirmed accounts after three days",
        "Add a keyboard shortcut for translating a post",
    ),
    "": (
        "Export the list as CSV",
        "Add an option that limits how many results are shown",
        "Fix the wrong time zone in mails",
        "Let users rename what they have uploaded",
        "Retry a request that timed out",
        "Store when somebody signed in last",
        "Warn before something is overwritten",
        "Delete what was not used for a year",
        "Show the version in the footer",
        "Make the name of the log file configurable",
    ),
}
FIRST_GOAL, PIECE = "Remember which filter somebody chose last", 0.018
WORD = "throttle"
FIRST, WARM, COMMAND, QUERY, MEMORY, KEPT = 90, 8, 15, 0.1, 300, 1.5


def look(directory: str, cache: str, goal: str) -> dict[str, float]:
    """One brief in this process: its time, the part that is only listing, and its memory."""
    Scout(None)  # its imports are not measured
    began = time.process_time() + children()
    Scout(Path(cache)).look(goal, directory)
    whole = time.process_time() + children() - began
    began = time.process_time()
    _ = Workspace(Path(directory)).stamps
    listing = time.process_time() - began
    began = time.process_time() + children()
    Scout(Path(cache)).look(GOALS[GOALS.index(goal) + 2], directory)
    query = time.process_time() + children() - began - listing
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"whole": whole, "query": query, "peak": peak}


def one_more(directory: str, cache: str, goal: str) -> dict[str, float]:
    """One more goal in a process that has looked at something else: its time, that of listing the
    files, and that of the fixed piece of work around it."""
    importlib.import_module("ast_grep_py")  # as late as it is, it is not measured
    Scout(Path(cache)).look(FIRST_GOAL, directory)
    gc.collect()
    gc.freeze()
    before = min(map(piece_of_work, range(5)))
    began = time.process_time() + children()
    Scout(Path(cache)).look(goal, directory)
    whole = time.process_time() + children() - began
    began = time.process_time()
    _ = Workspace(Path(directory)).stamps
    listing = time.process_time() - began
    busy = (before + min(map(piece_of_work, range(5)))) / 2 / PIECE
    return {"whole": whole / busy, "query": (whole - listing) / busy, "busy": busy}


def piece_of_work(_: int) -> float:
    """How long something takes that is always the same."""
    began = time.process_time()
    words: dict[str, int] = {}
    for number in range(60_000):
        word = str(number * 7_919 % 10_007)
        words[word] = words.get(word, 0) + number
    text = " ".join(words)
    for _ in range(6):
        re.findall(r"\b[1-4]\w+3\b", text)
    return time.process_time() - began


def measure_goals(directory: Path, rounds: int) -> None:
    """Ten goals, the best round of each."""
    goals = ORDINARY.get(directory.name, ORDINARY[""])
    rows = []
    taken: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory(prefix="plangate-") as home:
        in_a_process("look", directory, f"{home}/first", GOALS[0])
        for goal in goals:
            each = []
            for number in range(rounds):
                cache = shutil.copytree(f"{home}/first", f"{home}/{number}", dirs_exist_ok=True)
                each.append(in_a_process("one-more", directory, str(cache), goal))
                shutil.rmtree(cache)
            taken.append(min(each, key=lambda one: one["query"]))
            rows.append((goal, *told(taken[-1:]), ""))
    mean = sum(one["query"] for one in taken) / len(taken)
    rows.append(("average", *told(taken), at_most(mean, QUERY)))
    columns = ("goal", "beyond listing", "with it", "busy", "limit")
    print_table(f"{directory.name}: goals never asked before", columns, rows)


def told(taken: list[dict[str, float]]) -> tuple[str, str, str]:
    query, whole, busy = (
        sum(one[name] for one in taken) / len(taken) for name in ("query", "whole", "busy")
    )
    return seconds(query), seconds(whole), times(busy, 1)


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_a_process(what: str, directory: Path, cache: str, goal: str) -> dict[str, float]:
    given = [sys.executable, __file__, "in-a-process", what, str(directory), cache, goal]
    found: dict[str, float] = json.loads(
        subprocess.run(given, capture_output=True, check=True).stdout
    )
    return found


def used_by(command: list[str], **more: str) -> float:
    began = children()
    kept = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    subprocess.run(command, env=kept, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    return children() - began


def measure(directory: Path, rounds: int) -> None:
    ripgrep = str(find_ripgrep(directory) or sys.exit("brief.py: there is no ripgrep"))
    counting = [ripgrep, "-c", "-F", WORD, str(directory)]
    used_by(counting)
    plain, first, warm, command = [], [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="plangate-") as home:
            cache = f"{home}/plangate"
            plain.append(used_by(counting))
            first.append(in_a_process("look", directory, cache, GOALS[0]))
            warm.append(in_a_process("look", directory, cache, GOALS[1]))
            kept = sum(file.stat().st_size for file in Path(cache).rglob("*.db"))
            given = [sys.executable, "-m", "plangate", "brief", GOALS[1], "-w", str(directory)]
            used_by(given, XDG_CACHE_HOME=home, HOME=home)
            command.append(used_by(given, XDG_CACHE_HOME=home, HOME=home))
    files = Workspace(directory)
    text = sum(stamp.size for stamp in files.stamps.values())
    base = min(plain)
    cold, again, whole = best(first, "whole"), best(warm, "whole"), min(command)
    query = best(warm, "query")
    peak = max(one["peak"] for one in (*first, *warm))
    rows = [
        ("first", seconds(cold), times(cold, base), at_most(cold / base, FIRST)),
        ("warm", seconds(again), times(again, base), at_most(again / base, WARM)),
        ("query", seconds(query), times(query, base), at_most(query, QUERY)),
        ("command, warm", seconds(whole), times(whole, base), at_most(whole / base, COMMAND)),
        ("ripgrep", seconds(base), "1 ×", ""),
        ("memory", f"{peak:.0f} MB", "", at_most(peak, MEMORY)),
        (
            "kept",
            f"{kept / 1e6:.0f} MB",
            f"{kept / text:.2f} of the files",
            at_most(kept / text, KEPT),
        ),
    ]
    title = f"{directory.name}: {len(files.stamps):,} files, {text / 1e6:.0f} MB"
    print_table(title, ("what", "processor", "of ripgrep", "limit"), rows)


def best(taken: list[dict[str, float]], name: str) -> float:
    return min(one[name] for one in taken)


def seconds(value: float) -> str:
    return f"{value * 1e3:.0f} ms"


def times(value: float, base: float) -> str:
    return f"{value / base:.1f} ×"


def made_up(folder: Path, files: int) -> Path:
    """A tree of small source files that were last changed long ago."""
    for number in range(files):
        path = folder / f"pack{number // 200}" / f"module_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def handle_{number}(order):\n    return order.total_{number % 97}\n")
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("directories", nargs="*", type=Path)
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--goals", action="store_true")
    options = parser.parse_args()
    measured = measure_goals if options.goals else measure
    for directory in options.directories:
        measured(directory.resolve(), options.rounds)
    if options.files:
        with tempfile.TemporaryDirectory(prefix="plangate-") as folder:
            measured(made_up(Path(folder) / "made-up", options.files), options.rounds)


if __name__ == "__main__":
    if sys.argv[1:2] == ["in-a-process"]:
        taking = {"look": look, "one-more": one_more}[sys.argv[2]]
        sys.stdout.write(json.dumps(taking(*sys.argv[3:])))
    else:
        main()
