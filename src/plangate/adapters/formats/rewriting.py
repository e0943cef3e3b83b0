"""A plan file of another tool with some of its tasks changed, everything else as it was (PLAN-4).

What we do not model (a status, a story label, a paragraph between two tasks) stays where it stands.
A file whose tasks did not change comes back byte for byte.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from plangate.adapters.formats import checklist, own, spec_kit, task_master
from plangate.adapters.formats.detection import detect_and_read
from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import read_json

Task = Mapping[str, Any]

_INSTEAD = "`plangate convert PLAN --to markdown` makes a file in which they can"


def rewritten(raw: bytes, name: str, tasks: Sequence[Task]) -> str:
    """The file with these tasks instead of its own; BadInput where that cannot be done."""
    plan, said = detect_and_read(raw, name)
    before = {task["id"]: task for task in plan["tasks"]}
    changed = {task["id"]: task for task in tasks if task != before.get(task["id"])}
    gone = before.keys() - {task["id"] for task in tasks}
    text = raw.decode("utf-8-sig")
    if not changed and not gone:
        return raw.decode("utf-8")
    kind = said.partition(",")[0]
    if kind == own.NAME:
        return _own(read_json(raw, "PLAN"), tasks)
    if kind == task_master.NAME:
        return _task_master(read_json(raw, "PLAN"), before, changed, gone)
    if kind in (spec_kit.NAME, checklist.NAME) and not gone:
        return _lines(text, before, changed)
    raise BadInput(
        "PLAN",
        f"tasks of a {kind} file cannot be {'taken out of' if gone else 'changed in'} it",
        _INSTEAD,
    )


def _own(document: Any, tasks: Sequence[Task]) -> str:
    """What stands beside the fields of a task survives, in the document and in each task."""
    made = copy.deepcopy(document)
    holder = made["plan"] if isinstance(made.get("plan"), dict) else made
    old = {task["id"]: task for task in holder.get("tasks", [])}
    holder["tasks"] = [{**old.get(task["id"], {}), **task} for task in tasks]
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


# --- Task Master ----------------------------------------------------------------------------------


def _task_master(
    document: Any, before: Mapping[str, Task], changed: Mapping[str, Task], gone: set[str]
) -> str:
    made = copy.deepcopy(document)
    listed = task_master.tasks_in(made)
    places = dict(task_master.places(listed))
    for name, task in changed.items():
        if name in places:
            _patch(places[name][1], before[name], task)
        else:
            listed.append(_new(task, len(listed) + 1))
    for name in sorted(gone, key=lambda n: n.count("."), reverse=True):
        holder, entry = places[name]
        holder.remove(entry)
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _patch(entry: dict[str, Any], old: Task, new: Task) -> None:
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


def _new(task: Task, place: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
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


# --- lists in Markdown ----------------------------------------------------------------------------

_TASK_ID = re.compile(r"\[[ xX~-]?\]\s*(?:\*\*)?\[?(T-?\d{1,5}[a-z]?)\b", re.IGNORECASE)


def _lines(text: str, before: Mapping[str, Task], changed: Mapping[str, Task]) -> str:
    """New tasks stand behind the last one; a changed line keeps its box, its id and its labels."""
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    last = max((n for n, line in enumerate(lines) if _TASK_ID.search(line)), default=None)
    for name, task in changed.items():
        if name in before:
            place = next(
                (n for n, line in enumerate(lines) if _is_of(line, name, before[name])), None
            )
            if place is None or _first_line(before[name]) not in lines[place]:
                raise BadInput("PLAN", f"the words of {name} cannot be changed in place", _INSTEAD)
            lines[place] = lines[place].replace(_first_line(before[name]), _first_line(task), 1)
        else:
            at = (len(lines) if last is None else last) + 1
            label = f"{name} " if _TASK_ID.search(f"[ ] {name}") else ""
            lines.insert(at, f"- [ ] {label}{_first_line(task)}")
            last = at
    return ending.join(lines)


def _is_of(line: str, name: str, task: Task) -> bool:
    found = _TASK_ID.search(line)
    if found is not None:
        return found[1].upper() == name
    return _first_line(task) in line


def _first_line(task: Task) -> str:
    return str(task["description"]).partition("\n")[0].strip()
