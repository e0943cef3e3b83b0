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
    DELETING,
    ERAS,
    Answering,
    choosing,
    options,
    refused,
    run,
    saying,
    server_for,
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
            return await told(client, "plan", goal=DELETING)

    return run(work)


@pytest.mark.rule("MCP-1", "ASK-2", "ASK-12")
def test_a_person_chooses_from_an_enum_and_the_same_call_ends_in_the_plan(
    workspace: Path, db: Path, era: str
) -> None:
    shown: list[ElicitRequestParams] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:
        shown.append(params)
        return await choosing(1)(context, params)

    document = plans(workspace, db, era, person)
    assert options(shown[0]) == [
        "a) Mark as deleted",
        "b) Move to an archive",
        "c) Remove for good (cannot be undone)",
    ]
    assert "What should deleting do with the data?" in shown[0].message
    assert (document["outcome"], document["result"]) == ("plan", "answered")
    assert document["about"]["answer"] == {
        "value": "Move to an archive",
        "option": "b",
        "provenance": "choice",
        "by": "ada",
        "surface": "mcp",
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
    assert document["about"]["answer"]["value"] == "Remove for good"
    assert document["about"]["answer"]["provenance"] == "choice"
    assert document["plan"]["requires_approval"] is True, "choosing is not leave to run it"


@pytest.mark.rule("ASK-11", "MCP-4")
@pytest.mark.parametrize("typed", ["c", "yes", "Remove", "c) Remove for good", ""])
def test_a_second_form_with_other_words_chooses_nothing(
    workspace: Path, db: Path, era: str, typed: str
) -> None:
    document = plans(workspace, db, era, typing(typed, []))
    assert (document["outcome"], document["status"]) == ("question", "pending")


@pytest.mark.rule("ASK-2", "ASK-11")
def test_words_of_ones_own_are_no_answer_to_a_one_way_question(
    workspace: Path, db: Path, era: str
) -> None:
    said = {"in_your_own_words": "ask the lawyers first", "note": "they meet on Monday"}
    document = plans(workspace, db, era, saying("accept", said))
    assert (document["outcome"], document["status"]) == ("question", "pending")


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
    assert (document["outcome"], document["status"]) == ("question", "pending")
    assert cli("show", document["question"]["id"], "--json").json["question"]["status"] == "pending"


def test_a_client_without_forms_gets_the_id_a_text_and_where_to_answer(
    workspace: Path, db: Path, era: str
) -> None:
    document = plans(workspace, db, era)
    name = document["question"]["id"]
    assert document["status"] == "pending"
    assert "c) Remove for good  [cannot be undone]" in document["text"]
    assert document["where_to_answer"] == [f"plangate answer {name} a|b|'Remove for good'"]
    assert name in document["next"]


@pytest.mark.rule("ASK-7")
def test_a_question_answered_from_the_command_line_ends_the_agents_wait(
    workspace: Path, db: Path, era: str, person_apart: Runner
) -> None:
    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), mode=era) as client:
            question = await told(client, "plan", goal=DELETING)
            name = question["question"]["id"]
            ended: list[dict[str, Any]] = []

            async def wait() -> None:
                ended.append(await told(client, "wait", question=name))

            async with anyio.create_task_group() as group:
                group.start_soon(wait)
                await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "b"))
            return ended[0]

    document = run(work)
    assert (document["outcome"], document["status"]) == ("plan", "answered")
    assert document["about"]["answer"]["surface"] == "cli"


def test_a_question_answered_elsewhere_takes_the_form_away(
    workspace: Path, db: Path, person_apart: Runner
) -> None:
    """With a back channel the call ends although nobody touched the form."""

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:  # noqa: ARG001
        name = params.message.partition("plangate answer ")[2].split()[0]
        await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "a"))
        await anyio.sleep_forever()
        raise AssertionError("never")

    document = plans(workspace, db, "legacy", person)
    assert (document["outcome"], document["status"]) == ("plan", "answered")


@pytest.mark.rule("ASK-7", "ASK-12")
def test_a_form_answered_after_its_call_is_over_is_an_answer_all_the_same(
    workspace: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plangate.interfaces.mcp.asking._LONGEST_FORM", 0.05)

    async def work() -> dict[str, Any]:
        over = anyio.Event()

        async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:
            await over.wait()
            return await choosing(1)(context, params)

        server = server_for(workspace, db)
        async with Client(server, mode="legacy", elicitation_callback=person) as client:
            pending = await told(client, "plan", goal=DELETING)
            assert pending["status"] == "pending"
            assert "stays open" in pending["not_answered_because"]
            over.set()
            return await told(client, "wait", question=pending["question"]["id"])

    document = run(work)
    assert (document["outcome"], document["status"]) == ("plan", "answered")
    assert document["about"]["answer"]["provenance"] == "choice"


@pytest.mark.rule("ASK-7", "ASK-10")
def test_a_form_filled_in_after_somebody_else_answered_is_recorded_and_changes_nothing(
    workspace: Path, db: Path, person_apart: Runner
) -> None:
    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:
        name = params.message.partition("plangate answer ")[2].split()[0]
        await anyio.to_thread.run_sync(lambda: person_apart("answer", name, "a"))
        return await choosing(2)(context, params)

    document = plans(workspace, db, "2026-07-28", person)
    assert document["result"] == "already_settled"
    assert document["about"]["answer"]["option"] == "a"
    assert document["outcome"] == "plan"


def test_wait_is_bounded_and_says_so(workspace: Path, db: Path, era: str) -> None:
    async def work() -> None:
        async with Client(server_for(workspace, db), mode=era) as client:
            question = await told(client, "plan", goal=DELETING)
            name = question["question"]["id"]
            still = await told(client, "wait", question=name, seconds=0)
            assert still["status"] == "pending"
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
    assert (document["outcome"], document["status"]) == ("plan", "timed_out")
    assert document["assumptions"][0]["user_response"] == "timeout_assumed"


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
