"""One event loop in a thread of its own, on which calls to models run side by side (LLM-2)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

#: How long a caller waits beyond the call's own time before it gives up on the loop, in seconds.
_GRACE = 5.0


class Loop:
    """An event loop in a daemon thread: a call that hangs keeps nobody from leaving."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="model-calls", daemon=True).start()

    def run(self, calling: Coroutine[Any, Any, T], seconds: float) -> T:
        waited = asyncio.run_coroutine_threadsafe(
            asyncio.wait_for(calling, max(0.01, seconds)), self._loop
        )
        try:
            return waited.result(max(0.01, seconds) + _GRACE)
        except BaseException:
            waited.cancel()
            raise


_LOOPS: list[Loop] = []
_MAKING = threading.Lock()


def the_loop() -> Loop:
    """The loop of this process, begun when it is first wanted."""
    with _MAKING:
        if not _LOOPS:
            _LOOPS.append(Loop())
        return _LOOPS[0]
