"""The labelled goals as typed records: what a sensible colleague would want for each of them.

README.md beside this file says how the labels were made and which half may be looked at.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

SETS = Path(__file__).resolve().parent
REPOS = SETS / "repos"
SEED = "plangate-sets"
PER_REPO = 18

Half = Literal["open", "held"]
Outcome = Literal["go_ahead", "plan", "question", "loop", "stop"]
Kind = Literal[
    "trivial",
    "small",
    "large",
    "exploratory",
    "contradictory",
    "one_way",
    "exists_already",
    "vague",
    "issue",
]


class Locator(NamedTuple):
    """Where something is: a file of the repository and a name that stands in it."""

    path: str
    symbol: str


class Ambiguity(NamedTuple):
    """Something a person would have to decide, and the readings that are acceptable."""

    what: str
    readings: tuple[str, ...]
    irreversible: tuple[str, ...]


class Contradiction(NamedTuple):
    """A clause of the goal against another one, or against a line (path:line) of the repository."""

    clause: str
    against: str
    where: str | None


class Goal(NamedTuple):
    """One goal with its labels."""

    id: str
    repo: str
    half: Half
    language: str
    goal: str
    outcome: tuple[Outcome, ...]
    kind: Kind
    exists: tuple[Locator, ...]
    places: tuple[str, ...]
    tests: tuple[str, ...]
    ambiguities: tuple[Ambiguity, ...]
    one_way: bool
    one_way_stated: bool
    contradiction: Contradiction | None
    complexity: int
    complexity_why: str

    @property
    def root(self) -> Path:
        """The folder of the goal's repository. Copy it before anything writes there."""
        return REPOS / self.repo


def goals(half: Half) -> list[Goal]:
    """The goals of one half, in the order of the file."""
    if half not in get_args(Half):
        raise ValueError(f"half: {half!r} is neither 'open' nor 'held'")
    text = (SETS / f"goals.{half}.jsonl").read_text(encoding="utf-8")
    return [_goal(json.loads(line)) for line in text.splitlines()]


def split(repo: str) -> dict[int, Half]:
    """Which half each number of a repository belongs to: drawn before the labels were written."""
    order = list(range(1, PER_REPO + 1))
    random.Random(f"{SEED}:{repo}").shuffle(order)
    middle = PER_REPO // 2
    return {number: "open" if at < middle else "held" for at, number in enumerate(order)}


def seal() -> str:
    """A digest of every label and file of the repositories; SEALED holds the one agreed on."""
    files = [*SETS.glob("goals.*.jsonl"), *(path for path in REPOS.rglob("*") if path.is_file())]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.relative_to(SETS).as_posix()):
        if "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8")
            digest.update(f"{path.relative_to(SETS).as_posix()}\0{len(text)}\0{text}".encode())
    return digest.hexdigest()


def _goal(record: dict[str, Any]) -> Goal:
    found = record["contradiction"]
    return Goal(
        **record
        | {
            "outcome": tuple(record["outcome"]),
            "exists": tuple(Locator(**one) for one in record["exists"]),
            "places": tuple(record["places"]),
            "tests": tuple(record["tests"]),
            "ambiguities": tuple(_ambiguity(one) for one in record["ambiguities"]),
            "contradiction": Contradiction(**found) if found else None,
        }
    )


def _ambiguity(record: dict[str, Any]) -> Ambiguity:
    return Ambiguity(record["what"], tuple(record["readings"]), tuple(record["irreversible"]))
