"""`plangate mcp`: one client over standard input and output."""

from __future__ import annotations

import signal
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


def serve_stdio(server: Server[Any]) -> None:
    """Serve until the client closes its end, at either stream."""
    # Ctrl-C ends the process at once: an exception would wait for the next line of the client.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_served, server)
    except* (BrokenPipeError, ConnectionResetError):
        pass  # nobody reads any more


async def _served(server: Server[Any]) -> None:
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
