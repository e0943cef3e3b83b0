"""What a goal leaves open, shuts or cannot mean, on a program nobody tuned to (UND-2, UND-6)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plangate.core.model.policy.understanding_numbers import DOOR_LIKELY
from plangate.core.model.sighting import HouseRule, Kin, Place, Sibling, Sighting
from plangate.core.understanding.against.conflicts import clauses_against
from plangate.core.understanding.against.contradictions import contradictions_of
from plangate.core.understanding.against.pages import page_against
from plangate.core.understanding.changes import is_small
from plangate.core.understanding.doors import doors_of
from plangate.core.understanding.doubts import doubts_of
from plangate.core.understanding.effort import effort_of
from plangate.core.understanding.grasp import STOP_BELOW, grasp_of, homeless
from plangate.core.understanding.values import sets_a_value
from plangate.language.denials import denied_words, opens_denied_list, rules_out
from plangate.language.issues.likely_doors import door_odds
from plangate.language.words.stems import content_stems

ROOT = Path(__file__).resolve().parents[2]

HARBOUR = (
    "boat berth harbour crane booking tide captain fee invoice weather page report list mail "
    "parser table export"
)


def harbour(goal: str, **more: object) -> Sighting:
    """A harbour's program, as it answers to a goal."""
    words = frozenset(content_stems(HARBOUR))
    spread = {word: 0.2 if word in words else 0.0 for word in content_stems(goal)}
    places = (Place("harbour/berths.py", 1, 0.7, ("Berth:9",)), Place("harbour/fees.py", 2, 0.45))
    return Sighting(places=places, spread=spread, files=30)._replace(**more)  # type: ignore[arg-type]


def ids(goal: str, seen: Sighting | None = None) -> list[str]:
    return [one.ambiguity.id for one in doubts_of(goal, seen or harbour(goal))]


# --- what is new ----------------------------------------------------------------------------------


@pytest.mark.rule("UND-2")
@pytest.mark.parametrize("goal", ["Add a karaoke page", "Create an astrology endpoint"])
def test_what_is_new_may_be_called_anything_where_it_has_a_sibling(goal: str) -> None:
    beside = harbour(goal, places=(), siblings=(Sibling("harbour/pages/fees.py", "a page"),))
    assert grasp_of(goal, beside).value == 1.0


@pytest.mark.rule("UND-2", "INT-10")
def test_a_plain_thing_without_a_place_has_no_home_and_no_unknown_words() -> None:
    goal = "Add a karaoke page"
    nowhere = harbour(goal, places=())
    grasp = grasp_of(goal, nowhere)
    assert (grasp.value < STOP_BELOW, grasp.not_understood) == (True, ())
    assert homeless(goal, nowhere) == ("a karaoke page",)
    assert homeless("Frobnicate the quux", harbour("Frobnicate the quux", places=())) == ()


@pytest.mark.rule("UND-2")
def test_what_is_wanted_of_something_here_is_grasped_and_a_strange_deed_is_not() -> None:
    wanted, strange = "Live bidding for the berths", "Knit a scarf for the crane"
    assert grasp_of(wanted, harbour(wanted)).value >= 0.8
    assert grasp_of(strange, harbour(strange)).value < STOP_BELOW


# --- what it points at ----------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Rename it to quay", "what-is-meant"),
        ("Remove the old one", "what-is-meant"),
        ("Translate some of the reports", "which-of-them"),
        ("Add an index to the berth table where needed", "which-of-them"),
        ("Build the fee page as in the screenshot", "not-handed-over"),
        ("Change the invoice layout as discussed", "not-handed-over"),
    ],
)
def test_what_a_goal_points_at_and_does_not_say_is_open(goal: str, name: str) -> None:
    assert name in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Rename Berth.size to Berth.length in harbour/berths.py",
        "Show the fee on the invoice and mail it to the captain",
        "List all boats of a captain",
        "Is the export slower than the report? Measure it",
        "Add a `tags` command with --login like the other commands",
    ],
)
def test_what_is_named_before_or_said_whole_is_not_open(goal: str) -> None:
    assert not {"what-is-meant", "which-of-them", "not-handed-over"} & set(ids(goal))


