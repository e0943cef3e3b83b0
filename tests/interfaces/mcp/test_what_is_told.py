"""What a host is told of its own proposal: empty words, answers, and what is not its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from plangate.core.investigation.brief_values import tokens_of
from tests.interfaces.mcp.support import CLEAR, ERAS, TASKS, run, server_for, taking, told
from tests.interfaces.mcp.test_host_mends import calls

pytestmark = pytest.mark.rule("MCP-3", "MCP-7")


def dear(name: str, **more: Any) -> dict[str, Any]:
    """What only a person knows, and what is lost without them."""
    options = [
        {"id": "one", "label": f"{name} one", "consequence": "x", "effort": 9, "undo": "partly"},
        {"id": "two", "label": f"{name} two", "consequence": "y", "effort": 9, "undo": "partly"},
    ]
    default = {"options": options, "default": "one", "who_knows": "person"}
    return {"id": name, "question": f"Which {name}?", **default, **more}


@pytest.mark.rule("ERR-1")
def test_one_empty_text_throws_no_proposal_away_and_is_told(workspace: Path, db: Path) -> None:
    first, second = dear("paper")["options"]
    one = dear("paper", options=[first, {**second, "consequence": " "}])
    (document,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": [one]}))
    assert document["question"]["decision"] == "paper"
    assert "altered" not in document, "its label stands for it"


@pytest.mark.rule("ASK-17", "MCP-4")
def test_two_answers_in_one_call_are_both_shown_and_what_was_altered_stays(
    workspace: Path, db: Path
) -> None:
    first, second = dear("paper")["options"]
    silent = dear("paper", options=[first, {**second, "label": "Two pages of it " * 40}])
    decisions = [silent, dear("colour")]
    tasks = [{**TASKS[0], "rests_on": ["paper", "colour"]}, TASKS[1]]

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=ERAS[0], elicitation_callback=taking("a", "b")) as client:
            return await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)

    document = run(work)
    assert "t1" in document["next"]
    rows = {row["id"]: row for row in document["decisions"]}
    assert [row["verdict"] for row in rows.values()] == ["confirmed", "confirmed"]
    assert sorted(row["choice"] for row in rows.values()) == ["one", "two"], "the default first"
    (other,) = [row for row in rows.values() if row["choice"] == "two"]
    assert other["not_your_default"].startswith("you would build one")
    assert document["altered"]


@pytest.mark.rule("GATE-6", "ASK-17", "MCP-4")
@pytest.mark.parametrize("era", ERAS)
def test_after_an_answer_that_is_not_the_default_the_host_thinks_before_the_next_question(
    era: str, workspace: Path, db: Path
) -> None:
    decisions = [dear("paper"), dear("colour")]
    tasks = [{**TASKS[0], "rests_on": ["paper"]}, {**TASKS[1], "rests_on": ["colour"]}]
    shown: list[str] = []

    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        person = taking("b", "a", shown=shown)
        async with Client(server, mode=era, elicitation_callback=person) as client:
            first = await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)
            asked = len(shown)
            (late,) = [row["id"] for row in first["decisions"] if row["verdict"] == "wait"]
            mended = [task for task in tasks if late not in task["rests_on"]]
            then = await told(client, "plan", goal=CLEAR, tasks=mended)
            return [first, {"late": late, "asked": asked}, then]

    first, seen, then = run(work)
    assert seen["asked"] == 1, "the next question waits for the host"
    assert "question" not in first
    assert first["state"] == "wanted"
    (row,) = [row for row in first["decisions"] if row["id"] == seen["late"]]
    assert (row["verdict"], row["why"]) == ("wait", "see next")
    assert "is not what your tasks were drafted for" in first["next"]
    assert f"{seen['late']} is not yet put to the person: told again or kept" in first["next"]
    assert len(shown) == 2, "kept, it is asked in the next call"
    assert {row["verdict"] for row in then["decisions"]} == {"confirmed"}
    assert then["state"] == "plan"


@pytest.mark.rule("GATE-6", "GATE-18")
@pytest.mark.parametrize("era", ERAS)
def test_what_was_to_be_asked_next_can_be_dropped_or_told_anew_after_an_answer(
    era: str, workspace: Path, db: Path
) -> None:
    decisions, shown = [dear("paper"), dear("colour")], list[str]()
    tasks = [{**TASKS[0], "rests_on": ["paper", "colour"]}, TASKS[1]]

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        person = taking("b", "a", shown=shown)
        async with Client(server, mode=era, elicitation_callback=person) as client:
            first = await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)
            (late,) = [row["id"] for row in first["decisions"] if row["verdict"] == "wait"]
            other = [{"id": late, "drop": "the answer settles it"}, dear("size")]
            return await told(
                client,
                "plan",
                goal=CLEAR,
                decisions=other,
                tasks=[{**tasks[0], "rests_on": ["paper", "colour", "size"]}],
            )

    document = run(work)
    assert "Which size?" in shown[1], "what took its place is asked"
    assert len(shown) == 2
    assert sorted(row["verdict"] for row in document["decisions"]) == [
        "confirmed",
        "confirmed",
        "dropped",
    ]


@pytest.mark.rule("MCP-7", "MCP-8")
def test_status_gives_a_long_plan_whole_page_by_page(workspace: Path, db: Path) -> None:
    sent = [
        {
            "id": f"t{n}",
            "title": f"Count the visits of part {n}",
            "do": f"Add the counter {n} to app/api.py. " + "It counts each visit once. " * 9,
            "files": ["app/api.py"],
            "check": f"pytest tests/test_api.py -k part{n}",
            "after": [f"t{n - 1}"] if n else [],
        }
        for n in range(14)
    ]

    async def work() -> tuple[list[dict[str, Any]], list[int]]:
        shown: list[dict[str, Any]] = []
        sizes: list[int] = []
        async with Client(server_for(workspace, db)) as client:
            session = (await told(client, "plan", goal=CLEAR, decisions=[], tasks=sent))["session"]
            asked = {"session": session}
            while True:
                page = await told(client, "status", **asked)
                shown += page["tasks"]
                sizes.append(tokens_of(page))
                if "more" not in page:
                    return shown, sizes
                asked = {"session": session, "after": page["tasks"][-1]["id"]}
                assert page["more"] == f"status with session {session} and after {asked['after']}"
                assert page["tasks_left_out"] == len(sent) - len(shown)

    shown, sizes = run(work)
    assert len(sizes) > 1
    assert max(sizes) <= 1_500
    told_of = ("id", "do", "files", "check")
    assert [{name: row[name] for name in told_of} for row in shown] == [
        {**{name: row[name] for name in told_of}, "do": str(row["do"]).strip()} for row in sent
    ]
    assert [row.get("after", []) for row in shown] == [row["after"] for row in sent]


@pytest.mark.rule("VOI-2", "MCP-3")
def test_a_host_is_told_from_which_size_on_a_person_is_asked(workspace: Path, db: Path) -> None:
    def of_a_person(name: str, hours: int) -> dict[str, Any]:
        options = [
            {"id": way, "label": f"{name} {way}", "consequence": way, "effort": hours, "undo": undo}
            for way, undo in (("one", "easy"), ("two", "easy"))
        ]
        return {"id": name, "question": f"How is {name}?", "options": options,
                "who_knows": "person", "default": "one"}  # fmt: skip

    async def work() -> tuple[str, dict[str, str]]:
        async with Client(server_for(workspace, db)) as client:
            first = await told(client, "plan", goal=CLEAR)
            tasks = [{**task, "rests_on": []} for task in TASKS]
            known = [of_a_person("rate", 2), of_a_person("unit", 1)]
            done = await told(client, "plan", goal=CLEAR, decisions=known, tasks=tasks)
            return first["next"], {row["id"]: row["verdict"] for row in done["decisions"]} | {
                "why": next(row["why"] for row in done["decisions"] if row["id"] == "unit")
            }

    wish, verdicts = run(work)
    assert "two are asked in your order, each from about 1.5 hours of rework on" in wish
    assert verdicts["rate"] == "ask"
    assert verdicts["unit"] == "assume"
    assert verdicts["why"].endswith("(expected waste 0.10, asked from 0.15)")


@pytest.mark.parametrize("era", ERAS)
def test_what_is_wrong_with_tasks_is_told_though_a_question_was_answered_in_the_same_call(
    era: str, workspace: Path, db: Path
) -> None:
    tasks = [{**TASKS[0], "files": ["app/nowhere.py"], "rests_on": ["paper"]}, TASKS[1]]

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=taking("a")) as client:
            return await told(client, "plan", goal=CLEAR, decisions=[dear("paper")], tasks=tasks)

    document = run(work)
    assert document["result"] == "answered"
    assert any("app/nowhere.py" in line for line in document["tasks"][0]["findings"])
    assert "found_in_tasks" not in document


def test_tasks_that_were_written_for_an_answer_are_not_held_against_the_default_again(
    workspace: Path, db: Path
) -> None:
    tasks = [{**task, "rests_on": ["paper"]} for task in TASKS]

    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=taking("b")) as client:
            first = await told(client, "plan", goal=CLEAR, decisions=[dear("paper")], tasks=tasks)
            again = [{**task, "do": f"{task['do']} on paper two"} for task in tasks]
            return [first, await told(client, "plan", goal=CLEAR, tasks=again)]

    first, last = run(work)
    assert first["decisions"][0]["not_your_default"].startswith("you would build one")
    assert "not_your_default" not in last["decisions"][0]


def test_twenty_decisions_and_their_answers_are_told_in_1500_tokens(
    workspace: Path, db: Path
) -> None:
    many = [dear(f"matter-of-some-length-{n}", who_knows="anyone") for n in range(18)]
    decisions = [dear("paper"), dear("colour"), *many]
    names = [one["id"] for one in decisions]
    do = "Add the counter to app/api.py. " + "It counts each visit once. " * 30
    tasks = [{**TASKS[0], "id": f"t{n}", "do": do, "rests_on": names[n::8]} for n in range(8)]

    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=taking("a", "a")) as client:
            sent = await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)
            return [sent, await told(client, "status", session=sent["session"])]

    for reply in run(work):
        assert tokens_of(reply) <= 1_500
        assert [row["id"] for row in reply["decisions"]] == names, "none is left out"


@pytest.mark.rule("GATE-6", "MCP-8")
def test_a_question_that_waits_for_its_host_is_shown_to_no_other_as_one_to_put(
    workspace: Path, db: Path
) -> None:
    decisions = [dear("paper"), dear("colour")]
    tasks = [{**TASKS[0], "rests_on": ["paper"]}, {**TASKS[1], "rests_on": ["colour"]}]

    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=taking("b", "a")) as client:
            sent = await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)
            whole = await told(client, "status", session=sent["session"])
            return [sent, whole, await told(client, "status")]

    sent, whole, here = run(work)
    assert (sent["state"], whole["state"]) == ("wanted", "wanted")
    assert "question" not in whole
    assert "questions" not in here
    assert whole["next"] == sent["next"]
    assert here["next"].startswith(sent["next"])
