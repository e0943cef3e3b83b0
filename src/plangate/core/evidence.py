"""Evidence in words: one line a fact, the same wherever it is shown."""

from __future__ import annotations

from plangate.core.model import Evidence

#: Facts whose locator is the whole of what they say.
_BY_LOCATOR = {"manifest": "found", "related_file": "related to the goal by name:"}


def evidence_line(entry: Evidence) -> str:
    """A fact and where it was seen."""
    if lead := _BY_LOCATOR.get(entry.kind):
        return f"{lead} {entry.locator}"
    where = f" ({entry.locator})" if entry.locator else ""
    if entry.kind == "test_command":
        return f"tests run with {entry.fact}{where}"
    if entry.fact:
        return f"{entry.fact}{where}"
    return f"{entry.source} supports {entry.supports} at {entry.confidence:g}{where}"
