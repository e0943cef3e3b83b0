"""An issue pasted whole: wishes are goals, everything else is evidence."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.language.issues.issue_text import Part, read_issue

pytestmark = pytest.mark.rule("UND-10")

REPORT = dedent("""
    Upload fails for names with spaces

    <!-- Please search before you open an issue -->
    - [x] I have searched the existing issues

    ### Describe the bug
    Uploading `my file.txt` gives a 500. It should be stored under its own name.

    ### Steps to reproduce
    1. Open the upload page
    2. Choose a file with a space in its name

    ### Expected behavior
    A 201

    ```
    Traceback (most recent call last):
      File "/srv/app/store/files.py", line 31, in save
        raise ValueError(name)
    ValueError: my file.txt
    ```

    ```python
    client.put("/files", name="my file.txt")
    ```

    ### Environment
    OS: Mac
    Python version: 3.12
    Commit: None
    """)


def lines(text: str, part: Part) -> list[str]:
    return [line.text for line in read_issue(text).lines if line.part == part]


def test_the_title_and_the_sentences_that_want_something_are_the_wishes() -> None:
    assert read_issue(REPORT).wishes == (
        "Upload fails for names with spaces",
        "It should be stored under its own name.",
    )


def test_steps_and_what_was_expected_are_evidence() -> None:
    assert lines(REPORT, "steps") == [
        "Open the upload page",
        "Choose a file with a space in its name",
    ]
    assert lines(REPORT, "expected") == ["A 201"]
    assert read_issue(REPORT).is_report


def test_a_traceback_and_code_are_kept_apart_from_what_a_person_said() -> None:
    issue = read_issue(REPORT)

    assert "store/files.py" in issue.of("traceback")
    assert issue.of("code") == 'client.put("/files", name="my file.txt")'
    assert "Traceback" not in issue.said
    assert "client.put" not in issue.said


def test_the_environment_and_a_template_s_own_lines_are_nobody_s_words() -> None:
    issue = read_issue(REPORT)

    assert lines(REPORT, "environment") == ["OS: Mac", "Python version: 3.12", "Commit: None"]
    for line in ("I have searched", "Please search", "OS: Mac", "Commit: None"):
        assert line not in issue.said
        assert line not in issue.shown


@pytest.mark.parametrize(
    "goal", ["Add rate limiting to the public API", "csv for report", "Warum ist das langsam?"]
)
def test_a_goal_of_one_line_is_a_title_and_nothing_else(goal: str) -> None:
    issue = read_issue(goal)

    assert issue.wishes == (goal,)
    assert not issue.is_report


def test_orders_in_the_text_of_an_issue_are_wishes_too() -> None:
    text = (
        "Sessions\n\nWe have no limit today.\n\n- Expire sessions after an hour\n- Log the user out"
    )

    assert read_issue(text).wishes == (
        "Sessions",
        "Expire sessions after an hour",
        "Log the user out",
    )


def test_code_that_nobody_fenced_is_code_all_the_same() -> None:
    text = "Crash\n\n>>> shop.load(3)\n    total = sum(rows)\nimport shop\n\nIt dies."

    assert lines(text, "code") == [">>> shop.load(3)", "    total = sum(rows)", "import shop"]
    assert lines(text, "prose") == ["It dies."]


@given(st.text(max_size=400))
def test_any_text_is_read_and_nothing_is_invented(text: str) -> None:
    issue = read_issue(text)

    plain = "".join(text.split())
    for line in issue.lines:
        assert "".join(line.text.split()) in plain


FORM = dedent("""
    ### Is there an existing issue for this?

    - [X] I have searched the existing issues

    ### Current Behavior

    The calendar shows guests twice.

    ### Steps To Reproduce

    1. Open the calendar
    2. Delete a booking

    ### Environment

    ```markdown
    - OS: Ubuntu 22.04
    ```

    ### Anything else?

    _No response_
    """)


def test_a_form_without_a_title_is_about_what_goes_wrong() -> None:
    issue = read_issue(FORM)

    assert issue.wishes == ("The calendar shows guests twice.",)
    assert issue.tells_trouble
    assert "existing issue" not in issue.said
    assert "No response" not in issue.said


def test_where_a_heading_says_what_is_wanted_the_story_around_it_is_no_wish() -> None:
    text = dedent("""
        ### Is your feature request related to a problem? Please describe.
        I have to scroll for minutes.

        ### Describe the solution you'd like
        Add paging to the table of guests.

        ### Describe alternatives you've considered
        Use a search engine.
        """)

    assert read_issue(text).wishes == ("Add paging to the table of guests.",)


def test_a_story_and_what_it_is_accepted_by_are_wishes_and_how_it_is_tried_is_not() -> None:
    text = dedent("""
        h3. Description
        As a host I want to print the list of guests.

        h3. Acceptance Criteria
        * The list has a page for each day
        * Given no guests, when it is printed, then it says so

        h3. Environment
        Staging
        """)

    assert read_issue(text).wishes == (
        "As a host I want to print the list of guests.",
        "The list has a page for each day",
    )


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (
            "**Component:** rooms\n**Summary:** rooms overlap\n**Steps:** book two, look\n"
            "**Expected:** a refusal\n",
            "rooms overlap",
        ),
        (
            "*Summary:* rooms overlap\n\n*Steps to Reproduce:*\n# Book two\n# Look\n\n"
            "*Priority:* High\n",
            "rooms overlap",
        ),
        (
            "Version\nv3\n\nWhat steps will reproduce the bug?\nBook two rooms.\n\n"
            "What do you see instead?\nrooms overlap\n",
            "rooms overlap",
        ),
        ("Hi team,\n\nrooms overlap\n\nKind regards,\nKim\n", "rooms overlap"),
        ("[Bug]: rooms overlap\n\nTo reproduce:\n1. book two\n2. look\n", "rooms overlap"),
        (
            "### Beschreibung\n\nZimmer überlappen sich\n\n### Schritte zum Nachstellen\n\n"
            "1. Buche zwei\n\n### Umgebung\n\nWindows\n",
            "Zimmer überlappen sich",
        ),
        (
            "### Description du problème\n\nLes chambres se chevauchent\n\n"
            "### Étapes pour reproduire\n\n1. Ouvrir\n",
            "Les chambres se chevauchent",
        ),
    ],
)
def test_labels_letters_and_other_languages_are_told_from_what_is_wanted(
    text: str, about: str
) -> None:
    issue = read_issue(text)

    assert issue.title == about
    assert issue.wishes == (about,)


def test_what_stands_behind_a_list_of_steps_is_somebody_s_own_words_again() -> None:
    text = "Crash\n\nTo reproduce:\n1. log in\n2. press print\n\nIt should print the list.\n"

    assert read_issue(text).wishes == ("Crash", "It should print the list.")
    assert lines(text, "steps") == ["log in", "press print"]


def test_a_list_of_things_to_do_is_no_form() -> None:
    text = "Release 2.0\n\n- [ ] update the guide\n- [ ] raise the version"

    assert not read_issue(text).is_report


@pytest.mark.rule("UND-10")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "**Décrivez votre envie**\nTrier les factures.\n\n**Autre chose**\nNon.\n",
            "Trier les factures.",
        ),
        (
            "User-Agent: Browser/5.0\n\nActual results:\n\nThe second tab closes.\n",
            "The second tab closes.",
        ),
        (
            "Hi team,\n\nlove it! Would it be possible to remember the folder?\n\nThanks,\nMia\n",
            "Would it be possible to remember the folder?",
        ),
        (
            "> On Monday Bo wrote:\n> Rename the menu.\n\nAdd an export, leave the menu.\n",
            "Add an export, leave the menu.",
        ),
        ("**Add a dark mode**\n\nIt is hard to read at night.\n", "**Add a dark mode**"),
    ],
    ids=["sections of an unknown form", "a field", "a letter", "a reply", "a bold title"],
)
def test_the_title_is_what_the_person_wants_not_what_stands_first(text: str, title: str) -> None:
    assert read_issue(text).title == title


@pytest.mark.rule("UND-10")
def test_the_advice_of_a_traceback_is_no_wish() -> None:
    trace = "thread 'main' panicked at src/a.rs:1:2:\nnote: run with `BACKTRACE=1` to see more\n"

    assert read_issue(f"`x --tree` panics\n\n{trace}").wishes == ("`x --tree` panics",)
