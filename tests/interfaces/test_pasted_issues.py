"""An issue pasted whole is planned by what it wants; nothing of its form becomes a task."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.conftest import Runner

pytestmark = pytest.mark.rule("UND-10")

BUG = dedent("""
    ### Is there an existing issue for this?

    - [X] I have searched the existing issues

    ### Current Behavior

    The calendar of guests shows every booking twice and the total is wrong.

    ### Steps To Reproduce

    1. Open the calendar
    2. Delete all bookings of a guest
    3. Which of them is shown?

    ### Environment

    - OS: Ubuntu 22.04

    ### Anything else?

    _No response_
    """)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    place = tmp_path / "house"
    (place / "tests").mkdir(parents=True)
    (place / "calendar.py").write_text(
        '"""The calendar of guests and their bookings."""\n\n\n'
        "def show_calendar(guests, bookings):\n"
        '    """Show every booking of a guest, and the total."""\n'
        "    return [*guests, *bookings]\n",
        encoding="utf-8",
    )
    (place / "tests" / "test_calendar.py").write_text(
        "def test_calendar():\n    assert True\n", encoding="utf-8"
    )
    (place / "pyproject.toml").write_text(
        '[project]\nname = "house"\n[tool.pytest.ini_options]\n', encoding="utf-8"
    )
    return place


def test_a_form_without_a_title_is_planned_by_what_goes_wrong(cli: Runner, house: Path) -> None:
    told = cli("plan", BUG, "--workspace", house, "--complexity", "4", "--json").json
    titles = [task["title"] for task in told["plan"]["tasks"]]

    assert any(title.startswith("Fix: The calendar of guests shows") for title in titles)
    for word in ("existing", "Open", "Delete", "Ubuntu", "response", "Which"):
        assert not any(word in title for title in titles), titles
    assert not told["plan"]["requires_approval"]


def test_the_steps_of_a_report_are_no_options_to_choose_from(cli: Runner, house: Path) -> None:
    ran = cli("plan", BUG, "--workspace", house)

    assert "include KEY" not in ran.out
    assert "“The calendar of guests shows every booking" in ran.out


VERSIONS_FIRST = dedent("""
    <!-- Do you have a question? Ask in the forum -->
    - _Node version:_ 20.11.0
    - _Device, operating system:_ macOS

    Opening the calendar of a guest shows the bookings of another guest.

    /label ~"calendar"
    """)
LONG_HEADING = (
    "Calendar version, and if you do not see it please update the calendar first, and then see"
)
ASKED_IN_A_FORM = dedent("""
    ### What happened?

    The total of a guest stays empty after a booking.

    ### {version}

    0.8.3
    """)
TITLED_WISH = dedent("""
    Calendar: sort by guest

    Hi! I know there is a list but I cannot change it. Right now I have to look at every booking.
    The order differs per house.
    """)
PLAIN_HEADINGS = dedent("""
    Summary

    Show the total of bookings per guest in the calendar.

    Use case

    We look at the bookings of guests every Monday.
    """)


def titles(cli: Runner, house: Path, text: str) -> list[str]:
    told = cli("plan", text, "--workspace", house, "--complexity", "4", "--json").json
    return [task["title"] for task in told["plan"]["tasks"]]


def test_versions_and_orders_of_a_tracker_are_no_title(cli: Runner, house: Path) -> None:
    assert not any("version" in title for title in titles(cli, house, VERSIONS_FIRST))


def test_what_happened_is_reproduced_before_anything_is_changed(cli: Runner, house: Path) -> None:
    reproduced, mended = titles(cli, house, ASKED_IN_A_FORM.replace("{version}", LONG_HEADING * 2))
    assert reproduced == "Reproduce it in test_calendar.py"
    assert mended == "Fix: The total of a guest stays empty after a booking"


def test_a_title_that_wants_something_leads_the_story_below_it(cli: Runner, house: Path) -> None:
    assert titles(cli, house, TITLED_WISH)[0] == "Calendar: sort by guest"


def test_a_heading_without_marks_is_no_work(cli: Runner, house: Path) -> None:
    told = titles(cli, house, PLAIN_HEADINGS)
    assert told[0] == "Show the total of bookings per guest in the calendar"
    assert not any("case" in title.lower() for title in told)
