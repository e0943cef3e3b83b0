"""The oracle against its worked examples, and the tools of the gate's tests against wrong gates.

What is judged here is the second reading of the text itself; the product's gate is compared with it
in test_gate.py. A property that no wrong gate breaks would prove nothing, so each meets one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.core import gate_cases, gate_oracle
from tests.core import gate_properties as properties
from tests.core.gate_cases import (
    random_case,
    random_dialled_case,
    random_spreading_case,
    stand_in_net,
    stand_in_registry,
    stand_in_routine,
)
from tests.core.gate_differences import differences, explained
from tests.core.gate_documents import ambiguity, document, loud, reading
from tests.core.gate_examples import (
    EXAMPLES,
    Example,
    net_of_the_examples,
    registry_of_the_examples,
    routine_of_the_examples,
)
from tests.core.gate_oracle import ORDER, Words
from tests.core.gate_refusals import REFUSED, Refused, refusal

pytestmark = pytest.mark.rule("GATE-9", "GATE-20", "VOI-2")

Json = dict[str, Any]
Gate = Callable[[Json], Sequence[Json]]

WORDS = Words(stand_in_net, stand_in_registry, stand_in_routine)
EXAMPLE_WORDS = Words(net_of_the_examples, registry_of_the_examples, routine_of_the_examples)


def oracle(given: Json) -> list[Json]:
    return gate_oracle.decide(given, *WORDS)


def contract_form(decision: Json) -> Json:
    """A decision of the oracle as `plangate.gate/2` would print it."""
    numbers = ("standard", "regret", "in_force", "estimator", "threshold", "bar", "question")
    plain = ("ambiguity", "action", "rule", "interpretation", "value_rule", "requires_approval")
    question = None
    if decision["default"] is not None:
        options = [{"key": "a", "interpretation": decision["default"]}]
        question = {"options": options, "default": "a"}
    evpi = {field: decision[field] for field in numbers}
    return {**{field: decision[field] for field in plain}, "evpi": evpi, "question": question}


def printed(given: Json) -> list[Json]:
    return [contract_form(decision) for decision in oracle(given)]


# --- the text, by example -------------------------------------------------------------------------


@pytest.mark.parametrize("example", [pytest.param(e, id=e.name) for e in EXAMPLES])
def test_the_oracle_says_what_was_worked_out_by_hand(example: Example) -> None:
    decisions = gate_oracle.decide(example.document, *EXAMPLE_WORDS)
    found = tuple((d["action"], d["rule"], d["interpretation"]) for d in decisions)
    assert found == example.expected, example.follows_from
    for field, expected in example.also.items():
        if isinstance(expected, float):
            assert decisions[0][field] == pytest.approx(expected, abs=1e-9), example.follows_from
        else:
            assert decisions[0][field] == expected, example.follows_from


def test_the_examples_reach_every_rule_of_the_table() -> None:
    assert {rule for e in EXAMPLES for _, rule, _ in e.expected} == {*ORDER, "GATE-17"}
    assert len({e.name for e in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize(
    ("actions", "intake", "code"),
    [
        (["ask", "wait"], "RequiresClarification", 3),
        (["wait", "assume"], "RequiresClarification", 3),
        (["park", "assume"], "HierarchicalPlan", 3),
        (["assume", "infer", "defer", "investigate"], "HierarchicalPlan", 0),
    ],
)
def test_what_the_decisions_make_of_a_document(actions: list[str], intake: str, code: int) -> None:
    decisions = [{"action": action} for action in actions]
    assert gate_oracle.intake(decisions) == intake
    assert gate_oracle.exit_code(decisions) == code


def test_a_list_of_which_all_readings_share_more_than_half_is_noted() -> None:
    half = ambiguity(reading("a", 0.5, touches=["x", "y"]), reading("b", 0.5, touches=["x", "z"]))
    more = ambiguity(reading("a", 0.5, touches=["x"]), reading("b", 0.5, touches=["x", "z"]))
    assert not gate_oracle.notes_shared(half)
    assert gate_oracle.notes_shared(more)
    assert not gate_oracle.notes_shared(ambiguity(reading("a", 1.0, touches=["x"])))


# --- the random documents -------------------------------------------------------------------------


def test_random_documents_reach_every_rule_and_every_park_often() -> None:
    decided = Counter(
        (d["rule"], d["action"] == "park") for seed in range(800) for d in oracle_of(seed)
    )
    total = sum(decided.values())
    for rule in ORDER:
        assert decided[rule, False] > total / 150, rule
    for rule in ("GATE-12", "GATE-4", "GATE-5", "GATE-7", "GATE-13"):
        assert decided[rule, True] > total / 400, rule


def oracle_of(seed: int) -> list[Json]:
    return oracle(random_case(Random(seed)))


def test_a_seed_names_a_document() -> None:
    assert random_case(Random(7)) == random_case(Random(7))


@pytest.mark.parametrize("refused", [pytest.param(r, id=r.name) for r in REFUSED])
def test_a_document_outside_the_contract_is_refused_by_its_field(refused: Refused) -> None:
    assert refusal(refused.document) == refused.field, refused.follows_from


def test_no_worked_example_is_refused() -> None:
    assert [e.name for e in EXAMPLES if refusal(e.document) is not None] == []


@pytest.mark.parametrize("make", [random_case, random_dialled_case, random_spreading_case])
def test_random_documents_are_valid_by_the_contract(make: Callable[[Random], Json]) -> None:
    for seed in range(300):
        given = make(Random(seed))
        assert refusal(given) is None, seed
        for each in given["ambiguities"]:
            names = [r["id"] for r in each["interpretations"]]
            assert len(set(names)) == len(names)
            assert all(0 < r["complexity"] <= 1 for r in each["interpretations"])


# --- the properties -------------------------------------------------------------------------------


def breaches(
    gate: Gate, seeds: range, make: Callable[[Random], Json] = random_case
) -> Iterator[str]:
    for seed in seeds:
        for breach in properties.breaches_of(make(Random(seed)), gate, Random(seed), WORDS):
            yield f"seed {seed}: {breach}"


def test_more_doubt_never_asks_less_and_nothing_irreversible_is_taken() -> None:
    assert list(breaches(oracle, range(100))) == []
    assert list(breaches(oracle, range(30), random_dialled_case)) == []


@pytest.mark.full
def test_the_same_over_twenty_thousand_documents() -> None:
    assert list(breaches(oracle, range(20_000))) == []


def test_what_spreads_takes_nothing_irreversible_either() -> None:
    for seed in range(300):
        given = random_spreading_case(Random(seed))
        decisions = oracle(given)
        assert properties.is_well_formed(given, decisions) == []
        assert properties.takes_nothing_irreversible(given, decisions, WORDS) == []


def decision(name: str, action: str, rule: str, taken: str | None) -> Json:
    return {"ambiguity": name, "action": action, "rule": rule, "interpretation": taken}


def takes_the_likeliest(given: Json) -> list[Json]:
    """Edition 1's GATE-4 for everything."""
    taken = properties.acted_on(given, WORDS)
    return [decision(a["id"], "assume", "GATE-4", taken[a["id"]]) for a in given["ambiguities"]]


