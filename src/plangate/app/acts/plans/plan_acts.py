"""What a person does with plans: compare versions, write one, approve one (PLAN-3…6), adopt one."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import NamedTuple

from plangate.app.naming.lookup import find_session
from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.events.event import PlanAdopted
from plangate.core.gate.session_facts import one_way, plan_notes
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput, Refused, StillWaiting
from plangate.core.model.nouns import Plan, Task
from plangate.core.model.records import AdequacyReport
from plangate.core.plans.plan_edits import check_edit, pins_of, read_edited_tasks
from plangate.core.plans.plan_graph import next_version
from plangate.core.plans.quality import Blocked, refused_tasks
from plangate.core.plans.refinement import assess, telemetry
from plangate.core.plans.work.task_progress import awaiting_approval, is_refused, tasks_left_open
from plangate.core.words.irreversible import as_they_are


class Approved(NamedTuple):
    session: Session
    plan: Plan
    tasks: tuple[Task, ...]
    """What this call approved; empty when nothing waited."""


def plan_session(planner: Planner, name: str) -> tuple[Session, Plan]:
    """A session by its id or an abbreviation, moved on to where it stands, with its plan."""
    session = planner.advance(find_session(planner.store, name)).session
    if session.plan is None:
        if question := session.open_question:
            raise StillWaiting(
                f"{session.id} has no plan yet: {question.id} waits for an answer; "
                f"see it with `plangate show {question.id}`, "
                f"answer it with `plangate answer {question.id} KEY`"
            )
        if session.loop_open:
            problem = f"{session.id} is still being found out and has no plan"
            clear = f"`plangate ooda {session.id} promote 'what became clear'`, or one that has"
            raise BadInput("session id", problem, clear)
        raise BadInput("session id", f"{session.id} has no plan ({session.state})", "one that has")
    return session, session.plan


def two_versions(
    planner: Planner, name: str, old: str | None, new: str | None
) -> tuple[Session, Plan, Plan]:
    """Two versions of a plan: those named, or the last and the one before it."""
    session, plan = plan_session(planner, name)
    after = _version(session, new, "the second version") if new else plan
    if old is not None:
        return session, _version(session, old, "the first version"), after
    if after.parent is None:
        raise BadInput("version", f"{session.id} has only version 1", "a plan that changed")
    return session, session.plans[after.parent - 1], after


def _version(session: Session, text: str, field: str) -> Plan:
    number = text.strip().lower().removeprefix(f"{session.id}-").removeprefix("v")
    known = f"v1 to v{len(session.plans)}" if len(session.plans) > 1 else "v1"
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise BadInput(field, f"{text[:40]!r} is not a version", known)
    if not 1 <= int(number) <= len(session.plans):
        raise BadInput(field, f"there is no v{int(number)}", known)
    return session.plans[int(number) - 1]


# --- a person's own version -----------------------------------------------------------------------


def edit_plan(
    planner: Planner, name: str, document: object, *, allow_reason: str | None, by: str
) -> Advanced:
    """Write a person's version; what they changed is pinned. Nothing is written when refused."""
    session_id = plan_session(planner, name)[0].id

    def act(session: Session) -> Sequence[e.Event]:
        assert session.plan is not None, "it has a plan"
        _must_not_wait(session)
        tasks = as_they_are(read_edited_tasks(document, session), one_way(session))
        check_edit(session, tasks)
        if tasks == session.plan.tasks:
            return ()
        signed = _editor(planner, session, tasks, by)
        report = assess(session, tasks)
        allowed = _allowed(planner, session, tasks, report, allow_reason, signed)
        if session.begun.plan_policy.plan_adequacy_enforce and report["is_too_thin"]:
            codes = ", ".join(report["adequacy_reason_codes"]) or "too much risk in its tasks"
            raise Refused(f"REF-4: the edited plan is too thin ({codes}); nothing was written")
        plan = next_version(
            tasks, plan_notes(session), one_way(session), session.plan, f"edited by {signed}"
        )
        pins = pins_of(session, tasks)
        present = {task.id for task in tasks}
        removed = tuple(task.id for task in session.plan.tasks if task.id not in present)
        before = session.telemetry
        reason = before["loop_stop_reason"] if before else "not_needed"
        told = telemetry(session, tasks, report, reason)
        return (*allowed, e.PlanEdited(plan, pins, removed, told, signed))

    planner.change(session_id, act)
    return planner.advance(session_id)


def _editor(planner: Planner, session: Session, tasks: Sequence[Task], by: str) -> str:
    """ACT-1, PLAN-6: who edits; a step that waits for approval is made harmless by a person."""
    assert session.plan is not None, "it has a plan"
    final = {t.id for t in session.plan.tasks if t.reversibility == "irreversible"}
    eased = [t.id for t in tasks if t.id in final and t.reversibility != "irreversible"]
    if not eased:
        return planner.actor.signed(by)
    detail = f"{', '.join(eased)} could not be undone"
    command = f"plangate plan-edit {session.id} --file FILE"
    where = session.begun.workspace
    return planner.require("revise", command, workspace=where, detail=detail).signed(by)


