"""How a session changes with its plan and the work on it: a handler for each event (REC-1)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.log.handlers import Handlers
from plangate.core.log.session import Session
from plangate.core.log.session_parts import Refining
from plangate.core.model.nouns import Plan

#: The handlers of this page.
on = Handlers()


@on.of(e.PlanDrafted)
def _plan_drafted(s: Session, event: e.PlanDrafted, _at: str) -> None:
    _next_version(s, event.plan)
    s.stale_plan = None
    s.touched.clear()
    if event.by:
        answered = (x for x in s.questions.values() if x.status == "answered")
        s.drafted_after.update(str(x.id) for x in answered)
    s.refining = Refining(from_version=event.plan.version, ended=False)


@on.of(e.PlanAdopted)
def _plan_adopted(s: Session, event: e.PlanAdopted, _at: str) -> None:
    s.work.adopted = event


@on.of(e.PlanRefined)
def _plan_refined(s: Session, event: e.PlanRefined, _at: str) -> None:
    if event.repairs and s.plan is not None:
        known = {task.id for task in s.plan.tasks}
        added = {task.id: task.description for task in event.plan.tasks if task.id not in known}
        s.work.repairs.update(added)
    _next_version(s, event.plan)
    for name in event.repairs:
        s.failures.pop(name, None)
    if event.round:
        _round_ended(s, event.spent, "kept")


@on.of(e.PlanRolledBack)
def _plan_rolled_back(s: Session, event: e.PlanRolledBack, _at: str) -> None:
    _round_ended(s, event.spent, event.reason)


def _round_ended(s: Session, spent: int, last: str) -> None:
    refining = s.refining
    s.refining = refining._replace(
        rounds=refining.rounds + 1, tokens=refining.tokens + spent, last=last
    )


@on.of(e.PlanMeasured)
def _plan_measured(s: Session, event: e.PlanMeasured, _at: str) -> None:
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)


@on.of(e.PlanEdited)
def _plan_edited(s: Session, event: e.PlanEdited, _at: str) -> None:
    _next_version(s, event.plan)
    for name, fields in event.pins.items():
        s.pins[name] = {*s.pins.get(name, ()), *fields}
    s.removed_tasks.update(event.removed)
    s.removed_tasks.difference_update(task.id for task in event.plan.tasks)
    for name in event.removed:
        s.pins.pop(name, None)
        s.progress.pop(name, None)
    s.telemetry = event.telemetry
    s.refining = s.refining._replace(ended=True)
    s.stop = None


def _next_version(s: Session, plan: Plan) -> None:
    s.plans.append(plan)
    for name, entry in s.assumptions.items():
        resting = tuple(task.id for task in plan.tasks if name in task.rests_on)
        s.assumptions[name] = entry._replace(tasks=resting)


@on.of(e.FindingsAllowed)
def _findings_allowed(s: Session, event: e.FindingsAllowed, _at: str) -> None:
    for finding in event.findings:
        task, _, code = finding.rpartition(" ")
        s.allowed_findings.add((task, code))
    s.stop = None


@on.of(e.TasksRefused)
def _tasks_refused(s: Session, event: e.TasksRefused, _at: str) -> None:
    s.refused = dict(event.tasks)


@on.of(e.PlanApproved)
def _plan_approved(s: Session, event: e.PlanApproved, _at: str) -> None:
    s.approved.update(event.tasks)


@on.of(e.TaskStarted)
def _task_started(s: Session, event: e.TaskStarted, _at: str) -> None:
    s.progress[event.task] = "started"


@on.of(e.TaskDone)
def _task_done(s: Session, event: e.TaskDone, _at: str) -> None:
    s.progress[event.task] = "done"
    if event.proof is not None:
        s.work.proofs[event.task] = event.proof


@on.of(e.TaskProved)
def _task_proved(s: Session, event: e.TaskProved, _at: str) -> None:
    s.work.proofs[event.task] = event.proof


@on.of(e.PlacesSeen)
def _places_seen(s: Session, event: e.PlacesSeen, _at: str) -> None:
    s.work.seen_files.update(event.files)
    s.work.seen_lines.update(event.lines)
    s.work.seen_version = event.version


@on.of(e.InterviewAnswered)
def _interview_answered(s: Session, event: e.InterviewAnswered, _at: str) -> None:
    s.work.interviewed.append(event.ambiguity)


@on.of(e.InterviewEnded)
def _interview_ended(s: Session, _event: e.InterviewEnded, _at: str) -> None:
    s.work.interview_over = True


@on.of(e.ScopeOpened)
def _scope_opened(s: Session, event: e.ScopeOpened, _at: str) -> None:
    s.work.opened = event


@on.of(e.ScopeTaken)
def _scope_taken(s: Session, event: e.ScopeTaken, _at: str) -> None:
    s.work.scopes[event.scope] = event
    s.stop = None


@on.of(e.TaskFailed)
def _task_failed(s: Session, event: e.TaskFailed, _at: str) -> None:
    s.progress[event.task] = "failed"
    s.failures[event.task] = event.why
    s.stop = None
