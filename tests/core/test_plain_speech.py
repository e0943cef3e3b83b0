"""How people put a goal into words, and what of it is no question (UND-1, UND-6, UND-7, INT-3)."""

from __future__ import annotations

import pytest

from plangate.core.model.sighting import Place, Sighting
from plangate.core.understanding.against.conflicts import clauses_against
from plangate.core.understanding.changes import is_small, small_kind
from plangate.core.understanding.doubts import doubts_of
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.understanding.grasp import grasp_of
from plangate.core.words.one_way import one_way_cues
from plangate.language.hearing import hear
from plangate.language.words.stems import content_stems

HARBOUR = "boat berth harbour crane booking tide captain fee invoice weather page report list table"


def harbour(goal: str, **more: object) -> Sighting:
    words = frozenset(content_stems(HARBOUR))
    spread = {word: 0.2 if word in words else 0.0 for word in content_stems(goal)}
    places = (Place("harbour/berths.py", 1, 0.7, ("Berth:9",)),)
    return Sighting(places=places, spread=spread, files=30)._replace(**more)  # type: ignore[arg-type]


def ids(goal: str, **more: object) -> list[str]:
    return [one.ambiguity.id for one in doubts_of(goal, harbour(goal, **more))]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "It would be great if the berth list could be sorted by fee",
        "It'd be really nice to see the tide on the booking page",
        "A tide column in the berth list would be handy, as in the weather report",
        "Show boats and cranes properly\n\nCranes are missing. Show a crane's berth in the list.",
        "The fee page answers 500 for a missing boat. That is a 404, please change it.",
        "Captains want to see only some berths, e.g. those along the north pier",
    ],
)
def test_praise_that_wraps_a_wish_and_a_title_that_is_explained_leave_nothing_open(
    goal: str,
) -> None:
    assert ids(goal) == []


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal", ["The berth page should be nicer", "Booking should work with more harbours"]
)
def test_praise_alone_and_more_of_them_unnamed_stay_open(goal: str) -> None:
    assert ids(goal) == ["what-is-wanted"]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "The booking import drops lines behind line 500, please tell the captain about it",
        "Show the seconds until the bookings are deleted",
        "A key that clears the list of boats on the screen, nothing is removed from the database",
        "Forget all saved tokens when the harbour's server restarts",
        "Clear the sessions of captains at midnight",
    ],
)
def test_what_happens_already_or_is_made_again_is_no_loss(goal: str) -> None:
    assert "lost-for-good" not in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Boats that do not answer are no longer in the database afterwards", "lost-for-good"),
        ("Compute the length and get rid of the old column", "lost-for-good"),
        (
            "Export fields: I want berth_id and boat_id instead of berth and vessel_no",
            "public-name",
        ),
    ],
)
def test_a_loss_that_is_only_implied_is_a_door(goal: str, door: str) -> None:
    assert door in ids(goal, stored=("berth", "boat"))


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Captains should be able to print a berth, the same way they already can for a booking",
        "Looks like nobody can read the tide any more. Can you mend the weather page?",
        "Booking a berth shouldn't depend on an admin being awake. Do it by itself every night.",
        "Berths with a number, such as 7a, never match the list because of the letter. Compare "
        "them whole.",
    ],
)
def test_how_it_is_today_and_how_others_do_it_bind_nothing(goal: str) -> None:
    assert not [name for name in ids(goal) if "exclude" in name]


@pytest.mark.rule("INT-3")
def test_who_wants_something_and_how_it_is_done_wants_a_plan_and_who_asks_why_a_loop() -> None:
    assert exploratory_cue("Could we have a crane page? Work out which module it goes in") is None
    assert exploratory_cue(
        "Link previews work, but never for boats. Please look into why, it is on"
    )
    assert exploratory_cue("Work out which of the two cranes is slower")


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        '"Boat alredy booked" on the booking page, should be already',
        "README says Python 3.8 or newer, pyproject.toml says 3.11. Fix the README.",
        "The comment above GCBoats is copied from the function before, it drops berths",
        "doc comment of berth_icon says it defaults to a crane, but it is an anchor",
    ],
)
def test_a_misspelt_word_and_a_page_put_right_are_small(goal: str) -> None:
    assert is_small(goal, harbour(goal, literals={"Boat alredy booked": ("harbour/berths.py:3",)}))


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "harbour clean --dry-run that only prints which boats would go",
        "Show berth numbers on ordinary boats too, right now it is only for yachts",
        "the comments of a boat load slowly in BoatView",
        "--check should print at the end how many boats it looked at and how many were broken",
        "harbour check with machine readable output so our bot can comment the bad bookings",
    ],
)
def test_a_command_that_is_called_clean_and_ordinary_things_are_not_vague(goal: str) -> None:
    assert "what-is-wanted" not in ids(goal)
    assert small_kind(goal) is None


@pytest.mark.rule("UND-2")
def test_what_people_do_outside_with_what_they_want_is_no_clause_nobody_understood() -> None:
    goal = "We'd like to paste fees into our ledger software. Add an export of the fee list."
    assert grasp_of(goal, harbour(goal)).value == 1.0


@pytest.mark.rule("UND-1")
def test_a_short_form_a_name_and_a_semicolon_within_a_word_end_no_sentence() -> None:
    heard = hear("Protect some pages, e.g. the fee page; log it")
    assert [clause.text for clause in heard.clauses] == [
        "Protect some pages, e.g. the fee page",
        "log it",
    ]
    assert [c.verb for c in hear("Accept-Encoding values like gzip;q=1 never match").clauses] == [
        ""
    ]


@pytest.mark.rule("PREF-2")
def test_what_spares_a_deed_stands_on_its_own_line() -> None:
    assert one_way_cues("history gets purged nightly\nCache the tides")
    assert not one_way_cues("purge the tide cache nightly")


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Export the bookings as CSV; don't delete anything",
        "Add an index of the boats, but never remove rows at all",
        "Editing the end of a booking empties its note and makes it public. Fields that were not "
        "sent should stay as they are.",
        "merge_rows deletes whatever comes second. Keep the one that has an amount.",
        "Move everything that belongs to reports into a file of its own, no behaviour change.",
    ],
)
def test_what_happens_today_is_no_wish_against_its_own_repair(goal: str) -> None:
    assert clauses_against(goal) is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Let me mark a booking as cancelled but keep it in the list",
        "Mark a berth as sold but keep it visible on the weather page",
        "Hide a boat but keep it in the captain's own report",
    ],
)
def test_what_stays_somewhere_is_not_to_stay_as_it_is(goal: str) -> None:
    assert clauses_against(goal) is None
