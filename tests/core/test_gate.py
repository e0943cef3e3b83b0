"""The gate (section 4): each rule deciding and passing on; the worked examples and the oracle are
in test_gate_agrees.py."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.gate.decide import decide
from plangate.core.gate.document import read_gate_document, read_session_document, session_document
from plangate.core.gate.report import gate_report
from plangate.core.gate.walk.case import Decision
from plangate.core.model.nouns import BLOCKER_TYPES
from tests.core.gate_documents import (
    COMPLETE,
    CONTRACTS_EXAMPLE,
    EXCLUSIVE,
    LOGIN,
    MISSING,
    SECURITY,
    Json,
    ambiguity,
    document,
    documents,
    fact,
    loud,
    one_way,
    quiet,
    reading,
)

#: A document costs far more to draw than to decide; what one run shows, half as many show too.
FEWER = settings(max_examples=settings().max_examples // 2)

#: Section 4's table.
ORDER = tuple(f"GATE-{number}" for number in (2, 1, 3, 12, 4, 5, 8, 13, 6, 7, 16, 9))


def decided(given_document: Json) -> tuple[Decision, ...]:
    return decide(read_gate_document(given_document))


def only(given_document: Json) -> Decision:
    (decision,) = decided(given_document)
    return decision


def verdict(decision: Decision) -> tuple[str, str, str | None]:
    return decision.action, decision.rule, decision.interpretation


def saw(decision: Decision, rule: str) -> str:
    """What a rule saw; fails when it was not reached."""
    return next(step.saw for step in decision.trace if step.rule == rule)


def passed_on(decision: Decision, rule: str) -> bool:
    """Whether a rule was reached and did not decide."""
    return any(step.rule == rule and not step.decided for step in decision.trace)


def flat(decision: Json) -> Json:
    """A reported decision in the oracle's words."""
    question = decision["question"]
    default = None
    if question is not None:
        chosen = [o for o in question["options"] if o["key"] == question["default"]]
        default = chosen[0]["interpretation"]
    return {**decision["evpi"], **decision, "default": default}


def reported(given_document: Json) -> list[Json]:
    return [flat(d) for d in gate_report(read_gate_document(given_document))["decisions"]]


# --- the same, always -----------------------------------------------------------------------------


@pytest.mark.rule("GATE-1", "VOI-6")
@FEWER
@given(documents())
def test_the_same_document_is_always_decided_the_same_way(given_document: Json) -> None:
    read = read_gate_document(given_document)
    assert decide(read) == decide(read)
    assert gate_report(read) == gate_report(read_gate_document(given_document))


# --- the trace ------------------------------------------------------------------------------------


@pytest.mark.rule("GATE-9", "GATE-16", "VOI-6")
@FEWER
@given(documents())
def test_the_trace_lists_every_rule_reached_in_order_and_the_last_alone_decided(
    given_document: Json,
) -> None:
    for decision in decided(given_document):
        names = [step.rule for step in decision.trace]
        table = [name for name in names if name != "GATE-20"]
        assert table == list(ORDER[: ORDER.index(decision.rule) + 1])
        assert names[-2:-1] == ["GATE-20"] or names == table, "the guard stands by who decides"
        assert [step.decided for step in decision.trace] == [False] * (len(names) - 1) + [True]
        assert decision.trace[-1].rule == decision.rule
        assert all(step.saw for step in decision.trace)


@pytest.mark.rule("GATE-16")
@FEWER
@given(documents())
def test_at_most_one_decision_asks_and_it_takes_no_reading(given_document: Json) -> None:
    asking = [d for d in decided(given_document) if d.action == "ask"]
    assert len(asking) <= 1
    assert all(d.interpretation is None and d.rule == "GATE-9" for d in asking)


