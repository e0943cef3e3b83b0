"""A new draft laid over a plan somebody may already be working on (ASM-3, PLAN-3).

Only the tasks a revision touches change, and among those nothing that is done and nothing a person
wrote. What was done on a decision that no longer holds gets a task of its own that does it again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from plangate.core.log.session import Session
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Task
from plangate.core.plans.refinement import pinned_task
from plangate.core.plans.revisions import fresh_id, successors, with_successors

#: How the answers_to of a task begins that an expansion added for the sake of another.
_FOR_ANOTHER = re.compile(r"(?:finding \w+|failure|redo) of (\S+?)(?::|$)")


def replanned(session: Session, drafted: Sequence[Task]) -> tuple[Task, ...]:
    """The drafted tasks laid over the last version of the plan."""
    previous = session.plans[-1]
    done = {task.id for task in previous.tasks if session.progress.get(task.id) == "done"}
    whole = {task.id for task in previous.tasks}
    # Before work begins a plan that is stale for no task in particular is drafted anew as a whole.
    touched = whole.intersection(session.touched or ([] if session.progress else whole))
    made = successors(session.plans, drafted)
    made = {name: task for name, task in made.items() if name not in session.removed_tasks}
    if not session.progress:
        touched |= _outdated(previous.tasks, made, session)
    touched |= _only_for(previous.tasks, touched - made.keys() - done, made) - done
    stays = _staying(previous.tasks, touched - made.keys() - done, session, made)
    laid = with_successors(previous.tasks, made, touched - done - stays)
    tasks = _pinned(laid, previous.tasks, session)
    tasks = _expansions_still_needed(tasks, previous.tasks, stays)
    again = {_redoes(task) for task in previous.tasks if task.id in touched}
    tasks = _done_again(tasks, session, done & (touched | again), made)
    return in_order(_without_cycles(tasks, session, done))


def as_sent(session: Session, sent: Sequence[Task]) -> tuple[Task, ...]:
    """A host's tasks under their own ids (MCP-3); what was begun or a person changed stays."""
    previous = {task.id: task for task in session.plans[-1].tasks}
    begun = {n: t for n, t in previous.items() if session.progress.get(n) in ("started", "done")}
    tasks = {
        task.id: pinned_task(previous[task.id], task, session) if task.id in previous else task
        for task in sent
        if task.id in previous or task.id not in session.removed_tasks
    }
    return in_order(_without_cycles(tuple((tasks | begun).values()), session, set(begun)))


def _outdated(previous: Sequence[Task], made: Mapping[str, Task], session: Session) -> set[str]:
    """What the goal is no longer drafted into, where nothing has begun, and what needed it: its
    like stands in the new draft under another name."""
    left = (task for task in previous if task.id not in made and _is_free(task, session))
    gone = {task.id for task in left if task.answers_to.startswith("goal: ")}
    return gone | {task.id for task in previous if gone.intersection(task.depends_on)}


def _only_for(previous: Sequence[Task], gone: set[str], made: Mapping[str, Task]) -> set[str]:
    """What no draft knows any more and only tasks needed that go: the backup of what stays."""
    found: set[str] = set()
    for task in reversed(previous):  # a task stands behind what it depends on
        needing = {other.id for other in previous if task.id in other.depends_on}
        if task.id not in made and needing and needing <= gone | found:
            found.add(task.id)
    return found - gone


def _staying(
    previous: Sequence[Task], loose: set[str], session: Session, made: Mapping[str, Task]
) -> set[str]:
    """The touched tasks no draft knows that stay all the same: begun, a person's, named by one of
    theirs, or added for the sake of a task that is still there."""
    named = {
        name
        for task in previous
        if "depends_on" in session.pins.get(task.id, ())
        for name in task.depends_on
    }
    stays = {
        task.id
        for task in previous
        if task.id in loose
        and (
            task.id in named
            or not _is_free(task, session)
            or (task.answers_to.startswith("finding ") and " of " not in task.answers_to)
        )
    }
    grown = True
    while grown:  # what was added for a task that was itself added stays with it
        more = {
            task.id
            for task in previous
            if task.id in loose - stays
            if (about := _FOR_ANOTHER.match(task.answers_to))
            and (about[1] in made or about[1] in stays)
        }
        stays |= more
        grown = bool(more)
    return stays


