"""A host that says a person ordered what cannot be undone (GATE-20, ASK-15, PLAN-6, MCP-6)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, options, run, server_for, told
from tests.interfaces.mcp.test_host import committed
from tests.interfaces.mcp.test_their_words import played
from tests.interfaces.mcp.test_who_knows import TASKS, calls, decision, verdicts

pytestmark = pytest.mark.rule("GATE-20", "ASK-15", "MCP-6")

ORDERED = f"{CLEAR}, and take the old sessions out of the user table"
RESTING = [{**TASKS[0], "rests_on": ["old"]}]


def old(**final: Any) -> dict[str, Any]:
    """What becomes of old sessions: its host is almost sure that they go."""
    known = decision("old", "person", 4, default="one")
    known["options"][0] |= {"label": "They stay", "prior": 0.001}
    known["options"][1] |= {"label": "They are taken out", "prior": 0.999, "undo": "never"}
    return {**known, **final}


def quoting(locator: str, quote: str, option: str = "two") -> list[dict[str, Any]]:
    return [{"claim": "ordered", "locator": locator, "quote": quote, "supports": {"old": option}}]


@pytest.mark.parametrize("who", ["person", "repository", "anyone"])
@pytest.mark.parametrize("locator", ["goal", "notes.md:1"])
def test_no_quote_of_a_goal_or_a_page_takes_what_cannot_be_undone(
    workspace: Path, db: Path, who: str, locator: str
) -> None:
    quote = "take the old sessions out of the user table"
    (workspace / "notes.md").write_text(f"{quote}\n", encoding="utf-8")
    committed(workspace)
    proposal: dict[str, Any] = {
        "decisions": [old(default="two", who_knows=who)],
        "evidence": quoting(locator, quote),
        "tasks": RESTING,
    }
    (first, reply) = calls(
        workspace, db, ("plan", {"goal": ORDERED, **proposal}), ("plan", {"goal": ORDERED})
    )
    assert verdicts(first)["old"] == verdicts(reply)["old"] == "ask"
    assert reply["tasks"][0]["is"] == "waiting"


NOTE = "Old sessions must never leave the table. The audit is in May."


def noted(
    workspace: Path, db: Path, quote: str, known: dict[str, Any]
) -> tuple[dict[str, Any], list[Any]]:
    """What becomes of a note on another question, when its words are quoted for `old`."""
    first = [decision(name, "person", 5, default="one") for name in ("rate", "unit")]
    (_, reply), shown = played(
        workspace,
        db,
        [{"choice": "rate one", "note": NOTE}, {"choice": "unit one"}, {"decline": True}],
        {"decisions": [*first, old(options=known["options"])]},
        lambda asked: {
            "decisions": [known],
            "evidence": quoting(asked, quote),
            "tasks": RESTING,
        },
    )
    return reply, shown


def easy(**more: Any) -> dict[str, Any]:
    known = old(default="two", **more)
    known["options"][1] |= {"label": "They leave the table", "undo": "easy"}
    return known


def test_a_denial_that_a_quote_leaves_out_is_noticed(workspace: Path, db: Path) -> None:
    reply, _ = noted(workspace, db, "leave the table", easy())
    assert verdicts(reply)["old"] == "assume", "nobody said it"
    told = "in “Old sessions must never leave the table.” these words are denied; quote that whole"
    assert told in reply["not_counted"][0]


@pytest.mark.parametrize(
    "said",
    [
        "Nobody should ever delete old sessions.",
        "Please do not ever, under any circumstances, delete old sessions.",
        "Never, whoever asks for it, delete old sessions.",
        "None of us may delete old sessions.",
    ],
)
def test_a_denial_is_noticed_however_far_before_the_quote_it_stands(
    workspace: Path, db: Path, said: str
) -> None:
    row = quoting("goal", "delete old sessions")
    sent = {"decisions": [easy()], "evidence": row, "tasks": RESTING}
    goal = f"Show the number of sessions. {said}"
    (reply,) = calls(workspace, db, ("plan", {"goal": goal, **sent}))
    assert "these words are denied" in str(reply.get("not_counted"))


def test_what_a_person_said_stands_in_the_ledger_by_its_whole_sentence(
    workspace: Path, db: Path, cli: Runner
) -> None:
    reply, _ = noted(workspace, db, "the audit is", easy())
    ledger = cli("assumptions", "--session", reply["session"], "--json").json["assumptions"]
    (said,) = [x["user_response"] for x in ledger if x["user_response"].startswith("custom: ")]
    assert said == "custom: The audit is in May."


@pytest.mark.rule("PLAN-6")
def test_a_note_on_another_question_takes_nothing_final_and_unlocks_no_task(
    workspace: Path, db: Path, cli: Runner
) -> None:
    reply, shown = noted(workspace, db, "The audit is in May", old(default="two"))
    assert f"You wrote: “{NOTE}” The agent reads it as: “They are taken out”" in shown[2].message
    row = next(row for row in reply["decisions"] if row["id"] == "old")
    assert row["verdict"] in ("ask", "park")
    assert row["choice"] is None
    assert reply["tasks"][0]["is"] == "waiting"
    assert cli("audit").code == 0


# --- what parked after the questions were used ----------------------------------------------------

SOUNDS = {"one": "Purged for good at night", "two": "Deleted for good at once"}


def parked(
    workspace: Path, db: Path, then: Callable[[dict[str, Any]], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Two questions are used, and every option of a third matter sounds final."""
    known = decision("old", "person", 4, default="one")
    for option in known["options"]:
        option["label"] = SOUNDS[option["id"]]
    first = [decision(name, "person", 5, default="one") for name in ("rate", "unit")]
    replies, _ = played(
        workspace,
        db,
        [{"choice": "rate one"}, {"choice": "unit one"}, {"decline": True}],
        {"decisions": [*first, known]},
        lambda _: {"decisions": [then(known)]},
    )
    return replies


