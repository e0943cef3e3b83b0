"""A model that says what a test wrote down, in the four protocols the agents speak.

It listens on loopback, answers each request by the number of turns the request holds, and keeps the
request: what an agent sends next is the proof of what reached the model.
"""

from __future__ import annotations

import gzip
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, NamedTuple

Json = dict[str, Any]


class Says(NamedTuple):
    """One turn of the model: a text, or a call of a tool; Codex wants the tool's server apart."""

    text: str = ""
    tool: str = ""
    given: Mapping[str, Any] = {}
    server: str = ""


class Model:
    """The script, where it is reached, and what it was asked."""

    def __init__(self, script: Sequence[Says]) -> None:
        self.script = tuple(script)
        self.asked: list[Json] = []
        self.lock = Lock()
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def turn(self, request: Json, turns: int) -> Says:
        """What is said now; `$PLANFILE` is the file the agent named for its plan."""
        with self.lock:
            self.asked.append(request)
        says = self.script[turns] if turns < len(self.script) else Says("All done.")
        if found := re.search(r"(/[^\s\"`]+/plans/[\w.-]+\.md)", json.dumps(request)):
            given = json.dumps(dict(says.given)).replace("$PLANFILE", found[1])
            says = says._replace(given=json.loads(given))
        return says

    def heard(self, text: str) -> bool:
        """Whether a request held this text."""
        return any(text in json.dumps(request, ensure_ascii=False) for request in self.asked)


@contextmanager
def serving(*script: Says) -> Iterator[Model]:
    """The model, for as long as a test runs."""
    model = Model(script)

    class Handler(_Handler):
        said_by = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    said_by: Model

    def log_message(self, format: str, *args: Any) -> None:
        """A test reads the requests, not a log."""

    def do_HEAD(self) -> None:
        self._json({})

    def do_GET(self) -> None:
        models = {"id": "scripted", "object": "model", "type": "model", "display_name": "scripted"}
        self._json({"data": [models], "object": "list", "has_more": False})

    def do_POST(self) -> None:
        request, path = self._read(), self.path.partition("?")[0]
        try:
            if path.endswith("/count_tokens"):
                self._json({"input_tokens": 100})
            elif path.endswith("/messages"):
                self._messages(request)
            elif path.endswith("/responses"):
                self._responses(request)
            elif path.endswith("/chat/completions"):
                self._completions(request)
            elif "enerateContent" in path:
                self._contents(request, is_stream="stream" in path)
            else:
                self._json({"totalTokens": 100})
        except (BrokenPipeError, ConnectionResetError):
            return

    # --- the four protocols -----------------------------------------------------------------------

    def _messages(self, request: Json) -> None:
        """Anthropic Messages, as Claude Code asks it."""
        says = self._next(request, [m["role"] for m in request.get("messages", [])])
        block: Json = {"type": "text", "text": says.text}
        delta: Json = {"type": "text_delta", "text": says.text}
        if says.tool:
            block = {"type": "tool_use", "id": _id("toolu"), "name": says.tool, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(says.given)}
        usage = {"input_tokens": 100, "output_tokens": 20}
        head = {"id": _id("msg"), "type": "message", "role": "assistant"}
        message = {**head, "model": request.get("model"), "usage": usage}
        stop = "tool_use" if says.tool else "end_turn"
        if not request.get("stream"):
            whole = {**block, "input": says.given} if says.tool else block
            self._json({**message, "content": [whole], "stop_reason": stop, "stop_sequence": None})
            return
        start = block if says.tool else {"type": "text", "text": ""}
        self._events(
            [
                {"type": "message_start", "message": {**message, "content": []}},
                {"type": "content_block_start", "index": 0, "content_block": start},
                {"type": "content_block_delta", "index": 0, "delta": delta},
                {"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage},
                {"type": "message_stop"},
            ]
        )

    def _responses(self, request: Json) -> None:
        """OpenAI Responses, as Codex asks it."""
        kinds = {"function_call": "assistant"}
        roles = [i.get("role") or kinds.get(i.get("type", ""), "") for i in request["input"]]
        says = self._next(request, roles)
        item: Json = {
            "type": "message",
            "id": _id("msg"),
            "role": "assistant",
            "content": [{"type": "output_text", "text": says.text, "annotations": []}],
        }
        if says.tool:
            call = {"name": says.tool, "arguments": json.dumps(says.given)}
            item = {"type": "function_call", "id": _id("fc"), "call_id": _id("call"), **call}
            if says.server:
                item["namespace"] = says.server
        usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
        answer = {"id": _id("resp"), "object": "response", "output": [item], "usage": usage}
        if not request.get("stream"):
            made = {"created_at": 1, "model": "scripted", "status": "completed"}
            more = {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
            self._json({**answer, **made, **more})
            return
        begun = {**answer, "status": "in_progress", "output": [], "usage": None}
        self._events(
            [
                {"type": "response.created", "response": begun},
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": {**answer, "status": "completed"}},
            ]
        )

    def _completions(self, request: Json) -> None:
        """OpenAI chat completions, as opencode asks it."""
        says = self._next(request, [m["role"] for m in request.get("messages", [])])
        head = {"id": _id("chat"), "object": "chat.completion.chunk", "created": 1}
        delta: Json = {"role": "assistant", "content": says.text}
        if says.tool:
            function = {"name": says.tool, "arguments": json.dumps(says.given)}
            call = {"index": 0, "id": _id("call"), "type": "function", "function": function}
            delta = {"role": "assistant", "tool_calls": [call]}
        stop = "tool_calls" if says.tool else "stop"
        if not request.get("stream"):
            said = {"index": 0, "message": {"content": None, **delta}, "finish_reason": stop}
            whole = {**head, "object": "chat.completion", "model": request.get("model")}
            self._json({**whole, "choices": [said]})
            return
        chunks = [
            {"index": 0, "delta": delta, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": stop},
        ]
        told = [{**head, "model": request.get("model"), "choices": [chunk]} for chunk in chunks]
        self._events([*told, None])

    def _contents(self, request: Json, *, is_stream: bool) -> None:
        """Gemini's generateContent."""
        roles = [
            "assistant" if content.get("role") == "model" else "user"
            for content in request.get("contents", [])
        ]
        says = self._next(request, roles)
        part: Json = {"text": says.text or "{}"}
        if says.tool:
            part = {"functionCall": {"id": _id("fc"), "name": says.tool, "args": says.given}}
        content = {"role": "model", "parts": [part]}
        answer = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]}
        self._events([answer]) if is_stream else self._json(answer)

    def _next(self, request: Json, roles: Sequence[str]) -> Says:
        """A request without tools is one of the agent's own, a title or a summary."""
        if not request.get("tools"):
            return Says("ok")
        return self.said_by.turn(request, sum(role == "assistant" for role in roles))

    # --- on the wire ------------------------------------------------------------------------------

    def _read(self) -> Json:
        raw = b""
        if "chunked" in self.headers.get("transfer-encoding", ""):
            while size := int(self.rfile.readline().split(b";")[0], 16):
                raw += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        read = json.loads(raw or b"{}")
        return read if isinstance(read, dict) else {}

    def _json(self, document: Any) -> None:
        raw = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _events(self, events: Sequence[Json | None]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for event in events:
            name = f"event: {event['type']}\n" if event and "type" in event else ""
            told = "[DONE]" if event is None else json.dumps(event)
            self.wfile.write(f"{name}data: {told}\n\n".encode())
        self.wfile.flush()


def _id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:16]}"
