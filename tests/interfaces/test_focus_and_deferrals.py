"""Attention at the command line: the focus a person sets, and what it puts off (ATT-1, ATT-3)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from plangate import BadInput, Planner, SessionOptions
from plangate.app.acts.deferrals import renew, resolve, resume_session
from plangate.app.acts.personal import set_focus
from plangate.app.acts.question_acts import answer, hold, withdraw
from plangate.core.log.chain import moment
from plangate.interfaces.outcome_documents import exit_code_of, outcome_document
from tests.conftest import Ran, Runner
from tests.interfaces.support import (
    ASKED,
    LONG_AGO,
    ONE_WAY,
    OPEN,
    PLANNED,
    Scene,
    asked,
    log_of,
    recorded,
    refused,
    scene,
)

GOAL = "Build the storage layer"

#: ATT-3's eleven, in its order.
ELEVEN = (
    "id class owner_role created expiry scope risk_statement closure_test review_cadence approver "
    "register_reference"
).split()


def deferred(told: Scene) -> dict[str, Any]:
    """A session planned under deep focus; its one deferral."""
    set_focus(told.planner, "deep", timedelta(hours=2), by="ada")
    document = outcome_document(told.planner.start(GOAL, "/w"))
    assert (document["outcome"], document["question"]) == ("plan", None)
    (entry,) = document["deferrals"]
    found: dict[str, Any] = entry
    return found


def resumed(planner: Planner) -> tuple[dict[str, Any], int]:
    advanced = resume_session(planner, "s1", by="ada")
    return outcome_document(advanced), exit_code_of(advanced)


# --- focus ----------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-1", "CLI-1")
def test_focus_is_what_the_person_set_and_ambient_before_that(cli: Runner, person: Runner) -> None:
    assert cli("focus") == Ran(0, "Focus: ambient. You were not asked lately.\n", "")
    document = cli("focus", "--json").json
    named = {name: document[name] for name in ("schema", "focus", "until", "interrupt_ewma")}
    assert named == {
        "schema": "plangate.focus/1",
        "focus": "ambient",
        "until": None,
        "interrupt_ewma": 0.0,
    }
    assert person("focus", "deep", "--for", "2h", "--json").json["focus"] == "deep"
    after = cli("focus", "--json").json
    assert (after["focus"], after["until"] is not None) == ("deep", True)
    assert person("focus", "focused", "--json").json["until"] is None
    assert person("focus", "ambient", "--json").json["focus"] == "ambient"


@pytest.mark.rule("ATT-1")
def test_focus_ends_at_the_time_that_was_set() -> None:
    planner, clock = scene(OPEN)
    until = set_focus(planner, "deep", timedelta(minutes=45), by="ada")
    assert until == moment(LONG_AGO + timedelta(minutes=45))
    clock.pass_time(minutes=45, milliseconds=-1)
    assert (planner.outside.focus(), planner.outside.focus_until()) == ("deep", until)
    clock.pass_time(milliseconds=1)
    assert (planner.outside.focus(), planner.outside.focus_until()) == ("ambient", None)


@pytest.mark.rule("ATT-1", "ATT-2")
def test_focus_is_never_guessed_from_interruptions(cli: Runner, tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"w{number}").mkdir()
        cli("plan", ASKED, "--workspace", tmp_path / f"w{number}")
    document = cli("focus", "--json").json
    assert document["focus"] == "ambient"
    assert document["interrupt_ewma"] == pytest.approx(1 - 0.6**4, abs=0.01)


@pytest.mark.rule("ATT-1", "ERR-1")
@pytest.mark.parametrize(
    "length", ["", "0", "0m", "-1h", "1x", "h", "31d", "1h2", "9" * 30, "1.5h"]
)
def test_a_length_of_time_that_is_none_is_refused(cli: Runner, person: Runner, length: str) -> None:
    refused(person("focus", "deep", f"--for={length}"), "--for: ", "45m, 2h, 1h30m or 2d")
    assert cli("focus", "--json").json["focus"] == "ambient"


@pytest.mark.rule("ATT-1")
@pytest.mark.parametrize("length", ["90", "90s", "45m", "2h", "1h30m", "2D", "30d"])
def test_a_length_of_time_is_understood_as_people_type_it(person: Runner, length: str) -> None:
    assert person("focus", "deep", "--for", length).code == 0


# --- deferring ------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-3", "GATE-5")
def test_deep_focus_defers_with_all_eleven_fields() -> None:
    told = scene(OPEN)
    entry = deferred(told)
    assert [name for name in entry if name in ELEVEN] == ELEVEN
    assert all(entry[name] for name in ELEVEN)
    assert entry["created"] == moment(LONG_AGO)
    assert entry["expiry"] == moment(LONG_AGO + timedelta(days=7))
    assert "The local store" in entry["risk_statement"]
    assert "focus deep" in entry["register_reference"]


@pytest.mark.rule("ATT-3", "CLI-1")
def test_deferrals_are_listed_shown_and_closed_at_the_command_line(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    assert cli("deferrals").out == "Nothing is deferred.\n"
    person("focus", "deep")
    document = cli("plan", ASKED, "--workspace", workspace, "--json").json
    names = [entry["id"] for entry in document["deferrals"]]
    assert names == [f"{document['session']}-d{number}" for number in range(1, len(names) + 1)]
    listed = cli("deferrals", "--json").json
    assert listed["schema"] == "plangate.deferrals/1"
    assert [entry["id"] for entry in listed["deferrals"]] == names
    assert all(set(ELEVEN) <= set(entry) for entry in listed["deferrals"])
    assert names[0] in cli("deferrals").out
    shown = cli("show", names[0], "--json").json
    assert (shown["schema"], shown["deferral"]) == (
        "plangate.deferral/1",
        listed["deferrals"][0],
    )
    assert cli("show", names[0]).out.startswith("id ")
    closed = person("deferrals", "resolve", names[0], "--how", "passwords are right", "--json")
    assert (closed.code, closed.json["deferral"]["status"]) == (0, "resolved")
    assert names[0] not in cli("deferrals").out
    assert f"{names[0]}  resolved" in cli("deferrals", "--all").out
    refused(person("deferrals", "resolve", names[0], "--how", "again"), "is resolved")
    assert cli("audit").code == 0


@pytest.mark.rule("ATT-3", "CLI-1")
def test_the_database_may_be_named_before_or_behind_the_subcommand(
    person: Runner, workspace: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.db"
    plan = ["plan", ASKED, "--workspace", str(workspace), "--budget-signal", "critical", "--json"]
    name = person(*plan, "--db", own).json["deferrals"][0]["id"]
    before = person("deferrals", "--db", own, "renew", name, "--risk", "ships on Friday")
    behind = person("deferrals", "renew", name, "--risk", "ships on Monday", "--db", own)
    assert (before.code, behind.code) == (0, 0)
    refused(person("deferrals", "renew", name, "--risk", "ships never"), "is not known")


# --- offering again -------------------------------------------------------------------------------


@pytest.mark.rule("ATT-3")
def test_while_the_focus_lasts_resuming_offers_nothing() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=1)
    document, code = resumed(told.planner)
    assert (document["outcome"], code) == ("plan", 0)
    assert not told.planner.session("s1").offered


@pytest.mark.rule("ATT-3")
def test_after_the_focus_ended_a_deferral_is_offered_and_becomes_the_one_clarification() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=2)
    document, code = resumed(told.planner)
    assert (document["outcome"], code) == ("question", 3)
    assert document["question"]["question_id"] == "row-store"
    replied = answer(told.planner, "s1-q1", "b", by="ada", surface="test")
    assert replied.advanced is not None
    after = outcome_document(replied.advanced)
    assert (after["outcome"], after["plan"]["version"]) == ("plan", 3), "one drafted meanwhile"
    assert [entry["status"] for entry in after["deferrals"]] == ["resolved"]
    assert told.planner.session("s1").clarification_used


@pytest.mark.rule("ATT-3", "ASM-1")
def test_the_plan_after_an_offer_rests_on_the_answer_and_not_on_what_was_taken_meanwhile() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=2)
    resumed(told.planner)
    replied = answer(told.planner, "s1-q1", "b", by="ada", surface="test")
    assert replied.advanced is not None
    document = outcome_document(replied.advanced)
    assert [entry["decision"] for entry in document["assumptions"]] == ["The remote store"]
    assert document["stop"]["uncertainties_remaining"] == []
    assert not [note for note in document["plan"]["notes"] if "taken as The local store" in note]


@pytest.mark.rule("ATT-3")
def test_a_deferral_is_offered_at_most_once_in_a_session() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=2)
    resumed(told.planner)
    withdraw(told.planner, "s1-q1", by="ada", why="not now")
    again, code = resumed(told.planner)
    assert (again["outcome"], code) == ("plan", 0)
    assert list(told.planner.session("s1").questions) == ["s1-q1"]


@pytest.mark.rule("ATT-3", "ASK-7")
def test_an_offered_question_that_is_held_is_not_offered_beside_itself() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=2)
    resumed(told.planner)
    hold(told.planner, "s1-q1", by="ada")
    document, code = resumed(told.planner)
    assert (document["outcome"], code) == ("question", 4)


@pytest.mark.rule("ATT-3", "ASK-9")
def test_an_offered_question_nobody_answers_closes_its_deferral_as_assumed() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(hours=2)
    resumed(told.planner)
    told.clock.pass_time(hours=9)
    document = outcome_document(told.planner.advance("s1"))
    assert [entry["user_response"] for entry in document["assumptions"]] == ["timeout_assumed"]
    assert [entry["status"] for entry in document["deferrals"]] == ["resolved"]


@pytest.mark.rule("ATT-3", "GATE-5")
def test_a_spent_budget_at_the_checkpoint_offers_nothing() -> None:
    told = scene(OPEN)
    told.planner.start(GOAL, "/w", SessionOptions(budget_signal="critical"))
    advanced = resume_session(told.planner, "s1", by="ada", budget_signal="cost_exceeded")
    assert outcome_document(advanced)["outcome"] == "plan"
    assert asked(resume_session(told.planner, "s1", by="ada")).question_id == "row-store"


@pytest.mark.rule("ATT-3", "CLI-1")
def test_resuming_a_session_at_the_command_line_is_the_checkpoint(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    person("focus", "deep")
    session = cli("plan", ASKED, "--workspace", workspace, "--json").json["session"]
    assert cli("resume", session, "--json").json["outcome"] == "plan"
    person("focus", "ambient")
    offered = cli("resume", session, "--json")
    assert (offered.code, offered.json["outcome"]) == (3, "question")
    assert person("answer", session, "b", "--json").json["outcome"]["outcome"] == "plan"
    assert cli("resume", session, "--json").json["outcome"] == "plan"
    assert log_of(cli, session).count("QuestionAsked") == 1
    assert cli("audit").code == 0


@pytest.mark.rule("ATT-3")
def test_of_two_deferrals_one_is_asked_and_the_other_waits() -> None:
    other = OPEN._replace(id="row-format")
    told = scene(OPEN, other)
    set_focus(told.planner, "deep", timedelta(hours=2), by="ada")
    told.planner.start(GOAL, "/w")
    told.clock.pass_time(hours=2)
    document, code = resumed(told.planner)
    assert code == 3
    assert [entry["status"] for entry in document["deferrals"]] == ["open", "open"]
    assert [e["user_response"] for e in document["assumptions"]] == ["waiting", "waiting"]


# --- expiry ---------------------------------------------------------------------------------------


@pytest.mark.rule("ATT-3", "CLI-2")
def test_an_expired_deferral_blocks_and_says_which_two_commands_go_on() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(days=7, milliseconds=1)
    document, code = resumed(told.planner)
    assert (document["outcome"], code) == ("stop", 3)
    assert document["stop"]["stop_reason"] == "human_required"
    (action,) = document["stop"]["next_actions"]
    assert "`plangate deferrals resolve s1-d1 --how TEXT`" in action
    assert "`plangate deferrals renew s1-d1 --risk TEXT`" in action


@pytest.mark.rule("ATT-3")
def test_at_its_expiry_itself_a_deferral_does_not_block_yet() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(days=7)
    assert resumed(told.planner)[0]["outcome"] == "question"


@pytest.mark.rule("ATT-3", "ERR-1")
@pytest.mark.parametrize("same", [True, False], ids=["the same words", "no words"])
def test_a_renewal_needs_a_new_risk_statement(same: bool) -> None:
    told = scene(OPEN)
    entry = deferred(told)
    with pytest.raises(BadInput, match="--risk: "):
        renew(told.planner, "s1-d1", entry["risk_statement"] if same else "  ", by="ada")


@pytest.mark.rule("ATT-3")
def test_a_renewed_deferral_has_a_new_term_and_its_session_goes_on() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(days=8)
    resumed(told.planner)
    renewed = renew(told.planner, "s1-d1", "the release is on Friday", by="ada")
    assert renewed.risk_statement == "the release is on Friday"
    assert renewed.expiry == moment(LONG_AGO + timedelta(days=15))
    assert renewed.status == "open"
    assert resumed(told.planner)[0]["outcome"] == "question"


@pytest.mark.rule("ATT-3")
def test_a_resolved_deferral_no_longer_blocks_and_is_not_asked_about() -> None:
    told = scene(OPEN)
    deferred(told)
    told.clock.pass_time(days=8)
    assert resumed(told.planner)[1] == 3
    assert resolve(told.planner, "s1-d1", "the local store is right", by="ada").status == "resolved"
    document, code = resumed(told.planner)
    assert (document["outcome"], code) == ("plan", 0)
    assert not told.planner.session("s1").questions


@pytest.mark.rule("ATT-3", "CLI-1", "CLI-2")
def test_a_deferral_of_years_ago_blocks_its_session_at_the_command_line(
    db: Path, cli: Runner, person: Runner
) -> None:
    with recorded(db, OPEN) as told:
        deferred(told)
    listed = " ".join(cli("deferrals").out.split())
    assert "; expired " in listed
    assert "expires" not in listed, "what is over does not lie ahead"
    blocked = cli("resume", "s1")
    assert (blocked.code, blocked.err) == (3, "")
    assert "plangate deferrals resolve s1-d1" in blocked.out
    refused(person("deferrals", "renew", "s1-d1", "--risk", ""), "--risk: is empty")
    renewed = person("deferrals", "renew", "s1-d1", "--risk", "ships on Friday", "--json")
    assert renewed.json["deferral"]["risk_statement"] == "ships on Friday"
    assert cli("resume", "s1", "--json").json["outcome"] == "question"
    assert cli("audit").code == 0


@pytest.mark.rule("ATT-1", "GATE-5")
def test_focus_changes_nothing_for_a_goal_that_asks_nothing(
    cli: Runner, person: Runner, workspace: Path
) -> None:
    calm = cli("plan", PLANNED, "--workspace", workspace, "--json").json
    person("focus", "deep", "--for", "1h")
    deep = cli("plan", PLANNED, "--workspace", workspace, "--json").json
    assert [e["decision"] for e in deep["assumptions"]] == [
        e["decision"] for e in calm["assumptions"]
    ]
    assert deep["deferrals"] == []
    one_way = cli("plan", ONE_WAY, "--workspace", workspace, "--json").json
    assert (one_way["outcome"], len(one_way["deferrals"])) == ("plan", 1)