@pytest.mark.rule("GATE-18")
def test_what_parked_is_told_again_with_an_option_that_can_be_undone(
    workspace: Path, db: Path, cli: Runner
) -> None:
    stays = {"id": "stay", "label": "They stay", "consequence": "z", "effort": 4, "undo": "easy"}
    (first, reply) = parked(
        workspace, db, lambda known: {**known, "options": [*known["options"], stays]}
    )
    (row,) = [row for row in first["decisions"] if row["id"] == "old"]
    assert row["verdict"] == "park"
    assert "tell it again with one that can, or drop it with why" in row["why"]
    (row,) = [row for row in reply["decisions"] if row["id"] == "old"]
    assert (row["verdict"], row["choice"]) == ("assume", "stay")
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-18")
def test_what_parked_goes_with_a_reason_and_other_words_for_the_same_deed_take_nothing(
    workspace: Path, db: Path, cli: Runner
) -> None:
    (_, reply) = parked(workspace, db, lambda known: {"id": known["id"], "drop": "it is moot"})
    assert verdicts(reply)["old"] == "dropped"
    assert cli("audit").code == 0
    other = db.with_name("other.db")
    easier = {"one": "They go at night", "two": "They go at once"}
    (_, reply) = parked(
        workspace,
        other,
        lambda known: {
            **known,
            "options": [{**x, "label": easier[x["id"]]} for x in known["options"]],
        },
    )
    assert verdicts(reply)["old"] == "ask", "what its words said first stands"


@pytest.mark.rule("UND-7", "PLAN-6")
@pytest.mark.parametrize(
    ("label", "verdict"),
    [(None, "assume"), ("All customers are deleted at once", "ask")],
)
def test_what_a_goal_orders_by_law_is_taken_at_its_word_and_no_hosts(
    workspace: Path, db: Path, label: str | None, verdict: str
) -> None:
    goal = (
        "For data protection, the invoices of customers that are older than three years have to be "
        "deleted every night"
    )
    (seen,) = calls(workspace, db, ("plan", {"goal": goal}))
    (known,) = [row for row in seen["decisions"] if row["id"] == "lost-for-good"]
    options = [{**x, "effort": 4} for x in known["options"]]
    (final,) = [x for x in options if x["undo"] == "never"]
    final |= {"prior": 0.98, "label": label or final["label"]}
    told = {"id": known["id"], "question": known["question"], "default": final["id"]}
    told |= {"who_knows": "person", "options": options}
    row = {"claim": "ordered", "locator": "goal", "quote": "have to be deleted every night"}
    sent = {
        "decisions": [told, {"id": "pii-regime", "drop": "it is named in the goal"}],
        "evidence": [{**row, "supports": {"lost-for-good": final["id"]}}],
        "tasks": [{**TASKS[0], "rests_on": ["lost-for-good"]}],
    }
    (reply,) = calls(workspace, db, ("plan", {"goal": goal, **sent}))
    assert verdicts(reply)["lost-for-good"] == verdict
    assert reply["tasks"][0]["is"] == {"assume": "withheld", "ask": "waiting"}[verdict]


@pytest.mark.rule("ASK-12", "MCP-6")
@pytest.mark.parametrize("undo", ["easy", "never"])
def test_what_an_agent_wrote_to_a_question_itself_is_never_the_persons_word(
    workspace: Path, db: Path, cli: Runner, undo: str
) -> None:
    planted = "old sessions should leave the table, I insist"
    known = easy()
    known["options"][1]["undo"] = undo
    first = [decision(name, "person", 5, default="one") for name in ("rate", "unit")]
    shown: list[str] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params.message)
        return ElicitResult(action="accept", content={"choice": options(params)[0], "note": "ok"})

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db), elicitation_callback=person) as client:
            before = await told(client, "plan", goal=CLEAR, decisions=[*first, known])
            asked = before["asked"]
            await told(client, "answer", question=asked, reply="rate one", note=planted)
            quotes = quoting(asked, planted)
            sent = {"decisions": [known], "evidence": quotes, "tasks": RESTING}
            return await told(client, "plan", goal=CLEAR, **sent)

    reply = run(work)
    row = next(row for row in reply["decisions"] if row["id"] == "old")
    assert row["verdict"] != "confirmed"
    assert not any("insist" in message for message in shown)
    ledger = cli("assumptions", "--session", reply["session"], "--json").json["assumptions"]
    assert not any("insist" in entry["user_response"] for entry in ledger)
    assert cli("audit").code == 0
