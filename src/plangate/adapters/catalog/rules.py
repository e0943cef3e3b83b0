"""The rules proposer: ambiguities and tasks from the catalog and the repository, no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.intake import clauses_of, named_paths
from plangate.core.model import Ambiguity, Evidence, Interpretation, Task
from plangate.core.moves import DraftPlan, Propose
from plangate.core.oneway import one_way_cues

if TYPE_CHECKING:
    from plangate.adapters.catalog.dimension import Dimension

_LONGEST_TITLE = 80


class RulesProposer:
    """Proposes what the catalog knows; the same goal always gets the same proposals."""

    def __init__(self, dimensions: Callable[[Path], Sequence[Dimension]]) -> None:
        self._dimensions = dimensions

    def propose(self, chore: Propose) -> Sequence[Ambiguity]:
        found = (d.applies_to(chore.goal) for d in self._dimensions(Path(chore.workspace)))
        return [ambiguity for ambiguity in found if ambiguity is not None]

    def draft(self, chore: DraftPlan) -> Sequence[Task]:
        decided = self._decided(chore)
        if chore.one_task_group:
            decided = []
        clauses = self._uncovered_clauses(chore)
        ends = _clause_tasks(chore, clauses, len(decided), [task.id for task in decided])
        tasks = [*decided, *ends]
        verify = _verification(chore, tasks)
        return [*tasks, verify]

    def _uncovered_clauses(self, chore: DraftPlan) -> list[str]:
        """The goal's first clause, and every later one no decided dimension already covers."""
        first, *others = clauses_of(chore.goal)
        settled = chore.readings.keys() | chore.in_own_words.keys()
        decided = [
            entry for entry in self._dimensions(Path(chore.workspace)) if entry.id in settled
        ]
        return [
            first,
            *(clause for clause in others if not any(d.covers(clause) for d in decided)),
        ]

    def _decided(self, chore: DraftPlan) -> list[Task]:
        """One task for every reading that holds and says what it leads to."""
        tasks: list[Task] = []
        for dimension in self._dimensions(Path(chore.workspace)):
            held = chore.readings.get(dimension.id)
            for reading in dimension.readings:
                if reading.interpretation.id == held and reading.task is not None:
                    tasks.append(
                        reading.task._replace(
                            id=f"t{len(tasks) + 1}",
                            files=reading.task.files or _related_files(chore.evidence),
                            complexity=_task_complexity(reading.interpretation),
                            preconditions=(f"{dimension.id} is {reading.interpretation.label}",),
                            check=_check(chore.evidence, reading.task.title),
                            reversibility=reading.interpretation.reversibility,
                            rests_on=(dimension.id,),
                            answers_to=f"{dimension.id}: {_clause_about(chore.goal, dimension)}",
                        )
                    )
            if words := chore.in_own_words.get(dimension.id):
                tasks.append(_own_words(chore, dimension, words, f"t{len(tasks) + 1}"))
        return tasks


def _own_words(chore: DraftPlan, dimension: Dimension, words: str, name: str) -> Task:
    """An answer in somebody's own words is a task in those words."""
    return Task(
        id=name,
        title=_title(words),
        description=f"{dimension.id}, as answered: {words}",
        files=_related_files(chore.evidence),
        complexity=max(1, min(10, chore.complexity)),
        preconditions=(f"{dimension.id} is as answered",),
        check=_check(chore.evidence, words),
        rests_on=(dimension.id,),
        answers_to=f"{dimension.id}: {_clause_about(chore.goal, dimension)}",
    )


def _clause_tasks(
    chore: DraftPlan, clauses: Sequence[str], before: int, needs: Sequence[str]
) -> list[Task]:
    """The goal's own clauses as tasks, each behind the one before it."""
    tasks: list[Task] = []
    named = named_paths(chore.goal)
    for place, clause in enumerate(clauses):
        own = tuple(path for path in named if path in clause)
        tasks.append(
            Task(
                id=f"t{before + place + 1}",
                title=_title(clause),
                description=clause,
                files=own or _related_files(chore.evidence),
                complexity=max(1, min(10, chore.complexity)),
                depends_on=(tasks[-1].id,) if tasks else tuple(needs),
                preconditions=("the workspace as the investigation found it",),
                check=_check(chore.evidence, clause),
                reversibility="irreversible" if one_way_cues(clause) else "reversible",
                rests_on=(*chore.readings, *chore.in_own_words),
                answers_to=f"goal: {clause}",
            )
        )
    return tasks


def _verification(chore: DraftPlan, tasks: Sequence[Task]) -> Task:
    command = _test_command(chore.evidence)
    needed = {name for task in tasks for name in task.depends_on}
    return Task(
        id=f"t{len(tasks) + 1}",
        title="Verify the result",
        description=(
            f"Run {command} and add a test for each behaviour the goal names"
            if command
            else "Add a test for each behaviour the goal names; there is no test command yet"
        ),
        complexity=3,
        depends_on=tuple(task.id for task in tasks if task.id not in needed),
        check=f"{command} passes" if command else "every behaviour the goal names has a test",
        answers_to="the goal as a whole",
    )


def _check(evidence: Sequence[Evidence], what: str) -> str:
    command = _test_command(evidence)
    subject = _title(what)
    return f"{command} passes with a test for: {subject}" if command else f"a test for: {subject}"


def _test_command(evidence: Sequence[Evidence]) -> str | None:
    return next((entry.fact for entry in evidence if entry.kind == "test_command"), None)


def _related_files(evidence: Sequence[Evidence]) -> tuple[str, ...]:
    return tuple(str(entry.locator) for entry in evidence if entry.kind == "related_file")[:3]


def _task_complexity(reading: Interpretation) -> int:
    return max(1, min(10, round(reading.complexity * 10)))


def _clause_about(goal: str, dimension: Dimension) -> str:
    for clause in clauses_of(goal):
        if dimension.mentions(clause):
            return clause
    return goal


def _title(text: str) -> str:
    line = " ".join(text.split())
    line = line[:1].upper() + line[1:]
    return line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1].rstrip()}…"
