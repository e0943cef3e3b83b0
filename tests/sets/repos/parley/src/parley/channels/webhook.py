"""JSON in, JSON out, over HTTP."""

import json
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from parley.channels.base import Channel
from parley.message import Message


class Webhook(Channel):
    def receive(self) -> Iterator[Message]:
        waiting: queue.Queue[Message] = queue.Queue()
        self.answers: dict[str, queue.Queue[str]] = {}
        channel = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                channel.answers[body["room"]] = queue.Queue()
                waiting.put(Message(body["user"], body["text"], body["room"]))
                text = channel.answers[body["room"]].get(timeout=30)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps({"text": text}).encode())

        server = ThreadingHTTPServer(("", int(self.options.get("port", "8090"))), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        while True:
            yield waiting.get()

    def send(self, room: str, text: str) -> None:
        self.answers[room].put(text)
