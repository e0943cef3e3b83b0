"""Grasp, earned go-aheads, effort, doubts and confidence (section 6a), from goals and sightings."""

from __future__ import annotations

import pytest

from plangate.core.model.nouns import Assumption
from plangate.core.model.policy.understanding_numbers import IMMEDIATE_AT_MOST, UNRECOGNISED
from plangate.core.model.sighting import Existing, HouseRule, Place, Sighting
from plangate.core.understanding.against.conflicts import clauses_against
from plangate.core.understanding.against.pages import page_against
from plangate.core.understanding.already_there import already_there
from plangate.core.understanding.changes import is_small, small_kind
from plangate.core.understanding.confidence import (
    SKELETON,
    WHILE_ASSUMED,
    WITHOUT_EVIDENCE,
    confidence_of,
)
from plangate.core.understanding.doubts import doubts_of
from plangate.core.understanding.effort import effort_of
from plangate.core.understanding.grasp import STOP_BELOW, grasp_of
from plangate.core.words.irreversible import cannot_be_undone
from plangate.language.words.stems import content_stems

LIBRARY = (
    "book borrow borrower loan shelf title author due date reminder mail fine search page list "
    "catalogue member card branch"
)


def library(goal: str, **more: object) -> Sighting:
    """A lending library's program, as it answers to a goal."""
    words = frozenset(content_stems(LIBRARY))
    spread = {word: 0.2 if word in words else 0.0 for word in content_stems(goal)}
    places = (
        Place("lending/loans.py", 1, 0.7, ("Loan:12",), ("text",), ("tests/test_loans.py",)),
        Place("lending/search.py", 2, 0.4),
    )
    return Sighting(places=places, spread=spread, files=20)._replace(**more)  # type: ignore[arg-type]


def ids(goal: str, seen: Sighting | None = None) -> list[str]:
    return [one.ambiguity.id for one in doubts_of(goal, seen or library(goal))]


# --- grasp ----------------------------------------------------------------------------------------


@pytest.mark.rule("UND-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Show the due date of a loan on the member page",
        "Sort the search list by author",
        "A borrower should get a reminder mail before the due date",
        "Fix the crash when a loan has no due date",
    ],
)
def test_what_is_located_in_the_workspace_is_grasped(goal: str) -> None:
    assert grasp_of(goal, library(goal)).value >= 0.8


@pytest.mark.rule("UND-2")
@pytest.mark.parametrize(
    "goal", ["Rename LoanCard to MemberCard", "Move LoanCard into its own module"]
)
def test_a_declared_name_is_grasped_though_its_words_stand_everywhere(goal: str) -> None:
    seen = library(goal, spread=dict.fromkeys(content_stems(goal), 0.95))
    card = Place("lending/cards.py", 1, 0.7, ("LoanCard:12",))
    assert grasp_of(goal, seen).value < STOP_BELOW
    assert grasp_of(goal, seen._replace(places=(card,))).value >= STOP_BELOW


@pytest.mark.rule("UND-2", "INT-10")
@pytest.mark.parametrize(
    ("goal", "word"),
    [
        ("Move to microservices", "microservices"),
        ("Introduce a zero-trust mesh", "mesh"),
        ("Frobnicate the quux", "quux"),
        ("Adopt event sourcing", "sourcing"),
    ],
)
def test_what_stands_nowhere_is_not_grasped_and_named(goal: str, word: str) -> None:
    grasp = grasp_of(goal, library(goal))
    assert grasp.value < STOP_BELOW
    assert any(word in one for one in grasp.not_understood)


@pytest.mark.rule("UND-2")
def test_in_another_language_only_names_count() -> None:
    goal = "Die Ausleihe soll nach vier Wochen automatisch enden"
    assert grasp_of(goal, library(goal)).value < STOP_BELOW


