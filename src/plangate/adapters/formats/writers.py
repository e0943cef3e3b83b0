"""Plans written for people and for other tools (PLAN-4).

Each writer takes the same value and returns the text of a file. A format that cannot carry a field
leaves it out; our own Markdown and JSON carry them all and are read back as they were.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from plangate.adapters.formats import own_markdown
from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import waves_of

Task = Mapping[str, Any]
_LONGEST_NODE = 60


class Written(NamedTuple):
    """A plan to be written: its tasks in order, as plangate's own JSON has them."""

    goal: str
    tasks: Sequence[Task]
    done: frozenset[str] = frozenset()
    ledger: Sequence[str] = ()


def markdown(plan: Written) -> str:
    return own_markdown.write(plan.goal, plan.tasks, plan.ledger)


def own_json(plan: Written) -> str:
    """The document `plangate check` reads."""
    document = {"goal": plan.goal, "tasks": [dict(task) for task in plan.tasks]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def mermaid(plan: Written) -> str:
    """The graph: an arrow leads to what waits; one-way steps have a double frame."""
    node = {task["id"]: f"n{place}" for place, task in enumerate(plan.tasks, start=1)}
    lines = ["flowchart TD"]
    for task in plan.tasks:
        one_way = task.get("reversibility") == "irreversible"
        opening, closing = ("[[", "]]") if one_way else ("[", "]")
        lines.append(f"    {node[task['id']]}{opening}{_node_text(task)}{closing}")
    lines += [
        f"    {node[needed]} --> {node[task['id']]}"
        for task in plan.tasks
        for needed in task.get("depends_on") or ()
        if needed in node
    ]
    if finished := [node[name] for name in node if name in plan.done]:
        lines += ["    classDef done opacity:0.5", f"    class {','.join(finished)} done"]
    return "\n".join(lines) + "\n"


def checklist(plan: Written) -> str:
    lines = [f"# {_flat(plan.goal)}", ""]
    for task in plan.tasks:
        lines.append(f"- [{_mark(task, plan)}] {_headline(task)}")
        lines += _below(task, "  ")
    return "\n".join(lines) + "\n"


def claude_plan(plan: Written) -> str:
    """A plan file as Claude Code keeps them: context, numbered steps, verification."""
    lines = [f"# {_flat(plan.goal)}", ""]
    if plan.ledger:
        lines += ["## Context", "", *(f"- {_flat(entry)}" for entry in plan.ledger), ""]
    lines += ["## Steps", ""]
    for place, task in enumerate(plan.tasks, start=1):
        # “Step 3: Testing” is a step whatever it is called; “3. Testing” may be a check.
        lines += [f"### Step {place}: {_flat(task.get('title') or task['description'])}", ""]
        lines += [*task["description"].splitlines(), ""]
        lines += [f"- {line}" for line in _facts(task)]
        lines += [""] if _facts(task) else []
    return "\n".join(lines).rstrip("\n") + "\n"


def spec_kit(plan: Written) -> str:
    """spec-kit's tasks.md: a phase for every wave; `[P]` where no other task shares a file."""
    place = {task["id"]: n for n, task in enumerate(plan.tasks, start=1)}
    names = {name: f"T{n:03d}" for name, n in place.items()}
    lines = [f"# Tasks: {_flat(plan.goal)}", ""]
    for number, wave in enumerate(waves(plan.tasks), start=1):
        lines += [f"## Phase {number}", ""]
        for task in wave:
            alone = len(wave) > 1 and not _shares_a_file(task, wave)
            needs = [names[need] for need in task.get("depends_on") or () if need in names]
            behind = f" (depends on {', '.join(needs)})" if needs else ""
            label = f"[{_mark(task, plan)}] {names[task['id']]}" + (" [P]" if alone else "")
            lines.append(f"- {label} {_headline(task)}{behind}")
            lines += _below(task, "  ")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def task_master(plan: Written) -> str:
    """Task Master's tasks.json, under its tag `master`; its ids are whole numbers."""
    number = _numbers([task["id"] for task in plan.tasks])
    tasks = []
    for task in plan.tasks:
        entry: dict[str, Any] = {
            "id": number[task["id"]],
            "title": task.get("title") or _flat(task["description"])[:80],
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


WRITERS: Mapping[str, Callable[[Written], str]] = {
    "markdown": markdown,
    "json": own_json,
    "mermaid": mermaid,
    "task-master": task_master,
    "spec-kit": spec_kit,
    "checklist": checklist,
    "claude-plan": claude_plan,
}


def write(plan: Written, to: str) -> str:
    """A plan as the text of a file in the format named."""
    if to not in WRITERS:
        raise BadInput("--to", f"{to[:40]!r} is no format", ", ".join(WRITERS))
    return WRITERS[to](plan)


def waves(tasks: Sequence[Task]) -> list[list[Task]]:
    """Tasks that can be worked on at the same time, one wave behind the other."""
    known = {task["id"]: task for task in tasks}
    needs = {name: task.get("depends_on") or () for name, task in known.items()}
    return [[known[name] for name in wave] for wave in waves_of(needs)]


# --- pieces ---------------------------------------------------------------------------------------


def _flat(text: str) -> str:
    return " ".join(text.split())


def _headline(task: Task) -> str:
    """A task in one line: its title and the first line of what it says, unless that is the same."""
    title, description = _flat(task.get("title") or ""), task["description"].strip()
    first = _flat(description.partition("\n")[0])
    if not title or first.startswith(title):
        return first or title
    return f"{title}: {first}" if first else title


def _below(task: Task, indent: str) -> list[str]:
    rest = [_flat(line) for line in task["description"].strip().splitlines()[1:]]
    return [f"{indent}{line}" for line in [*filter(None, rest), *_facts(task)]]


def _facts(task: Task) -> list[str]:
    said = task["description"]
    files = [path for path in task.get("files") or () if path not in said]
    return [
        *([f"Files: {', '.join(files)}"] if files else []),
        *(f"Before: {_flat(need)}" for need in task.get("preconditions") or ()),
        *([f"Verify: {_flat(task['check'])}"] if task.get("check") else []),
    ]


def _mark(task: Task, plan: Written) -> str:
    return "x" if task["id"] in plan.done else " "


def _node_text(task: Task) -> str:
    """A node's words, with what Mermaid would obey spelled as entities."""
    text = f"{task['id']}: {_flat(task.get('title') or task['description'])}"
    if len(text) > _LONGEST_NODE:
        text = f"{text[: _LONGEST_NODE - 1].rstrip()}…"
    escaped = re.sub(r"[\"#&<>`\[\]{}|\\]", lambda found: f"#{ord(found.group())};", text)
    return f'"{escaped}"'


def _shares_a_file(task: Task, wave: Iterable[Task]) -> bool:
    own = set(task.get("files") or ())
    return any(own & set(other.get("files") or ()) for other in wave if other is not task)


def _numbers(names: Sequence[str]) -> dict[str, int]:
    """`t3` stays 3 when every id ends in a number of its own; else they are counted."""
    found = [re.fullmatch(r"[A-Za-z]*-?0*([1-9]\d{0,8})", name) for name in names]
    numbers = [int(match[1]) for match in found if match]
    if len(set(numbers)) != len(names):
        numbers = list(range(1, len(names) + 1))
    return dict(zip(names, numbers, strict=True))
