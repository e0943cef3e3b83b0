"""The gate against a second reading of the text, and the properties no wording may break.

The oracle (gate_oracle.py) was written from the text alone; the two must say the same about every
worked example and about random documents. Where decisions bear on each other in ways the oracle
leaves to each by itself (GATE-17: contradictions, one-way targets), properties speak instead.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from plangate.core.gate.document import read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.model.errors import BadInput
from plangate.core.words.one_way import is_registered_one_way, one_way_cues
from plangate.core.words.routine import routine_matter
from tests.core import gate_oracle
from tests.core import gate_properties as properties
from tests.core.gate_cases import random_case, random_dialled_case, random_spreading_case
from tests.core.gate_differences import differences, explained
from tests.core.gate_examples import EXAMPLES, Example
from tests.core.gate_oracle import Words
from tests.core.gate_refusals import REFUSED, Refused

Json = dict[str, Any]

WORDS = Words(
    lambda text: bool(one_way_cues(text)),
    is_registered_one_way,
    lambda ambiguity: routine_matter(ambiguity["id"], ambiguity.get("prompt")) is not None,
)


def gate(document: Json) -> list[Json]:
    decisions: list[Json] = gate_report(read_gate_document(document))["decisions"]
    return decisions


def contested(decisions: list[Json]) -> bool:
    """Whether GATE-17 saw something it could not settle by itself."""
    steps = (step for decision in decisions for step in decision["trace"])
    return any(step["rule"] == "GATE-17" and not step["decided"] for step in steps)


@pytest.mark.rule("VOI-2", "VOI-3", "VOI-7", "VOI-9", "VOI-10", "GATE-7", "GATE-16", "GATE-20")
@pytest.mark.parametrize("example", [pytest.param(e, id=e.name) for e in EXAMPLES])
def test_the_gate_says_what_was_worked_out_by_hand(example: Example) -> None:
    assert differences(example.document, gate(example.document), WORDS) == []


@pytest.mark.rule("VOI-2", "VOI-7", "GATE-17", "ERR-1")
@pytest.mark.parametrize("refused", [pytest.param(r, id=r.name) for r in REFUSED])
def test_what_edition_2_refuses_is_refused_by_field(refused: Refused) -> None:
    with pytest.raises(BadInput) as error:
        read_gate_document(refused.document)
    assert refused.field in str(error.value)


def agrees(make: Callable[[Random], Json], seeds: range) -> int:
    """How many random documents were compared; the first that differs is explained."""
    compared = 0
    for seed in seeds:
        document = make(Random(seed))
        decisions = gate(document)
        if contested(decisions):
            continue
        compared += 1
        if differences(document, decisions, WORDS):
            pytest.fail(f"seed {seed}: {explained(document, gate, WORDS)}")
    return compared


@pytest.mark.rule("VOI-2", "VOI-3", "VOI-5", "VOI-6", "VOI-8", "VOI-9", "GATE-9", "GATE-10")
def test_the_gate_and_the_oracle_agree_on_random_documents() -> None:
    assert agrees(random_case, range(150)) == 150


@pytest.mark.rule("PREF-3", "VOI-10")
def test_they_agree_where_a_workspace_turned_the_dial() -> None:
    assert agrees(random_dialled_case, range(60)) == 60


@pytest.mark.rule("GATE-17")
def test_they_agree_where_decisions_settle_each_other_without_contradiction() -> None:
    assert agrees(random_spreading_case, range(100)) > 60


@pytest.mark.full
@pytest.mark.rule("GATE-20", "VOI-2")
def test_they_agree_on_twenty_thousand_documents() -> None:
    assert agrees(random_case, range(20_000)) == 20_000
    assert agrees(random_dialled_case, range(2_000)) == 2_000
    assert agrees(random_spreading_case, range(5_000)) > 3_000


def breaches(make: Callable[[Random], Json], seeds: range) -> list[str]:
    return [
        f"seed {seed}: {breach}"
        for seed in seeds
        for breach in properties.breaches_of(make(Random(seed)), gate, Random(seed), WORDS)
    ]


@pytest.mark.rule("GATE-20", "VOI-2", "VOI-7", "GATE-10", "GATE-16")
def test_more_doubt_never_asks_less_and_nothing_irreversible_is_taken() -> None:
    assert breaches(random_case, range(60)) == []
    assert breaches(random_dialled_case, range(20)) == []


@pytest.mark.full
@pytest.mark.rule("GATE-20")
def test_the_same_over_twenty_thousand_documents() -> None:
    assert breaches(random_case, range(20_000)) == []


@pytest.mark.rule("VOI-2")
def test_a_list_that_all_readings_share_more_than_half_of_carries_a_note() -> None:
    for seed in range(60):
        document = random_case(Random(seed))
        notes = gate_report(read_gate_document(document))["notes"]
        told = any("share more than half" in note for note in notes)
        shared = any(map(gate_oracle.notes_shared, document["ambiguities"]))
        assert told == shared or _has_twins(document), f"seed {seed}"


def _has_twins(document: Json) -> bool:
    """Labels told twice are one reading before anything is compared."""
    return any("".join(label.split()).casefold() in seen for label, seen in _labels(document))


def _labels(document: Json) -> list[tuple[str, set[str]]]:
    found: list[tuple[str, set[str]]] = []
    for ambiguity in document["ambiguities"]:
        seen: set[str] = set()
        for reading in ambiguity["interpretations"]:
            found.append((reading["label"], set(seen)))
            seen.add("".join(reading["label"].split()).casefold())
    return found


# --- decisions that bear on each other ------------------------------------------------------------


def excluding(document: Json, decisions: list[Json]) -> list[str]:
    """Pairs of decisions that took readings which exclude each other (GATE-17)."""
    taken = {d["ambiguity"]: d["interpretation"] for d in decisions if d["interpretation"]}
    found = []
    for ambiguity in document["ambiguities"]:
        for reading in ambiguity["interpretations"]:
            if taken.get(ambiguity["id"]) != reading["id"]:
                continue
            for other, wanted in reading.get("settles", {}).items():
                if taken.get(other) not in (None, *_twins(document, other, wanted)):
                    found.append(f"{ambiguity['id']} {reading['id']} settles {other} {wanted}")
            for other in reading.get("rules_out", []):
                if other in taken:
                    found.append(f"{ambiguity['id']} {reading['id']} rules out {other}")
    return found


def _twins(document: Json, ambiguity: str, reading: str) -> list[str]:
    """The ids of one reading: labels told twice are one, called by the lowest (VOI-2)."""
    (about,) = [a for a in document["ambiguities"] if a["id"] == ambiguity]
    labels = {r["id"]: "".join(r["label"].split()).casefold() for r in about["interpretations"]}
    return [name for name, label in labels.items() if label == labels[reading]]


def spread_breaches(seeds: range) -> list[str]:
    found = []
    for seed in seeds:
        document = random_spreading_case(Random(seed))
        decisions = gate(document)
        told = [
            *properties.is_well_formed(document, decisions),
            *properties.takes_nothing_irreversible(document, decisions, WORDS),
            *excluding(document, decisions),
        ]
        found += [f"seed {seed}: {line}" for line in told]
    return found


@pytest.mark.rule("GATE-17", "GATE-20")
def test_no_two_decisions_of_a_document_exclude_each_other() -> None:
    assert spread_breaches(range(250)) == []


@pytest.mark.full
@pytest.mark.rule("GATE-17", "GATE-20")
def test_no_two_of_twenty_thousand_documents_either() -> None:
    assert spread_breaches(range(20_000)) == []