@pytest.mark.rule("UND-6")
def test_a_name_that_two_files_declare_is_asked_about_by_its_files() -> None:
    goal = "Change the parser"
    two = (
        Place("harbour/tides/parser.py", 1, 0.6, ("Parser:3",)),
        Place("harbour/mail/parser.py", 2, 0.58, ("Parser:8",)),
    )
    (found,) = [one for one in doubts_of(goal, harbour(goal, places=two)) if one.kind == "referent"]
    assert all(place.path in (found.ambiguity.prompt or "") for place in two)
    one_only = harbour(goal, places=two[:1])
    assert "what-is-meant" not in ids(goal, one_only)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    ["The export is a pain", "Give the fee page some love", "Handle edge cases in the parser"],
)
def test_a_turn_of_speech_that_says_nothing_is_asked_about(goal: str) -> None:
    assert "what-is-wanted" in ids(goal)


# --- one-way doors --------------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Keep bookings 30 days instead of 90", "lost-for-good"),
        ("Shorten the retention of invoices", "lost-for-good"),
        ("Delete the archived bookings", "lost-for-good"),
        ("Remove the --tide flag", "public-removal"),
        ("Drop the berth.assign() method", "public-removal"),
        ("Share the bookings with our advertising partner", "sent-out"),
        ("Keep only the last five bookings of each captain", "lost-for-good"),
        ("Remove captains without bookings", "lost-for-good"),
        ("Once the invoices are exported, delete all bookings", "lost-for-good"),
        ("Move the bookings from SQLite to PostgreSQL", "turned-over"),
        ("Convert all fees to cents", "turned-over"),
        ("Rotate the API keys of every harbour", "not-taken-back"),
        ("Mail all captains about the storm", "sent-out"),
        ("Email every customer when the migration is done", "not-taken-back"),
        ("Release 4.0 and announce it", "sent-out"),
        ("Change the response format of the booking list", "old-form"),
        ("Rename the berth command to quay", "public-name"),
        ("Call the option --quays instead of --berths", "public-name"),
        ('Rename the crane key "lift" to "hoist" in the config', "public-name"),
        ('Change the JSON field "fee" from number to string', "public-name"),
        ("Rename the metric boats_total to berths_total", "public-name"),
        ("Shorten the stored notes to 200 characters", "turned-over"),
        ("Merge the first and last name columns into one", "turned-over"),
        ("Store the passwords with argon2 instead of bcrypt", "turned-over"),
        ("Rename the [crane] section of the configuration to [lift]", "public-name"),
        ("Remove the data-berth-id attribute", "public-removal"),
        ("Clear the audit log every month", "lost-for-good"),
        ("Send a mail about the storm to every captain user", "sent-out"),
        ("Remove the big charts from git history", "not-taken-back"),
    ],
)
def test_a_one_way_door_is_a_decision(goal: str, name: str) -> None:
    assert name in ids(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Send customers an e-mail when their berth is free",
        "Refund a customer when a booking is cancelled",
        "Keep bookings 90 days instead of 30",
        "Remove the unused parameter of the parser",
        "Archive the bookings instead of deleting them",
        "Show the fee on the invoice",
        "Clean up the booking endpoints",
        "Document --expires-after of the invoice command",
        "Add an option that disables crane grouping",
        "Migrate the tests of the tide table to pytest",
        "Mail every captain when a booking is late",
        "Fix the crash when a captain is deleted",
        "Show a confirmation before a booking is deleted from the list",
        "Delete the old crane plugin leftovers",
        "Confirm before force pushing the tide table to main",
        "Ask for the fee again before the account of a captain can be deleted",
        "Tell the captain which bookings would be removed before the importer runs",
        "Delete the temporary file after the upload",
        "Remove the border around the table",
        "Show a warning before somebody deletes a booking",
        "Tell the captain how many boats a booking has before he deletes it",
        "Publish an event when a booking is saved",
        "Convert the date to UTC before it is shown",
        'Rename the heading "Fees" to "Prices"',
    ],
)
def test_what_can_be_undone_is_no_door(goal: str) -> None:
    doors = {"lost-for-good", "public-removal", "sent-out", "turned-over", "not-taken-back"}
    doors |= {"no-way-back"}
    assert not doors & set(ids(goal))


