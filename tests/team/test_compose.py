"""What compose.yaml names, started as it says: the same commands, variables and health checks.

There is no container engine here. Each service is a process with a home of its own and the
variables of its service alone; the network's name for the database is an address of this machine,
and the folder that is mounted lies elsewhere.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

import plangate
from tests.interfaces.web.site import Visitor
from tests.patience import HANGS, until
from tests.person import at_a_terminal
from tests.team.server import PASSWORD, Server, free_port, programs

pytestmark = [pytest.mark.rule("TEAM-6", "TEAM-2"), pytest.mark.team]

ROOT = Path(__file__).resolve().parents[2]
GOAL = "Delete inactive accounts every night"
GIVEN = {"PLANGATE_PASSWORD": PASSWORD, "PLANGATE_PUBLIC": "https://plangate.example.org"}
PORT = "8780"


def services() -> dict[str, Any]:
    """The services, with what whoever starts them has to give put in."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    asked = re.findall(r"\$\{(\w+):\?[^}]*\}", text)
    assert set(asked) == set(GIVEN), "what has to be given is what is given here"
    text = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: GIVEN[found[1]], text)
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


class Composed:
    """The services as processes."""

    def __init__(self, folder: Path, database: Server) -> None:
        self.folder = folder
        self.services = services()
        self.port = free_port()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self._network = {"PGHOSTADDR": "127.0.0.1", "PGPORT": str(database.port)}

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self, name: str) -> dict[str, str]:
        """The variables of a service, and what a container has besides."""
        home = self.folder / name
        home.mkdir(exist_ok=True)
        sources = str(Path(plangate.__file__).parents[1])
        has = {"PATH": os.defpath, "HOME": str(home), "PYTHONPATH": sources}
        return {**has, **self._network, **self.services[name]["environment"]}

    def start(self, name: str) -> None:
        command = self._here(self.services[name]["command"])
        if name == "server":
            command += ["--port", str(self.port)]
        self.running[name] = subprocess.Popen(
            [sys.executable, "-P", "-m", "plangate", *command],
            env=self.environment(name),
            cwd=self.folder / name,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )

    def is_healthy(self, name: str) -> bool:
        """By the check of the service itself."""
        how, *command = self._here(self.services[name]["healthcheck"]["test"])
        assert how == "CMD"
        if command[0] == "python":
            command[0] = sys.executable
        else:
            found = programs()
            assert found is not None
            command[0] = str(found.folder / command[0])
        quiet = subprocess.DEVNULL
        env = {"PATH": os.defpath, **self._network}
        ran = subprocess.run(command, env=env, stdout=quiet, stderr=quiet, check=False)
        return ran.returncode == 0

    def run(self, name: str, *words: str) -> str:
        """`docker compose run NAME WORDS`, at a terminal as it is by itself."""
        env = {**self.environment(name), "TERM": "xterm", "NO_COLOR": "1"}
        code, out, err = at_a_terminal(words, env, apart=True)
        assert code == 0, out + err
        return out

    def stop(self) -> dict[str, int]:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        return {name: process.wait(HANGS) for name, process in self.running.items()}

    def _here(self, command: list[str]) -> list[str]:
        mounted = str(self.folder / "workspaces")
        return [
            word.replace("/workspaces", mounted).replace(PORT, str(self.port)) for word in command
        ]


@pytest.fixture
def composed(tmp_path: Path, own_server: Server) -> Iterator[Composed]:
    found = Composed(tmp_path, own_server)
    about = found.services["database"]["environment"]
    assert about["POSTGRES_USER"] == "plangate"
    with psycopg.connect(own_server.url(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {about['POSTGRES_DB']}".encode())
    yield found
    for process in found.running.values():
        process.kill()
        process.communicate()


def planned_at(clone: Path, environment: Mapping[str, str]) -> None:
    """A client elsewhere, with a clone of its own, plans."""
    command = [sys.executable, "-P", "-m", "plangate", "plan", GOAL, "-w", str(clone)]
    ran = subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
    assert ran.returncode == 3, "it waits for an answer"


def test_the_services_plan_answer_and_stop_together(
    composed: Composed, clone: Path, tmp_path: Path
) -> None:
    shutil.copytree(clone, tmp_path / "workspaces" / "shop")
    assert list(composed.services) == ["database", "server", "worker-1", "worker-2"]
    assert composed.is_healthy("database")
    for name in ("server", "worker-1", "worker-2"):
        assert composed.services[name]["depends_on"] == {
            "database": {"condition": "service_healthy"}
        }
        composed.start(name)
    until(lambda: composed.is_healthy("server"))

    roles = ("--role", "people", "--role", "answer")
    token = composed.run("server", "people", "add", "ada", *roles).split()[0]
    planned_at(clone, composed.environment("server"))
    shutil.rmtree(clone)  # from here on the workers alone have one

    ada = Visitor(composed.page)
    assert ada.ask("POST", "/login", f"token={token}".encode()).status == 303
    inbox = ada.get("/inbox")
    asked = re.search(r'href="/questions/([\w-]+)"', inbox.text)
    assert asked is not None, inbox.words
    session = asked[1].partition("-")[0]
    ada.post(f"/questions/{asked[1]}/answer", {"choice": "a"})

    until(lambda: "data-retention was decided" in ada.get(f"/plans/{session}").words)
    said = composed.run("server", "workers")
    assert said.count(f"serves {tmp_path / 'workspaces' / 'shop'}") == 2, said
    assert composed.stop() == {"server": 0, "worker-1": 0, "worker-2": 0}


def test_a_server_whose_database_is_away_is_unhealthy_and_healthy_again(
    composed: Composed, own_server: Server
) -> None:
    composed.start("server")
    until(lambda: composed.is_healthy("server"))
    own_server.stop()
    assert not composed.is_healthy("database")
    until(lambda: not composed.is_healthy("server"))
    assert Visitor(composed.page).ask("GET", "/health/live").status == 200
    own_server.start()
    until(lambda: composed.is_healthy("server"))
