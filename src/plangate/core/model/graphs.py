"""Graphs of what needs what: circles, the order of tasks, and waves of what can be done at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush

from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Plan, Task

_OPEN = "open:"

#: How the answers_to of a task begins that repairs one that failed (expanders.repaired).
_REPAIRED = re.compile(r"failure of (\S+?)(?::|$)")


def open_decision(ambiguity: str) -> str:
    """ASK-17: what a task rests on while nobody has decided an ambiguity yet."""
    return f"{_OPEN}{ambiguity}"


def undecided_of(name: str) -> str | None:
    """The ambiguity that something a task rests on leaves open; None for a ledger entry."""
    return name[len(_OPEN) :] if name.startswith(_OPEN) else None


def grounds(plan: Plan) -> dict[str, frozenset[str]]:
    """What each task rests on; a repair on what the task it repairs does, too.

    PLAN-7, GATE-20: the repair of a step that cannot be undone is none itself, and so is not said
    to rest on the decision for it; it waits all the same where the step would have.
    """
    found = {task.id: frozenset(task.rests_on) for task in plan.tasks}
    repairs = {task.id: m[1] for task in plan.tasks if (m := _REPAIRED.match(task.answers_to))}
    for task in repairs:
        seen, about = {task}, repairs.get(task)
        while about in found and about not in seen:  # a repair may itself have failed
            found[task] |= frozenset(_own(plan, about))
            seen.add(about)
            about = repairs.get(about)
    return found


def _own(plan: Plan, name: str) -> tuple[str, ...]:
    return next(task.rests_on for task in plan.tasks if task.id == name)


def resting_on(plan: Plan, name: str) -> tuple[str, ...]:
    """The tasks that rest on something, and every task that depends on one of them."""
    reached = {task for task, names in grounds(plan).items() if name in names}
    grown = bool(reached)
    while grown:
        more = {task.id for task in plan.tasks if reached.intersection(task.depends_on)} - reached
        reached |= more
        grown = bool(more)
    return tuple(task.id for task in plan.tasks if task.id in reached)


def circle_in(needs: Mapping[str, Iterable[str]]) -> Sequence[str]:
    """Names that need each other, the first one again at the end; empty when there is no circle."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return ()


def waves_of(needs: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Every name in the first wave in which nothing keeps it waiting, in the order given.

    What is needed and not among the names keeps nobody waiting. There must be no circle.
    """
    place = {name: number for number, name in enumerate(needs)}
    sorter = TopologicalSorter(
        {name: [need for need in needed if need in place] for name, needed in needs.items()}
    )
    sorter.prepare()
    waves: list[list[str]] = []
    while sorter.is_active():
        waves.append(sorted(sorter.get_ready(), key=place.__getitem__))
        sorter.done(*waves[-1])
    return waves


def check_graph(tasks: Sequence[Task]) -> None:
    """PLAN-2: refuse duplicate ids, unknown or self dependencies and cycles, naming the ids."""
    known: set[str] = set()
    for task in tasks:
        if task.id in known:
            raise BadInput("tasks", f"the id {task.id} appears twice", "each id once")
        known.add(task.id)
    for task in tasks:
        for needed in task.depends_on:
            if needed == task.id:
                raise BadInput(
                    f"tasks.{task.id}.depends_on", "names the task itself", "other tasks"
                )
            if needed not in known:
                raise BadInput(
                    f"tasks.{task.id}.depends_on",
                    f"{needed!r} is not a task",
                    ", ".join(sorted(known)),
                )
    if circle := circle_in({task.id: task.depends_on for task in tasks}):
        cycle = " → ".join(circle)
        raise BadInput("tasks", f"{cycle} is a cycle", "dependencies without one")


def in_order(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Tasks so that each stands behind what it depends on, otherwise as given."""
    check_graph(tasks)
    place = {task.id: n for n, task in enumerate(tasks)}
    sorter = TopologicalSorter({task.id: task.depends_on for task in tasks})
    sorter.prepare()
    ready: list[int] = []
    ordered: list[Task] = []
    while sorter.is_active():
        for name in sorter.get_ready():
            heappush(ready, place[name])
        ordered.append(tasks[heappop(ready)])
        sorter.done(ordered[-1].id)
    return tuple(ordered)
