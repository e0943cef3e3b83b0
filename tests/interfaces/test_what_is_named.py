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
    assert first["title"] == "Make drop_topic no longer delete the letters of the topic"
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
