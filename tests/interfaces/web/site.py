"""A page that is really served, and somebody who looks at it: a process, HTTP, forms (WEB-6).

The server runs at a pseudo-terminal of its own, so that it prints a login link as it does for a
person. Sessions to look at are planned in its database by a planner of the test's own.
"""

from __future__ import annotations

import html
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import plangate
from plangate.adapters.machine.system import SystemClock
from plangate.adapters.memory import ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.planner import Planner
from plangate.app.session_options import SessionOptions
from plangate.core.model.nouns import Ambiguity, Evidence, Question, Task
from tests.interfaces.support import asked
from tests.patience import BETWEEN, Patience
from tests.person import A_PERSON

_SOURCES = str(Path(plangate.__file__).parents[1])
_numbers = count(1)

#: A goal that needs a plan, however few its tasks are.
LARGE = SessionOptions(complexity=6)


class Server:
    """A running `plangate serve`, and what it said."""

    def __init__(self, process: subprocess.Popen[bytes], said: str, terminal: int) -> None:
        self.process = process
        self.said = said
        self._terminal = terminal
        found = re.search(r"serves (http\S+?)/?;", said)
        assert found is not None, f"it said: {said}"
        self.address = found[1]

    @property
    def link(self) -> str:
        found = re.search(r"(http\S+/login/\S+)", self.said)
        assert found is not None, f"there is no link in: {self.said}"
        return found[1]

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The process stands still: it is there and answers nobody."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def stop(self, how: int = signal.SIGINT) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        if self._terminal >= 0:
            os.close(self._terminal)
            self._terminal = -1
        return code


def start(
    environment: Mapping[str, str], *arguments: str, cwd: Path, at_terminal: bool = True
) -> Server:
    """Start a server and wait until it listens."""
    words = [sys.executable, "-P", "-m", "plangate", "serve", "--port", "0", *arguments]
    env = {"PATH": os.defpath, "TERM": "dumb", "PYTHONUTF8": "1", "PYTHONPATH": _SOURCES}
    env |= {name: environment[name] for name in ("HOME", "XDG_DATA_HOME") if name in environment}
    if not at_terminal:
        process = subprocess.Popen(
            words, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        return Server(process, process.stdout.readline().decode(), -1)
    master, slave = os.openpty()
    process = subprocess.Popen(
        words, env=env, cwd=cwd, stdin=slave, stdout=slave, start_new_session=True
    )
    os.close(slave)
    return Server(process, _first_line(process, master), master)


def _first_line(process: subprocess.Popen[bytes], master: int) -> str:
    said, patience = b"", Patience(process.pid)
    while b"\n" not in said:
        ready, _, _ = select.select([master], [], [], BETWEEN)
        if ready:
            try:
                said += os.read(master, 65_536)
            except OSError:
                break
        else:
            assert not patience.is_over(), f"it said no more than {said!r}"
    return said.decode()


# --- somebody who looks ---------------------------------------------------------------------------


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str
    path: str

    @property
    def words(self) -> str:
        """What a person reads: without markup, in one line."""
        body = self.text.partition("<body")[2] or self.text
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", f"<{body}")).split())


class Visitor:
    """A browser as far as forms, cookies and redirects go."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.host = urlsplit(address).netloc
        self.prefix = urlsplit(address).path
        self.cookie = ""
        self.token = ""

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request, as it is."""
        connection = HTTPConnection(self.host, timeout=600)
        sent = {"cookie": self.cookie} if self.cookie else {}
        if method == "POST":
            sent["content-type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body or None, {**sent, **(headers or {})})
            got = connection.getresponse()
            text = got.read().decode()
            told = {name.lower(): value for name, value in got.getheaders()}
        finally:
            connection.close()
        if (set_to := told.get("set-cookie")) is not None:
            self.cookie = set_to.partition(";")[0]
        if (found := re.search(r'name="form_token" value="([^"]+)"', text)) is not None:
            self.token = found[1]
        return Answer(got.status, told, text, path)

    def get(self, path: str) -> Answer:
        """A page, wherever it leads."""
        answer = self.ask("GET", path)
        return self.get(answer.headers["location"]) if answer.status in (302, 303) else answer

    def post(self, path: str, fields: Mapping[str, str | Sequence[str]] | None = None) -> Answer:
        """A form with this login's token; the page that comes of it."""
        if not self.token:
            self.get("/")
        sent = urlencode({"form_token": self.token, **(fields or {})}, doseq=True).encode()
        answer = self.ask("POST", path, sent)
        return self.get(answer.headers["location"]) if answer.status == 303 else answer

    def log_in(self, link: str) -> Visitor:
        answer = self.ask("GET", urlsplit(link).path)
        assert answer.status == 303, answer
        return self


# --- something to look at -------------------------------------------------------------------------


class Site(NamedTuple):
    """A server with its database, and a workspace to plan in."""

    server: Server
    environment: dict[str, str]
    db: Path
    workspace: Path

    def visitor(self) -> Visitor:
        """Somebody who logged in, by a link a person made at a terminal."""
        from tests.person import at_terminal

        made = at_terminal("login", environment=self.environment)
        assert made.code == 0, made.text
        return Visitor(self.server.address).log_in(made.text.strip())

    def question(self, ambiguity: Ambiguity, goal: str = "Keep the rows", **more: Any) -> Question:
        """A question that waits in the database, as the gate asked it."""
        with planner_in(self.db, ambiguity, **more) as planner:
            return asked(planner.start(f"{goal} {next(_numbers)}", str(self.project()), LARGE))

    def project(self) -> Path:
        """A folder of its own: in one project the same matter is asked once (GATE-19)."""
        folder = self.workspace / f"p{next(_numbers)}"
        folder.mkdir()
        return folder

    def planned(self, *tasks: Task, goal: str = "Keep the rows") -> str:
        """A session with this plan."""
        with planner_in(self.db, tasks=tasks) as planner:
            return planner.start(f"{goal} {next(_numbers)}", str(self.project()), LARGE).session.id


@contextmanager
def planner_in(
    db: Path, *ambiguities: Ambiguity, tasks: Sequence[Task] = (), found: Sequence[Evidence] = ()
) -> Iterator[Planner]:
    """A planner over the file of a server, by the real clock."""
    with SQLiteStore(db) as store:
        yield Planner(
            actor=A_PERSON,
            store=store,
            clock=SystemClock(),
            proposer=ScriptedProposer(ambiguities, tasks),
            investigator=ScriptedInvestigator(found),
            new_id=lambda: f"w{next(_numbers)}",
        )


@contextmanager
def site_in(folder: Path) -> Iterator[Site]:
    """A server for many tests, with everything it keeps in a folder of its own."""
    home, data, workspace = folder / "home", folder / "data", folder / "shop"
    for each in (home, data / "plangate", workspace):
        each.mkdir(parents=True)
    (workspace / "store.py").write_text("def keep(row):\n    rows.append(row)\n", encoding="utf-8")
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(data)}
    server = start(environment, cwd=workspace)
    try:
        yield Site(server, environment, data / "plangate" / "plangate.db", workspace)
    finally:
        server.stop()
