"""Scope and plan are one (PLAN-9): options of a goal are decided, and what ships is planned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plangate.core.scopes.enumerated import enumerated
from tests.conftest import Ran, Runner
from tests.interfaces.support import PLANNED, log_of

pytestmark = pytest.mark.rule("PLAN-9")

GOAL = (
    "Ship the chat integrations: E1 Slack DM bot, E2 Discord bot, E3 Teams bot, E4 Telegram bot "
    "and E5 Signal bot - which ship?"
)
THREE = "Plan the reports. Which of these ship?\n- CSV export\n- PDF export\n- Weekly mail\n"


def planned(cli: Runner, workspace: Path, goal: str = GOAL) -> Ran:
    return cli("plan", goal, "--workspace", workspace, "--json")


def decided(user: Runner, *replies: str, name: str = "D1") -> Any:
    ran = None
    for reply in replies:
        ran = user("scope", "answer", name, *reply.split(), "--json")
        assert ran.code in (0, 3), ran
    assert ran is not None
    return ran.json


def plan_of(cli: Runner, session: str) -> dict[str, Any]:
    found: dict[str, Any] = cli("show", session, "--json").json["plan"]
    return found


def options_planned(plan: dict[str, Any], parent: str = "D1") -> list[str]:
    told = [task["answers_to"].split() for task in plan["tasks"]]
    return [words[1] for words in told if words[:1] == [parent] and len(words) == 2]


def test_a_goal_that_enumerates_options_opens_a_scope_and_waits_for_it(
    cli: Runner, workspace: Path
) -> None:
    ran = planned(cli, workspace)
    assert ran.code == 3
    document = ran.json
    assert (document["outcome"], document["plan"]) == ("question", None)
    assert document["stop"]["stop_reason"] == "blocking_question"
    scope = document["scope"]
    assert [option["key"] for option in scope["options"]] == ["E1", "E2", "E3", "E4", "E5"]
    assert (scope["kind"], scope["open"]["number"]) == ("independent", "D1.1")
    assert scope["session"] == document["session"]
    again = planned(cli, workspace).json
    assert again["scope"]["id"] == scope["id"], "the same goal goes on with the same scope"
    listed = cli("sessions", "--json").json["sessions"]
    assert [entry["state"] for entry in listed] == ["awaiting_clarification"]


def test_what_ships_becomes_ledger_entries_and_tasks_and_nothing_else_does(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace).json["session"]
    decided(user, "include", "defer", "cut", "include", "defer", "ship")
    plan = plan_of(cli, session)
    assert options_planned(plan) == ["E1", "E4"]
    shown = cli("plan", GOAL, "--workspace", workspace, "--json").json
    entries = {a["decision"]: a for a in shown["assumptions"] if a["rule"] == "PLAN-9"}
    assert list(entries) == [
        "Slack DM bot: included",
        "Discord bot: deferred",
        "Teams bot: cut",
        "Telegram bot: included",
        "Signal bot: deferred",
    ]
    first = next(task for task in plan["tasks"] if task["answers_to"] == "D1 E1")
    assert first["id"] in entries["Slack DM bot: included"]["tasks"]
    text = json.dumps(plan["tasks"])
    assert "Teams" not in text
    assert "Discord" not in text
    assert cli("audit").code == 0


def test_what_ships_is_planned_once_with_the_places_that_were_found_for_it(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    goal = (
        "E1 Export as CSV, E2 Import from CSV, E3 Search orders, E4 Dark mode, E5 Mail: which ship?"
    )
    session = cli("plan", goal, "--workspace", workspace, "--json").json["session"]
    labels = ["Export as CSV", "Import from CSV", "Search orders", "Dark mode", "Mail"]
    scope = cli("scope", "show", "D1", "--json").json
    assert scope["offered"] == len(labels)
    decided(user, *["include"] * 5, "ship")
    tasks = plan_of(cli, session)["tasks"]
    named = {name: [t["id"] for t in tasks if name in t["title"]] for name in labels}
    assert {name: len(ids) for name, ids in named.items()} == dict.fromkeys(labels, 1)
    known = {task["id"] for task in tasks}
    assert all(known.issuperset(task["depends_on"]) for task in tasks)


@pytest.mark.rule("SPLIT-7")
def test_an_option_that_is_cut_later_takes_its_tasks_with_it(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace).json["session"]
    decided(user, "include", "defer", "cut", "include", "defer", "ship")
    before = plan_of(cli, session)
    kept = {t["id"]: t for t in before["tasks"] if t["answers_to"] != "D1 E4"}
    assert user("scope", "revise", "D1", "E4").code in (0, 3)
    decided(user, "cut", "ship")
    after = plan_of(cli, session)
    assert options_planned(after) == ["E1"]
    assert {t["id"]: t for t in after["tasks"]} == kept
    assert after["trigger"] == "D1 shipped"
    user("scope", "revise", "D1", "E2")
    decided(user, "include", "ship")
    assert options_planned(plan_of(cli, session)) == ["E1", "E2"]


def test_a_scope_started_for_a_session_changes_that_session_s_plan(
    user: Runner, cli: Runner, person: Runner, workspace: Path, tmp_path: Path
) -> None:
    session = planned(cli, workspace, PLANNED).json["session"]
    before = plan_of(cli, session)
    file = tmp_path / "scope.json"
    options: list[dict[str, Any]] = [
        {"key": f"E{n}", "label": f"Add limit {n}", "scope": f"limit {n} and its page"}
        for n in range(1, 6)
    ]
    options[4]["requires"] = ["E1"]
    document = {"decision": "Which limits ship?", "kind": "independent", "options": options}
    file.write_text(json.dumps(document | {"surface": "capped"}))
    about = ("--workspace", workspace, "--session", session)
    started = person("scope", "start", file, *about, "--json")
    parent = json.loads(started.out)["parent"]
    decided(user, "include", "cut", "cut", "defer", "include", "ship", name=parent)
    after = plan_of(cli, session)
    assert after["tasks"][: len(before["tasks"])] == before["tasks"], "the rest stays as it is"
    added = after["tasks"][len(before["tasks"]) :]
    assert [task["title"] for task in added] == ["Add limit 1", "Add limit 5"]
    assert added[1]["depends_on"] == [added[0]["id"]]
    assert "limit 1 and its page" in added[0]["description"]


def test_work_that_is_done_stays_when_its_option_is_cut(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace).json["session"]
    decided(user, "include", "cut", "cut", "cut", "include", "ship")
    task = next(t["id"] for t in plan_of(cli, session)["tasks"] if t["answers_to"] == "D1 E1")
    for needed in cli("ready", session, "--json").json["waves"]:
        for name in needed:
            cli("done", session, name)
            if name == task:
                break
    user("scope", "revise", "D1", "E1")
    decided(user, "cut", "ship")
    assert task in {t["id"] for t in plan_of(cli, session)["tasks"]}


@pytest.mark.rule("SPLIT-2")
def test_four_or_fewer_items_of_a_goal_are_one_question(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    document = planned(cli, workspace, THREE).json
    assert document["scope"]["open"]["number"] == "D1"
    shown = decided(user, "include a; defer b; cut c")
    assert shown["status"] == "shipped"
    assert options_planned(plan_of(cli, document["session"])) == ["a"]


@pytest.mark.rule("SPLIT-2")
def test_four_or_fewer_alternatives_of_a_goal_are_an_ordinary_question(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    goal = "Show the orders in the shop; choose between Grid layout, List layout and Card layout"
    ran = planned(cli, workspace, goal)
    assert ran.code == 3
    question = ran.json["question"]
    labels = {option["label"] for option in question["options"]}
    assert labels == {"Grid layout", "List layout", "Card layout"}
    key = next(o["key"] for o in question["options"] if o["label"] == "List layout")
    assert user("answer", question["id"], key).code == 0
    text = json.dumps(plan_of(cli, ran.json["session"])["tasks"])
    assert "List layout" in text
    assert "Card layout" not in text


@pytest.mark.rule("SPLIT-9", "ACT-1")
def test_a_script_may_relay_a_part_and_not_ship(cli: Runner, workspace: Path) -> None:
    planned(cli, workspace)
    for _ in range(5):
        assert cli("scope", "answer", "D1", "include").code in (0, 3)
    assert cli("scope", "answer", "D1", "ship").code == 5


@pytest.mark.rule("SPLIT-10")
def test_a_scope_goes_on_where_it_was_and_is_never_opened_twice(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace).json["session"]
    for reply in ("include", "cut", "cut", "cut", "cut"):
        decided(user, reply)
        cli("resume", session)
    decided(user, "ship")
    assert log_of(cli, session).count("ScopeOpened") == 1
    assert len(cli("scope", "list", "--json").json["scopes"]) == 1


def test_a_scope_that_is_withdrawn_lets_the_rest_be_planned(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    session = planned(cli, workspace).json["session"]
    assert user("scope", "withdraw", "D1").code in (0, 4)
    ran = planned(cli, workspace)
    assert ran.json["session"] == session
    assert options_planned(ran.json["plan"]) == [] if ran.json["plan"] else ran.code != 2


@pytest.mark.rule("SPLIT-2")
@pytest.mark.parametrize(
    ("goal", "keys", "kind"),
    [
        (GOAL, ["E1", "E2", "E3", "E4", "E5"], "independent"),
        ("Which of Slack, Teams and Signal should we support first?", ["a", "b", "c"], "unsure"),
        ("Add a page; choose between React, Vue and Svelte", ["a", "b", "c"], "alternatives"),
        ("Which store should we use: Redis, Memcached or SQLite?", ["a", "b", "c"], "alternatives"),
        ("We could do F1 (webhooks), F2 (polling) or F3 (queues). Pick one.", None, "alternatives"),
        ("Decide what to do:\n1) Add limits\n2) Write docs\n3) Fix login\n", None, "independent"),
        ("Upgrade; which version?\n- Python 3.12\n- Python 3.13\n", None, "alternatives"),
    ],
)
def test_options_are_heard_however_they_are_written(
    goal: str, keys: list[str] | None, kind: str
) -> None:
    found = enumerated(goal)
    assert found is not None
    assert found.decision.kind == kind
    assert found.decision.why_kind
    assert keys is None or [option.key for option in found.decision.options] == keys


@pytest.mark.parametrize(
    "goal",
    [
        PLANNED,
        "Fix these bugs:\n- crash on login\n- wrong total\n- slow search\n- broken link\n- typo",
        "The parser crashes, which is bad.\n\nSteps:\n- open a file\n- press enter\n- it crashes\n",
        "Login fails\n\nWhich version are you using?\n\n1.2\n\nSteps:\n1. open\n2. click\n3. see\n",
        "Remove the columns A1 and B2 from the sheet, which are unused",
        "Add HTTP2 and TLS1 support to the proxy which listens on port P1",
        "Find out which of the tests are flaky",
        "Let users choose between light and dark mode",
        "Add a page where people pick one of three plans",
    ],
)
def test_a_list_or_a_choice_of_the_users_opens_no_scope(goal: str) -> None:
    assert enumerated(goal) is None
