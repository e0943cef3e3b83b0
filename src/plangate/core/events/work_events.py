"""What happens to a plan: its versions, what was measured and let pass, and the work on it."""

from __future__ import annotations

from typing import Any, NamedTuple

from plangate.core.model.nouns import Plan, Task


class PlanDrafted(NamedTuple):
    plan: Plan


class PlanRefined(NamedTuple):
    """A round that expanded the plan, or the repair of a task that failed (REF-3)."""

    plan: Plan
    round: int = 0
    reserved: int = 0
    spent: int = 0
    repairs: tuple[str, ...] = ()


class PlanRolledBack(NamedTuple):
    """A round that left the plan as it was: refused, without change, or never offered (REF-3)."""

    round: int
    reason: str
    why: str
    changes: tuple[str, ...] = ()
    reserved: int = 0
    spent: int = 0


class PlanMeasured(NamedTuple):
    """How the refinement loop ended, with the telemetry of REF-5."""

    telemetry: dict[str, Any]


class PlanEdited(NamedTuple):
    """A person's own version; what they wrote is never overwritten (PLAN-3)."""

    plan: Plan
    pins: dict[str, list[str]]
    removed: tuple[str, ...]
    telemetry: dict[str, Any]
    by: str


class FindingsAllowed(NamedTuple):
    """PLAN-5: findings of the quality gate a person let pass, as `task code`, and why."""

    findings: tuple[str, ...]
    reason: str
    by: str


class TasksRefused(NamedTuple):
    """PLAN-7: what the quality gate keeps back of a plan under way, and why; maybe nothing."""

    tasks: dict[str, str]


class PlanApproved(NamedTuple):
    """PLAN-6: the one-way steps of one version, approved by a person on their own surface."""

    version: int
    tasks: tuple[Task, ...]
    by: str
    surface: str


class TaskStarted(NamedTuple):
    task: str
    by: str


class TaskDone(NamedTuple):
    task: str
    by: str


class TaskFailed(NamedTuple):
    task: str
    why: str
    by: str


WorkEvent = (
    PlanDrafted
    | PlanRefined
    | PlanRolledBack
    | PlanMeasured
    | PlanEdited
    | FindingsAllowed
    | TasksRefused
    | PlanApproved
    | TaskStarted
    | TaskDone
    | TaskFailed
)
