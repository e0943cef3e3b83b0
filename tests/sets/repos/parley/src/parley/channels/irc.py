"""One IRC server, plain text, reconnects by itself."""

import socket
import time
from collections.abc import Iterator

from parley.channels.base import Channel
from parley.message import Message


class Irc(Channel):
    def _connect(self) -> socket.socket:
        link = socket.create_connection((self.options["host"], int(self.options.get("port", "6667"))))
        nick = self.options.get("nick", "parley")
        link.sendall(f"NICK {nick}\r\nUSER {nick} 0 * :{nick}\r\nJOIN {self.options['room']}\r\n".encode())
        return link

    def receive(self) -> Iterator[Message]:
        delay = 1
        while True:
            try:
                self.link = self._connect()
                delay = 1
                for line in self.link.makefile(encoding="utf-8", errors="replace"):
                    if line.startswith("PING"):
                        self.link.sendall(line.replace("PING", "PONG").encode())
                    elif " PRIVMSG " in line:
                        head, room, text = line.strip().split(" ", 3)[0], *line.strip().split(" ", 3)[2:]
                        yield Message(head[1:].split("!")[0], text[1:], room)
            except OSError:
                time.sleep(delay)
                delay = min(delay * 2, 60)

    def send(self, room: str, text: str) -> None:
        for line in text.splitlines():
            self.link.sendall(f"PRIVMSG {room} :{line[:400]}\r\n".encode())
