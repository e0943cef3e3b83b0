"""A person to whom no option says it, and what a host makes of it (MCP-4, ASK-2, ASK-15)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, options, run, server_for, told
from tests.interfaces.mcp.test_who_knows import TASKS, decision, verdicts

pytestmark = pytest.mark.rule("MCP-4", "ASK-2", "ASK-15")

HOURS = (("rate", 8), ("unit", 6))
SAID = "All of the last 90 days, then one a month for seven years"


def keeping(**more: Any) -> dict[str, Any]:
    """How long something is kept: by one option it is lost for good."""
    known = decision("keep", "person", 6, default="one")
    known["options"][0] |= {"label": "Thirty days", "undo": "never"}
    known["options"][1]["label"] = "Ninety days"
    return {**known, **more}


def with_theirs(undo: str) -> dict[str, Any]:
    known = keeping(default="theirs")
    theirs = {"id": "theirs", "label": "Ninety days, then monthly", "consequence": "z", "effort": 4}
    known["options"].append({**theirs, "undo": undo})
    return known


def words_of(question: str) -> list[dict[str, Any]]:
    supports = {"keep": "theirs"}
    return [{"claim": "said", "locator": question, "quote": SAID, "supports": supports}]


def played(workspace: Path, db: Path, *proposals: Any) -> tuple[list[dict[str, Any]], list[Any]]:
    """What a host gets whose person always says the same words of their own; a proposal may be made
    from the question that was asked first."""
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        schema: Any = getattr(params, "requested_schema", {})
        if "choice" in schema["properties"]:
            return ElicitResult(action="accept", content={"choice": options(params)[-1]})
        return ElicitResult(action="accept", content={"in_your_own_words": SAID})

    async def work() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        server = server_for(workspace, db)
        async with Client(server, elicitation_callback=person) as client:
            for proposal in proposals:
                sent = proposal(found[0]["asked"]) if found else proposal
                found.append(await told(client, "plan", goal=CLEAR, **sent))
        return found

    return run(work), shown


FIRST = {"decisions": [keeping()], "tasks": TASKS}


def test_own_words_to_a_one_way_question_reach_the_host_and_settle_nothing(
    workspace: Path, db: Path
) -> None:
    (reply,), shown = played(workspace, db, FIRST)
    assert options(shown[0])[-1] == "Something else, in my own words"
    assert (reply["result"], reply["their_words"]) == ("none_fits", SAID)
    assert (reply["status"], verdicts(reply)["keep"]) == ("pending", "ask")
    assert "tell keep again with an option that says them" in reply["next"]
    assert len(shown) == 2, "and nothing else is put to the person in that call"


@pytest.mark.rule("GATE-18", "ASK-11")
def test_an_option_that_says_it_and_can_be_undone_is_decided_by_the_persons_words(
    workspace: Path, db: Path, cli: Runner
) -> None:
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {"decisions": [with_theirs("easy")], "evidence": words_of(asked)},
    )
    (row,) = reply["decisions"]
    assert (row["verdict"], row["choice"]) == ("confirmed", "theirs")
    assert "in their own words" in row["why"]
    assert len(shown) == 2, "nobody is asked again"
    ledger = cli("assumptions", "--session", reply["session"], "--json").json["assumptions"]
    assert [x["user_response"] for x in ledger if x["status"] == "confirmed"] == [f"custom: {SAID}"]
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-7")
def test_a_question_that_was_answered_in_own_words_is_one_of_the_two(
    workspace: Path, db: Path, cli: Runner
) -> None:
    others = [decision(name, "person", 5, default="one") for name in ("rate", "unit")]
    (_, reply), shown = played(
        workspace,
        db,
        {"decisions": [keeping(), *others], "tasks": TASKS},
        lambda asked: {"decisions": [with_theirs("easy")], "evidence": words_of(asked)},
    )
    assert [options(form)[0] for form in shown[::2]] == ["a) Ninety days: y", "a) rate one: x"]
    assert verdicts(reply) == {"keep": "confirmed", "rate": "confirmed", "unit": "assume"}
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-11", "PLAN-6")
@pytest.mark.parametrize(
    ("label", "forms"),
    [
        (SAID, 2),
        (f"{SAID}.", 2),
        ("All of the last 90 days", 4),
        ("one a month for seven years", 4),
    ],
)
def test_a_label_that_the_person_typed_is_not_typed_again_and_any_other_is(
    workspace: Path, db: Path, cli: Runner, label: str, forms: int
) -> None:
    known = with_theirs("never")
    known["options"][-1]["label"] = label
    tasks = [{**task, "rests_on": ["keep"]} for task in TASKS]
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {"decisions": [known], "evidence": words_of(asked), "tasks": tasks},
    )
    assert len(shown) == forms
    assert (verdicts(reply)["keep"] == "confirmed") == (forms == 2)
    if forms == 2:
        assert all(row["is"] == "withheld" for row in reply["tasks"]), "a person approves its tasks"
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-20", "ASK-11", "MCP-6")
def test_nothing_that_cannot_be_undone_is_read_in_anybodys_words(workspace: Path, db: Path) -> None:
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {"decisions": [with_theirs("never")], "evidence": words_of(asked)},
    )
    assert len(shown) == 4, "it is asked again, with the option that says it"
    assert any("Ninety days, then monthly (cannot be undone)" in x for x in options(shown[2]))
    assert verdicts(reply)["keep"] == "ask"


@pytest.mark.rule("GATE-18")
def test_words_that_mean_an_option_there_is_are_read_by_evidence_alone(
    workspace: Path, db: Path, cli: Runner
) -> None:
    plain = decision("keep", "person", 6, default="one")
    reads = [{"claim": "said", "quote": "one a month", "supports": {"keep": "two"}}]
    (first, reply), _ = played(
        workspace,
        db,
        {"decisions": [plain], "tasks": TASKS},
        lambda asked: {"evidence": [{**reads[0], "locator": asked}]},
    )
    assert first["answer"]["option"] is None
    (row,) = reply["decisions"]
    assert (row["verdict"], row["choice"]) == ("confirmed", "two")
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-13")
def test_a_form_that_comes_back_with_the_question_itself_is_no_answer(
    workspace: Path, db: Path
) -> None:
    asks = {"decisions": [keeping(question=SAID)], "tasks": TASKS}
    (reply,), _ = played(workspace, db, asks)
    assert reply["not_answered_because"] == "the form came back with the question itself"
    assert "their_words" not in reply
    assert reply["status"] == "pending"


@pytest.mark.rule("GATE-18", "GATE-19")
def test_words_of_a_person_add_options_and_take_none_away(workspace: Path, db: Path) -> None:
    thinned = deepcopy(with_theirs("easy"))
    thinned["options"] = thinned["options"][1:]
    (_, reply), shown = played(workspace, db, FIRST, lambda _: {"decisions": [thinned]})
    assert any("Thirty days (cannot be undone)" in x for x in options(shown[2]))
    assert reply["kept"] == ["keep: one stays among its options"]


@pytest.mark.rule("ASK-15", "GATE-7")
def test_what_a_person_said_is_not_assumed_away_when_its_decision_is_told_again_without_it(
    workspace: Path, db: Path, cli: Runner
) -> None:
    known = [decision(name, "person", hours, default="one") for name, hours in HOURS]
    again = deepcopy(known[1])
    again["options"].append({"id": "theirs", "label": "As they say", "effort": 3})
    (_, second, third), _ = played(
        workspace,
        db,
        {"decisions": known, "tasks": TASKS},
        lambda _: {"tasks": TASKS},
        lambda asked: {
            "decisions": [again],
            "evidence": [{**words_of(asked)[0], "quote": "not so", "supports": {"unit": "theirs"}}],
        },
    )
    assert verdicts(second) == {"rate": "confirmed", "unit": "confirmed"}
    assert verdicts(third) == {"rate": "confirmed", "unit": "confirmed"}
    (kept,) = third["kept"]
    assert kept.startswith("unit: a person answered it in their own words, which stand")
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-6")
def test_nobody_is_asked_again_because_their_words_were_copied_badly(
    workspace: Path, db: Path
) -> None:
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {
            "decisions": [with_theirs("easy")],
            "evidence": [{**words_of(asked)[0], "quote": "Ninety days and then monthly"}],
        },
    )
    assert len(shown) == 2
    assert reply["next"].startswith("Waits for you first: keep")
    assert "not recorded with that question" in reply["not_counted"][0]