@pytest.mark.rule("GATE-11", "ASM-1")
@FEWER
@given(documents())
def test_whatever_takes_a_reading_has_a_ledger_entry_and_nothing_else_has_one(
    given_document: Json,
) -> None:
    for decision in reported(given_document):
        taken = decision["interpretation"] is not None
        assert (decision["assumption"] is not None) is taken
        assert (decision["question"] is not None) is (decision["action"] == "ask")
        assert (decision["deferral"] is not None) is (decision["rule"] == "GATE-5")
        if taken:
            assert decision["assumption"]["interpretation"] == decision["interpretation"]
            assert decision["assumption"]["rule"] == decision["rule"]


# --- each rule, where it decides and where it is reached and does not -----------------------------


@pytest.mark.rule("GATE-2")
def test_one_strong_fact_settles_what_would_have_been_asked() -> None:
    decision = only(document(loud(), evidence=[fact("b", 0.75)]))
    assert verdict(decision) == ("infer", "GATE-2", "b")
    assert saw(decision, "GATE-2") == "e1 for b at 0.75"


@pytest.mark.rule("GATE-2")
def test_facts_that_contradict_each_other_settle_nothing_and_the_contradiction_is_recorded() -> (
    None
):
    decision = only(document(loud(), evidence=[fact("a", 0.9), fact("b", 0.8, 2)]))
    assert decision.action == "ask"
    assert passed_on(decision, "GATE-2")
    assert saw(decision, "GATE-2").startswith("evidence contradicts itself: e1 for a at 0.9")
    assert "against e2 for b at 0.8" in saw(decision, "GATE-2")


@pytest.mark.rule("GATE-2")
def test_a_fact_of_half_the_strength_contradicts_and_a_weaker_one_does_not() -> None:
    strong = fact("a", 0.9)
    assert only(document(loud(), evidence=[strong, fact("b", 0.5, 2)])).action == "ask"
    assert only(document(loud(), evidence=[strong, fact("b", 0.49, 2)])).rule == "GATE-2"
    bold = {"contradiction_threshold": 0.6}
    settled = only(document(loud(), evidence=[strong, fact("b", 0.5, 2)], policy=bold))
    assert settled.rule == "GATE-2"


@pytest.mark.rule("GATE-2")
def test_no_fact_settles_a_goal_that_contradicts_itself() -> None:
    decision = only(document(loud(**EXCLUSIVE), goal=LOGIN, evidence=[fact("b", 1.0)]))
    assert decision.action == "ask"
    assert saw(decision, "GATE-2").endswith("facts do not settle what the goal contradicts")


@pytest.mark.rule("GATE-1")
def test_a_reading_without_a_plausible_rival_is_taken() -> None:
    decision = only(document(ambiguity(reading("a", 0.9), reading("b", 0.1))))
    assert verdict(decision) == ("assume", "GATE-1", "a")
    assert saw(decision, "GATE-1") == "the others have 0.1"


@pytest.mark.rule("GATE-1")
def test_two_readings_that_lead_to_different_work_pass_gate_1() -> None:
    decision = only(document(loud()))
    assert passed_on(decision, "GATE-1")
    assert saw(decision, "GATE-1") == "the others have 0.4"


@pytest.mark.rule("GATE-1", "VOI-9")
def test_readings_that_are_implausible_by_themselves_are_plausible_together() -> None:
    seven = [reading(f"r{n}", 1 / 7, 0.4, "irreversible") for n in range(7)]
    decision = only(document(ambiguity(*seven)))
    assert decision.action == "ask", "more doubt is not less"
    assert passed_on(decision, "GATE-1")


@pytest.mark.rule("GATE-1", "VOI-8")
def test_a_verified_blocker_is_never_assumed_away_for_want_of_a_second_reading() -> None:
    decision = only(document(ambiguity(reading("a", 0.9), reading("b", 0.1), **SECURITY)))
    assert decision.action == "ask"
    assert saw(decision, "GATE-1") == "the others have 0.1; verified security_decision"


@pytest.mark.rule("GATE-3")
def test_what_is_worth_less_than_the_threshold_is_assumed() -> None:
    decision = only(document(quiet()))
    assert verdict(decision) == ("assume", "GATE-3", "a")
    assert saw(decision, "GATE-3") == "value 0.04 < bar 0.15"


