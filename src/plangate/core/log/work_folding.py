"""How a session changes with its plan and the work on it: a handler for each event (REC-1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from plangate.core.events import event as e
from plangate.core.model.nouns import Plan


class Refining(NamedTuple):
    """Where the refinement loop of the last draft stands (REF-2)."""

    from_version: int = 0
    rounds: int = 0
    tokens: int = 0
    last: str = ""
    ended: bool = True


def _plan_drafted(s: Any, event: e.PlanDrafted, _at: str) -> None:
    _next_version(s, event.plan)
    s.stale_plan = None
    s.touched.clear()
    s.refining = Refining(from_version=event.plan.version, ended=False)


def _plan_refined(s: Any, event: e.PlanRefined, _at: str) -> None:
    _next_version(s, event.plan)
    for name in event.repairs:
        s.failures.pop(name, None)
    if event.round:
        _round_ended(s, event.spent, "kept")


def _plan_rolled_back(s: Any, event: e.PlanRolledBack, _at: str) -> None:
    _round_ended(s, event.spent, event.reason)


def _round_ended(s: Any, spent: int, last: str) -> None:
    refining = s.refining
    s.refining = refining._replace(
        rounds=refining.rounds + 1, tokens=refining.tokens + spent, last=last
    )


def _plan_measured(s: Any, event: e.PlanMeasured, _at: str) -> None:
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)


def _plan_edited(s: Any, event: e.PlanEdited, _at: str) -> None:
    _next_version(s, event.plan)
    for name, fields in event.pins.items():
        s.pins[name] = frozenset((*s.pins.get(name, ()), *fields))
    s.removed_tasks.update(event.removed)
    s.removed_tasks.difference_update(task.id for task in event.plan.tasks)
    for name in event.removed:
        s.pins.pop(name, None)
        s.progress.pop(name, None)
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)
    s.stop = None


def _next_version(s: Any, plan: Plan) -> None:
    s.plans.append(plan)
    for name, entry in s.assumptions.items():
        resting = tuple(task.id for task in plan.tasks if name in task.rests_on)
        s.assumptions[name] = entry._replace(tasks=resting)


def _findings_allowed(s: Any, event: e.FindingsAllowed, _at: str) -> None:
    for finding in event.findings:
        task, _, code = finding.rpartition(" ")
        s.allowed_findings.add((task, code))
    s.stop = None


def _tasks_refused(s: Any, event: e.TasksRefused, _at: str) -> None:
    s.refused = dict(event.tasks)


def _plan_approved(s: Any, event: e.PlanApproved, _at: str) -> None:
    s.approved.update(event.tasks)


def _task_started(s: Any, event: e.TaskStarted, _at: str) -> None:
    s.progress[event.task] = "started"


def _task_done(s: Any, event: e.TaskDone, _at: str) -> None:
    s.progress[event.task] = "done"


def _task_failed(s: Any, event: e.TaskFailed, _at: str) -> None:
    s.progress[event.task] = "failed"
    s.failures[event.task] = event.why
    s.stop = None


WORK: dict[type, Any] = {
    e.PlanDrafted: _plan_drafted,
    e.PlanRefined: _plan_refined,
    e.PlanRolledBack: _plan_rolled_back,
    e.PlanMeasured: _plan_measured,
    e.PlanEdited: _plan_edited,
    e.FindingsAllowed: _findings_allowed,
    e.TasksRefused: _tasks_refused,
    e.PlanApproved: _plan_approved,
    e.TaskStarted: _task_started,
    e.TaskDone: _task_done,
    e.TaskFailed: _task_failed,
}
