"""The interview (INT-11): every decision, what matters most first, until the person says enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.app.acts.interviewing import answer_interview, end_interview
from plangate.app.session_options import SessionOptions
from plangate.core.guard.acts import A_SCRIPT
from plangate.core.model.errors import AlreadySettled, BadInput, PersonsAct
from plangate.core.moves import Deliver, Interview
from tests.conftest import Runner
from tests.interfaces.support import OPEN, log_of, reading, refused, scene
from tests.person import A_PERSON

pytestmark = pytest.mark.rule("INT-11")

GOAL = "Add session handling for logged in users and rate limiting to the public API"


def test_in_a_pipe_every_decision_is_listed_the_dearest_first(cli: Runner, workspace: Path) -> None:
    ran = cli("discuss", GOAL, "--workspace", workspace, "--json")
    assert ran.code == 3
    listed = ran.json["interview"]
    assert len(listed) > 2, "also what the gate would decide by itself"
    losses = [question["expected_loss"] for question in listed]
    assert losses == sorted(losses, reverse=True)
    assert ran.json["question"] is None
    text = cli("discuss", GOAL, "--workspace", workspace).out
    assert text.index(listed[0]["prompt"]) < text.index(listed[-1]["prompt"])


def test_a_plan_without_an_interview_goes_on_where_the_list_ended(
    cli: Runner, workspace: Path
) -> None:
    listed = cli("plan", GOAL, "--interview", "--workspace", workspace, "--json").json
    assert listed["interview"]
    went_on = cli("plan", GOAL, "--workspace", workspace, "--json").json
    assert went_on["session"] == listed["session"]
    assert "interview" not in went_on
    assert "InterviewEnded" in log_of(cli, listed["session"])


def test_a_person_answers_skips_and_says_enough(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    listed = cli("discuss", GOAL, "--workspace", workspace, "--json").json
    first, second = listed["interview"][:2]
    ran = person("discuss", GOAL, "--workspace", workspace, typed="a\ns\ne\n\n")
    assert first["prompt"] in ran.out
    assert second["prompt"] in ran.out
    events = cli("show", listed["session"], "--log", "--json").json["events"]
    answers = [e["payload"] for e in events if e["type"] == "InterviewAnswered"]
    assert [answer["ambiguity"] for answer in answers] == [first["question_id"]]
    entries = [e["payload"]["assumption"] for e in events if e["type"] == "AssumptionRecorded"]
    (entry,) = [a for a in entries if a["rule"] == "INT-11"]
    assert entry["user_response"] == f"confirmed: {first['options'][0]['label']}"
    assert entry["status"] == "confirmed"
    assert cli("audit").code == 0


def test_what_an_interview_settled_is_not_weighed_again_and_uses_up_nothing() -> None:
    quiet = OPEN._replace(id="format")
    planner, _clock = scene(OPEN, quiet)
    advanced = planner.start("Keep the rows", "/shop", SessionOptions(interview=True))
    assert isinstance(advanced.outcome, Interview)
    name = advanced.session.id
    for question in advanced.outcome.questions:
        label = question.options[0].label
        about = question.question_id
        advanced = answer_interview(planner, name, about, label, by="ada", surface="cli")
    assert isinstance(advanced.outcome, Deliver)
    assert not advanced.session.gate_calls
    assert not advanced.session.clarification_used
    assert not advanced.session.questions
    with pytest.raises(AlreadySettled):
        answer_interview(planner, name, "format", "a", by="ada", surface="cli")


def test_own_words_are_kept_as_they_are() -> None:
    planner, _clock = scene(OPEN)
    name = planner.start("Keep the rows", "/shop", SessionOptions(interview=True)).session.id
    said = "half of them in each of the two"
    after = answer_interview(planner, name, "row-store", said, by="ada", surface="cli")
    (entry,) = after.session.in_force
    assert (entry.decision, entry.user_response) == (said, f"custom: {said}")


@pytest.mark.rule("ACT-1", "ASK-11")
def test_an_interview_is_a_person_s_and_what_cannot_be_undone_is_typed() -> None:
    one_way = OPEN._replace(
        interpretations=(reading("local", 0.5), reading("remote", 0.5, "irreversible"))
    )
    planner, _clock = scene(one_way)
    name = planner.start("Keep the rows", "/shop", SessionOptions(interview=True)).session.id
    planner.actor = A_SCRIPT
    with pytest.raises(PersonsAct):
        answer_interview(planner, name, "row-store", "a", by="ada", surface="cli")
    planner.actor = A_PERSON
    with pytest.raises(BadInput, match="whole label"):
        answer_interview(planner, name, "row-store", "b", by="ada", surface="cli")
    after = answer_interview(
        planner, name, "row-store", "The remote store", by="ada", surface="cli"
    )
    assert [entry.interpretation for entry in after.session.in_force] == ["remote"]


def test_enough_leaves_the_rest_to_the_gate() -> None:
    planner, _clock = scene(OPEN)
    name = planner.start("Keep the rows", "/shop", SessionOptions(interview=True)).session.id
    after = end_interview(planner, name, by="ada")
    assert after.session.gate_calls
    assert not isinstance(after.outcome, Interview)


@pytest.mark.rule("ERR-1")
def test_a_goal_that_is_none_is_refused(cli: Runner, workspace: Path) -> None:
    refused(cli("discuss", " ", "--workspace", workspace), "goal")
