"""A decision with many options that clarifies a session is that session's one clarification."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts import scope_acts
from plangate.app.acts.personal import set_focus
from plangate.app.acts.plans.progress_acts import start_task
from plangate.app.acts.question_acts import answer
from plangate.app.planner import Planner
from plangate.app.planner_parts import Voices
from plangate.app.session_options import SessionOptions
from plangate.core.audit.projection import person_rows
from plangate.core.events import event as e
from plangate.core.guard.acts import A_SCRIPT
from plangate.core.log.chain import PERSON, seal_all
from plangate.core.model.errors import NotFound
from plangate.core.model.nouns import Ambiguity, BudgetSignal, Focus, Interpretation
from plangate.core.model.policy import Policy
from plangate.core.moves import Ask, Deliver
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("SPLIT-9", "SPLIT-10")

WHERE = "/somewhere/shop"
FIVE = scope_acts.read_decision(
    {
        "decision": "Which chat platforms ship?",
        "kind": "independent",
        "options": [{"key": f"E{n}", "label": f"Platform {n}"} for n in range(1, 6)],
    }
)


def two_readings(name: str) -> Ambiguity:
    readings = tuple(
        Interpretation(word, f"Keep it in {word}", f"adds {word}", 0.5, 0.5, "partial", (word,))
        for word in ("files", "tables")
    )
    return Ambiguity(name, readings)


@pytest.fixture
def planner(tmp_path: Path) -> Planner:
    numbers = count(1)
    return Planner(
        actor=A_PERSON,
        store=SQLiteStore(tmp_path / "plangate.db"),
        clock=FrozenClock(),
        proposer=ScriptedProposer([two_readings("storage")]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: f"s{next(numbers)}",
    )


def by_a_host(planner: Planner, session: str) -> scope_acts.Scope:
    """A chain that an agent opens for its session: one of the session's clarifications."""
    planner.actor = A_SCRIPT
    try:
        return scope_acts.start(planner, FIVE, WHERE, by="host", session=session)
    finally:
        planner.actor = A_PERSON


def shipped(planner: Planner, chain: scope_acts.Scope) -> scope_acts.Scope:
    for reply in ("include", "include", "defer", "defer", "defer", "ship"):
        chain = scope_acts.answer(planner, chain.id, reply, by="ada", surface="cli")
    return chain


ONE = SessionOptions(policy=Policy(profile="s4", clarifications=1, open_questions=1))


def test_a_shipped_chain_counts_as_one_clarification(planner: Planner) -> None:
    session = planner.begin("Add chat platforms", WHERE)
    shipped(planner, by_a_host(planner, session))
    asked = planner.advance(session)
    assert isinstance(asked.outcome, Ask)
    assert asked.outcome.question.ordinal == 2


def test_where_there_is_one_clarification_a_shipped_chain_uses_it_up(planner: Planner) -> None:
    session = planner.begin("Add chat platforms", WHERE, ONE)
    chain = by_a_host(planner, session)
    assert chain.chain.status == "open"
    assert shipped(planner, chain).chain.status == "shipped"
    after = planner.advance(session)
    assert isinstance(after.outcome, Deliver), "nothing more is asked"
    assert [decision["rule"] for decision in after.session.gate_calls[-1].decisions] == ["GATE-7"]


@pytest.mark.rule("GATE-7")
def test_while_a_sessions_chain_is_open_nothing_else_asks_in_its_workspace(
    planner: Planner,
) -> None:
    first = planner.begin("Add chat platforms", WHERE, ONE)
    by_a_host(planner, first)
    other = planner.start("Keep the rows somewhere", WHERE, ONE)
    assert isinstance(other.outcome, Deliver), "one open question is all this policy allows"
    elsewhere = planner.start("Keep the rows somewhere", "/somewhere/other", ONE)
    assert isinstance(elsewhere.outcome, Ask), "another workspace has a quota of its own"


def test_a_chain_a_person_starts_is_no_clarification(planner: Planner) -> None:
    shipped(planner, scope_acts.start(planner, FIVE, WHERE, by="ada"))
    scope_acts.start(planner, FIVE, WHERE, by="ada")
    session = planner.begin("Keep the rows somewhere", WHERE)
    shipped(planner, scope_acts.start(planner, FIVE, WHERE, by="ada", session=session))
    assert isinstance(planner.advance(session).outcome, Ask), "nor one for a session"


