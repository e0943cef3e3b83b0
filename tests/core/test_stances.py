"""What a program is said to be, what goes away in passing, and what is one value (UND-6, INT-2)."""

from __future__ import annotations

import pytest

from plangate.core.model.sighting import HouseRule, Place, Sighting
from plangate.core.understanding.against.pages import page_against
from plangate.core.understanding.against.stances import takes_a_stance
from plangate.core.understanding.changes import is_small
from plangate.core.understanding.doubts import doubts_of
from plangate.language.words.stems import content_stems

LIBRARY = "book reader shelf loan fine branch notice cover search page desk barcode blue label row"


def library(goal: str, *sentences: str) -> Sighting:
    """A lending library's program, as it answers to a goal, with sentences of its own pages."""
    words = frozenset(content_stems(LIBRARY))
    spread = {word: 0.1 if word in words else 0.0 for word in content_stems(goal)}
    rules = tuple(HouseRule(f"README.md:{at}", said) for at, said in enumerate(sentences, start=1))
    places = (Place("library/loans.py", 1, 0.7, ("Loan:4",)),)
    return Sighting(places=places, spread=spread, against=rules, files=40)


def ids(goal: str, *sentences: str) -> list[str]:
    """What is open in a library that keeps shelves and fines in tables."""
    seen = library(goal, *sentences)._replace(stored=("shelv", "fine"))
    return [one.ambiguity.id for one in doubts_of(goal, seen)]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("Let readers register and see their loans", "Nobody has an account."),
        ("Synchronise the shelves between phones", "Everything stays on the device."),
        ("Charge for a premium search", "The catalogue is free for everybody."),
        ("Rewrite the desk in Svelte", "Pages are rendered on the server."),
        ("Parse barcodes with a regexp", "No regular expressions in the scanner."),
        ("Use polars to count the loans", "polars is not used."),
        ("Run it on GKE", "No Kubernetes."),
        ("Correct past fines in place", "Fines are never changed once they are booked."),
        ("Show the readers' e-mails on the desk", "No personal data on public screens."),
        ("Remove findByShelf", "Exported functions are not removed before v3."),
        ("Push notices within a minute", "Notices go out in nightly batches."),
        # turned down, frozen, never done, called wrong, counted
        ("Add a loan reminder by fax", "We will not add a fax."),
        ("Make the search run on Windows", "There are no plans for Windows."),
        ("Add a colour to the row format", "The row format is frozen."),
        ("Add a search form to the desk page", "No changes to the desk page are accepted."),
        ("Mail readers their password", "Passwords are never mailed."),
        ("Put a Redis in front of the search", "The only dependency is SQLite."),
        ("Call shelf.sleep before the loan test", "A bare shelf.sleep is a defect."),
        ("Use page/inject for the cover", "Fields go down - do not use page/inject"),
        ("Rewrite the desk for PHP 7.2", "Requires PHP 8.1 or later."),
        ("Let staff see who gave each vote", "Votes are anonymous."),
        ("Allow barcodes of 3 characters", "A barcode must be at least 6 characters."),
        ("Store the loans in MySQL", "A database-free lending desk."),
        ("Require readers to register before they search", "It allows anonymous access."),
        ("Relicense it under MIT", "Licensed under the AGPL."),
        ("Load the cover font from Google Fonts", "Nothing is loaded from a CDN."),
        ("Let the desk read messages on the server", "Messages are end-to-end encrypted."),
        # one thing, and both poles of more than one axis
        ("Archive the loan logs on disk for a year", "It does not store any loan logs."),
        ("Send the loan logs to a cloud service", "Your loan logs never leave your network."),
    ],
)
def test_what_a_page_says_a_program_is_rules_out_what_cannot_be_had_with_it(
    goal: str, sentence: str
) -> None:
    assert page_against(goal, library(goal, sentence)) is not None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("Let readers sort their loans", "Nobody has an account."),
        ("Correct the label of the shelf", "Fines are never changed once they are booked."),
        ("Remove the offline banner", "It works offline."),
        ("Fix the crash when a book is uploaded", "There is no server."),
        ("Refund the fines of Margarethe", "Do not add dependencies without asking."),
        ("Add a timeout to the loan provider", "Fields go down - do not use provide/inject"),
        ("Replace shelf.sleep by a clock", "A bare shelf.sleep is a defect."),
        ("Add a colour column to the loan report", "The row format is frozen."),
        ("Allow barcodes of 9 characters", "A barcode must be at least 6 characters."),
        ("Move the loan content to a page", "I do not accept content generated by AI tools."),
        ("Mail readers when their password changed", "Passwords are never mailed."),
        ("Open the cover in a new window", "There are no plans to support Windows."),
        ("Show the desk on narrow screens", "A mobile app is out of scope."),
        ("Let guests register", "Readers may search without an account."),
        ("Store the chosen theme in a file", "It does not store any loan logs."),
        ("Add a row for the branch", "If you run it offline, no account is needed."),
    ],
)
def test_what_can_be_had_with_it_is_not_ruled_out(goal: str, sentence: str) -> None:
    assert page_against(goal, library(goal, sentence)) is None


