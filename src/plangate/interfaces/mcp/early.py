"""What a client asks first, answered before the SDK is loaded (MCP-9).

A client that starts a server waits for `initialize` or `server/discover` and for `tools/list`; some
go on without a server that takes a second for them. These answers depend on nothing, so they are
given here, byte for byte as the SDK gives them (a test compares them). The first message of any
other kind ends this: the SDK is loaded, hears everything again, and what it answers again is kept
from the client (stdio.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple

from plangate._version import __version__
from plangate.core.model.records import Document, Fields
from plangate.interfaces.mcp import texts
from plangate.interfaces.mcp.lines import read_line
from plangate.interfaces.mcp.listing import TOOLS

#: The versions whose answers are known here; any other is the SDK's to talk about.
_HANDSHAKES = ("2025-06-18", "2025-11-25")
_STATELESS = "2026-07-28"
_META = "io.modelcontextprotocol/"
_SERVER = {"name": "plangate", "title": "plangate", "version": __version__}
_CAPABILITIES = {"tools": {"listChanged": False}}
#: JSON-RPC's codes for what cannot be read, is no request, and for parameters that are none.
_UNREADABLE, _NO_REQUEST, _NO_PARAMS = -32700, -32600, -32602


class Heard(NamedTuple):
    """Every line so far, and the ids of the requests among them that were answered."""

    lines: tuple[bytes, ...] = ()
    answered: tuple[Any, ...] = ()
    is_over: bool = False


def answer_early(reading: BinaryIO, writing: BinaryIO) -> Heard:
    """Answer the first questions of a client; ends with the first that is none of these."""
    heard, era = Heard(), ""
    while line := reading.readline():
        if refused := refusal(line):
            writing.write(refused)
            writing.flush()
            continue
        message = _message(line)
        era, told = early_answer(message, era)
        heard = Heard((*heard.lines, line), heard.answered)
        if told is None:
            return heard
        if "id" in message:
            heard = heard._replace(answered=(*heard.answered, message["id"]))
            writing.write(told)
            writing.flush()
    return heard._replace(is_over=True)


def early_answer(message: Fields, era: str) -> tuple[str, bytes | None]:
    """The era a connection is in after a message, and the answer; None when it is not given here.

    A notification that needs no answer is answered with nothing.
    """
    method, params = message.get("method"), message.get("params") or {}
    if not isinstance(params, Mapping) or message.get("jsonrpc") != "2.0":
        return era, None
    meta = params.get("_meta")
    if not isinstance(meta, Mapping | None):
        return era, None
    version = (meta or {}).get(f"{_META}protocolVersion")
    match era, method:
        case "", "initialize" if params.get("protocolVersion") in _HANDSHAKES and "id" in message:
            asked = str(params["protocolVersion"])
            return asked, _result(message["id"], _initialized(asked))
        case (("" | "2026-07-28"), "server/discover") if version == _STATELESS:
            return _STATELESS, _result(message["id"], _discovered())
        case "2026-07-28", "tools/list" if version == _STATELESS and "cursor" not in params:
            return era, _result(message["id"], _stateless_tools())
        case _, "notifications/initialized" if era in _HANDSHAKES:
            return era, b""
        case _, "tools/list" if era in _HANDSHAKES and "cursor" not in params:
            return era, _result(message["id"], {"tools": _tools()})
        case _:
            return era, None


def refusal(line: bytes) -> bytes | None:
    """The answer to a request that is none: the SDK passes over it, and its client would wait for
    good. None for everything that is the SDK's to hear."""
    message, fault = read_line(line)
    if message.keys().isdisjoint(("method", "params")):
        return None  # an answer of the client's, or nothing that can be answered
    if fault:
        return _told(message.get("id"), "error", {"code": _UNREADABLE, "message": fault})
    if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        problem = "a request has jsonrpc “2.0” and a method, which is a string"
        return _told(message.get("id"), "error", {"code": _NO_REQUEST, "message": problem})
    if isinstance(message.get("params"), Mapping | None):
        return None
    problem = f"params: {json.dumps(message['params'])[:60]} is no object; accepted: an object"
    return _told(message.get("id"), "error", {"code": _NO_PARAMS, "message": problem})


def _message(line: bytes) -> Fields:
    read = read_line(line).message
    return read if isinstance(read.get("method"), str) else {}


def _result(name: Any, result: Fields) -> bytes | None:
    return _told(name, "result", result)


def _told(name: Any, kind: str, said: Fields) -> bytes | None:
    if not isinstance(name, str | int) or isinstance(name, bool):
        return None
    told = {"jsonrpc": "2.0", "id": name, kind: said}
    line = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"{line}\n".encode("utf-8", "backslashreplace")  # half a character as JSON escapes it


def _initialized(version: str) -> Document:
    return {
        "capabilities": _CAPABILITIES,
        "instructions": texts.INSTRUCTIONS,
        "protocolVersion": version,
        "serverInfo": _SERVER,
    }


def _discovered() -> Document:
    return {
        "cacheScope": "private",
        "capabilities": _CAPABILITIES,
        "instructions": texts.INSTRUCTIONS,
        "resultType": "complete",
        "supportedVersions": [_STATELESS],
        "ttlMs": 0,
        "_meta": {f"{_META}serverInfo": _SERVER},
    }


def _stateless_tools() -> Document:
    return {
        "cacheScope": "private",
        "resultType": "complete",
        "tools": [{**tool, "inputSchema": _as_written(tool["inputSchema"])} for tool in _tools()],
        "ttlMs": 0,
        "_meta": {f"{_META}serverInfo": _SERVER},
    }


def _as_written(schema: Fields) -> Document:
    """The stateless generation writes a schema in the order it was made in."""
    return {name: schema[name] for name in ("type", "properties", "required") if name in schema}


def _tools() -> list[Document]:
    """The tools with their fields in the order the SDK writes them."""
    listed = []
    for tool in TOOLS:
        document = {**tool.listed()}
        document["annotations"] = dict(sorted(document["annotations"].items()))
        document["inputSchema"] = dict(sorted(document["inputSchema"].items()))
        listed.append(dict(sorted(document.items())))
    return listed
