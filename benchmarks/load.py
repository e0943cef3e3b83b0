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
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import psycopg

from benchmarks.inbox import template
from benchmarks.measure import at_most, print_table
from benchmarks.team_load import GOAL, Load, Tally, wrong_in
from benchmarks.team_processes import Processes
from plangate.adapters.memory import FrozenClock, ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.connections import close_all
from plangate.adapters.sql.postgres import PostgresStore
from plangate.adapters.sql.queries import EVENT_COLUMNS
from plangate.app.acts.question_acts import record_answer
from plangate.app.log.audits import run_audit
from plangate.app.naming.addresses import Address
from plangate.app.naming.lookup import overdue_sessions, parked_questions, team_seen
from plangate.app.planner import Planner
from plangate.core.audit.projection import rows_of
from plangate.core.guard.acts import Actor
from plangate.core.log.anchors import Total, link_of
from plangate.core.log.chain import BEGINNING, Entry, entry_digest, event_of, seal_all
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
    parked_questions(store)
    team_seen(store)
    among = ("status", ("pending", "held"))
    order = ("expected_loss", "asked_at")
    store.rows(Query("questions", among=among, order=order, descending=True, limit=20))
    answered = Query(
        "questions", {"status": "answered"}, order=("asked_at",), descending=True, limit=1
    )
    store.rows(answered)


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


def put_in(address: Address, count: int) -> None:
    """So many sessions that wait for an answer, each sealed as if it had been planned here.

    Written past the store, because a transaction for each would take an hour; the audit after the
    load reads every one of them.
    """
    kept = template()
    events = [event_of(entry) for entry in kept]
    first = seal_all("template", None, events, datetime.fromisoformat(kept[0].at))
    rows = rows_of("template", first)
    with PostgresStore(address), psycopg.connect(address.url) as db, db.cursor() as cursor:
        cursor.execute(b"SET search_path = plangate")
        total, heads = Total(), list[str]()
        with cursor.copy(f"COPY plan_events (position, {EVENT_COLUMNS}) FROM STDIN") as copy:
            for place in range(count):
                entries = sealed_as(first, f"s{place:07d}")
                for entry in entries:
                    copy.write_row((place * len(first) + entry.seq, *entry))
                total = total.plus(map(link_of, entries))
                heads.append(entries[-1].digest)
        for table, columns in dict.fromkeys((row.table, tuple(row.values)) for row in rows):
            with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
                alike = [row for row in rows if (row.table, tuple(row.values)) == (table, columns)]
                for place, head in enumerate(heads):
                    for row in alike:
                        made = named(row.values.values(), f"s{place:07d}")
                        copy.write_row(
                            [head if each == first[-1].digest else each for each in made]
                        )
        cursor.execute(
            b"INSERT INTO log_total (one, events, sum) VALUES (1, %s, %s) ON CONFLICT (one) "
            b"DO UPDATE SET events = excluded.events, sum = excluded.sum",
            (total.events, total.hex),
        )
    with psycopg.connect(address.url, autocommit=True) as db:
        db.execute(b"VACUUM ANALYZE")


def sealed_as(entries: Sequence[Entry], name: str) -> list[Entry]:
    """A session under another name, with digests that fit."""
    made, previous = list[Entry](), BEGINNING
    for entry in entries:
        _, payload = named((entry.stream, entry.payload), name)
        digest = entry_digest(name, *entry[1:5], payload, previous)
        made.append(Entry(name, *entry[1:5], payload, previous, digest))
        previous = digest
    return made


def named(values: Iterable[Any], name: str) -> list[Any]:
    """Values of a session under another name, in a workspace of its own."""
    return [
        each.replace("template", name).replace("/workspace", f"/w/{name}")
        if isinstance(each, str)
        else int(each)
        if isinstance(each, bool)
        else each
        for each in values
    ]


def growth(server: Server, sessions: int, times: int) -> list[list[str]]:
    stores = {}
    for count in (SMALL, sessions):
        stores[count] = PostgresStore(database(server, f"sessions{count}"))
        began = time.perf_counter()
        put_in(stores[count].address, count)
        print(f"  {count:,} sessions put in, {time.perf_counter() - began:.0f} s", flush=True)
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
    if options.sessions:
        address = Address(server.url(f"sessions{options.sessions}"))
    else:
        address = database(server, "sessions")
        put_in(address, SMALL)
    first = options.times if options.sessions else 0
    load = Load(address, folder / "work", options, first, server.pid)
    try:
        for every in dict.fromkeys((0, options.kill_every)):
            tell(load.run(every), options, every)
        live = load.live(options.live)
        shares = (f"p{share * 100:.0f} {p(live, share):.0f} ms" for share in (0.5, 0.95, 0.99))
        print(f"live update, from an answer sent to the word of it elsewhere: {', '.join(shares)}")
        load.prepare()
        kinds = ("status", "plan", "task", "inbox", "answer")
        costs = (f"{kind} {load.cost(kind, 20):.1f} ms" for kind in kinds)
        print(f"processor time of the server for a call: {', '.join(costs)}", flush=True)
    finally:
        load.processes.stop()
    whole(address, load)


def tell(tally: Tally, options: argparse.Namespace, every: int) -> None:
    rows = [
        [
            "wait, beyond its 5 s" if kind == "wait" else kind,
            str(tally.due[kind]),
            str(tally.due[kind] - len(times)),
            *(f"{p(times, share):.0f}" for share in (0.5, 0.95, 0.99)),
        ]
        for kind, times in sorted(tally.taken.items())
    ]
    heads = ["call", "made", "without an answer", "p50 ms", "p95 ms", "p99 ms"]
    title = f"{options.agents} agents, {options.people} people, {options.workers} workers"
    kills = f"something killed every {every} s" if every else "nothing killed"
    print_table(
        f"{title}, {kills}: {options.seconds} s, all of it in {tally.took:.1f} s", heads, rows
    )
    if tally.spent:
        told = (f"{name} {used / tally.took:.2f}" for name, used in tally.spent.items())
        print(f"cores used: {', '.join(told)}")
    print(f"kills: {dict(tally.kills) or 'none'}; asked again: {dict(tally.again) or 'none'}")
    print(f"given up: {dict(tally.given_up) or 'none'}; refused: {dict(tally.refused) or 'none'}")


def whole(address: Address, load: Load) -> None:
    """What the audit, and the record of every call that was acknowledged, say."""
    with PostgresStore(address) as store:
        audit = run_audit(store)
        wrong = wrong_in(store, load)
    lost = [line for line in wrong if line.endswith(": 0")]
    told = f"{len(load.answered)} answers, {len(load.planned)} plans, {len(load.done)} tasks"
    print(f"audit: {audit.events:,} events; {told} acknowledged")
    print(f"lost: {len(lost)}; doubled: {len(wrong) - len(lost)} {wrong[:5] or ''}")
    sound = not (audit.chain.broken or audit.tables.broken or wrong)
    print("the chain and the tables hold" if sound else "SOMETHING IS WRONG", flush=True)


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
    running = Processes(address, workspace.parent, [workspace], workers, servers=())
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
