"""What the rows of the adequacy check share: the facts they look at, and how they report.

The rows themselves are in adequacy_tasks.py and adequacy_plan.py; adequacy.py runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from plangate.core.model.policy.plans_numbers import LONGEST_QUOTE
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.words.plan_words import is_test_path, real_files, verification


class Seen(NamedTuple):
    """What a row saw, and what would cure it."""

    saw: str
    cure: str


class PlanFacts(NamedTuple):
    """What the rules need to know about a plan as a whole, worked out once."""

    document: PlanDocument
    tasks: tuple[PlanTask, ...]
    place: Mapping[str, int]
    complexity: int | None
    target: int | None
    carried: Mapping[str, int]
    """For every field, how many tasks carry it."""
    terrain: object | None = None
    """What is there to plan on (substance.Terrain); None where no workspace is known."""
    created: frozenset[str] = frozenset()
    """The files the plan itself brings into being."""
    made: frozenset[str] = frozenset()
    """Those files and the folders they lie in."""
    has_own_targets: bool = False
    """Whether a task changes a file where targets are named."""
    on_goal: frozenset[str] = frozenset()
    """The words of the tasks that speak of the goal."""
    linked: Mapping[str, frozenset[str]] = {}
    """For a task, those it comes after and those that come after it."""

    @property
    def expected(self) -> int:
        """ADQ-17's target; only rows that need a goal complexity ask for it."""
        return self.target or 1


class TaskRow(NamedTuple):
    """A signal about one task: `needs` are the fields without which it is skipped."""

    rule: str
    code: str
    factor: float
    look: Callable[[PlanTask, PlanFacts], Seen | None]
    needs: tuple[str, ...] = ()
    critical: bool = False


class PlanRow(NamedTuple):
    """A signal about the plan; a second row of the same code is tried when the first is silent."""

    rule: str
    code: str
    factor: float | Callable[[PlanFacts], float]
    look: Callable[[PlanFacts], Seen | None]
    needs: tuple[str, ...] = ()


# --- words of the findings ------------------------------------------------------------------------


def quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= LONGEST_QUOTE else f"“{line[:LONGEST_QUOTE].rstrip()}…”"


def named(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5:,} more" if len(names) > 5 else "")


def mentions_verification(task: PlanTask) -> bool:
    return bool(
        verification(task.description)
        or (task.check and verification(task.check))
        or any(is_test_path(path) for path in real_files(task.files))
    )
