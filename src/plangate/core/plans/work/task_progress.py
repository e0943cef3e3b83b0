"""Where the work on a plan stands: what can start, in which waves, and what is withheld (PLAN-6).

All of it is computed from the plan, what was started, done or failed, and what a person approved;
nothing here is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from shlex import quote
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.graphs import (
    grounds,
    in_order,
    open_decision,
    resting_on,
    undecided_of,
    waves_of,
)
from plangate.core.model.nouns import Plan, Task, plain
from plangate.core.model.records import Document
from plangate.core.plans.work.done_proof import unproved


class WorkState(NamedTuple):
    """A plan's tasks by what can be done with them now; the first five partition the plan."""

    ready: tuple[Task, ...]
    started: tuple[Task, ...]
    done: tuple[Task, ...]
    waiting: Mapping[str, tuple[str, ...]]
    """Tasks that wait for others, and for which."""
    withheld: Mapping[str, str]
    """Tasks a person must approve first, or that need such a task; and why."""
    waves: tuple[tuple[str, ...], ...]
    """What is not done, so that each wave needs only the waves before it."""
    critical_path: tuple[str, ...]
    critical_complexity: int

    def why_not(self, task: str) -> str | None:
        """What keeps a task from being started; None when nothing does."""
        if task in self.withheld:
            return self.withheld[task]
        if task in self.waiting:
            return f"it waits for {', '.join(self.waiting[task])}"
        return None


def standing(session: Session, plan: Plan) -> WorkState:
    """Where the work on a plan stands."""
    done = {task.id for task in plan.tasks if session.progress.get(task.id) == "done"}
    begun = {task.id for task in plan.tasks if session.progress.get(task.id) == "started"}
    withheld = withheld_tasks(session, plan)
    open_tasks = [task for task in plan.tasks if task.id not in done]
    waiting = {
        task.id: missing
        for task in open_tasks
        if task.id not in begun and task.id not in withheld
        if (missing := tuple(name for name in task.depends_on if name not in done))
    }
    path, complexity = critical_path(open_tasks)
    return WorkState(
        ready=tuple(
            task
            for task in open_tasks
            if task.id not in begun and task.id not in withheld and task.id not in waiting
        ),
        started=tuple(task for task in open_tasks if task.id in begun and task.id not in withheld),
        done=tuple(task for task in plan.tasks if task.id in done),
        waiting=waiting,
        withheld=withheld,
        waves=waves(open_tasks),
        critical_path=path,
        critical_complexity=complexity,
    )


def awaiting_approval(session: Session, plan: Plan) -> tuple[Task, ...]:
    """PLAN-6: the steps that cannot be undone and that no person has approved by name yet.

    Choosing a reading is not leave to run it. An approval is for a step as it stood in its version:
    a step that changes needs a new one, and one that hangs on an open decision may still change.
    """
    if session.closed is not None:
        return ()
    undecided = tasks_left_open(session, plan)
    return tuple(
        task
        for task in plan.tasks
        if task.reversibility == "irreversible"
        and task.id not in undecided
        and task.id not in session.refused
        and task not in session.approved
        and session.progress.get(task.id) != "done"
    )


def is_refused(session: Session) -> bool:
    """Whether nothing of a plan may be worked on: it is too thin (REF-4), or was refused before
    the log said which of its tasks were (0.1.0)."""
    ending = session.stop.ending if session.stop is not None else ""
    return ending == "thin" or (ending == "quality" and not session.refused)


def withheld_tasks(session: Session, plan: Plan) -> dict[str, str]:
    """PLAN-5…7: what waits for an approval or is refused, with everything that depends on it; all
    of a plan that was refused as too thin."""
    if session.closed is not None or is_refused(session):
        refused = f"the plan was refused: plangate show {session.id} says why"
        closed = f"the plan was closed: plangate resume {session.id} takes it up again"
        why_not = refused if session.closed is None else closed
        return {t.id: why_not for t in plan.tasks if session.progress.get(t.id) != "done"}
    why = {
        task.id: f"it cannot be undone: plangate approve {session.id} {quote(task.id)}"
        for task in awaiting_approval(session, plan)
    }
    why |= {name: f"the quality gate refuses it ({line})" for name, line in session.refused.items()}
    why |= tasks_left_open(session, plan)  # the answer may change what is refused, and what final
    for task in in_order(plan.tasks):
        held = [name for name in task.depends_on if name in why]
        if held and task.id not in why and session.progress.get(task.id) != "done":
            why[task.id] = f"it needs {', '.join(held)}, which {_kept_back(held, session)}"
    return {task.id: why[task.id] for task in plan.tasks if task.id in why}


