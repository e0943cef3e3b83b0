"""Lists in Markdown with some of their tasks changed and every other line as it was (PLAN-4)."""

from __future__ import annotations

import re

from plangate.adapters.formats.format import Edit, Task

_TASK_ID = re.compile(r"\[[ xX~-]?\]\s*(?:\*\*)?\[?(T-?\d{1,5}[a-z]?)\b", re.IGNORECASE)


def edited_lines(edit: Edit, kind: str) -> str:
    """New tasks stand behind the last one; a changed line keeps its box, its id and its labels."""
    if edit.gone:
        raise edit.refused(kind)
    text, before, changed = edit.text, edit.before, edit.changed
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    last = max((n for n, line in enumerate(lines) if _TASK_ID.search(line)), default=None)
    for name, task in changed.items():
        if name in before:
            place = next(
                (n for n, line in enumerate(lines) if _is_of(line, name, before[name])), None
            )
            if place is None or _first_line(before[name]) not in lines[place]:
                raise edit.refused_word(name)
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
