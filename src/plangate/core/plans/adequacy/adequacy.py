"""Is a plan detailed enough to be worked from? The report of ADQ-19 over the rows of ADQ-1…16.

A task's confidence and a plan's score start at 1 and are multiplied by the factor of every row that
fires, in the order of the rows (adequacy_tasks.py, adequacy_plan.py). What a plan does not carry is
skipped, and said to be. Nothing here reads a file, knows a format, or changes a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from plangate.core.model.policy import at_least, more_than
from plangate.core.model.policy.plans_numbers import THIN, THIN_RISK, THIN_SHARE, THIN_WITH_FINDINGS
from plangate.core.model.records import AdequacyReport, FindingRecord, SkippedRecord, TaskReport
from plangate.core.plans.adequacy.adequacy_plan import PLAN_ROWS
from plangate.core.plans.adequacy.adequacy_rows import PlanFacts, PlanRow, TaskRow
from plangate.core.plans.adequacy.adequacy_tasks import TASK_ROWS
from plangate.core.plans.adequacy.substance import (
    SUBSTANCE,
    SUBSTANCE_PLAN_ROWS,
    SUBSTANCE_TASK_ROWS,
    Terrain,
    on_terrain,
)
from plangate.core.plans.plan_document import PlanDocument, PlanTask
from plangate.core.understanding.intake import estimate_complexity

SCHEMA = "plangate.adequacy/1"

#: ADQ-17: up to this goal complexity, at least this many tasks.
TARGETS = ((3, 1), (5, 2), (8, 4), (9, 6), (10, 8))
#: ADQ-17: what the depth adds.
DEPTH_ADDS: Mapping[str, int] = {"minimal": -1, "standard": 0, "deep": 2}


def target_tasks(complexity: int, depth: str) -> int:
    """ADQ-17: how many tasks a goal of this complexity needs at least."""
    tasks = next(tasks for up_to, tasks in TARGETS if complexity <= up_to)
    return max(1, tasks + DEPTH_ADDS[depth])


def check_plan(document: PlanDocument, terrain: Terrain | None = None) -> AdequacyReport:
    """ADQ-19: the `plangate.adequacy/1` report of a plan, whoever made it.

    With a `terrain` its substance is looked at too (ADQ-20…26).
    """
    facts = _facts(document)
    if terrain is not None:
        facts = on_terrain(facts, terrain)
    substance = terrain is not None
    rows = _rows_for(facts, (*TASK_ROWS, *(SUBSTANCE_TASK_ROWS if substance else ())))
    per_task: list[TaskReport] = []
    critical = 0
    for task in facts.tasks:
        confidence, findings, grave = _task_findings(task, facts, rows)
        critical += grave
        per_task.append(
            {
                "id": task.id,
                "confidence": confidence,
                "reason_codes": [finding["code"] for finding in findings],
                "findings": findings,
            }
        )
    score, findings = _plan_findings(
        facts, (*PLAN_ROWS, *(SUBSTANCE_PLAN_ROWS if substance else ()))
    )
    codes = [finding["code"] for finding in findings]
    # A plan without a task leaves everything unresolved; the exact sum forgets the tasks' order.
    risk = fsum(1 - task["confidence"] for task in per_task) / len(per_task) if per_task else 1.0
    because = thin_because(score, risk, codes, per_task)
    return {
        "schema": SCHEMA,
        "adequacy_score": score,
        "is_too_thin": because is not None,
        "thin_because": because,
        "substance": "looked at" if substance else "not looked at",
        "adequacy_reason_codes": codes,
        "detail_target_min_tasks": facts.target,
        "estimated_goal_complexity": facts.complexity,
        "aggregate_unresolved_risk": risk,
        "critical_count": critical,
        "per_task": per_task,
        "findings": findings,
        "skipped": _skipped(facts, codes),
    }


def thin_because(
    score: float, risk: float, codes: Sequence[str], per_task: Sequence[TaskReport]
) -> str | None:
    """ADQ-18: the reason that makes a plan too thin to be worked from; None when it is not."""
    least = THIN_WITH_FINDINGS if codes else THIN
    if not at_least(score, least):
        return f"as a whole it scores {score:.2f}, less than {least} ({', '.join(codes)})"
    if more_than(risk, THIN_RISK):
        return f"its tasks say too little (a risk of {risk:.2f}, more than {THIN_RISK})"
    hollow = [task["id"] for task in per_task if SUBSTANCE.intersection(task["reason_codes"])]
    if more_than(len(hollow), len(per_task) * THIN_SHARE):
        return f"{len(hollow)} of {len(per_task)} tasks are not about what is there or is wanted"
    return None


def _facts(document: PlanDocument) -> PlanFacts:
    complexity = document.goal_complexity
    if complexity is None and document.goal is not None:
        complexity = estimate_complexity(document.goal).value
    target = None if complexity is None else target_tasks(complexity, document.depth)
    tasks = document.tasks
    carried = {
        "files": sum(task.files is not None for task in tasks),
        "complexity": sum(task.complexity is not None for task in tasks),
        "depends_on": sum(task.depends_on is not None for task in tasks),
        "preconditions": sum(task.preconditions is not None for task in tasks),
        "goal": int(document.goal is not None),
        "goal_complexity": int(complexity is not None),
        "previous_tasks": int(document.previous_tasks is not None),
        "previous_files": sum(task.files is not None for task in document.previous_tasks or ()),
    }
    place = {task.id: n for n, task in enumerate(tasks)}
    return PlanFacts(document, tasks, place, complexity, target, carried)


def _rows_for(facts: PlanFacts, rows: Sequence[TaskRow]) -> list[tuple[TaskRow, tuple[str, ...]]]:
    """The rows some task carries enough for, each with the fields that not every task carries."""
    total = len(facts.tasks)
    return [
        (row, tuple(field for field in row.needs if facts.carried[field] < total))
        for row in rows
        if all(facts.carried[field] for field in row.needs)
    ]


def _task_findings(
    task: PlanTask, facts: PlanFacts, rows: Sequence[tuple[TaskRow, tuple[str, ...]]]
) -> tuple[float, list[FindingRecord], int]:
    confidence, critical = 1.0, 0
    findings: list[FindingRecord] = []
    for row, uncertain in rows:
        if uncertain and any(getattr(task, field) is None for field in uncertain):
            continue
        if seen := row.look(task, facts):
            confidence *= row.factor
            critical += row.critical
            findings.append({"code": row.code, "saw": seen.saw, "cure": seen.cure})
    return confidence, findings, critical


def _plan_findings(facts: PlanFacts, rows: Sequence[PlanRow]) -> tuple[float, list[FindingRecord]]:
    score = 1.0
    findings: dict[str, FindingRecord] = {}
    for row in rows:
        if row.code in findings or not all(facts.carried[need] for need in row.needs):
            continue
        if seen := row.look(facts):
            score *= row.factor(facts) if callable(row.factor) else row.factor
            findings[row.code] = {"code": row.code, "saw": seen.saw, "cure": seen.cure}
    return score, list(findings.values())


# --- what is skipped ------------------------------------------------------------------------------

_NOT_CARRIED = {
    "goal": "nobody said what the goal is",
    "goal_complexity": "without a goal there is no number of tasks to expect",
    "previous_tasks": "no plan before this one was given",
    "previous_files": "the plan before carries no files",
}


def _skipped(facts: PlanFacts, fired: Sequence[str]) -> list[SkippedRecord]:
    """ADQ-19: every signal that was not looked for, wholly or for some tasks, and why."""
    skipped: dict[str, str] = {}
    for row in TASK_ROWS:
        if because := _lacking(row, facts):
            skipped.setdefault(row.code, because)
    for signal in PLAN_ROWS:
        missing = [need for need in signal.needs if not facts.carried[need]]
        if missing and signal.code not in fired:
            because = _NOT_CARRIED.get(missing[0], f"no task carries {missing[0]}")
            skipped.setdefault(signal.code, because)
    return [{"code": code, "because": because} for code, because in skipped.items()]


def _lacking(row: TaskRow, facts: PlanFacts) -> str | None:
    total = len(facts.tasks)
    lacking = [field for field in row.needs if facts.carried[field] < total]
    if not lacking:
        return None
    if nowhere := [field for field in lacking if not facts.carried[field]]:
        return f"no task carries {' or '.join(nowhere)}"
    number = sum(any(getattr(task, field) is None for field in lacking) for task in facts.tasks)
    return f"{number:,} of {total:,} tasks lack {' or '.join(lacking)}"
