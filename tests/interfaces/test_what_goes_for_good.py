"""What cannot be undone is asked about, and nothing else: whose loss it is, however it is put."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-6")

FILES = {
    "README.md": "# Club\n\nMembers, their messages and what they lent each other.\n",
    "club/models.py": '''"""What the club stores."""

from django.db import models


class Member(models.Model):
    """Somebody of the club."""

    name = models.CharField(max_length=80)
    last_login = models.DateTimeField(null=True)


class Message(models.Model):
    """What one member wrote to another."""

    sender = models.ForeignKey(Member, on_delete=models.CASCADE)
    text = models.TextField()


class Label(models.Model):
    """What a member sorts messages by."""

    owner = models.ForeignKey(Member, on_delete=models.CASCADE)


class Item(models.Model):
    """Something that can be lent."""

    owner = models.ForeignKey(Member, on_delete=models.CASCADE)
    price = models.IntegerField(default=0)
''',
    "club/mails.py": '''"""Mails to members."""


def send_mail(member, text):
    """Send a mail to a member."""
    return member.name, text
''',
    "go.mod": "module club\n\nrequire github.com/gin-gonic/gin v1.8.0\n",
}


@pytest.fixture
def club(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "club" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "club"


@pytest.fixture
def doors(user: Runner, club: Path) -> Any:
    """What a plan asks or assumes, each matter with what was decided about it."""

    def told(goal: str) -> dict[str, str]:
        plan = user("plan", goal, "--workspace", club, "--json").json
        return {each["ambiguity"]: each["decision"] for each in plan["assumptions"]}

    return told


#: Every matter that one cannot take back.
FINAL = set(
    "lost-for-good delete-semantics turned-over sent-out not-taken-back no-way-back public-name "
    "public-removal old-form brought-in".split()
)


@pytest.mark.parametrize(
    "goal",
    [
        "send everyone who hasn't logged in for a year a mail and remove them",
        "send everyone who never logged in a reminder and remove them",
        "Find the members without messages, then drop those",
        "Write a farewell to whoever left and delete them",
        "Look up members and get rid of them",
    ],
)
def test_a_word_for_people_named_before_is_heard_as_them(doors: Any, goal: str) -> None:
    told = doors(goal)
    assert "lost-for-good" in told
    assert not any("exclude" in name for name in told)


def test_after_the_answer_about_a_mail_what_goes_is_still_asked(user: Runner, club: Path) -> None:
    goal = "send everyone who hasn't logged in for a year a mail and remove them"
    told = user("plan", goal, "--workspace", club, "--json").json
    for _ in range(3):
        if question := told.get("question"):
            user("answer", question["id"], question["options"][0]["label"])
        told = user("show", told["session"], "--json").json
    titles = [task["title"] for task in told["plan"]["tasks"]]
    assert any("archive" in title for title in titles), titles
    assert not any(title.startswith("Remove ") for title in titles), titles


@pytest.mark.parametrize(
    "goal",
    ["Open the mail of a member and drop it from the page", "Find unused imports, drop them"],
)
def test_a_word_for_what_is_shown_or_programmed_loses_nothing(doors: Any, goal: str) -> None:
    assert not FINAL & doors(goal).keys()


@pytest.mark.parametrize("when", ["", " in v2.0", " in version 2", " with v2.1"])
@pytest.mark.parametrize("what", ["account", "messages", "labels", "items", "notes"])
def test_what_people_may_delete_is_asked_about_whichever_release_brings_it(
    doors: Any, what: str, when: str
) -> None:
    told = doors(f"Let users delete their {what}{when}")
    assert {"lost-for-good", "delete-semantics"} & told.keys()


@pytest.mark.parametrize(
    "goal",
    [
        "Let members clear the search",
        "Let members clear their filters",
        "Show the price of each item",
        "Show the owner of each item",
        "Make every member use a nickname",
        "Turn off comments on messages older than a year",
        "members want to mute a member so his messages vanish from the page",
        "when i add a label i already have it only says this label already exists",
        "Upgrade gin to the newest version",
    ],
)
def test_what_can_be_taken_back_is_not_asked_about(doors: Any, goal: str) -> None:
    assert not FINAL & doors(goal).keys()


@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Set the price of each item to 5", "turned-over"),
        ("Turn all messages into notes", "turned-over"),
        ("Their messages should vanish from the database", "lost-for-good"),
        ("Release the plugin to all members", "sent-out"),
        ("release pager numbers to the carrier", "not-taken-back"),
        ("Release the December payroll", "not-taken-back"),
        ("Make all member pages visible to search engines", "not-taken-back"),
        ("Sign links another way so the old links are dead", "not-taken-back"),
        ("The old clients must no longer be able to log in", "not-taken-back"),
        ("Close all open accounts", "not-taken-back"),
    ],
)
def test_the_question_fits_what_was_said(doors: Any, goal: str, door: str) -> None:
    told = FINAL & doors(goal).keys()
    assert told == {door}


def test_a_store_that_moves_on_does_not_come_back_with_its_manifest(doors: Any) -> None:
    goal = "Upgrade the cluster's metadata format to v9 (one-way, says the manual)"
    assert "no-way-back" in doors(goal)
