"""Beliefs over readings (INV-6): what evidence does to priors, and what it must never do."""

from __future__ import annotations

from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.gate.beliefs import believed
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation

pytestmark = pytest.mark.rule("INV-6")

NAMES = ("a", "b", "c", "d")


def doubt(*priors: float) -> Ambiguity:
    return Ambiguity(
        "q",
        tuple(
            Interpretation(name, name, "", prior, 0.5, "partial")
            for name, prior in zip(NAMES, priors, strict=False)
        ),
    )


def fact(
    supports: str | None,
    confidence: float,
    name: str = "e1",
    about: str | None = "q",
    locator: str | None = None,
    digest: str | None = None,
) -> Evidence:
    return Evidence(name, about, "repo_facts", supports, confidence, locator, digest=digest)


def priors(ambiguity: Ambiguity) -> list[float]:
    return [reading.prior for reading in ambiguity.interpretations]


AMBIGUITIES = st.lists(st.integers(1, 50), min_size=1, max_size=4).map(
    lambda weights: doubt(*(weight / sum(weights) for weight in weights))
)
FACTS = st.lists(
    st.builds(
        fact,
        st.sampled_from((*NAMES, "z", None)),
        st.floats(0, 1),
        st.sampled_from([f"e{n}" for n in range(6)]),
        st.sampled_from(("q", "q", "q", "other", None)),
        st.sampled_from((None, "x.py:1", "y.py:2")),
        st.sampled_from((None, None, "d1", "d2")),
    ),
    max_size=8,
)


@pytest.mark.parametrize(
    ("before", "evidence", "after"),
    [
        ((0.5, 0.5), [fact("a", 0.75)], (0.75, 0.25)),
        ((0.5, 0.5), [fact("b", 0.9)], (0.1, 0.9)),
        # odds 3:7 times 0.75/0.25
        ((0.3, 0.7), [fact("a", 0.75)], (0.9 / 1.6, 0.7 / 1.6)),
        # three readings: the ratio is 0.5 / (0.5 / 2) = 2
        ((0.2, 0.3, 0.5), [fact("a", 0.5)], (0.4 / 1.2, 0.3 / 1.2, 0.5 / 1.2)),
        # too weak to speak for its reading
        ((0.2, 0.3, 0.5), [fact("a", 1 / 3)], (0.2, 0.3, 0.5)),
        ((0.5, 0.5), [fact("a", 0.5)], (0.5, 0.5)),
        ((0.5, 0.5), [fact("a", 0.0)], (0.5, 0.5)),
        # two that are independent
        ((0.5, 0.5), [fact("a", 0.75), fact("a", 0.75, "e2")], (0.9, 0.1)),
        # two that say the opposite
        ((0.5, 0.5), [fact("a", 0.75), fact("b", 0.75, "e2")], (0.5, 0.5)),
        # certainty is taken as 0.99
        ((0.5, 0.5), [fact("a", 1.0)], (0.99, 0.01)),
    ],
)
def test_beliefs_by_hand(
    before: tuple[float, ...], evidence: list[Evidence], after: tuple[float, ...]
) -> None:
    assert priors(believed(doubt(*before), evidence)) == pytest.approx(after, abs=1e-12)


@given(AMBIGUITIES, FACTS)
def test_beliefs_stay_a_distribution_over_the_same_readings(
    ambiguity: Ambiguity, evidence: list[Evidence]
) -> None:
    after = believed(ambiguity, evidence)
    assert all(0 < prior <= 1 for prior in priors(after))
    assert fsum(priors(after)) == pytest.approx(1.0, abs=1e-9)
    blank = [reading._replace(prior=0.0) for reading in ambiguity.interpretations]
    assert [reading._replace(prior=0.0) for reading in after.interpretations] == blank
    assert after._replace(interpretations=()) == ambiguity._replace(interpretations=())


