"""How an event finds the handler that folds it: a table that knows which event each is of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from plangate.core.log.session import Session

Happened = TypeVar("Happened")
Handler = Callable[[Session, Happened, str], None]


class Handlers:
    """A handler for each kind of event; its name is of no matter, the event it takes is."""

    def __init__(self, *others: Handlers) -> None:
        self._by_kind: dict[type, Callable[..., None]] = {}
        for other in others:
            self._by_kind |= other._by_kind

    def of(self, kind: type[Happened]) -> Callable[[Handler[Happened]], Handler[Happened]]:
        """Registers the handler of one kind of event."""

        def register(handler: Handler[Happened]) -> Handler[Happened]:
            self._by_kind[kind] = handler
            return handler

        return register

    def find(self, event: object) -> Callable[..., None] | None:
        """The handler of an event; None when it is none of a session."""
        return self._by_kind.get(type(event))
