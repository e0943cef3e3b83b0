"""A team at work over HTTP: agents at the MCP server, people at the page, workers, kills (TEAM-4).

Every agent has a token of its own and calls once a minute, in one of twenty small workspaces: 60 %
status, 10 % wait (for five seconds), 20 % task, 10 % plan. Every person is logged in to the page
with their token, looks at the inbox every ten seconds and answers with every sixth look. Calls come
at random moments that are fixed beforehand, and what a call took is counted from its moment on:
whoever cannot keep up is not spared the rest. In a second minute a worker, a server or some
connections of the database are killed in turn; who is cut off asks again, as a client does.
"""

import json
import random
import threading
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlencode

import psycopg

from benchmarks.team_processes import WORKSPACES, Processes, Team, small_workspaces, spent_by
from plangate.adapters.sql.postgres import PostgresStore
from plangate.app.naming.addresses import Address
from tests.interfaces.web.site import Visitor

ERA = "2026-07-28"
GOAL = "Add a page that lists what number {} needs"
_ASKS = "Delete inactive accounts every night"
_MIX = {"status": 60, "wait": 10, "task": 20, "plan": 10}
_PATIENT = 5
_META = {
    "io.modelcontextprotocol/protocolVersion": ERA,
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
#: A client that is cut off asks again, ever less often.
_TRIES, _LONGEST_PAUSE = 20, 4.0


class Unanswered(Exception):
    """Nobody answered a call, however often it was made."""


class Tally:
    """What became of the calls of one minute."""

    def __init__(self) -> None:
        self.due: Counter[str] = Counter()
        self.taken: dict[str, list[float]] = {}
        self.given_up: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.again: Counter[str] = Counter()
        self.kills: Counter[str] = Counter()
        self.took = 0.0
        self.spent: dict[str, float] = {}


class Load:
    """Agents and people at their rates, and whoever kills what they work with."""

    def __init__(
        self, address: Address, folder: Path, options: Namespace, first: int, database: int
    ) -> None:
        with PostgresStore(address) as store:
            self.team = Team(store, options.people, options.agents)
        self.address = address
        self.tally = Tally()
        self._options = options
        self._random = random.Random(7)
        self._lock = threading.Lock()
        self.planned: dict[str, str] = {}
        self.answered: list[str] = []
        self.done: list[tuple[str, str, str]] = []
        self._open: SimpleQueue[str] = SimpleQueue()
        for place in range(first, max(options.sessions, first + 1_000)):
            self._open.put(f"s{place:07d}-q1")
        self._ready: SimpleQueue[tuple[str, str, str]] = SimpleQueue()
        served = small_workspaces(folder)
        self.processes = Processes(address, folder, served, options.workers, database=database)
        self._visitors = [self._visitor(token) for token in self.team.people]
        self._asked_in = [self._question_in(number) for number in range(WORKSPACES)]
        self._next = 1_000_000

    def prepare(self) -> None:
        """Enough tasks for the agents of a minute, planned by them beforehand."""
        wanted = int(self._options.agents * self._options.seconds / 60 * _MIX["task"] / 100 / 2)
        numbers = range(self._next, self._next + wanted + 20)
        self._next += len(numbers)
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(self._plan, numbers))

    def run(self, kill_every: int) -> Tally:
        """Everybody at work for so long; and what was still under way to its end."""
        self.prepare()
        tally = self.tally = Tally()
        before = self.processes.spent()
        began = time.monotonic()
        until = began + self._options.seconds
        killing = threading.Thread(target=self._kill, args=(until, kill_every), daemon=True)
        killing.start()
        with ThreadPoolExecutor(256) as threads:
            for at, kind, number in self._arrivals():
                time.sleep(max(0.0, began + at - time.monotonic()))
                tally.due[kind] += 1
                threads.submit(self._one, kind, number, began + at)
        tally.took = time.monotonic() - began
        killing.join()
        if not kill_every:
            after = self.processes.spent()
            tally.spent = {name: after[name] - before[name] for name in before}
        return tally

    def _arrivals(self) -> list[tuple[float, str, int]]:
        """When which call is made: at random moments, as often as everybody's habits say."""
        agents, people = self._options.agents / 60, self._options.people / 10
        found, at = list[tuple[float, str, int]](), self._random.expovariate(agents + people)
        while at < self._options.seconds:
            number = self._next = self._next + 1
            if self._random.random() < people / (people + agents):
                kind = "answer" if self._random.random() < 1 / 6 else "inbox"
            else:
                kind = self._random.choices(list(_MIX), list(_MIX.values()))[0]
            found.append((at, kind, number))
            at += self._random.expovariate(agents + people)
        return found

    def live(self, times: int) -> list[float]:
        """From an answer sent by one person to the word of it on another's page."""
        listener, writer = self._visitors[0], self._visitors[-1]
        heard: SimpleQueue[float] = SimpleQueue()
        connection = HTTPConnection(listener.host, timeout=60)
        connection.request("GET", "/events", headers={"cookie": listener.cookie})
        stream = connection.getresponse()

        def listen() -> None:
            with suppress(OSError, HTTPException, ValueError, AttributeError):
                while line := stream.readline():
                    if line.startswith(b"event: written"):
                        heard.put(time.perf_counter())

        threading.Thread(target=listen, daemon=True).start()
        taken = []
        for _ in range(times):
            time.sleep(0.3)
            with suppress(Empty):
                while True:
                    heard.get_nowait()
            began = time.perf_counter()
            self._answer_as(writer)
            taken.append(heard.get(timeout=60) - began)
        return taken

    def cost(self, kind: str, times: int) -> float:
        """The processor time of its server for one call, in milliseconds: whatever else runs."""
        server = "page" if kind in ("inbox", "answer") else "mcp"
        process = self.processes.running[server].pid
        for number in range(3):
            getattr(self, f"_{kind}")(900_000 + number)
        before = spent_by(process)
        for number in range(times):
            getattr(self, f"_{kind}")(800_000 + number)
        return 1000 * (spent_by(process) - before) / times

    # --- calls ------------------------------------------------------------------------------------

    def _one(self, kind: str, number: int, due: float) -> None:
        tally = self.tally
        try:
            getattr(self, f"_{kind}")(number)
        except (Unanswered, Empty) as why:
            with self._lock:
                tally.given_up[f"{kind}: {why!r}"] += 1
            return
        except Exception as error:  # a call that came to nothing is counted, whatever it was
            with self._lock:
                tally.given_up[f"{kind}: {type(error).__name__} {error}"[:120]] += 1
            raise
        with self._lock:
            took = time.monotonic() - due - (_PATIENT if kind == "wait" else 0)
            tally.taken.setdefault(kind, []).append(took)

    def _status(self, number: int) -> None:
        self._call(number, "status", {"workspace": _home(number)})

    def _wait(self, number: int) -> None:
        question = self._asked_in[number % WORKSPACES]
        self._call(number, "wait", {"question": question, "seconds": _PATIENT})

    def _plan(self, number: int) -> None:
        goal = GOAL.format(number)
        about = {"goal": goal, "mind": "rules", "workspace": _home(number)}
        told = self._call(number, "plan", about)
        if session := told.get("session"):
            with self._lock:
                self.planned[goal] = session
            self._ready.put((session, told["tasks"][0]["id"], "start"))

    def _task(self, number: int) -> None:
        session, task, act = self._ready.get_nowait()
        told = self._call(number, "task", {"session": session, "task": task, "do": act})
        if "error" not in told:
            with self._lock:
                self.done.append((session, task, act))
        if act == "start":
            self._ready.put((session, task, "done"))

    def _question_in(self, number: int) -> str:
        """A question of a workspace that nobody answers, for those who wait."""
        about = {"goal": _ASKS, "mind": "rules", "workspace": _home(number)}
        return str(self._call(number, "plan", about)["question"]["id"])

    def _inbox(self, number: int) -> None:
        self._asked("inbox", lambda: self._look(self._visitors[number % len(self._visitors)]))

    def _answer(self, number: int) -> None:
        self._answer_as(self._visitors[number % len(self._visitors)])

    def _answer_as(self, visitor: Visitor) -> None:
        question = self._open.get_nowait()
        sent = urlencode({"form_token": visitor.token, "choice": "a"}).encode()

        def post() -> tuple[int, None]:
            path = f"/questions/{question}/answer"
            return visitor.ask("POST", path, sent).status, None

        status, _ = self._asked("answer", post, taken=(200, 303, 409))
        if status in (200, 303):
            with self._lock:
                self.answered.append(question.partition("-")[0])

    def _look(self, visitor: Visitor) -> tuple[int, None]:
        return visitor.ask("GET", "/inbox").status, None

    def _call(self, number: int, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        params = {"name": tool, "arguments": arguments, "_meta": _META}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {self.team.agents[number % len(self.team.agents)]}",
            "MCP-Protocol-Version": ERA,
            "Mcp-Method": "tools/call",
            "Mcp-Name": tool,
        }

        def post() -> tuple[int, dict[str, Any]]:
            connection = HTTPConnection("127.0.0.1", self.processes.mcp, timeout=120)
            try:
                connection.request("POST", "/mcp", body, headers)
                answer = connection.getresponse()
                return answer.status, _told(answer.status, answer.read())
            finally:
                connection.close()

        told = self._asked(tool, post)[1] or {}
        if "error" in told:
            with self._lock:
                self.tally.refused[f"{tool}: {told['error']}"[:120]] += 1
        return told

    def _asked(
        self, kind: str, ask: Callable[[], tuple[int, Any]], taken: tuple[int, ...] = (200, 303)
    ) -> tuple[int, Any]:
        """Asked until somebody answers: a server that is away comes back."""
        status, told = 0, None
        for number in range(_TRIES):
            with suppress(OSError, HTTPException):
                status, told = ask()
                if status in taken and not (told or {}).get("away"):
                    return status, told
            with self._lock:
                self.tally.again[f"{kind} {status or 'cut off'}"] += 1
            time.sleep(min(_LONGEST_PAUSE, 0.25 * 2**number) * (0.5 + self._random.random()))
        raise Unanswered(f"{status} {told}"[:120])

    # --- kills ------------------------------------------------------------------------------------

    def _kill(self, until: float, every: int) -> None:
        turns, kills = [*self.processes.running, "connections"], self.tally.kills
        while time.monotonic() < until - 5 and every:
            time.sleep(every)
            name = turns[sum(kills.values()) % len(turns)]
            kills[name] += 1
            if name != "connections":
                self.processes.kill(name)
                continue
            with suppress(psycopg.Error), psycopg.connect(self.address.url) as db:
                db.execute(
                    b"SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity "
                    b"WHERE pid <> pg_backend_pid() AND datname = current_database() "
                    b"ORDER BY random() LIMIT 5) AS some"
                )

    def _visitor(self, token: str) -> Visitor:
        visitor = Visitor(f"http://127.0.0.1:{self.processes.page}")
        sent = urlencode({"token": token}).encode()
        assert visitor.ask("POST", "/login", sent).status == 303
        visitor.get("/inbox")
        return visitor


