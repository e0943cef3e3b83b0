"""The life of a question in real processes: killed at every step, raced, crowded, left alone.

Run as a script this file is the stage: it takes one job a line and does each in a process of its
own, so that a process can be killed with SIGKILL without taking the tests along. The clocks stand
where a test puts them; a race is made real by a barrier right before the write, never by sleeping.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple, Protocol

import pytest

import plangate
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
)
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts import question_acts
from plangate.app.log.audits import run_audit
from plangate.app.planner import Planner
from plangate.app.ports import Store
from plangate.app.session_options import SessionOptions
from plangate.core.audit.projection import rows_of
from plangate.core.log.chain import BEGINNING, Entry, entry_digest, time_of
from plangate.core.log.tables import Query, TableRow
from plangate.core.model.errors import Conflict
from plangate.core.model.nouns import Ambiguity, Interpretation, OnTimeout, Task
from plangate.core.moves import Ask, Deliver
from tests.conftest import Runner
from tests.person import A_PERSON

ROOT = Path(__file__).resolve().parents[2]
SESSION = "template"
QUESTION = f"{SESSION}-q1"
BEGAN = datetime(2026, 1, 1, 12, tzinfo=UTC)
DEADLINE = BEGAN + timedelta(seconds=28_800)
CROWD = 20


def _reading(name: str, prior: float) -> Interpretation:
    return Interpretation(
        name, f"The {name} store", f"keeps rows in {name}", prior, 0.5, "partial", (f"{name}.py",)
    )


STORE = Ambiguity("row-store", (_reading("local", 0.6), _reading("remote", 0.4)))
TASKS = (
    Task("t1", "Build the store", "Build the store", rests_on=("row-store",), answers_to="store"),
    Task("t2", "Fill it", "Fill the store with rows", depends_on=("t1",), answers_to="fill"),
)


def planner_at(store: Store, now: datetime, names: Callable[[], str] = lambda: SESSION) -> Planner:
    return Planner(
        actor=A_PERSON,
        store=store,
        clock=FrozenClock(now),
        proposer=ScriptedProposer([STORE], TASKS),
        investigator=ScriptedInvestigator(),
        new_id=names,
    )


def begin(planner: Planner, on_timeout: OnTimeout = "assume") -> None:
    wish = SessionOptions(complexity=6, on_timeout=on_timeout, by="ada")
    planner.start("Keep the rows", f"/srv/{SESSION}", wish)


# --- a life, as far as a process gets with it -----------------------------------------------------


class MortalStore(SQLiteStore):
    """A store whose process is killed at one append: before it, halfway through it or after it."""

    def __init__(self, path: Path, step: int, moment: str) -> None:
        super().__init__(path)
        self._left = step
        self._moment = moment

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        self._left -= 1
        self._die_if("before")
        super().append(entries, rows)
        self._die_if("after")

    def _upsert(self, rows: Iterable[TableRow]) -> None:
        for row in rows:
            self._die_if("amid")
            super()._upsert([row])

    def _die_if(self, moment: str) -> None:
        if self._left == 0 and self._moment == moment:
            os.kill(os.getpid(), signal.SIGKILL)


def live(planner: Planner, life: str, shown: Path) -> None:
    """Go on with a life wherever it stands, until the plan is there.

    Answered: asked, shown, put on hold, resumed, answered. Silent: asked, shown, never answered.
    """
    if not planner.store.read(SESSION):
        begin(planner)
    while True:
        outcome = planner.advance(SESSION).outcome
        if isinstance(outcome, Deliver):
            return
        assert isinstance(outcome, Ask)
        with shown.open("a", encoding="utf-8") as file:
            file.write(f"{outcome.question.id}\n")
        types = [entry.type for entry in planner.store.read(SESSION)]
        if life == "silent":
            clock = planner.clock
            assert isinstance(clock, FrozenClock)
            clock.pass_time(seconds=28_801)
        elif "QuestionHeld" not in types:
            question_acts.hold(planner, QUESTION, by="ada")
        elif outcome.question.status == "held":
            question_acts.resume(planner, QUESTION, by="ada")
        else:
            question_acts.answer(planner, QUESTION, "b", by="ada", surface="test", note="as agreed")


# --- processes that meet --------------------------------------------------------------------------


class Waits(Protocol):
    def wait(self, timeout: float | None = None) -> int: ...


class MeetingStore(SQLiteStore):
    """A store whose next append waits until every process stands before its own."""

    def __init__(self, path: Path, barrier: Waits) -> None:
        super().__init__(path)
        self._barrier = barrier
        self.meets = False
        self.conflicts = 0

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        met, self.meets = self.meets, False
        if met:
            self._barrier.wait(60)
        try:
            super().append(entries, rows)
        except Conflict:
            self.conflicts += met
            raise


Work = Callable[[int, Waits], Any]


def together(processes: int, work: Work) -> list[Any]:
    """Do the same work in several processes at once; what each of them returned, in order."""
    forked = get_context("fork")
    barrier = forked.Barrier(processes)
    pipes = [forked.Pipe(duplex=False) for _ in range(processes)]

    def run(place: int) -> None:
        pipes[place][1].send(work(place, barrier))

    children = [forked.Process(target=run, args=(place,)) for place in range(processes)]
    for child in children:
        child.start()
    for _, sender in pipes:
        sender.close()
    found = [receiver.recv() for receiver, _ in pipes]
    for child in children:
        child.join()
    return found


def race(db: Path, rounds: int) -> list[Any]:
    """One process answers at the last moment, the other finds the deadline passed."""

    def work(place: int, barrier: Waits) -> list[Any]:
        said: list[str] = []
        with MeetingStore(db, barrier) as store:
            planner = planner_at(store, DEADLINE + timedelta(seconds=place))
            for number in range(rounds):
                store.meets = True
                if place == 0:
                    name = f"r{number}-q1"
                    reply = "ab"[number % 2]
                    given = question_acts.answer(planner, name, reply, by="ada", surface="test")
                    said.append(given.result)
                else:
                    advanced = planner.advance(f"r{number}")
                    said.append(str(advanced.session.question(f"r{number}-q1").status))
            return [said, store.conflicts]

    return together(2, work)


def crowd(db: Path) -> list[Any]:
    """Twenty processes answer one question, all of them having seen it pending."""

    def work(place: int, barrier: Waits) -> Any:
        with MeetingStore(db, barrier) as store:
            store.meets = True
            planner = planner_at(store, BEGAN + timedelta(seconds=10))
            given = question_acts.answer(
                planner, "r0-q1", "ab"[place % 2], by=f"person {place}", surface="test"
            )
        return [place, given.result]

    return together(CROWD, work)


# --- the stage ------------------------------------------------------------------------------------


def do(job: dict[str, Any]) -> Any:
    db = Path(job["db"])
    match job["kind"]:
        case "live":
            now = datetime.fromisoformat(job["now"])
            with MortalStore(db, job["step"], job["moment"]) as store:
                return live(planner_at(store, now), job["life"], Path(job["shown"]))
        case "race":
            return race(db, job["rounds"])
        case _:
            return crowd(db)


def serve() -> None:
    """One job a line, each in a process of its own; say how that process ended and what it said.

    What is compiled when it is first needed is compiled once, by a life before the first of them.
    """
    with TemporaryDirectory() as name, SQLiteStore(Path(name) / "plangate.db") as store:
        live(planner_at(store, BEGAN), "answered", Path(name) / "shown")
    for line in sys.stdin:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, json.dumps(do(json.loads(line))).encode())
                os._exit(0)
            except BaseException:  # noqa: BLE001 - a child that returned would serve jobs too
                traceback.print_exc()
                os._exit(1)
        os.close(writer)
        with open(reader, "rb") as pipe:  # noqa: PTH123 - a pipe has no path
            said = pipe.read()
        _, status = os.waitpid(child, 0)
        ended = {"code": os.waitstatus_to_exitcode(status), "said": json.loads(said or b"null")}
        sys.stdout.write(json.dumps(ended) + "\n")
        sys.stdout.flush()


class Ended(NamedTuple):
    """How a job's process ended: its exit code, or minus the signal that killed it."""

    code: int
    said: Any


