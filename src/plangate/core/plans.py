"""Plans: the graph is sound, the ledger comes first, one-way steps wait for a person (PLAN-1…6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import TopologicalSorter
from heapq import heappop, heappush

from plangate.core.errors import BadInput
from plangate.core.graphs import circle_in
from plangate.core.model import Assumption, Plan, Task
from plangate.core.revisions import changes_between

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
    assumptions: Mapping[str, Assumption],
    previous: Plan | None,
    trigger: str,
) -> Plan:
    """PLAN-3: the tasks as the next version of the plan."""
    check_graph(tasks)
    return Plan(
        version=previous.version + 1 if previous else 1,
        tasks=tuple(tasks),
        notes=tuple(notes),
        parent=previous.version if previous else None,
        trigger=trigger,
        requires_approval=any(unconfirmed_one_way(task, assumptions) for task in tasks),
        changes=changes_between(previous, tasks),
    )


def unconfirmed_one_way(task: Task, assumptions: Mapping[str, Assumption]) -> bool:
    """PLAN-6: an irreversible step that rests on anything a person did not confirm.

    One that rests on no entry of the ledger rests on our reading of the goal, which nobody
    confirmed either.
    """
    if task.reversibility != "irreversible":
        return False
    return not task.rests_on or any(not is_confirmed(assumptions[name]) for name in task.rests_on)


def is_confirmed(entry: Assumption) -> bool:
    """Whether a person said so: by an answer of their own, or by confirming the entry later."""
    if entry.status == "wrong":
        return False
    said = entry.user_response.startswith(("confirmed:", "custom:")) and entry.source != RELAYED
    return entry.status == "confirmed" or said