@pytest.mark.rule("UND-6")
def test_a_page_that_allows_or_supposes_something_takes_no_stance() -> None:
    assert takes_a_stance("It works offline.")
    assert not takes_a_stance("Readers can search without an account.")
    assert not takes_a_stance("If it runs without a network, notices wait.")


@pytest.mark.rule("UND-6")
def test_two_pieces_of_a_goal_of_which_one_binds_the_program_exclude_each_other() -> None:
    goal = "The catalogue must work without a network, sync the loans between devices"
    assert ids(goal)[:1] == ["clauses-exclude-each-other"]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Clear expired loans", "lost-for-good"),
        ("Decommission the old branch servers", "lost-for-good"),
        ("Change the record layout of a loan", "turned-over"),
        ("Number the shelves anew, also change the loans we already have", "turned-over"),
        ("Split the name column into two", "turned-over"),
        ("Upgrade MariaDB to 11", "turned-over"),
        ("Flash the new firmware onto all barcode readers", "not-taken-back"),
        ("Refund everyone who paid a fine in May", "not-taken-back"),
        ("Cut and push 3.2.0", "sent-out"),
        ("Rename the cookie name to library-sid", "public-name"),
        ("Move the feed from /loans.xml to /feeds/loans", "public-name"),
        ("Fines nobody has paid for ten years should go away", "lost-for-good"),
        ("Normalize all shelves to upper case", "turned-over"),
        ("All reader tokens should be replaced by new ones", "not-taken-back"),
        ("Switch the signature of the loans to SHA-256", "old-form"),
        ("Retire the barcode login", "public-removal"),
        ("Fines of last year can go", "lost-for-good"),
        ("Shelves with the same name become one", "turned-over"),
        ("Switch the dates of fines to UTC", "turned-over"),
        ("Notice links get a random suffix from now on", "public-name"),
        ("stop reading LIBRARY_PATH", "public-removal"),
        ("Upper case for barcodes, also for the ones readers have already", "turned-over"),
        ("The hook `loan_paid` should be called `loan_settled`", "public-name"),
        ("Everybody with a loan gets a reminder tomorrow", "sent-out"),
        ("Move the package to git.example.org", "public-name"),
    ],
)
def test_a_door_is_seen_whatever_words_lead_through_it(goal: str, door: str) -> None:
    assert door in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Clear old timers in the test",
        "Delete unused imports",
        "Change the page layout",
        "Rename the helper for shelves",
        "Push the label to the right",
        "Move the search to library/search.py",
        "fix: loans are deleted twice",
        "Remove the shelves from the sidebar",
        "Let readers convert a loan to a reservation",
    ],
)
def test_what_the_history_brings_back_is_no_door(goal: str) -> None:
    doors = {"lost-for-good", "turned-over", "not-taken-back", "sent-out", "public-name"}
    assert doors.isdisjoint(ids(goal))


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "20 loans per page",
        "Fines should be 50 cents",
        "The label should be blue, not black",
        "Make the cover 300 pixels",
        "Double the fine",
        "Run the search at 4:30",
        "Colour of the label: #a94747 please",
    ],
)
def test_one_value_of_what_is_here_is_small(goal: str) -> None:
    assert is_small(goal, library(goal)._replace(value="library/loans.py:3"))


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize("goal", ["20 loans per page", "Make the cover 300 pixels"])
def test_a_number_that_nothing_here_holds_is_a_new_rule_and_not_small(goal: str) -> None:
    assert not is_small(goal, library(goal))


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "20 quasars per page",  # nothing here is called so
        "Support 20 branches",
        "Search should take 20 ms of latency",
        "Keep loans for 20 days",
        "Add 3 shelves to the page",
        "Set the default database to PostgreSQL",
        "Search in 5 regions instead of 1",
        "Support 10000 readers instead of 100",
        "Replace 'SQLite' with 'MySQL'",
        "Call it Bookcase, not Library",
        "Turn “loan” into “lending” everywhere in the API",
    ],
)
def test_a_number_alone_makes_nothing_small(goal: str) -> None:
    assert not is_small(goal, library(goal))


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    ["The desk is cluttered", "Make the search more robust", "Tighten security", "it takes ages"],
)
def test_praise_and_blame_without_a_measure_are_asked_about(goal: str) -> None:
    assert ids(goal) == ["what-is-wanted"]


