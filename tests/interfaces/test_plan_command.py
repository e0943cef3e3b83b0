"""`plangate plan`: from a goal to exactly one outcome, with settings, routes and hard inputs."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import plant
from tests.conftest import Ran, Runner
from tests.interfaces.support import (
    ASKED,
    EXPLORED,
    ONE_WAY,
    PLANNED,
    STOP_FIELDS,
    TRIVIAL,
    log_of,
    question_of,
    refused,
    stop_report_of,
)
from tests.person import trust

#: The fields CONTRACTS names; a document may carry more, never less.
OUTCOME = "schema session intake outcome plan question assumptions stop".split()
QUESTION = (
    "id number question_id session kind prompt why_now stakes options default default_reason "
    "risk_if_wrong timeout_secs deadline on_timeout one_way blocker_type missing evidence_summary "
    "exhaustion status asked_at resolved_at answer notes"
).split()
OPTION = "key label consequence interpretation reversibility".split()
ASSUMPTION = (
    "id session decision blocker_type user_response reasoning confidence risk_if_wrong source "
    "evidence tasks status"
).split()
TASK = (
    "id title description files complexity depends_on preconditions check reversibility"
).split()

#: Made here and nowhere written out, so that no scanner takes this file for a leak.
SECRET = "sk_live_" + "a1B2c3D4" * 3


def planned(cli: Runner, workspace: Path, goal: str, *more: str | Path) -> dict[str, Any]:
    ran = cli("plan", goal, "--workspace", workspace, "--json", *more)
    assert ran.err == "", ran.err
    document: dict[str, Any] = ran.json
    assert ran.code == {"question": 3, "stop": ran.code}.get(document["outcome"], 0)
    return document


def begun(cli: Runner, session: str) -> dict[str, Any]:
    """What was recorded when a session began."""
    events = cli("show", session, "--log", "--json").json["events"]
    payload: dict[str, Any] = events[0]["payload"]
    return payload


def settings_file(workspace: Path, text: str) -> None:
    """Settings of the workspace that the person trusts."""
    (workspace / "plangate.toml").write_text(text, encoding="utf-8")
    around = workspace.parent
    where = {"HOME": str(around / "home"), "XDG_DATA_HOME": str(around)}
    assert trust(workspace, where).code == 0


def own_settings(home: Path, text: str | bytes) -> None:
    """Settings of the person's own."""
    path = home / ".config" / "plangate" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)


# --- the four outcomes ----------------------------------------------------------------------------


@pytest.mark.rule("INT-1", "INT-4", "CLI-1")
def test_an_ordinary_goal_becomes_a_plan_whose_ledger_stands_before_its_tasks(
    cli: Runner, workspace: Path
) -> None:
    ran = cli("plan", PLANNED, "--workspace", workspace)
    assert (ran.code, ran.err) == (0, "")
    places = [
        ran.out.index(words) for words in ("Plan v1 for", "Decided without you", "\nTasks", "t1  ")
    ]
    assert places == sorted(places)
    assert "Redis runs as a service here (docker-compose.yml:3)" in ran.out


@pytest.mark.rule("CLI-1", "ASM-1", "PLAN-1", "INT-6")
def test_a_plan_as_json_has_the_fields_of_the_contract(cli: Runner, workspace: Path) -> None:
    document = planned(cli, workspace, PLANNED)
    assert set(OUTCOME) <= set(document)
    assert (document["schema"], document["outcome"]) == ("plangate.outcome/2", "plan")
    assert (document["intake"], document["question"]) == ("HierarchicalPlan", None)
    assert [reason["rule"] for reason in document["intake_reasons"]][-1] == "INT-4"
    for task in document["plan"]["tasks"]:
        assert set(TASK) <= set(task)
    for entry in document["assumptions"]:
        assert set(ASSUMPTION) <= set(entry)
        assert entry["session"] == document["session"]


@pytest.mark.rule("ASM-1")
def test_a_ledger_entry_names_the_tasks_that_rest_on_it_in_every_view(
    cli: Runner, workspace: Path
) -> None:
    document = planned(cli, workspace, PLANNED)
    resting = {
        entry["id"]: [t["id"] for t in document["plan"]["tasks"] if entry["id"] in t["rests_on"]]
        for entry in document["assumptions"]
    }
    assert all(resting.values())
    assert {entry["id"]: entry["tasks"] for entry in document["assumptions"]} == resting
    listed = cli("assumptions", "--json").json["assumptions"]
    assert {entry["id"]: entry["tasks"] for entry in listed} == resting
    first = next(iter(resting))
    assert cli("show", first, "--json").json["assumption"]["tasks"] == resting[first]
    assert cli("audit").code == 0


