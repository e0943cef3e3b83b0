"""What the tests of a team share: a database of their own on the throw-away server, and a server of
their own for those who take it away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from plangate.app.addresses import Address
from tests.team.databases import address_of, forget_pools
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
