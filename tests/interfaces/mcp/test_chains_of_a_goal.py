"""A decision with many options that a host opens is one of its goal's questions (SPLIT-10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, choosing, refused, run, server_for, told
from tests.interfaces.mcp.test_who_knows import TASKS, decision, verdicts

pytestmark = pytest.mark.rule("SPLIT-10", "GATE-7")

MANY = {
    "decision": "Which platforms ship?",
    "kind": "independent",
    "options": [{"key": f"E{n}", "label": f"Platform {n}"} for n in range(1, 6)],
}
KNOWN = [decision(name, "person", 8, default="one") for name in ("cap", "rate", "unit")]
SENT = {"goal": CLEAR, "decisions": KNOWN, "tasks": TASKS}


def test_with_its_questions_used_a_goal_has_no_chain_either(
    workspace: Path, db: Path, cli: Runner
) -> None:
    async def work() -> str:
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=choosing(0)) as client:
            reply = await told(client, "plan", **SENT)
            assert verdicts(reply)["unit"] == "assume"
            return await refused(client, "decide_scope", decision=MANY)

    line = run(work)
    assert line.startswith("decision: the 2 questions of “Print the invoice number")
    assert "a default of yours" in line
    assert cli("scope", "list", "--json").json["scopes"] == []


@pytest.mark.rule("GATE-16")
def test_while_a_question_of_the_goal_waits_a_chain_does_not_begin(
    workspace: Path, db: Path
) -> None:
    async def work() -> str:
        async with Client(server_for(workspace, db)) as client:
            await told(client, "plan", **SENT)
            return await refused(client, "decide_scope", decision=MANY)

    assert run(work).endswith("of this goal waits; accepted: one at a time")


def test_a_chain_takes_the_place_of_a_question(workspace: Path, db: Path, cli: Runner) -> None:
    async def work() -> tuple[dict[str, Any], str]:
        async with Client(server_for(workspace, db)) as client:
            await told(client, "plan", goal=CLEAR)
            await told(client, "decide_scope", decision=MANY)
            first = await told(client, "plan", **SENT)
            assert verdicts(first)["cap"] == "ask"
            last = await told(client, "answer", question=first["session"], reply="a")
            others = {**MANY, "decision": "Which formats ship?"}
            return last, await refused(client, "decide_scope", decision=others)

    last, line = run(work)
    assert verdicts(last) == {"cap": "relayed", "rate": "assume", "unit": "assume"}
    assert "questions of" in line
    assert cli("audit").code == 0


@pytest.mark.rule("SPLIT-9")
def test_a_chain_that_a_person_starts_counts_as_none(
    workspace: Path, db: Path, user: Runner, tmp_path: Path
) -> None:
    async def asked(**sent: Any) -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:
            return await told(client, "plan", **sent)

    run(lambda: asked(goal=CLEAR))
    file = tmp_path / "many.json"
    file.write_text(json.dumps(MANY))
    assert user("scope", "start", str(file)).code in (0, 3)
    reply = run(lambda: asked(**SENT))
    assert verdicts(reply) == {"cap": "ask", "rate": "wait", "unit": "wait"}


@pytest.mark.rule("ASK-16")
def test_a_decision_that_is_sent_again_while_it_is_open_is_asked_about_once(
    workspace: Path, db: Path, cli: Runner
) -> None:
    again = {**MANY, "decision": " which platforms  ship?", "options": MANY["options"][::-1]}
    other = {**MANY, "decision": "Which formats ship?"}

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            first = await told(client, "decide_scope", decision=MANY)
            relayed = {"id": first["id"], "part": first["open"]["number"], "reply": "cut"}
            await told(client, "decide_scope", **relayed)
            return [
                first,
                *[await told(client, "decide_scope", decision=d) for d in (again, other)],
            ]

    first, second, third = run(work)
    assert (second["id"], second["open"]["about"]) == (first["id"], "E2")
    assert third["id"] != first["id"]
    assert len(cli("scope", "list", "--json").json["scopes"]) == 2
