"""A team at work over HTTP: agents at the MCP server, people at the page, workers, kills (TEAM-4).

Every agent has a token of its own and calls once a minute: 60 % status, 10 % wait, 20 % task, 10 %
plan on a small workspace. Every person is logged in to the page with their token, looks at the
inbox every ten seconds and answers with every sixth look. Every few seconds a worker, a server or
some connections of the database are killed in turn; who is cut off asks again, as a client does.
"""

import json
import os
import random
import signal
import subprocess
import sys
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

from plangate.adapters.machine.system import SystemClock
from plangate.adapters.memory import ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.postgres import PostgresStore
from plangate.app.naming.addresses import Address
from plangate.app.planner import Planner
from plangate.app.team.people import add
from plangate.core.guard.acts import Actor
from plangate.interfaces.server_socket import bound
from tests.interfaces.web.site import Visitor

ROOT = Path(__file__).resolve().parents[1]
ERA = "2026-07-28"
GOAL = "Add a page that lists what number {} needs"
_MIX = {"status": 60, "wait": 10, "task": 20, "plan": 10}
_META = {
    "io.modelcontextprotocol/protocolVersion": ERA,
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
_TRIES = 60


class Team:
    """The tokens of people and agents, put into the record as a person does."""

    def __init__(self, store: PostgresStore, people: int, agents: int) -> None:
        planner = Planner(
            store=store,
            clock=SystemClock(),
            proposer=ScriptedProposer([]),
            investigator=ScriptedInvestigator(),
            new_id=lambda: "unused",
            actor=Actor("terminal", "ada"),
        )
        roles = ["people", "answer"]
        first = add(planner, "p0", "person", roles, by="ada")[1]
        planner.actor = Actor("terminal", "p0", member="p0", roles=frozenset(roles))
        rest = [add(planner, f"p{n}", "person", ["answer"], by="p0")[1] for n in range(1, people)]
        self.people = [first, *rest]
        self.agents = [add(planner, f"a{n}", "agent", [], by="p0")[1] for n in range(agents)]


class Processes:
    """The two servers at fixed ports, and the workers; one that is killed is started again."""

    def __init__(
        self,
        address: Address,
        workspace: Path,
        workers: int,
        servers: tuple[str, ...] = ("mcp", "page"),
    ) -> None:
        self._address = address
        self._workspace = workspace
        home = workspace.parent
        self._env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOME": str(home)}
        self._env |= {"XDG_DATA_HOME": str(home / "data"), "PLANGATE_MCP_TOKEN": "not-used-here-16"}
        self.mcp, self.page = _free_port(), _free_port()
        self.running = {name: self._start(name) for name in servers}
        self.running |= {f"worker {n}": self._start("worker") for n in range(workers)}
        for name in servers:
            _until_it_listens({"mcp": self.mcp, "page": self.page}[name])

    def kill(self, name: str) -> None:
        process = self.running[name]
        process.kill()
        process.wait()
        self.running[name] = self._start(name.split(maxsplit=1)[0])

    def stop(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.wait(60)

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        words = {
            "mcp": ["mcp", "--http", "--port", str(self.mcp), "--workspace", str(self._workspace)],
            "page": ["serve", "--port", str(self.page)],
            "worker": ["worker", "--serve", str(self._workspace)],
        }[name]
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", "plangate", *words, "--db", self._address.url]
        return subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, env=self._env, cwd=self._workspace
        )


class Load:
    """Agents and people at their rates, and whoever kills what they work with."""

    def __init__(self, address: Address, folder: Path, options: Namespace, questions: int) -> None:
        with PostgresStore(address) as store:
            self.team = Team(store, options.people, options.agents)
        self.address = address
        self._options = options
        self._random = random.Random(7)
        self._lock = threading.Lock()
        self.taken: dict[str, list[float]] = {}
        self.refused: Counter[str] = Counter()
        self.again: Counter[str] = Counter()
        self.kills: Counter[str] = Counter()
        self.planned: dict[str, str] = {}
        self.answered: list[str] = []
        self.done: list[tuple[str, str, str]] = []
        self._open: SimpleQueue[str] = SimpleQueue()
        for place in range(questions):
            self._open.put(f"s{place:07d}-q1")
        self._ready: SimpleQueue[tuple[str, str, str]] = SimpleQueue()
        self.processes = Processes(address, folder / "shop", options.workers)
        self._visitors = [self._visitor(token) for token in self.team.people]

    def run(self) -> float:
        """Everybody at work; what the whole took, with what was still under way."""
        began = time.monotonic()
        until = began + self._options.seconds
        agents, people = self._options.agents / 60, self._options.people / 10
        killing = threading.Thread(target=self._kill, args=(until,), daemon=True)
        killing.start()
        number = 0
        with ThreadPoolExecutor(64) as threads:
            while time.monotonic() < until:
                number += 1
                if self._random.random() < people / (people + agents):
                    kind = "answer" if number % 6 == 0 else "inbox"
                else:
                    kind = self._random.choices(list(_MIX), list(_MIX.values()))[0]
                threads.submit(self._one, kind, number)
                time.sleep(self._random.expovariate(agents + people))
        killing.join()
        return time.monotonic() - began

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
        before = _spent(process)
        for number in range(times):
            getattr(self, f"_{kind}")(800_000 + number)
        return 1000 * (_spent(process) - before) / times

    # --- calls ------------------------------------------------------------------------------------

    def _one(self, kind: str, number: int) -> None:
        began = time.perf_counter()
        with suppress(Empty):
            getattr(self, f"_{kind}")(number)
            with self._lock:
                self.taken.setdefault(kind, []).append(time.perf_counter() - began)

    def _status(self, number: int) -> None:
        self._call(number, "status", {})

    def _wait(self, number: int) -> None:
        self._call(number, "wait", {"question": f"s{number % 1000:07d}-q1", "seconds": 0})

    def _plan(self, number: int) -> None:
        goal = GOAL.format(number)
        told = self._call(number, "plan", {"goal": goal, "mind": "rules"})
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

        return self._asked(tool, post)[1] or {}

    def _asked(
        self, kind: str, ask: Callable[[], tuple[int, Any]], taken: tuple[int, ...] = (200, 303)
    ) -> tuple[int, Any]:
        """Asked until somebody answers: a server that is away comes back."""
        status, told = 0, None
        for _ in range(_TRIES):
            with suppress(OSError, HTTPException):
                status, told = ask()
                if status in taken and not (told or {}).get("away"):
                    return status, told
            with self._lock:
                self.again[f"{kind} {status or 'cut off'}"] += 1
            time.sleep(0.5)
        with self._lock:
            self.refused[f"{kind} {status} {told}"[:120]] += 1
        return status, told

    # --- kills ------------------------------------------------------------------------------------

    def _kill(self, until: float) -> None:
        turns = [*self.processes.running, "connections"]
        while time.monotonic() < until - 5 and self._options.kill_every:
            time.sleep(self._options.kill_every)
            name = turns[sum(self.kills.values()) % len(turns)]
            self.kills[name] += 1
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
    result = json.loads(raw).get("result") or {"isError": True, "content": [{"text": "no result"}]}
    text = result["content"][0]["text"]
    if result.get("isError"):
        return {"error": text, "away": "cannot be reached" in text or "locked" in text}
    document: dict[str, Any] = json.loads(text)
    return document


def wrong_in(store: PostgresStore, load: Load) -> list[str]:
    """What was acknowledged and is not in the record exactly once."""
    wrong = [
        f"answer of {name}"
        for name in load.answered
        if sum(entry.type == "QuestionAnswered" for entry in store.read(name)) != 1
    ]
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


def _spent(process: int) -> float:
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with bound("127.0.0.1", 0) as listening:
        return int(listening.getsockname()[1])


def _until_it_listens(port: int) -> None:
    until = time.monotonic() + 120
    while True:
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/health/live")
            connection.getresponse().read()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return