# --- small by kind --------------------------------------------------------------------------------


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Fix the typo in the footer",
        "recieve -> receive in loans.py",
        "bump version to 2.4.0",
        'the button says "Borow", should be "Borrow"',
        "rename the local variable n to count in search.py",
        "'borowed' is misspelt in CONTRIBUTING.md",
        "the reminder says 'due on on Monday', one 'on' too many",
        "the catalogue calls itself 'My page', give it a real title",
    ],
)
def test_wording_versions_and_local_names_are_small(goal: str) -> None:
    assert is_small(goal, library(goal))
    assert effort_of(goal, library(goal)).value == 1


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Move to microservices",
        "Rename the endpoint /loans to /borrowings",
        "Add a page for fines",
        "Migrate to Django 5.0 and rewrite the front end",
        "Make the whole platform multi-tenant, version 2.0",
        "library bump --push, which pushes the loans right away",
        "the changelog has sections for drafts. when the release comes they should be in it",
    ],
)
def test_what_only_looks_short_is_not_small(goal: str) -> None:
    assert small_kind(goal) is None


# --- effort ---------------------------------------------------------------------------------------


@pytest.mark.rule("INT-9")
def test_a_clause_nobody_could_place_counts_five() -> None:
    goal = "Frobnicate the quux"
    assert effort_of(goal, library(goal)).value >= UNRECOGNISED


@pytest.mark.rule("INT-9")
def test_length_alone_makes_nothing_harder() -> None:
    short = "Show the due date of a loan on the member page"
    long = f"{short}. We talked about this on Monday and everybody in the team liked the idea a lot"
    assert effort_of(long, library(long)).value <= effort_of(short, library(short)).value + 1


@pytest.mark.rule("INT-9")
def test_what_changes_most_of_a_system_is_hard() -> None:
    goal = "Rewrite the catalogue as a multi-tenant platform with billing"
    assert effort_of(goal, library(goal)).value >= 7


@pytest.mark.rule("INT-9")
@pytest.mark.parametrize(
    "goal",
    [
        "Upgrade to the newest Django major version",
        "Move the catalogue to Django 6",
        "Upgrade the search library to v9",
    ],
)
def test_a_version_that_may_break_what_uses_it_is_never_small(goal: str) -> None:
    assert effort_of(goal, library(goal)).value >= UNRECOGNISED


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Let me mute a reminder for a week",
        "Allow a reminder to be paused",
        "Validate the card of a member",
        "Sync the loans with the branch",
        "Remember the last search",
        "Add support for large icons",
    ],
)
def test_what_is_to_be_possible_from_now_on_is_no_small_change(goal: str) -> None:
    assert effort_of(goal, library(goal)).value > IMMEDIATE_AT_MOST


@pytest.mark.rule("INT-9")
def test_a_version_that_is_only_spoken_of_makes_nothing_harder() -> None:
    goal = "Update the current version in the footer"
    assert not any("version" in part for part in effort_of(goal, library(goal)).parts)


# --- doubts ---------------------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal", ["make the search better", "the member page is ugly", "improve loans", "tidy the shelf"]
)
def test_praise_and_blame_without_a_measure_leave_open_what_is_wanted(goal: str) -> None:
    assert "what-is-wanted" in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize("goal", ["close loans after a while", "keep the reminder list longer"])
def test_a_limit_that_nobody_states_is_open(goal: str) -> None:
    assert "unstated-limit" in ids(goal)


@pytest.mark.rule("UND-7")
def test_a_stated_limit_is_not_open() -> None:
    assert "unstated-limit" not in ids("close loans after 30 days")


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Delete members who left",
        "Drop the fines table",
        "Add a button to remove an account",
        "Publish the package",
        "Rename the API endpoint for loans",
        "Purge old loans from the database",
    ],
)
def test_a_one_way_door_is_a_decision_with_a_way_back(goal: str) -> None:
    doors = [one.ambiguity for one in doubts_of(goal, library(goal))]
    one_way = [
        door
        for door in doors
        if any(r.reversibility == "irreversible" for r in door.interpretations)
    ]
    assert one_way
    assert one_way[0].reading(str(one_way[0].safe_default)).reversibility != "irreversible"


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    ["Remove the unused import in loans.py", "Delete the spinner component", "Remove dead code"],
)
def test_taking_away_program_text_is_no_door(goal: str) -> None:
    assert "lost-for-good" not in ids(goal)