@pytest.mark.rule("GATE-3")
def test_what_reaches_the_threshold_passes_gate_3() -> None:
    decision = only(document(loud()))
    assert passed_on(decision, "GATE-3")
    assert saw(decision, "GATE-3") == "value 0.6 ≥ bar 0.15"


@pytest.mark.rule("GATE-3", "PREF-1", "INT-7")
def test_always_ask_keeps_gate_3_from_deciding_and_says_so() -> None:
    decision = only(document(quiet(), preferences={"q": "always-ask"}))
    assert decision.action == "ask"
    assert saw(decision, "GATE-3") == "value 0.04 < bar 0.15; preference always-ask"


@pytest.mark.rule("GATE-3", "VOI-4", "VOI-8")
@pytest.mark.parametrize(
    ("below", "why"),
    [
        pytest.param(quiet(**MISSING), "VOI-8", id="a verified blocker"),
        pytest.param(
            ambiguity(
                reading("a", 0.95, 0.01, "irreversible"), reading("b", 0.05, 0.01, "reversible")
            ),
            "VOI-4",
            id="an irreversible act-on reading",
        ),
    ],
)
def test_what_counts_as_reached_passes_gate_3_with_the_rule_that_lifts_it(
    below: Json, why: str
) -> None:
    decision = only(document(below))
    assert decision.action == "ask"
    assert saw(decision, "GATE-3").endswith(f"< bar 0.15; {why} counts it as reached")


@pytest.mark.rule("GATE-12")
def test_strict_blockers_assume_what_is_merely_ambiguous() -> None:
    decision = only(document(loud(), policy={"strict_blockers": True}))
    assert verdict(decision) == ("assume", "GATE-12", "a")


@pytest.mark.rule("GATE-12")
def test_strict_blockers_let_a_verified_blocker_through() -> None:
    decision = only(document(loud(**MISSING), policy={"strict_blockers": True}))
    assert decision.action == "ask"
    assert saw(decision, "GATE-12") == "strict_blockers is on, blocker missing_external_data"


@pytest.mark.rule("GATE-12")
def test_without_strict_blockers_an_ambiguous_goal_may_ask() -> None:
    decision = only(document(loud(blocker_type="none")))
    assert passed_on(decision, "GATE-12")
    assert saw(decision, "GATE-12") == "strict_blockers is off"


@pytest.mark.rule("GATE-4", "INT-8")
def test_nothing_asks_once_work_has_begun() -> None:
    decision = only(document(loud(), phase="execution"))
    assert verdict(decision) == ("assume", "GATE-4", "a")


@pytest.mark.rule("GATE-4", "GATE-20")
def test_nor_does_it_take_what_cannot_be_undone() -> None:
    readings = (reading("a", 0.6, 0.5, "irreversible"), reading("b", 0.4, 0.5))
    decision = only(document(ambiguity(*readings), phase="execution"))
    assert verdict(decision) == ("assume", "GATE-4", "b")
    assert saw(decision, "GATE-20") == "a cannot be undone: b instead"
    final = [reading(name, 0.5, 0.5, "irreversible") for name in ("a", "b")]
    parked = only(document(ambiguity(*final), phase="execution"))
    assert verdict(parked) == ("park", "GATE-4", None)


@pytest.mark.rule("GATE-4")
def test_while_planning_gate_4_passes_on() -> None:
    decision = only(document(loud(), phase="planning"))
    assert decision.action == "ask"
    assert passed_on(decision, "GATE-4")


@pytest.mark.rule("GATE-5", "ATT-1")
@pytest.mark.parametrize(
    "attention",
    [{"focus": "deep"}, {"budget": "critical"}, {"budget": "cost_exceeded"}],
    ids=lambda given_attention: "-".join(given_attention.values()),
)
def test_attention_that_is_not_to_be_had_defers_to_the_most_conservative_reading(
    attention: Json,
) -> None:
    decision = only(document(loud(), attention=attention))
    assert verdict(decision) == ("defer", "GATE-5", "b")


