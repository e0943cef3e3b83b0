"""The titles and checks of a draft are sentences somebody would have written."""

import re
from itertools import product

import pytest

from plangate.adapters.minds.drafting.drafting import draft_plan
from plangate.adapters.minds.drafting.drafting_archetypes import shipped_archetypes
from plangate.adapters.minds.drafting.wording.clauses_of_work import work_of
from plangate.adapters.minds.drafting.wording.deed_of_clause import deed_of
from plangate.core.model.nouns import Task
from plangate.core.moves import DraftPlan
from tests.adapters.drafting_cases import FLASK, GOALS, LONG_GOALS
from tests.sets.load import goals as labelled

#: Who a wish may be about, what it may want, and what may be told before and behind it.
WHO = (
    "they",
    "it",
    "that",
    "orders",
    "the nightly job",
    "users without a role",
    "importing a file twice",
    "orders that were paid",
)
DEMANDS = (
    "should arrive as one message",
    "should be sorted by date",
    "should be placed at the top",
    "should also be listed in the mail",
    "should not be possible",
    "must not happen",
    "shouldn't be",
    "must never be sent twice",
    "should look there first and only fall back to the cache",
    "should just say so",
    "ought to keep the same number",
)
STORIES = (
    "",
    "Guests can still pay with an expired card. ",
    "The list is empty after a login. ",
    "I often pay twice, and the second receipt is lost. ",
)
REASONS = ("", ", the list is unsorted today", ", we lose the rest otherwise")
WISHES = (
    "It would be great if {} could pay later",
    "Could {} be sorted?",
    "I'd like to see {} on the start page",
    "Couldn't I send {} as a mail?",
    "Please leave {} out as well",
    "{} shows the wrong total, should be the net one",
    "{} works fine, so please add a test mode next to it",
    "there's a leftover in {}, remove it please",
)
PRONOUN = re.compile(r"\b(?:Make|Let|Add) (?:they|we|he|she|I)\b")
TWICE = re.compile(r"\b([A-Za-z]+) \1\b")
#: Two verbs that each want the sentence: “Make the total is net”, “Add there's a leftover”.
GLUED = re.compile(
    r"^(?:Make(?! sure)|Let|Add) (?:(?!that\b|which\b|who\b|what\b|so\b|when\b|if\b|as\b|than\b)"
    r"[^\s,;:(“]+ ){0,6}?(?:is|are|was|has|does|should|must|can't|isn't|there's|shows|works)\b"
)
ONE = re.compile(r"(?<! of ){(?:thing|what)} (?:goes|was|has|begins|is (?!about))")
OPENS_BADLY = re.compile(r"^(?:is|are|was|should|and|but|there's|it|they|that)\b", re.IGNORECASE)


def many_goals() -> list[str]:
    made = [
        f"{story}{who[:1].upper()}{who[1:]} {wish}{why}."
        for story, who, wish, why in product(STORIES[:2], WHO, DEMANDS, REASONS)
    ]
    asked = [f"{story}{wish.format(who)}." for story, wish, who in product(STORIES, WISHES, WHO)]
    ours = [goal for kind in GOALS.values() for goal in kind]
    return [*made, *asked, *ours, *LONG_GOALS, *(goal.goal for goal in labelled("open"))]


def draft(goal: str) -> list[Task]:
    return draft_plan(DraftPlan(goal, "/anywhere", {}, (), tuple(FLASK), 4, False, None), ())


@pytest.mark.rule("PLAN-1")
def test_no_deed_of_many_goals_is_two_sentences_glued_into_one() -> None:
    for goal in many_goals():
        for deed in (deed_of(clause) for clause in work_of(goal)):
            said = re.sub(r"“[^”]*”|\"[^\"]*\"|`[^`]*`", "X", deed)
            found = [p.pattern for p in (PRONOUN, TWICE, GLUED, OPENS_BADLY) if p.search(said)]
            assert not found, (goal, deed)