def takes_the_first(given: Json) -> list[Json]:
    return [
        decision(a["id"], "assume", "GATE-13", a["interpretations"][0]["id"])
        for a in given["ambiguities"]
    ]


def unless(doubtful: Callable[[Json], bool]) -> Gate:
    """A gate that assumes the likeliest wherever a test of its own says so."""

    def gate(given: Json) -> list[Json]:
        assumed = takes_the_likeliest(given)
        return [
            bad if doubtful(ambiguous) else good
            for ambiguous, bad, good in zip(
                given["ambiguities"], assumed, oracle(given), strict=True
            )
        ]

    return gate


def one_is_plausible(ambiguous: Json) -> bool:
    """Edition 1's cut-off: readings under 0.15 do not count."""
    return len([r for r in ambiguous["interpretations"] if r["prior"] >= 0.15]) < 2


def may_not_fit(ambiguous: Json) -> bool:
    return bool(ambiguous.get("none_fits", 0) >= 0.3)


def nobody_knows(ambiguous: Json) -> bool:
    return bool(max(r["prior"] for r in ambiguous["interpretations"]) < 0.58)


def touch_the_same(ambiguous: Json) -> bool:
    """Edition 1's trap: equal touches are the same plan."""
    lists = [set(r.get("touches", [])) for r in ambiguous["interpretations"]]
    return bool(set.intersection(*lists)) and any(
        2 * len(set.intersection(*lists)) > len(one) for one in lists
    )


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (takes_the_likeliest, "which cannot be undone"),
        (takes_the_first, "became"),
        (unless(one_is_plausible), "was split"),
        (unless(may_not_fit), "none_fits was raised"),
        (unless(nobody_knows), "beliefs are flatter"),
        (unless(touch_the_same), "which cannot be undone"),
    ],
    ids=["likeliest", "first", "cut-off", "none fits", "flat", "touches"],
)
def test_a_wrong_gate_breaks_its_property(wrong: Gate, told: str) -> None:
    assert any(told in breach for breach in breaches(wrong, range(200)))