@pytest.mark.rule("GATE-5", "ATT-1")
@pytest.mark.parametrize("focus", ["ambient", "focused"])
@pytest.mark.parametrize("budget", ["normal", "high_load"])
def test_ordinary_attention_may_be_asked_for(focus: str, budget: str) -> None:
    decision = only(document(loud(), attention={"focus": focus, "budget": budget}))
    assert decision.action == "ask"
    assert saw(decision, "GATE-5") == f"focus {focus}, budget {budget}"


@pytest.mark.rule("GATE-7")
@pytest.mark.parametrize(
    ("attempts", "taken", "one_group"),
    [
        (0, "a", False),
        (1, "a", False),
        (2, "a", False),
        (3, "b", False),
        (4, "b", False),
        (5, "b", True),
        (6, "b", True),
        (1_000_000, "b", True),
    ],
)
def test_the_ladder_grows_more_careful_with_every_attempt(
    attempts: int, taken: str, one_group: bool
) -> None:
    for quota in (
        {"used": True},
        {"open_in_workspace": True},
        {"asked": 3},
        {"open_in_workspace": 5},
    ):
        decision = only(document(loud(), quota={**quota, "attempts": attempts}))
        assert verdict(decision) == ("assume", "GATE-7", taken)
        assert decision.one_task_group is one_group


@pytest.mark.rule("GATE-7")
@pytest.mark.parametrize("quota", [{"asked": 2}, {"open_in_workspace": 4}])
def test_below_its_limits_a_session_may_ask(quota: Json) -> None:
    assert only(document(loud(), quota=quota)).action == "ask"
    assert only(document(loud(), quota={"asked": 9}, policy={"clarifications": 10})).action == "ask"


@pytest.mark.rule("GATE-16")
def test_while_a_question_of_the_session_is_open_another_waits() -> None:
    decision = only(document(loud(), quota={"open_in_session": 1}))
    assert verdict(decision) == ("wait", "GATE-16", None)


@pytest.mark.rule("GATE-7")
def test_attempts_alone_use_no_clarification() -> None:
    decision = only(document(loud(), quota={"attempts": 9}))
    assert decision.action == "ask"
    assert passed_on(decision, "GATE-7")


@pytest.mark.rule("GATE-8", "PREF-1")
@pytest.mark.parametrize("preference", ["never-ask", "ask-only-for-one-way"])
def test_a_preference_decides_a_two_way_question(preference: str) -> None:
    decision = only(document(loud(), preferences={"q": preference}))
    assert verdict(decision) == ("assume", "GATE-8", "a")
    assert saw(decision, "GATE-8").startswith(f"preference {preference}")


@pytest.mark.rule("GATE-8", "PREF-2")
@pytest.mark.parametrize(
    ("one_way_in", "because"),
    [
        pytest.param(
            ambiguity(reading("a", 0.6), reading("b", 0.4, 0.5, "irreversible")),
            "one-way, b is irreversible",
            id="declared",
        ),
        pytest.param(
            ambiguity(reading("a", 0.6), reading("b", 0.4), name="schema-migration"),
            "one-way, schema-migration is registered",
            id="registered",
        ),
        pytest.param(
            ambiguity(reading("a", 0.6, label="Drop the users table"), reading("b", 0.4)),
            "one-way, the words “drop the users table”",
            id="a label",
        ),
        pytest.param(
            ambiguity(
                reading("a", 0.5),
                reading("b", 0.4),
                reading("c", 0.1, consequence="runs terraform destroy on staging"),
            ),
            "one-way, the words “destroy”",
            id="the consequence of an implausible reading",
        ),
        pytest.param(
            ambiguity(reading("a", 0.6), reading("b", 0.4), name="qa-split-e1"),
            "SPLIT-9",
            id="a part of a chain",
        ),
    ],
)
def test_a_preference_is_passed_over_where_it_must_not_decide_and_the_trace_says_why(
    one_way_in: Json, because: str
) -> None:
    decision = only(document(one_way_in, preferences={one_way_in["id"]: "never-ask"}))
    assert decision.action == "ask"
    assert passed_on(decision, "GATE-8")
    assert "passed over" in saw(decision, "GATE-8")
    assert because in saw(decision, "GATE-8")


