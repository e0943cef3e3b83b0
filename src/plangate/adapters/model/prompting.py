"""Prompts: files with versions, filled with parts that are fenced as data (LLM-4, LLM-5).

A fence carries a digest of what it encloses, so that no text can close its own fence; secrets are
taken out before anything is enclosed. The same parts make the same prompt, byte for byte: its
digest names what was sent.

Among them are lines of the likeliest places, for a model that has to quote and name what is there
(UND-3): bounded in tokens, read within INV-11's bounds, secrets removed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.core.guard.redaction import redact, redact_value

_HEADER = re.compile(r"---\nprompt: ([a-z]+)\nversion: (\d+)\n---\n")


class Prompt(NamedTuple):
    """What a model is told, before anything is filled in."""

    name: str
    version: int
    text: str

    @property
    def label(self) -> str:
        return f"{self.name}@{self.version}"


@cache
def prompt(name: str) -> Prompt:
    """One of the files beside this module."""
    text = files(__package__).joinpath(f"prompts/{name}.md").read_text("utf-8")
    header = _HEADER.match(text)
    assert header is not None, f"{name}.md has no header"
    assert header[1] == name, f"{name}.md is called {header[1]}"
    return Prompt(name, int(header[2]), text[header.end() :].strip())


def fenced(name: str, content: str) -> str:
    """Content between marks that it cannot write itself."""
    mark = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"<data {name} {mark}>\n{content}\n</data {name} {mark}>"


def filled(parts: Mapping[str, Any]) -> str:
    """The parts of a prompt, each fenced: secrets out first (ASK-14), texts as they are, the rest
    as JSON."""
    return "\n\n".join(fenced(name, _written(part)) for name, part in parts.items() if part)


def corrected(faults: Sequence[str]) -> str:
    """LLM-3: what goes back with a reply that cannot be used, every reason at once."""
    lines = "\n".join(f"- {' '.join(redact(fault).split())[:300]}" for fault in faults[:20])
    return (
        "Your document cannot be used; nothing of it was taken. Send the whole document again "
        f"with these mended:\n{fenced('faults', lines)}"
    )


def digest_of(*sent: str) -> str:
    """What names everything that was sent."""
    whole = hashlib.sha256()
    for text in sent:
        whole.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return whole.hexdigest()


def _written(part: Any) -> str:
    if isinstance(part, str):
        return redact(_printable(part))
    clean = redact_value(part)
    return _printable(json.dumps(clean, ensure_ascii=False, separators=(", ", ": ")))


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)


#: How many files are shown, and how many characters of all of them together.
_MOST_FILES, _MOST_CHARACTERS = 6, 12_000
#: A file up to this long is shown whole; of a longer one the lines around its symbols.
_WHOLE = 60
_BESIDE = 12
_LONGEST_LINE = 160


def excerpts_of(root: Path, brief: Mapping[str, Any]) -> str:
    """Numbered lines of the places of a brief, the likeliest first."""
    places = [*brief.get("places", ()), *brief.get("siblings", ())]
    tests = [{"path": path} for place in places[:3] for path in place.get("tests", ())[:1]]
    wanted: dict[str, Sequence[str]] = {}
    for place in (*places[:4], *tests, *places[4:]):
        wanted.setdefault(str(place["path"]), place.get("symbols", ()))
    files = Workspace(root, only=tuple(wanted)[: 2 * _MOST_FILES])
    shown: list[str] = []
    left = _MOST_CHARACTERS
    for path, symbols in wanted.items():
        text = files.text(path)
        if not text or len(shown) >= _MOST_FILES:
            continue
        block = f"{path}\n{_lines(text.splitlines(), symbols)}"
        if len(block) > left:
            block = block[:left].rpartition("\n")[0]
        if block.count("\n") < 1:
            break
        shown.append(block)
        left -= len(block)
    return "\n\n".join(shown)


def _lines(lines: Sequence[str], symbols: Sequence[str]) -> str:
    if len(lines) <= _WHOLE:
        numbers = list(range(1, len(lines) + 1))
    else:
        marks = [int(found[1]) for name in symbols if (found := re.search(r":(\d+)$", name))]
        near = {n for mark in marks[:4] for n in range(mark - 2, mark + _BESIDE)}
        head = set(range(1, 13 if marks else _WHOLE))
        numbers = sorted(n for n in near | head if 1 <= n <= len(lines))
    rows = []
    before = 0
    for number in numbers:
        if number > before + 1 and before:
            rows.append("…")
        rows.append(f"{number}: {lines[number - 1][:_LONGEST_LINE]}")
        before = number
    return "\n".join(rows)
