"""Fits how much each word of a goal speaks for a step that cannot be taken back (UND-6).

    python scripts/fit_doors.py REPO... [--look]

Learned are the goals of benchmarks/doors (their `held` files are only counted) and, as goals that
are none, the goals of benchmarks/existing_goals.json and commit subjects of clones: most of those
change code, which version control gives back. A word that no such goal has takes part of its weight
from words that stand among the same others in the commit messages of the clones. The fit is a
logistic regression, the same for the same goals; it needs numpy (the group `embeddings`). What is
learned goes into `language/words/door_weights.toml`, in hundredths; with --look nothing is written
and a fifth of the goals after the other is counted by what the rest teaches.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from plangate.core.model.policy.understanding_numbers import DOOR_LIKELY  # noqa: E402
from plangate.language.issues.likely_doors import door_odds_by, signs_of, words_of  # noqa: E402

GOALS = ROOT / "benchmarks" / "doors"
WRITTEN = ROOT / "src" / "plangate" / "language" / "words" / "door_weights.toml"
#: Steps of the fit, how fast it goes, how strongly weights are held back, the least one kept.
ROUNDS, PACE, HELD_BACK, LEAST = 400, 0.1, 1.0, 0.08
SUBJECTS = 12_000
WEIGHT = {"doors": 2.0, "near": 1.0, "ordinary": 0.8, "subject": 0.03}
#: What stands around a word: its neighbours so far away that are among so many frequent ones. Words
#: that stand so often are compared, by so many numbers, which count so much beside the word itself.
AROUND, FREQUENT, STANDS, NUMBERS, ALIKE = 4, 2_000, 8, 80, 0.8
MESSAGES = 6_000
HEAD = """# How much a word, two together (a_b), or how a goal is put (=) speak for a step that
# cannot be taken back, in hundredths of log odds: fitted by scripts/fit_doors.py, never by hand.
"""

Array = Any  # of numbers; numpy need not be here for the types to be checked


class Goal(NamedTuple):
    text: str
    kind: str

    @property
    def is_door(self) -> bool:
        return self.kind == "doors"


def told(name: str) -> list[str]:
    """The goals of one file."""
    lines = (GOALS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["goal"] for line in lines if line.strip()]


def wishes(*, held: bool) -> list[str]:
    """Goals written to be there already or not: ordinary wishes in people's own words."""
    sets = json.loads((ROOT / "benchmarks" / "existing_goals.json").read_text(encoding="utf-8"))
    some = [rows for name, rows in sets.items() if name != "about" and ("held" in name) == held]
    return [goal for repos in some for listed in repos.values() for goal, _ in listed]


def messages(repos: Iterable[Path]) -> tuple[list[str], list[str]]:
    """Commit subjects of more than three words, drawn by a seed, and all lines of the messages."""
    subjects: list[str] = []
    lines: list[str] = []
    for repo in repos:
        log = ["git", "-C", str(repo), "log", "--no-merges", "-n", str(MESSAGES), "--format=%x01%B"]
        run = subprocess.run(log, capture_output=True, text=True, errors="replace", check=True)
        for message in run.stdout.split("\x01")[1:]:
            subjects += [line for line in message.splitlines()[:1] if len(line.split()) > 3]
            lines += message.splitlines()
    random.Random(1).shuffle(subjects)
    return subjects, list(dict.fromkeys(lines))


def alike(lines: Iterable[str]) -> dict[str, Array]:
    """What stands around each word, as a few numbers: those of words with like neighbours are
    alike (shared information of two words, positive only, along its main axes)."""
    said = [words_of(line) for line in lines]
    counted = Counter(word for words in said for word in words)
    known = [word for word, times in counted.most_common() if times >= STANDS]
    place = {word: at for at, word in enumerate(known)}
    frequent = min(FREQUENT, len(known))
    beside = np.zeros(len(known) * frequent, np.float32)
    for begin in range(0, len(said), 50_000):
        cells: list[int] = []
        for words in said[begin : begin + 50_000]:
            at = [place.get(word, -1) for word in words]
            for here, one in enumerate(at):
                near = (*at[max(0, here - AROUND) : here], *at[here + 1 : here + 1 + AROUND])
                if one >= 0:
                    cells += [one * frequent + other for other in near if 0 <= other < frequent]
        some, times = np.unique(np.array(cells, np.int64), return_counts=True)
        beside[some] += times
    table = beside.reshape(len(known), frequent)
    share = (table.sum(0) ** 0.75) / (table.sum(0) ** 0.75).sum()
    expected = np.maximum(table.sum(1, keepdims=True), 1) * np.maximum(share, 1e-9)
    table = np.log(np.maximum(table / expected, 1.0))
    strength, axes = np.linalg.eigh(table.T @ table)
    main = axes[:, -NUMBERS:] / np.sqrt(np.sqrt(np.maximum(strength[-NUMBERS:], 1e-9)))
    numbers = table @ main
    numbers = numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-9)
    return dict(zip(known, ALIKE * numbers, strict=True))


