"""A goal against the workspace's own rules is put to a person before anything else (INV-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.house_rules import forbidden_files
from tests.conftest import Runner

pytestmark = pytest.mark.rule("INV-7")

GOAL = "Fix the wording in docs/rules.md"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/rules.md").write_text("# Rules\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "rule",
    [
        "Do not edit `docs/rules.md` by hand.",
        "Never change docs/rules.md; it is generated.",
        "- `docs/rules.md` must not be edited.",
        "Files in `docs/` are not to be changed.",
        "Don't touch `docs/*.md`.",
        "Be kind. Never modify `docs/rules.md`.",
    ],
)
@pytest.mark.parametrize("page", ["AGENTS.md", "CONTRIBUTING.md"])
def test_a_page_of_rules_that_forbids_it_is_found_with_its_line(
    house: Path, page: str, rule: str
) -> None:
    (house / page).write_text(f"# Rules\n\n{rule}\n", encoding="utf-8")
    (found,) = forbidden_files(Workspace(house), GOAL)
    assert (found.fact, found.locator) == ("docs/rules.md", f"{page}:3")


@pytest.mark.parametrize(
    "rule",
    [
        "Do not edit `docs/rules.md` unless you regenerate it.",
        "Do not edit `docs/other.md`.",
        "Edit `docs/rules.md` freely.",
        "Never change the API without a note in `docs/rules.md`.",
        "Never push to main. See docs/rules.md for why.",
        "Do not edit `rules.md.bak`.",
    ],
)
def test_what_is_not_plainly_forbidden_is_left_to_people(house: Path, rule: str) -> None:
    (house / "AGENTS.md").write_text(f"{rule}\n", encoding="utf-8")
    assert forbidden_files(Workspace(house), GOAL) == []


@pytest.mark.rule("STOP-3")
def test_the_person_is_asked_and_nothing_is_changed_on_silence(cli: Runner, house: Path) -> None:
    (house / "AGENTS.md").write_text("Never edit `docs/rules.md` by hand.\n", encoding="utf-8")
    asked = cli("plan", GOAL, "--workspace", house, "--json")
    assert asked.code == 3
    question = asked.json["question"]
    assert question["question_id"] == "against-the-rules"
    assert "AGENTS.md:1" in question["prompt"]
    assert question["options"][0]["label"].startswith("Leave the file alone")
    assert question["default"] == question["options"][0]["key"]
    unrelated = cli("plan", "Read docs/rules.md aloud", "--workspace", house, "--json")
    assert unrelated.json["question"] is None
