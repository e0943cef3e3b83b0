"""What the tests of a team share: a database of their own on the throw-away server, and a server of
their own for those who take it away."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plangate.app.naming.addresses import Address
from tests.team.databases import address_of, forget_pools
from tests.team.killing import Start
from tests.team.server import Server, programs, throw_away


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker("team")


@pytest.fixture
def team_db(tmp_path: Path) -> Iterator[Address]:
    """An empty database of one test."""
    yield address_of(tmp_path)
    forget_pools()


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server for a test that stops it."""
    found = programs()
    assert found is not None
    server = throw_away(found)
    yield server
    forget_pools()
    server.stop()
    shutil.rmtree(server.data.parent, ignore_errors=True)


@pytest.fixture
def start_worker(environment: dict[str, str], team_db: Address) -> Iterator[Start]:
    """Start a worker; those still running at the end are stopped."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*served: Path, db: Address | None = None, jobs: int = 2) -> subprocess.Popen[bytes]:
        words = [word for folder in served for word in ("--serve", str(folder))]
        words += ["--db", (db or team_db).url, "--jobs", str(jobs)]
        command = [sys.executable, "-m", "plangate", "worker", *words]
        began = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert began.stdout is not None
        assert b"is ready" in began.stdout.readline()
        running.append(began)
        return began

    yield start
    for each in running:
        each.kill()
        each.communicate()


@pytest.fixture
def clone(workspace: Path) -> Path:
    """The workspace as a clone of a remote: known by that wherever it lies (REC-8)."""
    for words in (
        ["init", "-q"],
        ["remote", "add", "origin", "https://example.org/team/shop.git"],
    ):
        subprocess.run(["git", "-C", str(workspace), *words], check=True)
    return workspace
