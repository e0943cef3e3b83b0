"""How people report, wish and order, and what comes of it: outcomes and the words of tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

FILES = {
    "pyproject.toml": "[project]\nname = 'shelf'\nversion = '1'\n",
    "CONTRIBUTING.md": "# Contributing\n\nFollow our most distributed feed, [ours](http://feed.example.org).\n",
    "shelf/search.py": (
        '"""Search of books by title and author."""\n\n\n'
        "def search_books(term: str) -> list[str]:\n"
        '    """The books whose title has the search term; accents count."""\n    return [term]\n'
    ),
    "shelf/loans.py": (
        '"""Loans of books to readers."""\n\n\n'
        "def delete_loan(row: int) -> None:\n"
        '    """Delete a loan of a reader, and go back to the first page of the list of loans."""\n'
    ),
    "shelf/export.py": (
        '"""Export of books and loans."""\n\n\n'
        "def export_books(path: str) -> None:\n"
        '    """Write books to an export file; a file that exists is overwritten."""\n'
    ),
    "shelf/sidebar.py": (
        '"""The sidebar of a screen: tooltips, popups, buttons, tabs and the list of books."""\n\n'
        "DELETE = 'Delete Selected'\n\n\n"
        "def open_sidebar() -> None:\n"
        '    """Open the sidebar, and keep it open after a reload of the page in its tab."""\n'
    ),
    "tests/test_search.py": (
        "from shelf.search import search_books\n\n\n"
        "def test_search_finds_a_book() -> None:\n    assert search_books('a')\n"
    ),
}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "shelf" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "shelf"


def planned(cli: Runner, workspace: Path, goal: str) -> dict[str, Any]:
    told: dict[str, Any] = cli("plan", goal, "--workspace", workspace, "--json").json
    return told


def titles(told: dict[str, Any]) -> list[str]:
    return [task["title"] for task in told["plan"]["tasks"]]


@pytest.mark.rule("INT-2", "UND-10")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "Search returns nothing when the search term has a trailing space",
            "Fix: search returns nothing when the search term has a trailing space",
        ),
        (
            "The tooltip stays hidden until the list of books is loaded",
            "Fix: the tooltip stays hidden until the list of books is loaded",
        ),
        ("No error when the export file exists", "Fix: no error when the export file exists"),
        ("No results for authors with an umlaut", "Fix: no results for authors with an umlaut"),
        (
            "Nothing happens when I press enter in the search",
            "Fix: nothing happens when I press enter in the search",
        ),
        ("The export silently drops loans", "Fix: the export silently drops loans"),
        ("Loans are listed twice after an export", "Fix: loans are listed twice after an export"),
        (
            "Exporting books to a path that exists shows a 500 page",
            "Fix: exporting books to a path that exists shows a 500 page",
        ),
    ],
)
def test_what_goes_wrong_is_reproduced_and_mended_however_it_is_put(
    cli: Runner, shelf: Path, goal: str, title: str
) -> None:
    told = planned(cli, shelf, goal)

    assert told["outcome"] == "plan"
    assert titles(told)[0].startswith("Reproduce it")
    assert title in titles(told)


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    "goal",
    [
        "No emails on weekends when readers have loans",
        "Slow down the animation of the sidebar",
        "Slow mode for the search",
    ],
)
def test_a_ban_and_a_wish_for_something_slow_are_no_reports(
    cli: Runner, shelf: Path, goal: str
) -> None:
    told = planned(cli, shelf, goal)

    assert not any("Reproduce" in title or "Fix:" in title for title in titles(told))


@pytest.mark.rule("PLAN-1")
def test_what_is_slow_is_measured_before_and_after(cli: Runner, shelf: Path) -> None:
    told = planned(cli, shelf, "Slow export of books (all of them) when a reader has many loans")

    assert titles(told)[:2] == [
        "Measure export of books (all of them) when a reader has many loans",
        "Fix: slow export of books (all of them) when a reader has many loans",
    ]
    checks = [task["check"] for task in told["plan"]["tasks"]]
    assert "still passes" not in checks[0]  # it only looks
    assert "better than the median" in checks[1]


@pytest.mark.rule("UND-6")
def test_what_somebody_did_when_it_went_wrong_is_not_done_by_the_work(
    cli: Runner, shelf: Path
) -> None:
    goal = (
        "hi! whenever I delete a loan I land back on page 1 and have to search for my place again, "
        "can it stay where I was?"
    )
    told = planned(cli, shelf, goal)

    assert told["question"] is None
    assert "Fix: whenever I delete a loan I land back on page 1" in titles(told)
    assert not any("Back up" in title for title in titles(told))
    fix = told["plan"]["tasks"][-1]
    assert "Asked: can it stay where I was?" in fix["description"]
    assert "page 1" not in fix["check"]


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (
            "Could the popup please not hide the list when the sidebar is open?",
            "Keep the popup from hiding the list when the sidebar is open",
        ),
        ("Can the sidebar stay open when I reload?", "Let the sidebar stay open when they reload"),
        (
            "Loans get lost when readers touch the list, is there some way to lock it?",
            "Lock it",
        ),
        ("Can't we show the author in the list of books?", "Show the author in the list of books"),
        (
            "uploading an export file that exists overwrites it silently; ask or refuse",
            "Fix: uploading an export file that exists overwrites it silently. Ask or refuse",
        ),
        (
            "`export_books`: ask before it overwrites the file, and name it",
            "`export_books`: ask before it overwrites the file, and name it",
        ),
    ],
)
def test_a_wish_put_as_a_question_or_behind_a_story_is_said_as_something_to_do(
    cli: Runner, shelf: Path, goal: str, title: str
) -> None:
    told = planned(cli, shelf, goal)

    assert told["outcome"] == "plan"
    assert title in titles(told)


@pytest.mark.rule("UND-2", "INT-10")
@pytest.mark.parametrize(
    "goal",
    [
        "On the search page I want one button that throws out all books but the one I read",
        "The loans open in the same tab and my list is gone. The books open a new tab, please "
        "the same here.",
        "Search should not care about accents: “rene” has to find “René”.",
    ],
)
def test_a_wish_whose_place_is_told_beside_it_is_understood(
    cli: Runner, shelf: Path, goal: str
) -> None:
    told = planned(cli, shelf, goal)

    assert told["outcome"] == "plan"
    assert told["question"] is None


@pytest.mark.rule("UND-6")
@pytest.mark.parametrize(
    "goal",
    [
        "I'd love a button that exports the books, selecting them by hand on my phone is a pain",
        "The list of loans needs a search box. I was looking for one loan for half an hour",
        "Let the export give only the loans with some status, as it does with books",
        "On the search page show how big is the list of books and how many loans are left",
    ],
)
def test_a_story_and_a_value_that_is_given_leave_nothing_open(
    cli: Runner, shelf: Path, goal: str
) -> None:
    told = planned(cli, shelf, goal)

    assert told["question"] is None


@pytest.mark.rule("INT-3")
def test_a_question_before_an_order_wants_it_done(cli: Runner, shelf: Path) -> None:
    goal = '"no such book" - which book??? I have many. Print its title in this message!'

    assert planned(cli, shelf, goal)["outcome"] == "plan"


@pytest.mark.rule("INT-2")
def test_a_link_of_a_page_is_small_and_what_a_program_refuses_is_not(
    cli: Runner, shelf: Path
) -> None:
    link = planned(cli, shelf, "use https for the feed link in CONTRIBUTING.md")
    refuses = 'Search terms: also refuse terms that are only "same" or "lol" as we do with "ok"'
    label = 'the button says "Delete Selected", make it "Delete selected books"'

    assert link["outcome"] == "proceed"
    assert planned(cli, shelf, label)["outcome"] == "proceed"
    assert planned(cli, shelf, refuses)["outcome"] != "proceed"


@pytest.mark.rule("INT-2")
@pytest.mark.parametrize(
    "goal",
    [
        "the feed link in CONTRIBUTING.md is dead, point it to https://example.org/feed",
        "the heading of CONTRIBUTING.md lacks the full stop at the end",
        "Search of bocks by title should read Search of books by title",
        'CONTRIBUTING.md: "our most distributed feed" -> "our most beloved feed"',
    ],
)
def test_a_mark_a_dead_link_and_a_text_that_should_read_otherwise_are_small(
    cli: Runner, shelf: Path, goal: str
) -> None:
    assert planned(cli, shelf, goal)["outcome"] == "proceed"


@pytest.mark.rule("UND-10", "PLAN-1")
def test_what_is_expected_is_what_a_fix_is_checked_by(cli: Runner, shelf: Path) -> None:
    goal = (
        "### What happened\nWhen I export a loan that is gone, the search just stops. There is no "
        "message at all so I don't know whether it was sent.\n\n"
        "### Expected\nA short line says that the loan is gone.\n\n### OS\nDebian 12\n"
    )
    told = planned(cli, shelf, goal)
    tasks = told["plan"]["tasks"]

    assert told["question"] is None
    assert "instead of what was reported, a short line says that the loan is gone" in " ".join(
        task["check"] for task in tasks
    )
    assert "Reported: Expected" not in " ".join(task["description"] for task in tasks)


@pytest.mark.rule("PLAN-1")
@pytest.mark.parametrize(
    ("goal", "title", "told"),
    [
        (
            "When I list loans with search I get the books of each. At the end I would also like "
            "to have one line with the number of books.",
            "At the end I would also like to have one line with the number of books",
            "Why: When I list loans with search I get the books of each",
        ),
        (
            "My script wants only the loans which are broken now. Please let the export give only "
            "loans of a reader.",
            "Let the export give only loans of a reader",
            "Why: My script wants only the loans which are broken now",
        ),
        (
            "Books contain an author in the title, the search should look for the author there.",
            "The search should look for the author there",
            "Why: Books contain an author in the title",
        ),
        (
            "The list of books is much too long. A button for the next page beside the search.",
            "A button for the next page beside the search",
            "Why: The list of books is much too long",
        ),
        (
            "Now I search a book, then open the list, then delete the loan. Let the search delete "
            "loans.",
            "Let the search delete loans",
            "Why: Now I search a book, then open the list, then delete the loan",
        ),
        (
            "I have many books ticked in the list and now I want to start again. One button in the "
            "sidebar would save me a lot of clicking.",
            "Add one button in the sidebar",
            "Why: I have many books ticked in the list",
        ),
        (
            "Add an author to the search of books. Anything without one gives an error.",
            "Add an author to the search of books",
            "Also: Anything without one gives an error",
        ),
    ],
)
def test_what_is_told_beside_a_wish_is_why_or_also_and_no_task_of_its_own(
    cli: Runner, shelf: Path, goal: str, title: str, told: str
) -> None:
    document = planned(cli, shelf, goal)
    tasks = document["plan"]["tasks"]

    assert [one["title"] for one in tasks if one["title"] == title] == [title]
    assert not any("Reproduce" in one or "Fix:" in one for one in titles(document))
    assert any(told in one["description"] for one in tasks)


@pytest.mark.rule("PLAN-1")
def test_a_condition_of_something_new_is_not_cut_from_it(cli: Runner, shelf: Path) -> None:
    goal = "New button of the sidebar: if the search of books runs longer, end it"

    assert goal in titles(planned(cli, shelf, goal))


@pytest.mark.rule("UND-2")
@pytest.mark.parametrize(
    "goal",
    [
        "Read a .shelfignore and skip the books that it lists in the export",
        "Rename the sidebar module to shutter",
    ],
)
def test_a_file_by_its_name_and_a_kind_of_code_are_understood(
    cli: Runner, shelf: Path, goal: str
) -> None:
    told = planned(cli, shelf, goal)

    assert told["outcome"] in ("plan", "question")
    assert told["not_understood"] == []


@pytest.mark.rule("UND-2", "UND-10")
@pytest.mark.parametrize(
    "first",
    [
        "The search of books crashes",
        "The sidebar does nothing and the list stays blank",
        "Add an option to the export",
    ],
)
@pytest.mark.parametrize("second", ["the cover is ugly", "the cover looks cramped"])
def test_a_second_complaint_is_told_in_the_work_and_is_not_what_the_first_is_seen_by(
    cli: Runner, shelf: Path, first: str, second: str
) -> None:
    tasks = planned(cli, shelf, f"{first}. Also {second}")["plan"]["tasks"]

    told = [task for task in tasks if "cover" in task["description"]]
    assert [task["title"].removeprefix("Fix: ").casefold() for task in told] == [first.casefold()]
    assert f"Also: {second}" in told[0]["description"]


@pytest.mark.rule("INT-2")
def test_a_small_change_with_a_second_complaint_is_planned_with_it(
    cli: Runner, shelf: Path
) -> None:
    told = planned(cli, shelf, "Fix the typo in the sidebar. Also the cover is ugly")

    assert any("Also: the cover is ugly" in one["description"] for one in told["plan"]["tasks"])
