"""The document of a brief: its bounds, and the decision that something existing raises."""

from __future__ import annotations

import pytest

from plangate.core.investigation.brief_values import (
    MOST_TOKENS,
    Brief,
    Earlier,
    brief_document,
    tokens_of,
)
from plangate.core.model.sighting import Existing, HouseRule, Place, Sibling, Sighting
from plangate.core.understanding.already_there import already_there

THERE = Existing("class Theme", "src/theme.ts:3", 0.9, "carries what the goal names")


def large(times: int) -> Brief:
    long = "a very long and winding name of something " * times
    places = tuple(
        Place(
            f"src/{'deep/' * 6}file_{n}.py", n, 0.5, (long,) * 3, ("text",) * 5, (f"t{n}.py",) * 2
        )
        for n in range(1, 20)
    )
    seen = Sighting(
        exists=(THERE._replace(what=long),) * 9,
        places=places,
        siblings=(Sibling("a.py", long),) * 9,
        rules=(HouseRule("AGENTS.md:1", long),) * 9,
        limits=(long,) * 9,
    )
    return Brief(long, seen, (Earlier(long, "2026-01-01", "s1"),) * 9)


@pytest.mark.rule("UND-3")
@pytest.mark.parametrize("times", [1, 5, 40])
def test_a_brief_never_takes_more_than_its_tokens_places_and_entries(times: int) -> None:
    document = brief_document(large(times))

    assert tokens_of(document) <= MOST_TOKENS
    assert len(document["places"]) <= 12
    for name in ("exists", "siblings", "rules", "decided_before", "open", "limits"):
        assert len(document[name]) <= 6


@pytest.mark.rule("UND-3")
def test_long_texts_are_cut_before_a_place_is_dropped() -> None:
    document = brief_document(large(5))

    assert [place["rank"] for place in document["places"]] == list(range(1, 13))
    assert all(place["path"].endswith(".py") for place in document["places"])


@pytest.mark.rule("UND-4")
def test_what_is_there_already_is_extended_replaced_or_left() -> None:
    found = already_there("Add a dark theme", (THERE,))

    assert found is not None
    assert found.kind == "exists"
    assert {reading.id for reading in found.ambiguity.interpretations} == {
        "extend",
        "replace",
        "leave",
    }
    assert "src/theme.ts:3" in str(found.ambiguity.prompt)
    assert sum(reading.prior for reading in found.ambiguity.interpretations) == pytest.approx(1)


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize("exists", [(), (THERE._replace(strength=0.74),)])
def test_nothing_is_asked_about_what_is_not_surely_there(exists: tuple[Existing, ...]) -> None:
    assert already_there("Add a dark theme", exists) is None
