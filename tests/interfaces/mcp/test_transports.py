"""Real clients over real transports (MCP-1, MCP-5): stdio, HTTP, kills, and an older SDK."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import venv
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation, InputRequiredResult

from plangate.core.model.errors import BadInput
from plangate.interfaces.mcp.security import sealing_key, token_from
from plangate.interfaces.server_socket import is_loopback
from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    DELETING,
    ERAS,
    PROPOSAL,
    TASKS,
    choosing,
    process_of,
    run,
    saying,
    text_of,
    told,
)
from tests.interfaces.support import ONE_WAY
from tests.patience import HANGS

OLDER_CLIENT = Path(__file__).with_name("older_client.py")
TOKEN = "a token of the tests, long enough"
#: What a request gets that is let in and belongs to no session.
LET_IN = 400
PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# --- stdio ----------------------------------------------------------------------------------------


@pytest.mark.rule("MCP-1", "MCP-4")
def test_a_client_over_stdio_comes_to_a_plan_through_an_enum(
    workspace: Path, environment: dict[str, str], era: str
) -> None:
    async def work() -> dict[str, Any]:
        server = process_of(workspace, environment)
        async with Client(server, mode=era, elicitation_callback=choosing(0)) as client:
            return await told(client, "plan", goal=DELETING, mind="rules")

    assert run(work)["state"] == "plan"


@pytest.mark.rule("MCP-3", "MCP-7")
def test_one_client_is_told_once_what_a_proposal_looks_like_and_again_where_it_asks_again(
    workspace: Path, environment: dict[str, str]
) -> None:
    async def work() -> list[dict[str, Any]]:
        async with Client(process_of(workspace, environment)) as client:
            goals = (DELETING, CLEAR, CLEAR)
            return [await told(client, "plan", goal=goal) for goal in goals]

    first, second, again = run(work)
    assert {"example", "brief"} <= first.keys()
    assert "brief" in second
    assert "example" not in second
    assert second["next"].endswith(
        "The same call once more shows an example and what each field means."
    )
    assert again["example"] == first["example"]
    assert again["next"] == first["next"]


@pytest.mark.rule("MCP-1", "ERR-1")
def test_a_server_whose_client_leaves_ends_in_silence_and_ctrl_c_ends_it(
    workspace: Path, environment: dict[str, str]
) -> None:
    server = process_of(workspace, environment)

    def started() -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [server.command, *server.args], stdin=pipe, stdout=pipe, stderr=pipe, env=server.env
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PING)
        process.stdin.flush()
        assert process.stdout.readline()
        return process

    with started() as interrupted, started() as left:
        interrupted.send_signal(signal.SIGINT)
        assert interrupted.wait(20) == -signal.SIGINT
        assert left.stdin is not None
        assert left.stdout is not None
        assert left.stderr is not None
        left.stdout.close()
        left.stdin.write(PING)
        left.stdin.close()
        assert left.wait(20) == 0
        assert left.stderr.read() == b""


@pytest.mark.rule("MCP-5")
def test_a_form_shown_by_a_server_that_died_is_answered_to_the_next_one(
    workspace: Path, environment: dict[str, str]
) -> None:
    arguments = {"goal": DELETING, "mind": "rules"}

    async def work() -> dict[str, Any]:
        server = process_of(workspace, environment)
        able = saying("cancel")
        async with Client(server, mode=ERAS[1], elicitation_callback=able) as client:
            first = await client.session.call_tool("plan", arguments, allow_input_required=True)
            assert isinstance(first, InputRequiredResult)
        ((key, form),) = (first.input_requests or {}).items()
        second = form.params.requested_schema["properties"]["choice"]["enum"][1]  # type: ignore[union-attr]
        answer: Any = {key: {"action": "accept", "content": {"choice": second}}}
        server = process_of(workspace, environment)
        async with Client(server, mode=ERAS[1], elicitation_callback=able) as client:
            done = await client.session.call_tool(
                "plan",
                arguments,
                input_responses=answer,
                request_state=first.request_state,
                allow_input_required=True,
            )
            forged = str(first.request_state)[:-4] + "AAAA"
            with pytest.raises(MCPError, match="requestState"):
                await client.session.call_tool(
                    "plan", arguments, input_responses=answer, request_state=forged
                )
            with pytest.raises(MCPError, match="requestState"):
                await client.session.call_tool(
                    "plan",
                    {"goal": CLEAR},
                    input_responses=answer,
                    request_state=first.request_state,
                )
        assert not isinstance(done, InputRequiredResult)
        return dict(json.loads(text_of(done)))

    document = run(work)
    assert (document["state"], document["result"]) == ("plan", "answered")
    assert document["answer"]["option"] == "b"


@pytest.mark.rule("MCP-5")
def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    key = sealing_key(folder)
    assert len(key) == 32
    assert sealing_key(folder) == key
    path = folder / "mcp.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in folder.iterdir()] == ["mcp.key"]
    path.chmod(0o644)
    with pytest.raises(BadInput, match="can be read by others; accepted: chmod 600"):
        sealing_key(folder)
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(BadInput, match="is not a key"):
        sealing_key(folder)


# --- HTTP -----------------------------------------------------------------------------------------


@contextmanager
def listening(
    workspace: Path, environment: Mapping[str, str], *more: str
) -> Iterator[tuple[str, int]]:
    """A server over HTTP in a process of its own: its URL and port."""
    command = [sys.executable, "-m", "plangate", "mcp", "--http", "--port", "0"]
    with subprocess.Popen(
        [*command, "--workspace", str(workspace), *more],
        env=dict(environment),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+:(\d+)/mcp", line)
        assert found, line + process.stderr.read()
        try:
            yield found.group(), int(found.group(1))
        finally:
            process.kill()


@asynccontextmanager
async def connected(url: str, token: str, **more: Any) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http_client:
        transport = streamable_http_client(url, http_client=http_client)
        async with Client(transport, **more) as client:
            yield client


def asked_with(port: int, path: str = "/mcp", **headers: str) -> int:
    """The status of a bare request with these headers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    plain = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", path, body, {**plain, **named})
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.rule("MCP-1", "MCP-4", "MCP-5")
def test_clients_of_both_eras_over_http_and_strangers_are_turned_away(
    workspace: Path, environment: dict[str, str]
) -> None:
    with listening(workspace, environment) as (url, port):
        kept = Path(environment["XDG_DATA_HOME"]) / "plangate" / "mcp.token"
        token = kept.read_text(encoding="utf-8").strip()
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert asked_with(port) == 401, "every local user reaches loopback"

        async def work(era: str, goal: str) -> dict[str, Any]:
            answering = choosing(0)
            async with connected(url, token, mode=era, elicitation_callback=answering) as client:
                return await told(client, "plan", goal=goal, mind="rules")

        for era, goal in zip(ERAS, (DELETING, ONE_WAY), strict=True):
            done = run(lambda era=era, goal=goal: work(era, goal))  # type: ignore[misc]
            assert (done["state"], done["result"]) == ("plan", "answered")
        known = {"Authorization": f"Bearer {token}"}
        assert asked_with(port, Host="evil.example", **known) == 421
        assert asked_with(port, Host=f"evil.example:{port}", **known) == 421
        assert asked_with(port, Host=f"localhost:{port + 1}", **known) == 421
        assert asked_with(port, Origin="http://evil.example", **known) == 403
        assert asked_with(port, Origin="null", **known) == 403
        modern = {**known, "MCP_Protocol_Version": "2026-07-28"}
        assert asked_with(port, Host="evil.example", **modern) == 421
        assert asked_with(port, Origin="http://evil.example", **modern) == 403


