"""What two versions of a plan differ in, task by task and field by field (PLAN-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.core.model.nouns import Plan, Task, plain
from plangate.core.model.records import Document


class Changed(NamedTuple):
    """A task that is in both versions, and its fields that differ, before and after."""

    old: Task
    new: Task
    fields: tuple[str, ...]


class Difference(NamedTuple):
    added: tuple[Task, ...]
    removed: tuple[Task, ...]
    changed: tuple[Changed, ...]


def difference(old: Sequence[Task], new: Sequence[Task]) -> Difference:
    """What of the tasks is new, gone or changed."""
    before, after = {task.id: task for task in old}, {task.id: task for task in new}
    changed = (
        Changed(was, after[name], changed_fields(was, after[name]))
        for name, was in before.items()
        if name in after and after[name] != was
    )
    return Difference(
        added=tuple(task for name, task in after.items() if name not in before),
        removed=tuple(task for name, task in before.items() if name not in after),
        changed=tuple(changed),
    )


def changed_fields(old: Task, new: Task) -> tuple[str, ...]:
    return tuple(name for name in Task._fields if getattr(old, name) != getattr(new, name))


def diff_document(session: str, old: Plan, new: Plan) -> Document:
    """`plangate.plan-diff/1`."""
    found = difference(old.tasks, new.tasks)
    return {
        "schema": "plangate.plan-diff/1",
        "session": session,
        "from": old.version,
        "to": new.version,
        "trigger": new.trigger,
        "added": [plain(task) for task in found.added],
        "removed": [plain(task) for task in found.removed],
        "changed": [
            {
                "id": change.new.id,
                "title": change.new.title,
                "fields": {
                    name: {
                        "before": plain(getattr(change.old, name)),
                        "after": plain(getattr(change.new, name)),
                    }
                    for name in change.fields
                },
            }
            for change in found.changed
        ],
        "unchanged": len(old.tasks) - len(found.removed) - len(found.changed),
    }
