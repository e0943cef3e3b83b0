"""A plan's tasks as issues: what every tracker's file has in common (PLAN-4)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from plangate.adapters.formats.format import Task, Written
from plangate.adapters.formats.pieces import flat
from plangate.core.model.records import Fields

_LONGEST_TITLE = 200
#: What a task says of itself, and under which words an issue does.
_LISTS = (("files", "Files"), ("depends_on", "After"), ("rests_on", "Rests on"))


def title(task: Task) -> str:
    """The first line of an issue, with the task's id, so that a commit can name it."""
    text = f"{task['id']}: {flat(task.get('title') or task['description'])}"
    return text if len(text) <= _LONGEST_TITLE else f"{text[: _LONGEST_TITLE - 1]}…"


def body(plan: Written, task: Task) -> str:
    """The text of an issue: what is to be done, how one knows, and what it hangs on."""
    return "\n".join(_lines(plan, task)) + "\n"


def labels(task: Task) -> list[str]:
    return ["cannot be undone"] if task.get("reversibility") == "irreversible" else []


def open_tasks(plan: Written) -> list[Task]:
    return [task for task in plan.tasks if task["id"] not in plan.done]


def as_json(issues: list[Fields]) -> str:
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _lines(plan: Written, task: Task) -> Iterator[str]:
    yield task["description"].strip()
    yield ""
    if task.get("check"):
        yield f"- Done when: {flat(task['check'])}"
    for field, name in _LISTS:
        if task.get(field):
            yield f"- {name}: {', '.join(task[field])}"
    yield f"- Part of: {flat(plan.goal)}"
