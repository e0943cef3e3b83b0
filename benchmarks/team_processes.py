"""What a load on a team runs against: people with tokens, servers, workers, workspaces."""

import os
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from plangate.adapters.machine.system import SystemClock
from plangate.adapters.memory import ScriptedInvestigator, ScriptedProposer
from plangate.adapters.sql.postgres import PostgresStore
from plangate.app.naming.addresses import Address
from plangate.app.planner import Planner
from plangate.app.team.people import add
from plangate.core.guard.acts import Actor
from plangate.interfaces.server_socket import bound

ROOT = Path(__file__).resolve().parents[1]
WORKSPACES = 20


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
        folder: Path,
        served: list[Path],
        workers: int,
        servers: tuple[str, ...] = ("mcp", "page"),
        database: int = 0,
    ) -> None:
        self._database = database
        self._address = address
        self._folder = folder
        self._served = [word for each in served for word in ("--serve", str(each))]
        home = folder.parent
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

    def spent(self) -> dict[str, float]:
        """The processor time of each of them so far, in seconds."""
        ours = {name: spent_by(process.pid) for name, process in self.running.items()}
        return ours | {"PostgreSQL": spent_by_all(self._database), "callers": spent_by(os.getpid())}

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        words = {
            "mcp": ["mcp", "--http", "--port", str(self.mcp), "--workspace", str(self._folder)],
            "page": ["serve", "--port", str(self.page)],
            "worker": ["worker", *self._served],
        }[name]
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", "plangate", *words, "--db", self._address.url]
        return subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, env=self._env, cwd=self._folder
        )


def small_workspaces(folder: Path) -> list[Path]:
    """Twenty of them, with some files each."""
    made = []
    for number in range(WORKSPACES):
        workspace = folder / f"shop{number:02d}"
        (workspace / "tests").mkdir(parents=True)
        for name in ("app.py", "pages.py", "tests/test_app.py"):
            text = f"def {Path(name).stem}(request):\n    return {number}\n"
            (workspace / name).write_text(text, encoding="utf-8")
        made.append(workspace)
    return made


def spent_by(process: int) -> float:
    """The processor time of a process so far, in seconds, with that of those it has buried."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def spent_by_all(process: int) -> float:
    """The same with those it started and that run."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return spent_by(process) + sum(map(spent_by, map(int, children)))


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
