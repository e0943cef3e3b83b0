"""An OpenAI-compatible provider on loopback that says what a test wrote down (LLM-6).

Real HTTP and a real client: what a test scripts is a reply, a status or a silence, and what it
looks at afterwards is what was sent. Nothing of plangate is replaced.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Body = dict[str, Any]


class Reply(NamedTuple):
    """What the provider answers: a chat completion, or an HTTP status with an error."""

    status: int = 200
    text: str | None = None
    calls: Sequence[tuple[str, Any]] = ()
    finish: str = "stop"
    tokens: tuple[int, int] = (1_000, 200)
    refusal: str | None = None
    raw: str | None = None
    silent: bool = False
    """Never answers: the caller's time runs out."""
    closes: bool = False
    """Ends the connection without an answer."""


def says(document: Mapping[str, Any] | str, tokens: tuple[int, int] = (1_000, 200)) -> Reply:
    """A document as a server sends it that was asked for a schema."""
    text = document if isinstance(document, str) else json.dumps(document)
    return Reply(text=text, tokens=tokens)


def calls(*asked: tuple[str, Any], tokens: tuple[int, int] = (500, 50)) -> Reply:
    """Tool calls: name and arguments."""
    return Reply(calls=asked, finish="tool_calls", tokens=tokens)


class Provider:
    """A scripted provider; replies are given in order, the last one for good.

    A reply may be a function of what was sent.
    """

    def __init__(self, *replies: Reply | Callable[[Body], Reply]) -> None:
        self.replies = list(replies)
        self.sent: list[Body] = []
        self.headers: list[Mapping[str, str]] = []
        self.busy = self.most_busy = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Provider:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def texts(self, place: int) -> str:
        """Everything a call sent, as one text."""
        return "\n".join(_text(message) for message in self.sent[place]["messages"])

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body: Body = json.loads(request.rfile.read(int(request.headers["content-length"])))
        with self._lock:
            self.sent.append(body)
            self.headers.append(dict(request.headers))
            self.busy += 1
            self.most_busy = max(self.busy, self.most_busy)
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        try:
            self._give(request, reply(body) if callable(reply) else reply, body)
        finally:
            with self._lock:
                self.busy -= 1

    def _give(self, request: BaseHTTPRequestHandler, reply: Reply, body: Body) -> None:
        if reply.silent:
            self._over.wait(30)
            return
        if reply.closes:
            request.connection.close()
            return
        document = reply.raw if reply.raw is not None else json.dumps(_document(reply, body))
        data = document.encode()
        request.send_response(reply.status)
        request.send_header("content-type", "application/json")
        request.send_header("retry-after-ms", "1")
        request.send_header("content-length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)


def _document(reply: Reply, body: Body) -> Body:
    if reply.status != 200:
        return {"error": {"message": reply.text or "no", "type": "error", "code": None}}
    message: Body = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": given if isinstance(given, str) else json.dumps(given),
                },
            }
            for place, (name, given) in enumerate(reply.calls)
        ]
    tokens_in, tokens_out = reply.tokens
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
        "usage": {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        },
    }


def _text(message: Body) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content)
    return str(content or "")
