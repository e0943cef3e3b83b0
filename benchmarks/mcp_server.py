"""What the MCP server costs: its list in tokens, a call in time, fifty clients at once (MCP-1…6).

python benchmarks/mcp_server.py [--minutes 1.0]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import TextContent

import plangate
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.core.log.chain import broken_links
from plangate.interfaces.mcp.server import listed_tools

_PIECES = re.compile(r"[A-Za-z]+|\d+|[^\sA-Za-z\d]")
_CLIENTS = 50
_GOALS = ("Add rate limiting to the public API", "Add a CSV export of the orders table")


def tokens_at_most(text: str) -> int:
    """More tokens than a tokenizer of today makes of a text, without needing one.

    Every started four letters or three digits count as a token, and so does every other character
    that is not a space; byte-pair tokenizers merge most of these further.
    """
    return sum(
        -(-len(piece) // 4) if piece.isalpha() else -(-len(piece) // 3)
        for piece in _PIECES.findall(text)
    )


def listed_text() -> str:
    """The list of tools as it goes over the wire."""
    tools = [
        tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed_tools()
    ]
    return json.dumps({"tools": tools}, ensure_ascii=False)


# --- one call over stdio against the same call in the library -------------------------------------


async def call_against_library(
    workspace: Path, folder: Path, rounds: int = 40
) -> tuple[list[float], list[float]]:
    """Seconds of one `plan` with the rules, in the library and over stdio: warm, taking turns."""
    arguments = ["-m", "plangate", "mcp", "--workspace", str(workspace)]
    arguments += ["--db", str(folder / "server.db")]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    library: list[float] = []
    served: list[float] = []

    async with Client(server) as client:

        def in_library(goal: str) -> None:
            with plangate.open_planner(workspace=workspace, db=folder / "library.db") as planner:
                planner.start(goal, str(workspace))

        async def here(goal: str) -> None:
            await anyio.to_thread.run_sync(in_library, goal)

        async def there(goal: str) -> None:
            done = await client.call_tool("plan", {"goal": goal})
            assert not done.is_error, done

        for number in range(-4, rounds):
            sides = [(here, library), (there, served)]
            for side, spent in sides if number % 2 else reversed(sides):
                began = time.perf_counter()
                await side(f"{_GOALS[0]} number {number}")
                spent.append(time.perf_counter() - began)
    return library[4:], served[4:]


# --- fifty clients over HTTP ----------------------------------------------------------------------


def fifty_clients(workspace: Path, folder: Path, seconds: float) -> dict[str, Any]:
    """Sessions begun by fifty clients at once, and whether the record holds every one of them."""
    db = folder / "http.db"
    arguments = ["-m", "plangate", "mcp", "--http", "--port", "0"]
    arguments += ["--workspace", str(workspace), "--db", str(db)]
    with subprocess.Popen(
        [sys.executable, *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        url, token = said.split("listens on ")[1].split(";")[0], Path(said.split()[-1])
        seen = [_megabytes(process.pid)]

        def look() -> None:
            seen.append(_megabytes(process.pid))

        try:
            reached = url, token.read_text().strip()
            begun, errors, calls = anyio.run(_all_clients, reached, seconds, look)
        finally:
            process.terminate()
    with SQLiteStore(db) as store:
        there = set(store.streams())
        broken = [name for name in begun if broken_links(store.read(name))]
    return {
        "calls": calls,
        "sessions": len(begun),
        "errors": len(errors),
        "of which": sorted(set(errors))[:3],
        "lost": len(begun - there),
        "broken": len(broken),
        "MB at first, at each quarter": seen,
    }


def _megabytes(process: int) -> int:
    """What a process holds now; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next(int(line.split()[1]) // 1024 for line in text.splitlines() if "VmRSS" in line)


@asynccontextmanager
async def _connected(url: str, token: str, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http_client:
        transport = streamable_http_client(url, http_client=http_client)
        async with Client(transport, mode=mode) as session:
            yield session


async def _all_clients(
    reached: tuple[str, str], seconds: float, look: Callable[[], None]
) -> tuple[set[str], list[str], int]:
    begun: set[str] = set()
    errors: list[str] = []
    calls = 0
    until = time.monotonic() + seconds

    async def client(number: int) -> None:
        nonlocal calls
        mode = "legacy" if number % 2 else "2026-07-28"
        async with _connected(*reached, mode) as session:
            place = 0
            while place == 0 or time.monotonic() < until:
                place += 1
                goal = f"{_GOALS[place % 2]} of part {number} in step {place}"
                folder = f"w{number % 10}"
                done = await session.call_tool("plan", {"goal": goal, "workspace": folder})
                calls += 1
                if done.is_error:
                    errors.append(str(done.content))
                else:
                    told = done.content[0]
                    assert isinstance(told, TextContent), "a tool answers with text"
                    begun.add(str(json.loads(told.text)["session"]))

    async def looking() -> None:
        for _ in range(4):
            await anyio.sleep(seconds / 4)
            look()

    async with anyio.create_task_group() as group:
        group.start_soon(looking)
        for number in range(_CLIENTS):
            group.start_soon(client, number)
    return begun, errors, calls


def _workspace(folder: Path) -> Path:
    """A repository of three hundred files, ten parts of it, as small as a real one."""
    root = folder / "shop"
    for part in range(10):
        for number in range(30):
            path = root / f"w{part}" / "app" / f"module_{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"def handler_{number}(request):\n    return {number}\n" * 20)
        (root / f"w{part}" / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    return root


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    minutes = parser.parse_args().minutes
    gc.freeze()  # as the server does, so that both sides of the comparison are alike
    text = listed_text()
    print(f"list of tools      {tokens_at_most(text):6,} tokens at most ({len(text):,} characters)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace = _workspace(folder)
        library, served = anyio.run(call_against_library, workspace, folder)
        for how, pick in (("best", min), ("median", median)):
            here, there = pick(library) * 1000, pick(served) * 1000
            ratio = f"{there / here:.2f} x (at most 1.20)"
            print(f"plan, {how:6}       library {here:.1f} ms, over stdio {there:.1f} ms: {ratio}")
        print(f"fifty clients      {fifty_clients(workspace, folder, minutes * 60)}")


if __name__ == "__main__":
    main()