def test_a_chain_waits_whole_while_a_question_is_open_and_goes_on_when_a_person_says_so(
    planner: Planner,
) -> None:
    asked = planner.start("Keep the rows somewhere", WHERE)
    assert isinstance(asked.outcome, Ask)
    waiting = by_a_host(planner, asked.session.id)
    assert waiting.chain.status == "held"
    assert waiting.chain.waits == "a question of this session is open (GATE-16)"
    assert set(waiting.chain.dispositions.values()) == {"undecided"}
    answer(planner, str(asked.outcome.question.id), "a", by="ada", surface="cli")
    going_on = scope_acts.resume(planner, waiting.id, None, by="ada")
    assert going_on.chain.status == "open"
    assert shipped(planner, going_on).chain.status == "shipped"


@pytest.mark.parametrize(
    ("focus", "signal"), [("deep", "normal"), ("ambient", "critical"), ("ambient", "cost_exceeded")]
)
@pytest.mark.rule("GATE-5")
def test_a_chain_waits_whole_when_attention_does_not_allow_it(
    planner: Planner, focus: Focus, signal: BudgetSignal
) -> None:
    set_focus(planner, focus, None, by="ada")
    session = planner.begin("Add chat platforms", WHERE, SessionOptions(budget_signal=signal))
    waiting = by_a_host(planner, session)
    assert "(GATE-5)" in waiting.chain.waits
    named = scope_acts.resume(planner, waiting.id, "E3", by="ada")
    assert named.chain.focus == "E3"
    assert set(named.chain.dispositions.values()) == {"undecided"}


def test_a_second_chain_of_a_session_waits(planner: Planner) -> None:
    session = planner.begin("Add chat platforms", WHERE, ONE)
    shipped(planner, by_a_host(planner, session))
    second = by_a_host(planner, session)
    assert second.chain.waits == "this session's clarifications are used (GATE-7)"


def test_a_chain_for_a_session_nobody_knows_is_refused(planner: Planner) -> None:
    with pytest.raises(NotFound, match="session id"):
        scope_acts.start(planner, FIVE, WHERE, by="host", session="zzz")
    assert not list(planner.store.streams())


@pytest.mark.rule("PREF-1")
def test_an_unknown_stored_preference_is_said_and_the_question_asked(tmp_path: Path) -> None:
    said: list[str] = []
    store, clock = SQLiteStore(tmp_path / "plangate.db"), FrozenClock()
    stored = [e.PreferenceSet(name, "perhaps", None, None, "ada") for name in ("storage", "other")]
    entries = seal_all(PERSON, None, stored, clock.now())
    store.append(entries, person_rows(entries))
    planner = Planner(
        actor=A_PERSON,
        store=store,
        clock=clock,
        proposer=ScriptedProposer([two_readings("storage")]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "s1",
        voices=Voices(warn=said.append),
    )
    assert isinstance(planner.start("Keep the rows somewhere", WHERE).outcome, Ask)
    assert len(said) == 1, "once, and only about what is asked here"
    assert "storage is 'perhaps'" in said[0]
    assert "always-ask, never-ask, ask-only-for-one-way" in said[0]


@pytest.mark.rule("INT-8", "GATE-4", "SPLIT-9")
def test_a_chain_waits_for_work_on_its_own_options_and_for_no_other_work(planner: Planner) -> None:
    asked = planner.start("Keep the rows somewhere", WHERE)
    assert isinstance(asked.outcome, Ask)
    session = asked.session.id
    answer(planner, str(asked.outcome.question.id), "a", by="ada", surface="cli")
    start_task(planner, session, "t1", by="ada")
    first = by_a_host(planner, session)
    assert first.chain.status == "open", "the task that was begun rests on none of its options"
    shipped(planner, first)
    plan = planner.session(session).plan
    assert plan is not None
    one = next(t.id for t in plan.tasks if t.answers_to.startswith(f"{first.chain.parent} "))
    start_task(planner, session, one, by="ada")
    again = by_a_host(planner, session)
    assert again.chain.status == "held"
    label = FIVE.options[0].label
    assert again.chain.waits == f"work on {label} has begun (GATE-4)"