@pytest.mark.rule("MCP-3", "MCP-5")
def test_the_server_may_be_killed_between_any_two_calls(
    workspace: Path, environment: dict[str, str]
) -> None:
    """Each server dies by SIGKILL after its call: what the next one needs is recorded."""

    def once(tool: str, **arguments: Any) -> dict[str, Any]:
        named = {**environment, "PLANGATE_MCP_TOKEN": TOKEN}
        with listening(workspace, named) as (url, _):

            async def work() -> dict[str, Any]:
                async with connected(url, TOKEN, mode="2026-07-28") as client:
                    return await told(client, tool, **arguments)

            return run(work)

    wanted = once("plan", goal=CLEAR)
    asked = once("plan", goal=CLEAR, **PROPOSAL)
    assert asked["session"] == wanted["session"]
    document = once("answer", question=asked["question"]["id"], reply="b")
    assert (document["result"], document["state"]) == ("answered", "wanted")
    assert once("plan", goal=CLEAR, tasks=TASKS)["state"] == "plan"


@pytest.mark.rule("MCP-5")
def test_with_a_token_nobody_gets_in_without_it(
    workspace: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN, encoding="utf-8")
    file.chmod(0o600)
    more = ("--token-file", str(file), "--allow-host", "plan.example.org")
    with listening(workspace, environment, *more) as (url, port):
        assert asked_with(port) == 401
        assert asked_with(port, Authorization="Bearer wrong") == 401
        assert asked_with(port, Authorization=TOKEN) == 401
        assert asked_with(port, "/elsewhere") == 401
        # Behind a proxy it is called by the proxy's name, and the scheme's case is free.
        known = {"Authorization": f"bearer {TOKEN}"}
        for host, origin, status in (
            ("plan.example.org", "https://plan.example.org", LET_IN),
            ("plan.example.org:443", "https://plan.example.org:8443", LET_IN),
            ("plan.example.org.evil", "https://plan.example.org", 421),
            ("plan.example.org", "https://evil.org", 403),
        ):
            assert asked_with(port, Host=host, Origin=origin, **known) == status

        async def work() -> dict[str, Any]:
            async with connected(url, TOKEN) as client:
                return await told(client, "status")

        assert run(work)["sessions"] == []


