"""Questions through MCP (MCP-4): forms where a client has them, `pending` where it has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    CONTRADICTION,
    DECISIONS,
    DELETING,
    ERAS,
    TASKS,
    Answering,
    choosing,
    options,
    refused,
    run,
    saying,
    server_for,
    taking,
    told,
    typing,
)
from tests.interfaces.support import OPEN, asked, recorded

pytestmark = pytest.mark.rule("MCP-4")


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def plans(
    workspace: Path, db: Path, era: str, answering: Answering | None = None
) -> dict[str, Any]:
    """What one call of `plan` comes to, with a client that answers like this."""

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=answering) as client:
            return await told(client, "plan", goal=DELETING, mind="rules")

    return run(work)


@pytest.mark.rule("MCP-1", "ASK-2", "ASK-12")
def test_a_person_chooses_from_an_enum_and_the_same_call_ends_in_the_plan(
    workspace: Path, db: Path, era: str, cli: Runner
) -> None:
    shown: list[ElicitRequestParams] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:
        shown.append(params)
        return await choosing(1)(context, params)

    document = plans(workspace, db, era, person)
    question = cli("show", document["asked"], "--json").json["question"]
    consequences = [option["consequence"] for option in question["options"]]
    assert options(shown[0]) == [
        f"{key}) {label}{end}: {leads}"
        for (key, label, end), leads in zip(
            (
                ("a", "Mark as deleted", ""),
                ("b", "Move to an archive", ""),
                ("c", "Remove for good", " (cannot be undone)"),
            ),
            consequences,
            strict=True,
        )
    ] + ["Something else, in my own words"]
    lines = shown[0].message.splitlines()
    assert lines[0] == "What should deleting do with the data? (question 1 of at most 3)"
    assert any(line.startswith("Without an answer") for line in lines)
    assert len(lines) <= 4
    schema: Any = getattr(shown[0], "requested_schema", {})
    assert list(schema["properties"]) == ["choice", "note"]
    assert schema["required"] == ["choice"], "one required field"
    assert (document["state"], document["result"]) == ("plan", "answered")
    assert document["answer"] == {
        "value": "Move to an archive",
        "option": "b",
        "provenance": "choice",
    }
    assert len(shown) == 1, "asked once"


@pytest.mark.rule("ASK-11", "MCP-4", "PLAN-6")
def test_a_one_way_option_leads_to_a_second_form_where_its_label_is_typed(
    workspace: Path, db: Path, era: str
) -> None:
    shown: list[Any] = []
    document = plans(workspace, db, era, typing("remove for GOOD", shown))
    assert [list(form.requested_schema["properties"]) for form in shown] == [
        ["choice", "note"],
        ["its_label"],
    ]
    assert "cannot be undone" in shown[1].message
    assert document["answer"]["value"] == "Remove for good"
    assert document["answer"]["provenance"] == "choice"
    assert "approval" in document["next"], "choosing is not leave to run it"


@pytest.mark.rule("ASK-11", "MCP-4")
def test_a_client_that_clicks_by_the_bare_label_shows_the_second_form_all_the_same(
    workspace: Path, db: Path, era: str
) -> None:
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        content: Any = {"choice": "Remove for good"} if len(shown) == 1 else {}
        return ElicitResult(action="accept", content=content)

    document = plans(workspace, db, era, person)
    assert len(shown) == 2
    assert (document["state"], document["status"]) == ("question", "pending")


@pytest.mark.rule("ASK-11", "MCP-4")
@pytest.mark.parametrize("typed", ["c", "yes", "Remove", "c) Remove for good", ""])
def test_a_second_form_with_other_words_chooses_nothing(
    workspace: Path, db: Path, era: str, typed: str
) -> None:
    document = plans(workspace, db, era, typing(typed, []))
    assert (document["state"], document["status"]) == ("question", "pending")
    if typed:
        said = "what was typed is not the label that was asked for: nothing is chosen"
        assert document["message"].startswith(said)


@pytest.mark.rule("ASK-2", "ASK-11")
def test_words_of_ones_own_are_no_answer_to_a_one_way_question(
    workspace: Path, db: Path, era: str
) -> None:
    said = {"in_your_own_words": "ask the lawyers first", "note": "they meet on Monday"}
    document = plans(workspace, db, era, saying("accept", said))
    assert (document["state"], document["status"]) == ("question", "pending")


@pytest.mark.rule("ASK-13", "ASK-11")
@pytest.mark.parametrize(
    "answering",
    [
        saying("accept", {}),
        saying("accept"),
        saying("accept", {"choice": ""}),
        saying("accept", {"choice": "  ", "note": "only a note"}),
        saying("accept", {"choice": 3}),
        saying("accept", {"something else": "b"}),
        saying("accept", {"choice": "Remove"}),
        saying("accept", {"choice": "ok"}),
        saying("decline"),
        saying("decline", {"choice": "c) Remove for good (cannot be undone)"}),
        saying("cancel"),
    ],
    ids=[
        "empty", "no content", "empty field", "blank", "no text", "another field",
        "not exactly the one-way label", "assent", "decline", "decline with content", "cancel",
    ],
)  # fmt: skip
def test_what_is_no_answer_leaves_the_question_pending(
    workspace: Path, db: Path, era: str, answering: Answering, cli: Runner
) -> None:
    document = plans(workspace, db, era, answering)
    assert (document["state"], document["status"]) == ("question", "pending")
    assert cli("show", document["question"]["id"], "--json").json["question"]["status"] == "pending"


def test_a_client_without_forms_gets_the_id_a_text_and_where_to_answer(
    workspace: Path, db: Path, era: str
) -> None:
    document = plans(workspace, db, era)
    name = document["question"]["id"]
    assert document["question"]["status"] == "pending"
    assert "(cannot be undone)" in document["question"]["text"]
    only = f"only the person: in a form, or plangate answer {name} a|b|'Remove for good'"
    assert document["question"]["answer_by"] == only
    assert name in document["next"]


@pytest.mark.rule("ASK-7")
def test_a_question_answered_from_the_command_line_ends_the_agents_wait(
    workspace: Path, db: Path, era: str, person_apart: Runner
) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), mode=era) as client:
            question = await told(client, "plan", goal=DELETING, mind="rules")
            name = question["question"]["id"]
            ended: list[dict[str, Any]] = []

            async def wait() -> None:
                ended.append(await told(client, "wait", question=name))

            async with anyio.create_task_group() as group:
                group.start_soon(wait)
                await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "b"))
            return ended[0]

    document = run(work)
    assert (document["state"], document["status"]) == ("plan", "answered")
    assert document["answer"]["option"] == "b"


def test_a_question_answered_elsewhere_takes_the_form_away(
    workspace: Path, db: Path, person_apart: Runner, cli: Runner
) -> None:
    """With a back channel the call ends although nobody touched the form."""

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:  # noqa: ARG001
        name = cli("inbox", "--json").json["questions"][0]["id"]
        await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "a"))
        await anyio.sleep_forever()
        raise AssertionError("never")

    document = plans(workspace, db, "legacy", person)
    assert (document["state"], document["status"]) == ("plan", "answered")


@pytest.mark.rule("ASK-2", "ASK-12")
def test_own_words_are_an_option_that_leads_to_a_second_form(
    workspace: Path, db: Path, era: str
) -> None:
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:  # noqa: ARG001
        shown.append(params)
        schema: Any = getattr(params, "requested_schema", {})
        if "choice" in schema["properties"]:
            return ElicitResult(action="accept", content={"choice": options(params)[-1]})
        return ElicitResult(action="accept", content={"in_your_own_words": "a link by mail"})

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=person) as client:
            return await told(client, "plan", goal=CONTRADICTION, mind="rules")

    document = run(work)
    assert options(shown[0])[-1] == "Something else, in my own words"
    assert [list(form.requested_schema["required"]) for form in shown[:2]] == [
        ["choice"],
        ["in_your_own_words"],
    ]
    assert document["answer"]["value"] == "a link by mail"
    assert document["answer"]["provenance"] == "custom"


@pytest.mark.rule("ASK-7", "ASK-10")
def test_a_form_filled_in_after_somebody_else_answered_is_recorded_and_changes_nothing(
    workspace: Path, db: Path, person_apart: Runner, cli: Runner
) -> None:
    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:
        name = cli("inbox", "--json").json["questions"][0]["id"]
        await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "a"))
        return await choosing(2)(context, params)

    document = plans(workspace, db, "2026-07-28", person)
    assert document["result"] == "already_settled"
    assert document["answer"]["option"] == "a"
    assert document["state"] == "plan"


def test_wait_is_bounded_and_says_so(workspace: Path, db: Path, era: str) -> None:
    async def work() -> None:
        async with Client(server_for(workspace, db), mode=era) as client:
            question = await told(client, "plan", goal=DELETING, mind="rules")
            name = question["question"]["id"]
            still = await told(client, "wait", question=name, seconds=0)
            assert still["status"] == "pending"
            assert set(still) == {"asked", "status", "session", "next"}, "nothing is told again"
            line = await refused(client, "wait", question=name, seconds=56)
            assert line == "seconds: 56 is out of range; accepted: a finite number from 0 to 55"

    run(work)


@pytest.mark.rule("ASK-8", "ASK-9")
def test_a_wait_on_a_question_past_its_deadline_finds_the_default_assumed(
    workspace: Path, db: Path, era: str
) -> None:
    with recorded(db, OPEN) as (planner, _):
        name = str(asked(planner.start("Keep the rows", str(workspace))).id)

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), mode=era) as client:
            return await told(client, "wait", question=name)

    document = run(work)
    assert (document["state"], document["status"]) == ("plan", "timed_out")
    assert [row["verdict"] for row in document["decisions"]] == ["assume"]


@pytest.mark.rule("SPLIT-1", "SPLIT-11", "SPLIT-6")
def test_many_options_are_one_table_and_none_is_dropped(
    workspace: Path, db: Path, era: str
) -> None:
    names = [f"E{n}" for n in range(1, 6)]
    decision = {
        "decision": "Which chat platforms ship?",
        "kind": "independent",
        "options": [{"key": name, "label": f"Platform {name}"} for name in names],
    }

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:  # noqa: ARG001
        schema: Any = getattr(params, "requested_schema", {})
        if "E1" in schema["properties"]:
            rows: Any = {name: "include" if name in ("E1", "E2") else "defer" for name in names}
            return ElicitResult(action="accept", content=rows)
        return ElicitResult(action="accept", content={"choice": "ship"})

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=person) as client:
            return await told(client, "decide_scope", decision=decision)

    document = run(work)
    assert document["status"] == "shipped"
    assert [o["disposition"] for o in document["options"]] == [
        "include", "include", "defer", "defer", "defer",
    ]  # fmt: skip


@pytest.mark.rule("SPLIT-1", "SPLIT-3")
def test_without_forms_the_agent_passes_on_one_part_after_the_other(
    workspace: Path, db: Path, era: str
) -> None:
    decision = {
        "decision": "Which store?",
        "kind": "independent",
        "options": [{"key": k, "label": f"Store {k}"} for k in ("A", "B", "C", "D", "E")],
    }

    async def work() -> None:
        async with Client(server_for(workspace, db), mode=era) as client:
            begun = await told(client, "decide_scope", decision=decision)
            assert begun["open"]["number"] == "D1.1"
            part: dict[str, Any] = begun
            for _ in range(5):
                part = await told(
                    client,
                    "decide_scope",
                    id=begun["id"],
                    part=part["open"]["number"],
                    reply="include",
                )
            assert part["open"]["number"] == "D1.final"
            line = await refused(client, "decide_scope", id=begun["id"], part="D1.1", reply="cut")
            assert "no longer open" in line
            shown = await told(client, "decide_scope", id=begun["id"])
            assert [o["disposition"] for o in shown["options"]] == ["include"] * 5

    run(work)


@pytest.mark.rule("ASK-17", "MCP-4")
@pytest.mark.parametrize("has_more", [True, False])
def test_a_form_says_that_the_rest_goes_on_only_where_there_is_a_rest(
    workspace: Path, db: Path, *, has_more: bool
) -> None:
    shown: list[str] = []
    other = {**TASKS[1], "id": "t3", "after": [], "rests_on": []}
    tasks = [*TASKS, other] if has_more else TASKS

    async def work() -> None:
        async with Client(
            server_for(workspace, db), elicitation_callback=taking("a", shown=shown)
        ) as client:
            await told(client, "plan", goal=CLEAR, decisions=DECISIONS, tasks=tasks)

    run(work)
    waits = "t1, t2; the rest goes on" if has_more else "the whole plan"
    assert shown[0].splitlines()[-1] == f"Waiting for it: {waits}."
