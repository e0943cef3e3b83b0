"""`plangate mcp`: one client over standard input and output."""

from __future__ import annotations

import json
import signal
from collections.abc import AsyncIterator
from typing import Any, BinaryIO

import anyio
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from plangate.interfaces.mcp.early import Heard, refusal
from plangate.interfaces.mcp.lines import hearable


def serve_stdio(server: Server[Any], reading: BinaryIO, writing: BinaryIO, heard: Heard) -> None:
    """Serve until the client closes its end, at either stream."""
    # Ctrl-C ends the process at once: an exception would wait for the next line of the client.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        wire = _Wire(writing, heard)
        anyio.run(served, server, _Lines(reading, heard, wire), wire)
    except* (BrokenPipeError, ConnectionResetError):
        pass  # nobody reads any more


async def served(server: Server[Any], reading: Any, writing: Any) -> None:
    async with stdio_server(reading, writing) as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


class _Lines:
    """What the client said before, then what it says: the SDK hears all of it (MCP-9), but what
    is no request, which is answered here."""

    def __init__(self, reading: BinaryIO, heard: Heard, wire: _Wire) -> None:
        self._reading, self._heard, self._wire = reading, heard, wire

    async def __aiter__(self) -> AsyncIterator[str]:
        for line in self._heard.lines:
            yield hearable(line)
        while line := await to_thread.run_sync(self._reading.readline, abandon_on_cancel=True):
            if refused := refusal(line):
                await self._wire.write(refused.decode())
                await self._wire.flush()
            else:
                yield hearable(line)


class _Wire:
    """The way to the client; what it was told already is not told again."""

    def __init__(self, writing: BinaryIO, heard: Heard) -> None:
        self._writing, self._told = writing, list(heard.answered)

    async def write(self, text: str) -> None:
        message = json.loads(text) if self._told else {}
        if "result" in message and message.get("id") in self._told:
            self._told.remove(message["id"])
            return
        await to_thread.run_sync(self._writing.write, text.encode())

    async def flush(self) -> None:
        await to_thread.run_sync(self._writing.flush)
