"""What was done here before in the like case, in the brief and in the plan: a real history."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from plangate.adapters.minds.drafting.drafting_history import is_removal
from plangate.adapters.repo.already.naming import is_of_settings
from plangate.language.paths import GOES_ALONG
from tests.conftest import Runner

pytestmark = [
    pytest.mark.rule("UND-3", "UND-5", "PLAN-1"),
    pytest.mark.skipif(shutil.which("git") is None, reason="there is no history without git"),
]

SHOP = {
    "shop/cli.py": "def main():\n    parser.add_argument('--quiet')\n",
    "shop/report.py": "def report(orders):\n    return len(orders)\n",
    "shop/orders.py": "def orders():\n    return []\n",
    "tests/test_cli.py": "def test_main():\n    pass\n",
    "docs/usage.md": "# Usage\n\nCall it.\n",
    "CHANGES.md": "# Changes\n",
    "pyproject.toml": "[project]\nname = 'shop'\n[tool.pytest.ini_options]\n",
}


class Repository:
    """A repository whose history grows by commits that touch what they name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._git("init", "-q")
        self.commit("First commit", SHOP)

    def commit(self, message: str, files: Mapping[str, str]) -> None:
        for path, text in files.items():
            there = self.root / path
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(text)
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", message)

    def _git(self, *words: str) -> None:
        own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null"]
        subprocess.run(["git", "-C", str(self.root), *own, *words], check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    root = tmp_path / "shop"
    root.mkdir()
    return Repository(root)


def touched(*paths: str, mark: str) -> dict[str, str]:
    return {path: f"{SHOP[path]}# {mark}\n" for path in paths}


def test_a_commit_that_did_the_like_is_what_the_brief_says_to_copy(
    cli: Runner, shop: Repository
) -> None:
    shop.commit(
        "Add a verbose option to the report",
        touched("shop/cli.py", "shop/report.py", "tests/test_cli.py", mark="verbose"),
    )
    shop.commit("Count orders", touched("shop/orders.py", mark="count"))

    goal = "Add a silent option to the report"
    brief = cli("brief", goal, "--workspace", shop.root, "--json").json

    first = brief["siblings"][0]
    assert first["path"] in ("shop/cli.py", "shop/report.py")
    assert "“Add a verbose option to the report”" in first["why"]
    assert "tests/test_cli.py" in first["why"]


def test_a_plan_names_the_example_and_the_files_that_went_along_with_it(
    cli: Runner, shop: Repository
) -> None:
    shop.commit(
        "Add a verbose option to the report",
        touched("shop/cli.py", "shop/report.py", "shop/orders.py", mark="verbose"),
    )

    goal = "Add a silent option to the report"
    plan = cli("plan", goal, "--workspace", shop.root, "--json").json["plan"]

    told = " ".join(task["description"] for task in plan["tasks"])
    assert "The nearest example here is commit" in told
    assert "shop/orders.py too" in told
    assert not any("shop/orders.py" in task["files"] for task in plan["tasks"]), (
        "one commit alone makes no task of a file"
    )


@pytest.mark.parametrize("rule", ["", "Do not update the changelog, it is made at a release."])
def test_a_changelog_that_changes_with_the_program_is_part_of_the_work_unless_a_page_forbids_it(
    cli: Runner, shop: Repository, rule: str
) -> None:
    for number in range(32):
        mark = f"change {number}"
        shop.commit(f"Step {number}", touched("shop/orders.py", "CHANGES.md", mark=mark))

    if rule:
        shop.commit("Say so", {"CONTRIBUTING.md": f"# Contributing\n\n{rule}\n"})
    goal = "Let people send the report of their orders to a printer"
    plan = cli("plan", goal, "--workspace", shop.root, "--json").json["plan"]

    named = any("CHANGES.md" in task["files"] for task in plan["tasks"])
    assert named is not bool(rule)


def test_a_changelog_that_is_written_at_a_release_is_none(cli: Runner, shop: Repository) -> None:
    for number in range(32):
        shop.commit(f"Step {number}", touched("shop/orders.py", mark=f"change {number}"))

    goal = "Let people send the report of their orders to a printer"
    plan = cli("plan", goal, "--workspace", shop.root, "--json").json["plan"]

    assert not any("CHANGES.md" in task["files"] for task in plan["tasks"])


def test_the_part_of_a_program_that_writes_changelogs_is_none(
    cli: Runner, shop: Repository
) -> None:
    for number in range(32):
        mark = f"# change {number}\n"
        shop.commit(f"Step {number}", {"shop/orders.py": mark, "shop/changelog.py": mark})

    goal = "Let people send the report of their orders to a printer"
    plan = cli("plan", goal, "--workspace", shop.root, "--json").json["plan"]

    assert not any("changelog" in task["title"] for task in plan["tasks"])


def test_what_was_taken_out_before_is_said_before_it_is_built_again(
    cli: Runner, shop: Repository
) -> None:
    shop.commit("Retire the silent report", touched("shop/report.py", mark="loud"))

    goal = "Add a silent report"
    plan = cli("plan", goal, "--workspace", shop.root, "--json").json["plan"]

    told = " ".join(task["description"] for task in plan["tasks"])
    assert "took it or its like out: read why before building it" in told


@pytest.mark.rule("PLAN-5")
def test_words_of_a_commit_never_have_a_draft_refused(cli: Runner, shop: Repository) -> None:
    """Somebody’s “TODO: fix stuff” is no task of ours."""
    shop.commit(
        "Silent report option TODO fix stuff", touched("shop/report.py", "shop/cli.py", mark="x")
    )

    ran = cli("plan", "Add a silent option to the report", "--workspace", shop.root, "--json")

    assert ran.json["outcome"] == "plan"
    assert "fix stuff" not in str(ran.json["plan"])


@pytest.mark.parametrize(
    ("subject", "removes"),
    [
        ("chore: retire export memos", True),
        ("[web] Remove the old inbox", True),
        ("feat(api): add an export", False),
        ("Fix removal of users", False),
    ],
)
def test_a_subject_tells_whether_something_went(subject: str, removes: bool) -> None:
    assert is_removal(subject) is removes


def test_a_file_that_the_goal_calls_by_its_whole_name_is_a_likely_place(
    cli: Runner, shop: Repository
) -> None:
    dialog = {"shop/push_message_dialog.py": "def opened():\n    return None\n"}
    others = {f"shop/message_{n}.py": "def message():\n    return 'message'\n" for n in range(9)}
    shop.commit("Start", dialog | others)

    goal = "The “Push message” dialog sends plain text. Add a checkbox for Markdown."
    places = cli("brief", goal, "--workspace", shop.root, "--json").json["places"]

    assert places[0]["path"] == "shop/push_message_dialog.py"
    assert places[0]["strength"] >= 0.6


@pytest.mark.rule("UND-4")
@pytest.mark.parametrize(
    ("path", "is_setting"),
    [
        ("config/limits.toml", True),
        ("app.properties", True),
        ("src/shop/settings.py", True),
        ("src/shop/words/verbs.toml", False),
    ],
)
def test_a_key_deep_in_the_data_of_a_program_is_no_setting(path: str, is_setting: bool) -> None:
    assert is_of_settings(path) is is_setting


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("path", "goes_along"),
    [
        ("includes/version.php", True),
        ("includes/i18n/en.php", True),
        ("CHANGELOG.md", True),
        ("app/versions_page.py", False),
        ("shop/language_picker.py", False),
    ],
)
def test_what_every_change_brings_along_is_no_company_worth_naming(
    path: str, goes_along: bool
) -> None:
    assert bool(GOES_ALONG.search(path)) is goes_along
