"""Clients that take their time with a request are let go (WEB-5).

uvicorn waits for the rest of a request for ever; a handful of connections that send a byte a minute
would hold all of its places.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for the head of a request and its body, and for the first byte of a connection.
WHOLE_REQUEST = 15.0


class HurriedProtocol(H11Protocol):
    """HTTP/1.1 whose requests have to be there within a time."""

    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._hurry()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._hurry()
        else:
            self._relax()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def _hurry(self) -> None:
        """From the first byte on, however many follow it."""
        if self._due is None:
            self._due = self.loop.call_later(WHOLE_REQUEST, self.transport.close)

    def _relax(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