@pytest.mark.rule("GATE-8")
def test_the_goal_is_not_searched_for_one_way_words() -> None:
    decision = only(
        document(loud(), goal="Drop the users table", preferences={"q": "ask-only-for-one-way"})
    )
    assert decision.rule == "GATE-8"


@pytest.mark.rule("GATE-6", "ASK-6")
def test_what_was_not_looked_for_is_looked_for_first() -> None:
    decision = only(
        document(
            loud(), evidence=[fact("a", 0.4)], exhaustion={**COMPLETE, "attempted_inference": []}
        )
    )
    assert verdict(decision) == ("investigate", "GATE-6", None)
    assert saw(decision, "GATE-6") == "missing attempted_inference, budget left"


@pytest.mark.rule("GATE-6", "ASK-6")
def test_with_the_budget_spent_the_question_is_asked_and_names_what_is_missing() -> None:
    (decision,) = reported(document(loud(), exhaustion={}, budget_left=False))
    assert decision["action"] == "ask"
    assert decision["question"]["missing"] == (
        "a search of the code, a look at similar features, a look at the infrastructure, "
        "an attempt to infer it"
    )


@pytest.mark.rule("GATE-6")
def test_a_complete_search_passes_gate_6() -> None:
    decision = only(document(loud(), evidence=[fact("a", 0.4)], exhaustion=COMPLETE))
    assert decision.action == "ask"
    assert saw(decision, "GATE-6") == "exhaustion complete"


@pytest.mark.rule("GATE-9", "INT-5")
def test_what_nothing_else_decides_is_asked() -> None:
    report = gate_report(read_gate_document(document(loud())))
    assert report["intake"] == "RequiresClarification"
    (decision,) = report["decisions"]
    assert (decision["action"], decision["rule"]) == ("ask", "GATE-9")
    assert [step["rule"] for step in decision["trace"]] == list(ORDER)


# --- the rules beside the table -------------------------------------------------------------------


@pytest.mark.rule("GATE-10")
@pytest.mark.parametrize(
    ("readings", "blocker", "expected"),
    [
        pytest.param(
            [reading("a", 0.5, 0.01, "partial"), reading("b", 0.5, 1.0, "reversible")],
            {},
            "b",
            id="the lower multiplier before the lower cost",
        ),
        pytest.param(
            [reading("a", 0.6, 0.5), reading("b", 0.4, 0.4)],
            {},
            "b",
            id="the lower cost before the higher prior",
        ),
        pytest.param(
            [reading("a", 0.3), reading("b", 0.4), reading("c", 0.3)],
            {},
            "b",
            id="the higher prior before the given order",
        ),
        pytest.param(
            [reading("c", 0.35), reading("b", 0.35), reading("a", 0.3)], {}, "b", id="the id last"
        ),
        pytest.param(
            [
                reading("a", 0.4, 0.1, "reversible", strictness=1),
                reading("b", 0.3, 0.9, "partial", strictness=9),
                reading("c", 0.3, 0.1, "reversible"),
            ],
            SECURITY,
            "b",
            id="the strictest of a security decision before anything",
        ),
        pytest.param(
            [
                reading("a", 0.5, 0.9, "partial", strictness=0),
                reading("b", 0.5, 0.1, "reversible"),
            ],
            SECURITY,
            "a",
            id="a stated strictness of nothing is stricter than none stated",
        ),
    ],
)
def test_the_most_conservative_reading_is_found_step_by_step(
    readings: Sequence[Json], blocker: Json, expected: str
) -> None:
    decision = only(document(ambiguity(*readings, **blocker), attention={"focus": "deep"}))
    assert verdict(decision) == ("defer", "GATE-5", expected)


