from collections.abc import Iterator

from parley.channels.base import Channel
from parley.message import Message


class Console(Channel):
    def receive(self) -> Iterator[Message]:
        while True:
            try:
                yield Message("you", input("> "))
            except EOFError:
                return

    def send(self, room: str, text: str) -> None:
        print(text)
