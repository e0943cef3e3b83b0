"""`plangate mcp`: the MCP server, over standard input and output or over HTTP."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from plangate.interfaces.cli.planner_here import existing_workspace, settings_for
from plangate.interfaces.cli.printing import emit_json
from plangate.interfaces.cli.shared_options import db_option

if TYPE_CHECKING:
    from plangate.interfaces.mcp.desk import Desk
    from plangate.settings import Database


@click.command(epilog="Example: plangate mcp --workspace .")
@click.option(
    "--workspace",
    "-w",
    "workspaces",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A directory it serves, and those within it (default: here). May be repeated.",
)
@click.option("--http", "over_http", is_flag=True, help="Streamable HTTP instead of stdio.")
@click.option(
    "--host", default="127.0.0.1", help="Where --http listens; a token is asked for everywhere."
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8_765, help="0 takes a free one.")
@click.option(
    "--allow-host", "names", multiple=True, metavar="NAME", help="A further Host it answers to."
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help="The bearer token of HTTP requests (or PLANGATE_MCP_TOKEN, or a kept one); in a team "
    "every agent's own is taken too.",
)
@db_option
@click.option("--json", "as_json", is_flag=True, help="Print the list of tools and serve nothing.")
def mcp(
    workspaces: tuple[Path, ...],
    over_http: bool,
    host: str,
    port: int,
    names: tuple[str, ...],
    token_file: Path | None,
    db: Database | None,
    as_json: bool,
) -> int:
    """Serve planning to coding agents over the Model Context Protocol.

    Seven tools: plan, status, wait, answer, task, check_plan, decide_scope. What is a person's to
    do stays with the command line: preferences, focus, budgets, approvals.
    """
    from plangate.interfaces.extras import require_extra

    require_extra("mcp", "plangate mcp")
    if as_json:
        return _show_tools()
    roots = tuple(existing_workspace(path) for path in workspaces or (Path(),))
    database = db.resolve() if isinstance(db, Path) else db
    settings_for(roots[0], database)  # a file that cannot be read is refused before all else
    if not over_http:
        return _serve_stdio(roots, database)
    desk, key = _desk(roots, database)
    token, about = _token(token_file, host, desk.folder)

    # Loaded last: what can be refused is refused before the SDK's second is spent.
    from plangate.interfaces.mcp.http import serve_http
    from plangate.interfaces.mcp.server import make_server
    from plangate.wiring.measuring import measuring

    desk.measured = measuring(_say)
    server = make_server(desk, key)
    gc.freeze()  # what is loaded stays: the collector need not look at it with every plan
    serve_http(
        server,
        host,
        port,
        token=token,
        agent_of=desk.agent_of,
        names=names,
        say=_say,
        about=about,
    )
    return 0


def _desk(roots: tuple[Path, ...], database: Database | None) -> tuple[Desk, bytes]:
    from plangate.interfaces.mcp.desk import Desk
    from plangate.interfaces.mcp.security import sealing_key
    from plangate.wiring.this_machine import user_name

    desk = Desk(roots, database, user_name())
    return desk, sealing_key(desk.folder)


def _serve_stdio(roots: tuple[Path, ...], database: Database | None) -> int:
    """MCP-9: what a client asks first is answered at once; the rest waits for the SDK."""
    from plangate.interfaces.mcp.early import answer_early

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin.isatty():
        _say("plangate mcp speaks to an agent on standard input; Ctrl-C ends it")
    reading, writing = _wire()
    try:
        heard = answer_early(reading, writing)
    except (BrokenPipeError, ConnectionResetError):
        return 0
    if heard.is_over:
        return 0
    desk, key = _desk(roots, database)
    from plangate.interfaces.mcp.server import make_server
    from plangate.interfaces.mcp.stdio import serve_stdio

    desk.has_one_client = True
    server = make_server(desk, key)
    gc.freeze()
    serve_stdio(server, reading, writing, heard)
    return 0


def _wire() -> tuple[BinaryIO, BinaryIO]:
    """The two streams of the client, for nobody else: what a program that is started reads is
    empty, and what it prints goes to standard error."""
    reading, writing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    return reading, writing


def _token(named: Path | None, host: str, folder: Path) -> tuple[str, str]:
    """The bearer token of every request (MCP-5), and where it is kept when nobody named one."""
    from plangate.interfaces.mcp.security import kept_token_file, token_from
    from plangate.interfaces.server_socket import is_loopback
    from plangate.user_folders import environment

    if token := token_from(named, environment()):
        return token, ""
    if not is_loopback(host):
        raise click.UsageError(f"--host {host} is not loopback and needs --token-file FILE")
    file = kept_token_file(folder)
    return token_from(file, {}) or "", f"; every request carries the bearer token in {file}"


def _show_tools() -> int:
    """What an agent is told about the tools, as it goes over the wire."""
    from plangate.interfaces.mcp.server import listed_tools
    from plangate.interfaces.mcp.texts import INSTRUCTIONS

    tools = [
        tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed_tools()
    ]
    emit_json({"schema": "plangate.tools/1", "instructions": INSTRUCTIONS, "tools": tools})
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