def _pinned(tasks: Iterable[Task], previous: Sequence[Task], session: Session) -> list[Task]:
    before = {task.id: task for task in previous}
    return [
        pinned_task(before[task.id], task, session) if task.id in before else task for task in tasks
    ]


def _expansions_still_needed(
    tasks: Sequence[Task], previous: Sequence[Task], stays: Collection[str]
) -> list[Task]:
    """A task drafted anew still waits for what was added for its sake."""
    needed = {task.id: [n for n in task.depends_on if n in stays] for task in previous}
    return [
        task._replace(depends_on=tuple(dict.fromkeys((*task.depends_on, *needed.get(task.id, ())))))
        for task in tasks
    ]


def _done_again(
    tasks: Sequence[Task], session: Session, done: Collection[str], made: Mapping[str, Task]
) -> list[Task]:
    """What was done on a decision that no longer holds, to be done again as it is drafted now.

    One task a time does it again: one that nobody began is drafted anew, or left out when what was
    done last is right after all.
    """
    taken = {task.id for version in session.plans for task in version.tasks} | made.keys()
    result = list(tasks)
    for name in [task.id for task in tasks if task.id in done and task.id in made]:
        new = made[name]
        mark = f"redo of {name}: "
        chain = [task for task in result if task.id == name or task.answers_to.startswith(mark)]
        last = [task for task in chain if session.progress.get(task.id) == "done"][-1]
        free = [task for task in chain if _is_free(task, session)]
        if _same_work(last, new):
            result = [task for task in result if task not in free]
            continue
        again = new._replace(
            id=free[-1].id if free else fresh_id(taken),
            title=f"Do {name} again: {new.title}",
            depends_on=(last.id,),
            answers_to=f"{mark}{new.answers_to}",
        )
        taken.add(again.id)
        result = [_waiting_for(task, name, again.id, session) for task in result]
        result = [task for task in result if task.id != again.id]
        result.append(again)
    return result


def _redoes(task: Task) -> str | None:
    """The done task that a task does again."""
    about = _FOR_ANOTHER.match(task.answers_to) if task.answers_to.startswith("redo") else None
    return about[1] if about else None


def _is_free(task: Task, session: Session) -> bool:
    return not session.progress.get(task.id) and not session.pins.get(task.id)


def _waiting_for(task: Task, name: str, again: str, session: Session) -> Task:
    """A task that needs something done waits for it to be done again."""
    firm = session.progress.get(task.id) == "done" or "depends_on" in session.pins.get(task.id, ())
    if firm or name not in task.depends_on or again in task.depends_on:
        return task
    return task._replace(depends_on=(*task.depends_on, again))


def _same_work(old: Task, new: Task) -> bool:
    return (old.description, old.files, old.check) == (new.description, new.files, new.check)


def _without_cycles(
    tasks: Sequence[Task], session: Session, done: Collection[str]
) -> tuple[Task, ...]:
    """Dependencies that exist and go round in no circle; what is done or a person's goes first."""
    known = {task.id for task in tasks}
    edges: dict[str, list[str]] = {task.id: [] for task in tasks}
    firm_first = sorted(
        tasks,
        key=lambda task: task.id not in done and "depends_on" not in session.pins.get(task.id, ()),
    )
    for task in firm_first:
        for name in dict.fromkeys(task.depends_on):
            if name in known and name != task.id and not _reaches(edges, name, task.id):
                edges[task.id].append(name)
    return tuple(task._replace(depends_on=tuple(edges[task.id])) for task in tasks)


def _reaches(edges: Mapping[str, Sequence[str]], start: str, end: str) -> bool:
    """Whether a task needs another, directly or through others."""
    seen, stack = set(), [start]
    while stack:
        name = stack.pop()
        if name == end:
            return True
        if name not in seen:
            seen.add(name)
            stack.extend(edges[name])
    return False