@given(AMBIGUITIES, FACTS.flatmap(lambda e: st.tuples(st.just(e), st.permutations(e))))
def test_the_order_of_arrival_does_not_matter_by_even_the_last_bit(
    ambiguity: Ambiguity, orders: tuple[list[Evidence], list[Evidence]]
) -> None:
    one, other = orders
    assert believed(ambiguity, one) == believed(ambiguity, other)


@given(AMBIGUITIES, FACTS)
def test_the_same_evidence_told_twice_counts_once(
    ambiguity: Ambiguity, evidence: list[Evidence]
) -> None:
    assert believed(ambiguity, [*evidence, *evidence]) == believed(ambiguity, evidence)


@pytest.mark.parametrize(
    "again",
    [
        fact("a", 0.8, "e2", digest="d1", locator="elsewhere.py:9"),
        fact("a", 0.7, "e2", digest="d1"),
    ],
)
def test_the_same_content_under_another_name_counts_once_at_its_strongest(again: Evidence) -> None:
    first = fact("a", 0.8, "e1", digest="d1", locator="x.py:1")
    assert believed(doubt(0.5, 0.5), [first, again]) == believed(doubt(0.5, 0.5), [first])


def test_the_same_place_without_a_digest_counts_once() -> None:
    twice = [fact("a", 0.8, "e1", locator="x.py:1"), fact("a", 0.8, "e2", locator="x.py:1")]
    assert believed(doubt(0.5, 0.5), twice) == believed(doubt(0.5, 0.5), twice[:1])


@given(AMBIGUITIES, FACTS, st.floats(0, 1), st.sampled_from(NAMES))
def test_another_independent_source_never_lowers_the_reading_it_supports(
    ambiguity: Ambiguity, evidence: list[Evidence], confidence: float, name: str
) -> None:
    before = believed(ambiguity, evidence)
    after = believed(ambiguity, [*evidence, fact(name, confidence, "new", digest="new")])
    for was, now in zip(before.interpretations, after.interpretations, strict=True):
        if was.id == name:
            assert now.prior >= was.prior - 1e-12
        else:
            assert now.prior <= was.prior + 1e-12


@given(AMBIGUITIES, st.floats(0, 1), st.floats(0, 1))
def test_more_confidence_never_moves_a_belief_less(
    ambiguity: Ambiguity, one: float, other: float
) -> None:
    weak, strong = sorted((one, other))
    after_weak = believed(ambiguity, [fact("a", weak)])
    after_strong = believed(ambiguity, [fact("a", strong)])
    assert priors(after_strong)[0] >= priors(after_weak)[0] - 1e-12


@pytest.mark.parametrize(
    "nothing",
    [
        [],
        [fact(None, 0.9)],
        [fact("z", 0.9)],
        [fact("a", 0.9, about="p")],
        [fact("a", 0.9, about=None)],
    ],
)
def test_what_is_about_something_else_moves_nothing(nothing: list[Evidence]) -> None:
    assert believed(doubt(0.3, 0.7), nothing) == doubt(0.3, 0.7)


def test_a_single_reading_is_left_as_it_is() -> None:
    assert believed(doubt(0.99), [fact("a", 0.9)]) == doubt(0.99)


@pytest.mark.parametrize("count", [10, 200, 5_000])
def test_however_much_speaks_for_a_reading_the_others_keep_a_chance(count: int) -> None:
    evidence = [fact("a", 1.0, f"e{n}", digest=f"d{n}") for n in range(count)]
    found = priors(believed(doubt(0.01, 0.49, 0.5), evidence))
    assert found[0] > 0.999
    assert all(prior > 0 for prior in found)
    assert fsum(found) == pytest.approx(1.0)


def test_as_much_against_as_for_leaves_both_where_they_were() -> None:
    evidence = [fact("ab"[n % 2], 1.0, f"e{n}", digest=f"d{n}") for n in range(2_000)]
    assert priors(believed(doubt(0.5, 0.5), evidence)) == pytest.approx([0.5, 0.5])
