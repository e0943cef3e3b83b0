"""What a worker tells and what it asks a model, when it is killed there, stopped, or cut off from
its server (TEAM-2)."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from plangate.app.naming.addresses import Address
from tests.conftest import Runner
from tests.models.conftest import GOAL as MODELLED
from tests.models.conftest import PROPOSAL, commit_all
from tests.models.provider import Body, Provider, Reply, says
from tests.patience import HANGS, until
from tests.team.killing import WRITING, Noted, Start, jobs, rows, state, taken_over, times
from tests.team.server import Server
from tests.team.test_server import planned, question

pytestmark = [pytest.mark.rule("TEAM-2"), pytest.mark.team]

#: Nobody says any more that somebody was told.
TELLING = b"LOCK TABLE plangate.told IN EXCLUSIVE MODE"


@pytest.fixture
def told(environment: dict[str, str], tmp_path: Path) -> Path:
    """The file that everybody's notices go to, a line each."""
    file = tmp_path / "told"
    file.touch()
    command = json.dumps(["/bin/sh", "-c", f"cat >> {file}; echo >> {file}"])
    config = Path(environment["HOME"]) / ".config" / "plangate"
    config.mkdir(parents=True, exist_ok=True)
    (config / "config.toml").write_text(f"notify = {command}\n", encoding="utf-8")
    return file


def notices(told: Path, happened: str) -> int:
    return told.read_text(encoding="utf-8").count(f'"happened":"{happened}"')


# --- notices --------------------------------------------------------------------------------------


@pytest.mark.rule("NOTE-1")
def test_what_was_written_by_somebody_killed_before_telling_is_told_once_by_a_worker(
    team_db: Address,
    clone: Path,
    start_worker: Start,
    process: Runner,
    environment: dict[str, str],
    told: Path,
    record_property: Noted,
) -> None:
    process("doctor", "--db", team_db.url)
    asking = "SELECT count(*) FROM plangate.plan_events WHERE type = 'QuestionAsked'"
    command = ["plan", "Delete inactive accounts every night", "-w", str(clone)]
    with psycopg.connect(team_db.url) as held:
        held.execute(TELLING)
        with subprocess.Popen(
            [sys.executable, "-m", "plangate", *command, "--db", team_db.url],
            env=environment,
            stdout=subprocess.DEVNULL,
        ) as planning:
            until(lambda: rows(team_db, asking)[0][0] == 1)
            planning.send_signal(signal.SIGKILL)
    assert notices(told, "created") == 0, "it was killed between writing and telling"
    took = taken_over(team_db, TELLING, start_worker, clone)
    record_property("seconds until it was taken over", round(took, 1))
    until(lambda: notices(told, "created") == 1)
    until(lambda: jobs(team_db, "todo") + jobs(team_db, "doing") == 0)
    assert notices(told, "created") == 1
    assert rows(team_db, "SELECT happened FROM plangate.told") == [("created",)]
    assert process("audit", "--db", team_db.url).code == 0


@pytest.mark.rule("NOTE-1")
def test_what_its_writer_told_no_worker_tells_again(
    team_db: Address, clone: Path, start_worker: Start, process: Runner, told: Path
) -> None:
    planned(process, team_db.url, clone)
    until(lambda: notices(told, "created") == 1)
    start_worker(clone)
    old = "SELECT count(*) FROM plangate.serving WHERE seen > since + interval '5 s'"
    until(lambda: rows(team_db, old)[0][0] > 0)  # it has looked again and again
    assert notices(told, "created") == 1


# --- models ---------------------------------------------------------------------------------------


