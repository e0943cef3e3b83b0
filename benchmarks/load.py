"""A team's load on a real PostgreSQL: growth to 100,000 sessions, and calls under kills (TEAM-4).

    python benchmarks/load.py [--sessions 100000] [--seconds 60] [--agents 1000] [--people 100]
                              [--workers 2] [--kill-every 4] [--most-workers 4]
                              (--sessions 0, --most-workers 0 or --seconds 0 leave a part out)

Growth: two databases of one server, with 1,000 sessions and with --sessions; the inbox's first page
and an answer are asked of both in turns, so that a busy machine slows both, and their 95th
percentiles are compared. Workers: sessions that wait, worked off by one worker, two and more. Load:
agents call the MCP server over HTTP and people the page, while workers, servers and connections are
killed (team_load.py); afterwards the audit proves that nothing is lost, and whatever was
acknowledged stands in the log exactly once.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import psycopg

from benchmarks.inbox import fill, template
from benchmarks.measure import at_most, print_table
from benchmarks.team_load import GOAL, Load, Processes, wrong_in
from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.connections import close_all
from plangate.adapters.sql.postgres import PostgresStore
from plangate.app.acts.question_acts import record_answer
from plangate.app.log.audits import run_audit
from plangate.app.naming.addresses import Address
from plangate.app.naming.lookup import overdue_sessions
from plangate.app.planner import Planner
from plangate.core.guard.acts import Actor
from plangate.core.log.tables import Query
from plangate.settings import Settings
from plangate.wiring.planners import open_planner, session_options
from tests.team.server import Server, programs, throw_away

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


def loaded(server: Server, folder: Path, options: argparse.Namespace) -> None:
    """The mix of a team over HTTP, and what the record says of it afterwards."""
    address = database(server, f"loaded{options.workers}")
    workspace = folder / f"home{options.workers}" / "shop"
    workspace.mkdir(parents=True)
    (workspace / "app.py").write_text("def page(request):\n    return 'ok'\n", encoding="utf-8")
    with PostgresStore(address) as store:
        fill(store, template(), SMALL)
    load = Load(address, workspace.parent, options, SMALL)
    try:
        took = load.run()
        load.taken["live update"] = load.live(options.live)
        kinds = ("status", "wait", "plan", "task", "inbox", "answer")
        costs = {kind: load.cost(kind, 5 if kind == "task" else 20) for kind in kinds}
    finally:
        load.processes.stop()
    rows = [
        [kind, str(len(times)), *(f"{p(times, share):.0f}" for share in (0.5, 0.95, 0.99))]
        for kind, times in sorted(load.taken.items())
    ]
    heads = ["call", "calls", "p50 ms", "p95 ms", "p99 ms"]
    title = f"{options.agents} agents, {options.people} people, {options.workers} workers"
    print_table(f"{title}, {took:.0f} s", heads, rows)
    told = ", ".join(f"{kind} {cost:.0f} ms" for kind, cost in costs.items())
    print(f"processor time of the server for a call: {told}")
    print(f"kills: {dict(load.kills)}; asked again: {dict(load.again) or 'none'}")
    print(f"given up: {dict(load.refused) or 'none'}")
    with PostgresStore(address) as store:
        audit = run_audit(store)
        wrong = wrong_in(store, load)
        whole = not (audit.chain.broken or audit.tables.broken or wrong)
        told = f"{len(load.answered)} answers, {len(load.planned)} plans, {len(load.done)} tasks"
        print(
            f"audit: {audit.events:,} events; {told} acknowledged; {len(wrong)} wrong {wrong[:5]}"
        )
        print(
            "nothing lost, nothing twice" if whole else "SOMETHING IS LOST OR DOUBLED", flush=True
        )


def worked_off(server: Server, folder: Path, workers: int, sessions: int) -> float:
    """Sessions moved on a second by so many workers, from the first that is done to the last."""
    address = database(server, f"waiting{workers}")
    workspace = folder / f"waiting{workers}" / "shop"
    workspace.mkdir(parents=True)
    (workspace / "app.py").write_text("def page(request):\n    return 'ok'\n", encoding="utf-8")
    settings = Settings(db=address, anchors=folder / "state")
    with open_planner(settings, actor=Actor("script", "an agent")) as planner:
        for number in range(sessions):
            planner.begin(GOAL.format(number), str(workspace), session_options(settings))
    running = Processes(address, workspace, workers, servers=())
    try:
        with psycopg.connect(address.url, autocommit=True) as db:
            ask = b"SELECT count(*) FROM plangate.plan_sessions WHERE state = 'planning'"
            first = None
            while (left := (db.execute(ask).fetchone() or [0])[0]) > 0:
                if first is None and left < sessions:
                    first, began = left, time.monotonic()
                time.sleep(0.1)
            return (first or 0) / (time.monotonic() - began) if first else 0.0
    finally:
        running.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("sessions", 100_000), ("seconds", 60), ("agents", 1_000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("people", 100), ("workers", 2), ("times", 400), ("live", 50)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, usual in (("most-workers", 4), ("waiting", 60)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--kill-every", type=int, default=4, help="0: nothing is killed")
    options = parser.parse_args()
    os.environ.setdefault("PLANGATE_TEST_FSYNC", "on")
    found = programs()
    if found is None:
        sys.exit("no PostgreSQL was found; ./check team installs one")
    server = throw_away(found)
    folder = Path(tempfile.mkdtemp(prefix="plangate-load-"))
    try:
        print(f"{found.whose}, fsync on, {os.cpu_count()} cores", flush=True)
        if options.sessions:
            rows = growth(server, options.sessions, options.times)
            sizes = (SMALL, options.sessions)
            heads = [f"p{share} ms at {count:,}" for share in (50, 95) for count in sizes]
            print_table("growth", ["call", *heads, "p95 ratio", "limit"], rows)
        for workers in range(1, options.most_workers + 1):
            pace = worked_off(server, folder, workers, options.waiting)
            print(f"{workers} workers: {pace:.2f} sessions a second", flush=True)
        if options.seconds:
            loaded(server, folder, options)
    finally:
        close_all()
        server.stop()
        shutil.rmtree(server.data.parent, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
