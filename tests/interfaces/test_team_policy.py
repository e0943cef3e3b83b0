"""The policy of a team: versions, in force for what begins, replayed from the log (TEAM-5)."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner

pytestmark = pytest.mark.rule("TEAM-5")

GOAL = "Delete inactive accounts every night"


@pytest.fixture
def stricter(tmp_path: Path) -> Path:
    path = tmp_path / "policy.json"
    path.write_text(
        json.dumps({"evpi_question_threshold": 0.01, "clarifications": 5}), encoding="utf-8"
    )
    return path


def begun_with(db: Path) -> list[Any]:
    with sqlite3.connect(db) as connection:
        found = connection.execute("SELECT payload FROM plan_events WHERE type = 'GoalReceived'")
        return [json.loads(text)["policy"] for (text,) in found]


def test_a_version_holds_for_what_begins_after_it_and_is_kept(
    person: Runner, cli: Runner, workspace: Path, db: Path, stricter: Path
) -> None:
    cli("plan", GOAL, "-w", workspace)
    for number in (1, 2):
        ran = person("policy", "set", stricter)
        assert f"Version {number} holds for the team" in ran.out, ran.err
    cli("plan", "Add rate limiting to the public API", "-w", workspace)
    before, after = begun_with(db)
    assert before != after
    assert [one["version"] for one in cli("policy", "--json").json["policies"]] == [1, 2]
    assert cli("audit").code == 0, "each session is replayed by what held for it"


def test_a_repository_may_have_its_own(
    person: Runner, cli: Runner, workspace: Path, stricter: Path, tmp_path: Path, db: Path
) -> None:
    assert person("policy", "set", stricter, "--workspace", workspace).code == 0
    other = tmp_path / "other"
    other.mkdir()
    for place in (workspace, other):
        cli("plan", GOAL, "-w", place)
    here, there = begun_with(db)
    assert here != there


def test_what_it_would_have_asked_last_month_comes_from_the_log(
    cli: Runner, workspace: Path, stricter: Path
) -> None:
    cli("plan", GOAL, "-w", workspace)
    found = cli("policy", "would", stricter, "--json").json
    assert (found["sessions"], found["days"]) == (1, 30)
    assert found["would_ask"] >= found["asked"] >= 1


def test_a_script_sets_none_and_what_is_no_policy_is_refused_by_field(
    cli: Runner, person: Runner, stricter: Path, tmp_path: Path
) -> None:
    assert cli("policy", "set", stricter).code == 5
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"no_such_field": 1}', encoding="utf-8")
    ran = person("policy", "set", wrong)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "no_such_field" in ran.err