def _told(status: int, raw: bytes) -> dict[str, Any]:
    """What a tool answered; `away` when its database was."""
    if status != 200:
        return {}
    if not raw.lstrip().startswith(b"{"):  # a call that takes long is answered as a stream
        raw = [line for line in raw.splitlines() if line.startswith(b"data: {")][-1][6:]
    result = json.loads(raw).get("result") or {"isError": True, "content": [{"text": "no result"}]}
    text = result["content"][0]["text"]
    if result.get("isError"):
        return {"error": text, "away": "cannot be reached" in text or "locked" in text}
    document: dict[str, Any] = json.loads(text)
    return document


def wrong_in(store: PostgresStore, load: Load) -> list[str]:
    """What was acknowledged and is not in the record exactly once."""
    answers = {
        name: sum(entry.type == "QuestionAnswered" for entry in store.read(name))
        for name in load.answered
    }
    wrong = [f"answers of {name}: {count}" for name, count in answers.items() if count != 1]
    begun: Counter[str] = Counter()
    with psycopg.connect(load.address.url) as db:
        twice = db.execute(
            b"SELECT stream FROM plangate.plan_events WHERE type = 'QuestionAnswered' "
            b"GROUP BY stream HAVING count(*) > 1"
        ).fetchall()
        wrong += [f"two answers of {name}" for (name,) in twice]
        for (payload,) in db.execute(
            b"SELECT payload FROM plangate.plan_events WHERE type = 'GoalReceived'"
        ):
            begun[json.loads(payload)["goal"]] += 1
        acts = Counter(
            (stream, json.loads(payload)["task"], kind)
            for stream, kind, payload in db.execute(
                b"SELECT stream, type, payload FROM plangate.plan_events "
                b"WHERE type IN ('TaskStarted', 'TaskDone')"
            )
        )
    wrong += [f"goal {goal!r}: {begun[goal]}" for goal in load.planned if begun[goal] != 1]
    types = {"start": "TaskStarted", "done": "TaskDone"}
    wrong += [
        f"{act} of {task} in {session}: {acts[session, task, types[act]]}"
        for session, task, act in load.done
        if acts[session, task, types[act]] != 1
    ]
    return wrong


def _home(number: int) -> str:
    return f"shop{number % WORKSPACES:02d}"
