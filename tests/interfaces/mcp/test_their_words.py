"""Nothing that a person typed into a form is lost to the host (ASK-11, ASK-12, MCP-4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR, options, run, server_for, told
from tests.interfaces.mcp.test_none_of_these import FIRST, keeping
from tests.interfaces.mcp.test_who_knows import TASKS, decision, verdicts

pytestmark = pytest.mark.rule("ASK-11", "ASK-12", "MCP-4")

FINAL = "Thirty days"
SAID = "Not like that: invoices of the school project have to stay until the end of 2030"


def played(
    workspace: Path, db: Path, answers: Sequence[Mapping[str, Any]], *proposals: Any
) -> tuple[list[dict[str, Any]], list[Any]]:
    """What a host gets whose person fills in these forms one after the other: by a choice's place
    or words in it, a note, or what is typed into a second form."""
    shown: list[Any] = []
    left = list(answers)

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        given = dict(left.pop(0))
        if "decline" in given:
            return ElicitResult(action="decline")
        if "choice" in given:
            given["choice"] = next(
                (x for x in options(params) if given["choice"] in x), given["choice"]
            )
        return ElicitResult(action="accept", content=given)

    async def work() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        async with Client(server_for(workspace, db), elicitation_callback=person) as client:
            for proposal in proposals:
                sent = proposal(found[-1]["asked"]) if callable(proposal) else proposal
                found.append(await told(client, "plan", goal=CLEAR, **sent))
        return found

    return run(work), shown


CLICKED = {"choice": FINAL}


def test_words_typed_where_a_label_was_asked_for_settle_nothing_and_reach_the_host(
    workspace: Path, db: Path, cli: Runner
) -> None:
    (reply,), shown = played(workspace, db, [CLICKED, {"its_label": SAID}], FIRST)
    assert (reply["result"], reply["their_words"]) == ("none_fits", SAID)
    assert "nothing is chosen" in reply["message"]
    assert "tell keep again with an option that says them" in reply["next"]
    assert verdicts(reply)["keep"] == "ask"
    assert len(shown) == 2
    asked = cli("show", reply["asked"], "--json").json["question"]
    assert asked["notes"] == [SAID]


def test_a_note_beside_an_option_whose_label_was_not_typed_reaches_the_host_too(
    workspace: Path, db: Path
) -> None:
    noted = {**CLICKED, "note": "the audit is in May"}
    (reply,), _ = played(workspace, db, [noted, {"its_label": SAID}], FIRST)
    assert reply["their_words"] == ["the audit is in May", SAID]
    other = workspace.parent / "other.db"
    (reply,), _ = played(workspace, other, [noted, {"decline": True}], FIRST)
    assert reply["their_words"] == "the audit is in May"
    assert "decline" in reply["not_answered_because"]


def test_an_option_is_told_again_that_says_what_was_typed_and_is_confirmed_by_a_click(
    workspace: Path, db: Path
) -> None:
    theirs = {"id": "theirs", "label": "School until 2030", "consequence": "z", "effort": 4}
    again = keeping(default="theirs")
    again["options"].append({**theirs, "undo": "easy"})
    row = {"claim": "said", "quote": SAID, "supports": {"keep": "theirs"}}
    (_, reply), shown = played(
        workspace,
        db,
        [CLICKED, {"its_label": SAID}, {"choice": "School until 2030"}],
        FIRST,
        lambda asked: {"decisions": [again], "evidence": [{**row, "locator": asked}]},
    )
    assert verdicts(reply)["keep"] == "confirmed"
    assert len(shown) == 3


@pytest.mark.rule("VOI-10", "GATE-7")
def test_a_question_told_again_for_refused_words_is_one_with_what_was_asked_before(
    workspace: Path, db: Path, cli: Runner
) -> None:
    again = keeping(default="theirs")
    theirs = {"id": "theirs", "label": "Keep the school project", "undo": "never", "effort": 4}
    again["options"].append({**theirs, "consequence": "z"})
    others = [decision(name, "person", 5, default="one") for name in ("rate", "unit")]
    own = {"choice": "Something else", "note": SAID}
    (_, reply), shown = played(
        workspace,
        db,
        [own, {"choice": "Keep the"}, {"its_label": theirs["label"]}, *[{"choice": "a)"}] * 3],
        {"decisions": [keeping(), *others], "tasks": TASKS},
        {"decisions": [again]},
    )
    assert verdicts(reply) == {"keep": "confirmed", "rate": "confirmed", "unit": "assume"}
    assert "question 2 of at most 2" in shown[-1].message
    assert cli("audit").code == 0


@pytest.mark.parametrize("typed", ["yes", "Thirty", "c) Thirty days"])
def test_a_label_that_was_only_begun_is_no_word_for_anything_else(
    workspace: Path, db: Path, typed: str
) -> None:
    (reply,), _ = played(workspace, db, [CLICKED, {"its_label": typed}], FIRST)
    assert (reply["result"], reply["their_words"]) == ("refused", typed)


@pytest.mark.rule("ASK-13")
def test_a_note_without_a_choice_is_no_answer_and_reaches_the_host(
    workspace: Path, db: Path
) -> None:
    (reply,), _ = played(workspace, db, [{"note": SAID}], FIRST)
    assert (reply["status"], reply["their_words"]) == ("pending", SAID)
    assert reply["not_answered_because"] == "the form came back empty"


@pytest.mark.rule("ASK-11", "ASK-12")
@pytest.mark.parametrize("undo", ["partly", "never"])
def test_who_leaves_it_to_us_is_not_asked_again_and_gets_what_can_be_undone(
    workspace: Path, db: Path, cli: Runner, undo: str
) -> None:
    said = "whatever you think is usual, I don't mind"
    asked = decision("rate", "person", 6, default="one")
    asked["options"][1]["undo"] = undo
    own = {"choice": "Something else", "note": said}
    tasks = [{**TASKS[0], "rests_on": ["rate"]}, *TASKS[1:]]
    (reply,), shown = played(workspace, db, [own], {"decisions": [asked], "tasks": tasks})
    assert reply["state"] == "plan", "nothing has to be told anew"
    (row,) = reply["decisions"]
    assert (len(shown), row["verdict"], row["choice"]) == (1, "confirmed", "one")
    assert said in json.dumps(reply, ensure_ascii=False)
    answer = cli("show", f"{reply['session']}-q1", "--json").json["question"]["answer"]
    assert answer["provenance"] == "default"
    assert cli("audit").code == 0