@pytest.mark.rule("GATE-11")
def test_an_assumption_names_what_was_taken_what_was_considered_and_why_nobody_was_asked() -> None:
    (decision,) = reported(document(quiet()))
    entry = decision["assumption"]
    assert entry["decision"] == "Take way a"
    assert entry["user_response"] == "auto_expanded"
    assert entry["reasoning"] == (
        "taken instead of Take way b: cheap to change later (expected waste 0.04, asked from 0.15)"
    )


ROUTINE = (
    "continue",
    "proceed",
    "approve",
    "plan-approval",
    "test-framework",
    "test_framework",
    "Test-Framework",
    "parallelism",
    "run-in-parallel",
    "style",
    "code-style",
    "naming-convention",
    "formatting",
)


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize("name", ROUTINE)
def test_a_routine_matter_is_never_a_clarification(name: str) -> None:
    decision = only(document(loud(name)))
    assert verdict(decision) == ("assume", "GATE-13", "a")
    assert saw(decision, "GATE-13").endswith("is never a clarification")


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize(
    "name", ["continuous-deployment", "approval-workflow", "style-guide-owner", "test-data", "q"]
)
def test_an_id_that_only_resembles_a_routine_one_may_ask(name: str) -> None:
    decision = only(document(loud(name)))
    assert decision.action == "ask"
    assert passed_on(decision, "GATE-13")


@pytest.mark.rule("GATE-13")
@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("Shall I continue?", "GATE-13"),
        ("Do you want me to proceed with the implementation?", "GATE-13"),
        ("Do you approve the plan?", "GATE-13"),
        ("Which test framework should be used?", "GATE-13"),
        ("Tabs or spaces?", "GATE-13"),
        ("Should the import continue after an error, or stop?", "GATE-9"),
        ("Approve refunds automatically up to which sum?", "GATE-9"),
        ("Should we run migrations in parallel with the deploy?", "GATE-9"),
        ("Which format do customers import?", "GATE-9"),
    ],
)
def test_a_session_knows_a_routine_matter_by_its_words_too(prompt: str, rule: str) -> None:
    read = read_gate_document(document(loud()))
    worded = read.ambiguities[0]._replace(prompt=prompt)
    (decision,) = decide(read._replace(ambiguities=(worded,)))
    assert decision.rule == rule


@pytest.mark.rule("GATE-13", "GATE-20")
def test_a_routine_matter_takes_nothing_that_cannot_be_undone() -> None:
    assert verdict(only(document(one_way("approve")))) == ("assume", "GATE-13", "b")
    final = [reading(name, 0.5, 0.5, "irreversible") for name in ("a", "b")]
    parked = only(document(ambiguity(*final, name="approve")))
    assert verdict(parked) == ("park", "GATE-13", None)


@pytest.mark.rule("GATE-13", "GATE-16")
def test_a_routine_matter_takes_no_question_away_from_a_real_one() -> None:
    first, second = decided(document(loud("style"), loud("storage")))
    assert (first.rule, second.rule) == ("GATE-13", "GATE-9")


@pytest.mark.rule("GATE-14")
def test_always_ask_one_way_asks_about_a_plausible_irreversible_reading_of_little_value() -> None:
    cheap = ambiguity(reading("a", 0.8, 0.2, "reversible"), reading("b", 0.2, 0.2, "irreversible"))
    assert only(document(cheap)).rule == "GATE-3"
    decision = only(document(cheap, policy={"always_ask_one_way": True}))
    assert decision.action == "ask"
    assert saw(decision, "GATE-3").endswith("GATE-14 asks about one-way decisions")


@pytest.mark.rule("GATE-14")
def test_always_ask_one_way_asks_about_a_single_irreversible_reading() -> None:
    alone = ambiguity(reading("a", 1.0, 0.2, "irreversible"))
    assert only(document(alone)).rule == "GATE-1"
    decision = only(document(alone, policy={"always_ask_one_way": True}))
    assert decision.action == "ask"
    assert saw(decision, "GATE-1").endswith("GATE-14 asks about one-way decisions")