@pytest.mark.rule("UND-6")
def test_of_goals_nobody_learned_from_most_doors_are_heard_by_all_their_words() -> None:
    """The goals of benchmarks/doors that scripts/fit_doors.py only counts."""
    heard = {
        name: [door_odds(goal) >= DOOR_LIKELY for goal in told(name)] for name in ("doors", "near")
    }
    assert sum(heard["doors"]) >= 0.5 * len(heard["doors"])
    assert sum(heard["near"]) <= 0.125 * len(heard["near"])


def told(name: str) -> list[str]:
    """The goals of a held file."""
    lines = (ROOT / "benchmarks" / "doors" / f"{name}_held.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["goal"] for line in lines]


@pytest.mark.rule("UND-6", "UND-7")
def test_a_door_by_its_sound_is_told_where_no_word_names_one_and_not_to_another_mind() -> None:
    goal = "Get the tide history of the first ten years off the disk"
    seen = harbour(goal)
    assert not list(doors_of(goal, seen))
    assert ids(goal) == ["no-way-back"]
    assert not doubts_of(goal, seen, by_sound=False)
    assert ids(f"{goal}, which can be restored for 30 days") != ["no-way-back"]


@pytest.mark.rule("INT-2", "UND-6")
def test_a_small_change_that_a_page_rules_out_is_not_made_at_once() -> None:
    least = (HouseRule("pyproject.toml:9", 'requires-python = ">=3.11"'),)
    goal = "Make it run on Python 3.6 again"
    assert ids(goal) == []
    assert ids(goal, harbour(goal, against=least)) == ["against-the-repository"]


# --- contradictions -------------------------------------------------------------------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Search the bookings with Elasticsearch, but no new dependencies",
        "Keep the booking API exactly as it is, and rename the field fee in all responses",
        "Bookings must not be stored anywhere; show the history of each captain",
        "Replace RabbitMQ with files but keep using the RabbitMQ client",
        "Drop support for Python 3.9, but it must still run on Python 3.9",
        "Answer within 2 seconds and wait at least 5 seconds for the crane",
        "Cranes must stay synchronous, and the new client is awaited with asyncio",
        "Follow each captain by their e-mail, without any personal data",
        "Delete nothing, ever. Clear out captains that are inactive for a year",
        "Cache every tide forever; clients always have to see the newest tides",
        "Do not touch the frontend; add a button to the berth screen",
        "Limit uploads to 5 MB and accept plans of at least 50 MB",
        "All times in UTC everywhere, show the tides in local time",
        "Tides are frozen once published. Correct them when the captain complains.",
        # what is to stay as it is, and a deed that lies within it
        "Leave the schema as it is but store a note for every berth",
        "Do not change the CLI, and rename --port to --harbour",
        "The response stays the same but is paginated",
        "No migrations, add a column to berths",
        "Keep the booking file untouched and add a line for the crane to the booking file",
        "Do not touch the tests, and update test_cranes.py",
        "Speed up the tide page without changing any code",
        # a quality, and what breaks it
        "Keep the tides in memory only, and make sure they survive a restart",
        "Bookings are immutable; let captains edit theirs for an hour",
        "Make the depth required and allow it to be empty",
        "One click to book a berth; ask the captain for a reason first",
        "List the captains without exposing personal data, and show their e-mail addresses",
        "Keep it in one file and split the crane code into modules",
        "Block all outgoing requests, and post a message to Slack at the start",
    ],
)
def test_a_piece_that_needs_what_another_denies_is_noticed(goal: str) -> None:
    assert clauses_against(goal, harbour(goal)) is not None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "asks"),
    [
        ("Never trust the captain; take the fee from the form", True),
        ("Every tide has to be translatable, hard-code the English texts of the page", True),
        ("Add a page for tides, tests must pass", False),
        ("Add a page for tides and mail the captain", False),
        ("Let a berth be paused and resumed without cancelling it", False),
        # what is forbidden binds whatever else is wanted
        ("Mail the captain when a crane is free. No address may be stored.", True),
        ("Berths need two owners. The table and the API stay untouched.", True),
        ("Throw away tides after 10 days. Searching past years has to go on working.", True),
        ("Keep only the last 20 tides; the office must be able to look back three months", True),
        ("Tides can't be moved. Give a captain a page to swap two of them.", True),
        ("Keep the page under 2 MB and show all 300 berths", True),
        ("Add the depth to the page; do not show it to guests", False),
        # how it is today, what holds by default and what is only picked out bind nothing
        ("The list only shows free berths. Add a filter for taken ones.", False),
        ("Add a filter for berths, the default stays as it is", False),
        ("Let me list the berths (only free ones) and mail them", False),
        ("Add a column for the tide. Paging must go on working.", False),
        ("Berths can't be sorted by depth, add it to the sort menu", False),
        ("Append the depth as last column, please don't reorder the others", False),
    ],
)
def test_what_binds_and_what_is_wanted_are_held_side_by_side(goal: str, asks: bool) -> None:
    pieces = {"clauses-may-exclude-each-other", "clauses-exclude-each-other"}
    assert bool(pieces.intersection(ids(goal))) is asks


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "goal",
    [
        "Replace the sync client with an async one",
        "Add a cache for the tides without new dependencies",
        "Remove the export button but keep the export API",
        "Drop support for Python 3.9, keep 3.10",
        "Allow at least 3 and at most 10 bookings",
        "Show every berth and nothing else",
        "Do not store passwords in plain text, hash them",
        "Add GET /health for Kubernetes. No secrets in it.",
        "Add GET /pages/revisions. Read only.",
        "Never delete berths, mark them as closed instead",
        "Make the depth required, the note stays optional",
        "Don't show the tide to captains at sea; show it to guests",
        "Let captains export their bookings, without passwords",
        "Keep the layout as it is and change the colour of the header",
        "Replace the tide table without changing the format of dates",
        "Show the berths without personal data: hide the phone number",
        "Update the docs without changing any code",
    ],
)
def test_pieces_that_go_together_are_no_contradiction(goal: str) -> None:
    assert clauses_against(goal, harbour(goal)) is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "page"),
    [
        (
            "Send usage statistics to our server",
            "Self-host it on your own machine with no telemetry.",
        ),
        ("Bundle the scripts with webpack", "We do not want JavaScript in our build chain."),
        ("Support Python 3.8", 'requires-python = ">=3.10"'),
    ],
)
def test_a_page_that_denies_what_the_goal_needs_is_named(goal: str, page: str) -> None:
    against = (HouseRule("README.md:3", f"“{page}”"),)
    found = page_against(goal, harbour(goal, against=against))
    assert found is not None
    assert found[1].locator == "README.md:3"


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "page"),
    [
        (
            "Every week I have to transfer the copy to production by hand, and twice I took the "
            "wrong one. Let me choose the project when copying",
            "Do not use it in production, use a proxy instead.",
        ),
        (
            "boats('free') gives the wrong list, cranes take both words",
            "There are no cranes and no words here.",
        ),
        (
            "berth('depthLine') returns undefined although depth-line is set",
            "It does not do what a crane does: there is no depth, no berth and no line.",
        ),
        (
            "add a CSV download of the event log of a berth",
            "There is currently no script or command for moving events and logs to a file.",
        ),
        (
            "I need the invoices as a CSV file, same way the boat export works",
            "CSV injection in the boat export is not accepted as a security issue.",
        ),
    ],
)
def test_what_is_told_what_may_still_come_and_what_speaks_of_other_things_forbid_nothing(
    goal: str, page: str
) -> None:
    against = (HouseRule("README.md:3", f"“{page}”"),)
    assert page_against(goal, harbour(goal, against=against)) is None


