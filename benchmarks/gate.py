"""How many decisions the gate makes a second on one core, and how that grows with the document.

    python benchmarks/gate.py [ROUNDS]

The clock is the processor's, so the figure is that of one core whatever else runs; json.loads of
the same documents stands beside it as the measure of the machine. No two documents of a round have
the same words, so that nothing remembered from one makes the next cheaper.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_least, by_best, print_table, rounds, take_turns
from plangate.core.gate.decide import decide
from plangate.core.gate.document import GateDocument, read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.model.shapes import read_json

Json = dict[str, Any]

GOAL = "Add rate limiting to the public API and tell callers when they may try again"
DOCUMENTS = 500
SIZES = (10, 100, 1_000, 10_000)

PRIORS = (0.4, 0.25, 0.2, 0.15)
FILES = ("api/keys.py", "api/proxy.py", "api/tenants.py", "api/routes.py")
LABELS = ("Limit by key", "Limit by address", "Limit by tenant", "Limit by route")
#: One word of the net in one reading ("API"), as ordinary talk has it.
ONE_WORD = ("Limit by API key", *LABELS[1:])
#: A word of the net in every reading, and none of them one-way.
NEAR_MISSES = (
    "Never delete a counter",
    "Charge nothing for a retry",
    "Keep the limits in a table",
    "Reset the counter every hour",
)
CAUGHT = (*LABELS[:3], "Drop the table of counters")


def ambiguity(
    name: str, complexity: float = 0.6, labels: Sequence[str] = LABELS, team: int = 0
) -> Json:
    """Four readings: at a complexity of 0.6 worth a question, at 0.1 not."""
    readings = [
        {
            "id": f"reading-{place}",
            "label": f"{label}, team {team}",
            "consequence": f"adds a counter and its tests to service {team}",
            "prior": PRIORS[place],
            "complexity": complexity,
            "reversibility": "reversible",
            "touches": ["api/limits.py", FILES[place]],
        }
        for place, label in enumerate(labels)
    ]
    return {"id": name, "interpretations": readings}


def evidence(name: str, number: int) -> Json:
    return {
        "id": f"e{number}",
        "ambiguity": name,
        "source": "repo_facts",
        "supports": "reading-2",
        "confidence": 0.9,
        "locator": "api/limits.py:12",
    }


def document(*ambiguities: Json, **more: Any) -> Json:
    return {"goal": GOAL, "ambiguities": list(ambiguities), **more}


def by_preference(labels: Sequence[str], team: int) -> Json:
    given = ambiguity("scope", labels=labels, team=team)
    return document(given, preferences={"scope": "never-ask"})


KINDS: Mapping[str, Callable[[int], Json]] = {
    "infers from evidence": lambda team: document(
        ambiguity("scope", team=team), evidence=[evidence("scope", team)]
    ),
    "assumes, not worth a question": lambda team: document(ambiguity("scope", 0.1, team=team)),
    "asks": lambda team: document(ambiguity("scope", team=team)),
    "preference, no word of the net": partial(by_preference, LABELS),
    "preference, one word of the net": partial(by_preference, ONE_WORD),
    "preference, near the net four times": partial(by_preference, NEAR_MISSES),
    "preference, caught by the net": partial(by_preference, CAUGHT),
}


def compare_kinds(number: int) -> None:
    """One ambiguity of four interpretations, decided in every way that costs differently."""
    rows = []
    made = {name: [kind(team) for team in range(DOCUMENTS)] for name, kind in KINDS.items()}
    made["a quarter each: infers, assumes, asks, preference"] = in_quarters(made)
    for name, documents in made.items():
        raws = [json.dumps(each).encode() for each in documents]
        read = [read_gate_document(each) for each in documents]
        taken = take_turns(
            {
                "loads": partial(each_of, json.loads, raws),
                "decide": partial(each_of, decide, read),
                "whole": partial(each_of, bytes_to_report, raws),
            },
            number,
        )
        pace = len(documents) / taken["decide"].best
        rules = {decide(each)[0].rule for each in read}
        rows.append(
            (
                name,
                rules.pop() if len(rules) == 1 else "",
                f"{pace:,.0f}",
                at_least(pace, 20_000),
                f"{by_best(taken['decide'], taken['loads']):.1f} ×",
                f"{len(documents) / taken['whole'].best:,.0f}",
            )
        )
    head = (
        "decision",
        "rule",
        "decide, a second",
        "limit",
        "decide of json.loads",
        "bytes to report, a second",
    )
    print_table("Decisions on one core, four interpretations each", head, rows)


def in_quarters(made: Mapping[str, Sequence[Json]]) -> list[Json]:
    """Three kinds without a preference, and the kinds with one sharing the last quarter."""
    free = [each for name, each in made.items() if "preference" not in name]
    bound = [each for name, each in made.items() if "preference" in name]
    share = DOCUMENTS // 4
    return [
        *(one for each in free for one in each[:share]),
        *(one for each in bound for one in each[: share // len(bound)]),
    ]


def compare_sizes(number: int) -> None:
    """Ever more ambiguities: a third infers, a third assumes, a third would ask and one does."""
    rows = []
    first: dict[str, float] = {}
    for size in SIZES:
        raw = json.dumps(large_document(size)).encode()
        read = read_gate_document(read_json(raw))
        times = max(1, 100 // size)
        taken = take_turns(
            {
                "loads": partial(each_of, json.loads, [raw] * times),
                "read": partial(each_of, from_bytes, [raw] * times),
                "decide": partial(each_of, decide, [read] * times),
                "report": partial(each_of, gate_report, [read] * times),
            },
            number if size < SIZES[-1] else max(3, number // 4),
        )
        each = {name: side.best / times / size * 1e6 for name, side in taken.items()}
        first = first or each
        rows.append(
            (
                f"{size:,}",
                *(f"{each[name]:.1f} ({each[name] / first[name]:.2f} ×)" for name in each),
            )
        )
    head = ("ambiguities", "json.loads", "read", "decide", "decide and report")
    print_table(f"Microseconds for each ambiguity (of those at {SIZES[0]})", head, rows)


def large_document(size: int) -> Json:
    names = [f"dimension-{n}" for n in range(size)]
    return document(
        *(ambiguity(name, 0.1 if n % 3 == 1 else 0.6, team=n) for n, name in enumerate(names)),
        evidence=[evidence(name, n) for n, name in enumerate(names) if n % 3 == 0],
    )


def each_of(call: Callable[[Any], object], given: Sequence[Any]) -> None:
    for one in given:
        call(one)


def from_bytes(raw: bytes) -> GateDocument:
    return read_gate_document(read_json(raw))


def bytes_to_report(raw: bytes) -> str:
    return json.dumps(gate_report(from_bytes(raw)))


def main() -> None:
    number = rounds(15)
    compare_kinds(number)
    compare_sizes(number)


if __name__ == "__main__":
    main()