def fitted(goals: Sequence[Goal], kin: Mapping[str, Array]) -> dict[str, float]:
    """The weight of every sign, and of none (".") for where the odds begin."""
    said = [list(signs_of(goal.text)) for goal in goals]
    place = {sign: at for at, sign in enumerate(dict.fromkeys(s for signs in said for s in signs))}
    columns = np.array([place[sign] for signs in said for sign in signs], np.int64)
    rows = np.repeat(np.arange(len(said)), [len(signs) for signs in said])
    count = max(1, len(place))
    numbers = np.array(
        [sum((kin[s] for s in signs if s in kin), np.zeros(NUMBERS)) for signs in said]
    )
    wanted = np.array([goal.is_door for goal in goals], float)
    weight = np.array([WEIGHT[goal.kind] for goal in goals])
    held = np.full(count + NUMBERS + 1, HELD_BACK)
    held[-1] = 0.0
    values, slope_mean, slope_square = (np.zeros(count + NUMBERS + 1) for _ in range(3))
    for step in range(1, ROUNDS + 1):
        odds = np.bincount(rows, values[:count][columns], len(said)) + values[-1]
        odds += numbers @ values[count:-1]
        off = weight * (1 / (1 + np.exp(-np.clip(odds, -30, 30))) - wanted)
        slope = np.concatenate((np.bincount(columns, off[rows], count), off @ numbers, [off.sum()]))
        slope += held * values
        slope_mean = 0.9 * slope_mean + 0.1 * slope
        slope_square = 0.99 * slope_square + 0.01 * slope * slope
        fair = np.sqrt(slope_square / (1 - 0.99**step)) + 1e-8
        values -= PACE * (1 - step / (ROUNDS + 1)) * slope_mean / (1 - 0.9**step) / fair
    found = {sign: float(values[at]) for sign, at in place.items()}
    for word, near in kin.items():
        found[word] = found.get(word, 0.0) + float(near @ values[count:-1])
    kept = {sign: value for sign, value in found.items() if abs(value) >= LEAST}
    return {".": float(values[-1]), **kept}


def rows_of(weights: Mapping[str, float]) -> list[str]:
    """Sign and hundredths, as many on a line as fit."""
    lines, line = [], ""
    for sign, weight in sorted(weights.items()):
        part = f"{sign} {round(weight * 100)}"
        if len(line) + len(part) > 90:
            lines.append(line)
            line = ""
        line = f"{line} {part}".strip()
    return [*lines, line]


def crossed(goals: Sequence[Goal], plain: Sequence[Goal], kin: Mapping[str, Array]) -> None:
    """A fifth of the goals after the other, by what the rest teaches."""
    drawn = list(goals)
    random.Random(3).shuffle(drawn)
    odds: dict[str, list[float]] = {kind: [] for kind in WEIGHT}
    for part in range(5):
        weights = fitted([g for at, g in enumerate(drawn) if at % 5 != part] + [*plain], kin)
        for goal in drawn[part::5]:
            odds[goal.kind].append(door_odds_by(weights, goal.text))
    for bar in (0.4, 0.7, 1.0, 1.3, 1.6):
        counted = (f"{k} {np.mean(np.array(o) >= bar):.3f}" for k, o in odds.items() if o)
        print(f"at {bar:4.1f}: {', '.join(counted)}")


def report(weights: Mapping[str, float], others: Sequence[str]) -> None:
    """What is found of each file, and of goals that are none, at the threshold of the policy."""
    lists = {path.stem: told(path.stem) for path in sorted(GOALS.glob("*.jsonl"))}
    lists |= {"wishes, held": wishes(held=True), "subjects not learned": list(others)}
    for name, texts in lists.items():
        found = sum(door_odds_by(weights, text) >= DOOR_LIKELY for text in texts)
        print(f"{name:22} {found:5} of {len(texts):5}, {100 * found / max(1, len(texts)):.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repos", nargs="+", type=Path, metavar="REPO")
    parser.add_argument("--look", action="store_true", help="count by fifths, and write nothing")
    given = parser.parse_args()
    subjects, lines = messages(given.repos)
    goals = [Goal(text, kind) for kind in ("doors", "near", "ordinary") for text in told(kind)]
    goals += [Goal(text, "ordinary") for text in wishes(held=False)]
    plain = [Goal(text, "subject") for text in subjects[:SUBJECTS]]
    kin = alike(lines)
    if given.look:
        crossed(goals, plain, kin)
        return
    weights = fitted([*goals, *plain], kin)
    report(weights, subjects[SUBJECTS : 2 * SUBJECTS])
    text = [HEAD, '[door_weights]\nexample = "purge"\nrows = [\n']
    text += [f"    {json.dumps(row, ensure_ascii=False)},\n" for row in rows_of(weights)]
    WRITTEN.write_text("".join([*text, "]\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
