"""How a session changes with its plan and the work on it: a handler for each event (REC-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from plangate.core.events import event as e
from plangate.core.model.nouns import Plan, Proof


class Refining(NamedTuple):
    """Where the refinement loop of the last draft stands (REF-2)."""

    from_version: int = 0
    rounds: int = 0
    tokens: int = 0
    last: str = ""
    ended: bool = True


class Work:
    """What a plan came from and what is known of the ground it stands on.

    `seen_files` and `seen_lines` are digests of places and evidence as they were when the plan was
    made (PLAN-10); `proofs` show that a task is done (PLAN-11).
    """

    def __init__(self) -> None:
        self.adopted: e.PlanAdopted | None = None
        self.proofs: Mapping[str, Proof] = {}
        self.seen_files: Mapping[str, str] = {}
        self.seen_lines: Mapping[str, str] = {}
        self.seen_version = 0
        self.interviewed: Sequence[str] = []
        self.interview_over = False
        self.opened: e.ScopeOpened | None = None
        self.scopes: Mapping[str, e.ScopeTaken] = {}
        #: PLAN-7: the tasks made because another failed, with the words they were made with.
        self.repairs: Mapping[str, str] = {}


def _plan_drafted(s: Any, event: e.PlanDrafted, _at: str) -> None:
    _next_version(s, event.plan)
    s.stale_plan = None
    s.touched.clear()
    s.refining = Refining(from_version=event.plan.version, ended=False)


def _plan_adopted(s: Any, event: e.PlanAdopted, _at: str) -> None:
    s.work.adopted = event


def _plan_refined(s: Any, event: e.PlanRefined, _at: str) -> None:
    if event.repairs:
        known = {task.id for task in s.plan.tasks}
        added = {task.id: task.description for task in event.plan.tasks if task.id not in known}
        s.work.repairs.update(added)
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
    if event.proof is not None:
        s.work.proofs[event.task] = event.proof


def _task_proved(s: Any, event: e.TaskProved, _at: str) -> None:
    s.work.proofs[event.task] = event.proof


def _places_seen(s: Any, event: e.PlacesSeen, _at: str) -> None:
    s.work.seen_files.update(event.files)
    s.work.seen_lines.update(event.lines)
    s.work.seen_version = event.version


def _interview_answered(s: Any, event: e.InterviewAnswered, _at: str) -> None:
    s.work.interviewed.append(event.ambiguity)


def _interview_ended(s: Any, _event: e.InterviewEnded, _at: str) -> None:
    s.work.interview_over = True


def _scope_opened(s: Any, event: e.ScopeOpened, _at: str) -> None:
    s.work.opened = event


def _scope_taken(s: Any, event: e.ScopeTaken, _at: str) -> None:
    s.work.scopes[event.scope] = event
    s.stop = None


def _task_failed(s: Any, event: e.TaskFailed, _at: str) -> None:
    s.progress[event.task] = "failed"
    s.failures[event.task] = event.why
    s.stop = None


WORK: dict[type, Any] = {
    e.PlanDrafted: _plan_drafted,
    e.PlanAdopted: _plan_adopted,
    e.PlanRefined: _plan_refined,
    e.PlanRolledBack: _plan_rolled_back,
    e.PlanMeasured: _plan_measured,
    e.PlanEdited: _plan_edited,
    e.FindingsAllowed: _findings_allowed,
    e.TasksRefused: _tasks_refused,
    e.PlanApproved: _plan_approved,
    e.PlacesSeen: _places_seen,
    e.TaskStarted: _task_started,
    e.TaskDone: _task_done,
    e.TaskProved: _task_proved,
    e.TaskFailed: _task_failed,
    e.InterviewAnswered: _interview_answered,
    e.InterviewEnded: _interview_ended,
    e.ScopeOpened: _scope_opened,
    e.ScopeTaken: _scope_taken,
}
