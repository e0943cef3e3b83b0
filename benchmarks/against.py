"""What is noticed and asked about of goals that exclude themselves or stand against a page (UND-6).

    python benchmarks/against.py

Counts the lines of benchmarks/against, and of benchmarks/doors the ordinary goals that exclude
nothing; the `held` ones are never learned from. A page is told by its own sentences alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from plangate.adapters.repo.facts.house_rules import sentences  # noqa: E402
from plangate.core.model.sighting import HouseRule, Sighting  # noqa: E402
from plangate.core.understanding.against.conflicts import clauses_against  # noqa: E402
from plangate.core.understanding.against.pages import page_against  # noqa: E402
from plangate.language.words.stems import content_stems  # noqa: E402

RARE = 0.02


def lines(folder: str, name: str) -> list[dict[str, str]]:
    text = (ROOT / "benchmarks" / folder / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def alike(one: str, other: str) -> bool:
    """Whether a quoted piece is the labelled one: half of the shorter's words."""
    here, there = (set(text.lower().replace(",", " ").split()) for text in (one, other))
    return 2 * len(here & there) >= min(len(here), len(there))


def count(folder: str, name: str) -> None:
    rows = lines(folder, name)
    found = [(row, one) for row in rows if (one := clauses_against(row["goal"])) is not None]
    asked = sum(one.is_asked for _, one in found)
    right = sum(
        any(
            alike(a, row["a"]) and alike(b, row["b"])
            for a, b in ((o.one, o.other), (o.other, o.one))
        )
        for row, o in found
        if "a" in row
    )
    quoted = f", {right} quoted as labelled" if rows and "a" in rows[0] else ""
    print(f"{name}: noticed {len(found)}, asked {asked} of {len(rows)}{quoted}")


def count_pages(name: str) -> None:
    for is_against in (True, False):
        rows = [row for row in lines("against", name) if bool(row["against"]) is is_against]
        found = [
            one for row in rows if (one := page_against(row["goal"], seen_of(row))) is not None
        ]
        plainly = sum(one.plainly for one in found)
        kind = "against" if is_against else "not against"
        print(f"{name}, {kind}: noticed {len(found)}, asked {plainly} of {len(rows)}")


def seen_of(row: dict[str, str]) -> Sighting:
    told = tuple(HouseRule("README.md:1", text) for _, text in sentences(row["page"]))
    return Sighting(against=told, spread=dict.fromkeys(content_stems(row["goal"]), RARE))


def main() -> None:
    for held in ("", "_held"):
        count("against", f"contradictions{held}")
        count("against", f"soundso{held}")
        for name in ("ordinary", "near", "doors"):
            count("doors", f"{name}{held}")
        count_pages(f"pages{held}")


if __name__ == "__main__":
    main()
