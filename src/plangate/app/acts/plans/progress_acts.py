"""The work on a plan: what can start, and that a task was started, done or failed (INT-8).

A decision that a started task rests on is changed by revision only, and nothing asks about it
(GATE-4); tasks that rest on no open decision can be worked on while a question is open (ASK-17). A
task that failed makes a new version of the plan that changes that task and nothing else.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from plangate.app.acts.plans.plan_acts import plan_session
from plangate.app.acts.plans.plan_looks import Look, Standing, look_again
from plangate.app.planner import Planner
from plangate.app.session_options import checked_note
from plangate.core.events import event as e
from plangate.core.guard.redaction import redact
from plangate.core.log.session import Session
from plangate.core.model.errors import AlreadySettled, BadInput, NotFound, Refused
from plangate.core.model.nouns import Plan, Proof, Task
from plangate.core.model.shapes import Text
from plangate.core.plans.work.done_proof import read_proof
from plangate.core.plans.work.task_progress import is_refused, standing
from plangate.core.steps.closing_step import must_not_be_closed

_Act = Callable[[Session, Task], Sequence[e.Event]]


class Moved(NamedTuple):
    """A task one step further, and the session and plan after it."""

    session: Session
    plan: Plan
    task: Task
    look: Look = Look()


def start_task(
    planner: Planner, name: str, task: str, *, by: str, there: str | None = None
) -> Moved:
    """Begin a task that nothing keeps back; `there` is the directory it is begun in."""

    def act(session: Session, found: Task) -> Sequence[e.Event]:
        how = session.progress.get(found.id)
        if how in ("started", "done"):
            raise AlreadySettled(f"{found.id} is already {how}")
        _must_be_free(session, found, "cannot be begun")
        return (e.TaskStarted(found.id, by),)

    before, plan = plan_session(planner, name)
    at_hand = (_task(plan, task),)  # its own work comes later
    stands = Standing(there, planner.places.here(there).places) if there is not None else None
    look = look_again(planner.eyes.ground, before, plan, at_hand, there=stands)
    return _move(planner, name, task, act)._replace(look=look)


def finish_task(
    planner: Planner, name: str, task: str, *, by: str, proof: str | None = None
) -> Moved:
    """A task is done; one that was never started may be done at once when nothing keeps it back.

    `proof` is what shows it (PLAN-11); it may be brought later for a task that is done without one.
    """
    told = read_proof(checked_note(proof, "--proof")) if proof is not None else None

    def act(session: Session, found: Task) -> Sequence[e.Event]:
        done = session.progress.get(found.id) == "done"
        if done and (told is None or found.id in session.work.proofs):
            raise AlreadySettled(f"{found.id} is already done")
        shown = _checked(planner, session, told) if told is not None else None
        if done and shown is not None:
            return (e.TaskProved(found.id, shown, by),)
        _must_be_free(session, found, "cannot be done yet")
        return (e.TaskDone(found.id, by, shown),)

    moved = _move(planner, name, task, act)
    look = look_again(planner.eyes.ground, moved.session, moved.plan, begun=(moved.task,))
    return moved._replace(look=look)


def _checked(planner: Planner, session: Session, proof: Proof) -> Proof:
    """A commit and a file are looked at; what is not there, or as it was, shows nothing."""
    workspace = session.begun.workspace
    if planner.eyes.ground is None or proof.kind == "command":
        return proof
    if proof.kind == "file":
        now = planner.eyes.ground.see(workspace, (proof.what,), {}).files[proof.what]
        if not now:
            raise BadInput("--proof", f"{proof.what!r} is not in the workspace", "a file of it")
        if now != "folder" and now == session.work.seen_files.get(proof.what):
            problem = f"{proof.what!r} is as it was when this was planned"
            raise BadInput("--proof", problem, "a file the work has changed, or a commit")
        return proof._replace(checked=True)
    found = planner.eyes.ground.commit(workspace, proof.what)
    if found is None:
        raise BadInput("--proof", f"commit {proof.what} is not found", "a commit of the workspace")
    return Proof("commit", found.name, checked=True, detail=redact(found.subject)[:200])


def fail_task(planner: Planner, name: str, task: str, why: str, *, by: str) -> Moved:
    """A task did not work: the next version plans it anew and leaves everything else alone."""
    kept = checked_note(why, "--why")

    def act(session: Session, found: Task) -> Sequence[e.Event]:
        if session.progress.get(found.id) == "done":
            raise AlreadySettled(f"{found.id} is done; a done task does not fail any more")
        if session.progress.get(found.id) != "started":
            _must_be_free(session, found, "was not begun and cannot have failed")
        failed = e.TaskFailed(found.id, " ".join(kept.split())[:2_000], by)
        return (*planner.named(session, kept), failed)

    return _move(planner, name, task, act)


def _move(planner: Planner, name: str, task: str, act: _Act) -> Moved:
    session, _ = plan_session(planner, name)
    moved: list[Task] = []

    def step(now: Session) -> Sequence[e.Event]:
        moved[:] = [_task(_workable(now), task)]
        return act(now, moved[0])

    planner.change(session.id, step)
    after = planner.advance(session.id).session
    assert after.plan is not None, "it has a plan"
    # By its whole id now: what was unmistakable before may fit a task the step has added.
    again = next((found for found in after.plan.tasks if found.id == moved[0].id), moved[0])
    return Moved(after, after.plan, again)


def _workable(session: Session) -> Plan:
    """The plan as it may be worked on; a plan that waits or was refused may not."""
    if session.plan is None:
        if question := session.open_question:
            raise Refused(f"question {question.id} is open and nothing is planned before it")
        raise BadInput("session id", f"{session.id} has no plan", "one that has")
    must_not_be_closed(session)
    if session.left_open or (session.refused and not is_refused(session)):
        return session.plan
    if session.stop is None or session.stop.ending not in ("plan", "listed"):
        if session.stop is None:
            raise Refused(
                f"the plan of {session.id} is still being drawn: plangate show {session.id}"
            )
        ending = session.stop.ending
        raise Refused(
            f"the plan of {session.id} was not delivered ({ending}): plangate show {session.id}"
        )
    return session.plan


def _must_be_free(session: Session, task: Task, refusal: str) -> None:
    assert session.plan is not None, "it has a plan"
    if why := standing(session, session.plan).why_not(task.id):
        raise Refused(f"{task.id} {refusal}: {why}")


def _task(plan: Plan, name: str) -> Task:
    """A task by its id, as t1 also where a plan from elsewhere calls it 1 (CLI-6), or by the
    beginning of one when that is unmistakable."""
    Text(200).read(name, "task id")
    exact = [task for task in plan.tasks if task.id == name.strip()]
    exact = exact or [task for task in plan.tasks if f"t{task.id}" == name.strip()]
    found = exact or [task for task in plan.tasks if task.id.startswith(name.strip())]
    if len(found) == 1:
        return found[0]
    names = ", ".join(task.id for task in (found or plan.tasks)[:12])
    problem = f"{name!r} fits several" if found else f"{name!r} is not a task of v{plan.version}"
    raise NotFound("task id", problem, names)
