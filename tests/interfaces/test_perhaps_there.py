"""UND-4: what may be there already is told with its chance, and decides nothing."""

from pathlib import Path

import pytest

from tests.adapters.trees import plant
from tests.conftest import Runner

#: So many files that it can be counted how often such a find is right.
MANY = {f"lib/part_{n}.go": f"package part{n}\n\nfunc Run{n}() {{}}\n" for n in range(70)}
PEOPLE = {
    "ui/People.vue": "<td>{{ $t('people.lastLogin') }}</td>\n",
    "auth/models.go": "package auth\n\ntype Person struct {\n\tLoggedInAt string\n}\n",
    "auth/login.go": "package auth\n\nfunc doLogin() {}\n",
    "server/routes.go": 'package server\n\nfunc init() { add("/login", nil) }\n',
}
WISH = "Let admins see when somebody last logged in"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return plant(tmp_path / "club", {**MANY, **PEOPLE})


@pytest.mark.rule("UND-4")
def test_what_may_be_there_is_told_with_its_chance_on_a_screen(cli: Runner, club: Path) -> None:
    brief = cli("brief", WISH, "-w", club).out

    told = brief.partition("Perhaps there already:\n")[2].splitlines()
    assert "the field `LoggedInAt`  auth/models.go:4  (about 5 in 10)" in told[0]
    assert "There already" not in brief.replace("Perhaps there already", "")


@pytest.mark.rule("UND-4")
def test_what_may_be_there_has_its_own_strength_and_is_at_most_two_entries(
    cli: Runner, club: Path
) -> None:
    exists = cli("brief", WISH, "-w", club, "--json").json["exists"]

    assert 0 < len(exists) <= 2
    assert all(0.4 <= entry["strength"] < 0.75 for entry in exists)
    assert all(entry["why"].startswith("perhaps there already") for entry in exists)


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize("goal", [WISH, "Let admins see when a member last logged in"])
def test_what_comes_of_a_goal_says_what_may_be_there_and_rests_on_none_of_it(
    cli: Runner, club: Path, goal: str
) -> None:
    (club / "admins.go").write_text("package club\n\nfunc SeeMembers() {}\n")

    told = cli("plan", goal, "-w", club).out

    assert "Perhaps there already: " in told
    assert " already there:" not in told


@pytest.mark.rule("UND-4")
def test_a_goal_that_wants_nothing_new_is_not_told_what_may_be_there(
    cli: Runner, club: Path
) -> None:
    exists = cli("brief", "fix: last login shows the wrong day", "-w", club, "--json").json[
        "exists"
    ]

    assert not [entry for entry in exists if entry["why"].startswith("perhaps")]


@pytest.mark.rule("UND-4")
def test_a_key_of_a_settings_file_is_something_that_can_be_set(cli: Runner, tmp_path: Path) -> None:
    keys = 'keys = {\n    "show-read-feeds": True,\n    "mark-all-as-read": False,\n}\n'
    root = plant(tmp_path / "feeds", {"feeds/config.py": keys, "feeds/run.py": "def run(): ...\n"})

    exists = cli("brief", "Add a switch that says whether to show read feeds", "-w", root, "--json")

    assert "the setting `show-read-feeds`" in [one["what"] for one in exists.json["exists"]]
