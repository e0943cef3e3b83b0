"""What a person names wins: the path and the symbol they write, and the deeds they say no to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

FILES = {
    "pyproject.toml": '[project]\nname = "inbox"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
    "store/topics.py": (
        "def drop_topic(db, topic):\n"
        '    db.execute("delete from letters where topic = ?", (topic,))\n'
        '    db.execute("delete from topics where id = ?", (topic,))\n'
    ),
    "store/letters.py": (
        "class Letter:\n    text: str\n\n\n"
        "def delete_letters(db, topic):\n"
        '    """Delete the letters of a topic."""\n'
        '    db.execute("delete from letters where topic = ?", (topic,))\n\n\n'
        "def list_letters(db, topic):\n"
        '    """The letters of a topic."""\n'
        '    return db.execute("select * from letters where topic = ?", (topic,))\n'
    ),
    "web/letters_view.py": (
        "def delete_letters_of_topic(request):\n"
        '    """Delete all letters of a topic."""\n    return "Deleted all letters"\n'
    ),
    "tests/test_letters.py": "def test_letters_of_a_topic_are_deleted():\n    pass\n",
}


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "inbox" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "inbox"


def planned(user: Runner, inbox: Path, goal: str) -> Any:
    return user("plan", goal, "--workspace", inbox, "--json").json


@pytest.mark.rule("UND-5")
@pytest.mark.rule("UND-7")
def test_a_path_and_a_symbol_of_the_goal_are_where_the_work_begins(
    user: Runner, inbox: Path
) -> None:
    goal = "In store/topics.py, drop_topic must no longer delete the letters of the topic"
    told = planned(user, inbox, goal)
    assert told["question"] is None, told["question"]
    first = told["plan"]["tasks"][0]
    assert first["title"] == "drop_topic must no longer delete the letters of the topic"
    assert first["files"] == ["store/topics.py"]
    assert "`drop_topic` (store/topics.py:1)" in first["description"]


@pytest.mark.rule("UND-5")
def test_a_symbol_that_a_goal_names_is_the_first_place_and_its_line_the_spot(
    user: Runner, inbox: Path
) -> None:
    goal = "drop_topic must keep the letters of a topic, not delete_letters"
    told = user("brief", goal, "--workspace", inbox, "--json").json
    assert told["places"][0]["path"] == "store/topics.py"
    assert told["spots"][0]["locator"] == "store/topics.py:1"


@pytest.mark.rule("UND-5")
def test_a_name_is_found_again_after_its_file_has_changed(user: Runner, inbox: Path) -> None:
    file, goal = inbox / "store" / "topics.py", "drop_topic must keep the letters"
    for line in range(1, 4):
        told = user("brief", goal, "--workspace", inbox, "--json").json
        assert told["spots"][0]["locator"] == f"store/topics.py:{line}"
        file.write_text(f"#\n{file.read_text(encoding='utf-8')}", encoding="utf-8")


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Stop deleting the letters of a topic when it is dropped",
        "Make deleting a topic keep its letters",
        "Show topics without deleting their letters",
    ],
)
def test_what_a_goal_says_no_to_is_neither_a_loss_nor_there_already(
    user: Runner, inbox: Path, goal: str
) -> None:
    told = planned(user, inbox, goal)
    raised = {entry["ambiguity"] for entry in told["assumptions"]}
    assert told["question"] is None, told["question"]
    assert not raised & {"already-there", "lost-for-good"}, raised


@pytest.mark.rule("UND-5")
def test_a_function_named_for_another_deed_is_not_where_one_begins(
    user: Runner, inbox: Path
) -> None:
    told = user("brief", "Show the letters of a topic by date", "--workspace", inbox, "--json").json
    spots = [spot for spot in told["spots"] if spot["locator"].startswith("store/letters.py")]
    assert spots[0]["symbol"] == "list_letters"


def shown(user: Runner, session: str) -> Any:
    return user("show", session, "--json").json["plan"]["tasks"]


@pytest.mark.rule("ASK-15")
def test_an_answer_that_names_a_symbol_moves_the_plan_to_it(user: Runner, inbox: Path) -> None:
    told = planned(user, inbox, "Write letters to the database on every change. No database.")
    words = "none of these, change drop_topic in store/topics.py"
    assert user("answer", told["question"]["id"], words, "--json").code == 0
    tasks = shown(user, told["session"])
    moved = [task for task in tasks if "`drop_topic`" in task["description"]]
    assert ["store/topics.py"] in [task["files"] for task in moved], tasks
    assert not any("store/letters.py" in task["files"] for task in tasks)


@pytest.mark.rule("ASM-3")
def test_an_overturning_that_names_a_file_moves_what_rests_on_it(user: Runner, inbox: Path) -> None:
    told = planned(user, inbox, "Send a digest of new letters to readers every week")
    entry = next(one for one in told["assumptions"] if one["ambiguity"] == "job-schedule")
    assert user("wrong", entry["id"], "a loop in store/topics.py", "--json").code == 0
    tasks = shown(user, told["session"])
    assert tasks[0]["title"] == "A loop in store/topics.py"
    assert tasks[0]["files"] == ["store/topics.py"]
    assert tasks[1]["files"] == ["store/topics.py"]


@pytest.mark.rule("PLAN-3")
def test_a_failure_that_names_a_file_moves_the_task_and_its_repair(
    user: Runner, inbox: Path
) -> None:
    told = planned(user, inbox, "Send a digest of new letters to readers every week")
    first = told["plan"]["tasks"][0]
    why = "wrong file: it is web/letters_view.py"
    assert user("fail", told["session"], first["id"], "--why", why, "--json").code == 0
    after = {task["id"]: task for task in shown(user, told["session"])}
    repair = next(task for name, task in after.items() if name not in str(told["plan"]))
    assert repair["files"] == after[first["id"]]["files"] == ["web/letters_view.py"]
    others = [task["id"] for task in told["plan"]["tasks"][1:]]
    before = {task["id"]: task for task in told["plan"]["tasks"]}
    assert all(after[name]["files"] == before[name]["files"] for name in others)
