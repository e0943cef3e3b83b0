"""Writes docs/catalog.md from the shapes of data files; `--check` says whether it is old."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from plangate.wiring.catalogs import catalog_schema

PAGE = Path(__file__).resolve().parents[1] / "docs" / "catalog.md"
KINDS = {
    "dimension": "A dimension: one decision to look for",
    "archetype": "An archetype: the tasks of one kind of change",
}
HEAD = """\
# Data files of your own

Printed by `scripts/catalog_page.py` from the shapes that read the files; edit those, not this.
[extend.md](extend.md) shows a whole file of each kind, `plangate catalog check` checks yours, and
`plangate catalog schema KIND` prints this as a JSON schema. Phrases are written as in
`plangate/adapters/minds/rules/phrases.py`; slots such as `{clause}` are filled from the goal and
the repository (`plangate/adapters/minds/drafting/drafting_fill.py`).
"""


def page() -> str:
    parts = [HEAD.rstrip("\n")]
    for kind, title in KINDS.items():
        rows = [f"| `{name}` | {needed} | {what} |" for name, needed, what in fields(kind)]
        parts.append(
            "\n".join([f"## {title}", "", "| field | | accepted |", "|---|---|---|", *rows])
        )
    return "\n\n".join(parts) + "\n"


def fields(kind: str) -> Iterator[tuple[str, str, str]]:
    yield from _fields(catalog_schema(kind), "")


def _fields(schema: Mapping[str, Any], above: str) -> Iterator[tuple[str, str, str]]:
    for name, shape in schema.get("properties", {}).items():
        needed = "required" if name in schema.get("required", ()) else ""
        inner = shape.get("items", shape)
        mark = "[]" if "items" in shape else ""
        yield above + name + mark, needed, _accepted(shape)
        yield from _fields(inner, f"{above}{name}{mark}.")


def _accepted(shape: Mapping[str, Any]) -> str:
    if "items" in shape:
        most = f", at most {shape['maxItems']}" if "maxItems" in shape else ""
        return f"a list of {_accepted(shape['items'])}{most}"
    if "enum" in shape:
        return "one of " + ", ".join(f"`{word}`" for word in shape["enum"])
    if shape.get("type") == "object":
        return "an object"
    if shape.get("type") == "string":
        return f"text, up to {shape['maxLength']:,} characters" if "maxLength" in shape else "text"
    if "minimum" in shape and "maximum" in shape:
        return f"a number, {shape['minimum']:g} to {shape['maximum']:g}"
    return str(shape.get("type", "anything"))


def main(arguments: list[str]) -> int:
    if not arguments:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/catalog.md is not what the code says: run scripts/catalog_page.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
