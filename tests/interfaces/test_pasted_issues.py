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
