"""UND-4: the nearest things that are there are named, to be looked at before anything is built."""

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.trees import plant
from tests.conftest import Runner

MANY = {f"lib/part_{n}.go": f"package part{n}\n\nfunc Run{n}() {{}}\n" for n in range(70)}
READER = {
    "docs/usage.md": (
        "# Reader\n\n## Old entries\n\nWhat nobody looked at within two weeks stops counting as "
        "unread.\n\n## Search\n\nFind entries by any of their words.\n"
    ),
    "tasks/read.go": (
        "package tasks\n\n// AutoMarkAsReadTask marks what was not looked at for some weeks.\n"
        "type AutoMarkAsReadTask struct {\n\tWeeks int\n}\n"
    ),
    "tests/read_test.go": (
        "package tests\n\n// What was not looked at within two weeks is no longer unread.\n"
        "func TestTwoWeeksUnread() {}\n"
    ),
    "docs/usage_fr.md": "# Lecteur\n\n## Two weeks\n\nTwo weeks unread, not looked at.\n",
}
WISH = "What I have not looked at within two weeks should stop counting as unread"


@pytest.fixture
def reader(tmp_path: Path) -> Path:
    return plant(tmp_path / "reader", {**MANY, **READER})


def nearest(cli: Runner, root: Path, goal: str = WISH) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = cli("brief", goal, "-w", root, "--json").json["nearest"]
    return found


@pytest.mark.rule("UND-4")
def test_what_is_near_is_named_with_its_line_by_what_explains_it(cli: Runner, reader: Path) -> None:
    found = {one["what"]: one["locator"] for one in nearest(cli, reader)}

    assert found["the section “Old entries”"] == "docs/usage.md:3"
    assert found["the class `AutoMarkAsReadTask`"] == "tasks/read.go:4"


@pytest.mark.rule("UND-4")
def test_at_most_three_things_are_near_none_of_them_twice_and_no_test(
    cli: Runner, reader: Path
) -> None:
    found = nearest(cli, reader)

    assert 0 < len(found) <= 3
    assert len({one["what"] for one in found}) == len(found)
    assert not [one for one in found if one["locator"].startswith(("tests/", "docs/usage_fr"))]


@pytest.mark.rule("UND-4")
def test_what_is_near_is_no_claim(cli: Runner, reader: Path) -> None:
    found = nearest(cli, reader)
    planned = cli("plan", WISH, "-w", reader, "--json").json

    assert all(one["strength"] < 0.4 for one in found)
    assert planned["brief"]["nearest"] == found
    assert not [one for one in planned["assumptions"] if "already" in one["interpretation"]]


@pytest.mark.rule("UND-4")
def test_a_screen_says_what_is_near_in_one_line(cli: Runner, reader: Path) -> None:
    brief = cli("brief", WISH, "-w", reader).out
    told = cli("plan", WISH, "-w", reader).out

    assert "Nearest already here, look before building:\n" in brief
    assert "the section “Old entries”  docs/usage.md:3" in brief
    assert "Nearest already here, look before building: " in told


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    "goal",
    [
        "fix: what was not looked at within two weeks still counts as unread",
        "Rename `AutoMarkAsReadTask` so that it says two weeks unread",
        'Change "Old entries" to "Entries not looked at within two weeks"',
        "Send a fax to the moon",
    ],
)
def test_nothing_is_near_where_its_writer_knows_what_is_there_or_nothing_is(
    cli: Runner, reader: Path, goal: str
) -> None:
    assert nearest(cli, reader, goal) == []


@pytest.mark.rule("UND-4")
def test_a_thing_that_is_gone_is_near_no_more(cli: Runner, reader: Path) -> None:
    assert "tasks/read.go:4" in [one["locator"] for one in nearest(cli, reader)]

    (reader / "tasks/read.go").write_text("package tasks\n")

    assert "tasks/read.go:4" not in [one["locator"] for one in nearest(cli, reader)]


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("path", "text", "goal", "what"),
    [
        (
            "lang/en.json",
            '{\n  "media.rate": "Playback speed of the audio"\n}\n',
            "can you make podcasts play faster",
            "the text “Playback speed of the audio”",
        ),
        (
            "ui/Settings.vue",
            "<label>Notification sound</label>\n",
            "Ring the bell for new mail",
            "the text “Notification sound”",
        ),
        (
            "cli/run.py",
            'parser.add_argument("--limit-upload", help="at most so many KiB a second")\n',
            "The backup makes my slow connection impossible",
            "the option `limit-upload`",
        ),
    ],
)
def test_what_people_read_and_set_is_named_by_what_it_brings_to_mind(
    cli: Runner, tmp_path: Path, path: str, text: str, goal: str, what: str
) -> None:
    root = plant(tmp_path / "app", {**MANY, path: text})

    assert what in [one["what"] for one in nearest(cli, root, goal)]
