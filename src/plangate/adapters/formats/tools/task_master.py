"""Task Master's tasks.json: with tags or without, subtasks as tasks of their own.

It carries titles, descriptions, details, a test strategy and dependencies; complexity only where a
file has it; preconditions never.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plangate.adapters.formats.format import Edit, Task, Written
from plangate.adapters.formats.pieces import flat
from plangate.adapters.formats.prose import cleaned, paths_in, without_code
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields

NAME = "task-master"
KIND = "json"
RANK = 10
_MARKS = frozenset(
    "dependencies testStrategy test_strategy details subtasks status priority content".split()
)
#: The names of Task Master first, then those of files that people made after its example.
_CHECK_KEYS = (
    "testStrategy",
    "test_strategy",
    "acceptanceCriteria",
    "acceptance_criteria",
    "verification",
)
_NEEDS_KEYS = ("dependencies", "depends_on", "dependsOn", "blockedBy")
_OURS = frozenset("goal goal_complexity depth previous_tasks".split())
_MAIN_TAG = "master"
_SAYS_NOTHING = ("tasks for", "tag created", "tasks live")


def looks_like(value: Any, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whether a JSON value holds tasks as Task Master writes them."""
    if isinstance(value, Mapping) and _OURS & value.keys():
        return False
    tasks = _listed(value)
    if tasks is None:
        return False
    if isinstance(value, list) or "tasks" not in value:
        return True
    return any(
        isinstance(task, Mapping) and (_MARKS & task.keys() or isinstance(task.get("id"), int))
        for task in tasks[:50]
    )


def read(value: Any) -> Document:
    """The plan of a tasks.json."""
    plan: Document = {"tasks": list(_flat(_listed(value) or []))}
    if goal := _goal(value):
        plan["goal"] = goal
    return plan


def done(value: Any) -> frozenset[str]:
    """The tasks and subtasks that are said to be done."""
    named = places(_listed(value) or [])
    return frozenset(name for name, (_, task) in named if task.get("status") in _DONE)


_DONE = ("done", "completed")


def _listed(value: Any) -> list[Any] | None:
    """The list of tasks: at the top, in `tasks`, or in the tag that is worked on."""
    if isinstance(value, list):
        return value if value and all(isinstance(entry, Mapping) for entry in value) else None
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("tasks"), list):
        return list(value["tasks"])
    tags = _tags(value)
    return tags[_chosen(tags)] if tags else None


def tasks_in(value: Any) -> list[Any]:
    """The very list that `read` reads, for whoever changes the file."""
    if isinstance(value, list):
        return value
    found: list[Any] = value["tasks"] if "tasks" in value else value[_chosen(_tags(value))]["tasks"]
    return found


def places(tasks: list[Any], parent: str = "") -> Iterator[tuple[str, tuple[list[Any], Any]]]:
    """Every task by the id it is read under, with the list it stands in."""
    for place, task in enumerate(tasks, start=1):
        name = _id(task, place, parent)
        yield name, (tasks, task)
        if isinstance(task.get("subtasks"), list) and name.count(".") < 8:
            yield from places(task["subtasks"], name)


def left_out(value: Any) -> str:
    """Which tag was read and which were not, for a file with tasks in several."""
    tags = {} if isinstance(value, list) or "tasks" in value else _tags(value)
    others = [tag for tag, tasks in tags.items() if tasks and tag != _chosen(tags)]
    return f", tag {_chosen(tags)} (not read: {', '.join(others)})" if others else ""


def _chosen(tags: Mapping[str, list[Any]]) -> str:
    """The main tag when it has tasks, else the first that has some, else the first."""
    with_tasks = [tag for tag, tasks in tags.items() if tasks]
    return _MAIN_TAG if _MAIN_TAG in with_tasks else [*with_tasks, *tags][0]


def _tags(value: Fields) -> dict[str, list[Any]]:
    return {
        str(tag): list(entry["tasks"])
        for tag, entry in value.items()
        if isinstance(entry, Mapping) and isinstance(entry.get("tasks"), list)
    }


def _goal(value: Any) -> str | None:
    """What the file itself says the project is; the words every new tag gets say nothing."""
    if isinstance(value, list):
        return None
    holders = [value] if "tasks" in value else [value[_chosen(_tags(value))], value]
    for about in (holder.get(key) for holder in holders for key in ("metadata", "meta")):
        if isinstance(about, Mapping):
            for field in ("goal", "description", "projectDescription"):
                said = _text(about.get(field))
                if said and said.strip() and not said.lower().startswith(_SAYS_NOTHING):
                    return said[:2_000]
    return None


def _flat(tasks: list[Any], parent: str = "") -> Iterator[Document]:
    """Tasks and their subtasks in order; a subtask is called `3.1`."""
    names = [_id(task, place, parent) for place, task in enumerate(tasks, start=1)]
    siblings = set(names)
    for place, (task, name) in enumerate(zip(tasks, names, strict=True), start=1):
        if not isinstance(task, Mapping):
            raise BadInput(f"tasks[{place - 1}]", "is not an object", "an object with a title")
        yield _task(task, name, parent, siblings)
        inner = task.get("subtasks")
        # Subtasks have no subtasks in Task Master; what is deeper is written by hand.
        if isinstance(inner, list) and name.count(".") < 8:
            yield from _flat(inner, name)


