"""One ambiguity of a workspace has at most one open question, and nobody is asked twice.

GATE-19 and ASK-16 through the command line, the MCP server and many processes at once.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from plangate import ask_human
from plangate.core.gate.asking.matters import joins, object_of
from plangate.core.model.nouns import Ambiguity, Option, Question
from tests.conftest import Ran, Runner
from tests.interfaces.mcp.support import run, server_for, told
from tests.interfaces.support import let_time_pass, reading, refused
from tests.patience import HANGS

GOAL = "Let users delete their account"
#: The same, with work that has nothing to do with it.
BESIDE = "Let users delete their account and add rate limiting to the public API"
VARIANTS = [
    "Let users delete their account.",
    "let users  DELETE their account!",
    "Add account deletion",
    "Allow people to delete their accounts",
    "Let people delete their own account data",
    "Let people delete all of their account data",
    "A customer should be able to delete the whole of their account",
]


def plan(user: Runner, where: Path, goal: str, *more: str) -> Ran:
    return user("plan", goal, "--workspace", where, "--json", *more)


def open_questions(db: Path) -> list[str]:
    with sqlite3.connect(db) as tables:
        rows = tables.execute("SELECT id FROM questions WHERE status IN ('pending', 'held')")
        return [name for (name,) in rows]


# --- the same question ----------------------------------------------------------------------------


@pytest.mark.rule("GATE-19", "ASK-16")
@pytest.mark.parametrize("goal", VARIANTS)
@pytest.mark.parametrize("again", [(), ("--again",)])
def test_other_words_for_what_is_being_asked_join_the_question(
    user: Runner, workspace: Path, db: Path, goal: str, again: tuple[str, ...]
) -> None:
    asked = plan(user, workspace, GOAL)

    ran = plan(user, workspace, goal, *again)

    assert (asked.code, ran.code) == (3, 3)
    assert ran.json["question"]["id"] == asked.json["question"]["id"]
    taken = [entry["user_response"] for entry in ran.json["assumptions"]]
    assert set(taken) <= {"waiting"}, "nothing is assumed meanwhile"
    if ran.json["session"] != asked.json["session"]:
        assert ran.json["outcome"] == "wait"
        assert ran.json["joined"]["rule"] == "GATE-19"
        assert ran.json["joined"]["question"] == asked.json["question"]["id"]
    assert open_questions(db) == [asked.json["question"]["id"]]
    assert user("audit").code == 0


def states(user: Runner) -> dict[str, str]:
    rows = user("sessions", "--json").json["sessions"]
    return {row["session"]: row["state"] for row in rows}


@pytest.mark.rule("GATE-19")
def test_one_answer_serves_every_session_here_at_once(user: Runner, workspace: Path) -> None:
    """Nobody is said to wait for a person who has answered; and the plan shown is the latest."""
    asked = plan(user, workspace, GOAL).json
    again = plan(user, workspace, GOAL, "--again").json
    assert set(states(user).values()) == {"awaiting_clarification"}

    ran = user("answer", asked["question"]["id"], "a", "--json")

    assert f"for session {again['session']} too" in ran.json["message"]
    assert states(user) == dict.fromkeys([asked["session"], again["session"]], "planning_complete")
    ready = user("ready", "--workspace", workspace, "--json").json
    assert ready["session"] == ran.json["outcome"]["session"] == asked["session"]


@pytest.mark.rule("GATE-19", "ASK-8")
def test_a_deadline_passes_for_every_session_here_at_once(
    user: Runner, workspace: Path, db: Path
) -> None:
    asked = plan(user, workspace, GOAL).json
    again = plan(user, workspace, GOAL, "--again").json
    let_time_pass(db, asked["question"]["id"])
    assert states(user) == dict.fromkeys([asked["session"], again["session"]], "planning_complete")


@pytest.mark.rule("GATE-19", "ASK-12")
def test_everybody_who_joined_goes_on_with_the_same_answer(user: Runner, workspace: Path) -> None:
    asked = plan(user, workspace, GOAL).json
    joined = [plan(user, workspace, GOAL, "--again").json, plan(user, workspace, VARIANTS[2]).json]
    label = asked["question"]["options"][0]["label"]

    assert user("answer", joined[1]["session"], "a").code == 0

    for session in (row["session"] for row in joined):
        shown = user("show", session, "--json").json
        assert shown["outcome"] == "plan"
        (entry,) = [x for x in shown["assumptions"] if x["ambiguity"] == "delete-semantics"]
        assert (entry["decision"], entry["status"]) == (label, "confirmed")
        assert (entry["rule"], entry["source"]) == ("GATE-19", "joined")
        log = user("show", session, "--log", "--json").json["events"]
        (settled,) = [x["payload"] for x in log if x["type"] == "JoinSettled"]
        assert settled["answer"]["provenance"] == "joined"
        assert not [x for x in log if x["type"] == "QuestionAsked"]
    assert user("audit").code == 0
    assert user("doctor", "--rebuild").code == 0
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19", "ASK-10", "ASK-12")
def test_a_changed_mind_reaches_those_who_joined(user: Runner, workspace: Path) -> None:
    asked = plan(user, workspace, GOAL).json
    joined = plan(user, workspace, GOAL, "--again").json["session"]
    user("answer", asked["question"]["id"], "a")
    user("show", joined)

    assert user("answer", asked["question"]["id"], "Remove for good", "--change").code == 0

    shown = user("show", joined, "--json").json
    label = asked["question"]["options"][2]["label"]
    assert label in [entry["decision"] for entry in shown["assumptions"]]
    assert shown["plan"]["version"] == 3, (
        "drafted beside the question, by its answer, by the change"
    )


@pytest.mark.rule("ASK-17", "GATE-19", "INT-8")
def test_who_joined_a_question_works_on_what_does_not_hang_on_it(
    user: Runner, workspace: Path
) -> None:
    asked = plan(user, workspace, BESIDE).json
    joined = plan(user, workspace, BESIDE, "--again").json
    assert (joined["outcome"], joined["session"] == asked["session"]) == ("wait", False)

    session = joined["session"]
    waiting = {entry["task"] for entry in joined["waiting"]}
    free = {task["id"] for task in joined["plan"]["tasks"]} - waiting
    assert waiting
    assert free
    ready = user("ready", session, "--json").json
    assert {task["id"] for task in ready["ready"]} <= free
    first = ready["ready"][0]["id"]
    assert user("done", session, first).code == 0
    held = {entry["id"]: entry["why"] for entry in ready["withheld"]}
    name = asked["question"]["id"]
    assert any(why.endswith(f"plangate answer {name}") for why in held.values())
    (rests, *_) = [task for task, why in held.items() if name in why]
    refused(user("start", session, rests), f"plangate answer {name}", code=5)
    state = user("sessions", "--json").json["sessions"]
    named = {row["session"]: row["state"] for row in state}
    assert named[session] == "awaiting_clarification", "a task under way closes no question"

    assert user("answer", name, "a").code == 0
    after = user("show", session, "--json").json
    assert after["outcome"] == "plan"
    assert after["waiting"] == []
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19", "ASK-9")
def test_another_matter_is_not_joined(user: Runner, workspace: Path) -> None:
    plan(user, workspace, GOAL)

    other = plan(
        user, workspace, "Add authentication; passwordless, and users set strong passwords"
    )

    assert other.json["outcome"] == "question", "up to five may be open side by side (GATE-7)"
    assert other.json["question"]["session"] == other.json["session"]


@pytest.mark.rule("GATE-19", "ASK-9", "ASK-8")
@pytest.mark.parametrize(
    ("first", "second", "strictest"),
    [("assume", "wait", "wait"), ("assume", "abort", "abort"), ("wait", "assume", "wait")],
)
def test_the_strictest_silence_of_all_holds(
    user: Runner, workspace: Path, first: str, second: str, strictest: str
) -> None:
    asked = plan(user, workspace, GOAL, "--on-timeout", first).json

    plan(user, workspace, GOAL, "--again", "--on-timeout", second)

    (listed,) = user("inbox", "--json").json["questions"]
    assert (listed["id"], listed["on_timeout"]) == (asked["question"]["id"], strictest)


@pytest.mark.rule("GATE-19")
def test_withdrawing_one_session_leaves_the_question_to_the_others(
    user: Runner, workspace: Path, db: Path
) -> None:
    asked = plan(user, workspace, GOAL).json
    second = plan(user, workspace, GOAL, "--again").json["session"]
    third = plan(user, workspace, VARIANTS[2]).json["session"]
    name = asked["question"]["id"]

    gone = user("withdraw", name, "--why", "not mine any more", "--json")

    assert gone.code == 0
    assert open_questions(db) == [name]
    assert user("show", asked["session"], "--json").json["outcome"] == "plan"
    assert user("show", second, "--json").json["outcome"] == "wait"
    user("withdraw", name, "--session", second, "--why", "nor mine")
    assert user("show", second, "--json").json["outcome"] == "plan"
    assert open_questions(db) == [name]
    assert user("answer", name, "b").code == 0
    kept = user("show", third, "--json").json["assumptions"]
    assert [entry["source"] for entry in kept if entry["rule"] == "GATE-19"] == ["joined"]
    before = user("show", asked["session"], "--json").json["assumptions"]
    assert [e["user_response"] for e in before if e["ambiguity"] == "delete-semantics"] == [
        "quota_used"
    ]
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19")
def test_the_last_to_leave_takes_the_question_back(user: Runner, workspace: Path, db: Path) -> None:
    asked = plan(user, workspace, GOAL).json
    second = plan(user, workspace, GOAL, "--again").json["session"]
    user("withdraw", asked["question"]["id"], "--why", "enough")

    ran = user("withdraw", asked["question"]["id"], "--session", second, "--why", "enough")

    assert ran.code == 0
    assert open_questions(db) == []
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19", "MCP-3")
@pytest.mark.parametrize("goal", VARIANTS)
def test_the_server_joins_what_the_command_line_asks(
    user: Runner, workspace: Path, db: Path, goal: str
) -> None:
    asked = plan(user, workspace, GOAL).json

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            first = await told(client, "plan", goal=goal, mind="rules")
            user("answer", asked["question"]["id"], "a")
            return [first, await told(client, "plan", goal=goal, mind="rules")]

    first, second = run(work)
    assert first["state"] in ("question", "wait")
    assert first["question"]["id"] == asked["question"]["id"]
    assert f"wait on {asked['question']['id']}" in first["next"]
    assert second["state"] == "plan"
    assert second["session"] == first["session"]


@pytest.mark.rule("GATE-19")
def test_a_killed_planners_question_is_found_again(
    user: Runner, workspace: Path, db: Path, environment: dict[str, str]
) -> None:
    """Killed once its question was written and before anything was printed."""
    code = (
        "import os, sys\n"
        "from plangate.interfaces.cli.command import Call\n"
        "Call.show_outcome = lambda *a, **k: os._exit(9)\n"
        "from plangate.interfaces.cli import main\n"
        "main()\n"
    )
    words = [sys.executable, "-c", code, "plan", GOAL, "-w", str(workspace)]
    killed = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert (killed.returncode, killed.stdout) == (9, b"")

    ran = plan(user, workspace, f"{GOAL}.")

    assert ran.json["outcome"] == "question"
    assert ran.json["went_on"] is True
    assert open_questions(db) == [ran.json["question"]["id"]]


def race(environment: dict[str, str], workspace: Path, goals: list[str]) -> list[dict[str, Any]]:
    """One process a goal, let go at the same moment."""
    code = (
        "import sys\n"
        "from plangate.interfaces.cli import main\n"
        "import plangate.interfaces.cli.plans.plan, plangate.wiring.planners\n"
        "import plangate.app.unfinished\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "main()\n"
    )
    words = ("-w", str(workspace), "--json", "--again", "--no-learning")
    racing = [
        subprocess.Popen(
            [sys.executable, "-c", code, "plan", goal, *words],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for goal in goals
    ]
    for process in racing:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in racing:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [json.loads(process.communicate(timeout=HANGS)[0]) for process in racing]


def raced(
    environment: dict[str, str], user: Runner, workspace: Path, db: Path, rounds: int
) -> None:
    """Four sessions at once, as often as wanted, each round in a folder of its own."""
    for number in range(rounds):
        folder = workspace / f"round{number}"
        folder.mkdir()
        found = race(environment, folder, [GOAL, *VARIANTS[:1], *VARIANTS[2:4]])
        asked = {row["question"]["id"] for row in found}
        assert len(asked) == 1, [row["outcome"] for row in found]
        assert sorted(row["outcome"] for row in found) == ["question", "wait", "wait", "wait"]
        assert open_questions(db) == list(asked)
        assert not [x for row in found for x in row["assumptions"] if x["rule"] == "GATE-7"]
        assert user("answer", asked.pop(), "a").code == 0
        for row in found:
            assert user("show", row["session"], "--json").json["outcome"] == "plan"
    assert user("audit").code == 0


@pytest.mark.rule("GATE-19")
def test_sessions_that_start_at_once_end_with_one_open_question(
    environment: dict[str, str], user: Runner, workspace: Path, db: Path
) -> None:
    raced(environment, user, workspace, db, rounds=3)


@pytest.mark.full
@pytest.mark.rule("GATE-19")
def test_two_hundred_racing_joins_end_with_one_open_question_each_time(
    environment: dict[str, str], user: Runner, workspace: Path, db: Path
) -> None:
    raced(environment, user, workspace, db, rounds=67)


# --- what is the same -----------------------------------------------------------------------------


@pytest.mark.rule("GATE-19")
@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Let users delete their account", "account"),
        ("Allow people to remove their accounts", "account"),
        ("Add an account deletion feature", "account"),
        ("What happens to a deleted account?", "account"),
        ("How should closing an account work?", "account"),
        ("Let users delete their own account data", "account"),
        ("Erase all of the account's information", "account"),
        ("Remove every one of their accounts", "account"),
        ("Delete the whole of an account", "account"),
        ("Delete the data of closed accounts", "account"),
        ("Delete customer 7?", "customer 7"),
        ("Drop the legacy invoices", "invoic"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_the_object_is_the_head_noun_of_the_clause(text: str, heard: str) -> None:
    assert object_of(text) == heard


@pytest.mark.rule("GATE-19")
@pytest.mark.parametrize(
    ("raised_by", "heard"), [("delete", "account"), ("export", "invoic"), ("cache", "page")]
)
def test_of_several_deeds_the_object_is_that_of_the_one_that_raised_it(
    raised_by: str, heard: str
) -> None:
    goal = "Let users delete accounts and export their invoices and then cache pages please"
    assert object_of(goal, raised_by) == heard


def asked_as(labels: list[str], **more: Any) -> Question:
    options = tuple(
        Option(chr(97 + n), label, "c", f"o{n}", "reversible") for n, label in enumerate(labels)
    )
    return Question(
        question_id="theirs",
        kind="multiple_choice",
        prompt="?",
        why_now="",
        stakes="",
        options=options,
        default="a",
        default_reason="",
        recommended="a",
        risk_if_wrong="",
        one_way=False,
        blocker_type="none",
        missing=None,
        evidence_summary=(),
        exhaustion=None,
        **more,
    )


@pytest.mark.rule("GATE-19")
def test_where_an_id_is_in_no_catalog_the_options_speak() -> None:
    keep = reading("x", 0.5)._replace(label="Keep the archived rows")
    delete = reading("y", 0.5)._replace(label="Delete rows at once")
    mine = Ambiguity("mine", (keep, delete), heard="row")
    same = asked_as(["deleting the rows at once", "keeping archived rows"], heard="row")

    assert joins(mine, same)
    assert joins(mine._replace(heard=""), same), "what was not heard is no reason to ask again"
    assert not joins(mine._replace(heard="file"), same)
    assert not joins(mine, same._replace(options=same.options[:1]))
    assert not joins(mine, asked_as(["At the top", "At the bottom"], heard="row"))
    catalogued = mine._replace(catalogued=True)
    assert joins(catalogued, same)
    assert not joins(catalogued, same._replace(catalogued=True)), "two ids of catalogs"


@pytest.mark.rule("GATE-19")
def test_a_programs_keys_are_its_catalog(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, workspace: Path, db: Path
) -> None:
    """Two customers are two questions, whatever their options say."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    def ask(number: int) -> Any:
        return ask_human(
            f"Delete customer {number}?",
            ["keep", "delete"],
            key=f"delete-{number}",
            workspace=workspace,
            wait_secs=0,
            tell=None,
        )

    first, second = ask(7), ask(8)

    assert first.question.id != second.question.id
    assert sorted(open_questions(db)) == sorted([first.question.id, second.question.id])
    assert {type(first).__name__, type(second).__name__} == {"Waiting"}