@pytest.mark.rule("MCP-5", "ERR-1")
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org"])
def test_beyond_loopback_it_does_not_even_start_without_a_token(
    cli: Runner, workspace: Path, host: str
) -> None:
    ran = cli("mcp", "--http", "--host", host, "--workspace", workspace)
    assert ran.code == 2
    assert "--token-file" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.rule("MCP-5", "ERR-1")
def test_a_token_must_be_long_and_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("short", encoding="utf-8")
    file.chmod(0o600)
    with pytest.raises(BadInput, match="too short"):
        token_from(file, {})
    file.write_text(TOKEN, encoding="utf-8")
    file.chmod(0o604)
    with pytest.raises(BadInput, match="read by others"):
        token_from(file, {})
    with pytest.raises(BadInput, match="cannot be read"):
        token_from(tmp_path / "none", {})
    assert token_from(None, {}) is None
    assert token_from(None, {"PLANGATE_MCP_TOKEN": TOKEN}) == TOKEN


@pytest.mark.rule("MCP-5")
@pytest.mark.parametrize(
    ("host", "is_it"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("localhost.evil.example", False), ("", False)],
)  # fmt: skip
def test_what_counts_as_loopback(host: str, is_it: bool) -> None:
    assert is_loopback(host) is is_it


@pytest.mark.rule("MCP-5", "ERR-1")
def test_a_taken_port_is_one_line(cli: Runner, workspace: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = cli("mcp", "--http", "--port", str(port), "--workspace", workspace)
    assert ran.code == 2
    assert "a free address" in ran.err
    assert ran.err.count("\n") == 1


# --- an older client ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def older_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment of its own with the SDK's first generation, where one can be made."""
    folder = tmp_path_factory.mktemp("mcp-1")
    python = folder / "bin" / "python"
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is not None:
        making = [[uv, "venv", "-q", "--python", sys.executable, str(folder), "--clear"]]
        making += [[uv, "pip", "install", "-q", "--python", str(python), "mcp>=1.20,<2"]]
    else:
        venv.create(folder, with_pip=True)
        making = [[str(python), "-m", "pip", "install", "-q", "mcp>=1.20,<2"]]
    for command in making:
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=HANGS, check=False, env=os.environ
            )
        except subprocess.TimeoutExpired:
            pytest.skip("the package registry did not answer in time: no older SDK to try with")
        if done.returncode:
            reason = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
            pytest.skip(f"the older SDK cannot be installed here: {reason[0][:200]}")
    return python


