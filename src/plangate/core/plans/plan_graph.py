"""Plans: a sound graph, the ledger first, one-way steps that wait for a person (PLAN-1…6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from plangate.core.model.graphs import check_graph
from plangate.core.model.nouns import Assumption, Plan, Task
from plangate.core.plans.revisions import changes_between
from plangate.core.words.irreversible import as_they_are

#: MCP-6: the source of an entry that rests on what an agent says a person said.
RELAYED = "relayed"


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
