"""A team's load on a real PostgreSQL: growth to 100,000 sessions, and calls under kills (TEAM-4).

    python benchmarks/load.py [--sessions 100000] [--seconds 60] [--agents 1000] [--people 100]
                              [--workers 2]

Growth: two databases of one server, with 1,000 sessions and with --sessions; the inbox's first page
and an answer are asked of both in turns, so that a busy machine slows both, and their 95th
percentiles are compared. Load: each agent calls once a minute (70 % status, 20 % answer, 10 % plan
on a small workspace) and each person looks at the inbox every ten seconds, while a worker or a
connection is killed every few seconds; afterwards the audit proves that nothing is lost, and every
answer that was taken stands in the log exactly once.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import psycopg

from benchmarks.inbox import fill, template
from benchmarks.measure import at_most, print_table
from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.connections import close_all
from plangate.adapters.sql.postgres import PostgresStore
from plangate.app.acts.questions import record_answer
from plangate.app.addresses import Address
from plangate.app.log.audits import run_audit
from plangate.app.lookup import overdue_sessions
from plangate.app.planner import Planner
from plangate.core.guard.acts import Actor
from plangate.core.log.tables import Query
from plangate.core.model.errors import AlreadySettled, PlangateError
from plangate.settings import Settings
from plangate.wiring import open_planner, session_options
from tests.team.server import Server, programs, throw_away

ROOT = Path(__file__).resolve().parents[1]
GOAL = "Add a page that lists what number {} needs"
SMALL = 1_000


def p(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000 if times else 0.0


def database(server: Server, name: str) -> Address:
    with psycopg.connect(server.url(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}".encode())
    return Address(server.url(name))


def inbox(store: PostgresStore) -> None:
    """What the first page of an inbox asks of a store."""
    overdue_sessions(store, FrozenClock(datetime.now(UTC)))
    among = ("status", ("pending", "held"))
    order = ("expected_loss", "asked_at")
    store.rows(Query("questions", among=among, order=order, descending=True, limit=20))


def answer(store: PostgresStore, place: int) -> None:
    """The next open question answered, as a person does; the planning after it left out."""
    planner = Planner(
        store=store,
        clock=FrozenClock(datetime.now(UTC)),
        proposer=ScriptedProposer([]),
        investigator=ScriptedInvestigator(),
        new_id=lambda: "unused",
        actor=Actor("terminal", "somebody"),
    )
    record_answer(planner, f"s{place:07d}-q1", "a", by="somebody", surface="cli")


def multiply(address: Address, count: int) -> None:
    """Copies of the sessions that are there, under other names, until there are so many.

    Made by the server, because sealing each would take an hour: their digests are those of the
    sessions they are copies of, and nothing here reads them.
    """
    with psycopg.connect(address.url, autocommit=True) as db:
        db.execute(b"SET search_path = plangate")
        for number in range(1, count // SMALL):
            name = f"replace({{}}, 's000', 's{number:03d}')"
            for table in ("plan_sessions", "questions", "decisions"):
                columns = [
                    str(row[0])
                    for row in db.execute(
                        b"SELECT column_name FROM information_schema.columns WHERE table_schema = "
                        b"'plangate' AND table_name = %s ORDER BY ordinal_position",
                        (table,),
                    )
                ]
                texts = ("plan_session_id", "id", "session", "workspace", "place", "document")
                made = [name.format(each) if each in texts else each for each in columns]
                key = "plan_session_id" if table == "plan_sessions" else "id"
                db.execute(
                    f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(made)} "
                    f"FROM {table} WHERE {key} LIKE 's000%'".encode()
                )
            db.execute(
                (
                    "INSERT INTO plan_events SELECT position + (SELECT max(position) FROM "
                    f"plan_events), {name.format('stream')}, seq, type, version, at, "
                    f"{name.format('payload')}, previous, digest FROM plan_events "
                    "WHERE stream LIKE 's000%'"
                ).encode()
            )


def growth(server: Server, sessions: int, times: int) -> list[list[str]]:
    stores = {}
    for count in (SMALL, sessions):
        stores[count] = PostgresStore(database(server, f"growth{count}"))
        began = time.perf_counter()
        fill(stores[count], template(), min(count, SMALL))
        multiply(stores[count].address, count)
        print(f"  {count:,} sessions put in, {time.perf_counter() - began:.0f} s", flush=True)
        with psycopg.connect(stores[count].address.url, autocommit=True) as db:
            db.execute(b"VACUUM ANALYZE")
    taken: dict[tuple[str, int], list[float]] = {}
    for place in range(times):
        for count, store in stores.items():
            for name, act in (("inbox", lambda s, _: inbox(s)), ("answer", answer)):
                began = time.perf_counter()
                act(store, place)
                taken.setdefault((name, count), []).append(time.perf_counter() - began)
    rows = []
    for name in ("inbox", "answer"):
        small, large = taken[name, SMALL], taken[name, sessions]
        ratio = p(large, 0.95) / p(small, 0.95)
        figures = [f"{p(each, share):.1f}" for share in (0.5, 0.95) for each in (small, large)]
        rows.append([name, *figures, f"{ratio:.2f} ×", at_most(ratio, 1.5)])
    return rows


class Load:
    """Agents and people at their rates, and whoever kills what they work with."""

    def __init__(self, address: Address, folder: Path, options: argparse.Namespace) -> None:
        self._settings = Settings(db=address, anchors=folder / "state")
        self._address = address
        self._workspace = folder / "shop"
        self._options = options
        self._random = random.Random(7)
        self._lock = threading.Lock()
        self.taken: dict[str, list[float]] = {}
        self.failed: dict[str, int] = {}
        self.answered: list[str] = []
        self.kills = 0
        self._asked = 0
        self._workers: list[subprocess.Popen[bytes]] = []

    def run(self) -> None:
        for _ in range(self._options.workers):
            self._start_worker()
        until = time.monotonic() + self._options.seconds
        rate = self._options.agents / 60 + self._options.people / 10
        killing = threading.Thread(target=self._kill, args=(until,), daemon=True)
        killing.start()
        number = 0
        with ThreadPoolExecutor(16) as threads:
            while time.monotonic() < until:
                number += 1
                threads.submit(self._one, self._kind(), number)
                time.sleep(self._random.expovariate(rate))
        killing.join()
        for worker in self._workers:
            worker.send_signal(signal.SIGTERM)
        for worker in self._workers:
            worker.wait(60)

    def _kind(self) -> str:
        people = self._options.people / 10
        if self._random.random() < people / (people + self._options.agents / 60):
            return "inbox"
        return self._random.choices(("status", "answer", "plan"), (70, 20, 10))[0]

    def _one(self, kind: str, number: int) -> None:
        began = time.perf_counter()
        try:
            getattr(self, f"_{kind}")(number)
        except AlreadySettled:
            pass
        except PlangateError as error:
            told = f"{kind}: {error}"[:90]
            with self._lock:
                self.failed[told] = self.failed.get(told, 0) + 1
            return
        with self._lock:
            self.taken.setdefault(kind, []).append(time.perf_counter() - began)

    def _status(self, _number: int) -> None:
        with PostgresStore(self._address) as store:
            store.rows(Query("plan_sessions", order=("updated_at",), descending=True, limit=1))

    def _inbox(self, _number: int) -> None:
        with PostgresStore(self._address) as store:
            inbox(store)

    def _answer(self, _number: int) -> None:
        with self._lock:
            place = self._asked = (self._asked + 1) % SMALL
        with PostgresStore(self._address) as store:
            answer(store, place)
        with self._lock:
            self.answered.append(f"s{place:07d}")

    def _plan(self, number: int) -> None:
        with open_planner(self._settings, actor=Actor("script", "an agent")) as planner:
            planner.start(
                GOAL.format(number), str(self._workspace), session_options(self._settings)
            )

    def _start_worker(self) -> None:
        command = [sys.executable, "-m", "plangate", "worker", "--db", self._address.url]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self._workers.append(
            subprocess.Popen(
                [*command, "--serve", str(self._workspace)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
        )

    def _kill(self, until: float) -> None:
        """Every few seconds a worker, which is started again, or some connections."""
        while time.monotonic() < until - 5:
            time.sleep(4)
            self.kills += 1
            if self.kills % 2 and self._workers:
                worker = self._workers.pop(0)
                worker.kill()
                worker.wait()
                self._start_worker()
                continue
            with suppress(psycopg.Error), psycopg.connect(self._address.url) as db:
                db.execute(
                    b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    b"WHERE pid <> pg_backend_pid() AND datname = current_database() LIMIT 3"
                )


def loaded(server: Server, folder: Path, options: argparse.Namespace) -> None:
    address = database(server, "loaded")
    workspace = folder / "shop"
    workspace.mkdir()
    (workspace / "app.py").write_text("def page(request):\n    return 'ok'\n", encoding="utf-8")
    with PostgresStore(address) as store:
        fill(store, template(), SMALL)
    load = Load(address, folder, options)
    load.run()
    rows = []
    for kind, times in sorted(load.taken.items()):
        rows.append([kind, str(len(times)), *(f"{p(times, s):.0f}" for s in (0.5, 0.95, 0.99))])
    heads = ["call", "calls", "p50 ms", "p95 ms", "p99 ms"]
    print_table("calls under kills", heads, rows)
    print(f"kills: {load.kills}; calls told that the server was away: {load.failed or 'none'}")
    with PostgresStore(address) as store:
        audit = run_audit(store)
        wrong = [name for name in load.answered if answers_in(store, name) != 1]
        whole = not audit.chain.broken and not audit.tables.broken and not wrong
        print(f"audit: {audit.events:,} events; answers {len(load.answered)}, {len(wrong)} wrong")
        print("nothing lost, nothing twice" if whole else "SOMETHING IS LOST OR DOUBLED")


def answers_in(store: PostgresStore, session: str) -> int:
    return sum(entry.type == "QuestionAnswered" for entry in store.read(session))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("sessions", 100_000), ("seconds", 60), ("agents", 1_000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("people", 100), ("workers", 2), ("times", 400)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    options = parser.parse_args()
    os.environ.setdefault("PLANGATE_TEST_FSYNC", "on")
    found = programs()
    if found is None:
        sys.exit("no PostgreSQL was found; ./check team installs one")
    server = throw_away(found)
    folder = Path(tempfile.mkdtemp(prefix="plangate-load-"))
    try:
        print(f"{found.whose}, fsync on, {os.cpu_count()} cores", flush=True)
        rows = growth(server, options.sessions, options.times)
        sizes = (SMALL, options.sessions)
        heads = [f"p{share} ms at {count:,}" for share in (50, 95) for count in sizes]
        print_table("growth", ["call", *heads, "p95 ratio", "limit"], rows)
        loaded(server, folder, options)
    finally:
        close_all()
        server.stop()
        shutil.rmtree(server.data.parent, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
