"""How far what a plan says of itself is right, part by part (UND-8).

    .venv/bin/python benchmarks/calibration.py [--list FILE.jsonl --clones DIRECTORY] [--held]

Plans the open half of tests/sets, or the goals of a list (`repo`, `goal` and `places` a line, their
clones in a directory) by the rules alone. A case is right when a file the plan names is a labelled
place; the labels say nothing of decisions, so the chance of the place is printed beside the whole,
and the whole by what held it down: the place, decisions nobody confirmed, the grasp, a skeleton.

A handful of plans is off by chance: beside every error stands the mean of a thousand draws in which
each plan is right exactly as often as it says. An error is told from chance by how few of the draws
have a larger one.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate
from benchmarks.measure import print_table
from benchmarks.outcomes import calibration
from plangate.core.gate.session_facts import grasp_in, places_in
from plangate.core.understanding.confidence import place_confidence
from plangate.core.understanding.restating import is_skeleton_in
from plangate.interfaces.outcome_documents import outcome_document
from tests.sets.load import Half, goals

DRAWS = 1_000


class Case(NamedTuple):
    repo: str
    root: Path
    goal: str
    places: frozenset[str]


class Told(NamedTuple):
    """What a plan says: as a whole, of its place, and what held the whole down."""

    case: Case
    outcome: str
    sure: float
    place: float
    held_by: str
    right: bool


def of_sets(half: Half, folder: Path) -> Iterator[Case]:
    for goal in goals(half):
        root = folder / goal.repo
        if not root.exists():
            shutil.copytree(goal.root, root)
            git = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@x"]
            for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "start"]):
                subprocess.run([*git, *command], check=True, capture_output=True)
        if goal.places:
            yield Case(goal.repo, root, goal.goal, frozenset(goal.places))


def of_list(file: Path, clones: Path) -> Iterator[Case]:
    for row in map(json.loads, file.read_text().splitlines()):
        if row["places"]:
            yield Case(row["repo"], clones / row["repo"], row["goal"], frozenset(row["places"]))


def planned(case: Case, folder: Path) -> Told | None:
    """What the plan for a goal says; None where there is none, or it names no file."""
    with plangate.open_planner(workspace=case.root, db=folder / "calibration.db") as planner:
        advanced = planner.start(case.goal, str(case.root))
    session, document = advanced.session, outcome_document(advanced)
    grasp = grasp_in(session)
    if session.seen is None or session.plan is None or grasp is None:
        return None
    named = {path for task in session.plan.tasks for path in task.files}
    if not named or document["confidence"] is None:
        return None
    near = [one for one in places_in(session, session.seen) if one.path in named]
    place, sure = place_confidence(near, session.seen.files), document["confidence"]
    lower = {
        "the place": place,
        "the grasp": grasp.value,
        "a skeleton": sure if is_skeleton_in(session) else 1.0,
    }
    held_by = min(lower, key=lambda why: lower[why])
    held_by = held_by if sure >= lower[held_by] - 0.005 else "decisions"
    right = not case.places.isdisjoint(named)
    return Told(case, document["outcome"], sure, place, held_by, right)


def row(what: str, told: Sequence[Told], said: Callable[[Told], float]) -> tuple[str, ...]:
    pairs = [(said(one), one.right) for one in told]
    lots = random.Random(1)
    drawn = [calibration([(sure, lots.random() < sure) for sure, _ in pairs]) for _ in range(DRAWS)]
    error = calibration(pairs)
    larger = sum(one >= error for one in drawn) / DRAWS
    return (
        what,
        str(len(told)),
        f"{sum(sure for sure, _ in pairs) / len(pairs):.2f}",
        f"{sum(right for _, right in pairs) / len(pairs):.2f}",
        f"{error:.2f}",
        f"{sum(drawn) / DRAWS:.2f}",
        f"{larger:.2f}",
    )


def report(name: str, told: Sequence[Told]) -> None:
    groups: list[tuple[str, Sequence[Told], Callable[[Told], float]]] = [
        ("the whole", told, lambda one: one.sure),
        ("its place", told, lambda one: one.place),
    ]
    for outcome in sorted({one.outcome for one in told}):
        some = [one for one in told if one.outcome == outcome]
        groups.append((f"outcome {outcome}", some, lambda one: one.sure))
    for why in sorted({one.held_by for one in told}):
        some = [one for one in told if one.held_by == why]
        groups.append((f"held down by {why}", some, lambda one: one.sure))
    for low in range(5):
        some = [one for one in told if min(4, int(one.sure * 5)) == low]
        groups.append((f"said {low / 5:.1f} to {low / 5 + 0.2:.1f}", some, lambda one: one.sure))
    rows = [row(*group) for group in groups if group[1]]
    print_table(name, ("what", "plans", "said", "right", "error", "by chance", "larger"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--list", type=Path, help="labelled goals, one a line")
    parser.add_argument("--clones", type=Path, help="where the clones of the list lie")
    parser.add_argument("--held", action="store_true", help="the held half of tests/sets")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        half: Half = "held" if options.held else "open"
        listed = options.list and options.clones
        cases = of_list(options.list, options.clones) if listed else of_sets(half, Path(folder))
        told = [one for case in cases if (one := planned(case, Path(folder)))]
    report(str(options.list.name if listed else f"tests/sets, {half}"), told)


if __name__ == "__main__":
    main()