@pytest.mark.rule("PLAN-1")
def test_no_title_takes_what_is_wanted_for_one_thing_where_it_may_be_several() -> None:
    """“Share links goes”: what a goal speaks of is one thing or many."""
    told = [
        template.title
        for archetype in shipped_archetypes()
        for template in (*archetype.tasks, *filter(None, (archetype.find,)))
    ]
    assert not [title for title in told if ONE.search(title)]


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "Long mails bounce. They should arrive as a normal message.",
            "“Long mails bounce. They should arrive as a normal message”",
        ),
        (
            "Guests can still vote twice. That should not be possible.",
            "“Guests can still vote twice. That should not be possible”",
        ),
        (
            "Hooks are sent for drafts. They shouldn't be.",
            "“Hooks are sent for drafts. They shouldn't be”",
        ),
        ('The label says "waba", should be "weba"', 'The label says "waba", should be "weba"'),
        (
            "I read on the train. It'd be lovely if I could get an order as a book.",
            "Let people get an order as a book",
        ),
        ("Let the importer skip drafts, they must never be stored", "Let the importer skip drafts"),
        ("I'd like to search for orders I paid", "Let people search for orders they paid"),
        (
            "Show only the busiest shops, we lose the rest of the screen",
            "Show only the busiest shops, we lose the rest of the screen",
        ),
        (
            "Paying by card works, paying by transfer doesn't work.",
            "Fix: paying by card works, paying by transfer doesn't work",
        ),
        ("Carts dont load in the app", "Fix: carts dont load in the app"),
        (
            "The provider doesn't send the name. Make it configurable which field has it.",
            "Make it configurable which field has it",
        ),
        ("Could the limit be per address?", "Let the limit be per address"),
        ("New orders should be pushed to the till", "New orders should be pushed to the till"),
        ("Orders paid by others need a badge", "Orders paid by others need a badge"),
        (
            "show the unit next to the price on the order page",
            "Show the unit next to the price on the order page",
        ),
        (
            "Switch to storing tokens hashed, old tokens must keep working",
            "Switch to storing tokens hashed, old tokens must keep working",
        ),
        ("Orders export to csv", "Orders export to csv"),
        (
            "Fail early when two tills claim one drawer",
            "Fail early when two tills claim one drawer",
        ),
        ("Orders take ages to render. Don't load the icons at once.", "Fix: orders take ages"),
        (
            "The till shows old orders after a move. Clear it, please.",
            "“The till shows old orders after a move. Clear it, please”",
        ),
        ("The bar flickers on a slow line, redraw it less often", "Redraw it less often"),
        ("I forget what I muted. A small icon beside it would help.", "Add a small icon beside it"),
        ("shop serve should refuse two carts", "Shop serve should refuse two carts"),
        ("Empty carts can't be shared, the page closes. Tell the user why.", "Tell the user why"),
        (
            "Refusing a voucher gives a proper 400, so make both behave the same",
            "Make both behave the same",
        ),
        ("Watch mode reruns when I save twice. Ignore the second save.", "Ignore the second save"),
    ],
)
def test_a_wish_becomes_a_sentence_or_is_quoted(goal: str, title: str) -> None:
    titles = [task.title for task in draft(goal)]
    assert any(one.lower().startswith(title.lower()) for one in titles), titles


@pytest.mark.rule("PLAN-1")
def test_a_check_says_nothing_that_the_goal_said_already() -> None:
    goal = "Show the unit next to the price on the order page"
    for task in draft(goal):
        assert "price" not in task.check
        assert task.check.endswith(": `pytest tests/test_orders.py`")


@pytest.mark.rule("PLAN-1")
def test_a_report_that_a_wish_goes_back_to_is_why_and_no_task_of_its_own() -> None:
    goal = "The total crashes on an empty cart. Make it show zero there."
    (work,) = work_of(goal)
    assert deed_of(work) == "Make it show zero there"
    assert work.remarks == ("The total crashes on an empty cart",)


@pytest.mark.rule("PLAN-1", "UND-10")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "The sidebar flickers when a file is saved",
            "Fix: the sidebar flickers when a file is saved",
        ),
        ("Dark mode: labels are unreadable", "Fix: dark mode: labels are unreadable"),
        ("Thumbnails look blurry on large screens", "Fix: thumbnails look blurry on large screens"),
        ("Fix crash when a name holds a slash", "Fix crash when a name holds a slash"),
        ("Resolve hang when the pipe is closed", "Resolve hang when the pipe is closed"),
        ("Log in fails after a reset", "Fix: log in fails after a reset"),
        ("Crash when a file has no dates", "Fix: crash when a file has no dates"),
        ("Wrong total shown when the cart is full", "Fix: wrong total shown when the cart is full"),
        ("Broken link on the page of a tag", "Fix: broken link on the page of a tag"),
        ("Missing rows when page is 2", "Fix: missing rows when page is 2"),
    ],
)
def test_what_only_says_what_is_wrong_is_shown_first_and_told_once(goal: str, title: str) -> None:
    first, *_ = tasks = draft(goal)
    assert first.title.startswith("Reproduce it")
    assert title in [task.title for task in tasks]


@pytest.mark.rule("PLAN-1", "UND-10")
@pytest.mark.parametrize(
    "goal",
    [
        "Hide panels that are blank",
        "Add a warning when the table overflows",
        "Error page for missing rows",
        "Missing translations for German",
        "Crash reports are sent to the team",
        "Wrong passwords lock the account after 5 tries",
        "Exception to the limit for admins",
    ],
)
def test_what_is_wanted_of_something_faulty_is_no_report(goal: str) -> None:
    assert not [task for task in draft(goal) if task.title.startswith(("Reproduce", "Fix"))]


@pytest.mark.rule("PLAN-1", "UND-10")
@pytest.mark.parametrize(
    "spared",
    [
        "Do not touch the tests.",
        "Leave the tests alone.",
        "Please don't write any tests.",
    ],
)
def test_a_goal_that_keeps_the_tests_out_of_it_gets_no_task_that_writes_one(spared: str) -> None:
    tasks = draft(f"Add a discount field to the order form. {spared}")
    assert not [task for task in tasks if any("test" in path for path in task.files)]
    assert not [task for task in tasks if task.title.startswith("Test ")]
    assert "tests" in " ".join(task.check for task in tasks)


@pytest.mark.rule("PLAN-1", "UND-10")
def test_data_of_tests_are_not_the_tests() -> None:
    tasks = draft("Add a discount field to the order form. Do not change the test data.")
    assert [task for task in tasks if task.title.startswith("Test ")]
