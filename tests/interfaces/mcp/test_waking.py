"""Who waits for a question is woken by its session alone (MCP-4, TEAM-1)."""

from __future__ import annotations

from queue import SimpleQueue

import anyio
import anyio.lowlevel
import pytest

from plangate.interfaces.mcp.waking import Heard, Waking, Written
from tests.patience import HANGS

pytestmark = pytest.mark.rule("MCP-4", "TEAM-1")


class Told:
    """A listener that hears what a test says, and counts how often it was asked to listen."""

    def __init__(self) -> None:
        self.said: SimpleQueue[Heard] = SimpleQueue()
        self.asked = 0

    def __call__(self) -> Heard:
        self.asked += 1
        return self.said.get()


async def waits(order: list[str], name: str, written: Written) -> None:
    await written.wait(HANGS)
    order.append(name)


def test_a_call_is_woken_by_its_own_session_and_by_what_may_be_any() -> None:
    told, order = Told(), list[str]()

    async def work() -> None:
        waking = Waking(told)
        with waking.on("s1") as one, waking.on("s2") as two, waking.on("s3") as three:
            async with anyio.create_task_group() as group:
                for name, written in (("one", one), ("two", two), ("three", three)):
                    group.start_soon(waits, order, name, written)
                for heard, awake in (({"s9"}, 0), ({"s2", "s9"}, 1), ({"s1"}, 2), (None, 3)):
                    told.said.put(heard)
                    while len(order) < awake:
                        await anyio.lowlevel.checkpoint()
            assert order == ["two", "one", "three"]
            assert told.asked <= 5, "one listener for all of them"
        told.said.put(None)

    anyio.run(work)


def test_what_was_written_before_somebody_waits_is_not_missed() -> None:
    told = Told()

    async def work() -> None:
        with Waking(told).on("s1") as written:
            told.said.put({"s1"})
            while not told.asked or not told.said.empty():
                await anyio.lowlevel.checkpoint()
            await written.wait(HANGS)  # it would hang for so long
        told.said.put(None)

    anyio.run(work)
