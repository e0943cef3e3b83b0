"""What questions cost and whether they were worth it, counted by hand from a scripted history."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.app.acts import question_acts
from plangate.app.acts.personal import set_preference
from plangate.app.log.figures import question_stats
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.places import lone
from plangate.core.moves import Ask
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("PREF-4")


def ambiguity(name: str, readings: int) -> Ambiguity:
    """A question worth asking with this many options; the first reading is recommended."""
    return Ambiguity(
        name,
        tuple(
            Interpretation(
                id=f"r{place}",
                label=f"The {word} way",
                consequence=f"changes {word}.py",
                prior=(0.4 if place == 0 else 0.6 / (readings - 1)),
                complexity=0.9,
                reversibility="partial",
                touches=(f"{word}.py",),
            )
            for place, word in enumerate(("red", "green", "blue")[:readings])
        ),
    )


TWO, THREE = ambiguity("two-ways", 2), ambiguity("three-ways", 3)


class History:
    """Sessions led one after the other, by a clock only the history moves."""

    def __init__(self) -> None:
        self.clock = FrozenClock()
        self.store = MemoryStore()
        self.proposed: list[Ambiguity] = []
        self.workspaces = count(1)
        names = count(1)
        self.planner = Planner(
            actor=A_PERSON,
            store=self.store,
            clock=self.clock,
            proposer=ScriptedProposer(self.proposed),
            investigator=ScriptedInvestigator(),
            new_id=lambda: f"s{next(names)}",
        )

    def ask(self, about: Ambiguity, workspace: str | None = None) -> str:
        """A question in a workspace of its own, days after the one before: its id."""
        self.clock.pass_time(days=3)
        self.proposed[:] = [about]
        place = workspace or f"/shop-{next(self.workspaces)}"
        wish = SessionOptions(by="ada", timeout_secs=86_400)
        outcome = self.planner.start("Keep the rows somewhere", place, wish).outcome
        assert isinstance(outcome, Ask), f"expected a question, got {outcome}"
        return str(outcome.question.id)

    def recommended(self, question: str) -> str:
        key = self.planner.session(question.partition("-")[0]).question(question).recommended
        assert key is not None
        return key

    def answer(self, question: str, reply: str, after: float) -> None:
        self.clock.pass_time(seconds=after)
        given = question_acts.answer(self.planner, question, reply, by="ada", surface="cli")
        assert given.result == "answered", given

    def follow(self, about: Ambiguity, after: float) -> None:
        question = self.ask(about)
        self.answer(question, self.recommended(question), after)

    def differ(self, about: Ambiguity, after: float) -> None:
        question = self.ask(about)
        other = next(key for key in "abc" if key != self.recommended(question))
        self.answer(question, other, after)

    def stats(self, workspace: str | None = None) -> dict[str, Any]:
        return question_stats(self.store, lone(workspace) if workspace else None)


def test_nothing_asked_gives_nothing_to_divide_by() -> None:
    assert History().stats() == {
        "schema": "plangate.stats/1",
        "asked": 0,
        "open": 0,
        "answered": 0,
        "timed_out": 0,
        "withdrawn": 0,
        "auto_decided": 0,
        "followed_recommendation": {"count": 0, "of": 0, "share": None},
        "changed_nothing": 0,
        "free_text_by_options": {},
        "seconds_to_answer": None,
        "avoided": 0,
        "avoided_by": {},
        "regretted": {"count": 0, "of": 0, "share": None},
        "calibration": {
            name: {"count": 0, "of": 0, "share": None} for name in ("high", "medium", "low")
        },
        "by_question": {},
    }


def test_the_figures_of_a_history_counted_by_hand() -> None:
    history = History()
    history.follow(TWO, after=10)
    history.follow(TWO, after=40)
    history.differ(TWO, after=100)
    history.differ(THREE, after=20)
    history.answer(history.ask(THREE), "neither, it goes to the moon", after=60)
    history.follow(THREE, after=30)
    history.ask(TWO)
    history.clock.pass_time(days=2)
    assert question_acts.expire_readable(history.planner).moved == 1
    withdrawn = history.ask(THREE)
    question_acts.withdraw(history.planner, withdrawn, by="ada", why="no longer needed")
    history.ask(TWO)
    held = history.ask(TWO)
    question_acts.hold(history.planner, held, by="ada")

    found = history.stats()

    assert (found["asked"], found["answered"], found["open"]) == (10, 6, 2)
    assert (found["timed_out"], found["withdrawn"], found["auto_decided"]) == (1, 1, 0)
    assert found["followed_recommendation"] == {"count": 3, "of": 6, "share": 0.5}
    assert found["changed_nothing"] == 3
    assert found["free_text_by_options"] == {
        "2": {"answered": 3, "free_text": 0, "share": 0.0},
        "3": {"answered": 3, "free_text": 1, "share": 1 / 3},
    }
    assert found["seconds_to_answer"] == {"median": 35.0, "fastest": 10.0, "slowest": 100.0}
    assert found["by_question"] == {
        "three-ways": {"asked": 4, "answered": 3, "followed": 1, "auto_decided": 0},
        "two-ways": {"asked": 6, "answered": 3, "followed": 2, "auto_decided": 0},
    }


def test_an_automatic_decision_is_in_no_other_figure() -> None:
    history = History()
    history.follow(TWO, after=10)
    before = history.stats()
    set_preference(history.planner, "two-ways", "never-ask", workspace=None, note=None, by="ada")
    for place in ("/one", "/two"):
        history.clock.pass_time(days=3)
        started = history.planner.start("Keep the rows somewhere", place)
        assert not isinstance(started.outcome, Ask)

    found = history.stats()

    assert found["auto_decided"] == 2
    assert found["by_question"]["two-ways"] == {
        "asked": 1,
        "answered": 1,
        "followed": 1,
        "auto_decided": 2,
    }
    counted_apart = ("auto_decided", "by_question")
    assert {k: v for k, v in found.items() if k not in counted_apart} == {
        k: v for k, v in before.items() if k not in counted_apart
    }


@pytest.mark.parametrize(
    ("times", "median"), [([10], 10), ([10, 30], 20), ([30, 10, 20], 20), ([1, 2, 4, 100], 3)]
)
def test_the_median_is_the_middle_of_the_times(times: list[float], median: float) -> None:
    history = History()
    for seconds in times:
        history.follow(TWO, after=seconds)
    assert history.stats()["seconds_to_answer"]["median"] == median


def test_figures_of_one_workspace_are_of_that_workspace() -> None:
    history = History()
    history.follow(TWO, after=10)
    question = history.ask(THREE, "/here")
    history.answer(question, "something else altogether", after=5)
    found = history.stats("/here")
    assert (found["asked"], found["answered"]) == (1, 1)
    assert found["free_text_by_options"] == {"3": {"answered": 1, "free_text": 1, "share": 1.0}}
    assert history.stats("/nowhere")["asked"] == 0


def test_an_answer_in_own_words_follows_no_recommendation() -> None:
    history = History()
    history.answer(history.ask(TWO), "something else altogether", after=5)
    found = history.stats()
    assert found["followed_recommendation"] == {"count": 0, "of": 1, "share": 0.0}
    assert found["by_question"]["two-ways"]["followed"] == 0