def allow_findings(planner: Planner, name: str, reason: str, *, by: str) -> Advanced:
    """PLAN-5: let the findings that block a plan pass, with a reason; both are recorded."""
    session_id = plan_session(planner, name)[0].id

    def act(session: Session) -> Sequence[e.Event]:
        assert session.plan is not None, "it has a plan"
        report = assess(session, session.plan.tasks)
        blocked = refused_tasks(session, session.plan.tasks, report)
        if not blocked:
            raise BadInput("--allow-findings", "nothing is blocked", "a plan the gate refused")
        return (_findings_allowed(planner, session, blocked, reason, by),)

    planner.change(session_id, act)
    return planner.advance(session_id)


def _findings_allowed(
    planner: Planner, session: Session, blocked: Sequence[Blocked], reason: str, by: str
) -> e.Event:
    command = f"plangate plan-edit {session.id} --allow-findings --reason WHY"
    done = planner.require("findings", command, workspace=session.begun.workspace)
    return e.FindingsAllowed(_named(blocked), reason, done.signed(by))


def _allowed(
    planner: Planner,
    session: Session,
    tasks: Sequence[Task],
    report: AdequacyReport,
    reason: str | None,
    by: str,
) -> tuple[e.Event, ...]:
    blocked = refused_tasks(session, tasks, report)
    if not blocked:
        return ()
    if reason is None:
        lines = "; ".join(finding.line for finding in blocked[:3])
        raise Refused(
            f"PLAN-5: {lines}; nothing was written: mend it, or say --allow-findings --reason TEXT"
        )
    return (_findings_allowed(planner, session, blocked, reason, by),)


def _named(blocked: Sequence[Blocked]) -> tuple[str, ...]:
    return tuple(f"{finding.task} {finding.code}" for finding in blocked)


def _must_not_wait(session: Session) -> None:
    if question := session.open_question:
        raise Refused(f"question {question.id} is open; answer it first, it may change the plan")


# --- approval -------------------------------------------------------------------------------------


def approve(
    planner: Planner,
    name: str,
    version: str | None,
    *,
    tasks: Sequence[str] | None = None,
    by: str,
    surface: str,
) -> Approved:
    """PLAN-6: a person approves steps of the version that holds, by the names of these `tasks`.

    None is every step that waits, for a surface that has shown each of them by name.
    """
    session, plan = plan_session(planner, name)
    if version is None and "-v" in name:  # an id that names a version means that one
        version = name
    steps: list[Task] = []

    def act(now: Session) -> Sequence[e.Event]:
        assert now.plan is not None, "it has a plan"
        wanted = _version(now, version, "--version") if version is not None else plan
        if wanted.version != now.plan.version:
            problem = f"v{wanted.version} was replaced by v{now.plan.version}"
            raise BadInput("--version", problem, f"v{now.plan.version}, the one that holds")
        if is_refused(now) or not now.refused.keys().isdisjoint(tasks or ()):
            raise Refused(f"v{now.plan.version} was refused: plangate show {now.id} says why")
        _must_be_decided(now, now.plan, tasks)
        steps[:] = _steps_named(awaiting_approval(now, now.plan), tasks, now.plan)
        command = f"plangate approve {now.id} --version v{now.plan.version}"
        if not steps:
            planner.require("approve", command, workspace=now.begun.workspace)
            return ()
        done = planner.require(
            "approve",
            " ".join((f"plangate approve {now.id}", *(quote(step.id) for step in steps))),
            workspace=now.begun.workspace,
            tasks=[f"{now.id}-v{now.plan.version}/{step.id}" for step in steps],
        )
        where = surface if done.is_person else done.recorded
        return (e.PlanApproved(now.plan.version, tuple(steps), done.signed(by), where),)

    after = planner.change(session.id, act)
    assert after.plan is not None, "it has a plan"
    return Approved(after, after.plan, tuple(steps))


def _must_be_decided(session: Session, plan: Plan, named: Sequence[str] | None) -> None:
    """ASK-17: nobody approves what an open decision may still change; the rest need not wait."""
    undecided = tasks_left_open(session, plan)
    for name in named or ():
        if name in undecided:
            raise Refused(f"{name} cannot be approved yet: {undecided[name]}; answer it first")


def _steps_named(
    waiting: Sequence[Task], named: Sequence[str] | None, plan: Plan
) -> Sequence[Task]:
    """The steps somebody named; what is no task of the plan is refused by name."""
    if named is None:
        return waiting
    ids = (
        ", ".join(task.id for task in waiting)
        or f"a task that waits for approval; v{plan.version} has none"
    )
    if waiting and not named:
        raise BadInput("TASK", "is missing: a step that cannot be undone is approved by name", ids)
    known = {task.id for task in plan.tasks}
    for name in named:
        if name not in known:
            raise BadInput("TASK", f"{name[:60]!r} is not a task of v{plan.version}", ids)
    return [task for task in waiting if task.id in named]


def adopt(
    planner: Planner, goal: str, workspace: str, adopted: PlanAdopted, wish: SessionOptions
) -> Advanced:
    """PLAN-12: begin a session around a plan that somebody else made; nothing is added or taken."""
    as_it_is = wish.plan_policy._replace(loop_mode="off", auto_expand_thin_plan=False)
    wish = wish._replace(plan_policy=as_it_is, source=adopted.source)
    adopted = adopted._replace(by_person=planner.actor.is_person)
    return planner.advance(planner.begin(goal, workspace, wish, None, adopted))
