"""Workers of a team, real processes that are killed for real (TEAM-2)."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
import pytest

from plangate.app.addresses import Address
from tests.conftest import Runner
from tests.interfaces.support import PLANNED
from tests.patience import HANGS, until
from tests.team.test_server import GOAL, planned, question

pytestmark = [pytest.mark.rule("TEAM-2"), pytest.mark.team]

Noted = Callable[[str, object], None]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start_worker(environment: dict[str, str], team_db: Address) -> Iterator[Start]:
    """Start a worker; those still running at the end are stopped."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*served: Path) -> subprocess.Popen[bytes]:
        words = [word for folder in served for word in ("--serve", str(folder))]
        command = [sys.executable, "-m", "plangate", "worker", "--db", team_db.url, *words]
        began = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert began.stdout is not None
        assert b"is ready" in began.stdout.readline()
        running.append(began)
        return began

    yield start
    for each in running:
        each.kill()
        each.communicate()


@pytest.fixture
def clone(workspace: Path) -> Path:
    """The workspace as a clone of a remote: known by that wherever it lies (REC-8)."""
    for words in (
        ["init", "-q"],
        ["remote", "add", "origin", "https://example.org/team/shop.git"],
    ):
        subprocess.run(["git", "-C", str(workspace), *words], check=True)
    return workspace


def rows(db: Address, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(db.url) as connection:
        return connection.execute(sql.encode()).fetchall()


def state(db: Address, session: str) -> str:
    about = f"WHERE plan_session_id = '{session}'"
    return str(rows(db, f"SELECT state FROM plangate.plan_sessions {about}")[0][0])


def jobs(db: Address, status: str) -> int:
    sql = f"SELECT count(*) FROM plangate.procrastinate_jobs WHERE status = '{status}'"
    return int(rows(db, sql)[0][0])


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


#: What is held so that a job stands still in its middle: writing, or reading the log.
WRITING = b"SELECT * FROM plangate.log_total FOR UPDATE"
READING = b"LOCK TABLE plangate.plan_events IN ACCESS EXCLUSIVE MODE"


def taken_over(team_db: Address, holding: bytes, start: Start, folder: Path) -> float:
    """Kill a worker with -9 in the middle of a job while another runs; how long until that one
    took the job over, in seconds."""
    with psycopg.connect(team_db.url) as held:
        held.execute(holding)
        first = start(folder)
        until(lambda: jobs(team_db, "doing") > 0)
        other = start(folder)
        first.send_signal(signal.SIGKILL)
        first.wait(HANGS)
        killed = monotonic()
        assert other.stdout is not None
        while b"taken over from a worker that died" not in other.stdout.readline():
            assert other.poll() is None
        return monotonic() - killed


def times(db: Address, session: str, *types: str) -> int:
    """How often something of these types is in the log of a session."""
    named = ", ".join(f"'{name}'" for name in types)
    about = f"WHERE stream = '{session}' AND type IN ({named})"
    return int(rows(db, f"SELECT count(*) FROM plangate.plan_events {about}")[0][0])


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
