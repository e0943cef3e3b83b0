"""The investigation from the command line: spent budgets, more of them, and what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Runner
from tests.interfaces.support import ASKED, log_of, refused


@pytest.fixture
def no_calls(monkeypatch: pytest.MonkeyPatch, user: Runner) -> Runner:
    monkeypatch.setenv("PLANGATE_MAX_CALLS", "0")
    return user


@pytest.mark.rule("INV-9", "CLI-2", "STOP-4")
def test_a_spent_budget_is_exit_6_with_a_question_that_can_be_answered(
    no_calls: Runner, workspace: Path
) -> None:
    ran = no_calls("plan", ASKED, "--workspace", workspace, "--json")

    assert ran.code == 6
    assert ran.json["stop"]["stop_reason"] == "budget_exhausted"
    assert ran.json["investigation"]["turns"][-1]["continue_decision"] == "escalate"
    question = ran.json["question"]
    assert "a search of the code" in question["missing"]
    assert no_calls("answer", question["id"], "a").code == 0


@pytest.mark.rule("INV-1", "INV-9")
def test_resume_with_more_calls_looks_further(no_calls: Runner, workspace: Path) -> None:
    session = no_calls("plan", ASKED, "--workspace", workspace, "--json").json["session"]

    ran = no_calls("resume", session, "--calls", "4", "--json")

    assert ran.code == 3
    assert ran.json["stop"]["stop_reason"] == "blocking_question"
    assert ran.json["question"]["missing"] is None
    assert ran.json["stop"]["budget_consumed"]["subagent_calls"].endswith("/4")
    log = log_of(no_calls, session)
    assert log.index("QuestionWithdrawn") < log.index("BudgetRaised") < log.index("Dispatched", 8)
    assert no_calls("audit").code == 0


@pytest.mark.rule("INV-1", "ERR-1")
def test_a_budget_beyond_its_end_is_refused_by_name(no_calls: Runner, workspace: Path) -> None:
    session = no_calls("plan", ASKED, "--workspace", workspace, "--json").json["session"]
    before = log_of(no_calls, session)

    refused(no_calls("resume", session, "--iterations", "11"), "--iterations", "5 to 10")

    assert log_of(no_calls, session) == before


@pytest.mark.rule("INV-1", "ERR-1")
def test_a_session_with_nothing_open_takes_no_budget(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    session = cli("plan", "Fix a typo", "--workspace", workspace, "--json").json["session"]

    refused(person("resume", session, "--calls", "9"), "nothing open")


@pytest.mark.rule("STOP-2")
def test_a_file_that_the_program_makes_is_missing_nowhere(cli: Runner, workspace: Path) -> None:
    (workspace / "app" / "site.py").write_text('MADE = "sitemap.xml"\n', encoding="utf-8")
    goal = "Change the order of pages in sitemap.xml"
    asked = cli("plan", goal, "--workspace", workspace, "--json").json["question"]
    assert asked is None or asked["question_id"] != "missing-file"
    (workspace / "app" / "site.py").unlink()
    again = cli("plan", f"{goal} now", "--workspace", workspace, "--json").json["question"]
    assert again["question_id"] == "missing-file"


@pytest.mark.rule("STOP-2", "STOP-3")
def test_a_file_the_goal_works_on_that_is_not_there_stops_with_one_question(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    ran = cli("plan", "Fix the crash in app/gone.py", "--workspace", workspace, "--json")

    assert ran.code == 3
    assert ran.json["stop"]["stop_reason"] == "blocking_question"
    question = ran.json["question"]
    assert question["question_id"] == "missing-file"
    assert "app/gone.py" in question["prompt"]
    assert question["blocker_type"] == "missing_external_data"
    assert cli("audit").code == 0
    assert person("answer", question["id"], "app/api.py is meant").code == 0
    assert cli("audit").code == 0


@pytest.mark.rule("STOP-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Create app/gone.py with a health check",
        "Add tests for the API in tests/test_gone.py",
        "Fix the crash in api.py",
        "Fix the crash in app/api.py",
    ],
)
def test_a_file_that_is_there_or_shall_come_stops_nobody(
    cli: Runner, workspace: Path, goal: str
) -> None:
    assert cli("plan", goal, "--workspace", workspace, "--json").json["question"] is None


@pytest.mark.rule("STOP-2", "STOP-4")
def test_a_path_that_may_not_be_read_needs_a_person(cli: Runner, workspace: Path) -> None:
    (workspace.parent / "secret.py").write_text("x = 1\n", encoding="utf-8")

    ran = cli("plan", "Refactor ../secret.py", "--workspace", workspace, "--json")

    assert ran.code == 3
    assert ran.json["stop"]["stop_reason"] == "human_required"
    assert ran.json["question"]["question_id"] == "unreadable-file"


@pytest.mark.rule("STOP-2")
def test_tests_a_goal_is_about_are_asked_for_only_where_there_are_none(
    cli: Runner, workspace: Path
) -> None:
    goal = "The tests are failing. Fix them."
    assert cli("plan", goal, "--workspace", workspace, "--json").json["question"] is None
    (workspace / "tests" / "test_api.py").unlink()
    (workspace / "tests").rmdir()

    ran = cli("plan", goal, "--workspace", workspace, "--again", "--json")  # not its plan (ASK-16)

    assert ran.json["question"]["question_id"] == "missing-tests"


@pytest.mark.rule("INV-7", "CLI-2", "UND-6")
def test_what_only_a_person_can_mean_is_asked_after_one_look(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", "Make the API faster", "--workspace", workspace, "--json")

    assert ran.code == 3
    assert ran.json["stop"]["stop_reason"] == "blocking_question"
    assert len(ran.json["investigation"]["turns"]) == 1
    assert ran.json["question"]["missing"] is None