# --- the same goal --------------------------------------------------------------------------------


@pytest.mark.rule("ASK-16")
def test_a_plan_is_returned_while_a_task_of_it_is_open(user: Runner, workspace: Path) -> None:
    goal = "Add rate limiting to the public API"
    first = plan(user, workspace, goal).json

    second = plan(user, workspace, f"  {goal.lower()}. ")
    text = user("plan", goal, "--workspace", workspace)

    assert (second.code, second.json["session"]) == (0, first["session"])
    assert second.json["went_on"] is True
    assert second.json["plan"] == first["plan"]
    assert f"Goes on with session {first['session']}" in text.out
    assert "--again" in text.out
    assert plan(user, workspace, goal, "--again").json["session"] != first["session"]


@pytest.mark.rule("ASK-16")
def test_a_finished_session_is_only_mentioned(user: Runner, workspace: Path) -> None:
    trivial = "Fix a typo in the README"
    first = plan(user, workspace, trivial).json

    second = plan(user, workspace, trivial)
    text = user("plan", trivial, "--workspace", workspace)

    assert second.json["session"] != first["session"]
    assert (second.json["went_on"], second.json["earlier"]) == (False, first["session"])
    assert f"plangate show {second.json['session']}" in text.out


@pytest.mark.rule("ASK-16")
def test_a_goal_that_nothing_was_understood_of_was_not_planned_before(
    user: Runner, workspace: Path
) -> None:
    for _ in range(2):
        told = user("plan", "frobnicate the quux", "--workspace", workspace)
        assert "nothing was planned" in told.out
        assert "Planned before" not in told.out