@pytest.mark.rule("INT-5", "CLI-2", "ASK-2", "ASK-3")
def test_a_goal_that_contradicts_itself_becomes_one_question_with_every_field(
    cli: Runner, workspace: Path
) -> None:
    document = planned(cli, workspace, ASKED)
    question = document["question"]
    assert document["intake"] == "RequiresClarification"
    assert document["plan"]["tasks"], "what does not hang on it is planned (ASK-17)"
    assert set(question["blocks"]) == {entry["task"] for entry in document["waiting"]} != set()
    assert (question["ordinal"], question["at_most"]) == (1, 3)
    assert set(QUESTION) <= set(question)
    for option in question["options"]:
        assert set(OPTION) <= set(option)
    assert [option["key"] for option in question["options"]] == ["a", "b", "c"]
    assert question["default"] in {option["key"] for option in question["options"]}
    assert question["id"] == f"{document['session']}-q1"
    assert (question["number"], question["status"]) == ("D1", "pending")
    assert (question["timeout_secs"], question["on_timeout"]) == (28_800, "assume")
    assert question["blocker_type"] == "mutually_exclusive_requirements"
    assert (question["answer"], question["resolved_at"], question["notes"]) == (None, None, [])
    assert document["stop"]["stop_reason"] == "blocking_question"


@pytest.mark.rule("ASK-2", "ASK-3", "ASK-4", "CLI-2")
def test_a_question_as_text_says_what_is_at_stake_what_silence_does_and_how_to_answer(
    cli: Runner, workspace: Path
) -> None:
    ran = cli("plan", ASKED, "--workspace", workspace, "-v")
    assert (ran.code, ran.err) == (3, "")
    session = cli("sessions", "--json").json["sessions"][0]["session"]
    for words in (
        "D1  Which way of logging in should be built?",
        "The goal asks for both “passwordless” and “strong passwords”",
        "At stake: ",
        "a) Passwords only  [recommended, if nobody answers]",
        "Without an answer in ",
        f"Answer with: plangate answer {session}-q1 a|b|c",
    ):
        assert words in ran.out


@pytest.mark.rule("INT-2")
def test_a_trivial_goal_gets_a_go_ahead_and_no_planning_work(cli: Runner, workspace: Path) -> None:
    document = planned(cli, workspace, TRIVIAL)
    assert (document["outcome"], document["intake"]) == ("proceed", "ImmediateAction")
    assert document["plan"] is None
    assert not {"EvidenceGathered", "PlanDrafted"} & set(log_of(cli, document["session"]))
    assert cli("show", document["session"]).out.startswith(f"Go ahead: “{TRIVIAL}”  (shop)\n")


@pytest.mark.rule("INT-3")
def test_an_exploratory_goal_opens_a_loop_and_says_how_to_take_a_turn(
    cli: Runner, workspace: Path
) -> None:
    document = planned(cli, workspace, EXPLORED)
    assert (document["outcome"], document["intake"]) == ("loop", "OodaLoop")
    assert f"plangate ooda {document['session']} observe" in document["stop"]["next_actions"][0]


@pytest.mark.rule("GATE-7", "ASK-7")
def test_while_a_question_is_open_in_a_workspace_another_session_asks_about_another_matter(
    cli: Runner, workspace: Path
) -> None:
    question_of(cli, workspace)
    second = planned(cli, workspace, ONE_WAY)
    assert second["outcome"] == "question", "five may stand open side by side"
    assert second["question"]["session"] == second["session"]


@pytest.mark.rule("GATE-11", "CLI-1")
def test_the_plan_carries_a_note_for_every_reading_taken_unasked(
    cli: Runner, workspace: Path
) -> None:
    document = planned(cli, workspace, PLANNED)
    notes = document["plan"]["notes"]
    assert len(notes) == len(document["assumptions"]) == 2
    assert notes[1].startswith("rate-limit-store: taken as In Redis. Considered: In the process")


# --- the stop report ------------------------------------------------------------------------------


@pytest.mark.rule("STOP-1")
@pytest.mark.parametrize("goal", [PLANNED, ASKED, TRIVIAL, EXPLORED])
def test_every_outcome_ends_with_a_stop_report_that_is_the_same_in_yaml_and_json(
    cli: Runner, workspace: Path, goal: str
) -> None:
    text = cli("plan", goal, "--workspace", workspace, "-v").out
    session = cli("sessions", "--json").json["sessions"][0]["session"]
    report = stop_report_of(text)
    assert list(report) == STOP_FIELDS
    assert report == cli("show", session, "--json").json["stop"]
    budget = report["budget_consumed"]
    assert isinstance(budget, dict)
    assert list(budget) == ["iterations", "subagent_calls", "wall_time"]
    assert all("/" in spent for spent in budget.values())


