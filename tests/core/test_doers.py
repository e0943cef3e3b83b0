"""Who does a deed, and when: the work itself, or what is built, later (UND-6, UND-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.minds.rules.loading import shipped_dimensions
from plangate.core.model.sighting import Place, Sighting
from plangate.core.understanding.doubts import doubts_of
from plangate.language.words.stems import content_stems
from tests.conftest import Runner

DOORS = {"lost-for-good", "sent-out", "not-taken-back", "public-removal", "turned-over"}


def doors(goal: str, *stored: str) -> list[str]:
    """The one-way doors of a goal for a choir's program."""
    places = (Place("choir/concerts.py", 1, 0.7, ("Concert:9",)),)
    spread = dict.fromkeys(content_stems(goal), 0.2)
    seen = Sighting(places=places, spread=spread, files=30, stored=stored)
    return [one.ambiguity.id for one in doubts_of(goal, seen) if one.ambiguity.id in DOORS]


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "We want a bot that posts the programme to Mastodon",
        "Bots should be able to charge a singer's card",
        "Let conductors publish a programme to the public",
        "Support sending tickets to customers by SMS",
        "The box office should charge the card of whoever is late",
        "Add a button that refunds all customers of a concert",
        "Add a command to email all customers of a concert",
        "Show how many programmes were published in May",
        "The bot should share a programme with Discord when a user asks for it",
    ],
)
def test_what_is_built_does_later_is_no_deed_of_this_work(goal: str) -> None:
    assert doors(goal) == []


@pytest.mark.rule("UND-6", "PREF-2")
@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Post the programme to Mastodon", "not-taken-back"),
        ("Charge every singer again for May", "not-taken-back"),
        ("Add a job that emails every customer about the new hall", "not-taken-back"),
        ("The box office should automatically refund all customers", "not-taken-back"),
        ("Run the job that emails every customer", "not-taken-back"),
        ("We should publish 3.1 to PyPI", "sent-out"),
        ("Let us mail all singers about the strike", "sent-out"),
        ("The bot should share the names of customers with Discord", "sent-out"),
    ],
)
def test_what_the_work_does_or_what_acts_on_everybody_by_itself_is_a_door(
    goal: str, door: str
) -> None:
    assert doors(goal) == [door]


@pytest.mark.rule("UND-6")
def test_one_deed_is_asked_about_once() -> None:
    goal = "Purge events older than the retention period every night"
    assert doors(goal, "event") == ["lost-for-good"]


@pytest.mark.rule("UND-6")
def test_support_that_ends_is_announced_and_no_name_is_asked_for() -> None:
    assert doors("Drop support for MySQL") == ["public-removal"]


@pytest.mark.rule("PLAN-6")
def test_code_that_will_send_needs_no_approval_and_sending_does(
    cli: Runner, workspace: Path
) -> None:
    later = cli("plan", "We want a bot that posts to Mastodon", "-w", workspace, "--json")
    assert later.json["plan"]["requires_approval"] is False
    now = cli("plan", "Post the news to Mastodon", "-w", workspace, "--json")
    assert now.json["plan"]["requires_approval"] is True


@pytest.mark.rule("UND-7")
def test_what_is_taken_away_elsewhere_asks_not_how_long_ours_is_kept() -> None:
    dimension = next(one for one in shipped_dimensions() if one.id == "data-retention")
    assert dimension.mentions("Add a job that deletes old files")
    assert not dimension.mentions("Add a job that deletes old files from S3")


@pytest.mark.rule("UND-6", "UND-7")
def test_what_is_built_loses_only_what_is_kept_here() -> None:
    assert doors("Let singers remove a song from a playlist", "song", "playlist") == []
    assert doors("Let singers delete a song from a playlist", "song", "playlist") != []
    assert doors("Add a command that drops rows") == []
    assert doors("Add a command that drops rows", "row") == ["lost-for-good"]
    assert doors("Songs older than 90 days should be erased each night", "song") != []


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Remind a singer who has not accepted the invitation yet",
        "A channel that gets a message when a concert is sold out",
        "Smart playlists should support a rule on the year of a song",
        "The stage view should show a small padlock then",
        "Accept ?page=N so that we can link to older pages",
    ],
)
def test_a_name_a_reason_and_what_people_did_leave_nothing_open(goal: str) -> None:
    seen = Sighting(spread=dict.fromkeys(content_stems(goal), 0.2), files=30)
    assert [one.ambiguity.id for one in doubts_of(goal, seen)] == []


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    ["Smart playlists", "Nicer errors should be shown", "Show large concerts", "It is a mess"],
)
def test_praise_and_what_picks_out_of_many_stay_open(goal: str) -> None:
    seen = Sighting(spread=dict.fromkeys(content_stems(goal), 0.2), files=30)
    assert doubts_of(goal, seen)