@pytest.mark.rule("GATE-14")
def test_always_ask_one_way_leaves_reversible_readings_to_the_other_rules() -> None:
    assert only(document(quiet(), policy={"always_ask_one_way": True})).rule == "GATE-3"


@pytest.mark.rule("GATE-15", "VOI-8")
@pytest.mark.parametrize("kind", BLOCKER_TYPES)
def test_every_blocker_type_is_known_and_counts_only_when_it_is_verified(kind: str) -> None:
    decision = only(document(quiet(blocker_type=kind)))
    assert decision.blocker == ("none" if kind == "none" else "ambiguous_goal")
    assert decision.rule == "GATE-3"


# --- several at once ------------------------------------------------------------------------------


VERIFIED = quiet("verified", **MISSING)
LIFTED = ambiguity(
    reading("a", 0.8, 0.01, "irreversible"),
    reading("b", 0.2, 0.01, "irreversible"),
    name="lifted",
)
DEAR = loud("dear")
CHEAPER = ambiguity(reading("a", 0.7), reading("b", 0.3), name="cheaper")
#: Verified and lifted by VOI-4 as well; worth next to nothing.
VERIFIED_ONE_WAY = {**LIFTED, "id": "verified-one-way", **MISSING}


def asks(*ambiguities: Json, **more: Any) -> str:
    (name,) = [d.ambiguity for d in decided(document(*ambiguities, **more)) if d.action == "ask"]
    return name


@pytest.mark.rule("GATE-16")
@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (VERIFIED, LIFTED),
        (VERIFIED, DEAR),
        (LIFTED, DEAR),
        (DEAR, CHEAPER),
        (VERIFIED_ONE_WAY, {**DEAR, "id": "dear-verified", **SECURITY}),
    ],
    ids=lambda given_ambiguity: given_ambiguity["id"],
)
def test_precedence_holds_in_either_order(winner: Json, loser: Json) -> None:
    assert asks(winner, loser) == winner["id"]
    assert asks(loser, winner) == winner["id"]


@pytest.mark.rule("GATE-16", "VOI-8")
def test_a_verified_blocker_keeps_its_precedence_where_it_needs_its_value() -> None:
    # AMBIGUOUS 16 of the oracle: the policy only stops VOI-8 from lifting the value.
    verified = {**CHEAPER, **SECURITY}
    assert asks(DEAR, verified, policy={"blockers_need_evpi": True}) == "cheaper"


@pytest.mark.rule("GATE-16")
def test_all_of_the_precedence_at_once() -> None:
    report = decided(document(CHEAPER, DEAR, LIFTED, VERIFIED, VERIFIED_ONE_WAY))
    assert [d.action for d in report] == ["wait"] * 4 + ["ask"]
    assert all(saw(d, "GATE-16").startswith("one question at a time") for d in report[:4])
    assert all(d.rule == "GATE-16" for d in report[:4])


@pytest.mark.rule("GATE-16")
@given(st.permutations([VERIFIED, LIFTED, DEAR, CHEAPER]))
def test_who_asks_does_not_depend_on_the_order_while_precedence_tells_them_apart(
    given_order: list[Json],
) -> None:
    assert asks(*given_order) == "verified"


@pytest.mark.rule("GATE-16")
@FEWER
@given(documents())
def test_removing_what_does_not_ask_never_silences_the_one_that_does(given_document: Json) -> None:
    names = [d.ambiguity for d in decided(given_document) if d.action == "ask"]
    if not names:
        return
    alone = {
        **given_document,
        "ambiguities": [a for a in given_document["ambiguities"] if a["id"] in names],
    }
    alone.pop("evidence", None)
    alone.pop("exhaustion", None)
    assert [d.action for d in decided(alone)] == ["ask"]


