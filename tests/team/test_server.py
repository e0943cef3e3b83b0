"""A team's record on a real PostgreSQL, through the command line (TEAM-1)."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from plangate.adapters.kept.anchor_file import anchors_of
from plangate.adapters.sql.connections import close_all, marked, team_migrations
from plangate.adapters.sql.listening import Listening
from plangate.adapters.sql.postgres import PostgresStore
from plangate.adapters.sql.queries import select_rows
from plangate.adapters.sql.schema import Migration
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.naming.addresses import Address
from plangate.core.events.event import LoopTurned
from plangate.core.log.anchors import Anchors
from plangate.core.log.chain import seal_all
from plangate.core.log.tables import Query
from plangate.core.model.errors import StoreTooNew, StoreTooOld
from tests.conftest import Runner
from tests.contracts.test_store import NOON, entries_of
from tests.patience import HANGS
from tests.team.server import Server

pytestmark = [pytest.mark.rule("TEAM-1"), pytest.mark.team]

GOAL = "Delete inactive accounts every night"


def planned(process: Runner, db: object, workspace: Path, goal: str = GOAL) -> dict[str, Any]:
    ran = process("plan", goal, "-w", workspace, "--db", db, "--json")
    assert ran.code in (0, 3), ran.err
    document: dict[str, Any] = ran.json
    return document


def question(process: Runner, db: object) -> dict[str, Any]:
    listed: list[dict[str, Any]] = process("inbox", "--db", db, "--json").json["questions"]
    return listed[0]


def test_a_team_plans_answers_and_audits_as_one_person_does(
    process: Runner, person_apart: Runner, team_db: Address, workspace: Path
) -> None:
    db = team_db.url
    planned(process, db, workspace)
    asked = question(process, db)
    ran = person_apart("answer", asked["id"], "a", "--db", db)
    assert ran.code in (0, 3), ran.out + ran.err
    shown = process("show", asked["id"], "--db", db, "--json").json
    assert shown["question"]["status"] == "answered"
    audit = process("audit", "--db", db, "--json")
    assert audit.code == 0, audit.out
    assert audit.json["events"] > 10
    doctor = process("doctor", "--db", db)
    assert doctor.code == 0, doctor.out
    assert "PostgreSQL finds no fault" in doctor.out
    assert "of-a-test" not in doctor.out, "a password is never shown"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("postgresql://plangate:wrong@{host}/postgres", "refuses the user or the password"),
        ("postgresql://plangate:of-a-test@{host}/nowhere", "is not there"),
        ("postgresql://plangate@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_what_cannot_be_reached_is_one_clear_line(
    process: Runner, team_db: Address, wrong: str, says: str
) -> None:
    host = team_db.url.rpartition("@")[2].partition("/")[0]
    ran = process("inbox", "--db", wrong.format(host=host))
    assert ran.code in (1, 2)
    assert len(ran.err.splitlines()) == 1
    assert says in ran.err
    assert "wrong@" not in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.rule("REC-5")
def test_an_older_schema_waits_for_its_operator_and_a_newer_one_is_refused(
    team_db: Address, process: Runner
) -> None:
    shipped = team_migrations()
    number = shipped[-1].number
    more = (*shipped, Migration(number + 1, "more.sql", "CREATE TABLE more (one INTEGER)"))
    with PostgresStore(team_db, shipped) as store:
        store.append(entries_of("s1", "one"), [])
    close_all()
    with pytest.raises(StoreTooOld, match=r"doctor --upgrade.*nothing was changed"):
        PostgresStore(team_db, more)
    with PostgresStore(team_db, more, upgrade=True) as store:
        assert store.schema_version() == number + 1
        assert list(store.streams()) == ["s1"]
    close_all()
    with pytest.raises(StoreTooNew, match="newer plangate"):
        PostgresStore(team_db, shipped)
    ran = process("inbox", "--db", team_db.url)
    assert (ran.code, len(ran.err.splitlines())) == (1, 1)


def test_the_log_is_append_only_on_the_server_too(team_db: Address) -> None:
    with PostgresStore(team_db) as store:
        store.append(entries_of("s1", "one"), [])
    with psycopg.connect(team_db.url, autocommit=True) as db:
        for statement in (
            "UPDATE plangate.plan_events SET at = ''",
            "UPDATE plangate.plan_events SET payload = 'erased:x'",
            "DELETE FROM plangate.plan_events",
            "TRUNCATE plangate.plan_events",
        ):
            with pytest.raises(psycopg.Error, match="append-only"):
                db.execute(statement.encode())
        db.execute(b"ALTER TABLE plangate.plan_events DISABLE TRIGGER ALL")
    with PostgresStore(team_db) as store:
        assert [line for line in store.integrity() if "is off" in line]


def test_a_record_moves_there_and_back_byte_for_byte(
    process: Runner, person_apart: Runner, team_db: Address, workspace: Path, tmp_path: Path
) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    planned(process, first, workspace)
    other = planned(process, first, workspace, "Add rate limiting to the public API")
    person_apart("answer", question(process, first)["id"], "a", "--db", first)
    erased = person_apart("forget", "--session", other["session"], "--db", first)
    assert erased.code == 0, erased.out + erased.err
    ada = person_apart("people", "add", "ada", "--role", "people", "--db", first)
    person_apart("people", "enter", ada.out.split()[0], "--db", first)

    there = person_apart("move", "--from", first, "--to", team_db.url)
    assert there.code == 0, there.out + there.err
    assert "the audit says the same of both" in there.out
    again = person_apart("move", "--from", first, "--to", team_db.url)
    assert again.code == 2
    assert "an empty database" in again.err
    back = person_apart("move", "--from", team_db.url, "--to", last)
    assert back.code == 0, back.out + back.err  # who moved it is in the team there too

    with SQLiteStore(first) as before, PostgresStore(team_db) as amid, SQLiteStore(last) as after:
        wanted = list(before.placed())
        assert list(amid.placed()) == list(after.placed()) == wanted
        assert amid.total() == after.total() == before.total()
    audits = [process("audit", "--db", db, "--json") for db in (first, team_db.url, last)]
    assert [ran.code for ran in audits] == [0, 0, 0]
    anchors = [ran.json["anchor"] for ran in audits]
    assert anchors[0] == anchors[1] == anchors[2]
    assert "erased" in audits[1].json


@pytest.mark.rule("TEAM-4")
def test_lists_are_read_by_an_index_however_many_sessions_there_are(team_db: Address) -> None:
    open_ones = ("status", ("pending", "held"))
    dearest = Query("questions", among=open_ones, order=("expected_loss", "asked_at"), limit=20)
    due = Query("questions", equals={"status": "pending"}, order=("deadline",), limit=20)
    latest = Query("plan_sessions", order=("updated_at",), descending=True, limit=20)
    answered = Query("questions", {"status": "answered"}, order=("asked_at",), limit=1)
    pages = [
        (dearest._replace(descending=True), "questions_by_loss"),
        (due, "questions_by_deadline"),
        (latest, "plan_sessions_by_time"),
        (Query("questions", equals={"status": "timed_out"}), "questions_timed_out"),
        (answered._replace(descending=True), "questions_answered"),
    ]
    with PostgresStore(team_db) as store, store._served.pool.connection() as db:
        db.execute(b"SET enable_seqscan = off")
        db.execute(b"SET enable_sort = off")
        for query, index in pages:
            sql, values = select_rows(query, names_nulls=True)
            plan = db.execute(b"EXPLAIN " + marked(sql), values).fetchall()
            assert index in "\n".join(line for (line,) in plan), plan
            assert "Sort" not in "\n".join(line for (line,) in plan)
        db.execute(b"RESET ALL")


def test_a_script_moves_nothing(process: Runner, team_db: Address, tmp_path: Path) -> None:
    source = tmp_path / "first.db"
    SQLiteStore(source).close()
    ran = process("move", "--from", source, "--to", team_db.url)
    assert ran.code == 5
    assert "ACT-1" in ran.err


def test_who_waits_is_told_when_somebody_answers(
    process: Runner,
    person_apart: Runner,
    team_db: Address,
    workspace: Path,
    environment: dict[str, str],
) -> None:
    db = team_db.url
    planned(process, db, workspace)
    asked = question(process, db)
    command = [sys.executable, "-m", "plangate", "wait", asked["id"], "--db", db, "--json"]
    with subprocess.Popen(
        [*command, "--timeout", str(HANGS)], stdout=subprocess.PIPE, env=environment
    ) as waiting:
        person_apart("answer", asked["id"], "a", "--db", db)
        out, _ = waiting.communicate(timeout=HANGS)
    assert json.loads(out)["status"] == "answered"


def test_who_listens_hears_which_session_was_written_to(team_db: Address) -> None:
    with PostgresStore(team_db) as store, closing(Listening(team_db)) as listening:
        store.append(entries_of("s1", "a"), [])
        assert listening.wait(HANGS) == frozenset({"s1"})
        store.append([*entries_of("s2", "b"), *entries_of("s3", "c")], [])
        heard = frozenset[str]()
        while heard < {"s2", "s3"}:
            heard |= listening.wait(HANGS) or frozenset()
        assert heard == {"s2", "s3"}


@pytest.mark.rule("REC-6")
def test_two_machines_with_the_same_paths_keep_anchors_of_their_own(
    team_db: Address, tmp_path: Path
) -> None:
    state = tmp_path / "state"

    def writes(machine: str, stream: str) -> Anchors:
        anchors = anchors_of(team_db.url, state, machine=machine)
        with PostgresStore(team_db, anchors=anchors) as store:
            store.append(entries_of(stream, "a"), [])
            anchors.add(store.total(), "2026-07-01T00:00:00.000Z")
            store.append(entries_of(f"{stream}b", "b"), [])
            return store.kept_anchors()

    writes("one", "s1")
    state.rename(tmp_path / "of the first machine")
    assert writes("two", "s2").lost == 0
    state.rename(tmp_path / "gone")
    assert writes("two", "s3").lost > 0, "a file that was taken away is missed all the same"


def test_a_server_that_goes_away_in_the_middle_loses_nothing(own_server: Server) -> None:
    with PostgresStore(Address(own_server.url())) as store:
        (first,) = entries_of("s1", "one")
        store.append([first], [])
        own_server.stop()
        own_server.start()
        (second,) = seal_all("s1", first, [LoopTurned("observe", "two", "ada")], NOON)
        store.append([second], [])  # the connection is dead; nobody notices
        assert [entry.seq for entry in store.read("s1")] == [1, 2]


def test_an_append_that_was_written_when_its_server_died_is_not_written_twice(
    own_server: Server,
) -> None:
    class Dying(PostgresStore):
        """One whose connection breaks after the commit and before its word of it."""

        dies = True

        def _anchor(self, *given: Any) -> None:
            if self.dies:
                self.dies = False
                own_server.stop()
                own_server.start()
                with self._explained():
                    raise psycopg.OperationalError("server closed the connection unexpectedly")
            super()._anchor(*given)

    with Dying(Address(own_server.url())) as store:
        entries = entries_of("s1", "one", "two")
        store.append(entries, [])
        assert tuple(store.read("s1")) == entries


def test_a_server_that_stays_away_is_one_line_and_work_goes_on_when_it_is_back(
    own_server: Server, process: Runner, workspace: Path
) -> None:
    db = own_server.url()
    planned(process, db, workspace)
    own_server.stop()
    ran = process("inbox", "--db", db)
    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert "cannot be reached" in ran.err
    own_server.start()
    assert question(process, db)["status"] == "pending"
    assert process("audit", "--db", db).code == 0