@pytest.mark.rule("ASK-16", "GATE-2")
def test_what_a_person_answered_is_not_asked_again_for_the_same_goal(
    user: Runner, workspace: Path
) -> None:
    asked = plan(user, workspace, GOAL).json
    user("answer", asked["question"]["id"], "a")

    again = plan(user, workspace, GOAL, "--again")
    other = plan(user, workspace, "Let users delete their comments")

    assert again.json["outcome"] == "plan"
    (entry,) = [x for x in again.json["assumptions"] if x["ambiguity"] == "delete-semantics"]
    assert (entry["rule"], entry["decision"]) == (
        "GATE-2",
        asked["question"]["options"][0]["label"],
    )
    assert recalled(user, again.json["session"]) == [0.95]
    assert recalled(user, other.json["session"]) == [], "another object is another decision"


def recalled(user: Runner, session: str) -> list[float]:
    """How sure earlier answers made a session about its ambiguities."""
    log = user("show", session, "--log", "--json").json["events"]
    (found,) = [x["payload"]["evidence"] for x in log if x["type"] == "MemoriesRecalled"]
    return [entry["confidence"] for entry in found if entry["ambiguity"] == "delete-semantics"]


@pytest.mark.rule("ASK-16")
def test_an_irreversible_answer_of_another_day_is_never_strong_evidence(
    user: Runner, workspace: Path
) -> None:
    asked = plan(user, workspace, GOAL).json["question"]
    (final,) = [o for o in asked["options"] if o["reversibility"] == "irreversible"]
    assert user("answer", asked["id"], final["label"]).code == 0

    again = plan(user, workspace, GOAL, "--again").json
    assert recalled(user, again["session"]) == [0.7]


