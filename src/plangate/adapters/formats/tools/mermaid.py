"""A plan as a Mermaid graph, for people to look at; it is written and never read."""

from __future__ import annotations

import re

from plangate.adapters.formats.format import Task, Written
from plangate.adapters.formats.pieces import flat

NAME = "mermaid"
_LONGEST_NODE = 60


def write(plan: Written) -> str:
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


def _node_text(task: Task) -> str:
    """A node's words, with what Mermaid would obey spelled as entities."""
    text = f"{task['id']}: {flat(task.get('title') or task['description'])}"
    if len(text) > _LONGEST_NODE:
        text = f"{text[: _LONGEST_NODE - 1].rstrip()}…"
    escaped = re.sub(r"[\"#&<>`\[\]{}|\\]", lambda found: f"#{ord(found.group())};", text)
    return f'"{escaped}"'
