"""Uncertainty and confidence as numbers (INV-6), and what a goal needs to be there (STOP-2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.gate.beliefs import TRIANGULATED, believed, support_after, weight
from plangate.core.investigation import measure
from plangate.core.investigation.gaps import gaps_of, needs
from plangate.core.model.nouns import Ambiguity, Evidence, Interpretation

NAMES = ("a", "b", "c")


def doubt(*priors: float, about: str = "q") -> Ambiguity:
    readings = zip(NAMES, priors, strict=False)
    return Ambiguity(
        about, tuple(Interpretation(name, name, "", p, 0.5, "partial") for name, p in readings)
    )


def fact(supports: str, confidence: float, name: str) -> Evidence:
    return Evidence(name, "q", "repo_facts", supports, confidence, digest=name)


def measured(ambiguity: Ambiguity, *evidence: Evidence) -> tuple[int, int]:
    after = [believed(ambiguity, evidence)]
    return measure.uncertainty(after), measure.confidence(after)


DOUBTS = st.lists(st.integers(1, 20), min_size=2, max_size=3).map(
    lambda weights: doubt(*(weight / sum(weights) for weight in weights))
)
FACTS = st.lists(
    st.builds(
        fact,
        st.sampled_from(NAMES[:2]),
        st.integers(0, 20).map(lambda n: n / 20),
        st.sampled_from([f"e{n}" for n in range(6)]),
    ),
    max_size=6,
)
FEW = settings(max_examples=40)


# --- the model ------------------------------------------------------------------------------------


@pytest.mark.rule("INV-6")
@FEW
@given(DOUBTS, FACTS, st.randoms(use_true_random=False))
def test_the_order_of_evidence_does_not_matter(
    ambiguity: Ambiguity, evidence: list[Evidence], shuffler: object
) -> None:
    shuffled = list(evidence)
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]

    assert measured(ambiguity, *shuffled) == measured(ambiguity, *evidence)


@pytest.mark.rule("INV-6")
@FEW
@given(DOUBTS, FACTS)
def test_the_same_piece_twice_counts_once(ambiguity: Ambiguity, evidence: list[Evidence]) -> None:
    again = [entry._replace(id=f"{entry.id}-again") for entry in evidence]

    assert measured(ambiguity, *evidence, *again) == measured(ambiguity, *evidence)


@pytest.mark.rule("INV-6")
@FEW
@given(st.integers(11, 19), st.integers(11, 19))
def test_independent_pieces_add_and_a_contradiction_takes_away(first: int, second: int) -> None:
    even = doubt(0.5, 0.5)
    one, other = fact("a", first / 20, "e1"), fact("a", second / 20, "e2")
    against = fact("b", second / 20, "e3")

    assert measured(even, one, other)[1] > measured(even, one)[1]
    assert measured(even, one, other)[0] <= measured(even, one)[0]
    torn = measured(even, one, against)
    assert torn[1] < max(measured(even, one)[1], measured(even, against)[1])
    assert torn[0] >= min(measured(even, one)[0], measured(even, against)[0])


@pytest.mark.rule("INV-6")
@FEW
@given(DOUBTS, FACTS)
def test_confidence_does_not_move_without_new_evidence_or_a_decision(
    ambiguity: Ambiguity, evidence: list[Evidence]
) -> None:
    looked = Evidence("looked", "q", "repo_facts", None, 0.0, kind="codebase_search")
    derived = [e._replace(id=f"{e.id}+", digest=None, kind=TRIANGULATED) for e in evidence]
    elsewhere = Evidence("other", "z", "repo_facts", "a", 0.99)

    before = measured(ambiguity, *evidence)

    assert measured(ambiguity, *evidence, looked, *derived, elsewhere) == before


@pytest.mark.rule("INV-6")
def test_what_leaves_the_open_set_takes_its_uncertainty_with_it() -> None:
    first, second = doubt(0.5, 0.5), doubt(0.9, 0.1, about="r")

    assert measure.confidence([first, second]) == 50
    assert measure.confidence([second]) == 90
    assert measure.confidence([]) == 100
    assert measure.uncertainty([first, second]) > measure.uncertainty([second]) > 0
    assert measure.uncertainty([]) == 0


@pytest.mark.rule("INV-6", "INV-7")
@pytest.mark.parametrize(
    ("before", "after", "percent"),
    [(100, 80, 20), (100, 81, 19), (3, 2, 33), (0, 0, 0), (50, 60, -20), (7, 0, 100)],
)
def test_reduction_is_counted_in_whole_percent(before: int, after: int, percent: int) -> None:
    assert measure.reduction(before, after) == percent


@pytest.mark.rule("INV-6")
@FEW
@given(st.floats(0.5, 0.99), st.integers(2, 6))
def test_a_weight_turned_back_is_the_confidence_it_came_from(sure: float, readings: int) -> None:
    assert support_after(weight(sure, readings), readings) == pytest.approx(max(sure, 1 / readings))


# --- what a goal needs ----------------------------------------------------------------------------


@pytest.mark.rule("STOP-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Fix the crash in src/a.py",
        "Refactor src/a.py",
        "Please rename `src/a.py` to src/b.py",
        "Delete the file src/a.py",
        "Replace src/a.py with src/b.py",
        "Refactor lib/other.py and src/a.py",
        "Update the docstrings of src/a.py.",
        "Speed up the loop inside src/a.py",
        "We are fixing the import order in src/a.py; add a test too",
    ],
)
def test_a_file_the_goal_works_on_is_needed(goal: str) -> None:
    assert needs(goal, "src/a.py")


@pytest.mark.rule("STOP-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Add a cache, then document it in src/a.py",
        "Create src/a.py",
        "Add a parser in src/a.py",
        "Add src/a.py and wire it up",
        "Write the results to src/a.py",
        "Implement login in src/a.py",
        "Rename src/b.py to src/a.py",
        "Move the helpers into src/a.py",
        "Fix the crash when src/a.py is missing",
        "Fix the startup if src/a.py does not exist",
        "Fix the error: src/a.py not found",
        "Fix the login bug. Then put the helper in src/a.py",
        "Fix the bug by adding src/a.py",
        "Extract the parser to a new module src/a.py",
        "Change the output from src/b.py to src/a.py",
        "src/a.py",
    ],
)
def test_a_file_that_may_be_about_to_come_into_being_is_not(goal: str) -> None:
    assert not needs(goal, "src/a.py")


@pytest.mark.rule("STOP-2")
@pytest.mark.parametrize("path", ["api/v1/users", "read/write", "src/auth"])
def test_a_route_or_a_folder_stops_nobody(path: str) -> None:
    assert not needs(f"Fix the crash in {path}", path)


NO_TESTS = Evidence("t", None, "repo_facts", None, 1.0, kind="missing_tests", fact="none")


@pytest.mark.rule("STOP-2")
@pytest.mark.parametrize(
    ("goal", "stops"),
    [
        ("The tests are failing. Fix them.", True),
        ("Fix the failing tests", True),
        ("Speed up our test suite", True),
        ("Make all tests pass again", True),
        ("Add tests", False),
        ("Fix the login bug and add tests", False),
        ("Write integration tests for the parser", False),
        ("Fix the test environment banner", False),
        ("Increase test coverage to 80 %", False),
    ],
)
def test_missing_tests_stop_a_goal_that_is_about_them(goal: str, stops: bool) -> None:
    assert bool(gaps_of(goal, [NO_TESTS])) is stops
    assert gaps_of(goal, []) == ()
