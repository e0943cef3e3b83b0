"""plangate's own Markdown: a page for people that is read back without losing anything (PLAN-4).

    <!-- plangate.plan/1 -->
    # Plan
    > the goal
    ## t1: Title
    what is to be done, as it was given
    - **Depends on**: t0

One line, one thing: a line of prose that would look like a heading or a field is written with a
backslash in front.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plangate.adapters.formats.format import Written
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.language.patterns import lazy

NAME = "markdown"
RANK = 10
MARK = "<!-- plangate.plan/1 -->"

_HEADING = lazy(r"## (\S+): ?(.*)")
_FIELD = lazy(r"- \*\*([A-Z][a-z ]+)\*\*: (.*)")
_NEEDS_ESCAPE = lazy(r"(?=[#\\>]|- \*\*)")

#: Field and its words, in the order they are written; a list has one line an entry.
_LISTS = {
    "files": "File",
    "depends_on": "Depends on",
    "preconditions": "Before",
    "rests_on": "Rests on",
}
_TEXTS = {"check": "Check", "reversibility": "Reversibility", "answers_to": "Answers to"}
_EMPTY = "(none)"


def looks_like(text: str, name: str) -> bool:  # noqa: ARG001 - every format is asked so
    return text.lstrip("\ufeff \n").startswith(MARK)


def write(plan: Written) -> str:
    goal, tasks, ledger = plan.goal, plan.tasks, plan.ledger
    lines = [MARK, "# Plan", "", *(f"> {line}".rstrip() for line in goal.split("\n")), ""]
    if ledger:
        lines += ["### Rests on", "", *(f"- {' '.join(entry.split())}" for entry in ledger), ""]
    for task in tasks:
        lines += [*_task(task), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _task(task: Fields) -> Iterator[str]:
    yield f"## {_inline(task['id'])}: {_inline(task.get('title') or '')}".rstrip()
    yield ""
    for line in task["description"].split("\n"):
        yield _NEEDS_ESCAPE.sub("\\\\", line, count=1) if _NEEDS_ESCAPE.match(line) else line
    yield ""
    if task.get("complexity") is not None:
        yield f"- **Complexity**: {task['complexity']}"
    for field, words in _LISTS.items():
        if task.get(field) is not None:
            for entry in task[field] or [_EMPTY]:
                yield f"- **{words}**: {_inline(entry)}"
    for field, words in _TEXTS.items():
        if task.get(field) is not None:
            yield f"- **{words}**: {_inline(task[field]) or _EMPTY}"


def read(text: str) -> Document:
    """The plan of a page in our own Markdown."""
    lines = text.split("\n")
    headings = [place for place, line in enumerate(lines) if _HEADING.fullmatch(line)]
    goal = [line[1:].removeprefix(" ") for line in lines[: (headings or [0])[0]] if line[:1] == ">"]
    ends = [*headings[1:], len(lines)]
    tasks = [_read_task(lines[start:end]) for start, end in zip(headings, ends, strict=True)]
    plan: Document = {"tasks": tasks}
    if any(line.strip() for line in goal):
        plan["goal"] = "\n".join(goal)
    return plan


def _read_task(lines: Sequence[str]) -> Document:
    heading = _HEADING.fullmatch(lines[0])
    assert heading is not None, "a task begins with its heading"
    task: Document = {"id": _meant(heading[1]), "title": _meant(heading[2])}
    fields = [found for line in lines[1:] if (found := _FIELD.fullmatch(line))]
    prose = [
        line[1:] if line[:1] == "\\" else line for line in lines[1:] if not _FIELD.fullmatch(line)
    ]
    task["description"] = "\n".join(prose).strip("\n")
    known = {words: field for field, words in (*_LISTS.items(), *_TEXTS.items())}
    for found in fields:
        words, value = found[1], "" if found[2] == _EMPTY else _meant(found[2])
        if words == "Complexity":
            task["complexity"] = _complexity(value, task["id"])
        elif words not in known:
            raise BadInput(
                f"tasks.{task['id']}",
                f"{words!r} is not a field",
                ", ".join(["Complexity", *known]),
            )
        elif words in _TEXTS.values():
            task[known[words]] = value
        else:
            task.setdefault(known[words], []).extend([value] if value else [])
    return task


def _complexity(value: str, task: str) -> int:
    if not re.fullmatch(r"\d{1,2}", value):
        raise BadInput(f"tasks.{task}.complexity", f"{value[:20]!r}", "a whole number, 1 to 10")
    return int(value)


def _inline(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _meant(text: str) -> str:
    spelled = {"\\n": "\n", "\\r": "\r", "\\\\": "\\"}
    return re.sub(r"\\[nr\\]", lambda found: spelled[found.group()], text)
