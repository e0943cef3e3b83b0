from abc import ABC, abstractmethod
from collections.abc import Iterator

from parley.message import Message


class Channel(ABC):
    def __init__(self, **options: str) -> None:
        self.options = options

    @abstractmethod
    def receive(self) -> Iterator[Message]: ...

    @abstractmethod
    def send(self, room: str, text: str) -> None: ...
