"""Text as every surface puts it out; small, because every command loads it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

#: What a terminal would obey and YAML would not take as it is, and what reorders the text around
#: it; shown as escapes so that no text can pose as another.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]"
)


def shown(text: str) -> str:
    """Somebody's text as it may be put on a terminal."""
    return _UNSHOWN.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def in_quotes(text: str) -> str:
    """Somebody's words as words; a text that quotes already gets no second pair around it."""
    return text if "“" in text else f"“{text}”"


def json_text(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)


def clock(stamp: str) -> str:
    """A stored time for people: to the second, in UTC."""
    return f"{stamp[:10]} {stamp[11:19]} UTC"


def in_ten(chance: float) -> str:
    """A chance as people say it: `about 4 in 10`."""
    return f"about {round(chance * 10)} in 10"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the last one runs free."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append("  ".join([*cells, row[-1]]).rstrip())
    return "\n".join(lines) + "\n"