@pytest.mark.rule("UND-6")
def test_making_it_faster_asks_for_a_measure_and_for_nothing_else() -> None:
    assert ids("make it faster") == ["unstated-limit"]


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Send the readers' names to Mailmaster every night", "sent-out"),
        ("Let readers import their loans from a file", "brought-in"),
        ("Store fines in cents", "turned-over"),
        ("Encrypt the notices", "turned-over"),
        ("Make the barcode unique", "public-name"),
        ("Rename /loans to /lendings", "public-name"),
        ("Automatically block late readers", "not-taken-back"),
    ],
)
def test_a_door_nobody_names_is_seen_where_the_deed_leads_through_it(goal: str, door: str) -> None:
    assert door in ids(goal)


@pytest.mark.rule("UND-6")
def test_what_a_record_says_was_tried_and_left_is_ruled_out() -> None:
    goal = "Use Elastic for the search"
    tried = "We tried Solr and Elastic. Nobody here can run them."
    assert page_against(goal, library(goal, tried)) is not None
    assert page_against("Sort the shelves", library("Sort the shelves", tried)) is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal", ["The covers look quaint", "Make the desk more festive", "work on the labels"]
)
def test_blame_is_heard_by_its_form_whatever_the_word_is(goal: str) -> None:
    assert "what-is-wanted" in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "door"),
    [
        ("Make the loan numbers strings", "turned-over"),
        ("Clear the shelves of everything before 2015", "lost-for-good"),
        ("Give the trainees admin on the desk", "not-taken-back"),
    ],
)
def test_types_of_ids_bygone_years_and_rights_are_doors(goal: str, door: str) -> None:
    assert door in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("Add a snoozed_until column to the loans", "One binary without dependencies."),
        ("Add Zorgle to the search", "Ensure tests are fast and don't require dependencies."),
    ],
)
def test_a_name_of_our_own_and_a_rule_for_tests_stand_against_nothing(
    goal: str, sentence: str
) -> None:
    assert "against-the-repository" not in ids(goal, sentence)


@pytest.mark.rule("UND-6")
def test_a_door_is_quoted_as_the_goal_writes_it() -> None:
    goal = "Sort the shelves and delete everybody's old config files"
    heard = [one.ambiguity.heard for one in doubts_of(goal, library(goal))]
    assert "delete everybody's old config files" in heard


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    ("goal", "value", "small"),
    [
        ("30 loans per page instead of 20", "library/pages.py:3", True),
        ("The notice goes away too fast, make it 10 seconds", "library/pages.py:3", True),
        ("Notices should be purged after one day, not two", "library/jobs.py:9", False),
        ("Loan links should expire after one day, not two", "library/jobs.py:9", True),
        ("Keep loans 20 days instead of 90", "library/jobs.py:9", False),
    ],
)
def test_a_value_that_a_line_holds_is_small_unless_data_goes_by_it(
    goal: str, value: str, small: bool
) -> None:
    nowhere = library(goal)._replace(places=(), value=value)
    assert is_small(goal, nowhere) is small


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    ("goal", "small"),
    [
        ("Change 'Overdue' to 'Late' on the desk", True),
        ('The desk reads "Loans due". Make it "Loans due today".', True),
        ("Sidebar: call it Shelves, not Racks", True),
        ("s/recieve/receive/ in the notices", True),
        ("The worker should read the barcodes", False),
        ("The plugin should be called after every loan", False),
    ],
)
def test_a_text_that_becomes_another_is_small(goal: str, small: bool) -> None:
    assert is_small(goal, library(goal)) is small


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Highlight unusual loans",
        "The search must be fast also on old phones",
        "Give readers more control",
        "When too many loans are failing the desk should be told",
        "Warn readers early enough",
        "Notices are handled badly",
    ],
)
def test_a_word_that_means_something_else_to_everybody_is_asked_about(goal: str) -> None:
    assert {"what-is-wanted", "unstated-limit"} & {*ids(goal)}


@pytest.mark.rule("UND-6")
def test_to_keep_to_a_page_is_not_the_default_where_the_goal_wants_nothing_else() -> None:
    page = "The only dependency is a Postgres database."
    whole = "Remove the Postgres dependency and use SQLite"
    beside = "Use SQLite and add a desk page for fines"
    for goal, default in ((whole, "change-rule"), (beside, "keep-rule")):
        asked = next(one for one in doubts_of(goal, library(goal, page)) if one.kind == KIND)
        assert asked.ambiguity.safe_default == default


KIND = "contradiction"
