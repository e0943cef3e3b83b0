"""Print the tables of docs/trust.md from the code: `python scripts/acts.py` writes them there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from plangate.core.guard.acts import act_lines
from plangate.core.guard.coding_agents import mark_lines

PAGE = Path(__file__).resolve().parents[1] / "docs" / "trust.md"


def with_table(page: str, name: str, lines: Iterator[str]) -> str:
    """The page with one table printed anew between its marks."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    return pattern.sub("\n".join((begin, *lines, end)), page)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    text = with_table(text, "acts by surface", act_lines())
    PAGE.write_text(with_table(text, "marks of agents", mark_lines()), encoding="utf-8")
