"""The investigation loop through the planner: what is sent, what it costs, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.acts import question_acts
from plangate.app.acts.budgets import raise_budget
from plangate.app.log.audits import run_audit
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Investigator, Proposer, Surveyed
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.events.event import EvidenceGathered
from plangate.core.investigation.exploration import checked_steps
from plangate.core.log.chain import event_of, seal_all
from plangate.core.log.folding import fold
from plangate.core.model.errors import BadInput, StoreDamaged
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    STRATEGIES,
    Ambiguity,
    Dispatch,
    Evidence,
    Interpretation,
    Reversibility,
    Strategy,
)
from plangate.core.model.policy import Budget
from plangate.core.moves import Ask, Deliver, Investigate, Outcome, Stop, Survey
from tests.person import A_PERSON

GOAL = "Keep the orders"
ALL: tuple[Strategy, ...] = STRATEGIES


def reading(name: str, prior: float, reversibility: Reversibility = "partial") -> Interpretation:
    touches = (f"{name}.py",)
    label, leads_to = f"The {name} store", f"keeps rows in {name}"
    return Interpretation(name, label, leads_to, prior, 0.5, reversibility, touches)


#: Worth a question as long as nothing is found.
STORE = Ambiguity("row-store", (reading("local", 0.6), reading("remote", 0.4)))
#: Not worth one.
QUIET = Ambiguity(
    "format",
    (
        Interpretation("json", "JSON", "writes JSON", 0.6, 0.2, "reversible", ("io.py",)),
        Interpretation("yaml", "YAML", "writes YAML", 0.4, 0.2, "reversible", ("io.py",)),
    ),
)


def fact(supports: str, confidence: float, name: str = "e1", about: str = "row-store") -> Evidence:
    return Evidence(
        name, about, "repo_facts", supports, confidence, f"{name}.py:1", digest=f"d-{name}"
    )


def planner_with(
    investigator: Investigator,
    *ambiguities: Ambiguity,
    store: MemoryStore | None = None,
    proposer: Proposer | None = None,
) -> Planner:
    numbers = count(1)
    return Planner(
        actor=A_PERSON,
        store=store or MemoryStore(),
        clock=FrozenClock(),
        proposer=proposer or ScriptedProposer(ambiguities or (STORE,)),
        investigator=investigator,
        new_id=lambda: f"s{next(numbers)}",
    )


def started(planner: Planner, goal: str = GOAL, **wish: Any) -> Advanced:
    return planner.start(goal, "/shop", SessionOptions(by="ada", complexity=5, **wish))


def happened(planner: Planner, kind: type, name: str = "s1") -> list[Any]:
    events = [event_of(entry) for entry in planner.load(name)]
    return [event for event in events if isinstance(event, kind)]


def asked(outcome: Outcome) -> Ask:
    assert isinstance(outcome, Ask), f"expected a question, got {outcome}"
    return outcome


# --- budgets --------------------------------------------------------------------------------------


@pytest.mark.rule("INV-3")
def test_what_two_known_files_answer_is_read_directly_and_costs_no_call() -> None:
    known = STORE._replace(reads=("compose.yaml",))
    planner = planner_with(ScriptedInvestigator([fact("remote", 0.9)], strategies=ALL), known)

    advanced = started(planner)

    assert isinstance(advanced.outcome, Deliver)
    assert advanced.session.calls == 0
    [sent] = happened(planner, e.Dispatched)
    assert [dispatch.reads for dispatch in sent.dispatches] == [("compose.yaml",)]
    assert run_audit(planner.store).ok


@pytest.mark.rule("INV-3")
def test_a_fast_path_that_finds_nothing_leads_to_a_search() -> None:
    known = STORE._replace(reads=("compose.yaml", "Makefile"))
    planner = planner_with(ScriptedInvestigator(strategies=ALL[:2]), known)

    advanced = started(planner)

    sent = [[d.strategy for d in x.dispatches] for x in happened(planner, e.Dispatched)]
    assert sent == [["code search"], ["code search", "documentation"]]
    assert advanced.session.calls == 2
    assert asked(advanced.outcome).stop.stop_reason == "blocking_question"


@pytest.mark.rule("INV-4", "INV-9", "STOP-1", "STOP-3")
def test_calls_are_reserved_first_and_what_does_not_fit_is_refused_and_listed() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL))

    stop = asked(started(planner, budget=Budget(5, 1, 300)).outcome).stop

    [sent] = happened(planner, e.Dispatched)
    assert [dispatch.strategy for dispatch in sent.dispatches] == ["code search"]
    assert [refusal.strategy for refusal in sent.refused] == ["documentation"]
    listed = "not sent: librarian (documentation) for row-store: all 1 calls are spent or reserved"
    assert listed in stop.evidence_summary
    assert stop.stop_reason == "budget_exhausted"
    assert stop.budget_consumed["subagent_calls"] == "1/1"
    assert stop.next_actions == (
        "answer s1-q1: Which row store should the plan follow: The local store or "
        "The remote store?",
        "best effort, listed, not recommended at confidence 0.60: The local store",
        "or look further with a new budget: plangate resume s1 --calls N",
    )


@pytest.mark.rule("INV-7", "INV-9")
def test_a_best_effort_is_recommended_from_0_7_on() -> None:
    some = [fact("local", 0.65)]
    planner = planner_with(ScriptedInvestigator(some, strategies=ALL))

    stop = asked(started(planner, budget=Budget(1, 8, 300)).outcome).stop

    assert stop.confidence == 0.74
    assert "best effort, recommended at confidence 0.74: The local store" in stop.next_actions


@pytest.mark.rule("INV-7", "INV-6")
def test_what_the_gate_settles_needs_no_second_look() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL), QUIET)

    advanced = started(planner)

    assert isinstance(advanced.outcome, Deliver)
    [decided] = happened(planner, e.IterationDecided)
    assert (decided.decision, decided.confidence, decided.uncertainty) == ("commit", 100, 0)
    assert decided.settles == {"format": "GATE-3"}


@pytest.mark.rule("INV-3", "INV-7")
def test_a_goal_with_nothing_open_is_not_looked_into() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL), proposer=ScriptedProposer())

    advanced = started(planner)

    assert isinstance(advanced.outcome, Deliver)
    kinds = {entry.type for entry in planner.load("s1")}
    assert not kinds & {"ExplorationPlanned", "Dispatched", "EvidenceGathered"}
    assert advanced.outcome.stop.budget_consumed["subagent_calls"] == "0/8"


@pytest.mark.rule("INV-1", "STOP-4")
def test_a_person_raises_a_running_sessions_budget_and_it_goes_on_looking() -> None:
    late = {"documentation": [fact("remote", 0.9)]}
    planner = planner_with(ScriptedInvestigator(by_strategy=late, strategies=ALL))  # type: ignore[arg-type]
    assert asked(started(planner, budget=Budget(5, 1, 300)).outcome).question.id == "s1-q1"

    advanced = raise_budget(planner, "s1", calls=3, by="ada")

    assert isinstance(advanced.outcome, Deliver)
    assert advanced.session.questions["s1-q1"].status == "withdrawn"
    assert advanced.session.settled["row-store"].interpretation == "remote"
    assert advanced.session.calls <= 3
    assert run_audit(planner.store).ok


@pytest.mark.rule("INV-1", "ERR-1")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"iterations": 11}, "--iterations: 11 .*5 to 10"),
        ({"calls": 0}, "--calls: 0 .*1 to 30"),
        ({"seconds": 1801}, "--seconds: 1,?801 .*300 to 1,800"),
    ],
)
def test_a_budget_is_raised_never_lowered_and_iterations_at_most_doubled(
    more: dict[str, int], said: str
) -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL))
    started(planner, budget=Budget(5, 1, 300))
    before = planner.load("s1")

    with pytest.raises(BadInput, match=said):
        raise_budget(planner, "s1", by="ada", **more)

    assert planner.load("s1") == before


# --- turns ----------------------------------------------------------------------------------------


@pytest.mark.rule("INV-2")
def test_turn_2_states_a_plan_and_a_budget_and_turn_3_checks_what_is_new() -> None:
    planner = planner_with(ScriptedInvestigator([fact("local", 0.7)], strategies=ALL[:2]))

    started(planner)

    [planned] = happened(planner, e.ExplorationPlanned)
    assert [(step.subagent, step.strategy) for step in planned.steps] == [
        ("explore", "code search"),
        ("librarian", "documentation"),
    ]
    assert all("row-store: The local store or The remote store" in s.learns for s in planned.steps)
    assert planned.budget == Budget(5, 8, 300)
    turns = happened(planner, e.IterationDecided)
    assert turns[0].turn == 3
    assert turns[0].new_information
    assert turns[0].reduction > 0
    assert turns[0].gained[0] == "1 new piece of evidence"


@pytest.mark.rule("INV-2")
@pytest.mark.parametrize("vague", ["", "explore more", "look around", "dig deeper.", "the code"])
def test_a_step_that_does_not_say_what_it_expects_is_refused(vague: str) -> None:
    with pytest.raises(BadInput, match="exploration_plan"):
        checked_steps([e.Step("explore", "code search", vague)])


@pytest.mark.rule("INV-2", "STOP-1")
def test_a_session_without_a_triad_at_the_end_of_turn_2_stops() -> None:
    planner = planner_with(ScriptedInvestigator(failing=["survey"]))

    outcome = started(planner).outcome

    assert isinstance(outcome, Stop)
    assert outcome.stop.stop_reason == "human_required"
    assert "make /shop readable" in outcome.stop.next_actions[0]
    assert len(happened(planner, e.SurveyFailed)) == 2
    assert not happened(planner, e.AmbiguitiesProposed)


@pytest.mark.rule("INV-4", "INV-6")
def test_an_error_is_not_evidence() -> None:
    found = {"code search": [fact("remote", 0.9)], "documentation": [fact("local", 0.6, "e2")]}
    planner = planner_with(
        ScriptedInvestigator(by_strategy=found, strategies=ALL[:2], failing=["code search"])  # type: ignore[arg-type]
    )

    session = started(planner).session

    assert "e1" not in {entry.id for entry in session.evidence}
    assert "e2" in {entry.id for entry in session.evidence}


@pytest.mark.rule("INV-5")
def test_nobody_is_sent_before_the_last_batch_is_synthesised() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL[:1]))
    started(planner)
    entries = list(planner.load("s1"))
    place = next(i for i, entry in enumerate(entries) if entry.type == "EvidenceGathered")
    sent = happened(planner, e.Dispatched)[0]

    forged = seal_all("s1", entries[place], (sent,), FrozenClock().now())

    with pytest.raises(StoreDamaged, match="before the last was synthesised"):
        fold([*entries[: place + 1], *forged])


@pytest.mark.rule("INV-5", "GATE-2")
def test_independent_ways_of_looking_raise_what_they_agree_on() -> None:
    agree = {"code search": [fact("remote", 0.7)], "documentation": [fact("remote", 0.7, "e2")]}
    planner = planner_with(ScriptedInvestigator(by_strategy=agree, strategies=ALL[:2]))  # type: ignore[arg-type]

    session = started(planner).session

    [synthesis] = happened(planner, e.EvidenceSynthesised)
    [together] = synthesis.triangulated
    assert (together.supports, round(together.confidence, 4)) == ("remote", 0.8448)
    assert session.settled["row-store"].rule == "GATE-2"
    assert run_audit(planner.store).ok


@pytest.mark.rule("INV-5")
def test_two_finds_of_one_way_of_looking_are_not_independent() -> None:
    twice = [fact("remote", 0.7), fact("remote", 0.7, "e2")]
    planner = planner_with(ScriptedInvestigator(by_strategy={"code search": twice}))

    started(planner)

    [synthesis] = happened(planner, e.EvidenceSynthesised)
    assert synthesis.triangulated == ()


@pytest.mark.rule("INV-5", "INV-7")
def test_a_contradiction_is_named_and_blocks_until_the_gate_settles_it() -> None:
    torn = [fact("local", 0.9), fact("remote", 0.9, "e2")]
    planner = planner_with(ScriptedInvestigator(torn))

    outcome = started(planner).outcome

    [synthesis] = happened(planner, e.EvidenceSynthesised)
    assert synthesis.contradictions == ("row-store: local (e1.py:1) against remote (e2.py:1)",)
    [decided] = happened(planner, e.IterationDecided)
    assert decided.decision == "escalate"
    assert asked(outcome).question.question_id == "row-store"


# --- stagnation -----------------------------------------------------------------------------------


@pytest.mark.rule("INV-8", "INV-12")
def test_a_stuck_investigation_switches_once_with_a_hypothesis_and_a_fresh_budget() -> None:
    ways: tuple[Strategy, ...] = ("code search", "documentation", "manifests", "tests", "history")
    planner = planner_with(ScriptedInvestigator(strategies=ways))

    advanced = started(planner)

    [switch] = happened(planner, e.StrategySwitched)
    assert switch.trigger == "no_new_files"
    assert switch.strategy == "history"
    assert switch.failed == ("code search", "documentation", "manifests", "tests")
    assert switch.hypothesis == (
        "the choice shows in how the code came to be, not in what it says now"
    )
    assert switch.budget == Budget(2, 3, 120)
    assert advanced.session.inquiry.allowed == Budget(4, 7, 120)
    last = happened(planner, e.IterationDecided)[-1]
    assert last.gained == (f"falsified: {switch.hypothesis}",)
    assert asked(advanced.outcome).stop.stop_reason == "blocking_question"


@pytest.mark.rule("INV-8", "STOP-4", "STOP-3")
def test_the_second_stagnation_stops_with_a_question() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL))

    ask = asked(started(planner).outcome)

    assert len(happened(planner, e.StrategySwitched)) == 1
    assert ask.stop.stop_reason == "stagnation"
    assert ask.question.status == "pending"
    assert happened(planner, e.IterationDecided)[-1].ending == "stagnation"


@pytest.mark.rule("INV-8")
def test_the_same_failure_three_times_switches_the_strategy() -> None:
    ways: tuple[Strategy, ...] = ("code search", "documentation", "history")
    planner = planner_with(
        ScriptedInvestigator(strategies=ways, failing=["code search", "documentation"])
    )

    started(planner)

    [switch] = happened(planner, e.StrategySwitched)
    assert (switch.trigger, switch.strategy) == ("repeated_failure", "history")


@pytest.mark.rule("INV-8")
def test_a_source_that_tells_what_is_known_is_redundant() -> None:
    known = fact("local", 0.7)
    ways: tuple[Strategy, ...] = ("code search", "manifests", "history")
    planner = planner_with(
        ScriptedInvestigator(
            by_strategy={"code search": [known], "manifests": [known]}, strategies=ways
        )
    )

    started(planner)

    [switch] = happened(planner, e.StrategySwitched)
    assert switch.trigger == "redundant_queries"


@pytest.mark.rule("INV-7")
def test_what_no_tool_can_obtain_is_asked_after_one_look() -> None:
    clash = STORE._replace(
        blocker_type="mutually_exclusive_requirements", blocker_evidence=("Keep", "orders")
    )
    planner = planner_with(ScriptedInvestigator(strategies=ALL), clash)

    outcome = started(planner).outcome

    [decided] = happened(planner, e.IterationDecided)
    assert decided.saw == "row-store: mutually_exclusive_requirements, which no tool can obtain"
    assert asked(outcome).stop.stop_reason == "blocking_question"


# --- after an answer ------------------------------------------------------------------------------


@pytest.mark.rule("INV-10")
def test_after_an_answer_iterations_begin_anew_and_calls_go_on_counting() -> None:
    planner = planner_with(ScriptedInvestigator(strategies=ALL[:2]))
    asked(started(planner).outcome)

    question_acts.answer(planner, "s1-q1", "b", by="ada", surface="test")

    session = planner.session("s1")
    assert session.stop is not None
    assert session.stop.budget_consumed["iterations"] == "0/5"
    assert session.stop.budget_consumed["subagent_calls"] == "2/8"
    assert session.settled["row-store"].interpretation == "remote"


@pytest.mark.rule("INV-10", "GATE-7")
def test_a_session_has_at_most_three_question_cycles() -> None:
    planner = planner_with(ScriptedInvestigator())
    outcome = started(planner, budget=Budget(5, 1, 300)).outcome
    for calls in (2, 3):
        asked(outcome)
        outcome = raise_budget(planner, "s1", calls=calls, by="ada").outcome
    asked(outcome)

    outcome = raise_budget(planner, "s1", calls=4, by="ada").outcome

    assert isinstance(outcome, Deliver)
    assert len(planner.session("s1").questions) == 3
    assert run_audit(planner.store).ok


@pytest.mark.rule("STOP-3", "GATE-5")
def test_under_pressure_a_spent_budget_becomes_a_deferral_and_a_plan_that_says_so() -> None:
    planner = planner_with(ScriptedInvestigator())

    advanced = started(planner, budget=Budget(5, 0, 300), budget_signal="critical")

    assert isinstance(advanced.outcome, Deliver)
    assert [deferral.ambiguity for deferral in advanced.session.deferrals.values()] == ["row-store"]
    assert any("deferred" in doubt for doubt in advanced.outcome.stop.uncertainties_remaining)


# --- whatever is found ----------------------------------------------------------------------------

Drawn = Callable[[Dispatch], EvidenceGathered]


class DrawnInvestigator:
    """Finds what the test draws, honest or not."""

    def __init__(self, draw: Drawn, strategies: Sequence[Strategy]) -> None:
        self._draw = draw
        self._strategies = tuple(strategies)

    def survey(self, chore: Survey) -> Surveyed:  # noqa: ARG002
        return Surveyed(("read-only",), (), self._strategies)

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        return [self._draw(dispatch) for dispatch in chore.dispatches]


@st.composite
def findings(draw: st.DrawFn, dispatch: Dispatch) -> EvidenceGathered:
    name = st.sampled_from([f"e{n}" for n in range(5)])
    about = st.sampled_from([*dispatch.ambiguities, "nobody-asked"])
    entries = draw(
        st.lists(
            st.builds(
                fact,
                st.sampled_from(["local", "remote", "json", "yaml", "z"]),
                st.integers(0, 20).map(lambda n: n / 20),
                name,
                about,
            ),
            max_size=3,
        )
    )
    outcome: Literal["done", "partial", "failed"] = draw(
        st.sampled_from(["done", "done", "done", "partial", "failed"])
    )
    parts = draw(st.sampled_from([EXHAUSTION_PARTS, EXHAUSTION_PARTS[:2], ()]))
    return EvidenceGathered(
        strategy=dispatch.strategy,
        evidence=tuple(entries),
        exhaustion={part: [entry.id for entry in entries] for part in parts},
        calls=draw(st.integers(0, 9)),
        seconds=draw(st.sampled_from([0.0, 1.5, 40.0])),
        dispatch=draw(st.sampled_from([dispatch.id] * 9 + ["somebody else"])),
        outcome=outcome,
        files=tuple(draw(st.lists(st.sampled_from(["a.py", "b.py", "c.py"]), max_size=2))),
        failure="broken" if outcome == "failed" else None,
    )


@pytest.mark.rule("INV-1", "INV-4", "INV-5", "INV-8", "STOP-1", "STOP-4")
@settings(max_examples=settings().max_examples)
@given(
    data=st.data(),
    ambiguities=st.sampled_from([(STORE,), (QUIET, STORE), (STORE._replace(reads=("a.py",)),)]),
    budget=st.builds(Budget, st.integers(1, 6), st.integers(0, 8), st.sampled_from([60, 100, 300])),
    strategies=st.lists(st.sampled_from(ALL), unique=True, max_size=6),
)
def test_whatever_is_found_every_session_keeps_to_its_budget_and_ends_once(
    data: st.DataObject,
    ambiguities: tuple[Ambiguity, ...],
    budget: Budget,
    strategies: list[Strategy],
) -> None:
    drawn = DrawnInvestigator(lambda dispatch: data.draw(findings(dispatch)), strategies)
    planner = planner_with(drawn, *ambiguities)

    advanced = started(planner, budget=budget)

    session, stop = advanced.session, advanced.outcome.stop
    assert stop.stop_reason in (
        "recommendation_ready",
        "blocking_question",
        "budget_exhausted",
        "stagnation",
    )
    assert isinstance(advanced.outcome, Ask) or stop.stop_reason == "recommendation_ready"
    assert session.iterations <= session.inquiry.allowed.iterations
    assert session.calls <= session.inquiry.allowed.calls
    kinds = [entry.type for entry in planner.load("s1")]
    assert kinds.count("StopReported") == 1
    assert kinds.count("StrategySwitched") <= 1
    turns = [kind for kind in kinds if kind in ("Dispatched", "EvidenceSynthesised")]
    sent = [event for event in happened(planner, e.Dispatched) if event.dispatches]
    assert turns.count("EvidenceSynthesised") == len(sent)
    limit = budget.calls + (3 if session.inquiry.switched else 0)
    assert sum(d.calls for event in sent for d in event.dispatches) <= limit
    assert run_audit(planner.store).ok
    assert planner.advance("s1") == advanced or kinds == [x.type for x in planner.load("s1")]