@pytest.mark.rule("STOP-1", "ERR-1")
@pytest.mark.parametrize(
    "goal",
    [
        "yes",
        "null: #3",
        "- 'a' \"b\" \\n {c} [d] & *e !f |g >h %i @j `k`",
        "line one\nline two: three\n\n\tfour",
        "ends with a colon:",
        "\u202eright to left\u202c and \u2066isolated\u2069",
        "no character \uffff\ufffe, a line\u2028separator, a\ufeffmark",
        "🏳️‍🌈 and \U0010ffff",
        "1e3",
    ],
)
def test_the_report_of_any_goal_is_yaml_that_reads_back_what_it_was(
    person: Runner, workspace: Path, goal: str
) -> None:
    text = person("plan", "-v", "--yes", "-w", workspace, "--route", "go", "--", goal).out
    report = stop_report_of(text)
    assert report["next_actions"] == [f"go ahead: {goal}"]


# --- what the caller says -------------------------------------------------------------------------


@pytest.mark.rule("INT-6")
@pytest.mark.parametrize(
    ("route", "intake", "outcome"),
    [
        ("go", "ImmediateAction", "proceed"),
        ("loop", "OodaLoop", "loop"),
        ("plan", "HierarchicalPlan", "plan"),
        ("OodaLoop", "OodaLoop", "loop"),
    ],
)
def test_a_route_is_honoured_recorded_and_past_the_question(
    user: Runner, workspace: Path, route: str, intake: str, outcome: str
) -> None:
    document = planned(user, workspace, ASKED, "--route", route)
    assert (document["intake"], document["outcome"]) == (intake, outcome)
    assert document["intake_reasons"][0]["rule"] == "INT-6"
    assert begun(user, document["session"])["route"] == intake
    assert user("inbox", "--json").json["questions"] == []
    assert user("audit").code == 0


@pytest.mark.rule("INT-6")
@pytest.mark.parametrize("route", ["go", "loop"])
def test_the_work_of_a_declined_route_is_not_done(
    user: Runner, workspace: Path, route: str
) -> None:
    session = planned(user, workspace, ASKED, "--route", route)["session"]
    done = set(log_of(user, session))
    assert not done & {"AmbiguitiesProposed", "EvidenceGathered", "GateDecided", "PlanDrafted"}


@pytest.mark.rule("INT-6", "ASM-1")
def test_routing_past_a_question_says_so_and_claims_nothing_else(
    user: Runner, workspace: Path
) -> None:
    document = planned(user, workspace, ASKED, "--route", "plan")
    reasons = [(reason["rule"], reason["saw"]) for reason in document["intake_reasons"]]
    assert ("INT-5", "the gate asks") in reasons
    assert "the gate does not ask" not in [saw for _, saw in reasons]
    events = user("show", document["session"], "--log", "--json").json["events"]
    decided = next(e["payload"] for e in events if e["type"] == "IntakeDecided")
    assert decided["overrides"] == "RequiresClarification"
    passed = next(e for e in document["assumptions"] if e["ambiguity"] == "auth-method")
    assert (passed["rule"], passed["confidence"]) == ("INT-6", "low")


@pytest.mark.rule("INT-6")
def test_a_route_the_goal_would_take_anyway_is_no_override(user: Runner, workspace: Path) -> None:
    document = planned(user, workspace, PLANNED, "--route", "plan")
    assert document["outcome"] == "plan"
    assert "INT-6" not in [reason["rule"] for reason in document["intake_reasons"]]


@pytest.mark.rule("CLI-1", "ADQ-17")
@pytest.mark.parametrize("depth", ["minimal", "standard", "deep"])
def test_depth_and_complexity_are_taken_as_given(cli: Runner, workspace: Path, depth: str) -> None:
    document = planned(cli, workspace, PLANNED, "--depth", depth, "--complexity", "9")
    assert document["complexity"] == 9
    recorded = begun(cli, document["session"])
    assert (recorded["depth"], recorded["complexity"]) == (depth, 9)


