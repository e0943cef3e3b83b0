"""A session at rest is looked at without a planner: advancing it would write nothing (REC-1)."""

from __future__ import annotations

import pytest

from plangate.app.acts.plans.plan_looks import plan_at_rest
from plangate.app.acts.plans.progress_acts import finish_task, start_task
from plangate.app.acts.question_acts import hold, resume
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.events import event as e
from plangate.core.log.session import Session
from tests.interfaces.support import OPEN, Scene, asked, scene

HERE = "/tmp"


def told(planner: Planner, name: str) -> bool:
    """Whether it rests; then advancing it adds no event."""
    rests = plan_at_rest(planner.store, name, planner.clock.now()) is not None
    before = len(planner.store.read(name))
    planner.advance(name)
    assert not rests or len(planner.store.read(name)) == before
    return rests


@pytest.fixture
def planned() -> Scene:
    made = scene()
    made.planner.start("Add rate limiting to the public API", HERE)
    return made


@pytest.mark.rule("PLAN-10")
def test_a_delivered_plan_rests_through_its_work(planned: Scene) -> None:
    planner = planned.planner
    assert told(planner, "s1")
    found = plan_at_rest(planner.store, "s1", planner.clock.now())
    assert found is not None
    assert (found[0].id, found[1]) == ("s1", planner.session("s1").plan)
    for task in found[1].tasks:
        start_task(planner, "s1", task.id, by="a test")
        assert told(planner, "s1")
        finish_task(planner, "s1", task.id, by="a test")
        assert told(planner, "s1")


@pytest.mark.rule("PLAN-7")
def test_what_was_cut_short_does_not_rest(planned: Scene) -> None:
    planner = planned.planner

    def fail(session: Session) -> tuple[e.Event, ...]:
        assert session.plan is not None
        return (e.TaskFailed(session.plan.tasks[0].id, "no such call", "a test"),)

    planner.change("s1", fail)
    assert not told(planner, "s1")
    assert told(planner, "s1")


@pytest.mark.rule("ASK-8", "ASK-17")
def test_a_plan_beside_a_question_rests_until_its_time_is_over() -> None:
    planner, clock = scene(OPEN)
    question = asked(planner.start("Keep the rows", HERE, SessionOptions(complexity=6)))
    assert told(planner, "s1")
    hold(planner, str(question.id), by="a test")
    assert told(planner, "s1")
    resume(planner, str(question.id), by="a test")
    clock.pass_time(days=1)
    assert not told(planner, "s1")
    assert planner.session("s1").questions[str(question.id)].status == "timed_out"
    assert told(planner, "s1")


@pytest.mark.rule("ASK-17")
def test_what_was_cut_short_beside_a_question_does_not_rest() -> None:
    planner, _ = scene(OPEN)
    asked(planner.start("Keep the rows", HERE, SessionOptions(complexity=6)))

    def fail(session: Session) -> tuple[e.Event, ...]:
        assert session.plan is not None
        return (e.TaskFailed(session.plan.tasks[0].id, "no such call", "a test"),)

    planner.change("s1", fail)
    assert not told(planner, "s1")


@pytest.mark.rule("ASK-8")
def test_a_question_without_a_plan_is_left_to_the_planner() -> None:
    planner, _ = scene(OPEN)
    asked(planner.start("Keep the rows", HERE))
    assert planner.session("s1").plan is None
    assert not told(planner, "s1")


@pytest.mark.rule("ERR-1")
def test_a_session_that_is_not_there_is_left_to_the_planner(planned: Scene) -> None:
    assert plan_at_rest(planned.planner.store, "s9", planned.clock.now()) is None