@pytest.mark.rule("UND-6")
def test_two_clauses_against_each_other_are_quoted() -> None:
    goal = "Make sign-in passwordless and require strong passwords"
    found = clauses_against(goal)
    assert found is not None
    assert (found.one, found.other) == ("Make sign-in passwordless", "require strong passwords")
    door = doubts_of(goal, library(goal))[0].ambiguity
    assert door.blocker_type == "mutually_exclusive_requirements"
    assert len(door.blocker_evidence) == 2


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "page"),
    [
        ("Support several members with logins", "There are no accounts here, and none will come."),
        ("Delete loans older than two years", "No code may delete rows of loans."),
        ("Send reminders through Pigeonly", "We use no third-party services."),
    ],
)
def test_a_page_of_the_repository_that_rules_it_out_is_named(goal: str, page: str) -> None:
    seen = library(goal, against=(HouseRule("README.md:7", page),))
    found = page_against(goal, seen)
    assert found is not None
    assert found[1].locator == "README.md:7"


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "page"),
    [
        ("Show the due date of a loan", "Members may borrow without a card."),
        ("Sort loans by author", "There are no recurring loans."),
        ("Fix the crash in the search list", "Never log the title of a book."),
        (
            "Add a --dry-run option to upload",
            "It has an environment of its own, so it does not interfere with other packages.",
        ),
    ],
)
def test_a_page_about_something_else_is_no_contradiction(goal: str, page: str) -> None:
    assert page_against(goal, library(goal, against=(HouseRule("README.md:7", page),))) is None


@pytest.mark.rule("UND-4", "UND-6")
def test_what_is_there_already_is_a_doubt() -> None:
    there = Existing("function send_reminder", "lending/mail.py:9", 0.9, "carries the words")
    goal = "Add a reminder mail"
    assert "already-there" in ids(goal, library(goal, exists=(there,)))


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    "goal",
    [
        "Reminder mails go out twice. They should go out once.",
        "Reminder mails list the books in any order. Keep them in the order of the loans.",
        "Reminder mails must not be sent on Sundays",
        "Change the reminder mail so that it names the library",
    ],
)
def test_what_a_goal_itself_tells_of_is_no_discovery(goal: str) -> None:
    there = Existing("function send_reminder", "lending/mail.py:9", 0.9, "carries the words")
    assert already_there(goal, (there,)) is None


# --- confidence -----------------------------------------------------------------------------------


def entry(confidence: str = "medium", response: str = "auto_expanded") -> Assumption:
    return Assumption(
        id="a1",
        session="s",
        decision="x",
        blocker_type="ambiguous_goal",
        user_response=response,
        reasoning="",
        confidence=confidence,  # type: ignore[arg-type]
        risk_if_wrong="low",
        source="rules",
        evidence=(),
        tasks=(),
    )


SURE = (Place("a.py", 1, 0.9), Place("b.py", 2, 0.8))


@pytest.mark.rule("UND-8")
def test_confidence_is_at_most_grasp_and_place_and_half_without_evidence() -> None:
    assert confidence_of(0.4, SURE, {"a.py"}, (), files=900, has_evidence=True) == 0.4
    assert (
        confidence_of(1.0, (Place("a.py", 1, 0.3),), {"a.py"}, (), files=900, has_evidence=True)
        == 0.3
    )
    assert confidence_of(1.0, SURE, {"a.py"}, (), files=900, has_evidence=False) == WITHOUT_EVIDENCE


@pytest.mark.rule("UND-8")
def test_confidence_is_never_whole_while_anything_is_assumed() -> None:
    sure = (Place("a.py", 1, 1.0),)
    assumed = confidence_of(1.0, sure, {"a.py"}, (entry("high"),), files=900, has_evidence=True)
    assert assumed <= WHILE_ASSUMED
    answered = (entry(response="confirmed: b"),)
    assert confidence_of(1.0, sure, {"a.py"}, answered, files=900, has_evidence=True) >= 0.8


@pytest.mark.rule("UND-9")
def test_a_skeleton_is_never_above_its_bound() -> None:
    found = confidence_of(1.0, SURE, {"a.py"}, (), files=900, has_evidence=True, is_skeleton=True)
    assert found == SKELETON


@pytest.mark.rule("UND-4", "PREF-2")
def test_what_a_page_here_says_makes_no_answer_final() -> None:
    said = "“Here you can delete users for good.”"
    there = Existing(said, "docs/admin.md:21", 0.95, "a page says so")
    found = already_there("Let users delete their account", (there,))
    assert found is not None
    assert said in str(found.ambiguity.prompt)
    assert [one.label for one in found.ambiguity.interpretations if cannot_be_undone(one)] == []
