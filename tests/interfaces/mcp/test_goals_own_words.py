"""What the goal itself says about what is gone for good (UND-6, UND-7, GATE-18, GATE-20)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.conftest import Runner
from tests.interfaces.mcp.support import run, server_for, told
from tests.interfaces.mcp.test_who_knows import decision, verdicts

pytestmark = pytest.mark.rule("UND-7", "UND-6")

ORDERED = (
    "For data protection, the invoices of customers that are older than three years have to be "
    "deleted every night"
)
OPEN = "The invoices of customers that are older than three years have to be deleted every night"
TASKS: list[dict[str, Any]] = [
    {
        "id": "t1",
        "title": "Delete old invoices",
        "do": "A nightly job in app/api.py deletes the rows of old invoices",
        "files": ["app/api.py"],
        "rests_on": ["lost-for-good"],
        "check": "pytest tests/test_api.py passes with a test for the job",
        "effort": 2,
        "undo": "easy",
    }
]


def planned(workspace: Path, db: Path, goal: str, *sent: dict[str, Any]) -> list[dict[str, Any]]:
    """What a host gets whose client shows no form."""

    async def work() -> list[dict[str, Any]]:
        async with Client(server_for(workspace, db)) as client:
            return [await told(client, "plan", goal=goal, **each) for each in sent]

    return run(work)


@pytest.mark.rule("GATE-20", "PLAN-6")
def test_what_the_goal_orders_gone_by_law_is_not_taken_for_recoverable(
    workspace: Path, db: Path, cli: Runner
) -> None:
    moot = [{"id": "pii-regime", "drop": "the goal names what has to go"}]
    (reply,) = planned(workspace, db, ORDERED, {"decisions": moot, "tasks": TASKS})
    (row,) = [row for row in reply["decisions"] if row["id"] == "lost-for-good"]
    assert (row["verdict"], row["choice"]) == ("assume", "for-good")
    assert row["why"].startswith("the goal says so: ")
    assert reply["tasks"][0]["is"] == "withheld", "the step is approved by name all the same"
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-20")
def test_a_deletion_without_such_a_reason_is_asked_about_as_ever(workspace: Path, db: Path) -> None:
    (reply,) = planned(workspace, db, OPEN, {"decisions": [], "tasks": TASKS})
    assert verdicts(reply)["lost-for-good"] == "ask"


@pytest.mark.rule("GATE-18", "MCP-3")
@pytest.mark.parametrize(
    ("quote", "counts"),
    [("older than three years have to be deleted every night", True), ("kept for good", False)],
)
def test_the_goals_words_are_evidence_where_they_stand_there(
    workspace: Path, db: Path, quote: str, counts: bool
) -> None:
    known = decision("how-often", "person", 6, default="one")
    row = {"claim": "said", "locator": "goal", "quote": quote, "supports": {"how-often": "one"}}
    (reply,) = planned(workspace, db, ORDERED, {"decisions": [known], "evidence": [row]})
    (row,) = [row for row in reply["decisions"] if row["id"] == "how-often"]
    assert row["why"].startswith("settled by goal") == counts
    assert ("those words do not stand in the goal" in str(reply.get("not_counted"))) != counts
