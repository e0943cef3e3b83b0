"""What stands beside a question: other matters of a person's, and what is taken about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plangate import open_planner
from plangate.core.gate.session_facts import how_surely_they_stand
from plangate.core.understanding.confidence import said_to_stand
from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR
from tests.interfaces.mcp.test_their_words import played
from tests.interfaces.mcp.test_who_knows import TASKS, calls, decision, verdicts

pytestmark = pytest.mark.rule("ASK-12", "MCP-4")


def matters(*hours: tuple[str, int], **more: Any) -> list[dict[str, Any]]:
    return [decision(name, "person", many, default="one", **more) for name, many in hours]


FIVE = matters(("cap", 9), ("rate", 7), ("unit", 3), ("scope", 2), ("tone", 1))


def test_a_question_names_what_is_taken_about_a_persons_other_matters(
    workspace: Path, db: Path
) -> None:
    asked = {"decisions": [*FIVE, decision("colour", "anyone")], "tasks": TASKS}
    _, (first, second) = played(workspace, db, [{"choice": "a)"}] * 2, asked)
    assert first.message.count("\n") == 3
    asks, *taken = first.message.splitlines()
    assert asks.startswith("How is cap? (question 1 of at most 2) Without an answer until ")
    assert taken == [
        "Taken unless your note says otherwise: 1. How is unit? “unit one”",
        "2. How is scope? “scope one”",
        "3. How is tone? “tone one”",
    ]
    assert "rate" not in first.message, "it has a question of its own"
    assert "colour" not in first.message, "no person has to know it"
    assert first.requested_schema["properties"]["note"]["title"].endswith("also on 1, 2, 3")
    assert second.message.startswith("How is rate?")


def test_a_person_at_a_terminal_reads_the_same(workspace: Path, db: Path, cli: Runner) -> None:
    (reply,) = calls(workspace, db, ("plan", {"goal": CLEAR, "decisions": FIVE, "tasks": TASKS}))
    card = cli("show", reply["question"]["id"]).out
    assert "Taken unless you say otherwise with --note:\n  - How is unit? “unit one”\n" in card
    assert "Taken unless your note says otherwise: 1. How is unit?" in reply["question"]["text"]
    assert cli("show", reply["question"]["id"], "--json").json["question"]["taken_beside"][0] == {
        "decision": "unit",
        "prompt": "How is unit?",
        "taken": "unit one",
        "number": 1,
    }


def test_the_next_question_names_other_matters_than_the_one_before(
    workspace: Path, db: Path
) -> None:
    seven = [*FIVE, *matters(("colour", 1), ("sound", 1))]
    asked = {"decisions": seven, "tasks": TASKS}
    _, (first, second) = played(workspace, db, [{"choice": "a)"}] * 2, asked)
    assert [line.count("How is") for line in first.message.splitlines()] == [1, 1, 1, 1]
    _, silence, *taken = second.message.splitlines()
    assert silence.startswith("Without an answer until ")
    assert taken == [
        "Taken unless your note says otherwise: 1. How is colour? “colour one”",
        "2. How is sound? “sound one”",
    ]


def test_what_somebody_settled_meanwhile_is_no_longer_taken_beside_a_question(
    workspace: Path, db: Path
) -> None:
    seven = [*FIVE, *matters(("colour", 1), ("sound", 1))]
    said = "colour two it is, as everybody knows"

    def again(question: str) -> dict[str, Any]:
        told = decision("colour", "person", 1, default="two")
        row = {"claim": "said", "locator": question, "quote": said, "supports": {"colour": "two"}}
        return {"decisions": [told, *matters(("sound", 1))], "evidence": [row]}

    noted = {"choice": "a)", "note": said}
    _, (_, second) = played(workspace, db, [noted, {"choice": "a)"}], {"decisions": seven}, again)
    assert second.message.startswith("How is rate?")
    assert "sound one" in second.message


def test_what_cannot_be_undone_is_never_taken_beside_another(workspace: Path, db: Path) -> None:
    final = decision("purge", "person", 2, default="one")
    final["options"][0]["undo"] = "never"
    asked = {"decisions": [*FIVE[:3], final], "tasks": TASKS}
    _, (first, *_) = played(workspace, db, [{"choice": "a)"}] * 2, asked)
    others = [line for line in first.message.splitlines() if line.startswith("Taken")]
    assert not any("purge one" in line for line in others)


def test_what_can_be_undone_stands_there_also_where_another_option_cannot(
    workspace: Path, db: Path
) -> None:
    careful = decision("period", "person", 1, default="one")
    careful["options"][1]["undo"] = "never"
    asked = {"decisions": [*FIVE[:2], careful], "tasks": TASKS}
    _, (first, *_) = played(workspace, db, [{"choice": "a)"}] * 2, asked)
    assert "How is period? “period one”" in first.message


@pytest.mark.rule("ASK-15")
def test_a_note_that_speaks_of_another_matter_settles_it_as_they_said(
    workspace: Path, db: Path, cli: Runner
) -> None:
    said = "and the unit is a dozen, not a piece"
    dozen = {"id": "dozen", "label": "A dozen", "consequence": "z", "effort": 3, "undo": "easy"}

    def again(question: str) -> dict[str, Any]:
        told = decision("unit", "person", 3, default="dozen")
        told["options"].append(dozen)
        row = {"claim": "said", "locator": question, "quote": said, "supports": {"unit": "dozen"}}
        return {"decisions": [told], "evidence": [row]}

    (first, second), shown = played(
        workspace,
        db,
        [{"choice": "a)", "note": said}, {"choice": "a)"}],
        {"decisions": FIVE},
        again,
    )
    assert "1 is unit, 2 is scope, 3 is tone" in first["next"]
    assert first["asked"] in first["next"]
    rows = {row["id"]: row for row in second["decisions"]}
    assert rows["unit"]["choice"] == "dozen"
    assert rows["unit"]["verdict"] in ("infer", "confirmed")
    assert [form.message.split("?")[0] for form in shown] == ["How is cap", "How is rate"]
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-16")
def test_of_matters_as_dear_as_each_other_the_one_told_first_is_asked_first(
    workspace: Path, db: Path
) -> None:
    alike = matters(("zone", 6), ("area", 6))
    (reply,), (first, _) = played(
        workspace, db, [{"choice": "a)"}] * 2, {"decisions": alike, "tasks": TASKS}
    )
    assert first.message.startswith("How is zone?")
    assert verdicts(reply) == {"zone": "confirmed", "area": "confirmed"}


@pytest.mark.rule("ASK-15", "GATE-20")
def test_nothing_is_taken_against_a_persons_words_that_speak_for_what_cannot_be_undone(
    workspace: Path, db: Path, cli: Runner
) -> None:
    said = "and purge two is how it has to be, the auditor says so"
    final = decision("purge", "person", 1, default="two")
    final["options"][1]["undo"] = "never"

    def again(question: str) -> dict[str, Any]:
        row = {"claim": "said", "locator": question, "quote": said, "supports": {"purge": "two"}}
        return {"decisions": [final], "evidence": [row]}

    told = {"decisions": [*FIVE[:2], final], "tasks": TASKS}
    forms: list[dict[str, Any]] = [{"choice": "a)"}, {"choice": "a)", "note": said}]
    forms.append({"decline": True})
    played_out, shown = played(workspace, db, forms, told, again)
    asked = [form.message.splitlines() for form in shown]
    assert [first.split("?")[0] for first, *_ in asked] == [
        "How is cap",
        "How is rate",
        "How is purge",
    ]
    assert asked[2][1] == f"You wrote: “{said}” The agent reads it as: “purge two”"
    row = {row["id"]: row for row in played_out[-1]["decisions"]}["purge"]
    assert (row["verdict"], row["choice"], row["meanwhile"]) == ("ask", None, "two")
    assert cli("audit").code == 0


def test_a_long_note_reaches_the_host_whole_also_when_it_asks_again(
    workspace: Path, db: Path
) -> None:
    said = " and then ".join(f"after {day} days remind them once more" for day in range(40))
    noted = [{"choice": "a)", "note": said}, {"choice": "a)"}]
    (first,), _ = played(workspace, db, noted, {"decisions": FIVE})
    (shown,) = calls(workspace, db, ("status", {"session": first["session"]}))
    for reply in (first, shown):
        assert {row["id"]: row for row in reply["decisions"]}["cap"]["note"] == said


def test_own_words_come_with_what_the_numbers_beside_the_question_stand_for(
    workspace: Path, db: Path
) -> None:
    said = "neither; on 2 only the small ones, 1 and 3 are fine"
    form = [{"choice": "Something else", "note": said}]
    (reply,), _ = played(workspace, db, form, {"decisions": FIVE})
    assert "(1 is unit, 2 is scope, 3 is tone)" in reply["next"]
    assert verdicts(reply)["cap"] == "confirmed"
    assert {row["id"]: row for row in reply["decisions"]}["cap"]["choice"] == said


@pytest.mark.rule("ASK-15")
def test_words_about_a_matter_that_did_not_stand_there_settle_it_too(
    workspace: Path, db: Path
) -> None:
    said = "and sound two everywhere"
    seven = [*FIVE, *matters(("colour", 1), ("sound", 1))]

    def again(question: str) -> dict[str, Any]:
        row = {"claim": "said", "locator": question, "quote": said, "supports": {"sound": "two"}}
        return {"decisions": matters(("sound", 1)), "evidence": [row]}

    noted = [{"choice": "a)", "note": said}, {"choice": "a)"}]
    (_, second), _ = played(workspace, db, noted, {"decisions": seven}, again)
    row = {row["id"]: row for row in second["decisions"]}["sound"]
    assert (row["verdict"], row["choice"]) == ("confirmed", "two")


@pytest.mark.rule("UND-8")
def test_what_a_person_read_beside_a_question_and_left_as_it_is_stands_more_surely(
    workspace: Path, db: Path
) -> None:
    seven = [*FIVE, *matters(("colour", 2), ("sound", 2), ("smell", 2), ("taste", 2))]
    sent = {"decisions": seven, "tasks": TASKS}
    (done,), shown = played(workspace, db, [{"choice": "a)"}] * 2, sent)
    assert "taste" not in "".join(form.message for form in shown)
    with open_planner(workspace=workspace, db=db) as planner:
        session = planner.session(done["session"])
        sure = how_surely_they_stand(session)
    stands = {e.ambiguity: sure.get(e.id, said_to_stand(e)) for e in session.in_force}
    assert stands["unit"] > stands["taste"]


@pytest.mark.rule("MCP-7")
def test_a_call_with_tasks_alone_is_told_choices_and_no_reason_twice(
    workspace: Path, db: Path
) -> None:
    craft = [decision(name, "anyone") for name in ("colour", "font", "width")]
    first, again = calls(
        workspace,
        db,
        ("plan", {"goal": CLEAR, "decisions": craft}),
        ("plan", {"goal": CLEAR, "tasks": TASKS}),
    )
    assert all(row["why"] for row in first["decisions"])
    assert again["decisions"] == [
        {"id": name, "verdict": "assume", "choice": "one"} for name in ("colour", "font", "width")
    ]