@pytest.mark.rule("ASK-8", "ERR-1")
@pytest.mark.parametrize(("seconds", "waits"), [("60", 60), ("61", 61), ("2592000", 2_592_000)])
def test_the_timeout_of_a_script_may_be_from_a_minute_to_thirty_days(
    cli: Runner, workspace: Path, seconds: str, waits: int
) -> None:
    asked = planned(cli, workspace, ASKED, "--timeout-secs", seconds)["question"]
    assert asked["timeout_secs"] == waits


@pytest.mark.rule("ASK-8")
@pytest.mark.parametrize("seconds", ["1", "2592000"])
def test_the_timeout_of_a_person_may_be_from_one_second_to_thirty_days(
    person: Runner, workspace: Path, seconds: str
) -> None:
    asked = planned(person, workspace, ASKED, "--timeout-secs", seconds)["question"]
    assert asked["timeout_secs"] == int(seconds)


@pytest.mark.rule("ASK-8", "ERR-1")
@pytest.mark.parametrize("seconds", ["0", "-1", "2592001", "9" * 40])
def test_a_timeout_out_of_range_is_refused_by_name(
    cli: Runner, workspace: Path, db: Path, seconds: str
) -> None:
    ran = cli("plan", ASKED, "--workspace", workspace, f"--timeout-secs={seconds}")
    refused(ran, "--timeout-secs", "1 to 2,592,000")
    assert not db.exists()


@pytest.mark.rule("ASK-9")
@pytest.mark.parametrize(
    ("on_timeout", "said"),
    [
        ("assume", "a) “Passwords only” is assumed"),
        ("wait", "It waits until somebody answers."),
        ("abort", "the session stops."),
    ],
)
def test_the_card_says_what_silence_will_do(
    cli: Runner, workspace: Path, on_timeout: str, said: str
) -> None:
    ran = cli("plan", ASKED, "--workspace", workspace, "--on-timeout", on_timeout)
    assert said in " ".join(ran.out.split())
    assert ("if nobody answers]" in ran.out) == (on_timeout == "assume")
    listed = cli("inbox").out
    assert ("is assumed in" in listed) == (on_timeout == "assume")


@pytest.mark.rule("VOI-3")
def test_the_profile_s0_weighs_with_the_standard_estimator(user: Runner, workspace: Path) -> None:
    session = planned(user, workspace, PLANNED, "--profile", "s0")["session"]
    policy = begun(user, session)["policy"]
    assert (policy["profile"], policy["estimator"]) == ("s0", "standard")
    events = user("show", session, "--log", "--json").json["events"]
    decided = next(e["payload"] for e in events if e["type"] == "GateDecided")
    assert {d["evpi"]["estimator"] for d in decided["decisions"]} == {"standard"}


