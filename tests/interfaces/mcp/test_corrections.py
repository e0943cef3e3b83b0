"""What a host may correct of its own decisions, and what it may not (GATE-18, GATE-19)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner
from tests.interfaces.mcp.support import CLEAR
from tests.interfaces.mcp.test_host import committed
from tests.interfaces.mcp.test_who_knows import TASKS, calls, decision, verdicts

pytestmark = pytest.mark.rule("GATE-18", "MCP-3")

#: plangate sees a one-way door in this goal.
DOOR = "Thin out the old snapshots so that the bill stops growing, and purge the rest for good"


def final(label: str = "Once a day", **more: Any) -> dict[str, Any]:
    known = decision("slots", "anyone", 4, default="one")
    known["options"][0] |= {"label": label, "undo": "never", **more}
    return known


def proposal(*decisions: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return ("plan", {"goal": CLEAR, "decisions": list(decisions), "tasks": TASKS})


def test_a_mistaken_never_is_taken_back_with_a_reason_and_its_question_with_it(
    workspace: Path, db: Path, cli: Runner
) -> None:
    why = "only code changes, the rows are as they were"
    first, told_easy, reasoned = calls(
        workspace,
        db,
        proposal(final()),
        proposal(final(undo="easy")),
        proposal(final(undo="easy", undo_why=why)),
    )
    assert verdicts(first)["slots"] == verdicts(told_easy)["slots"] == "ask"
    assert told_easy["kept"] == [
        "slots: a person is asked about it, and an option of it cannot be undone"
    ] or "undo stays never" in " ".join(told_easy["kept"])
    assert verdicts(reasoned)["slots"] == "assume"
    assert "question" not in reasoned
    entries = cli("assumptions", "--session", reasoned["session"], "--json").json["assumptions"]
    assert any(why in entry["reasoning"] for entry in entries)
    assert cli("audit").code == 0


@pytest.mark.rule("GATE-6")
def test_where_every_option_is_never_the_host_is_heard_before_the_person(
    workspace: Path, db: Path
) -> None:
    known = final()
    known["options"][1]["undo"] = "never"
    first, alone = calls(workspace, db, proposal(known), ("plan", {"goal": CLEAR}))
    assert first["next"].startswith("Waits for you first: slots: you say that no option")
    assert "only the person answers it" in alone["next"], "and it is asked as it stands"
    known["options"][1]["label"] = "Delete all users"
    sent = {"goal": f"{CLEAR} twice", "decisions": [known], "tasks": TASKS}
    (meant,) = calls(workspace, db, ("plan", sent))
    assert "only the person answers it" in meant["next"]


@pytest.mark.parametrize("again", ["Delete all users", "Tidy up"])
def test_no_reason_takes_back_what_its_words_said_at_first(
    workspace: Path, db: Path, again: str
) -> None:
    why = "they are all in the backup of yesterday"
    first, second = calls(
        workspace,
        db,
        proposal(final("Delete all users")),
        proposal(final(again, undo="easy", undo_why=why)),
    )
    assert second["question"]["id"] == first["question"]["id"]
    assert "Delete all users (cannot be undone)" in second["question"]["text"]


def test_a_moot_decision_of_ones_own_is_dropped_after_it_was_assumed(
    workspace: Path, db: Path, cli: Runner
) -> None:
    first, second = calls(
        workspace,
        db,
        proposal(decision("cap", "anyone", 2), decision("rate", "anyone", 2)),
        proposal({"id": "cap", "drop": "nothing is capped any more"}),
    )
    assert verdicts(first) == {"cap": "assume", "rate": "assume"}
    assert verdicts(second) == {"cap": "dropped", "rate": "assume"}
    assert "kept" not in second
    assert cli("audit").code == 0


def test_what_was_dropped_is_dropped_again_without_a_word(workspace: Path, db: Path) -> None:
    moot = {"id": "slots", "drop": "there are no slots in this"}
    *_, again = calls(
        workspace, db, proposal(decision("slots", "anyone", 1)), proposal(moot), proposal(moot)
    )
    assert verdicts(again) == {"slots": "dropped"}
    assert "kept" not in again


def test_what_is_told_again_as_it_was_is_passed_over_without_a_word(
    workspace: Path, db: Path
) -> None:
    sent = proposal(decision("cap", "anyone", 2))
    _, second = calls(workspace, db, sent, sent)
    assert "kept" not in second
    assert verdicts(second) == {"cap": "assume"}


@pytest.mark.rule("GATE-18")
@pytest.mark.parametrize("why", ["covered by slots", "it does not arise"])
def test_a_one_way_door_goes_into_no_other_decision(workspace: Path, db: Path, why: str) -> None:
    (brief,) = calls(workspace, db, ("plan", {"goal": DOOR}))
    (door,) = (row["id"] for row in brief["decisions"] if "stays" in row)
    theirs = decision("slots", "person", 6, default="two")
    theirs["options"][0] |= {"undo": "never", "prior": 0.03}
    theirs["options"][1] |= {"undo": "easy", "prior": 0.97}
    tasks = [{**task, "rests_on": ["slots"]} for task in TASKS]
    sent = {"goal": DOOR, "decisions": [theirs, {"id": door, "drop": why}], "tasks": tasks}
    (reply,) = calls(workspace, db, ("plan", sent))
    assert verdicts(reply)[door] in ("ask", "wait")
    assert f"{door}: an option of it cannot be undone, so it stays" in " ".join(reply["kept"])
    assert {task["is"] for task in reply["tasks"]} == {"waiting"}


@pytest.mark.rule("ERR-1")
def test_a_text_that_is_too_long_is_cut_and_named_and_costs_nothing_else(
    workspace: Path, db: Path
) -> None:
    known = decision("cap", "anyone", 2)
    known["options"][0]["consequence"] = "so " * 400
    (reply,) = calls(workspace, db, proposal(known))
    assert verdicts(reply) == {"cap": "assume"}
    assert "decisions[0].options[0].consequence: cut to 600 of 1,200 characters" in reply["altered"]


@pytest.mark.rule("ERR-1")
def test_what_is_told_at_length_or_in_other_measures_costs_no_call(
    workspace: Path, db: Path
) -> None:
    known = decision("cap", "anyone", 2)
    known["options"][0] |= {"label": "One page " + "and one more " * 17, "prior": "70%"}
    known["options"][1] |= {"label": "Two pages " + "and two more " * 40, "prior": 30, "effort": 0}
    known["id"] = "cap-" + "of-pages-" * 8
    task = {**TASKS[0], "do": "Show the number. " * 600, "check": "pytest passes. " * 200}
    sent = proposal(known)
    tasks = [{**task, "rests_on": [known["id"]], "preconditions": ["It is there. " * 60]}]
    (reply,) = calls(workspace, db, (sent[0], {**sent[1], "tasks": tasks}))
    assert reply["altered"] == ["decisions[0].options[1].label: cut to 400 of 530 characters"]
    assert [row["is"] for row in reply["tasks"]] == ["ready"]


def test_tasks_that_rest_on_what_was_assumed_against_the_default_say_so(
    workspace: Path, db: Path
) -> None:
    known = decision("cap", "person", 1, default="one")
    known["options"][0]["undo"] = "never"
    others = [decision(name, "person", 9) for name in ("rate", "unit")]
    tasks = [{**TASKS[0], "rests_on": ["cap"]}, TASKS[1]]
    sent = {"goal": CLEAR, "decisions": [known, *others], "tasks": tasks}
    (reply,) = calls(workspace, db, ("plan", sent))
    while "question" in reply:
        (reply,) = calls(workspace, db, ("answer", {"question": reply["session"], "reply": "a"}))
    (cap,) = (row for row in reply["decisions"] if row["id"] == "cap")
    assert cap["not_your_default"].startswith("you would build one")
    assert reply["tasks"][0]["findings"][0].startswith("not_your_default: cap is two, not one")
    assert not any("not_your_default" in line for line in reply["tasks"][1]["findings"])


# --- what an option's words do (PREF-2) -----------------------------------------------------------


def carried_out(label: str, *, files: list[str], do: str) -> tuple[str, dict[str, Any]]:
    known = decision("removal", "anyone", 4, default="one")
    known["options"][0] |= {"label": label, "consequence": "rows of the account are deleted"}
    task = {"id": "t1", "title": "The job", "do": do, "check": "pytest tests/test_api.py",
            "rests_on": ["removal"], "files": files}  # fmt: skip
    return ("plan", {"goal": CLEAR, "decisions": [known], "tasks": [task]})


@pytest.mark.rule("PREF-2", "GATE-20")
@pytest.mark.parametrize(
    ("label", "files", "do", "asked"),
    [
        ("In slices, by the worker", ["app/api.py"], "Add the worker to app/api.py", False),
        ("Delete all accounts", ["app/api.py"], "Add the worker to app/api.py", True),
        ("In slices, by the worker", [], "Add the worker", True),
        ("In slices, by the worker", ["app/api.py"], "Delete all accounts", True),
        ("In slices, in production", ["app/api.py"], "Add the worker to app/api.py", True),
        ("rm -rf the data folder", ["app/api.py"], "Add the worker to app/api.py", True),
        ("SQL: DELETE FROM users", ["app/api.py"], "Add the worker to app/api.py", True),
        ("Execute TRUNCATE bookmarks", ["app/api.py"], "Add the worker to app/api.py", True),
        ("Clear every account", ["app/api.py"], "Add the worker to app/api.py", True),
    ],
)
def test_what_code_will_do_later_makes_no_option_final_and_what_is_ordered_does(
    workspace: Path, db: Path, label: str, files: list[str], do: str, asked: bool, cli: Runner
) -> None:
    if "production" in label:
        label = "In slices; all accounts are deleted in production"
    (reply,) = calls(workspace, db, carried_out(label, files=files, do=do))
    assert verdicts(reply)["removal"] == ("ask" if asked else "assume"), reply["decisions"]
    assert bool(reply.get("kept")) is asked, "the host is told which words did it"
    assert cli("audit").code == 0


@pytest.mark.rule("REC-2")
def test_what_was_quoted_for_an_option_that_is_taken_back_breaks_no_replay(
    workspace: Path, db: Path, cli: Runner
) -> None:
    committed(workspace)
    line = (workspace / "app/api.py").read_text().splitlines()[0]
    third = {"id": "three", "label": "slots three", "consequence": "z", "effort": 5, "undo": "easy"}
    known = decision("slots", "repository")
    more = {**known, "options": [*known["options"], third], "default": "three"}
    told = {"claim": "so", "locator": "app/api.py:1", "quote": line, "supports": {"slots": "three"}}
    again = {**told, "supports": {"slots": "one"}}
    sent = {"goal": CLEAR, "tasks": TASKS}
    first, last = calls(
        workspace,
        db,
        ("plan", {**sent, "decisions": [more], "evidence": [told]}),
        ("plan", {**sent, "decisions": [known, decision("unit", "person")], "evidence": [again]}),
    )
    assert (verdicts(first)["slots"], verdicts(last)["unit"]) == ("assume", "ask")
    assert cli("audit").code == 0
