"""The list of tools (MCP-2), and what no tool can do (MCP-6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from benchmarks.mcp_server import tokens_at_most
from plangate.interfaces.mcp.listing import TOOLS
from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    CONTRADICTION,
    DECISIONS,
    DELETING,
    ERAS,
    PROPOSAL,
    TASKS,
    refused,
    run,
    server_for,
    told,
)
from tests.interfaces.support import ASKED, OPEN, asked, recorded

NAMES = ["plan", "status", "wait", "answer", "task", "check_plan", "decide_scope"]


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.rule("MCP-2", "MCP-1")
def test_seven_tools_are_listed_in_the_same_order_in_at_most_1800_tokens(
    workspace: Path, db: Path, era: str
) -> None:
    async def work() -> list[str]:
        lists = []
        for _ in range(2):
            async with Client(server_for(workspace, db), mode=era) as client:
                listed = await client.list_tools()
                lists.append(json.dumps([t.model_dump(mode="json", by_alias=True, exclude_none=True)
                                         for t in listed.tools]))  # fmt: skip
        return lists

    first, second = run(work)
    assert first == second
    assert [tool["name"] for tool in json.loads(first)] == NAMES
    assert tokens_at_most(first) <= 1_800


@pytest.mark.rule("MCP-6")
def test_no_tool_takes_an_argument_that_is_a_persons_to_set() -> None:
    """What is not taken cannot be given: unknown arguments are refused by name."""
    offered = {tool.name: {*tool.shape.required, *tool.shape.optional} for tool in TOOLS}
    assert offered == {
        "plan": {"goal", "workspace", "decisions", "tasks", "evidence", "mind", "depth", "again"},
        "status": {"workspace", "session", "since", "after"},
        "wait": {"question", "seconds"},
        "answer": {"question", "reply", "note"},
        "task": {"session", "task", "do", "note", "proof"},
        "check_plan": {"plan", "goal", "workspace", "depth"},
        "decide_scope": {"decision", "id", "part", "reply"},
    }


@pytest.mark.rule("MCP-6", "ERR-1", "INT-6", "PREF-3", "ATT-1")
@pytest.mark.parametrize(
    "argument",
    [
        {"route": "go"},
        {"policy": {"evpi_question_threshold": 9}},
        {"budget": "deep"},
        {"budget_signal": "critical"},
        {"timeout_secs": 1},
        {"on_timeout": "assume"},
        {"focus": "deep"},
        {"preferences": {"delete-semantics": "never-ask"}},
        {"complexity": 1},
        {"approve": True},
        {"by": "ada"},
        {"surface": "cli"},
    ],
    ids=str,
)
def test_plan_refuses_by_name_what_would_get_it_past_a_question(
    workspace: Path, db: Path, argument: dict[str, Any], cli: Runner
) -> None:
    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            return await refused(client, "plan", goal=DELETING, **argument)

    assert f"{next(iter(argument))}: is not a field; accepted: goal, workspace" in run(work)
    assert cli("sessions", "--json").json["sessions"] == []


@pytest.mark.rule("MCP-6", "PREF-1", "ATT-1")
def test_a_whole_session_leaves_preferences_focus_and_attention_as_they_were(
    workspace: Path, db: Path, cli: Runner, person_apart: Runner
) -> None:
    person_apart("focus", "focused")
    prefs, focus = cli("prefs", "list", "--json").out, cli("focus", "--json").json

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            question = await told(client, "plan", goal=ASKED, mind="rules")
            await told(client, "answer", question=question["question"]["id"], reply="a")
            await told(client, "status")

    run(work)
    assert cli("prefs", "list", "--json").out == prefs
    after = cli("focus", "--json").json
    assert after["interrupt_ewma"] > focus["interrupt_ewma"], "a question costs attention"
    assert (after["focus"], after["until"]) == (focus["focus"], focus["until"])


@pytest.mark.rule("MCP-6", "ASK-12")
def test_a_relay_is_never_a_persons_choice(
    workspace: Path, db: Path, era: str, cli: Runner
) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), mode=era) as client:
            question = await told(client, "plan", goal=CONTRADICTION, mind="rules")
            return await told(client, "answer", question=question["question"]["id"], reply="b")

    document = run(work)
    assert document["answer"]["provenance"] == "relayed"
    entries = cli("assumptions", "--json").json["assumptions"]
    entry = next(x for x in entries if x["source"] == "relayed")
    assert entry["status"] == "open"
    row = next(x for x in document["decisions"] if x["entry"] == entry["id"])
    assert row["verdict"] == "relayed"
    shown = cli("show", f"{document['session']}-q1").out
    assert "Passed on as your answer by" in shown
    assert "Answered by" not in shown
    assert "confirmed" not in cli("assumptions", "-v").out


@pytest.mark.rule("MCP-6", "GATE-2")
def test_what_an_agent_relayed_is_not_remembered_as_a_persons_word(
    workspace: Path, db: Path
) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            question = await told(client, "plan", goal=CONTRADICTION, mind="rules")
            await told(client, "answer", question=question["question"]["id"], reply="a")
            return await told(client, "plan", goal=f"{CONTRADICTION} for admins", mind="rules")

    assert run(work)["state"] in ("question", "wait"), "the person is asked again"


@pytest.mark.rule("ACT-1", "MCP-6", "ASK-11")
@pytest.mark.parametrize("reply", ["a", "b", "Remove for good", "option b", "ok"])
def test_a_question_with_a_one_way_option_is_answered_by_no_tool_whatever_is_passed_on(
    workspace: Path, db: Path, reply: str
) -> None:
    async def work() -> tuple[str, dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            name = (await told(client, "plan", goal=DELETING, mind="rules"))["question"]["id"]
            said = await refused(client, "answer", question=name, reply=reply)
            return said, await told(client, "wait", question=name, seconds=0)

    said, document = run(work)
    assert "only a person may answer a question that cannot be undone" in said
    assert "a person runs: plangate answer" in said
    assert document["status"] == "pending"


@pytest.mark.rule("ACT-1", "SPLIT-9")
def test_a_tool_passes_on_the_parts_of_a_scope_and_never_ships_it(
    workspace: Path, db: Path
) -> None:
    options = [{"key": f"E{n}", "label": f"Item {n}"} for n in range(1, 6)]
    decision = {"decision": "What ships?", "kind": "independent", "options": options}

    async def work() -> tuple[str, dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            shown = await told(client, "decide_scope", decision=decision)
            name = shown["id"]
            for _ in options:
                part = shown["open"]["number"]
                shown = await told(client, "decide_scope", id=name, part=part, reply="include")
            part = shown["open"]["number"]
            said = await refused(client, "decide_scope", id=name, part=part, reply="ship")
            return said, await told(client, "decide_scope", id=name)

    said, document = run(work)
    assert "only a person may ship a scope" in said
    assert (document["status"], document["decided"]) == ("open", 5)


@pytest.mark.rule("MCP-6", "ASK-7")
def test_a_relay_touches_neither_a_hold_nor_what_a_person_said(
    workspace: Path, db: Path, cli: Runner, person_apart: Runner
) -> None:
    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            question = await told(client, "plan", goal=CONTRADICTION, mind="rules")
            name = question["question"]["id"]
            cli("hold", name)
            assert "ACT-1" in await refused(client, "answer", question=name, reply="a")
            assert (await told(client, "wait", question=name))["status"] == "held"
            person_apart("answer", name, "b")
            settled = await told(client, "answer", question=name, reply="a")
            assert settled["result"] == "already_settled"
            assert settled["answer"]["option"] == "b"

    run(work)


@pytest.mark.rule("MCP-6", "ASK-10")
def test_a_late_relay_confirms_nothing_and_overturns_no_confirmation(
    workspace: Path, db: Path, cli: Runner, person_apart: Runner
) -> None:
    with recorded(db, OPEN) as (planner, _):
        name = str(asked(planner.start("Keep the rows", str(workspace))).id)

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            assumed = await told(client, "wait", question=name)
            entry = assumed["decisions"][0]["entry"]
            said = cli("show", name, "--json").json["question"]["default"]
            agreed = await told(client, "answer", question=name, reply=said)
            assert agreed["result"] == "late"
            entries = cli("assumptions", "--json").json["assumptions"]
            assert [found["status"] for found in entries] == ["open"]
            person_apart("assumptions", "confirm", entry)
            assert "ACT-1" in await refused(client, "answer", question=name, reply="in the cloud")
            after = await told(client, "wait", question=name)
            assert after["decisions"][0]["verdict"] == "confirmed"

    run(work)


@pytest.mark.rule("MCP-6", "PLAN-6")
def test_a_draft_that_names_no_decision_is_no_less_in_need_of_approval(
    workspace: Path, db: Path, cli: Runner
) -> None:
    task = {
        "id": "t1",
        "title": "Clean up",
        "do": "Drop the table orders in production after a backup and a dry run",
        "undo": "easy",
        "check": "the table is gone",
    }

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "plan", goal=CLEAR, decisions=DECISIONS, tasks=[task])

    document = run(work)
    (drop,) = document["tasks"]
    assert drop["is"] in ("withheld", "waiting")
    plan = cli("show", document["session"], "--json").json["plan"]
    assert plan["tasks"][0]["reversibility"] == "irreversible"
    assert plan["requires_approval"] is True


# --- what a server serves -------------------------------------------------------------------------


@pytest.mark.rule("MCP-6", "INV-11", "ERR-1")
@pytest.mark.parametrize(
    "named", ["..", "/", "app/api.py", "nowhere", "\0", "way-out", "x" * 4_000]
)
def test_a_workspace_is_one_the_server_was_started_for(
    workspace: Path, db: Path, named: str
) -> None:
    (workspace / "way-out").symlink_to(workspace.parent)

    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            return await refused(client, "plan", goal=CLEAR, workspace=named)

    line = run(work)
    assert line.startswith("workspace: ")


@pytest.mark.rule("MCP-6")
def test_a_directory_within_the_served_one_is_served_too(workspace: Path, db: Path) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(
                client, "plan", goal="Fix a typo in the README", workspace="app", mind="rules"
            )

    assert run(work)["state"] == "proceed"


@pytest.mark.rule("MCP-6")
def test_what_belongs_to_another_workspace_is_not_known(
    workspace: Path, db: Path, tmp_path: Path, cli: Runner
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    question = cli("plan", DELETING, "--workspace", other, "--json").json["question"]["id"]

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            for tool, arguments in (
                ("wait", {"question": question}),
                ("answer", {"question": question, "reply": "a"}),
                ("task", {"session": question[:8], "task": "t1", "do": "start"}),
                ("status", {"session": question[:8]}),
            ):
                assert "is not known" in await refused(client, tool, **arguments)
            status = await told(client, "status")
            assert (status["sessions"], "questions" in status) == ([], False)

    run(work)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("plan", {}, "goal: is missing"),
        ("plan", {"goal": 7}, "goal: 7 is not text"),
        ("plan", {"goal": "x" * 20_001}, "20,001 characters are too many"),
        ("plan", {"goal": "a\u0000b"}, "control character"),
        ("plan", {"goal": CLEAR, "mind": "gpt"}, "accepted: host, rules"),
        ("plan", {"goal": CLEAR, "mind": "rules", "tasks": TASKS}, "mind: rules takes no tasks"),
        ("wait", {"question": "nothing-q1"}, "is not known"),
        ("answer", {"question": "nothing-q1", "reply": "a"}, "is not known"),
        ("answer", {"question": "nothing-q1", "reply": " "}, "reply: is empty"),
        ("task", {"session": "nothing", "task": "t1", "do": "start"}, "is not known"),
        ("check_plan", {"plan": 3}, "plan: is neither text nor an object"),
        ("check_plan", {"plan": "nothing to do"}, "no task was found"),
        ("check_plan", {"plan": {"tasks": []}}, "goal: is missing"),
        ("decide_scope", {}, "decision: is needed, or id"),
        ("decide_scope", {"id": "D1", "reply": "a"}, "part: goes with id and reply"),
        ("decide_scope", {"decision": {"decision": "Which?", "options": []}}, "0 entries"),
        ("decide_scope", {"decision": "which?"}, "is not an object"),
        ("status", {"since": "yesterday"}, "since: 'yesterday' is no time"),
    ],
    ids=str,
)
def test_bad_arguments_get_one_line(
    workspace: Path, db: Path, era: str, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async def work() -> str:
        async with Client(server_for(workspace, db), mode=era) as client:
            return await refused(client, tool, **arguments)

    assert said in run(work)


@pytest.mark.rule("MCP-3")
@pytest.mark.parametrize("left_out", [None, "", []], ids=["null", "empty text", "empty list"])
def test_a_field_that_is_left_out_by_sending_nothing_in_it_is_left_out(
    workspace: Path, db: Path, left_out: Any
) -> None:
    nothing = dict.fromkeys(("decisions", "tasks", "evidence"), left_out)
    blank = None if left_out == [] else left_out

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            more = dict.fromkeys(("workspace", "mind", "depth", "again"), blank)
            begun = await told(client, "plan", goal=CLEAR, **nothing, **more)
            assert (begun["state"], "example" in begun) == ("wanted", True)
            brought = {**nothing, **PROPOSAL}
            asked = await told(client, "plan", goal=CLEAR, **brought, workspace=blank)
            question = asked["question"]["id"]
            await told(client, "status", workspace=blank, session=blank, since=blank, after=blank)
            await told(client, "answer", question=question, reply="a", note=blank)
            done = {"session": asked["session"], "task": "t1", "do": "done"}
            await told(client, "task", **done, proof=blank, note=blank)

    run(work)


@pytest.mark.rule("MCP-7")
def test_a_report_on_many_tasks_shows_the_worst_and_counts_the_rest(
    workspace: Path, db: Path
) -> None:
    good = [f"- [ ] t{n} Add field {n} to the answer of app/api.py and test it" for n in range(300)]
    vague = [f"- [ ] v{n} misc {n}" for n in range(300)]

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            given = {"goal": "Add fields to the API"}
            return [
                await told(client, "check_plan", plan="\n".join(plan), **given)
                for plan in ([*good, "- [ ] x fix stuff"], [*good, *vague])
            ]

    one, many = run(work)
    for report in (one, many):
        assert tokens_at_most(json.dumps(report)) <= 4_500
        assert report["per_task"][0]["reason_codes"][0] == "vague_short"
        assert report["tasks_without_findings"] == 300
    assert (len(one["per_task"]), "more" in one) == (1, False)
    assert len(many["per_task"]) + many["tasks_left_out"] == 300
    assert "check_plan with the other tasks" in many["more"]


@pytest.mark.rule("ADQ-19", "MCP-2")
def test_a_plan_of_another_tool_is_judged_as_the_command_line_judges_it(
    workspace: Path, db: Path, cli: Runner
) -> None:
    text = "# Plan\n\n- [ ] fix stuff\n- [ ] Write the parser for app/api.py and test it\n"

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "check_plan", plan=text, goal="Add a parser")

    judged = cli("check", "--goal", "Add a parser", "--workspace", workspace, "--json", stdin=text)
    assert run(work) == judged.json
