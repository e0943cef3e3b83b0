"""Which tool wrote a plan file, and the plan in it.

The first reader that recognises a file reads it; the order is from the most particular to the most
general. A file in which nobody finds a task is refused in one line that says what would be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import Any

from plangate.adapters.formats.format import Edit, Format, Kind, Task
from plangate.adapters.formats.prose import cleaned
from plangate.adapters.formats.registry import own_readers
from plangate.core.guard.workspace_paths import made_relative
from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import read_json
from plangate.language.patterns import lazy

_LARGEST = 64 * 1024 * 1024
#: As many as a plan may have tasks: what has more is refused before anything of it is cut.
_MOST_ENTRIES = 100_000
_ENTRY = lazy(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]", re.MULTILINE)
_CONTROL = lazy("[\x00-\x08\x0e-\x1f]")
_MARKDOWN = (".md", ".markdown", ".mdx", ".mdc", ".txt")
_JSON_OPENING = lazy(r"\s*(?:\{|\[\s*[\[\]{\"])")

#: The formats of other packages, asked when none of ours finds a task.
Others = Callable[[], Iterable[Format]]
#: The plan, what is said of its format, the format itself and what it was given to read.
Recognised = tuple[Any, str, Format, Any]


def detect_and_read(
    raw: bytes,
    name: str,
    field: str = "PLAN",
    others: Others = lambda: (),
    form: Format | None = None,
    roots: Sequence[str] = (),
) -> tuple[Any, str]:
    """The plan in a file and the name of its format; our own JSON comes back as it is.

    Paths below the `roots` of its workspace are read as they are from there.
    """
    plan, said, _, _ = _recognised(raw, name, field, others, form, roots)
    return plan, said


def done_in(
    raw: bytes, name: str, others: Others = lambda: (), form: Format | None = None
) -> frozenset[str]:
    """The ids of the tasks that a file says are done."""
    _, _, found, value = _recognised(raw, name, "PLAN", others, form)
    return found.done(value)


def _recognised(
    raw: bytes,
    name: str,
    field: str,
    others: Others,
    form: Format | None,
    roots: Sequence[str] = (),
) -> Recognised:
    """What a file holds, in the format somebody named, else in the first that finds a task."""
    if form is not None and form.read is None:
        raise BadInput("--from", f"{form.name} can only be written", "a format that is read")
    kind = form.kind if form is not None else _kind_of(raw, name)
    value = read_json(raw, field) if kind == "json" else _text(raw, field)
    value = made_relative(value, roots)
    if form is not None and form.read is not None:
        return form.read(value), form.said + form.left_out(value), form, value
    if found := _first(own_readers(), kind, value, name):
        return found
    if found := _first(others(), kind, value, name):
        return found
    raise BadInput(
        field,
        "no task was found in it",
        "a checklist (- [ ] …), a numbered list, headings of steps, or JSON",
    )


def rewritten(
    raw: bytes,
    name: str,
    tasks: Sequence[Task],
    others: Others = lambda: (),
    form: Format | None = None,
) -> str:
    """A file of another tool with these tasks instead of its own, everything else as it was.

    What we do not model (a status, a story label, a paragraph between two tasks) stays where it
    stands. A file whose tasks did not change comes back byte for byte.
    """
    plan, _, form, value = _recognised(raw, name, "PLAN", others, form)
    before = {task["id"]: task for task in plan["tasks"]}
    changed = {task["id"]: task for task in tasks if task != before.get(task["id"])}
    gone = frozenset(before.keys() - {task["id"] for task in tasks})
    text = raw.decode("utf-8-sig")
    if not changed and not gone:
        return raw.decode("utf-8")
    edit = Edit(text, value, tasks, before, changed, gone)
    if form.rewrite is None:
        raise edit.refused(form.said)
    return form.rewrite(edit)


def _kind_of(raw: bytes, name: str) -> Kind:
    suffix = PurePath(name).suffix.lower()
    head = raw[:1_000].decode("utf-8-sig", "replace")
    if suffix == ".json" or (suffix not in _MARKDOWN and _JSON_OPENING.match(head)):
        return "json"
    return "markdown"


def _first(formats: Iterable[Format], kind: Kind, value: Any, name: str) -> Recognised | None:
    """The first that knows the file; of a page it must find a task in it too."""
    for form in formats:
        if form.kind != kind or form.read is None or form.looks_like is None:
            continue
        if form.looks_like(value, name):
            plan = form.read(value)
            if kind == "json" or plan["tasks"]:
                return plan, form.said + form.left_out(value), form, value
    return None


def _text(raw: bytes, field: str) -> str:
    if len(raw) > _LARGEST:
        raise BadInput(field, f"{len(raw):,} bytes are too many", f"up to {_LARGEST:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(field, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    if len(text) > _MOST_ENTRIES and (entries := len(_ENTRY.findall(text))) > _MOST_ENTRIES:
        problem = f"{entries:,} list entries are too many"
        raise BadInput(field, problem, f"up to {_MOST_ENTRIES:,} entries")
    if found := _CONTROL.search(text):
        problem = f"contains the control character U+{ord(found.group()):04X}"
        raise BadInput(field, f"{problem} at position {found.start()}", "printable text")
    if not text.strip():
        raise BadInput(field, "is empty", "a plan")
    return cleaned("\n".join(text.splitlines()))
