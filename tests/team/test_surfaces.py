"""One record behind every surface: the first answer wins, and a server that is away is waited for
(TEAM-1, TEAM-3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from plangate.app.naming.addresses import Address
from tests.conftest import Runner
from tests.interfaces.mcp.support import ERAS, refused, run, told
from tests.interfaces.mcp.test_transports import connected, listening
from tests.interfaces.web.site import Visitor, start
from tests.patience import HANGS, until
from tests.team.killing import WRITING, rows
from tests.team.server import Server
from tests.team.test_server import planned, question

pytestmark = [pytest.mark.rule("TEAM-1", "TEAM-3"), pytest.mark.team]

ANSWERS = "SELECT payload FROM plangate.plan_events WHERE type = 'QuestionAnswered'"
SHARED = "a-token-of-a-test"


@contextmanager
def page(environment: dict[str, str], db: str, folder: Path) -> Iterator[str]:
    served = start(environment, "--db", db, cwd=folder, at_terminal=False)
    try:
        yield served.address
    finally:
        served.stop()


def member(person: Runner, db: str, *words: str) -> str:
    ran = person("people", "add", *words, "--db", db)
    assert ran.code == 0, ran.out + ran.err
    return str(ran.out.split()[0])


@pytest.mark.rule("ASK-7", "MCP-5")
def test_the_first_answer_wins_everywhere_and_the_others_see_it_at_once(
    team_db: Address,
    environment: dict[str, str],
    process: Runner,
    person_apart: Runner,
    workspace: Path,
) -> None:
    db = team_db.url
    ada = member(person_apart, db, "ada", "--role", "people", "--role", "answer")
    person_apart("people", "enter", ada, "--db", db)
    bob = member(person_apart, db, "bob", "--role", "answer")
    agent = member(person_apart, db, "claude-1", "--agent")
    named = {**environment, "PLANGATE_MCP_TOKEN": SHARED}

    async def plan_and_wait(url: str) -> dict[str, Any]:
        async with connected(url, agent, mode=ERAS[-1]) as client:
            goal = "Delete inactive accounts every night"
            asked = await told(client, "plan", goal=goal, mind="rules")
            assert asked["state"] == "question", asked
            name = question(process, db)["id"]
            return await told(client, "wait", question=name, seconds=50)

    with (
        page(environment, db, workspace) as address,
        listening(workspace, named, "--db", db) as (url, _),
        ThreadPoolExecutor(1) as beside,
    ):
        waiting = beside.submit(lambda: run(lambda: plan_and_wait(url)))
        asking = "SELECT id FROM plangate.questions WHERE status = 'pending'"
        until(lambda: len(rows(team_db, asking)) == 1)
        ((name,),) = rows(team_db, asking)
        visitor = Visitor(address)
        sent = urlencode({"token": bob}).encode()
        assert visitor.ask("POST", "/login", sent).status == 303
        assert "anybody’s to answer" in visitor.get(f"/questions/{name}").words
        connection = HTTPConnection(visitor.host, timeout=HANGS)
        connection.request("GET", "/events", headers={"cookie": visitor.cookie})
        heard = connection.getresponse()
        assert heard.readline().startswith(b"event: written"), "as it is when one begins to listen"
        ran = person_apart("answer", name, "a", "--db", db)
        assert ran.code in (0, 3), ran.out + ran.err
        while not heard.readline().startswith(b"event: written"):
            pass  # the page is told, and looks again
        connection.close()
        late = visitor.post(f"/questions/{name}/answer", {"choice": "b"})
        assert "ada" in late.words, late.words[:500]
        assert waiting.result(HANGS)["status"] == "answered", "so does the agent that waits"
    assert [json.loads(text)["answer"]["by"] for (text,) in rows(team_db, ANSWERS)] == ["ada"]
    begun = rows(team_db, "SELECT payload FROM plangate.plan_events WHERE type = 'GoalReceived'")
    assert [json.loads(text)["by"] for (text,) in begun] == ["agent claude-1"]
    assert [json.loads(text)["surface"] for (text,) in begun] == ["mcp"]
    assert process("audit", "--db", db).code == 0


LOCKED = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


@contextmanager
def held(db: Address) -> Iterator[None]:
    """Nobody can write meanwhile; its server may go away under it."""
    connection = psycopg.connect(db.url)
    connection.execute(WRITING)
    try:
        yield
    finally:
        with suppress(psycopg.Error):
            connection.close()


def test_a_server_that_restarts_in_the_middle_of_an_answer_has_it_once(
    own_server: Server, process: Runner, person_apart: Runner, workspace: Path
) -> None:
    db = Address(own_server.url())
    planned(process, db.url, workspace)
    asked = question(process, db.url)
    with held(db), ThreadPoolExecutor(1) as beside:
        answering = beside.submit(person_apart, "answer", asked["id"], "a", "--db", db.url)
        until(lambda: rows(db, LOCKED)[0][0] == 1)
        own_server.stop()
        own_server.start()
        ran = answering.result(HANGS)
    assert ran.code in (0, 3), ran.out + ran.err
    assert len(rows(db, ANSWERS)) == 1
    assert process("audit", "--db", db.url).code == 0


@pytest.mark.rule("ERR-1")
def test_an_answer_whose_server_went_away_is_told_so_in_one_line_and_given_again_later(
    own_server: Server,
    environment: dict[str, str],
    process: Runner,
    person_apart: Runner,
    workspace: Path,
) -> None:
    db = Address(own_server.url())
    planned(process, db.url, workspace)
    name = question(process, db.url)["id"]
    ada = member(person_apart, db.url, "ada", "--role", "people", "--role", "answer")
    with page(environment, db.url, workspace) as address, ThreadPoolExecutor(1) as beside:
        visitor = Visitor(address)
        visitor.ask("POST", "/login", urlencode({"token": ada}).encode())
        visitor.get(f"/questions/{name}")
        sent = urlencode({"form_token": visitor.token, "choice": "a"}).encode()
        with held(db):
            answering = beside.submit(visitor.ask, "POST", f"/questions/{name}/answer", sent)
            until(lambda: rows(db, LOCKED)[0][0] == 1)
            own_server.stop()
            gone = answering.result(HANGS)
        assert gone.status == 503, gone.words
        assert "cannot be reached" in gone.words
        assert "Traceback" not in gone.text
        own_server.start()
        assert question(process, db.url)["status"] == "pending", "nothing was written half"
        # the page looks for its database again now and then, and says “try again” until it does
        until(lambda: visitor.ask("POST", f"/questions/{name}/answer", sent).status in (200, 303))
    assert len(rows(db, ANSWERS)) == 1
    assert process("audit", "--db", db.url).code == 0


@pytest.mark.rule("TEAM-6", "MCP-5")
def test_the_servers_say_that_the_database_is_away_and_go_on_when_it_is_back(
    own_server: Server, environment: dict[str, str], process: Runner, workspace: Path
) -> None:
    db = own_server.url()
    planned(process, db, workspace)
    named = {**environment, "PLANGATE_MCP_TOKEN": SHARED}

    async def look(url: str, *, away: bool) -> str:
        async with connected(url, SHARED, mode=ERAS[-1]) as client:
            if away:
                return await refused(client, "status")
            return str((await told(client, "status"))["sessions"][0]["session"])

    with (
        page(environment, db, workspace) as address,
        listening(workspace, named, "--db", db) as (url, _),
    ):
        visitor = Visitor(address)
        session = run(lambda: look(url, away=False))
        assert visitor.ask("GET", "/health/ready").status == 200
        own_server.stop()
        assert "cannot be reached" in run(lambda: look(url, away=True))
        assert visitor.ask("GET", "/health/ready").status == 503
        assert visitor.ask("GET", "/health/live").status == 200
        own_server.start()
        until(lambda: visitor.ask("GET", "/health/ready").status == 200)
        assert run(lambda: look(url, away=False)) == session