class Stage:
    def __init__(self) -> None:
        path = os.pathsep.join((str(Path(plangate.__file__).parents[1]), str(ROOT)))
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )

    def play(self, kind: str, db: Path, **more: Any) -> Ended:
        given, told = _pipes(self._process)
        given.write(json.dumps({"kind": kind, "db": str(db), **more}) + "\n")
        given.flush()
        return Ended(**json.loads(told.readline()))

    def close(self) -> None:
        given, told = _pipes(self._process)
        given.close()
        self._process.wait(60)
        told.close()


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where the system has such a place: a killed process loses nothing there either."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    if not hasattr(os, "fork"):
        pytest.skip("needs processes that fork")
    stage = Stage()
    yield stage
    stage.close()


# --- killed between every two steps ---------------------------------------------------------------


class Life(NamedTuple):
    """A database, what was shown from it, and the stage that lives are played on."""

    stage: Stage
    db: Path
    shown: Path

    def go_on(self, life: str, *, step: int = 0, moment: str = "", now: datetime = BEGAN) -> int:
        played = self.stage.play(
            "live",
            self.db,
            life=life,
            step=step,
            moment=moment,
            now=now.isoformat(),
            shown=str(self.shown),
        )
        return played.code

    def summary(self) -> dict[str, Any]:
        """Everything that must be the same however often a process died; no times, no numbers."""
        with SQLiteStore(self.db) as store:
            session = planner_at(store, BEGAN).session(SESSION)
            question = session.question(QUESTION)
            audit = run_audit(store)
            return {
                "events": [entry.type for entry in store.read(SESSION)],
                "streams": list(store.streams()),
                "question": (question.status, question.answer, question.notes),
                "ledger": [
                    (x.id, x.decision, x.user_response, x.status, x.tasks)
                    for x in session.assumptions.values()
                ],
                "plan": session.plan,
                "state": session.state,
                "audit": audit.ok,
                "chain": audit.chain.broken,
                "damage": store.integrity(),
            }

    def shown_and_recorded(self) -> None:
        """Whatever was shown had been written first."""
        shown = self.shown.read_text(encoding="utf-8").split() if self.shown.exists() else []
        with SQLiteStore(self.db) as store:
            written = {row["id"] for row in store.rows(Query("questions"))}
            asked = [x.payload for x in store.read(SESSION) if x.type == "QuestionAsked"]
        assert set(shown) <= written
        assert len(asked) == len(written)


