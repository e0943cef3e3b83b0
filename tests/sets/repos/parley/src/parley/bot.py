"""The bot: handlers and who gets a message."""

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from parley.memory import Memory
from parley.message import Message

log = logging.getLogger("parley")
Handler = Callable[..., "str | None"]


@dataclass
class Rule:
    pattern: re.Pattern[str]
    handler: Handler
    cooldown: float = 0
    last: dict[str, float] = field(default_factory=dict)

    def cooling(self, user: str) -> bool:
        return time.monotonic() - self.last.get(user, -self.cooldown) < self.cooldown


class Bot:
    """Keeps handlers in the order they were written; the first that matches answers."""

    def __init__(self, memory: Memory | None = None, ignore: set[str] | None = None) -> None:
        self.memory = memory or Memory()
        self.ignore = ignore or set()
        self.rules: list[Rule] = []
        self._fallback: Handler | None = None

    def hears(self, pattern: str, cooldown: float = 0) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.rules.append(Rule(re.compile(pattern, re.IGNORECASE), handler, cooldown))
            return handler

        return register

    def fallback(self, handler: Handler) -> Handler:
        """The handler that answers when nobody else does."""
        self._fallback = handler
        return handler

    def answer(self, message: Message) -> str | None:
        if message.user in self.ignore:
            return None
        for r in self.rules:
            found = r.pattern.search(message.text)
            if found is None or r.cooling(message.user):
                continue
            r.last[message.user] = time.monotonic()
            return self._call(r.handler, message, *found.groups())
        return self._call(self._fallback, message) if self._fallback else None

    def _call(self, handler: Handler, message: Message, *groups: str) -> str | None:
        try:
            return handler(message, *groups)
        except Exception:
            log.exception("handler %s failed", handler.__name__)
            return None

    def run(self, channel: str, **options: str) -> None:
        from parley.channels import open_channel

        link = open_channel(channel, **options)
        for message in link.receive():
            text = self.answer(message)
            if text:
                link.send(message.room, text)