class Held:
    """A model that answers nothing until it is let go."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def __call__(self, _body: Body) -> Reply:
        self.free.wait(HANGS)
        return Reply(closes=True)


@pytest.fixture
def models(environment: dict[str, str]) -> Iterator[tuple[Provider, Held]]:
    """A model whose first two calls come to nothing, and the third to a proposal."""
    held = Held()
    with Provider(held, held, says(dict(PROPOSAL))) as provider:
        environment["PLANGATE_MODEL_ADDRESS"] = provider.address
        yield provider, held
        held.free.set()


@pytest.mark.rule("LLM-3")
def test_a_model_is_asked_by_one_process_and_who_is_killed_there_is_taken_over(
    team_db: Address,
    clone: Path,
    start_worker: Start,
    process: Runner,
    environment: dict[str, str],
    models: tuple[Provider, Held],
    record_property: Noted,
) -> None:
    commit_all(clone)
    provider, _ = models
    process("doctor", "--db", team_db.url)
    command = ["plan", MODELLED, "-w", str(clone), "--model", "local:toy", "--db", team_db.url]
    with subprocess.Popen(
        [sys.executable, "-m", "plangate", *command], env=environment, stdout=subprocess.DEVNULL
    ) as planning:
        until(lambda: len(provider.sent) == 1)
        session = rows(team_db, "SELECT plan_session_id FROM plangate.plan_sessions")[0][0]
        first = start_worker(clone)
        old = "SELECT count(*) FROM plangate.serving WHERE seen > since + interval '6 s'"
        until(lambda: rows(team_db, old)[0][0] > 0)
        assert len(provider.sent) == 1, "somebody is at it: a second call would be paid twice"
        planning.send_signal(signal.SIGKILL)
    until(lambda: len(provider.sent) == 2)
    took = taken_over(team_db, b"SELECT 1", start_worker, clone, first=first)
    record_property("seconds until it was taken over", round(took, 1))
    until(lambda: state(team_db, session) != "planning")
    assert len(provider.sent) == 3
    assert times(team_db, session, "ModelProposed") == 1
    audit = process("audit", "--db", team_db.url)
    assert audit.code == 0, audit.out


# --- stopping -------------------------------------------------------------------------------------


def test_a_worker_that_is_stopped_finishes_what_is_under_way_and_begins_nothing(
    team_db: Address, clone: Path, start_worker: Start, process: Runner, person_apart: Runner
) -> None:
    for goal in ("Delete inactive accounts every night", "Delete old invoices every night"):
        planned(process, team_db.url, clone, goal)
    gone = clone.rename(clone.parent / "elsewhere")
    for _ in range(2):
        asked = question(process, team_db.url)
        assert person_apart("answer", asked["id"], "a", "--db", team_db.url).code in (0, 3)
    waits = "SELECT count(*) FROM plangate.plan_sessions WHERE state = 'planning'"
    assert rows(team_db, waits)[0][0] == 2
    with psycopg.connect(team_db.url) as held:
        held.execute(WRITING)
        worker = start_worker(gone, jobs=1)
        until(lambda: "does advance" in process("workers", "--db", team_db.url).out)
        said = process("workers", "--db", team_db.url, "--json").json
        assert said["workers"][0]["doing"].startswith("advance ")
        until(lambda: jobs(team_db, "todo") == 1)
        worker.send_signal(signal.SIGTERM)
        assert worker.stdout is not None
        while b"finishes advance" not in worker.stdout.readline():
            assert worker.poll() is None
    out, _ = worker.communicate(timeout=HANGS)
    assert worker.returncode == 0
    assert b"has stopped" in out
    assert rows(team_db, waits)[0][0] == 1, "the other waits for the next worker"
    assert (jobs(team_db, "doing"), jobs(team_db, "todo")) == (0, 1)
    start_worker(gone)
    until(lambda: rows(team_db, waits)[0][0] == 0)
    assert process("audit", "--db", team_db.url).code == 0


def test_a_worker_waits_for_a_server_that_went_away_and_goes_on_when_it_is_back(
    own_server: Server,
    clone: Path,
    start_worker: Start,
    process: Runner,
    person_apart: Runner,
) -> None:
    db = Address(own_server.url())
    session = planned(process, db.url, clone)["session"]
    gone = clone.rename(clone.parent / "elsewhere")
    worker = start_worker(gone, db=db)
    assert worker.stdout is not None
    own_server.stop()
    while b"broke; it is tried again" not in worker.stdout.readline():
        assert worker.poll() is None
    own_server.start()
    while b"is back" not in worker.stdout.readline():
        assert worker.poll() is None
    asked = question(process, db.url)
    assert person_apart("answer", asked["id"], "a", "--db", db.url).code in (0, 3)
    until(lambda: state(db, session) != "planning")
    assert process("audit", "--db", db.url).code == 0
