"""What a question is worth (section 3): the numbers by hand, and what holds for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from plangate.core.gate.decide import decide
from plangate.core.gate.document import read_gate_document
from plangate.core.gate.report import gate_report
from plangate.core.gate.worth import (
    Worth,
    act_on_reading,
    bar,
    cost,
    declared_final,
    divergence,
    effective_blocker,
    question_value,
    standard_estimate,
    weigh,
)
from plangate.core.model.nouns import Ambiguity, BlockerType, Interpretation, Reversibility
from plangate.core.model.policy import DEFAULT_POLICY, Policy
from plangate.core.model.policy.gate_numbers import MULTIPLIERS
from tests.core.gate_documents import Json, ambiguity, document, documents, loud, reading

FEWER = settings(max_examples=settings().max_examples // 2)

REVERSIBILITIES: tuple[Reversibility, ...] = ("reversible", "partial", "irreversible")
TOUCHED = tuple("abcdef")
BLOCKERS: tuple[BlockerType, ...] = ("ambiguous_goal", "security_decision")
ESTIMATORS = st.sampled_from((Policy(), Policy(estimator="standard")))


def interpretation(
    name: str,
    prior: float,
    complexity: float = 0.5,
    reversibility: Reversibility = "partial",
    touches: Sequence[str] | None = None,
    strictness: float | None = None,
) -> Interpretation:
    own = (name,) if touches is None else tuple(touches)
    return Interpretation(name, name, name, prior, complexity, reversibility, own, strictness)


def readings(least: int = 1, most: int = 7) -> st.SearchStrategy[tuple[Interpretation, ...]]:
    """Readings of odd shares on a grid of complexities; what each touches is a set of six."""
    one = st.tuples(
        st.integers(1, 40),
        st.integers(1, 20),
        st.sampled_from(REVERSIBILITIES),
        st.integers(0, 2 ** len(TOUCHED) - 1),
        st.sampled_from((None, 0, 1, 3)),
    )
    return st.lists(one, min_size=least, max_size=most).map(_built)


def _built(
    given_parts: Sequence[tuple[int, int, Reversibility, int, float | None]],
) -> tuple[Interpretation, ...]:
    total = sum(weight for weight, *_ in given_parts)
    return tuple(
        interpretation(
            f"r{place}",
            weight / total,
            twentieths / 20,
            kind,
            [name for bit, name in enumerate(TOUCHED) if touched >> bit & 1],
            strictness,
        )
        for place, (weight, twentieths, kind, touched, strictness) in enumerate(given_parts)
    )


def shuffled(
    of: tuple[Interpretation, ...],
) -> st.SearchStrategy[tuple[tuple[Interpretation, ...], list[Interpretation]]]:
    return st.tuples(st.just(of), st.permutations(of))


def weighed(
    of: Sequence[Interpretation],
    policy: Policy = DEFAULT_POLICY,
    blocker: BlockerType = "ambiguous_goal",
    none_fits: float = 0.0,
) -> Worth:
    found = Ambiguity("q", tuple(of), blocker, none_fits=none_fits)
    return weigh(found, policy, bar(policy, 0.0, 0), blocker, verified=False)


def asked_by(
    of: tuple[Interpretation, ...],
    groups: list[list[int]],
    policy: Policy = DEFAULT_POLICY,
    blocker: BlockerType = "ambiguous_goal",
    none_fits: float = 0.0,
) -> float:
    """VOI-7: the value of a question by groups."""
    whole = weighed(of, policy, blocker, none_fits).in_force
    return question_value(Ambiguity("q", of, none_fits=none_fits), groups, policy, blocker, whole)


# --- VOI-1, VOI-2: cost and divergence ------------------------------------------------------------


@pytest.mark.rule("VOI-1")
@pytest.mark.parametrize(
    ("reversibility", "multiplier"), [("reversible", 1.0), ("partial", 3.0), ("irreversible", 10.0)]
)
def test_a_path_costs_its_complexity_times_how_far_it_can_be_undone(
    reversibility: Reversibility, multiplier: float
) -> None:
    assert MULTIPLIERS[reversibility] == multiplier
    for complexity in (0.01, 0.5, 1.0):
        found = cost(interpretation("a", 1.0, complexity, reversibility))
        assert found == pytest.approx(complexity * multiplier)


@pytest.mark.rule("VOI-2")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ((0.5, "partial", "ab"), (0.5, "partial", "ab"), 1.0),
        ((0.5, "partial", "abc"), (0.5, "partial", "abcd"), 1.0),
        ((0.5, "partial", "abcde"), (0.5, "partial", "abcdfgh"), 0.5),
        ((0.5, "irreversible", "ab"), (0.5, "irreversible", "bc"), 1.0),
        ((0.5, "partial", "ab"), (0.5, "partial", "a"), 0.5),
        ((0.5, "partial", "ab"), (0.5, "partial", "bc"), 2 / 3),
        ((0.5, "partial", "ab"), (0.5, "partial", "cd"), 1.0),
        ((0.5, "partial", "abcd"), (0.5, "partial", "abcde"), 1.0),
        ((0.5, "partial", "ab"), (0.5, "partial", "abc"), 1 / 3),
        ((0.9, "partial", "ab"), (0.2, "partial", "bc"), 0.7),
        ((0.6, "partial", "ab"), (0.2, "partial", "bc"), 2 / 3),
        ((0.5, "partial", "ab"), (0.5, "reversible", "ab"), 1.0),
        ((0.5, "partial", ""), (0.5, "partial", "ab"), 1.0),
        ((0.5, "partial", ""), (0.5, "partial", ""), 1.0),
    ],
)
def test_divergence_by_hand(
    ours: tuple[float, Reversibility, str],
    theirs: tuple[float, Reversibility, str],
    expected: float,
) -> None:
    one, other = (
        interpretation(name, 0.5, complexity, kind, touches)
        for name, (complexity, kind, touches) in (("a", ours), ("b", theirs))
    )
    assert divergence(one, other) == pytest.approx(expected, abs=1e-12)
    assert divergence(other, one) == divergence(one, other)


@pytest.mark.rule("VOI-2")
@given(readings(least=2, most=2))
def test_divergence_is_symmetric_and_between_nothing_and_all(
    pair: tuple[Interpretation, Interpretation],
) -> None:
    one, other = pair
    assert divergence(one, other) == divergence(other, one)
    assert 0.0 <= divergence(one, other) <= 1.0
    assert divergence(one, one) == 1.0, "nobody said what differs"
    if one.reversibility != other.reversibility or not (one.touches and other.touches):
        assert divergence(one, other) == 1.0


@pytest.mark.rule("VOI-2")
def test_naming_a_touched_thing_twice_changes_nothing() -> None:
    once = interpretation("a", 0.5, touches="ab")
    twice = interpretation("b", 0.5, touches="bcbc")
    assert divergence(once, twice) == divergence(once, interpretation("b", 0.5, touches="bc"))


# --- VOI-2, VOI-3: the two estimators -------------------------------------------------------------


@pytest.mark.rule("VOI-2", "VOI-3")
@pytest.mark.parametrize(
    ("given_readings", "standard", "regret"),
    [
        pytest.param(
            [interpretation("a", 0.55, 0.5), interpretation("b", 0.45, 0.4)],
            1.5 - (0.55 * 1.5 + 0.45 * 1.2),
            0.45 * 1.5,
            id="two that share nothing",
        ),
        pytest.param(
            [
                interpretation("a", 0.5, 0.2, "reversible", "xy"),
                interpretation("b", 0.3, 0.2, "reversible", "xz"),
                interpretation("c", 0.2, 0.6, "irreversible"),
            ],
            6.0 - (0.5 * 0.2 + 0.3 * 0.2 + 0.2 * 6.0),
            0.3 * 0.2 * (2 / 3) + 0.2 * 0.2,
            id="three, one of them one-way",
        ),
        pytest.param(
            [
                interpretation("a", 0.5, 0.5),
                interpretation("b", 0.4, 0.2),
                interpretation("c", 0.1, 1.0, "irreversible"),
            ],
            1.5 - (5 / 9 * 1.5 + 4 / 9 * 0.6),
            (0.4 + 0.1) * 1.5,
            id="an unlikely one counts in the regret and not in the source's formula",
        ),
        pytest.param(
            [
                interpretation("a", 0.5, 0.3, "irreversible"),
                interpretation("b", 0.5, 0.3, "irreversible"),
            ],
            0.0,
            0.5 * 3.0,
            id="two equally dear and irreversible",
        ),
        pytest.param([interpretation("a", 1.0)], 0.0, 0.0, id="one alone"),
    ],
)
def test_both_estimates_by_hand(
    given_readings: list[Interpretation], standard: float, regret: float
) -> None:
    worth = weighed(given_readings)
    assert worth.standard == pytest.approx(standard, abs=1e-12)
    assert worth.regret == pytest.approx(regret, abs=1e-12)
    assert worth.in_force == worth.regret
    assert weighed(given_readings, Policy(estimator="standard")).in_force == worth.standard


@pytest.mark.rule("VOI-3")
def test_the_standard_estimate_is_the_dearest_less_the_mean() -> None:
    of = [
        interpretation("a", 0.5, 0.1),
        interpretation("b", 0.25, 0.2),
        interpretation("c", 0.25, 0.4),
    ]
    assert standard_estimate(of, DEFAULT_POLICY) == pytest.approx(1.2 - 0.6)
    assert standard_estimate([interpretation("a", 1.0)], DEFAULT_POLICY) == 0.0
    assert standard_estimate([interpretation("a", 0.1)], DEFAULT_POLICY) == 0.0


@pytest.mark.rule("VOI-2")
def test_seven_equally_likely_readings_are_more_doubt_than_two() -> None:
    def even(count: int) -> Worth:
        return weighed([interpretation(f"r{n}", 1 / count) for n in range(count)])

    values = [even(count).regret for count in range(1, 12)]
    assert values == sorted(values)
    assert even(7).regret == pytest.approx(6 / 7 * 1.5)


@pytest.mark.rule("VOI-2", "VOI-3", "VOI-7")
@given(readings(), ESTIMATORS, st.floats(0, 1))
def test_no_value_is_ever_negative(
    of: tuple[Interpretation, ...], policy: Policy, none_fits: float
) -> None:
    worth = weighed(of, policy, none_fits=none_fits)
    assert worth.standard >= 0
    assert worth.regret >= 0
    assert worth.in_force >= 0
    assert all(math.isfinite(n) for n in (worth.standard, worth.regret, worth.in_force))


@pytest.mark.rule("VOI-9")
@given(readings(least=2), st.integers(0, 40), st.integers(1, 40))
def test_the_others_are_plausible_together_from_the_smallest_bound_on(
    of: tuple[Interpretation, ...], floor: int, threshold: int
) -> None:
    policy = Policy(min_prior=floor / 100, evpi_question_threshold=threshold / 100)
    worth = weighed(of, policy)
    bounds = [floor / 100, threshold / 100]
    if of[worth.act_on].reversibility == "irreversible":
        bounds.append(0.05)
    others = 1 - of[worth.act_on].prior
    assert worth.others == pytest.approx(others)
    assume(abs(others - min(bounds)) > 1e-8)
    assert worth.plausible is (others >= min(bounds))


# --- order, names and scale -----------------------------------------------------------------------


@pytest.mark.rule("VOI-2", "VOI-3", "GATE-10")
@given(readings(least=2).flatmap(shuffled))
def test_the_given_order_matters_to_nothing(
    orders: tuple[tuple[Interpretation, ...], list[Interpretation]],
) -> None:
    of, reordered = orders
    before, after = weighed(of), weighed(reordered)
    assert after.standard == before.standard
    assert after.plausible == before.plausible
    assert reordered[after.act_on].id == of[before.act_on].id
    assert after.regret == before.regret
    assert after.in_force == before.in_force


@pytest.mark.rule("VOI-2", "VOI-3")
@given(readings(), ESTIMATORS)
def test_names_labels_and_consequences_bear_on_no_number(
    of: tuple[Interpretation, ...], policy: Policy
) -> None:
    renamed = [
        one._replace(
            id=f"other-{place:02}",
            label="Drop the users table",
            consequence="",
            touches=tuple(f"path/{name}" for name in one.touches),
        )
        for place, one in enumerate(of)
    ]
    before, after = weighed(of, policy), weighed(renamed, policy)
    assert (after.standard, after.regret, after.in_force) == (
        before.standard,
        before.regret,
        before.in_force,
    )


@pytest.mark.rule("VOI-2", "VOI-3")
@given(readings(), st.integers(1, 100), ESTIMATORS)
def test_values_scale_with_the_work_when_the_readings_share_nothing(
    of: tuple[Interpretation, ...], hundredths: int, policy: Policy
) -> None:
    apart = [one._replace(touches=(one.id,)) for one in of]
    factor = hundredths / 100
    smaller = [one._replace(complexity=one.complexity * factor) for one in apart]
    before, after = weighed(apart, policy), weighed(smaller, policy)
    assert after.act_on == before.act_on
    assert after.standard == pytest.approx(before.standard * factor, abs=1e-12)
    assert after.regret == pytest.approx(before.regret * factor, abs=1e-12)
    assert after.in_force == pytest.approx(before.in_force * factor, abs=1e-12)


# --- VOI-7: a concrete question -------------------------------------------------------------------


@st.composite
def grouped(draw: st.DrawFn) -> tuple[tuple[Interpretation, ...], list[list[int]]]:
    """Readings, and a question whose options each stand for some of them."""
    of = draw(readings(least=2))
    options: dict[int, list[int]] = {}
    for place in range(len(of)):
        options.setdefault(draw(st.integers(0, 3)), []).append(place)
    return of, list(options.values())


@pytest.mark.rule("VOI-7")
@given(grouped(), ESTIMATORS, st.floats(0, 1))
def test_a_question_is_never_worth_less_than_nothing_or_more_than_the_estimate(
    question: tuple[tuple[Interpretation, ...], list[list[int]]], policy: Policy, none_fits: float
) -> None:
    of, groups = question
    whole = weighed(of, policy, none_fits=none_fits).in_force
    value = asked_by(of, groups, policy, none_fits=none_fits)
    assert 0.0 <= value <= whole + 1e-12


@pytest.mark.rule("VOI-7")
@given(readings(), ESTIMATORS, st.sampled_from(BLOCKERS))
def test_one_option_a_reading_and_no_doubt_give_the_estimate_itself(
    of: tuple[Interpretation, ...], policy: Policy, blocker: BlockerType
) -> None:
    singly = [[place] for place in range(len(of))]
    worth = weighed(of, policy, blocker)
    assert asked_by(of, singly, policy, blocker) == pytest.approx(worth.in_force, abs=1e-12)
    assert (worth.question, worth.by_groups) == (worth.in_force, False)


@pytest.mark.rule("VOI-7")
@given(readings(), ESTIMATORS)
def test_one_option_for_everything_tells_nothing(
    of: tuple[Interpretation, ...], policy: Policy
) -> None:
    value = asked_by(of, [list(range(len(of)))], policy)
    assert value == pytest.approx(0.0, abs=1e-9)


@pytest.mark.rule("VOI-7")
def test_a_question_worth_nothing_offers_every_reading_instead() -> None:
    of = [reading("a", 0.5), reading("b", 0.3), reading("c", 0.2)]
    whole = document({**ambiguity(*of), "groups": [["a", "b", "c"]]})
    (decision,) = gate_report(read_gate_document(whole))["decisions"]
    assert [o["interpretation"] for o in decision["question"]["options"]] == ["a", "b", "c"]
    assert decision["evpi"]["question"] == decision["evpi"]["in_force"]
    halves = document({**ambiguity(*of), "groups": [["a"], ["b", "c"]]})
    (decision,) = gate_report(read_gate_document(halves))["decisions"]
    assert [o["together"] for o in decision["question"]["options"]] == [[], ["b", "c"]]
    assert 0 < decision["evpi"]["question"] < decision["evpi"]["in_force"]


@pytest.mark.rule("VOI-7")
def test_a_coarse_question_by_hand() -> None:
    of = (
        interpretation("a", 0.5, 0.5),
        interpretation("b", 0.3, 0.5),
        interpretation("c", 0.2, 0.5),
    )
    # The regret is (0.3 + 0.2) × 1.5 = 0.75; with a tenth for none the estimate is 0.825. Within
    # “b or c” it is 0.4 × 1.5 = 0.6, at P = 0.9 × 0.5.
    value = asked_by(of, [[0], [1, 2]], none_fits=0.1)
    assert value == pytest.approx(0.9 * 0.75 + 0.1 * 1.5 - 0.9 * 0.5 * 0.6)


@pytest.mark.rule("VOI-7")
@pytest.mark.parametrize(("none_fits", "value"), [(0, 0.6), (0.25, 0.825), (1, 1.5)])
def test_the_chance_that_no_option_fits_is_one_more_doubt(none_fits: float, value: float) -> None:
    (decision,) = decide(read_gate_document(document(loud(none_fits=none_fits))))
    assert decision.worth.in_force == pytest.approx(value, abs=1e-12)
    assert decision.worth.regret == pytest.approx(0.6)


# --- VOI-4, VOI-5, VOI-8: the threshold -----------------------------------------------------------


def at_a_distance(value: float, threshold: float) -> str:
    """What is decided about a question of this value under this threshold."""
    given_document = document(
        ambiguity(
            reading("a", 1 - value, 1.0, "reversible"), reading("b", value, 1.0, "reversible")
        ),
        policy={"evpi_question_threshold": threshold, "min_prior": 0.01},
    )
    (decision,) = decide(read_gate_document(given_document))
    assert decision.worth.in_force == pytest.approx(value, abs=1e-12)
    return decision.action


@pytest.mark.rule("VOI-5")
@given(st.integers(2, 50), st.floats(-0.9e-9, 0.9e-9))
def test_no_decision_flips_within_the_tolerance_of_the_threshold(
    hundredths: int, apart: float
) -> None:
    value = hundredths / 100
    assert at_a_distance(value, value + apart) == "ask"


@pytest.mark.rule("VOI-5", "GATE-3")
@given(st.integers(2, 50), st.floats(1.1e-9, 0.5))
def test_beyond_the_tolerance_the_threshold_decides(hundredths: int, apart: float) -> None:
    value = hundredths / 100
    assert at_a_distance(value, value + apart) == "assume"
    assert at_a_distance(value, max(0.0, value - apart)) == "ask"


@pytest.mark.rule("VOI-5")
@pytest.mark.parametrize(
    ("ewma", "height", "rule"),
    [
        (0.0, 0.15, None),
        (0.79, 0.15, None),
        (0.8, 0.15, None),
        (0.8 + 5e-10, 0.15, None),
        (0.8 + 2e-9, 0.225, "VOI-5"),
        (0.8000001, 0.225, "VOI-5"),
        (0.81, 0.225, "VOI-5"),
        (0.999999, 0.225, "VOI-5"),
    ],
)
def test_the_threshold_is_raised_by_half_above_four_fifths_of_interruption(
    ewma: float, height: float, rule: str | None
) -> None:
    raised = bar(DEFAULT_POLICY, ewma, 0)
    assert raised.height == pytest.approx(height)
    assert raised.rules == ((rule,) if rule else ())
    report = gate_report(read_gate_document(document(loud(), attention={"interrupt_ewma": ewma})))
    evpi = report["decisions"][0]["evpi"]
    assert (evpi["threshold"], evpi["bar"]) == (0.15, pytest.approx(height))


@pytest.mark.rule("VOI-10", "VOI-5", "PREF-3")
@pytest.mark.parametrize(
    ("ewma", "asked", "dial", "factor"),
    [
        (0.0, 0, "normal", 1),
        (0.0, 1, "normal", 1),
        (0.0, 2, "normal", 2),
        (0.0, 9, "normal", 2),
        (0.9, 1, "normal", 1.5),
        (0.9, 2, "normal", 2),
        (0.0, 0, "more", 0.5),
        (0.9, 2, "less", 4),
    ],
)
def test_the_bar_rises_once_and_by_the_larger_factor(
    ewma: float, asked: int, dial: str, factor: float
) -> None:
    assert bar(DEFAULT_POLICY, ewma, asked, dial).height == pytest.approx(0.15 * factor)
    given_document = document(
        loud(),
        attention={"interrupt_ewma": ewma},
        quota={"asked": asked},
        preferences={"*": dial},
        policy={"clarifications": 20},
    )
    (decision,) = gate_report(read_gate_document(given_document))["decisions"]
    assert decision["evpi"]["bar"] == pytest.approx(0.15 * factor)


@pytest.mark.rule("PREF-3")
def test_less_is_for_what_can_be_undone() -> None:
    final = ambiguity(reading("a", 0.5), reading("b", 0.5, 0.5, "irreversible"))
    (decision,) = gate_report(read_gate_document(document(final, preferences={"*": "less"})))[
        "decisions"
    ]
    assert decision["evpi"]["bar"] == 0.15


@pytest.mark.rule("VOI-4")
@given(readings(least=2))
def test_voi_4_speaks_exactly_for_an_irreversible_act_on_reading_with_plausible_rivals(
    of: tuple[Interpretation, ...],
) -> None:
    worth = weighed(of)
    acted = of[worth.act_on]
    assume(abs(acted.prior - 0.95) > 1e-8)
    speaks = acted.reversibility == "irreversible" and acted.prior < 0.95
    assert worth.value_rule == ("VOI-4" if speaks else None)
    assert worth.precedence == (False, speaks)


GOAL = "Keep every record forever, and forget users on request."


@pytest.mark.rule("VOI-8")
@pytest.mark.parametrize(
    ("kind", "entries", "verified"),
    [
        (
            "mutually_exclusive_requirements",
            ("keep every record forever", "forget users on request"),
            True,
        ),
        (
            "mutually_exclusive_requirements",
            ('"KEEP EVERY RECORD FOREVER"', "“forget users on request”"),
            True,
        ),
        (
            "mutually_exclusive_requirements",
            ("«keep every record»", " 'forget users' ", "never said"),
            True,
        ),
        ("mutually_exclusive_requirements", ("keep every record", "Keep every record"), False),
        ("mutually_exclusive_requirements", ("keep every record", '"keep every record"'), False),
        ("mutually_exclusive_requirements", ("keep every record",), False),
        ("mutually_exclusive_requirements", ("keep every record", "keep nothing"), False),
        ("mutually_exclusive_requirements", ("keep every record", '""'), False),
        ("mutually_exclusive_requirements", ("", " "), False),
        ("mutually_exclusive_requirements", (), False),
        ("missing_external_data", ("the SMTP host",), True),
        ("missing_external_data", ("", "the SMTP host"), True),
        ("missing_external_data", ("", "  "), False),
        ("missing_external_data", (), False),
        ("security_decision", ("rule 4.2",), True),
        ("security_decision", ("\t",), False),
        ("ambiguous_goal", ("keep every record", "forget users"), False),
        ("none", ("rule 4.2",), False),
    ],
)
def test_a_blocker_is_verified_by_its_evidence_alone(
    kind: BlockerType, entries: tuple[str, ...], verified: bool
) -> None:
    of = (interpretation("a", 0.6), interpretation("b", 0.4))
    blocker, found = effective_blocker(Ambiguity("q", of, kind, entries), GOAL.casefold())
    assert found is verified
    assert blocker == (kind if verified or kind == "none" else "ambiguous_goal")


@pytest.mark.rule("VOI-8")
def test_a_verified_blocker_counts_as_reached_unless_the_policy_wants_its_value() -> None:
    of = (interpretation("a", 0.9), interpretation("b", 0.1))
    found = Ambiguity("q", of, "security_decision", ("rule 4.2",))
    for policy, rule in ((Policy(), "VOI-8"), (Policy(blockers_need_evpi=True), None)):
        worth = weigh(found, policy, bar(policy, 0.0, 0), "security_decision", verified=True)
        assert worth.value_rule == rule
        assert worth.precedence == (True, False)


# --- the act-on reading, and VOI-6 ----------------------------------------------------------------


@pytest.mark.rule("GATE-10")
@given(readings())
def test_the_act_on_reading_is_a_most_probable_one(of: tuple[Interpretation, ...]) -> None:
    acted = of[act_on_reading(Ambiguity("q", of), "ambiguous_goal", declared_final)]
    assert acted.prior >= max(r.prior for r in of) - 1e-9


@pytest.mark.rule("VOI-6")
@FEWER
@given(documents())
def test_a_reader_can_redo_the_arithmetic_from_the_report_alone(given_document: Json) -> None:
    policy = {
        "min_prior": 0.15,
        "evpi_question_threshold": 0.15,
        **given_document.get("policy", {}),
    }
    for decision in gate_report(read_gate_document(given_document))["decisions"]:
        evpi = decision["evpi"]
        assert math.fsum(r["prior"] for r in evpi["readings"]) == pytest.approx(1.0)
        (acted,) = [r for r in evpi["readings"] if r["id"] == evpi["act_on"]]
        assert acted["apart"] == 0
        regret = math.fsum(r["prior"] * acted["cost"] * r["apart"] for r in evpi["readings"])
        counted = [r for r in evpi["readings"] if r["prior"] >= policy["min_prior"] - 1e-9]
        total = math.fsum(r["prior"] for r in counted)
        mean = math.fsum(r["prior"] / total * r["cost"] for r in counted) if total else 0.0
        standard = max((r["cost"] for r in counted), default=0.0) - mean
        assert evpi["regret"] == pytest.approx(regret, abs=1e-9)
        assert evpi["standard"] == pytest.approx(standard, abs=1e-9)
        none = evpi["none_fits"]
        if evpi["estimator"] == "regret":
            expected = (1 - none) * evpi["regret"] + none * acted["cost"]
        else:
            expected = evpi["standard"]
        assert evpi["in_force"] == pytest.approx(expected, abs=1e-9)
        assert evpi["threshold"] == policy["evpi_question_threshold"]
        factor = 1.5 if evpi["bar_rules"] == ["VOI-5"] else 1.0
        assert evpi["bar"] == pytest.approx(evpi["threshold"] * factor)
