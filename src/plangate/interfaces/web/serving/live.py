"""Open pages hear that something was written, within a second (WEB-1).

One look at the log for all of them, and only while somebody listens: when a server says that
something was written, or several times a second into a file. What they are told is a number; each
page fetches itself again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from plangate.core.model.errors import PlangateError


class Live:
    """Who listens, and the one task that looks."""

    def __init__(
        self, mark: Callable[[], Awaitable[int]], pause: Callable[[], Awaitable[None]]
    ) -> None:
        self._mark = mark
        self._pause = pause
        self._listening: set[asyncio.Queue[int | None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._ended = False

    async def listen(self) -> AsyncIterator[dict[str, str]]:
        """The number of events now, and again whenever it is another one."""
        mine: asyncio.Queue[int | None] = asyncio.Queue()
        self._listening.add(mine)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            while not self._ended and (number := await mine.get()) is not None:
                yield {"event": "written", "data": str(number)}
        finally:
            self._listening.discard(mine)

    def end(self) -> None:
        """The server stops: everybody who listens is let go."""
        self._ended = True
        for each in self._listening:
            each.put_nowait(None)
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self) -> None:
        told: dict[asyncio.Queue[int | None], int] = {}
        while self._listening:
            with suppress(PlangateError):  # locked for a moment: the next look finds it
                number = await self._mark()
                for each in tuple(self._listening):
                    if told.get(each) != number:
                        each.put_nowait(number)
                told = dict.fromkeys(self._listening, number)
            await self._pause()