@pytest.mark.rule("GATE-7", "ASK-8")
def test_the_profile_s4_has_one_question_that_waits_five_minutes(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    asked = user("plan", ASKED, "--workspace", workspace, "--profile", "s4", "--json").json
    policy = begun(user, asked["session"])["policy"]
    assert [policy[name] for name in ("profile", "clarifications", "open_questions")] == [
        "s4",
        1,
        1,
    ]
    assert policy["estimator"] == "regret"
    assert asked["question"]["timeout_secs"] == 300
    longer = ("--profile", "s4", "--timeout-secs", "900", "--again")
    again = planned(user, workspace, PLANNED, *longer)
    assert begun(user, again["session"])["timeout_secs"] == 900, "what is said wins"
    usual = planned(user, workspace, PLANNED, "--profile", "s0", "--again")
    assert begun(user, usual["session"])["timeout_secs"] == 28_800
    ran = cli("plan", PLANNED, "--workspace", workspace, "--profile", "s4", "--again")
    refused(ran, "ACT-1", "clarifications, open_questions", "--profile s4", code=5)


@pytest.mark.rule("GATE-7", "ASK-8")
def test_a_profile_in_a_persons_own_file_is_whole_and_gives_way_to_what_stands_beside_it(
    user: Runner, workspace: Path, home: Path
) -> None:
    own_settings(home, '[policy]\nprofile = "s4"\n')
    first = begun(user, planned(user, workspace, PLANNED)["session"])
    assert (first["timeout_secs"], first["policy"]["clarifications"]) == (300, 1)
    lines = 'timeout_secs = 600\n[policy]\nprofile = "s4"\nclarifications = 2\n'
    own_settings(home, lines)
    second = begun(user, planned(user, workspace, PLANNED, "--again")["session"])
    assert (second["timeout_secs"], second["policy"]["clarifications"]) == (600, 2)
    third = begun(user, planned(user, workspace, PLANNED, "--again", "--profile", "s0")["session"])
    assert (third["policy"]["clarifications"], third["policy"]["estimator"]) == (3, "standard")


@pytest.mark.rule("ATT-1", "GATE-5")
@pytest.mark.parametrize("signal", ["critical", "cost_exceeded"])
def test_with_attention_spent_nothing_asks_and_the_question_is_deferred(
    user: Runner, workspace: Path, signal: str
) -> None:
    document = planned(user, workspace, ASKED, "--budget-signal", signal)
    assert (document["outcome"], document["question"]) == ("plan", None)
    assert document["deferrals"][0]["ambiguity"] == "auth-method"
    assert user("inbox").out == "Nothing waits for you.\n"
    assert user("audit").code == 0


@pytest.mark.rule("ATT-1")
def test_a_high_load_still_asks(user: Runner, workspace: Path) -> None:
    assert planned(user, workspace, ASKED, "--budget-signal", "high_load")["outcome"] == "question"


# --- plangate.toml, the environment, and the caller -----------------------------------------------


@pytest.mark.rule("CLI-1", "INV-1")
def test_a_workspace_carries_its_own_settings(cli: Runner, workspace: Path) -> None:
    settings_file(
        workspace,
        'timeout_secs = 60\non_timeout = "wait"\n[budget]\niterations = 7\ncalls = 3\n'
        "seconds = 90\n[policy]\nevpi_question_threshold = 0.3\nalways_ask_one_way = true\n",
    )
    document = planned(cli, workspace, ASKED)
    recorded = begun(cli, document["session"])
    assert (recorded["timeout_secs"], recorded["on_timeout"]) == (60, "wait")
    assert recorded["budget"] == {"iterations": 7, "calls": 3, "seconds": 90}
    assert recorded["policy"]["evpi_question_threshold"] == 0.3
    assert recorded["policy"]["always_ask_one_way"] is True
    assert document["stop"]["budget_consumed"]["subagent_calls"].endswith("/3")


@pytest.mark.rule("INV-1")
def test_the_caller_beats_the_environment_beats_the_trusted_file_beats_the_persons_own(
    cli: Runner, workspace: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seconds(*more: str) -> int:
        session = planned(cli, workspace, TRIVIAL, *more)["session"]
        return int(begun(cli, session)["timeout_secs"])

    def iterations(*more: str) -> int:
        session = planned(cli, workspace, TRIVIAL, *more)["session"]
        return int(begun(cli, session)["budget"]["iterations"])

    found = [(seconds(), iterations())]
    own_settings(home, "timeout_secs = 60\n[budget]\niterations = 4\n")
    found.append((seconds(), iterations()))
    settings_file(workspace, "timeout_secs = 61\n[budget]\niterations = 6\n")
    found.append((seconds(), iterations()))
    monkeypatch.setenv("PLANGATE_TIMEOUT_SECS", "62")
    monkeypatch.setenv("PLANGATE_MAX_ITERATIONS", "12")
    found.append((seconds(), iterations()))
    found.append((seconds("--timeout-secs", "63"), iterations("--budget", "deep")))
    assert found == [(28_800, 5), (60, 4), (61, 6), (62, 12), (63, 10)]


@pytest.mark.rule("CLI-1")
def test_the_database_is_the_callers_then_the_environments_then_the_files_then_the_homes(
    cli: Runner, workspace: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written() -> list[str]:
        places = {
            "caller": workspace.parent / "mine.db",
            "environment": workspace.parent / "set.db",
            "file": workspace / "local.db",
            "home": db,
        }
        return [name for name, path in places.items() if path.exists()]

    settings_file(workspace, 'db = "local.db"\n')
    monkeypatch.setenv("PLANGATE_DB", str(workspace.parent / "set.db"))
    cli("plan", TRIVIAL, "--workspace", workspace, "--db", workspace.parent / "mine.db")
    assert written() == ["caller"]
    cli("plan", TRIVIAL, "--workspace", workspace)
    assert written() == ["caller", "environment"]
    monkeypatch.delenv("PLANGATE_DB")
    planned(cli, workspace, TRIVIAL)
    assert written() == ["caller", "environment", "file"]
    (workspace / "plangate.toml").unlink()
    planned(cli, workspace, TRIVIAL)
    assert written() == ["caller", "environment", "file", "home"]


@pytest.mark.rule("CLI-2")
@pytest.mark.parametrize("command", ["inbox", "sessions", "assumptions", "deferrals"])
def test_a_list_narrowed_to_a_workspace_looks_into_that_workspaces_database(
    user: Runner, workspace: Path, command: str
) -> None:
    settings_file(workspace, 'db = "local.db"\n')
    goals = {"deferrals": [ASKED, "--budget-signal", "critical"], "assumptions": [PLANNED]}
    user("plan", *goals.get(command, [ASKED]), "--workspace", workspace)
    document = user(command, "--workspace", workspace, "--json").json
    found = next(value for name, value in document.items() if name != "schema")
    assert found, f"{command} looked into another database"


@pytest.mark.rule("ERR-1", "INV-1")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("timeout = 60\n", ["timeout", "timeout_secs"]),
        ("timeout_secs = 0\n", ["timeout_secs", "1 to 2,592,000"]),
        ('timeout_secs = "60"\n', ["timeout_secs", "a whole number"]),
        ('on_timeout = "guess"\n', ["on_timeout", "guess", "assume, wait, abort"]),
        ("[budget]\niterations = 21\n", ["budget.iterations", "21", "1 to 20"]),
        ("[budget]\ncalls = 31\n", ["budget.calls", "31", "0 to 30"]),
        ("[budget]\nseconds = 59\n", ["budget.seconds", "59", "60 to 1,800"]),
        ("[budget]\nminutes = 5\n", ["budget.minutes", "iterations, calls, seconds"]),
        ("[policy]\nthreshold = 0.2\n", ["policy.threshold", "evpi_question_threshold"]),
        ("[policy]\nevpi_question_threshold = nan\n", ["evpi_question_threshold", "finite"]),
        ("[policy]\nstrict_blockers = 1\n", ["policy.strict_blockers", "true, false"]),
        ('[policy]\nprofile = "s9"\n', ["policy.profile", "s9", "default, s0"]),
        ("db = \n", ["TOML"]),
        ("[[[", ["TOML"]),
        ('db = "near.db"\n', ["db", "near.db", "an absolute path"]),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_by_its_name(
    cli: Runner, workspace: Path, home: Path, db: Path, text: str, said: list[str]
) -> None:
    own_settings(home, text)
    refused(cli("plan", PLANNED, "--workspace", workspace), "config.toml", *said)
    assert not db.exists()


@pytest.mark.rule("ERR-1")
def test_a_settings_file_of_another_encoding_is_refused(
    cli: Runner, workspace: Path, home: Path
) -> None:
    own_settings(home, "timeout_secs = 60".encode("utf-16"))
    refused(cli("plan", PLANNED, "--workspace", workspace), "config.toml", "UTF-8")


@pytest.mark.rule("ERR-1", "INV-1")
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PLANGATE_TIMEOUT_SECS", "0", "1 to 2,592,000"),
        ("PLANGATE_TIMEOUT_SECS", "soon", "a whole number"),
        ("PLANGATE_TIMEOUT_SECS", "--5", "a whole number"),
        ("PLANGATE_TIMEOUT_SECS", "1_0", "a whole number"),
        ("PLANGATE_TIMEOUT_SECS", "٣", "a whole number"),
        ("PLANGATE_TIMEOUT_SECS", "9" * 5_000, "a whole number"),
        ("PLANGATE_MAX_ITERATIONS", "21", "1 to 20"),
        ("PLANGATE_MAX_CALLS", "-1", "0 to 30"),
        ("PLANGATE_MAX_SECONDS", "59.5", "a whole number"),
        ("PLANGATE_ON_TIMEOUT", "guess", "assume, wait, abort"),
    ],
)
def test_an_environment_that_cannot_be_used_is_refused_by_its_name(
    cli: Runner,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: str,
    said: str,
) -> None:
    monkeypatch.setenv(name, value)
    ran = cli("plan", PLANNED, "--workspace", workspace)
    refused(ran, name, said)
    assert len(ran.err) < 300


# --- goals ----------------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("", "empty"),
        ("  \n\t ", "empty"),
        ("x" * 20_001, "20,001 characters"),
        ("a" * 10_000_000, "10,000,000 characters"),
        ("bell\x07", "U+0007"),
        ("\x1b[31mred", "U+001B"),
        ("null\x00", "U+0000"),
        ("c1 \x9b31m", "U+009B"),
        ("half \ud800", "U+D800"),
    ],
    ids=["empty", "blank", "long", "10MB", "bell", "escape", "null", "c1", "half"],
)
def test_a_goal_that_cannot_be_used_is_refused_and_nothing_is_written(
    cli: Runner, workspace: Path, db: Path, goal: str, said: str
) -> None:
    ran = cli("plan", goal, "--workspace", workspace)
    refused(ran, "goal: ", said, "accepted: ")
    assert len(ran.err) < 300
    assert not db.exists() or cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        (b"", "empty"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"x" * 10_000_000, "100,000"),
        ("é".encode() * 30_000, "30,000 characters"),
    ],
    ids=["empty", "not UTF-8", "10MB", "long"],
)
def test_a_goal_on_stdin_that_cannot_be_used_is_refused_as_the_goal(
    cli: Runner, workspace: Path, stdin: bytes, said: str
) -> None:
    refused(cli("plan", "-", "--workspace", workspace, stdin=stdin), "goal: ", said)


