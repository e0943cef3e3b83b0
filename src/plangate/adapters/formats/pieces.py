"""Pieces that several formats write alike: a task in one line, what stands below it, its waves."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.formats.format import Task, Written
from plangate.core.model.graphs import waves_of


def waves(tasks: Sequence[Task]) -> list[list[Task]]:
    """Tasks that can be worked on at the same time, one wave behind the other."""
    known = {task["id"]: task for task in tasks}
    needs = {name: task.get("depends_on") or () for name, task in known.items()}
    return [[known[name] for name in wave] for wave in waves_of(needs)]


def flat(text: str) -> str:
    return " ".join(text.split())


def headline(task: Task) -> str:
    """A task in one line: its title and the first line of what it says, unless that is the same."""
    title, description = flat(task.get("title") or ""), task["description"].strip()
    first = flat(description.partition("\n")[0])
    if not title or first.startswith(title):
        return first or title
    return f"{title}: {first}" if first else title


def below(task: Task, indent: str) -> list[str]:
    rest = [flat(line) for line in task["description"].strip().splitlines()[1:]]
    return [f"{indent}{line}" for line in [*filter(None, rest), *facts(task)]]


def facts(task: Task) -> list[str]:
    said = task["description"]
    files = [path for path in task.get("files") or () if path not in said]
    return [
        *([f"Files: {', '.join(files)}"] if files else []),
        *(f"Before: {flat(need)}" for need in task.get("preconditions") or ()),
        *([f"Verify: {flat(task['check'])}"] if task.get("check") else []),
    ]


def mark(task: Task, plan: Written) -> str:
    return "x" if task["id"] in plan.done else " "
