"""Which tool wrote a plan file, and the plan in it.

The first reader that recognises a file reads it; the order is from the most particular to the most
general. A file in which nobody finds a task is refused in one line that says what would be one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any, NamedTuple

from plangate.adapters.formats import (
    checklist,
    claude_plan,
    own,
    own_markdown,
    spec_kit,
    task_master,
)
from plangate.adapters.formats.prose import cleaned
from plangate.core.model.errors import BadInput
from plangate.core.model.shapes import read_json
from plangate.language.patterns import lazy

_LARGEST = 64 * 1024 * 1024
_CONTROL = lazy("[\x00-\x08\x0e-\x1f]")
_MARKDOWN = (".md", ".markdown", ".mdx", ".mdc", ".txt")
_JSON_OPENING = lazy(r"\s*(?:\{|\[\s*[\[\]{\"])")


class Reader(NamedTuple):
    """A format: its name, whether a file is one (by content and name), and the plan in it.

    Readers of Markdown take a text, readers of JSON the value that was parsed.
    """

    name: str
    looks_like: Callable[[Any, str], bool]
    read: Callable[[Any], Any]
    left_out: Callable[[Any], str] = lambda _: ""
    """What of the file was not read, to stand behind the name."""


JSON_READERS = (
    Reader(task_master.NAME, task_master.looks_like, task_master.read, task_master.left_out),
    Reader(own.NAME, own.looks_like, own.read),
)
MARKDOWN_READERS = (
    Reader(own_markdown.NAME, own_markdown.looks_like, own_markdown.read),
    Reader(spec_kit.NAME, spec_kit.looks_like, spec_kit.read),
    Reader(checklist.NAME, checklist.looks_like, checklist.read),
    Reader(claude_plan.NAME, claude_plan.looks_like, claude_plan.read),
)


def detect_and_read(raw: bytes, name: str, field: str = "PLAN") -> tuple[Any, str]:
    """The plan in a file and the name of its format; our own JSON comes back as it is."""
    suffix = PurePath(name).suffix.lower()
    head = raw[:1_000].decode("utf-8-sig", "replace")
    if suffix == ".json" or (suffix not in _MARKDOWN and _JSON_OPENING.match(head)):
        value = read_json(raw, field)
        reader = next(reader for reader in JSON_READERS if reader.looks_like(value, name))
        return reader.read(value), reader.name + reader.left_out(value)
    text = _text(raw, field)
    for reader in MARKDOWN_READERS:
        if reader.looks_like(text, name) and (plan := reader.read(text))["tasks"]:
            return plan, reader.name
    raise BadInput(
        field,
        "no task was found in it",
        "a checklist (- [ ] …), a numbered list, headings of steps, or JSON",
    )


def _text(raw: bytes, field: str) -> str:
    if len(raw) > _LARGEST:
        raise BadInput(field, f"{len(raw):,} bytes are too many", f"up to {_LARGEST:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(field, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    if found := _CONTROL.search(text):
        problem = f"contains the control character U+{ord(found.group()):04X}"
        raise BadInput(field, f"{problem} at position {found.start()}", "printable text")
    if not text.strip():
        raise BadInput(field, "is empty", "a plan")
    return cleaned("\n".join(text.splitlines()))
