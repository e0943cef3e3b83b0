"""Leave to begin a task that cannot be undone, given in a form (PLAN-6, ACT-1, MCP-6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, ERAS, TASKS, refused, run, server_for, told

pytestmark = pytest.mark.rule("PLAN-6", "ACT-1", "MCP-6")

WIPE: dict[str, Any] = {
    "id": "t3",
    "title": "Empty the archive",
    "do": "Take a backup of the archive, then run `psql -c 'TRUNCATE archive'` on production once",
    "check": "pytest tests/test_api.py",
    "undo": "never",
}
PRINT = [{**task, "rests_on": []} for task in TASKS]
PLAN = {"goal": CLEAR, "decisions": [], "tasks": [*PRINT, WIPE]}


def started(
    workspace: Path, db: Path, typed: Mapping[str, str] | str, era: str = ERAS[0]
) -> tuple[Any, list[Any]]:
    """What an agent gets that begins the final task, and the forms its person was shown."""
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        if isinstance(typed, str):
            return ElicitResult(action="accept", content={"its_label": typed})
        return ElicitResult(action="decline")

    async def work() -> Any:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=person) as client:
            plan = await told(client, "plan", **PLAN)
            about = {"session": plan["session"], "task": "t3", "do": "start"}
            return await told(client, "task", **about)

    return run(work), shown


@pytest.mark.parametrize("era", ERAS)
def test_typing_its_name_approves_a_task_and_it_is_begun(
    workspace: Path, db: Path, cli: Runner, era: str
) -> None:
    reply, (form,) = started(workspace, db, "approve t3", era)
    assert reply["is"] == "started"
    first, why, last = form.message.splitlines()
    assert first == "May t3 “Empty the archive” be begun?"
    assert why.startswith("It cannot be undone: it says “")
    assert "It does: Take a backup of the archive, then run `psql" in why
    assert "undo_why" not in why, "that is its proposer's to do"
    assert last.endswith("To approve it, type: approve t3")
    assert cli("audit").code == 0
    (approval,) = (line for line in cli("export").out.splitlines() if "PlanApproved" in line)
    assert "ada" in approval


@pytest.mark.parametrize("typed", ["yes", "t3", "approve t2", "approve", ""])
def test_nothing_else_that_is_typed_approves_it(workspace: Path, db: Path, typed: str) -> None:
    reply, _ = started(workspace, db, typed)
    assert reply["is"] == "withheld"
    assert "started" not in json.dumps(reply)


@pytest.mark.rule("PLAN-6", "MCP-7")
def test_nobody_is_asked_to_approve_what_still_waits_for_another_task(
    workspace: Path, db: Path
) -> None:
    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        raise AssertionError(params.message)

    async def work() -> str:
        async with Client(server_for(workspace, db), elicitation_callback=person) as client:
            waits = [*PRINT, {**WIPE, "after": ["t2"]}]
            plan = await told(client, "plan", **{**PLAN, "tasks": waits})
            about = {"session": plan["session"], "task": "t3", "do": "start"}
            return await refused(client, "task", **about)

    assert run(work).startswith("t3 cannot be begun: ")


def test_a_declined_form_leaves_it_withheld(workspace: Path, db: Path) -> None:
    reply, _ = started(workspace, db, {})
    assert reply["is"] == "withheld"
    assert "not an answer" in reply["not_answered_because"]


def test_a_client_without_forms_is_told_where_a_person_approves(workspace: Path, db: Path) -> None:
    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            plan = await told(client, "plan", **PLAN)
            about = {"session": plan["session"], "task": "t3", "do": "start"}
            return await refused(client, "task", **about)

    assert "A person approves it" in run(work)


def test_a_plan_that_changed_meanwhile_is_not_approved(workspace: Path, db: Path) -> None:
    async def work() -> Any:
        async def person(context: ClientRequestContext, params: ElicitRequestParams) -> Any:  # noqa: ARG001
            other = {**WIPE, "do": f"{WIPE['do']}, and the one of last year"}
            async with Client(server_for(workspace, db)) as second:
                await told(second, "plan", goal=CLEAR, tasks=[other])
            return ElicitResult(action="accept", content={"its_label": "approve t3"})

        async with Client(server_for(workspace, db), elicitation_callback=person) as client:
            plan = await told(client, "plan", **PLAN)
            about = {"session": plan["session"], "task": "t3", "do": "start"}
            return await told(client, "task", **about)

    assert "started" not in json.dumps(run(work))