def test_beliefs_mixed_with_uniform_ones_may_ask_less_by_the_estimates_own_arithmetic() -> None:
    """Why `flatter` has its condition: the doubt moved to a reading that hardly differs."""
    shared = ["s1", "s2", "s3", "s4", "s5"]

    def asked(*priors: float) -> Json:
        a, b, c = priors
        (found,) = oracle(
            document(
                ambiguity(
                    reading("a", a, 0.31, "reversible", [*shared, "x"]),
                    reading("b", b, 0.31, "reversible", ["z"]),
                    reading("c", c, 0.31, "reversible", [*shared, "y"]),
                )
            )
        )
        return found

    # 0.31 * (0.49 + 0.01 * 2/7), and three parts in ten of a third each mixed in.
    assert asked(0.5, 0.49, 0.01)["regret"] == pytest.approx(0.31 * (0.49 + 0.02 / 7))
    assert asked(0.5, 0.49, 0.01)["action"] == "ask"
    assert asked(0.45, 0.443, 0.107)["regret"] == pytest.approx(0.31 * (0.443 + 0.214 / 7))
    assert asked(0.45, 0.443, 0.107)["rule"] == "GATE-3"


# --- the comparison -------------------------------------------------------------------------------


def test_a_gate_that_agrees_has_no_differences() -> None:
    for seed in range(200):
        given = random_case(Random(seed))
        assert differences(given, printed(given), WORDS) == []


def test_a_gate_that_differs_is_told_where_on_a_small_document() -> None:
    def higher_bar(given: Json) -> list[Json]:
        found = printed(given)
        for each in found:
            if given.get("quota", {}).get("asked", 0) >= 2:
                each["evpi"]["bar"] += 0.01
        return found

    seed = next(s for s in range(100) if random_case(Random(s)).get("quota", {}).get("asked") == 2)
    given = random_case(Random(seed))
    said = explained(given, higher_bar, WORDS)
    assert "bar is" in said
    assert '"asked": 2' in said
    assert "attention" not in said


def test_a_document_shrinks_to_what_makes_it_fail() -> None:
    given = document(loud("p"), loud("q", none_fits=0.5), phase="planning", quota={"asked": 1})
    small = gate_cases.smaller(given, lambda d: any("none_fits" in a for a in d["ambiguities"]))
    assert [sorted(a) for a in small["ambiguities"]] == [["id", "interpretations", "none_fits"]]
    assert sorted(small) == ["ambiguities", "goal"]
