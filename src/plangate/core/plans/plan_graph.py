"""Plans: the graph is sound, the ledger comes first, one-way steps wait for a person (PLAN-1…6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from graphlib import TopologicalSorter
from heapq import heappop, heappush

from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import circle_in
from plangate.core.model.nouns import Assumption, Plan, Task
from plangate.core.plans.revisions import changes_between
from plangate.core.words.irreversible import as_they_are

#: MCP-6: the source of an entry that rests on what an agent says a person said.
RELAYED = "relayed"


def check_graph(tasks: Sequence[Task]) -> None:
    """PLAN-2: refuse duplicate ids, unknown or self dependencies and cycles, naming the ids."""
    known: set[str] = set()
    for task in tasks:
        if task.id in known:
            raise BadInput("tasks", f"the id {task.id} stands twice", "each id once")
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
                    f"{needed!r} is no task",
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


def next_version(
    tasks: Sequence[Task],
    notes: Iterable[str],
    one_way: Collection[str],
    previous: Plan | None,
    trigger: str,
) -> Plan:
    """PLAN-3: the tasks as the next version of the plan.

    `one_way` names the ledger entries that decide for something irreversible: a task that rests on
    one is irreversible, and a version with an irreversible task needs approval, whoever chose it
    (PLAN-6).
    """
    check_graph(tasks)
    tasks = as_they_are(tasks, one_way)
    return Plan(
        version=previous.version + 1 if previous else 1,
        tasks=tasks,
        notes=tuple(notes),
        parent=previous.version if previous else None,
        trigger=trigger,
        requires_approval=any(task.reversibility == "irreversible" for task in tasks),
        changes=changes_between(previous, tasks),
    )


def is_confirmed(entry: Assumption) -> bool:
    """Whether a person said so: by an answer of their own, or by confirming the entry later."""
    if entry.status == "wrong":
        return False
    said = entry.user_response.startswith(("confirmed:", "custom:")) and entry.source != RELAYED
    return entry.status == "confirmed" or said
