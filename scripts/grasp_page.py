"""Writes the table of docs/concepts.md that shows what is understood of 20 goals (UND-2).

`--check` says whether it is old. The goals are asked in one of the small repositories of
tests/sets; they are none of its labelled ones.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import plangate

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "concepts.md"
BEGIN, END = "<!-- grasp: scripts/grasp_page.py -->", "<!-- grasp ends -->"
GOALS = (
    "Show the number of notes beside each tag",
    "Notes should have a colour",
    "Fix the crash when a note has no title",
    "Add a health page",
    "Add an endpoint that lists shared notes",
    "Add a setting for the length of a title",
    "Add a webhook when a note is shared",
    "Let users sort their notes by date",
    "Export the notes of a user as JSON",
    "Limit uploads to 5 MB",
    "Rename the tag route to labels",
    "Delete shared links after 30 days",
    "Cache the search",
    "Support Kerberos",
    "Move to microservices",
    "Turn it into a spreadsheet",
    "Add a warehouse dashboard",
    "Make it nicer",
    "Untersuche den Speicherverbrauch",
    "Feed the unicorns on the roof",
)


def table() -> str:
    rows = ["| goal | grasp | not understood |", "|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        workspace = Path(folder) / "quillnotes"
        shutil.copytree(ROOT / "tests" / "sets" / "repos" / "quillnotes", workspace)
        for goal in GOALS:
            found = plangate.brief(goal, workspace=workspace)
            words = ", ".join(found["not_understood"])
            rows.append(f"| {goal} | {found['grasp']:.2f} | {words} |")
    return "\n".join(rows)


def page() -> str:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> int:
    new = page()
    if "--check" in sys.argv[1:]:
        old = PAGE.read_text(encoding="utf-8")
        if old != new:
            sys.stdout.write("docs/concepts.md is old: run scripts/grasp_page.py\n")
        return int(old != new)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
