"""Calls that wait for a question are woken when its session is written to (MCP-4, TEAM-1).

One listener for all of them, and only while somebody waits: with hundreds of agents waiting, each
looks when there is something to see. A file tells nobody, so there all of them look again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import anyio
from anyio import to_thread

#: The streams that were written to; None when it may have been any.
Heard = Collection[str] | None


class Written:
    """What one call waits for."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._event = anyio.Event()

    def hear(self, heard: Heard) -> None:
        if heard is None or self._stream in heard:
            self._event.set()

    async def wait(self, seconds: float) -> None:
        """Until its stream was written to since the last time, at most so long."""
        with anyio.move_on_after(max(0.0, seconds)):
            await self._event.wait()
        self._event = anyio.Event()


class Waking:
    """Who waits, and the one task that listens."""

    def __init__(self, listen: Callable[[], Heard]) -> None:
        self._listen = listen
        self._waiting: set[Written] = set()
        self._listening: asyncio.Task[None] | None = None

    @contextmanager
    def on(self, stream: str) -> Iterator[Written]:
        """For a while: nothing that is written from now on is missed."""
        mine = Written(stream)
        self._waiting.add(mine)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._tell())
        try:
            yield mine
        finally:
            self._waiting.discard(mine)

    async def _tell(self) -> None:
        while self._waiting:
            heard = await to_thread.run_sync(self._listen, abandon_on_cancel=True)
            for each in tuple(self._waiting):
                each.hear(heard)