def tasks_left_open(session: Session, plan: Plan) -> dict[str, str]:
    """ASK-17, GATE-20: the tasks that rest on what nobody has decided yet, and on what; not those
    that depend on them."""
    left = {ambiguity.id: ambiguity for ambiguity in session.left_open}
    asked = {q.question_id: q.number for q in session.questions.values() if q.is_open}
    joined = {name: join.question for name, join in session.joins.items() if join.how is None}
    numbers: dict[str, str | None] = {**joined, **asked}
    found: dict[str, str] = {}
    rests = grounds(plan)
    for task in plan.tasks:
        undecided = {name for each in rests[task.id] if (name := undecided_of(each))}
        if session.progress.get(task.id) == "done":
            continue
        names = [name for name in left if name in undecided]
        if undecided and not names:
            found[task.id] = _NOT_DRAWN_ANEW
        if names:
            number = numbers.get(names[0])
            about = left[names[0]].prompt or names[0].replace("-", " ")
            unasked = f"it waits for what nobody has decided yet: {about}"
            found[task.id] = (
                f"it waits for your answer: plangate answer {number}" if number else unasked
            )
    return found


#: PLAN-6: what was answered may make a step final; the version that says so is still to come.
_NOT_DRAWN_ANEW = "it rests on what was answered since, and the plan is not drawn anew yet"


def waiting_on(session: Session, plan: Plan) -> dict[str, list[str]]:
    """ASK-17: the tasks that hang on open, waiting or parked decisions, each with which."""
    left = [ambiguity.id for ambiguity in session.left_open]
    found: dict[str, list[str]] = {}
    for name in left:
        for task in resting_on(plan, open_decision(name)):
            found.setdefault(task, []).append(name)
    return found


def _kept_back(held: Sequence[str], session: Session) -> str:
    if any(name in session.refused for name in held):
        return "the quality gate refuses"
    left = session.plan is not None and tasks_left_open(session, session.plan)
    return (
        "waits for a decision"
        if left and not left.keys().isdisjoint(held)
        else "waits for approval"
    )


def waves(tasks: Sequence[Task]) -> tuple[tuple[str, ...], ...]:
    """Tasks that can be worked on side by side, wave after wave; every task is in exactly one."""
    return tuple(map(tuple, waves_of({task.id: task.depends_on for task in tasks})))


def critical_path(tasks: Sequence[Task]) -> tuple[tuple[str, ...], int]:
    """The chain of dependencies with the most complexity in it, and how much that is."""
    total: dict[str, int] = {}
    before: dict[str, str | None] = {}
    for task in _ordered(tasks):
        needed = [name for name in task.depends_on if name in total]
        # Of chains equally long the one named first, so that the answer is always the same.
        heaviest = max(needed, key=lambda name: total[name], default=None)
        before[task.id] = heaviest
        total[task.id] = task.complexity + (total[heaviest] if heaviest is not None else 0)
    if not total:
        return (), 0
    last: str | None = max(total, key=lambda name: total[name])
    complexity, path = total[str(last)], []
    while last is not None:
        path.append(last)
        last = before[last]
    return tuple(reversed(path)), complexity


def _ordered(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Some of a plan's tasks, each behind what it needs of the others."""
    known = {task.id for task in tasks}
    return in_order([_within(task, known) for task in tasks])


def _within(task: Task, known: Collection[str]) -> Task:
    return task._replace(depends_on=tuple(name for name in task.depends_on if name in known))


# --- documents ------------------------------------------------------------------------------------


def ready_document(session: Session, plan: Plan) -> Document:
    """`plangate.ready/1`."""
    now = standing(session, plan)
    return {
        "schema": "plangate.ready/1",
        "session": session.id,
        "plan_version": plan.version,
        "state": session.state,
        "ready": [_brief(task) for task in now.ready],
        "started": [_brief(task) for task in now.started],
        "waiting": [{"id": name, "waits_for": list(on)} for name, on in now.waiting.items()],
        "withheld": [{"id": name, "why": why} for name, why in now.withheld.items()],
        "done": [task.id for task in now.done],
        "waves": [list(wave) for wave in now.waves],
        "critical_path": {
            "tasks": list(now.critical_path),
            "complexity": now.critical_complexity,
        },
    }


def status_document(session: Session, plan: Plan) -> Document:
    """`plangate.status/1`: the same, with how much is done."""
    now = standing(session, plan)
    complexity = sum(task.complexity for task in plan.tasks)
    finished = sum(task.complexity for task in now.done)
    return {
        **ready_document(session, plan),
        "schema": "plangate.status/1",
        "goal": session.goal,
        "tasks": {"done": len(now.done), "all": len(plan.tasks)},
        "complexity": {"done": finished, "all": complexity},
        "finished": len(now.done) == len(plan.tasks),
        "proofs": {name: plain(proof) for name, proof in session.work.proofs.items()},
        "unproved": list(unproved(session, plan)),
        "failed": dict(session.failures),
        "versions": [
            {"version": version.version, "trigger": version.trigger} for version in session.plans
        ],
    }


def _brief(task: Task) -> Document:
    return {
        "id": task.id,
        "title": task.title,
        "complexity": task.complexity,
        "files": list(task.files),
        "check": task.check,
    }