@pytest.mark.full
@pytest.mark.rule("MCP-1", "MCP-2", "MCP-4")
def test_a_client_of_the_sdks_first_generation_plans_asks_and_delivers(
    older_python: Path, workspace: Path, environment: dict[str, str]
) -> None:
    server = [sys.executable, "-m", "plangate", "mcp", "--workspace", str(workspace)]
    done = subprocess.run(
        [str(older_python), str(OLDER_CLIENT), json.dumps(server), DELETING],
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["sdk"].startswith("1.")
    assert len(seen["tools"]) == 7
    assert [name[:18] for name in seen["enum"]] == [
        "a) Mark as deleted",
        "b) Move to an arch",
        "c) Remove for good",
        "Something else, in",
    ]
    assert seen["with_forms"]["state"] == "plan"
    assert seen["with_forms"]["answer"]["provenance"] == "choice"
    assert seen["without_forms"]["question"]["status"] == "pending"
    assert seen["relayed"]["answer"]["provenance"] == "relayed"


# --- agents of a team -----------------------------------------------------------------------------


@pytest.mark.rule("TEAM-3", "MCP-5")
def test_an_agent_comes_with_its_own_token_is_named_by_it_and_is_never_a_person(
    workspace: Path, environment: dict[str, str], person: Runner, db: Path
) -> None:
    ada = person("people", "add", "ada", "--role", "people", "--role", "answer").out.split()[0]
    person("people", "enter", ada)
    token = person("people", "add", "claude-1", "--agent").out.split()[0]
    named = {**environment, "PLANGATE_MCP_TOKEN": TOKEN}

    with listening(workspace, named, "--db", str(db)) as (url, port):
        assert asked_with(port, Authorization=f"Bearer {ada}") == 401, "a person's is for persons"
        assert asked_with(port, Authorization="Bearer pga_nobody") == 401

        async def work(era: str, goal: str) -> dict[str, Any]:
            answering = choosing(0)
            async with connected(url, token, mode=era, elicitation_callback=answering) as client:
                return await told(client, "plan", goal=goal, mind="rules")

        for era, goal in zip(ERAS, (DELETING, ONE_WAY), strict=True):
            done = run(lambda era=era, goal=goal: work(era, goal))  # type: ignore[misc]
            assert done["state"] == "question", "its forms are no person's"
        assert person("people", "revoke", token.split("_")[1]).code == 0
        assert asked_with(port, Authorization=f"Bearer {token}") == 401
        assert asked_with(port, Authorization=f"Bearer {TOKEN}") == LET_IN
    with sqlite3.connect(db) as connection:
        rows = connection.execute("SELECT type, payload FROM plan_events WHERE stream <> 'team'")
        written = list(rows)
    begun = [json.loads(payload)["by"] for kind, payload in written if kind == "GoalReceived"]
    assert begun == ["agent claude-1"] * 2
    assert not [payload for _, payload in written if '"by":"ada"' in payload]
    assert "QuestionAnswered" not in {kind for kind, _ in written}


@pytest.mark.rule("TEAM-3")
def test_a_client_that_calls_itself_an_agent_of_the_team_is_not_taken_for_it(
    workspace: Path, environment: dict[str, str], db: Path
) -> None:
    async def work() -> dict[str, Any]:
        server = process_of(workspace, environment)
        info = Implementation(name="agent claude-1", version="1")
        async with Client(server, mode=ERAS[0], client_info=info) as client:
            return await told(client, "plan", goal=CLEAR, mind="rules")

    run(work)
    with sqlite3.connect(db) as connection:
        rows = connection.execute("SELECT payload FROM plan_events WHERE type = 'GoalReceived'")
        assert [json.loads(payload)["by"] for (payload,) in rows] == ["client agent claude-1"]