@pytest.mark.rule("CLI-1")
def test_a_goal_on_stdin_is_the_goal(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", "-", "--workspace", workspace, "--json", stdin=f"{PLANNED}\n")
    assert (ran.code, ran.json["goal"]) == (0, PLANNED)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    "goal",
    [
        "הוסף הגבלת קצב ל-API הציבורי",
        "أضف حدًا للمعدل",
        "Add 💡🏳️‍🌈 to the page",
        "First line\nsecond line\r\n\tthird",
        "x" * 20_000,
        "'; DROP TABLE plan_events; --",
        "%s {0} $HOME `id` $(id)",
    ],
    ids=["hebrew", "arabic", "emoji", "lines", "longest", "sql", "templates"],
)
def test_a_goal_of_any_script_is_kept_as_it_was_given(
    user: Runner, workspace: Path, goal: str
) -> None:
    document = planned(user, workspace, goal, "--route", "plan")
    assert document["goal"] == goal
    assert user("sessions").code == 0
    assert user("show", document["session"]).code == 0
    assert user("audit").code == 0


@pytest.mark.rule("ERR-1")
def test_a_goal_that_would_reorder_the_terminal_is_shown_as_escapes_everywhere(
    cli: Runner, workspace: Path
) -> None:
    goal = f"{ASKED} \u202egpj.exe\u2066 \u061c"
    question = question_of(cli, workspace, goal)
    cli("note", question, "see \u202ethis\u200f")
    session = question.partition("-")[0]
    views: list[list[str]] = [
        ["inbox"],
        ["sessions"],
        ["show", session],
        ["show", session, "--json"],
        ["show", session, "--log"],
        ["show", question],
        ["show", question, "--markdown"],
        ["answer", question, "our own \u202eway"],
        ["assumptions"],
        ["show", f"{session}-a2"],
        ["answer", question, "again \u202e"],
    ]
    for view in views:
        ran = cli(*view)
        assert not set(ran.out + ran.err) & set("\u202e\u2066\u061c\u200f"), view
    assert cli("show", session, "--json").json["goal"] == goal


