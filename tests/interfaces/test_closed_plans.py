"""PLAN-13: a plan that nobody wants any more is closed by a person, and can be taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Runner
from tests.interfaces.support import FINAL, ONE_WAY, asked, log_of, question_of, recorded, refused
from tests.interfaces.test_one_question import open_questions

pytestmark = pytest.mark.rule("PLAN-13")
GOAL = "Let users delete their account"
OTHER = "Let people delete all of their account data"
CLOSE = ("close", "--why", "the feature was dropped")


def standing(user: Runner) -> dict[str, tuple[str, str]]:
    rows = user("sessions", "--json").json["sessions"]
    return {row["session"]: (row["state"], row["ending"]) for row in rows}


def session_of(user: Runner, workspace: Path, goal: str = GOAL) -> str:
    return question_of(user, workspace, goal).partition("-")[0]


def test_nothing_of_a_closed_plan_waits_or_is_assumed(
    user: Runner, workspace: Path, db: Path
) -> None:
    name = session_of(user, workspace)

    closed = user(*CLOSE, name)

    assert closed.code == 0
    assert "Closed: the feature was dropped" in closed.out
    assert open_questions(db) == []
    assert "Nothing waits for you." in user("inbox").out
    assert user("assumptions", "--session", name, "--json").json["assumptions"] == []
    assert standing(user)[name] == ("stopped", "closed")
    assert user("audit").code == 0


@pytest.mark.parametrize("act", [("start",), ("done",), ("fail", "--why", "it broke")])
def test_nothing_of_a_closed_plan_can_be_worked_on(
    user: Runner, workspace: Path, act: tuple[str, ...]
) -> None:
    name = session_of(user, workspace)
    assert user("start", name, "t1").code == 0
    user(*CLOSE, name)
    before = log_of(user, name)

    ran = user(*act, name, "t1")

    refused(ran, "the feature was dropped", f"plangate resume {name}", code=4)
    assert user("ready", name, "--json").json["ready"] == []
    assert "Closed: the feature was dropped" in user("status", name).out
    assert log_of(user, name) == before


def test_a_closed_plan_is_not_what_a_short_name_means(user: Runner, workspace: Path) -> None:
    first = session_of(user, workspace)
    second = user("plan", "Add rate limiting", "-w", workspace, "--json").json["session"]
    user(*CLOSE, second)

    ran = user("status", "--workspace", workspace, "--json")

    assert ran.json["session"] == first


def test_the_same_goal_begins_anew_after_its_plan_was_closed(user: Runner, workspace: Path) -> None:
    name = session_of(user, workspace)
    user(*CLOSE, name)

    again = user("plan", GOAL, "--workspace", workspace, "--json")

    assert again.code == 3
    assert again.json["session"] != name


def test_a_closed_plan_is_taken_up_again_with_its_question(
    user: Runner, workspace: Path, db: Path
) -> None:
    name = session_of(user, workspace)
    user(*CLOSE, name)

    ran = user("resume", name, "--json")

    assert ran.code == 3
    assert open_questions(db) == [ran.json["question"]["id"]]
    assert user("answer", ran.json["question"]["id"], "a").code == 0
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19")
def test_a_question_others_wait_for_outlives_the_plan_it_was_asked_for(
    user: Runner, workspace: Path, db: Path
) -> None:
    name = session_of(user, workspace)
    (waits,) = open_questions(db)
    joined = user("plan", OTHER, "-w", workspace, "--json").json["session"]

    user(*CLOSE, name)

    assert open_questions(db) == [waits]
    assert user("answer", waits, "b").code == 0
    assert standing(user)[joined][0] == "planning_complete"
    assert standing(user)[name] == ("stopped", "closed")
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19")
def test_closing_who_waits_too_leaves_the_question_to_its_asker(
    user: Runner, workspace: Path, db: Path
) -> None:
    name = session_of(user, workspace)
    (waits,) = open_questions(db)
    joined = user("plan", OTHER, "-w", workspace, "--json").json["session"]

    assert user(*CLOSE, joined).code == 0

    question = user("show", waits, "--json").json["question"]
    assert (question["status"], question.get("joined", [])) == ("pending", [])
    assert user("close", name, "--why", "this one too").code == 0
    assert open_questions(db) == []
    assert user("audit").code == 0


@pytest.mark.rule("ASK-9")
def test_what_was_parked_waits_no_more_once_its_plan_is_closed(user: Runner, db: Path) -> None:
    with recorded(db, FINAL) as (planner, clock):
        question = asked(planner.start("Keep the rows", "/tmp/elsewhere"))
        clock.pass_time(days=9)
        planner.advance("s1")
    assert question.prompt in user("inbox").out

    user(*CLOSE, "s1")

    assert "Nothing waits for you." in user("inbox").out


@pytest.mark.rule("ACT-1")
def test_closing_and_taking_up_again_are_a_persons_acts(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    name = session_of(user, workspace)
    refused(cli(*CLOSE, name), "only a person may", f"plangate close {name} --why", code=5)
    user(*CLOSE, name)
    refused(cli("resume", name), "only a person may", f"plangate resume {name}", code=5)


def test_what_is_closed_is_not_closed_twice(user: Runner, workspace: Path) -> None:
    name = session_of(user, workspace)
    user(*CLOSE, name)

    refused(user(*CLOSE, name), "is closed already", code=4)


@pytest.mark.rule("PUB-1")
def test_the_published_page_of_a_closed_plan_says_so(user: Runner, workspace: Path) -> None:
    planned = user("plan", "Add rate limiting", "-w", workspace, "--json").json["session"]
    user("publish", planned, "--workspace", workspace)
    user(*CLOSE, planned)

    user("publish", planned, "--workspace", workspace)

    (page,) = (workspace / ".plangate" / "plans").glob("*.md")
    assert page.read_text(encoding="utf-8").endswith("- closed: nobody wants it any more\n")
    assert "dropped" not in page.read_text(encoding="utf-8")


@pytest.mark.rule("PUB-1", "PLAN-6")
def test_closing_a_plan_approves_nothing_of_it(
    user: Runner, person: Runner, workspace: Path
) -> None:
    question = user("plan", ONE_WAY, "--workspace", workspace, "--json").json["question"]
    final = next(o for o in question["options"] if o["reversibility"] == "irreversible")
    person("answer", question["id"], final["label"])
    user(*CLOSE, question["session"])

    user("publish", question["session"], "--workspace", workspace)

    (page,) = (workspace / ".plangate" / "plans").glob("*.md")
    text = page.read_text(encoding="utf-8")
    assert "one-way: cannot be undone; a person has to approve it by name" in text
    assert "approved by a person" not in text
