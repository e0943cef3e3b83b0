"""What a client asks first, answered before the SDK is loaded (MCP-9)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from plangate.interfaces.mcp.early import Heard, answer_early
from plangate.interfaces.mcp.stdio import serve_stdio
from tests.interfaces.mcp.support import server_for

pytestmark = pytest.mark.rule("MCP-9", "MCP-1")

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def _handshake(version: str) -> list[dict[str, Any]]:
    return [
        {"id": 0, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/list", "params": {}},
        {"id": 2, "method": "tools/list"},
    ]  # fmt: skip


STATELESS: list[dict[str, Any]] = [
    {"id": "probe-1", "method": "server/discover", "params": {"_meta": META}},
    {"id": 7, "method": "tools/list", "params": {"_meta": META}},
]
CONVERSATIONS = [_handshake("2025-06-18"), _handshake("2025-11-25"), STATELESS]


def wire(messages: list[dict[str, Any]]) -> bytes:
    return b"".join(
        json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages
    )


class Client:
    """A client that says its lines and hangs up once it has heard so many answers."""

    def __init__(self, said: bytes, answers: int) -> None:
        self._said, self._left = io.BytesIO(said), answers
        self._heard = threading.Event()
        self.got: list[bytes] = []

    def readline(self) -> bytes:
        if line := self._said.readline():
            return line
        assert self._heard.wait(30), self.got
        return b""

    def write(self, told: bytes) -> int:
        self.got += told.splitlines()
        if len(self.got) >= self._left:
            self._heard.set()
        return len(told)

    def flush(self) -> None: ...


def served(workspace: Path, db: Path, client: Client, heard: Heard) -> list[bytes]:
    wire: Any = client
    serve_stdio(server_for(workspace, db), wire, wire, heard)
    return client.got


@pytest.mark.parametrize("messages", CONVERSATIONS, ids=["2025-06-18", "2025-11-25", "2026-07-28"])
def test_the_first_answers_are_the_sdks_byte_for_byte(
    workspace: Path, db: Path, messages: list[dict[str, Any]]
) -> None:
    early = io.BytesIO()
    heard = answer_early(io.BytesIO(wire(messages)), early)
    assert heard.is_over
    assert len(heard.answered) == sum("id" in message for message in messages)

    client = Client(wire(messages), len(heard.answered))
    late = served(workspace, db, client, Heard())
    assert sorted(early.getvalue().splitlines()) == sorted(late)


@pytest.mark.parametrize("messages", CONVERSATIONS, ids=["2025-06-18", "2025-11-25", "2026-07-28"])
def test_after_the_first_answers_the_sdk_goes_on_and_repeats_none(
    workspace: Path, db: Path, messages: list[dict[str, Any]]
) -> None:
    meta = {"_meta": META} if messages is STATELESS else {}
    call = {
        "id": 9,
        "method": "tools/call",
        "params": {"name": "status", "arguments": {}, **meta},
    }
    heard = answer_early(io.BytesIO(wire([*messages, call])), io.BytesIO())
    (answer,) = served(workspace, db, Client(b"", 1), heard)
    assert json.loads(answer)["id"] == 9
    assert "Nothing is under way" in answer.decode()


def test_the_sdk_is_not_loaded_for_the_first_answers(
    workspace: Path, environment: dict[str, str]
) -> None:
    code = (
        "import sys; from plangate.interfaces.cli.agents.mcp import mcp\n"
        f"mcp(['--workspace', {str(workspace)!r}], standalone_mode=False)\n"
        "print([m for m in ('mcp', 'anyio', 'pydantic') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        input=wire(STATELESS),
        env=environment,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stderr.decode().strip() == "[]"
    assert len(done.stdout.splitlines()) == 2


def test_anything_else_is_left_to_the_sdk() -> None:
    for message in (
        {"id": 0, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}},
        {"id": 0, "method": "tools/call", "params": {}},
        {"id": 0, "method": "tools/list"},
        {"id": 0, "method": "ping", "params": {}},
        {"id": None, "method": "server/discover", "params": {"_meta": META}},
    ):
        early = io.BytesIO()
        heard = answer_early(io.BytesIO(wire([message])), early)
        assert (heard.is_over, heard.answered, early.getvalue()) == (False, (), b"")


def test_what_is_no_request_is_refused_by_its_id_before_the_sdk_is_there_and_after(
    workspace: Path, db: Path
) -> None:
    begun, *_ = _handshake("2025-11-25")
    wrong: list[dict[str, Any]] = [
        {"id": 3, "method": "tools/list", "params": "x"},
        {"id": "four", "method": "tools/list", "params": []},
        {"id": 5, "method": 7},
        {"id": 6, "method": "tools/list", "jsonrpc": "1.0"},
    ]
    codes = {3: -32602, "four": -32602, 5: -32600, 6: -32600}
    early = io.BytesIO()
    heard = answer_early(io.BytesIO(wire([begun, *wrong, {"id": 9, "method": "ping"}])), early)
    first, *refused = [json.loads(line) for line in early.getvalue().splitlines()]
    assert first["id"] == 0
    assert {told["id"]: told["error"]["code"] for told in refused} == codes
    assert refused[0]["error"]["message"] == 'params: "x" is no object; accepted: an object'

    silent: list[dict[str, Any]] = [
        {"method": "tools/list", "params": "x"},
        {"id": None, "method": 7},
    ]
    client = Client(wire([*silent, *wrong, {"id": 10, "method": "ping"}]), 6)
    late = {told["id"]: told for told in map(json.loads, served(workspace, db, client, heard))}
    assert {name: told["error"]["code"] for name, told in late.items() if "error" in told} == codes
    assert [late[9]["result"], late[10]["result"]] == [{}, {}], "the SDK hears the others"


def test_a_request_that_cannot_be_read_is_answered_before_the_sdk_is_there_and_after(
    workspace: Path, db: Path
) -> None:
    begun, *_ = _handshake("2025-11-25")
    call = (
        b'{"jsonrpc":"2.0","id":%b,"method":"tools/call","params":{"name":"plan","arguments":%b}}\n'
    )
    unread = {
        3: call % (b"3", b'{"goal":"\\ud800 add x"}'),
        4: call % (b"4", b'{"goal":"x","decisions":' + b"[" * 300 + b"]" * 300 + b"}"),
        5: call % (b"5", b'{"goal":"x","decisions":' + b"[" * 90_000 + b"]" * 90_000 + b"}"),
        6: call % (b"6", b'{"goal":"x","depth":' + b"9" * 5_000 + b"}"),
        "\ud800": call % (b'"\\ud800"', b"{}"),
    }
    ping = wire([{"id": 9, "method": "ping"}])
    early = io.BytesIO()
    heard = answer_early(io.BytesIO(wire([begun]) + b"".join(unread.values()) + ping), early)
    _, *refused = [json.loads(line) for line in early.getvalue().splitlines()]
    assert [told["id"] for told in refused] == list(unread)
    assert {told["error"]["code"] for told in refused} == {-32700}
    assert refused[0]["error"]["message"].startswith("it holds half a character")

    again = wire([{"id": 10, "method": "ping"}])
    client = Client(b"".join(unread.values()) + again, len(unread) + 2)
    late = {told["id"]: told for told in map(json.loads, served(workspace, db, client, heard))}
    assert {name for name, told in late.items() if "error" in told} == set(unread)
    assert late[10]["result"] == {}


@pytest.mark.parametrize("meta", ["x", [1], 5])
def test_a_meta_that_is_no_object_is_left_to_the_sdk(meta: Any) -> None:
    said = wire([{"id": 0, "method": "tools/list", "params": {"_meta": meta}}])
    early = io.BytesIO()
    assert answer_early(io.BytesIO(said), early) == Heard((said,), ())
    assert early.getvalue() == b""