# --- secrets --------------------------------------------------------------------------------------


def everything_in(db: Path) -> bytes:
    """The bytes of the database, its log included."""
    return b"".join(path.read_bytes() for path in db.parent.glob(f"{db.name}*"))


@pytest.mark.rule("ASK-14")
def test_a_secret_in_a_goal_is_nowhere_afterwards(cli: Runner, workspace: Path, db: Path) -> None:
    goal = f"{ASKED}; use the key {SECRET}"
    text = cli("plan", goal, "--workspace", workspace)
    document = cli("plan", goal, "--workspace", workspace, "--json")
    export = cli("export")
    assert text.code == 3
    for place in (text.out, text.err, document.out, export.out, cli("sessions").out):
        assert SECRET not in place
        assert "a1B2c3D4a1B2c3D4" not in place
    assert SECRET.encode() not in everything_in(db)
    assert "use the key" in document.json["goal"]
    assert document.json["goal"] != ASKED


@pytest.mark.rule("ASK-14")
def test_a_secret_in_an_answer_or_a_note_is_nowhere_afterwards(
    cli: Runner, person: Runner, workspace: Path, db: Path
) -> None:
    question = question_of(cli, workspace)
    said = [
        cli("note", question, f"token {SECRET}"),
        cli("discuss", question, f"what about {SECRET}"),
        person("answer", question, f"our own gateway with {SECRET}", "--note", f"or {SECRET}"),
        person("answer", question, f"once more {SECRET}"),
        cli("show", question),
        cli("assumptions"),
        cli("export"),
    ]
    for ran in said:
        assert SECRET not in ran.out + ran.err
    assert SECRET.encode() not in everything_in(db)