def _id(task: Any, place: int, parent: str) -> str:
    given = task.get("id") if isinstance(task, Mapping) else None
    own = str(given) if isinstance(given, int | float | str) and str(given).strip() else str(place)
    return own if not parent or own.startswith(f"{parent}.") else f"{parent}.{own}"


def _task(task: Fields, name: str, parent: str, siblings: set[str]) -> Document:
    title = _text(task.get("title")) or _text(task.get("name")) or _text(task.get("content")) or ""
    said = [_text(task.get(key)) for key in ("description", "details", "spec")]
    description = "\n".join(without_code(part) for part in said if part) or title
    made: Document = {"id": name, "title": title, "description": description}
    if checks := [key for key in _CHECK_KEYS if key in task]:
        made["check"] = _text(task[checks[0]]) or ""
    lists = [needs for key in _NEEDS_KEYS if isinstance(needs := task.get(key), list)]
    if lists:
        made["depends_on"] = [_needed(entry, name, parent, siblings) for entry in lists[0]]
    for key in ("complexity", "complexityScore"):
        if isinstance(level := task.get(key), int | float) and not isinstance(level, bool):
            made["complexity"] = min(10, max(1, round(level)))
    if files := _files(task, description):
        made["files"] = files
    return made


def _needed(entry: Any, name: str, parent: str, siblings: set[str]) -> str:
    """A dependency of a subtask means another one of the same task, else a task of that name."""
    if isinstance(entry, Mapping):
        entry = entry.get("id", "")
    named = str(entry).strip() or "?"
    sibling = f"{parent}.{named}"
    return sibling if sibling in siblings and sibling != name else named


def _files(task: Fields, description: str) -> list[str]:
    for key in ("relevantFiles", "files"):
        if isinstance(listed := task.get(key), list):
            paths = [e.get("path") if isinstance(e, Mapping) else e for e in listed]
            return [path for path in paths if isinstance(path, str)]
    return paths_in(description)


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, list):
        return "\n".join(cleaned(entry) for entry in value if isinstance(entry, str))
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def write(plan: Written) -> str:
    """Task Master's tasks.json, under its tag `master`; its ids are whole numbers."""
    number = _numbers_of([task["id"] for task in plan.tasks])
    tasks = []
    for task in plan.tasks:
        entry: Document = {
            "id": number[task["id"]],
            "title": task.get("title") or flat(task["description"])[:80],
            "description": task["description"],
            "details": "\n".join(f"Before: {need}" for need in task.get("preconditions") or ()),
            "testStrategy": task.get("check") or "",
            "priority": "high" if task.get("reversibility") == "irreversible" else "medium",
            "dependencies": [number[n] for n in task.get("depends_on") or () if n in number],
            "status": "done" if task["id"] in plan.done else "pending",
            "subtasks": [],
        }
        if task.get("complexity") is not None:
            entry["complexity"] = task["complexity"]
        if task.get("files"):
            entry["relevantFiles"] = [{"path": path} for path in task["files"]]
        tasks.append(entry)
    document = {"master": {"tasks": tasks, "metadata": {"description": plan.goal}}}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _numbers_of(names: Sequence[str]) -> dict[str, int]:
    """`t3` stays 3 when every id ends in a number of its own; else they are counted."""
    found = [re.fullmatch(r"[A-Za-z]*-?0*([1-9]\d{0,8})", name) for name in names]
    numbers = [int(match[1]) for match in found if match]
    if len(set(numbers)) != len(names):
        numbers = list(range(1, len(names) + 1))
    return dict(zip(names, numbers, strict=True))


def rewrite(edit: Edit) -> str:
    made = copy.deepcopy(edit.value)
    listed = tasks_in(made)
    found = dict(places(listed))
    for name, task in edit.changed.items():
        if name in found:
            _patch(found[name][1], edit.before[name], task)
        else:
            listed.append(_new(task, len(listed) + 1))
    for name in sorted(edit.gone, key=lambda n: n.count("."), reverse=True):
        holder, entry = found[name]
        holder.remove(entry)
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _patch(entry: Document, old: Task, new: Task) -> None:
    if new.get("title") != old.get("title"):
        entry["title"] = new.get("title") or ""
    if new["description"] != old["description"]:
        # The reader puts description and details together; what is written is one text again.
        entry["description"] = new["description"]
        entry.pop("details", None)
        entry.pop("spec", None)
    if new.get("check") != old.get("check"):
        entry["test_strategy" if "test_strategy" in entry else "testStrategy"] = new.get("check")
    if new.get("depends_on") != old.get("depends_on"):
        entry["dependencies"] = [_number(need) for need in new.get("depends_on") or ()]
    if new.get("complexity") != old.get("complexity"):
        entry["complexity"] = new.get("complexity")
    if new.get("files") != old.get("files"):
        entry["relevantFiles"] = [{"path": path} for path in new.get("files") or ()]


def _new(task: Task, place: int) -> Document:
    entry: Document = {
        "id": _number(task["id"]) if _number(task["id"]) != task["id"] else place,
        "title": task.get("title") or task["description"][:80],
        "description": task["description"],
        "status": "pending",
        "dependencies": [_number(need) for need in task.get("depends_on") or ()],
        "subtasks": [],
    }
    if task.get("check"):
        entry["testStrategy"] = task["check"]
    if task.get("complexity") is not None:
        entry["complexity"] = task["complexity"]
    if task.get("files"):
        entry["relevantFiles"] = [{"path": path} for path in task["files"]]
    return entry


def _number(name: str) -> int | str:
    return int(name) if re.fullmatch(r"\d{1,9}", name) else name