#: How many appends a life takes: the goal, four looks, the question, the plan beside it (ASK-17),
#: then what a person does.
STEPS = {"answered": 16, "silent": 14}


@pytest.fixture(scope="module")
def undisturbed(
    stage: Stage, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    """How each life ends when nothing kills it; and one step more than it has kills nothing."""
    ends: dict[str, dict[str, Any]] = {}
    for life, steps in STEPS.items():
        folder = tmp_path_factory.mktemp(life)
        here = Life(stage, folder / "plangate.db", folder / "shown")
        assert here.go_on(life, step=steps + 1, moment="before") == 0
        ends[life] = here.summary()
    return ends


@pytest.mark.rule("ASK-7", "ASK-8")
@pytest.mark.parametrize(
    ("life", "status", "answers"), [("answered", "answered", 1), ("silent", "timed_out", 0)]
)
def test_a_life_that_nothing_disturbs_ends_in_one_plan_and_one_settled_question(
    undisturbed: dict[str, dict[str, Any]], life: str, status: str, answers: int
) -> None:
    end = undisturbed[life]
    assert (end["question"][0], end["state"], end["audit"]) == (status, "planning_complete", True)
    counted = Counter(end["events"])
    assert counted["QuestionAnswered"] == answers
    assert counted["QuestionTimedOut"] == 1 - answers
    assert counted["QuestionAsked"] == 1
    assert counted["PlanDrafted"] == 2, "one beside the question, one with what came of it"


@pytest.mark.rule("HOUSE-3", "ASK-7", "ASK-8", "REC-1")
@pytest.mark.parametrize(
    ("life", "step"),
    [(life, step) for life, steps in STEPS.items() for step in range(1, steps + 1)],
)
def test_killed_at_any_step_a_fresh_process_goes_on_to_the_same_end(
    stage: Stage, undisturbed: dict[str, dict[str, Any]], folder: Path, life: str, step: int
) -> None:
    for moment in ("before", "amid", "after"):
        here = Life(stage, folder / f"{moment}.db", folder / moment)
        assert here.go_on(life, step=step, moment=moment) == -signal.SIGKILL
        here.shown_and_recorded()
        later = BEGAN + timedelta(seconds=60)
        assert here.go_on(life, now=later) == 0
        assert here.summary() == undisturbed[life], f"killed {moment} append {step}"


@pytest.mark.rule("HOUSE-3", "ASK-7")
@pytest.mark.parametrize("life", sorted(STEPS))
def test_killed_at_every_step_in_turn_the_end_is_still_the_same(
    stage: Stage, undisturbed: dict[str, dict[str, Any]], folder: Path, life: str
) -> None:
    here = Life(stage, folder / "plangate.db", folder / "shown")
    deaths = 0
    while (code := here.go_on(life, step=1, moment="after")) != 0:
        assert code == -signal.SIGKILL
        here.shown_and_recorded()
        deaths += 1
        for moment in ("before", "amid"):
            ended = here.go_on(life, step=1, moment=moment)
            assert ended in (0, -signal.SIGKILL), "a process that died halfway left something"
    assert deaths == STEPS[life]
    assert here.summary() == undisturbed[life]


@pytest.mark.rule("ASK-8", "ASK-9", "HOUSE-3")
def test_a_restart_after_the_deadline_times_out_on_load_without_a_second_wait(
    stage: Stage, tmp_path: Path, process: Runner
) -> None:
    """The asking process is killed; nothing runs; the command line comes back much later."""
    here = Life(stage, tmp_path / "plangate.db", tmp_path / "shown")
    assert here.go_on("answered", step=7, moment="after") == -signal.SIGKILL
    ran = process("wait", QUESTION, "--timeout", "2592000", "--db", here.db, "--json")
    assert (ran.code, ran.json["status"]) == (0, "timed_out")
    question = ran.json["question"]
    assert question["deadline"] == "2026-01-01T20:00:00.000Z", "the stored deadline, no new one"
    assert question["answer"] is None
    entries = ran.json["outcome"]["assumptions"]
    assert [entry["user_response"] for entry in entries] == ["timeout_assumed"]
    assert ran.json["outcome"]["outcome"] == "plan"


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """A process started here runs the same plangate as the test that starts it."""
    return {**environment, "PYTHONPATH": str(Path(plangate.__file__).parents[1])}


# --- an answer against the deadline ---------------------------------------------------------------


def pending(store: Store, names: Sequence[str], on_timeout: OnTimeout = "assume") -> None:
    """Sessions with a pending question each, in workspaces of their own, written at once."""
    drawn = MemoryStore()
    begin(planner_at(drawn, BEGAN), on_timeout)
    template = drawn.read(SESSION)
    entries = [entry for name in names for entry in _renamed(template, name)]
    length = len(template)
    rows = [
        row
        for place, name in enumerate(names)
        for row in rows_of(name, entries[place * length : (place + 1) * length])
    ]
    store.append(entries, rows)


def _renamed(template: Sequence[Entry], name: str) -> Iterator[Entry]:
    previous = BEGINNING
    for entry in template:
        payload = entry.payload.replace(SESSION, name)
        said = (name, entry.seq, entry.type, entry.version, entry.at, payload, previous)
        previous = entry_digest(*said)
        yield Entry(*said, previous)


@pytest.mark.rule("ASK-7", "ASK-8", "ASK-10")
@pytest.mark.parametrize("rounds", [50, pytest.param(200, marks=pytest.mark.full)])
def test_answers_raced_against_the_deadline_have_one_winner_each(
    stage: Stage, folder: Path, rounds: int
) -> None:
    db = folder / "plangate.db"
    with SQLiteStore(db) as store:
        pending(store, [f"r{number}" for number in range(rounds)])
    played = stage.play("race", db, rounds=rounds)
    assert played.code == 0
    (given, lost), (found, beaten) = played.said
    assert lost + beaten == rounds, "both stood before the write in every round, and one was first"
    with SQLiteStore(db) as store:
        for number in range(rounds):
            name = f"r{number}"
            types = Counter(entry.type for entry in store.read(name))
            settled = types["QuestionAnswered"] + types["QuestionTimedOut"]
            assert settled == 1, f"{name} was settled {settled} times: {types}"
            status = planner_at(store, DEADLINE).session(name).question(f"{name}-q1").status
            if types["QuestionAnswered"]:
                assert (given[number], status, found[number]) == ("answered",) * 3
                assert types["LateAnswerKept"] == types["AssumptionConfirmed"] == 0
            else:
                assert (given[number], status) == ("late", "timed_out")
                assert types["LateAnswerKept"] == 1, "the loser is recorded"
                assert types["AssumptionConfirmed"] + types["DecisionRevised"] == 1
        audit = run_audit(store)
        assert audit.ok, audit.chain.broken
    assert Counter(given)["answered"] == beaten
    assert Counter(given)["late"] == lost


@pytest.mark.rule("ASK-7")
def test_of_twenty_processes_that_answer_one_question_one_is_taken_and_the_rest_recorded(
    stage: Stage, folder: Path
) -> None:
    db = folder / "plangate.db"
    with SQLiteStore(db) as store:
        pending(store, ["r0"])
        drafted = len(planner_at(store, BEGAN).session("r0").plans)
    played = stage.play("crowd", db)
    assert played.code == 0
    results = Counter(result for _, result in played.said)
    assert results == {"answered": 1, "already_settled": CROWD - 1}
    (winner,) = [place for place, result in played.said if result == "answered"]
    with SQLiteStore(db) as store:
        entries = store.read("r0")
        lost = [json.loads(x.payload) for x in entries if x.type == "AnswerNotTaken"]
        session = planner_at(store, BEGAN).session("r0")
        assert run_audit(store).ok
    question = session.question("r0-q1")
    assert question.answer is not None
    assert question.answer.by == f"person {winner}"
    others = {f"person {place}" for place in range(CROWD) if place != winner}
    assert {event["by"] for event in lost} == others
    assert {event["why"] for event in lost} == {"already answered"}
    assert len(session.plans) == drafted + 1, "nineteen losers planned nothing"


@pytest.mark.rule("ASK-8")
def test_an_answer_at_the_deadline_itself_still_wins_when_it_is_first(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "plangate.db") as store:
        pending(store, ["r0"])
        at_last = planner_at(store, DEADLINE)
        assert time_of(str(at_last.session("r0").question("r0-q1").deadline)) == DEADLINE
        given = question_acts.answer(at_last, "r0-q1", "b", by="ada", surface="test")
        assert given.result == "answered"
        late = planner_at(store, DEADLINE + timedelta(days=1))
        assert question_acts.expire_readable(late).moved == 0
        assert late.advance("r0").session.question("r0-q1").status == "answered"


# --- many of them ---------------------------------------------------------------------------------


class Counted(NamedTuple):
    """What a planner asked of its store: calls, and rows and entries handed over either way."""

    calls: int
    handed: int


class CountingStore(MemoryStore):
    """Passes on what planning uses and counts it."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.calls = 0
        self.handed = 0

    def append(self, entries: Sequence[Entry], rows: Sequence[TableRow]) -> None:
        self._count(len(entries) + len(rows))
        self._store.append(entries, rows)

    def read(self, stream: str, since: int = 1) -> Sequence[Entry]:
        found = self._store.read(stream, since)
        self._count(len(found))
        return found

    def streams(self) -> Iterator[str]:
        return self._store.streams()

    def entries(self) -> Iterator[Entry]:
        return self._store.entries()

    def rows(self, query: Query) -> list[dict[str, Any]]:
        found = self._store.rows(query)
        self._count(len(found))
        return found

    def rebuild(self, rows: Iterable[TableRow]) -> None:
        self._store.rebuild(rows)

    def _count(self, handed: int) -> None:
        self.calls += 1
        self.handed += handed


def expired(store: Store, many: int, on_timeout: OnTimeout) -> Counted:
    """What it takes to expire this many questions, all asked in the same hour."""
    pending(store, [f"r{number}" for number in range(many)], on_timeout)
    counting = CountingStore(store)
    planner = planner_at(counting, DEADLINE + timedelta(seconds=1))
    assert question_acts.expire_readable(planner).moved == many
    taken = Counted(counting.calls, counting.handed)
    assert question_acts.expire_readable(planner).moved == 0, "nothing is expired twice"
    statuses = Counter(row["status"] for row in store.rows(Query("questions")))
    assert statuses == {"timed_out": many}
    return taken


@pytest.mark.rule("ASK-8", "ATT-2")
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@pytest.mark.parametrize("times", [2, pytest.param(4, marks=pytest.mark.full)])
def test_expiring_so_many_times_as_many_questions_costs_so_many_times_as_much(
    folder: Path, kind: str, times: int
) -> None:
    """No clock is read: what counts is what the store is asked for. Quadratic would be the square
    of it."""
    taken: list[Counted] = []
    for many in (250, 250 * times):
        if kind == "memory":
            taken.append(expired(MemoryStore(), many, "abort"))
        else:
            with SQLiteStore(folder / f"{many}.db") as store:
                taken.append(expired(store, many, "abort"))
    few, all_of_them = taken
    assert all_of_them.calls <= 1.025 * times * few.calls
    assert all_of_them.handed <= 1.125 * times * few.handed


@pytest.mark.rule("ASK-8", "ASK-9")
def test_each_of_many_overdue_questions_becomes_its_own_assumption_and_plan() -> None:
    store = MemoryStore()
    expired(store, 50, "assume")
    assert Counter(row["user_response"] for row in store.rows(Query("assumptions"))) == {
        "timeout_assumed": 50
    }
    versions = Counter(row["session"] for row in store.rows(Query("plans")))
    assert set(versions.values()) == {2}, "one beside the question (ASK-17), one without it"
    assert len(versions) == 50
    assert run_audit(store).ok


@pytest.mark.rule("ASK-8", "CLI-2")
@pytest.mark.parametrize("many", [60, pytest.param(1_000, marks=pytest.mark.full)])
def test_all_questions_that_wait_are_listed_dearest_first_and_none_is_expired(
    db: Path, cli: Runner, many: int
) -> None:
    with SQLiteStore(db) as store:
        pending(store, [f"r{number}" for number in range(many)], "wait")
    ran = cli("inbox", "--json")
    assert ran.code == 0
    listed = ran.json["questions"]
    assert len({question["id"] for question in listed}) == many
    losses = [question["expected_loss"] for question in listed]
    assert losses == sorted(losses, reverse=True)
    assert {question["status"] for question in listed} == {"pending"}
    page = cli("inbox").out
    assert page.count("waits until you answer") == 50


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve()
