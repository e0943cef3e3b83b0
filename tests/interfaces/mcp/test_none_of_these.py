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
from tests.interfaces.mcp.test_who_knows import TASKS, calls, decision, verdicts

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


def played(
    workspace: Path, db: Path, *proposals: Any, confirms: bool = False
) -> tuple[list[dict[str, Any]], list[Any]]:
    """What a host gets whose person always says the same words of their own, or `confirms` what is
    read in them; a proposal may be made from the question that was asked first."""
    shown: list[Any] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        shown.append(params)
        schema: Any = getattr(params, "requested_schema", {})
        read = params.message.partition("The agent reads it as: “")[2].partition("”\n")[0]
        if confirms and read:
            (named,) = (x for x in options(params) if x[3:].startswith(read))
            return ElicitResult(action="accept", content={"choice": named})
        if confirms and "its_label" in schema["properties"]:
            label = params.message.partition("type: ")[2]
            return ElicitResult(action="accept", content={"its_label": label})
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


@pytest.mark.rule("GATE-18", "ASK-11", "GATE-20")
@pytest.mark.parametrize("undo", ["easy", "never"])
@pytest.mark.parametrize("confirms", [True, False])
def test_what_is_read_in_words_to_a_one_way_question_is_the_persons_to_confirm(
    workspace: Path, db: Path, cli: Runner, undo: str, confirms: bool
) -> None:
    tasks = [{**task, "rests_on": ["keep"]} for task in TASKS]
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {
            "decisions": [with_theirs(undo)],
            "evidence": words_of(asked),
            "tasks": tasks,
        },
        confirms=confirms,
    )
    form = shown[2].message.splitlines()
    assert form[0].endswith("(question 1 of at most 2)"), "it is the same question"
    read = "Ninety days, then monthly"
    assert form[1] == f"You wrote: “{SAID}” The agent reads it as: “{read}”"
    assert len(form) == 4
    (row,) = reply["decisions"]
    waits = {"easy": "ready", "never": "withheld"}[undo] if confirms else "waiting"
    assert reply["tasks"][0]["is"] == waits
    assert (row["verdict"], row["choice"]) == (
        ("confirmed", "theirs") if confirms else ("ask", None)
    )
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-20", "ASK-15")
@pytest.mark.parametrize("label", [f"{SAID}.", "All of the last 90 days"])
def test_no_label_is_typed_by_words_that_were_written_before_there_was_one(
    workspace: Path, db: Path, cli: Runner, label: str
) -> None:
    known = with_theirs("never")
    known["options"][-1] |= {"label": label, "consequence": "and all older backups are gone"}
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {"decisions": [known], "evidence": words_of(asked)},
    )
    assert any("and all older backups are gone" in x for x in options(shown[2]))
    assert verdicts(reply)["keep"] == "ask"
    card = " ".join(cli("show", reply["asked"]).out.split())
    assert f"You wrote: “{SAID}” The agent reads it as: “{label}”" in card
    (stands,) = calls(workspace, db, ("status", {"session": reply["session"]}))
    assert stands["question"]["text"].splitlines()[1].startswith("You wrote: ")
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-15", "GATE-19")
def test_an_option_that_was_offered_is_put_again_where_it_is_read_in_the_words(
    workspace: Path, db: Path
) -> None:
    reads = [{**words_of("")[0], "supports": {"keep": "two"}}]
    (_, reply), shown = played(
        workspace,
        db,
        FIRST,
        lambda asked: {"evidence": [{**reads[0], "locator": asked}]},
        confirms=True,
    )
    assert "The agent reads it as: “Ninety days”" in shown[2].message
    assert verdicts(reply)["keep"] == "confirmed"


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
        confirms=True,
    )
    assert options(shown[0])[0] == "a) Ninety days: y"
    assert options(shown[3])[0] == "a) rate one: x"
    assert "(question 2 of at most 2)" in shown[3].message
    assert verdicts(reply) == {"keep": "confirmed", "rate": "confirmed", "unit": "assume"}
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
