"""A session that cannot be read is one line over MCP too, and stops no other (REC-9)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from mcp import Client

from tests.interfaces.mcp.support import CONTRADICTION, refused, run, server_for, told
from tests.interfaces.support import PLANNED


def damage(db: Path, session: str) -> None:
    with sqlite3.connect(db) as raw:
        raw.execute("DROP TRIGGER plan_events_are_never_changed")
        raw.execute(
            "UPDATE plan_events SET payload = substr(payload, 2) WHERE stream = ? AND seq = 1",
            (session,),
        )
    raw.close()


@pytest.mark.rule("REC-9", "MCP-2")
def test_an_unreadable_session_is_one_line_and_the_others_are_served(
    workspace: Path, db: Path
) -> None:
    (workspace / "sub").mkdir()

    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            broken = await told(client, "plan", goal=CONTRADICTION, mind="rules")
            whole = await told(client, "plan", goal=CONTRADICTION, workspace="sub", mind="rules")
            damage(db, broken["session"])

            for tool, given in (
                ("wait", {"question": broken["question"]["id"], "seconds": 0}),
                ("answer", {"question": broken["question"]["id"], "reply": "a"}),
            ):
                line = await refused(client, tool, **given)
                assert f"session {broken['session']}" in line
                assert "cannot be read" in line

            seen = await told(client, "wait", question=whole["question"]["id"], seconds=0)
            assert seen["status"] == "pending"

            planned = await told(client, "plan", goal=PLANNED, mind="rules")
            kept = await told(client, "plan", goal=PLANNED, workspace="sub", mind="rules")
            with sqlite3.connect(db) as raw:
                rows = "UPDATE assumptions SET document = '{' WHERE session = ?"
                assert raw.execute(rows, (planned["session"],)).rowcount
            raw.close()
            stands = await told(client, "status")
            assert set(stands["unreadable"]) == {broken["session"], planned["session"]}
            assumed = {entry["entry"].rpartition("-")[0] for entry in stands.get("assumed", [])}
            assert planned["session"] not in assumed
            there = await told(client, "status", workspace="sub")
            assert kept["session"] in {e["entry"].rpartition("-")[0] for e in there["assumed"]}
            assert "unreadable" not in there

    run(work)


@pytest.mark.rule("ERR-1", "MCP-3")
def test_a_bottomless_json_string_for_a_list_is_refused_in_one_line(
    workspace: Path, db: Path
) -> None:
    async def work() -> None:
        async with Client(server_for(workspace, db)) as client:
            for field in ("decisions", "tasks", "evidence"):
                line = await refused(client, "plan", goal=PLANNED, **{field: "[" * 100_000})
                assert line == f"proposal: {field}: is no list; accepted: a list of objects"

    run(work)
