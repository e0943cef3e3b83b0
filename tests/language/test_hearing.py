"""The one ear (UND-1): what a text is heard to say, piece by piece."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.language.hearing import hear

pytestmark = pytest.mark.rule("UND-1")


def told(text: str) -> list[tuple[str, str, str]]:
    return [(clause.verb, clause.thing, clause.place) for clause in hear(text).clauses]


def test_a_goal_of_three_wishes_is_three_clauses() -> None:
    said = "Add paging to the list, fix the crash on empty input and remove the old flag"
    assert told(said) == [
        ("add", "paging", "the list"),
        ("fix", "the crash", "empty input"),
        ("remove", "the old flag", ""),
    ]


def test_the_head_of_an_object_says_what_kind_of_thing_is_wanted() -> None:
    (clause,) = hear("Add a `retry_count` column to the orders table").clauses
    assert (clause.head, clause.thing_kind, clause.place) == (
        "column",
        "column",
        "the orders table",
    )


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Add a form. Then send a mail; log it", ["Add a form", "send a mail", "log it"]),
        ("Do this:\n- add a form\n- send a mail", ["Do this:", "add a form", "send a mail"]),
        ("1. add a form\n2. send a mail", ["add a form", "send a mail"]),
        ("Add a form, then send a mail", ["Add a form", "send a mail"]),
        ("Update app/api.py", ["Update app/api.py"]),
        ("Typo", ["Typo"]),
    ],
)
def test_a_goal_is_cut_where_its_own_words_cut_it(goal: str, expected: list[str]) -> None:
    assert [clause.text for clause in hear(goal).clauses] == expected


@pytest.mark.parametrize(
    ("said", "verb", "kind"),
    [
        ("Secure the admin page", "secure", "secure"),
        ("Encrypt customer emails", "encrypt", "secure"),
        ("Please could you organise the fixtures by name", "organize", "reshape"),
        ("feat(api): throttle the login attempts", "throttle", "limit"),
        ("As a seller, I want to export my orders", "export", "send"),
        ("Let's backport the patch to 2.x", "backport", "move"),
    ],
)
def test_the_verb_is_found_behind_what_people_say_before_it(
    said: str, verb: str, kind: str
) -> None:
    (clause,) = hear(said).clauses
    assert (clause.verb, clause.kind, clause.mood) == (verb, kind, "wish")


def test_a_condition_is_no_wish_wherever_it_stands() -> None:
    first, second = hear("When a user leaves, delete their data and notify the owner").clauses
    assert (first.verb, first.thing, first.condition) == (
        "delete",
        "their data",
        "When a user leaves",
    )
    assert second.verb == "notify"
    (clause,) = hear("Send a mail after the order is paid").clauses
    assert clause.condition == "after the order is paid"


def test_an_amount_has_a_number_a_unit_and_a_bound() -> None:
    found = hear("Accept uploads of at most 5 MB and keep them for thirty days").amounts
    assert [(one.number, one.unit, one.bound) for one in found] == [
        (5, "mb", "at most"),
        (30, "days", ""),
    ]
    assert hear("Drop support for Python 3.9").amounts == ()


def test_what_is_forbidden_or_to_stay_is_negated_and_asks_for_no_work() -> None:
    said = "Add a cache. Do not touch the schema. Keep the API as it is. Never log tokens."
    assert [clause.negated for clause in hear(said).clauses] == [False, True, True, True]
    (clause,) = hear("Keep deleted rows for thirty days").clauses
    assert clause.asks_for_work


@pytest.mark.parametrize(
    ("said", "mood"),
    [
        ("Could we drop MySQL?", "question"),
        ("Why does the login fail?", "question"),
        ("Can you drop MySQL?", "wish"),
        ("The list should be sorted", "wish"),
        ("The list is sorted by name", "statement"),
    ],
)
def test_a_wish_a_question_and_a_statement_are_told_apart(said: str, mood: str) -> None:
    assert hear(said).mood == mood


def test_the_verb_of_a_question_is_heard_and_asks_for_no_work() -> None:
    (clause,) = hear("Could we drop MySQL?").clauses
    assert (clause.verb, clause.asks_for_work) == ("drop", False)


def test_what_is_named_is_kept_apart_from_what_is_said() -> None:
    heard = hear('Rename `userName` in src/app/models.py to "login name" (see https://a.example/x)')
    assert heard.code == ("userName",)
    assert heard.identifiers == ("userName",)
    assert heard.paths == ("src/app/models.py",)
    assert heard.quotes == ("login name",)


def test_words_nobody_knows_are_listed() -> None:
    heard = hear("Add a frobnicator to the flux page")
    assert heard.unknown == ("frobnicator", "flux")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Add a page", "english"),
        ("Füge eine Seite für die Rechnungen hinzu", "other"),
        ("borrar todo", "other"),
        ("ユーザーを削除する", "other"),
        ("1234", "unclear"),
    ],
)
def test_another_language_is_recognised(said: str, language: str) -> None:
    assert hear(said).language == language


def test_names_and_paths_are_heard_in_any_language() -> None:
    heard = hear("Benenne get_user in app/views.py um")
    assert (heard.identifiers, heard.paths) == (("get_user",), ("app/views.py",))


def test_a_text_is_heard_once() -> None:
    assert hear("Add a page") is hear("Add a page")


@given(st.text(max_size=200))
def test_any_text_can_be_heard(text: str) -> None:
    heard = hear(text)
    for clause in heard.clauses:
        assert clause.text.strip() in text or len(clause.text) > 0
    assert heard.language in ("english", "other", "unclear")
    assert isinstance(heard.unknown + heard.paths + heard.identifiers, tuple)


@pytest.mark.parametrize(
    ("said", "verb", "head"),
    [
        ("Can you plan adding a waiting list to the shop?", "add", "list"),
        ("Could you plan out a prune command for the tool?", "add", "command"),
        ("Please plan moving our sessions to Redis", "move", "sessions"),
        ("I want a plan for removing the old API", "remove", "api"),
        ("Finance wants a table with revenue per month", "add", "table"),
        ("Our auditors are asking for a log of all logins", "add", "log"),
        ("Customers want to export their orders", "let", "orders"),
        ("Sales wants us to send a reminder", "send", "reminder"),
    ],
)
def test_what_people_say_around_a_deed_is_taken_off(said: str, verb: str, head: str) -> None:
    (clause,) = hear(said).clauses
    assert (clause.verb, clause.head, clause.asks_for_work) == (verb, head, True)


@pytest.mark.parametrize(
    "said",
    ["Can you plan it?", "Nobody wants to read the log", "Support keeps seeing names in the logs"],
)
def test_what_asks_for_nothing_new_is_no_work(said: str) -> None:
    assert not any(clause.asks_for_work for clause in hear(said).clauses)


def test_the_marks_of_a_call_do_not_end_what_is_wanted() -> None:
    assert told("Add pause() and resume() to Job") == [("add", "pause() and resume()", "Job")]


@pytest.mark.rule("UND-1", "UND-10")
@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("The export has no dates. Add a column for them.", ["Add a column for them"]),
        (
            "There is no way to get one order, my script has to list all. Add GET /orders/1.",
            ["Add GET /orders/1"],
        ),
        ("Search: we have title: only. I'd like a filter by body.", ["I'd like a filter by body"]),
        ("Log page: allow me to filter by level.", ["Log page: allow me to filter by level"]),
        ("Add a limit. Paging must go on working.", ["Add a limit"]),
        ("Give it a --json switch, plain output unchanged. I parse it.", None),
        ("The tests are failing. Fix them.", ["The tests are failing", "Fix them"]),
        ("Login fails on Safari", ["Login fails on Safari"]),
        ("The page crashes and the list is empty", ["The page crashes and the list is empty"]),
    ],
)
def test_what_is_only_told_beside_a_wish_is_no_work(text: str, work: list[str] | None) -> None:
    found = [clause.text.rstrip(".") for clause in hear(text).clauses if clause.asks_for_work]
    if work is None:
        assert not any("parse" in piece for piece in found)
    else:
        assert found == work


@pytest.mark.rule("UND-1", "UND-6")
def test_a_value_behind_a_comma_is_no_second_deed() -> None:
    found = [clause.text for clause in hear("Add --state open|closed|all, default open.").clauses]
    assert found == ["Add --state open|closed|all, default open"]
    two = hear("Add a currency, default the price to euro").clauses
    assert [clause.verb for clause in two] == ["add", "default"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("The list is sorted by id, sort it by name", "sort it by name"),
        ("Uploads over 10 MB fail without a message - show one", "show one"),
        (
            "Exported files are all called data.csv; name them after the table",
            "name them after the table",
        ),
        ("When I save the form the page jumps to the top; keep the position", "keep the position"),
        ("The header shows the id: replace it by the title", "replace it by the title"),
        ("Make the row count optional, it is slow on large tables", "Make the row count optional"),
    ],
)
def test_an_order_behind_what_is_told_is_the_one_piece_of_work(said: str, wanted: str) -> None:
    work = [clause.text for clause in hear(said).clauses if clause.asks_for_work]
    assert work == [wanted]


@pytest.mark.parametrize(
    "said",
    [
        "In the settings page, show the version",
        "The page shows two buttons: export CSV and import CSV",
        "Name column is too narrow in the list",
        "Add a status page, it has to list errors",
    ],
)
def test_a_list_a_place_or_a_noun_is_no_order(said: str) -> None:
    assert [clause.text for clause in hear(said).clauses] == [said]