# --- the contract's own example, and size ---------------------------------------------------------


@pytest.mark.rule("GATE-9", "VOI-2", "VOI-3", "VOI-6", "VOI-8", "CLI-3")
def test_the_example_of_the_contract_comes_out_with_its_numbers() -> None:
    report = gate_report(read_gate_document(CONTRACTS_EXAMPLE))
    assert report["schema"] == "plangate.gate/2"
    assert report["intake"] == "RequiresClarification"
    (decision,) = report["decisions"]
    assert decision["ambiguity"] == "auth-method"
    assert (decision["action"], decision["rule"]) == ("ask", "GATE-9")
    assert decision["interpretation"] is None
    assert decision["value_rule"] == "VOI-8"
    assert decision["requires_approval"] is False
    assert decision["assumption"] is None
    assert decision["deferral"] is None
    evpi = decision["evpi"]
    # 1.5 − (0.55 × 1.5 + 0.45 × 1.2), and 0.45 × 1.5 × (1 − 1/3)
    assert evpi["standard"] == pytest.approx(0.135, abs=1e-12)
    assert evpi["regret"] == pytest.approx(0.45, abs=1e-12)
    assert evpi["in_force"] == evpi["regret"]
    assert evpi["question"] == evpi["regret"]
    assert evpi["estimator"] == "regret"
    assert (evpi["threshold"], evpi["bar"], evpi["bar_rules"]) == (0.15, 0.15, [])
    assert evpi["act_on"] == "passwordless"
    assert evpi["plausible"] is True
    assert evpi["others"] == pytest.approx(0.45)
    assert [r["cost"] for r in evpi["readings"]] == pytest.approx([1.5, 1.2])
    assert [r["apart"] for r in evpi["readings"]] == pytest.approx([0, 2 / 3])
    question = decision["question"]
    assert question["question_id"] == "auth-method"
    assert question["kind"] == "multiple_choice"
    assert [o["interpretation"] for o in question["options"]] == ["passwordless", "password"]
    assert (question["default"], question["recommended"]) == ("b", "a")
    assert question["timeout_secs"] == 28_800
    assert question["on_timeout"] == "assume"
    assert question["one_way"] is False
    assert question["lint"] == []


@pytest.mark.rule("VOI-6", "REC-2")
@FEWER
@given(documents())
def test_a_decision_can_be_replayed_from_what_a_session_would_record(given_document: Json) -> None:
    read = read_gate_document(given_document)
    assert decide(read_session_document(session_document(read))) == decide(read)


def many(count: int) -> Json:
    entries = [loud(f"loud-{n}") if n % 3 else quiet(f"quiet-{n}", **MISSING) for n in range(count)]
    facts = [fact("a", 0.4, n, entry["id"]) for n, entry in enumerate(entries)]
    return document(*entries, evidence=facts)


@pytest.mark.rule("GATE-16")
def test_of_a_thousand_ambiguities_one_asks_and_each_has_its_decision() -> None:
    given_document = many(1_000)
    decisions = gate_report(read_gate_document(given_document))["decisions"]
    assert [d["ambiguity"] for d in decisions] == [a["id"] for a in given_document["ambiguities"]]
    assert [d["ambiguity"] for d in decisions if d["action"] == "ask"] == ["quiet-0"]
    assert {d["rule"] for d in decisions} == {"GATE-16", "GATE-9"}


def steps_for(count: int) -> int:
    """Lines of Python run, reading and reporting included: unlike a clock, always the same."""
    given_document = many(count)
    steps = 0

    def counted(_frame: FrameType, _event: str, _arg: object) -> Any:
        nonlocal steps
        steps += 1
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        gate_report(read_gate_document(given_document))
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.rule("GATE-16")
def test_deciding_takes_time_linear_in_the_number_of_ambiguities() -> None:
    steps_for(50)  # compiles the word net
    # Eight times the work; a quadratic gate would come near sixty-four times the steps.
    assert steps_for(800) < 16 * steps_for(100)
