"""Outcomes teach (ASM-4): the arithmetic by hand, and what the next session makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import fsum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.acts import ledger_acts, question_acts
from plangate.app.log.audits import run_audit
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.gate.learning import Taught, learned, outcomes
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.policy.gate_numbers import STRENGTH
from tests.conftest import Runner
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("ASM-4")


def reading(name: str, prior: float) -> Interpretation:
    return Interpretation(
        name, f"The {name} way", f"does {name}", prior, 0.5, "partial", (f"{name}.py",)
    )


EVEN = Ambiguity("storage", (reading("table", 0.5), reading("file", 0.5)))
THREE = Ambiguity("storage", (reading("table", 0.5), reading("file", 0.3), reading("cloud", 0.2)))


def said(name: str, times: int = 1, ambiguity: str = "storage") -> list[Taught]:
    return [Taught(ambiguity, name, True)] * times


def overturned(name: str, times: int = 1, ambiguity: str = "storage") -> list[Taught]:
    return [Taught(ambiguity, name, False)] * times


def priors(ambiguity: Ambiguity) -> dict[str, float]:
    return {reading.id: reading.prior for reading in ambiguity.interpretations}


# --- the arithmetic -------------------------------------------------------------------------------


def test_the_example_of_the_specification_by_hand() -> None:
    """3.5 × 0.5 = 1.75 and five more of 3.5 and six more: 6.75 ÷ 9.5 = 0.7105…"""
    moved = learned(EVEN, [*said("table", 5), *overturned("table")])
    assert STRENGTH == 3.5
    assert priors(moved) == pytest.approx({"table": 6.75 / 9.5, "file": 2.75 / 9.5})
    assert moved.learned == "table: prior 0.50 → 0.71, 5 confirmed, 1 overturned"


@pytest.mark.parametrize(
    ("taught", "table", "file", "cloud"),
    [
        pytest.param(said("file"), 1.75, 1.05 + 1, 0.70, id="one confirmed"),
        pytest.param(said("file", 7), 1.75, 1.05 + 7, 0.70, id="seven confirmed"),
        pytest.param(overturned("table"), 1.75, 1.05 + 0.6, 0.70 + 0.4, id="one overturned"),
        pytest.param(overturned("cloud", 2), 1.75 + 1.25, 1.05 + 0.75, 0.70, id="two overturned"),
        pytest.param(
            [*said("cloud"), *overturned("file")],
            1.75 + 0.5 / 0.7,
            1.05,
            0.70 + 1 + 0.2 / 0.7,
            id="one of each",
        ),
    ],
)
def test_each_outcome_weighs_one_and_the_catalog_three_and_a_half(
    taught: list[Taught], table: float, file: float, cloud: float
) -> None:
    whole = table + file + cloud
    assert whole == pytest.approx(3.5 + len(taught))
    assert priors(learned(THREE, taught)) == pytest.approx(
        {"table": table / whole, "file": file / whole, "cloud": cloud / whole}
    )


def test_priors_that_do_not_quite_sum_to_one_still_weigh_as_much() -> None:
    uneven = Ambiguity("storage", (reading("table", 0.504), reading("file", 0.504)))
    assert priors(learned(uneven, said("file"))) == pytest.approx(
        {"table": 1.75 / 4.5, "file": 2.75 / 4.5}
    )


def test_without_history_nothing_is_changed_and_nothing_is_said() -> None:
    assert learned(THREE, []) is THREE
    assert THREE.learned is None


@pytest.mark.parametrize(
    "taught",
    [
        pytest.param(said("table", 9, ambiguity="format"), id="another dimension"),
        pytest.param(said("paper", 9), id="a reading it no longer has"),
    ],
)
def test_what_other_dimensions_and_former_readings_taught_is_passed_over(
    taught: list[Taught],
) -> None:
    assert learned(THREE, taught) is THREE


def test_the_line_speaks_of_the_reading_that_is_now_the_likeliest() -> None:
    moved = learned(THREE, [*said("cloud", 4), *said("table")])
    assert moved.learned == "cloud: prior 0.20 → 0.55, 4 confirmed, 0 overturned"


LESSONS = st.lists(
    st.builds(
        Taught,
        st.sampled_from(["storage", "format"]),
        st.sampled_from(["table", "file", "cloud", "paper"]),
        st.booleans(),
    ),
    max_size=40,
)


@given(LESSONS)
def test_a_distribution_stays_one_and_no_reading_becomes_certain_or_impossible(
    taught: list[Taught],
) -> None:
    moved = learned(THREE, taught)
    assert fsum(priors(moved).values()) == pytest.approx(1.0, abs=1e-12)
    assert all(0.0 < prior < 1.0 for prior in priors(moved).values())
    assert moved._replace(interpretations=(), learned=None) == THREE._replace(interpretations=())
    for before, after in zip(THREE.interpretations, moved.interpretations, strict=True):
        assert after._replace(prior=before.prior) == before, "only priors move"


@given(LESSONS.flatmap(lambda taught: st.tuples(st.just(taught), st.permutations(taught))))
def test_the_order_of_outcomes_does_not_matter(
    orders: tuple[list[Taught], Sequence[Taught]],
) -> None:
    one, other = (learned(THREE, taught) for taught in orders)
    assert priors(one) == pytest.approx(priors(other), abs=1e-12)
    likeliest, next_likeliest, _ = sorted(priors(one).values(), reverse=True)
    if likeliest - next_likeliest > 1e-9:
        assert one.learned == other.learned


@given(LESSONS, st.sampled_from(["table", "file", "cloud"]))
def test_one_confirmation_more_raises_its_reading_and_one_overturned_lowers_it(
    taught: list[Taught], name: str
) -> None:
    before = priors(learned(THREE, taught))[name]
    assert priors(learned(THREE, [*taught, *said(name)]))[name] > before
    assert priors(learned(THREE, [*taught, *overturned(name)]))[name] < before


# --- what counts as an outcome --------------------------------------------------------------------


def entry(
    status: str, name: str | None = "table", session: str = "s1", ambiguity: str | None = "storage"
) -> dict[str, Any]:
    return {
        "session": session,
        "ambiguity": ambiguity,
        "interpretation": name,
        "status": status,
    }


@pytest.mark.parametrize(
    ("entries", "taught"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([entry("open")], [], id="what nobody confirmed teaches nothing"),
        pytest.param([entry("confirmed")], said("table"), id="confirmed"),
        pytest.param([entry("wrong")], overturned("table"), id="overturned"),
        pytest.param(
            [entry("wrong"), entry("confirmed", "file")],
            [*said("file"), *overturned("table")],
            id="overturned for another",
        ),
        pytest.param(
            [entry("wrong"), entry("confirmed", None)], overturned("table"), id="own words"
        ),
        pytest.param(
            [entry("wrong"), entry("wrong", "file"), entry("open")],
            overturned("file"),
            id="taken back",
        ),
        pytest.param(
            [entry("wrong"), entry("wrong", "file"), entry("confirmed")],
            [*said("table"), *overturned("file")],
            id="taken back and said again",
        ),
        pytest.param(
            [entry("confirmed"), entry("confirmed", session="s2")],
            said("table", 2),
            id="each session counts",
        ),
        pytest.param([entry("confirmed", ambiguity=None)], [], id="about no dimension"),
    ],
)
def test_what_ledger_entries_teach(entries: list[dict[str, Any]], taught: list[Taught]) -> None:
    assert outcomes(entries) == taught
    assert sorted(outcomes(reversed(entries))) == sorted(taught)


# --- the next session -----------------------------------------------------------------------------


class School:
    """Sessions in workspaces, one after the other."""

    def __init__(self, *ambiguities: Ambiguity, store: MemoryStore | None = None) -> None:
        numbers = count(1)
        self.store = store or MemoryStore()
        self.planner = Planner(
            actor=A_PERSON,
            store=self.store,
            clock=FrozenClock(),
            proposer=ScriptedProposer(ambiguities),
            investigator=ScriptedInvestigator(),
            new_id=lambda: f"s{next(numbers)}",
        )

    def start(self, workspace: str = "/shop", *, learning: bool = True) -> Session:
        wish = SessionOptions(complexity=6, by="ada", learning=learning)
        return self.planner.start("Keep the orders", workspace, wish).session

    def answered(self, reply: str, workspace: str = "/shop") -> Session:
        session = self.start(workspace, learning=False)
        self.answer(session, reply)
        return session

    def answer(self, session: Session, reply: str) -> None:
        question_acts.answer(self.planner, f"{session.id}-q1", reply, by="ada", surface="test")


def lines(session: Session) -> list[str]:
    """What the trace of every decision says was learned."""
    return [
        step["saw"]
        for call in session.gate_calls
        for decision in call.decisions
        for step in decision["trace"]
        if step["rule"] == "ASM-4"
    ]


def test_five_confirmed_and_one_overturned_are_in_the_trace_of_the_next_session() -> None:
    school = School(EVEN)
    for _ in range(5):
        school.answered("a")
    school.answered("a")
    ledger_acts.overturn(school.planner, "s6-a1", words="on paper", by="ada")
    taught = school.start()
    assert lines(taught) == ["file: prior 0.50 → 0.71, 5 confirmed, 1 overturned"]
    (document,) = [call.document for call in taught.gate_calls]
    (weighed,) = document["ambiguities"]
    assert [r["prior"] for r in weighed["interpretations"]] == pytest.approx(
        [2.75 / 9.5, 6.75 / 9.5]
    )
    audit = run_audit(school.store)
    assert audit.ok, "what was learned is in the record, so every decision replays"


def test_what_was_assumed_teaches_once_a_person_confirms_it() -> None:
    sure = Ambiguity("format", (reading("json", 0.9), reading("yaml", 0.1)))
    school = School(sure)
    school.start(learning=False)
    assert lines(school.start()) == [], "nobody said anything yet"
    ledger_acts.confirm(school.planner, "s1-a1", by="ada")
    assert lines(school.start()) == ["json: prior 0.90 → 0.92, 1 confirmed, 0 overturned"]


def test_a_decision_taken_back_teaches_nothing_against_itself() -> None:
    school = School(EVEN)
    school.answered("a")
    ledger_acts.overturn(school.planner, "s1-a1", reading="table", by="ada")
    ledger_acts.undo(school.planner, "s1-a1", by="ada")
    (line,) = lines(school.start())
    assert line.startswith("file: prior 0.50 → 0.68")
    assert line.endswith("1 confirmed, 0 overturned")


def test_a_workspace_learns_for_itself_alone() -> None:
    school = School(EVEN)
    school.answered("b", "/shop")
    assert lines(school.start("/bank")) == []
    assert lines(school.start("/shop")) == ["table: prior 0.50 → 0.61, 1 confirmed, 0 overturned"]


def test_a_dimension_learns_for_itself_alone() -> None:
    other = Ambiguity("colour", (reading("file", 0.5), reading("table", 0.5)))
    school = School(EVEN)
    school.answered("b")
    assert lines(School(other, store=school.store).start()) == []


def test_learning_can_be_switched_off() -> None:
    school = School(EVEN)
    school.answered("b")
    untaught = school.start(learning=False)
    assert lines(untaught) == []
    assert [r.prior for r in untaught.ambiguities[0].interpretations] == [0.5, 0.5]


def test_enough_of_the_same_answer_and_the_question_is_no_longer_asked() -> None:
    school = School(EVEN)
    asked = [school.start()]
    while asked[-1].questions:
        school.answer(asked[-1], "a")
        asked.append(school.start())
        assert len(asked) < 20, "the same answer again and again taught nothing"
    assert asked[-1].in_force[0].interpretation == "file"
    assert lines(asked[-1])[0].startswith("file: prior 0.50 → 0.8")
    assert f"{len(asked) - 1} confirmed" in lines(asked[-1])[0]


@pytest.mark.rule("CLI-2")
def test_the_command_line_learns_unless_it_is_told_not_to(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    goal = "Let users delete their account"

    def trace_of(session: str) -> list[str]:
        events = cli("show", session, "--log", "--json").json["events"]
        return [
            step["saw"]
            for event in events
            if event["type"] == "GateDecided"
            for decision in event["payload"]["decisions"]
            for step in decision["trace"]
            if step["rule"] == "ASM-4"
        ]

    first = cli("plan", goal, "--workspace", workspace, "--json").json["session"]
    assert trace_of(first) == []
    assert person("answer", first, "a").code == 0
    second = cli("plan", goal, "--workspace", workspace, "--again", "--json").json["session"]
    assert trace_of(second) == ["soft: prior 0.50 → 0.61, 1 confirmed, 0 overturned"]
    third = cli("plan", goal, "--workspace", workspace, "--no-learning", "--again", "--json").json[
        "session"
    ]
    assert trace_of(third) == []
