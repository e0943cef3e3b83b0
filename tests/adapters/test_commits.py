"""History as a way of looking: what commit messages say for a reading, and what they do not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from plangate.adapters.explore.commits import WORTH
from tests.conftest import Runner

pytestmark = [
    pytest.mark.rule("INV-3", "INV-8"),
    pytest.mark.skipif(shutil.which("git") is None, reason="there is no history without git"),
]
GOAL = "Add session handling for logged in users"


def committed(root: Path, *messages: str) -> None:
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null"]
    git = ["git", "-C", str(root), *own]
    subprocess.run([*git, "init", "-q"], check=True, capture_output=True)
    for message in messages:
        words = ["commit", "-q", "--allow-empty", "-m", message]
        subprocess.run([*git, *words], check=True, capture_output=True)


def test_a_commit_that_decided_it_settles_what_nothing_else_shows(
    cli: Runner, tmp_path: Path
) -> None:
    committed(tmp_path, "First commit", "Store sessions in Redis")

    ran = cli("plan", GOAL, "--workspace", tmp_path, "--json")

    turns = ran.json["investigation"]["turns"]
    assert [turn["continue_decision"] for turn in turns] == ["continue", "commit"]
    told = [line for line in ran.json["stop"]["evidence_summary"] if "a commit says" in line]
    assert len(told) == 1
    assert "“Store sessions in Redis” (commit " in told[0]
    assert cli("audit").code == 0
    assert WORTH < 0.75, "a commit alone never makes the gate infer"


def test_a_commit_that_takes_it_back_says_nothing(cli: Runner, tmp_path: Path) -> None:
    committed(tmp_path, "Do not store sessions in Redis", "Maybe sessions in Redis?")

    ran = cli("plan", GOAL, "--workspace", tmp_path, "--json")

    assert ran.code == 3
    assert not [line for line in ran.json["stop"]["evidence_summary"] if "a commit says" in line]
    assert ran.json["stop"]["budget_consumed"]["iterations"] == "2/5"


def test_a_workspace_without_a_history_is_not_asked_for_one(cli: Runner, tmp_path: Path) -> None:
    ran = cli("plan", GOAL, "--workspace", tmp_path, "--json")

    strategies = [step["strategy"] for step in ran.json["investigation"]["exploration_plan"]]
    assert strategies == ["code search"], "there is nothing else to look at"
