"""Where a gate's decisions differ from the oracle's, field by field.

How a test uses it, with the product's own words:

    words = Words(lambda text: bool(one_way_cues(text)), is_registered_one_way, is_routine)
    assert differences(document, gate_report(read(document))["decisions"], words) == []

for every worked example and for `cases()`, `cases(random_dialled_case)` (if a document carries the
dial) and `cases(random_spreading_case)`. `explained` makes a failing document small first. It must
never import plangate: the caller brings the gate.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.core.gate_cases import smaller
from tests.core.gate_oracle import Words, decide

Json = dict[str, Any]
Gate = Callable[[Json], Sequence[Mapping[str, Any]]]

SAME = (
    "ambiguity",
    "action",
    "rule",
    "interpretation",
    "estimator",
    "value_rule",
    "requires_approval",
    "default",
)
NEAR = ("standard", "regret", "in_force", "threshold", "bar", "question")


def flat(decision: Mapping[str, Any]) -> Json:
    """A decision of `plangate.gate/2` in the oracle's words."""
    found = {**decision, **decision["evpi"], "default": None}
    question = decision.get("question")
    if question is not None:
        default = [o for o in question["options"] if o["key"] == question["default"]]
        found["default"] = default[0]["interpretation"]
    return found


def same(field: str, got: Any, wanted: Any) -> bool:
    if field in NEAR and isinstance(got, int | float):
        return math.isclose(got, wanted, rel_tol=0, abs_tol=1e-9)
    return bool(got == wanted)


def differences(document: Json, decisions: Sequence[Mapping[str, Any]], words: Words) -> list[str]:
    """One line per field that differs; `decisions` as `plangate.gate/2` has them."""
    expected = decide(document, *words)
    if len(expected) != len(decisions):
        return [f"{len(decisions)} decisions for {len(expected)} ambiguities"]
    found = []
    for theirs, decision in zip(expected, decisions, strict=True):
        ours = flat(decision)
        for field in (*SAME, *NEAR):
            wanted, got = theirs[field], ours.get(field)
            if not same(field, got, wanted):
                found.append(f"{theirs['ambiguity']}: {field} is {got}, by the text {wanted}")
    return found


def explained(document: Json, gate: Gate, words: Words) -> str:
    """The differences, with the document made as small as it can be while it has some."""

    def differs(candidate: Json) -> bool:
        try:
            return differences(candidate, gate(candidate), words) != []
        except (KeyError, ValueError):  # a document that is refused says nothing
            return False

    small = smaller(document, differs)
    lines = differences(small, gate(small), words)
    return "\n".join([*lines, json.dumps(small, indent=1)])
