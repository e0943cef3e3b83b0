"""Lines of the likeliest places, for a model that has to quote and name what is there (UND-3).

Bounded in tokens, read within INV-11's bounds, secrets blotted out. The prompt fences them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plangate.adapters.repo.checkout.workspace_files import Workspace

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
