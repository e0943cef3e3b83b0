"""What comes of a goal: outcomes, one-way doors, contradictions, places and confidence (UND-6…9).

    .venv/bin/python benchmarks/outcomes.py [--held] [--each]

Runs the labelled goals of tests/sets through the rules alone, each in a fresh copy of its
repository and a fresh database, and holds what came out against the labels. The held half is
printed as sums only. Intervals are Wilson's, 95 %; the expected calibration error is over five
equal bins of confidence, a case being right when a file the plan names is a labelled place.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate
from benchmarks.places import interval
from plangate.interfaces.outcome_documents import outcome_document
from tests.sets.load import Goal, Half, goals

WORDS = {"proceed": "go_ahead", "plan": "plan", "question": "question", "loop": "loop"}
CONTRADICTIONS = (
    "clauses-exclude-each-other",
    "clauses-may-exclude-each-other",
    "against-the-repository",
    "workspace-rules",
)


class Came(NamedTuple):
    """What came of one goal."""

    goal: Goal
    document: dict[str, Any]
    raised: tuple[str, ...]
    one_way: bool

    @property
    def outcome(self) -> str:
        return WORDS.get(self.document["outcome"], "stop")

    @property
    def tasks(self) -> list[dict[str, Any]]:
        return self.document["plan"]["tasks"] if self.document["plan"] else []

    @property
    def files(self) -> set[str]:
        return {path for task in self.tasks for path in task["files"]}


def run(goal: Goal, folder: Path) -> Came:
    workspace = folder / goal.id
    shutil.copytree(goal.root, workspace)
    git = ["git", "-C", str(workspace), "-c", "user.name=x", "-c", "user.email=x@x"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "start"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    with plangate.open_planner(workspace=workspace, db=folder / f"{goal.id}.db") as planner:
        advanced = planner.start(goal.goal, str(workspace))
        session = advanced.session
        left = [*session.left_open]
        one_way = any(
            reading.reversibility == "irreversible"
            for ambiguity in left
            for reading in ambiguity.interpretations
        ) or bool(session.plan and session.plan.requires_approval)
        raised = tuple(ambiguity.id for ambiguity in session.ambiguities)
        return Came(goal, outcome_document(advanced), raised, one_way)


def is_hand_over(came: Came) -> bool:
    """A right place, a check, no skeleton: what somebody could begin to work from."""
    right = bool(came.files & set(came.goal.places))
    checks = all(task["check"] for task in came.tasks)
    return bool(came.tasks) and right and checks and came.document["kind"] == "plan"


def calibration(pairs: list[tuple[float, bool]]) -> float:
    """Expected calibration error over five equal bins."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for sure, right in pairs:
        bins[min(4, int(sure * 5))].append((sure, right))
    total = 0.0
    for inside in bins.values():
        mean = sum(sure for sure, _ in inside) / len(inside)
        share = sum(right for _, right in inside) / len(inside)
        total += abs(mean - share) * len(inside)
    return total / len(pairs) if pairs else 0.0


def report(half: str, all_of_it: list[Came]) -> None:
    def share(name: str, some: list[Came], right: list[bool]) -> None:
        write(f"  {name:34} {interval(sum(right), len(some))} of {len(some)}")

    write(f"{half} half, {len(all_of_it)} goals, rules alone")
    share("outcome acceptable", all_of_it, [c.outcome in c.goal.outcome for c in all_of_it])
    for kind in sorted({c.goal.kind for c in all_of_it}):
        some = [c for c in all_of_it if c.goal.kind == kind]
        share(f"  {kind}", some, [c.outcome in c.goal.outcome for c in some])
    large = [c for c in all_of_it if c.goal.kind == "large"]
    share("large goals that got a go-ahead", large, [c.outcome == "go_ahead" for c in large])
    trivial = [c for c in all_of_it if c.goal.kind == "trivial"]
    share("trivial goals that got one", trivial, [c.outcome == "go_ahead" for c in trivial])
    against = [c for c in all_of_it if c.goal.contradiction]
    share("contradictions noticed", against, [_is_noticed(c) for c in against])
    doors = [c for c in all_of_it if c.goal.one_way]
    share("one-way doors asked or withheld", doors, [c.one_way for c in doors])
    vague = [c for c in all_of_it if c.goal.kind == "vague"]
    share("vague goals asked about", vague, [c.outcome == "question" for c in vague])
    sized = [c for c in all_of_it if c.document["complexity"] is not None]
    near = [abs(c.document["complexity"] - c.goal.complexity) <= 2 for c in sized]
    share("complexity within 2", sized, near)
    plans = [c for c in all_of_it if c.tasks]
    share("plans that name a right place", plans, [bool(c.files & {*c.goal.places}) for c in plans])
    share("plans with what a hand-over needs", plans, [is_hand_over(c) for c in plans])
    ended = [c for c in plans if c.outcome == "plan"]
    pairs = [(c.document["confidence"], bool(c.files & {*c.goal.places})) for c in ended]
    write(f"  expected calibration error         {calibration(pairs):.3f} on {len(pairs)} plans")


def _is_noticed(came: Came) -> bool:
    return any(name in CONTRADICTIONS for name in came.raised)


def each(came: Came) -> None:
    right = "ok " if came.outcome in came.goal.outcome else "NOT"
    facts = came.document
    write(
        f"{right} {came.goal.kind:14} {came.outcome:9} g={facts['grasp']} c={facts['confidence']} "
        f"{facts['kind']} size {facts['complexity']}/{came.goal.complexity} {list(came.raised)} "
        f"| {came.goal.goal[:70]!r}"
    )


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--held", action="store_true", help="the sums of the held half too")
    parser.add_argument("--each", action="store_true", help="a line for each goal of the open half")
    options = parser.parse_args()
    halves: tuple[Half, ...] = ("open", "held") if options.held else ("open",)
    for half in halves:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = f"{folder}/cache"
            came = [run(goal, Path(folder)) for goal in goals(half)]
        if options.each and half == "open":
            for one in came:
                each(one)
        report(half, came)


if __name__ == "__main__":
    main()