@pytest.mark.rule("ASK-14")
def test_a_secret_in_an_error_is_not_repeated_at_length(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", f"\x07{SECRET}", "--workspace", workspace)
    assert SECRET not in ran.err


# --- workspaces -----------------------------------------------------------------------------------


@pytest.mark.rule("ERR-1")
def test_a_workspace_that_is_none_is_refused_with_what_is_wrong(
    cli: Runner, workspace: Path, db: Path, tmp_path: Path
) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    cases = {
        workspace / "nowhere": "does not exist",
        workspace / "pyproject.toml": "is not a directory",
        workspace / ("x" * 300): "too long",
        tmp_path / "round": "",
    }
    for path, said in cases.items():
        refused(cli("plan", PLANNED, "--workspace", path), "--workspace: ", said)
    assert not db.exists()


@pytest.mark.rule("ERR-1", "INV-11")
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_workspace_that_cannot_be_read_is_planned_with_what_was_not_read_said(
    cli: Runner, workspace: Path
) -> None:
    (workspace / "app").chmod(0)
    try:
        document = planned(cli, workspace, ASKED)
    finally:
        (workspace / "app").chmod(0o755)
    assert "not read: unreadable folder (1): app" in document["stop"]["evidence_summary"]


@pytest.mark.rule("CLI-1", "INV-11")
def test_planning_leaves_the_workspace_as_it_was(cli: Runner, workspace: Path) -> None:
    def listing() -> dict[str, bytes]:
        return {
            str(path.relative_to(workspace)): path.read_bytes()
            for path in workspace.rglob("*")
            if path.is_file()
        }

    before = listing()
    for goal in (PLANNED, ASKED, TRIVIAL, EXPLORED):
        cli("plan", goal, "--workspace", workspace)
    assert listing() == before


@pytest.mark.rule("CLI-1")
def test_without_a_workspace_the_one_is_here(
    cli: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    session = cli("plan", PLANNED, "--json").json["session"]
    assert begun(cli, session)["workspace"] == str(workspace.resolve())


@pytest.mark.rule("CLI-2")
def test_two_names_for_one_directory_are_one_workspace(
    cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(workspace)
    question = question_of(cli, tmp_path / "link")
    listed = cli("inbox", "--workspace", workspace, "--json").json["questions"]
    assert [entry["id"] for entry in listed] == [question]


@pytest.mark.rule("REC-4", "CLI-2")
def test_what_was_planned_is_exported_line_by_line(
    cli: Runner, workspace: Path, tmp_path: Path, db: Path
) -> None:
    planned(cli, workspace, PLANNED)
    lines = cli("export").out.splitlines()
    with sqlite3.connect(db) as connection:
        (count,) = connection.execute("SELECT count(*) FROM plan_events").fetchone()
    connection.close()
    assert len(lines) == count
    assert json.loads(lines[0])["type"] == "GoalReceived"
    summary = cli("export", "--output", tmp_path / "record.jsonl", "--json")
    assert summary == Ran(0, summary.out, "")
    assert summary.json["events"] == count
    assert (tmp_path / "record.jsonl").read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.rule("UND-8", "UND-7")
def test_a_fault_to_be_mended_is_understood_by_where_it_is(cli: Runner, workspace: Path) -> None:
    for goal in ("Fix the crash in api.py", "Mend the leak in the public API"):
        told = cli("plan", goal, "--workspace", workspace, "--json").json
        assert told["not_understood"] == []
        assert "app/api.py" in [path for task in told["plan"]["tasks"] for path in task["files"]]
    nowhere = cli("plan", "Fix the bug in the warehouse", "--workspace", workspace)
    assert "not clear what “warehouse” means here" in nowhere.out


@pytest.mark.rule("UND-2", "INT-10")
@pytest.mark.parametrize("said", ["hi", "Hello there!", "thanks a lot", "ok", "test"])
def test_a_greeting_is_no_goal(said: str, cli: Runner, tmp_path: Path) -> None:
    """Whatever is called so here: “hi” is a language, and there may be a test, too."""
    code = {f"locale/{one}.json": '{"hello": "%s"}' % ("hello " * 40) for one in ("de", "ko", "pt")}
    root = plant(tmp_path / "app", {"tests/test.py": "def test():\n    hello = ok = 1\n", **code})
    told = cli("plan", said, "--workspace", root, "--json").json
    assert told["stop"]["stop_reason"] == "human_required"
    assert told["not_understood"] == [said]
    shown = cli("plan", said, "--workspace", root, "--again").out
    assert f"It is not clear what “{said}” means here, so nothing was planned." in shown


@pytest.mark.rule("UND-2")
def test_an_order_that_opens_with_a_greeting_is_a_goal(cli: Runner, workspace: Path) -> None:
    told = cli("plan", "Hi, fix the crash in api.py", "--workspace", workspace, "--json").json
    assert told["not_understood"] == []
