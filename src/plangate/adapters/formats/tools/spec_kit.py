"""spec-kit's tasks.md: lines like `- [ ] T012 [P] [US1] Add the model in src/models.py`.

Ids and paths stand in the lines; phases and `[P]` order the work, so that dependencies are carried
only where a line names them. A story's independent test and a checkpoint are the check of the last
task before the next phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from plangate.adapters.formats.format import Edit, Task, Written
from plangate.adapters.formats.list_lines import edited_lines
from plangate.adapters.formats.markdown_cutting import Outline, outline, plain
from plangate.adapters.formats.pieces import below, flat, headline, mark, waves
from plangate.adapters.formats.prose import paths_in, references_in, title_of
from plangate.core.model.records import Document
from plangate.language.patterns import lazy

NAME = "spec-kit"
RANK = 20

_LINE = lazy(r"\s*(?:>\s*)?(?:[-*+]|\d+\.)\s+\[[ xX~-]?\]\s*(?:\*\*)?T-?\d{1,5}\w?\b")
_HEADING = lazy(r"\s{0,3}#{2,6}\s+(?:\[[ xX]\]\s*)?T-?\d{1,5}\w?\b")
_OUTER_BOX = ("- [ ]", "- [x]", "- [X]", "* [ ]", "* [x]")
_ID = lazy(r"(?:\[[ xX]\]\s*)?\[?(T-?\d{1,5}[a-z]?)\b\]?[\s:.—–-]*", re.IGNORECASE)
_LABELS = lazy(
    r"^(?:\s*\[(?:P\d?|US-?\d+|S\d+|Story[^\]]{0,40}|US[^\]]{0,40}|[A-Z][\w-]{1,30})\](?!\())+"
)
_CHECK = lazy(r"(?:independent test|checkpoint|test criteria)[^:]{0,40}:\s*(\S.*)", re.IGNORECASE)


def looks_like(text: str, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    """Whether two lines or more are tasks with a T number, and no more boxes do without one.

    Under the title spec-kit gives such a page one line is enough.
    """
    found = others = 0
    for line in text.split("\n"):
        if _LINE.match(line) or _HEADING.match(line):
            found += 1
        elif line.startswith(_OUTER_BOX):
            others += 1
    return found >= max(others, 1 if text.startswith("# Tasks") else 2)


def read(text: str) -> Document:
    """The plan of a tasks.md."""
    made = outline(text)
    tasks = _from_lines(made) or _from_headings(made)
    plan: Document = {"tasks": tasks}
    if goal := title_of(made):
        plan["goal"] = goal
    return plan


def done(text: str) -> frozenset[str]:
    """The tasks whose boxes are ticked."""
    boxes = ((item, _ID.match(item.text)) for item in outline(text).items if item.ticked)
    ticked = {found[1] for _, found in boxes if found}
    return frozenset(str(task["id"]) for task in read(text)["tasks"] if task["id"] in ticked)


def _from_lines(made: Outline) -> list[Document]:
    tasks: list[Document] = []
    last_of: dict[int, Document] = {}
    for item in made.items:
        if item.kind == "box" and (found := _ID.match(item.text)):
            tasks.append(_task(found[1], item.text[found.end() :], item.more))
            last_of[item.section] = tasks[-1]
    for number, task in _phases(made, last_of).items():
        if checks := _checks(made.sections[number].lines):
            task["check"] = "\n".join(filter(None, [task.get("check"), *checks]))
    return tasks


def _phases(made: Outline, last_of: dict[int, Document]) -> dict[int, Document]:
    """For every section the last task of its phase: its own, or that of a section within it."""
    held = dict(last_of)
    for number in sorted(last_of, reverse=True):
        parent = made.sections[number].parent
        if parent is not None and made.sections[parent].level >= 2:
            held.setdefault(parent, last_of[number])
    return held


def _checks(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := _CHECK.fullmatch(line))]


def _from_headings(made: Outline) -> list[Document]:
    tasks = []
    for section in made.sections:
        if found := _ID.match(section.title):
            tasks.append(_task(found[1], section.title[found.end() :], section.lines))
    return tasks


def _task(name: str, text: str, more: list[str]) -> Document:
    said = _LABELS.sub("", plain(text), count=1).strip(" :–—-")
    description = "\n".join([said, *more])
    task: Document = {
        "id": name.upper(),
        "description": description,
        "files": paths_in(description),
    }
    if (needs := references_in(description)) is not None:
        task["depends_on"] = [need.upper() for need in needs]
    return task


def write(plan: Written) -> str:
    """spec-kit's tasks.md: a phase for every wave; `[P]` where no other task shares a file."""
    place = {task["id"]: n for n, task in enumerate(plan.tasks, start=1)}
    names = {name: f"T{n:03d}" for name, n in place.items()}
    lines = [f"# Tasks: {flat(plan.goal)}", ""]
    for number, wave in enumerate(waves(plan.tasks), start=1):
        lines += [f"## Phase {number}", ""]
        for task in wave:
            alone = len(wave) > 1 and not _shares_a_file(task, wave)
            needs = [names[need] for need in task.get("depends_on") or () if need in names]
            behind = f" (depends on {', '.join(needs)})" if needs else ""
            label = f"[{mark(task, plan)}] {names[task['id']]}" + (" [P]" if alone else "")
            lines.append(f"- {label} {headline(task)}{behind}")
            lines += below(task, "  ")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _shares_a_file(task: Task, wave: Iterable[Task]) -> bool:
    own = set(task.get("files") or ())
    return any(own & set(other.get("files") or ()) for other in wave if other is not task)


def rewrite(edit: Edit) -> str:
    return edited_lines(edit, NAME)
