"""What checking a plan costs next to reading it as JSON, and how that grows with the plan.

    python benchmarks/adequacy.py [ROUNDS]

The clock is the processor's. json.loads of the same bytes stands beside every figure as the measure
of the machine. No two tasks have the same words. The first table is a plan as `plangate check`
reads one, and plans in which every task needs a closer look; the second the plan of the first row
in ever larger sizes; the third Markdown next to a bare pass over its lines.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_most, by_best, print_table, rounds, take_turns
from plangate.adapters.formats.detection import detect_and_read
from plangate.core.model.shapes import read_json
from plangate.core.plans.adequacy.adequacy import check_plan
from plangate.core.plans.plan_document import read_foreign_plan, read_plan_document

Json = dict[str, Any]

GOAL = "Add rate limiting to the public API in app/api.py and tell callers when they may try again"
TASKS = 1_000
SIZES = (100, 1_000, 10_000, 100_000)
LIMIT = 20


def whole(number: int) -> Json:
    """A task with every field of the contract, and nothing to be said against it."""
    return {
        "id": f"t{number}",
        "title": f"Limit caller {number}",
        "description": (
            f"Add the limit of service {number} to the request path and return 429 with a header "
            "that says when to retry"
        ),
        "files": [f"app/limits_{number}.py", f"tests/test_limits_{number}.py"],
        "complexity": number % 10 + 1,
        "depends_on": [f"t{number - 1}"] if number else [],
        "preconditions": ["the store is reachable"],
        "check": f"pytest tests/test_limits_{number}.py passes",
    }


def vague(number: int) -> Json:
    """A task almost every rule finds something in."""
    return {**whole(number), "description": f"TBD {number}", "files": ["TBD"], "check": "",
            "depends_on": ["x"], "preconditions": [], "complexity": 9}  # fmt: skip


def saying(text: str) -> Callable[[int], Json]:
    return lambda number: {**whole(number), "description": f"{text} of service {number}"}


KINDS: Mapping[str, Callable[[int], Json]] = {
    "as the contract has it": whole,
    "a finding in every row": vague,
    "ordinary words of the one-way net": saying("Update the public API and write the docs"),
    "destruction with a safeguard": saying("Drop the users table after taking a backup"),
    "not only ASCII": saying("Add the limits — with a header — to the request path"),
    "only id and description": lambda n: {"id": f"t{n}", "description": whole(n)["description"]},
}


def document(kind: Callable[[int], Json], size: int) -> bytes:
    tasks = [kind(number) for number in range(size)]
    return json.dumps({"goal": GOAL, "goal_complexity": 7, "tasks": tasks}).encode()


def from_bytes(raw: bytes) -> Json:
    return dict(check_plan(read_plan_document(read_json(raw))))


def compare_kinds(number: int) -> None:
    rows = []
    for name, kind in KINDS.items():
        raw = document(kind, TASKS)
        read = read_plan_document(json.loads(raw))
        taken = take_turns(
            {
                "loads": partial(json.loads, raw),
                "check": partial(check_plan, read),
                "whole": partial(from_bytes, raw),
            },
            number,
        )
        ratio = by_best(taken["check"], taken["loads"])
        rows.append(
            (
                name,
                f"{taken['loads'].best * 1e3:.2f}",
                f"{ratio:.1f} ×",
                at_most(ratio, LIMIT),
                f"{by_best(taken['whole'], taken['loads']):.1f} ×",
            )
        )
    head = ("tasks", "json.loads, ms", "check of json.loads", "limit", "bytes to report")
    print_table(f"Plans of {TASKS:,} tasks", head, rows)


def compare_sizes(number: int) -> None:
    rows = []
    first: dict[str, float] = {}
    for size in SIZES:
        raw = document(whole, size)
        read = read_plan_document(json.loads(raw))
        taken = take_turns(
            {
                "loads": partial(json.loads, raw),
                "check": partial(check_plan, read),
                "whole": partial(from_bytes, raw),
            },
            number if size < SIZES[-1] else max(3, number // 4),
        )
        each = {name: side.best / size * 1e6 for name, side in taken.items()}
        first = first or each
        rows.append(
            (
                f"{size:,}",
                *(f"{each[name]:.1f} ({each[name] / first[name]:.2f} ×)" for name in each),
            )
        )
    head = ("tasks", "json.loads", "check", "bytes to report")
    print_table(f"Microseconds for each task (of those at {SIZES[0]})", head, rows)


def markdown(size: int) -> bytes:
    lines = [f"- [ ] T{n:06d} {whole(n)['description']} in app/limits_{n}.py" for n in range(size)]
    return "\n".join([f"# Tasks: {GOAL}", "", "## Phase 1", *lines]).encode()


def judge(raw: bytes, name: str) -> Json:
    plan, _ = detect_and_read(raw, name)
    return dict(check_plan(read_foreign_plan(plan)))


def compare_markdown(number: int) -> None:
    rows = []
    first = 0.0
    for size in SIZES[:3]:
        raw = markdown(size)
        taken = take_turns(
            {"lines": partial(lines_of, raw), "judge": partial(judge, raw, "tasks.md")},
            max(3, number // 2),
        )
        each = taken["judge"].best / size * 1e6
        first = first or each
        ratio = by_best(taken["judge"], taken["lines"])
        rows.append((f"{size:,}", f"{each:.1f} ({each / first:.2f} ×)", f"{ratio:,.0f} ×"))
    head = ("tasks", "microseconds for each task, bytes to report", "of splitting its lines")
    print_table("A tasks.md of spec-kit", head, rows)


def lines_of(raw: bytes) -> list[str]:
    return raw.decode().splitlines()


def main() -> None:
    number = rounds(12)
    compare_kinds(number)
    compare_sizes(number)
    compare_markdown(number)


if __name__ == "__main__":
    main()
