"""Workers of a team, real processes that are killed for real (TEAM-2)."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from plangate.app.naming.addresses import Address
from tests.conftest import Runner
from tests.interfaces.support import PLANNED
from tests.patience import HANGS, until
from tests.team.killing import (
    READING,
    WRITING,
    Noted,
    Start,
    rows,
    state,
    taken_over,
    times,
)
from tests.team.test_server import GOAL, planned, question

pytestmark = [pytest.mark.rule("TEAM-2"), pytest.mark.team]


@pytest.fixture
def left_behind(
    process: Runner, person_apart: Runner, team_db: Address, clone: Path, tmp_path: Path
) -> tuple[str, Path]:
    """A session that was answered where its workspace is not; and where the workspace lies now."""
    session = planned(process, team_db.url, clone)["session"]
    moved = clone.rename(tmp_path / "elsewhere")
    asked = question(process, team_db.url)
    ran = person_apart("answer", asked["id"], "a", "--db", team_db.url)
    assert "a worker that serves example.org/team/shop goes on with it" in ran.out, ran.out
    assert state(team_db, session) == "planning"
    return session, moved


@pytest.mark.rule("REC-8")
def test_a_session_goes_on_where_its_workspace_is_whatever_its_path(
    left_behind: tuple[str, Path], team_db: Address, start_worker: Start, process: Runner
) -> None:
    session, folder = left_behind
    said = process("workers", "--db", team_db.url)
    assert "no worker serves example.org/team/shop: 1 of its sessions wait" in said.out
    start_worker(folder)
    until(lambda: state(team_db, session) != "planning")
    assert process("audit", "--db", team_db.url).code == 0
    assert f"serves {folder}" in process("workers", "--db", team_db.url).out


def test_a_worker_killed_while_it_moves_a_session_on_is_taken_over_and_nothing_happens_twice(
    left_behind: tuple[str, Path],
    team_db: Address,
    start_worker: Start,
    process: Runner,
    record_property: Noted,
) -> None:
    session, folder = left_behind
    before = times(team_db, session, "PlanDrafted")
    took = taken_over(team_db, WRITING, start_worker, folder)
    record_property("seconds until it was taken over", round(took, 1))
    until(lambda: state(team_db, session) != "planning")
    audit = process("audit", "--db", team_db.url, "--json")
    assert audit.code == 0, audit.out
    assert times(team_db, session, "PlanDrafted") == before + 1


@pytest.mark.rule("ASK-8", "NOTE-1")
def test_a_worker_killed_at_a_deadline_is_taken_over_and_tells_it_once(
    record_property: Noted,
    person_apart: Runner,
    team_db: Address,
    clone: Path,
    start_worker: Start,
    process: Runner,
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    told = tmp_path / "told"
    config = Path(environment["HOME"]) / ".config" / "plangate"
    config.mkdir(parents=True, exist_ok=True)
    command = json.dumps(["/bin/sh", "-c", f"cat >> {told}; echo >> {told}"])
    (config / "config.toml").write_text(f"notify = {command}\n", encoding="utf-8")
    ran = person_apart(
        "plan", GOAL, "-w", clone, "--db", team_db.url, "--timeout-secs", "1", "--json"
    )
    assert ran.code in (0, 3), ran.out + ran.err
    session = rows(team_db, "SELECT plan_session_id FROM plangate.plan_sessions")[0][0]
    took = taken_over(team_db, WRITING, start_worker, clone)
    record_property("seconds until it was taken over", round(took, 1))
    status = "SELECT count(*) FROM plangate.questions WHERE status = 'timed_out'"
    until(lambda: rows(team_db, status)[0][0] == 1)
    until(lambda: told.exists() and '"happened":"expired"' in told.read_text())
    assert times(team_db, session, "QuestionTimedOut") == 1
    assert told.read_text().count('"happened":"expired"') == 1
    assert process("audit", "--db", team_db.url).code == 0


@pytest.mark.rule("PUB-1")
def test_a_worker_killed_while_it_publishes_is_taken_over_and_the_plan_stands_there_once(
    record_property: Noted,
    process: Runner,
    team_db: Address,
    clone: Path,
    start_worker: Start,
    environment: dict[str, str],
) -> None:
    session = planned(process, team_db.url, clone, PLANNED)["session"]
    config = Path(environment["HOME"]) / ".config" / "plangate"
    config.mkdir(parents=True, exist_ok=True)
    (config / "config.toml").write_text("publish = true\n", encoding="utf-8")
    before = rows(team_db, "SELECT count(*) FROM plangate.plan_events")
    took = taken_over(team_db, READING, start_worker, clone)
    record_property("seconds until it was taken over", round(took, 1))
    folder = clone / ".plangate" / "plans"
    until(lambda: folder.exists() and len(list(folder.glob("*.md"))) == 1)
    (page,) = folder.iterdir()
    assert f"session: {session}" in page.read_text(encoding="utf-8")
    assert rows(team_db, "SELECT count(*) FROM plangate.plan_events") == before


def test_a_deadline_passes_on_time_with_nobody_looking(
    person_apart: Runner, team_db: Address, clone: Path, start_worker: Start
) -> None:
    started = start_worker(clone)
    ran = person_apart(
        "plan", GOAL, "-w", clone, "--db", team_db.url, "--timeout-secs", "3", "--json"
    )
    assert ran.code in (0, 3), ran.out + ran.err
    status = "SELECT count(*) FROM plangate.questions WHERE status = 'timed_out'"
    until(lambda: rows(team_db, status)[0][0] == 1)
    started.send_signal(signal.SIGTERM)
    out, _ = started.communicate(timeout=HANGS)
    assert started.returncode == 0
    assert b"has stopped" in out
    left = rows(team_db, "SELECT count(*) FROM plangate.serving")
    assert left[0][0] == 0


def test_a_worker_of_a_file_is_refused_by_name(process: Runner, tmp_path: Path) -> None:
    ran = process("worker", "--db", tmp_path / "a.db")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "needs a team's database" in ran.err
    assert not (tmp_path / "a.db").exists()