@pytest.mark.rule("UND-6", "ASK-3")
def test_a_promise_about_what_people_do_is_kept_when_nobody_answers() -> None:
    goal = "Send usage statistics to our server"
    page = "Self-host it on your own machine with no telemetry."
    against = (HouseRule("README.md:3", f"“{page}”"),)
    (found,) = contradictions_of(goal, harbour(goal, against=against))
    assert found.ambiguity.safe_default == "keep-rule"


@pytest.mark.rule("UND-6", "GATE-20")
def test_what_is_done_to_several_at_once_follows_what_is_done_to_one() -> None:
    goal = "Ban several users at once from the users table"
    kin = Kin(goal, "", ("banUser",), "banUser", thing="users", sort="act", wanted="ban")
    assert not list(doors_of(goal, harbour(goal, kin=kin)))
    gone = "Delete several users at once from the users table"
    assert list(doors_of(gone, harbour(gone, kin=kin._replace(wanted="delete"))))


@pytest.mark.rule("UND-6")
def test_that_two_pieces_hold_is_assumed_where_a_ban_may_only_say_how_the_wish_is_meant() -> None:
    both = next(contradictions_of("Retry calls three times, but never retry a booking", Sighting()))
    assert both.ambiguity.safe_default == "both"
    assert max(one.prior for one in both.ambiguity.interpretations) > 0.5


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Remove RabbitMQ but keep the crane jobs running on it",
        "The report must never touch the database, and touch the database for the totals",
        "No data may leave the harbour network, upload the bookings to the cloud service",
        "The booking call stays synchronous and awaits the tide service asynchronously",
    ],
)
def test_clauses_that_exclude_each_other_are_noticed(goal: str) -> None:
    assert clauses_against(goal) is not None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Remove the old parser but keep the export working",
        "Do not log the password, log the captain",
        "Add notes to a booking and show them on the list",
    ],
)
def test_clauses_that_go_together_are_left_alone(goal: str) -> None:
    assert clauses_against(goal) is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    ("goal", "page"),
    [
        ("Support MySQL beside Postgres", "Works only with PostgreSQL."),
        ("Use SQLAlchemy for the bookings", "Does not use any ORM."),
        ("Show ads beside the tide table", "It is not and never will be ad-supported."),
        ("Let the crane handlers be async", "Crane handlers must stay synchronous."),
        ("Add a DNS server", "functionality that this does not provide: DNS server"),
    ],
)
def test_a_page_that_rules_it_out_is_held_against_a_goal(goal: str, page: str) -> None:
    assert rules_out(page)
    found = page_against(goal, harbour(goal, against=(HouseRule("README.md:3", page),)))
    assert found is not None


