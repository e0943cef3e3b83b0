"""What a host is told of its own proposal: empty words, answers, and what is not its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.interfaces.mcp.support import CLEAR, ERAS, TASKS, run, saying, server_for, told
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
    empty = "decisions[0].options[1].consequence: is empty, taken as not told"
    assert empty in document["altered"]


@pytest.mark.rule("ASK-17", "MCP-4")
def test_two_answers_in_one_call_are_both_shown_and_what_was_altered_stays(
    workspace: Path, db: Path
) -> None:
    first, second = dear("paper")["options"]
    silent = dear("paper", options=[first, {**second, "consequence": ""}])
    decisions = [silent, dear("colour")]
    tasks = [{**TASKS[0], "rests_on": ["paper", "colour"]}, TASKS[1]]

    async def work() -> dict[str, Any]:
        answering = saying("accept", {"choice": "b"})
        server = server_for(workspace, db)
        async with Client(server, mode=ERAS[0], elicitation_callback=answering) as client:
            return await told(client, "plan", goal=CLEAR, decisions=decisions, tasks=tasks)

    document = run(work)
    assert sorted(document["answers"].values()) == ["colour two", "paper two"]
    assert "t1" in document["next"]
    rows = {row["id"]: row for row in document["decisions"]}
    for name in ("paper", "colour"):
        assert rows[name]["not_your_default"].startswith("you would build one"), rows[name]
    assert document["altered"]
