"""Fits how much each word of a goal speaks for a step that cannot be taken back (UND-6).

    python scripts/fit_doors.py REPO... [--look]

Learned are the goals of benchmarks/doors (their `held` files are only counted) and, as goals that
are none, the goals of benchmarks/existing_goals.json and commit subjects of clones: most of those
change code, which version control gives back. What is learned goes into
`language/words/door_weights.toml`, in hundredths. The fit is a logistic regression by gradients
that shrink (AdaGrad), the same for the same goals; with --look nothing is written.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from plangate.core.model.policy.understanding_numbers import DOOR_LIKELY  # noqa: E402
from plangate.language.words.likely_doors import signs_of  # noqa: E402

GOALS = ROOT / "benchmarks" / "doors"
WRITTEN = ROOT / "src" / "plangate" / "language" / "words" / "door_weights.toml"
ROUNDS, STEP, HELD_BACK, LEAST = 40, 0.1, 2.0, 0.08
SUBJECTS = 20_000
WEIGHT = {"doors": 10.0, "near": 5.0, "ordinary": 4.0, "subject": 0.1}
HEAD = """# How much a word, or two together, speak for a step that cannot be taken back, in
# hundredths of log odds: fitted by scripts/fit_doors.py, never by hand.
"""


class Goal(NamedTuple):
    signs: tuple[str, ...]
    is_door: bool
    weight: float


def told(name: str) -> list[dict[str, str]]:
    """The goals of one file."""
    path = GOALS / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [json.loads(line) for line in lines if line.strip()]


def goals(name: str, kind: str) -> list[Goal]:
    return [
        Goal(tuple(signs_of(each["goal"])), kind == "doors", WEIGHT[kind]) for each in told(name)
    ]


def wishes(*, held: bool) -> list[str]:
    """Goals written to be there already or not: ordinary wishes in people's own words."""
    sets = json.loads((ROOT / "benchmarks" / "existing_goals.json").read_text(encoding="utf-8"))
    some = [rows for name, rows in sets.items() if name != "about" and ("held" in name) == held]
    return [goal for repos in some for listed in repos.values() for goal, _ in listed]


def subjects(repos: Iterable[Path]) -> list[str]:
    """Commit subjects of more than three words, drawn by a seed."""
    found: list[str] = []
    for repo in repos:
        log = ["git", "-C", str(repo), "log", "--no-merges", "-n", "3000", "--format=%s"]
        run = subprocess.run(log, capture_output=True, text=True, errors="replace", check=True)
        found += [line for line in run.stdout.splitlines() if len(line.split()) > 3]
    random.Random(1).shuffle(found)
    return found


def fitted(cases: Sequence[Goal]) -> dict[str, float]:
    """The weight of every sign, and of none ("") for where the odds begin."""
    weights: dict[str, float] = defaultdict(float)
    moved: dict[str, float] = defaultdict(lambda: 1e-6)
    stands = Counter(sign for case in cases for sign in case.signs)
    order = list(range(len(cases)))
    chance = random.Random(2)
    for _ in range(ROUNDS):
        chance.shuffle(order)
        for at in order:
            goal = cases[at]
            signs = ("", *goal.signs)
            odds = sum(weights[sign] for sign in signs)
            off = goal.weight * (goal.is_door - 1 / (1 + math.exp(-odds)))
            for sign in signs:
                slope = off - (HELD_BACK * weights[sign] / stands[sign] if sign else 0.0)
                moved[sign] += slope * slope
                weights[sign] += STEP * slope / math.sqrt(moved[sign])
    return {sign: weight for sign, weight in weights.items() if not sign or abs(weight) >= LEAST}


def odds_of(weights: dict[str, float], signs: Iterable[str]) -> float:
    return weights.get("", 0.0) + sum(weights.get(sign, 0.0) for sign in signs)


def rows(weights: dict[str, float]) -> list[str]:
    """Sign and hundredths, as many on a line as fit."""
    lines, line = [], ""
    for sign, weight in sorted(weights.items()):
        part = f"{sign or '.'} {round(weight * 100)}"
        if len(line) + len(part) > 90:
            lines.append(line)
            line = ""
        line = f"{line} {part}".strip()
    return [*lines, line]


def report(weights: dict[str, float], others: Sequence[str]) -> None:
    """What is found of each file, and of goals that are none, at the threshold of the policy."""
    lists = {name: [g["goal"] for g in told(name)] for name in ("doors", "near", "ordinary")}
    lists |= {f"{name}, held": [g["goal"] for g in told(f"{name}_held")] for name in lists}
    lists |= {"wishes, held": wishes(held=True), "subjects not learned": list(others)}
    for name, texts in lists.items():
        odds = [odds_of(weights, signs_of(text)) for text in texts]
        for bar in (DOOR_LIKELY, *(() if "held" not in name else (DOOR_LIKELY + 1.0,))):
            found = sum(each >= bar for each in odds)
            share = 100 * found / max(1, len(odds))
            print(f"{name:22} at {bar:5.2f}: {found:5} of {len(odds):5}, {share:.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repos", nargs="+", type=Path, metavar="REPO")
    parser.add_argument("--look", action="store_true", help="write nothing")
    given = parser.parse_args()
    lines = subjects(given.repos)
    cases = [*goals("doors", "doors"), *goals("near", "near"), *goals("ordinary", "ordinary")]
    plain = WEIGHT["ordinary"]
    cases += [Goal(tuple(signs_of(text)), False, plain) for text in wishes(held=False)]
    plain = WEIGHT["subject"]
    cases += [Goal(tuple(signs_of(text)), False, plain) for text in lines[:SUBJECTS]]
    weights = fitted(cases)
    report(weights, lines[SUBJECTS:])
    if not given.look:
        text = [HEAD, '[door_weights]\nexample = "purge"\nrows = [\n']
        text += [f"    {json.dumps(row, ensure_ascii=False)},\n" for row in rows(weights)]
        WRITTEN.write_text("".join([*text, "]\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
