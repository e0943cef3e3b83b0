"""An issue pasted whole: wishes are goals, everything else is evidence."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.language.issue_text import Part, read_issue

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