@pytest.mark.rule("ASK-8")
def test_a_scripts_deadline_is_at_least_a_minute_and_that_is_said(
    user: Runner, workspace: Path
) -> None:
    ran = plan(user, workspace, GOAL, "--timeout-secs", "5")

    assert ran.json["question"]["timeout_secs"] == 60
    assert "5 s is raised to 60 s" in ran.err
    assert plan(user, workspace, "Add login", "--timeout-secs", "60").err == ""


@pytest.mark.rule("ASK-8")
def test_a_question_waits_for_a_working_day_unless_told_otherwise(
    user: Runner, workspace: Path
) -> None:
    assert plan(user, workspace, GOAL).json["question"]["timeout_secs"] == 28_800


@pytest.mark.rule("CLI-5")
def test_what_one_answer_keeps_back_says_so_once(cli: Runner, workspace: Path) -> None:
    cli("plan", GOAL, "--workspace", workspace)
    told = cli("status", "--workspace", workspace).out
    held = told[told.index("Withheld:") :]
    assert held.count("wait for your answer: plangate answer") == 1
    assert "they wait for your answer" in held


@pytest.mark.rule("INT-10")
def test_who_answered_what_was_asked_gets_a_plan_for_it(user: Runner, tmp_path: Path) -> None:
    place = tmp_path / "corner"
    place.mkdir()
    (place / "orders.py").write_text("ORDERS = []\n", encoding="utf-8")
    goal = "Delete the existing orders of frobnicated gizmos and quux the flux"
    told = user("plan", goal, "--workspace", place, "--json").json
    assert told["outcome"] == "question"
    after = user("answer", told["question"]["id"], "a", "--json").json["outcome"]
    assert after["outcome"] == "plan", after