@pytest.mark.rule("UND-6", "UND-7")
@pytest.mark.parametrize(
    "sentence",
    [
        "Ability to add notes to a boat",
        "For example, you might want to prevent the deletion of a berth.",
        "Want to keep captains from changing fees and not be able to book?",
        "If `--no-fees` is given, no fees are listed, only boats.",
        "{% if fee %} not-paid/{{ boat }} {% endif %}",
        "You do not need to install anything.",
        "It finds a tide table if you don't have one.",
    ],
)
def test_what_a_page_says_in_passing_rules_nothing_out(sentence: str) -> None:
    assert not rules_out(sentence)


@pytest.mark.rule("UND-1")
def test_a_plural_is_no_denial_and_what_is_not_used_is_denied() -> None:
    assert denied_words("Add notes to a boat") == frozenset()
    assert "orm" in denied_words("Does not use any ORM.")
    assert opens_denied_list("## What the harbour program is not")
    assert not opens_denied_list("## What is new")


@pytest.mark.rule("UND-6")
def test_who_takes_away_what_a_page_does_not_want_agrees_with_it() -> None:
    goal = "Remove the ORM from the bookings"
    rule = HouseRule("README.md:3", "Does not use any ORM.")
    assert page_against(goal, harbour(goal, against=(rule,))) is None


# --- small and large ------------------------------------------------------------------------------


@pytest.mark.rule("INT-2", "INT-9")
@pytest.mark.parametrize(
    "goal",
    [
        "Raise the default berth length from 12 to 15",
        "change the max page size to 100",
        "default the tide level to 3",
    ],
)
def test_one_value_that_is_stated_is_little_work(goal: str) -> None:
    assert sets_a_value(goal)
    assert effort_of(goal, harbour(goal)).value <= 3


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Let captains write comments on a berth",
        "Change the retention from 90 to 30 days",
        "Move from Postgres to event sourcing",
    ],
)
def test_a_feature_or_a_loss_is_not_small_for_a_word_in_it(goal: str) -> None:
    assert not is_small(goal, harbour(goal))
    assert not sets_a_value(goal)


# --- what is done to one thing and undone, and what only picks some of it out ---------------------


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Hide the crane panel but always show it",
        "Remove the plugin system and add a plugin for cranes",
        "Disable comments; enable comments",
    ],
)
def test_two_deeds_that_undo_each_other_are_asked_about(goal: str) -> None:
    assert clauses_against(goal)


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "Public cranes are listed, private ones are not",
        "Hide old cranes and show a counter",
        "Remove the tag system and add categories",
        "Hide the panel by default but show it on request",
    ],
)
def test_what_is_picked_out_or_done_to_another_thing_goes_together(goal: str) -> None:
    assert clauses_against(goal) is None
