"""`plangate mcp --http`: streamable HTTP behind a token, on loopback unless told (MCP-5)."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings

from plangate.core.model.errors import BadInput
from plangate.interfaces.mcp.security import Application, guarded

PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve_http(
    server: Server[Any],
    host: str,
    port: int,
    *,
    token: str,
    names: Sequence[str],
    say: Callable[[str], None],
    about: str = "",
) -> None:
    """Serve until somebody stops it; `names` are further Host names it answers to."""
    with _bound(host, port) as listening:
        taken = listening.getsockname()[1]
        application = application_for(server, taken, token=token, host=host, names=names)
        say(f"plangate mcp listens on http://{_written(host)}:{taken}{PATH}{about}")
        config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=3)
        anyio.run(uvicorn.Server(config).serve, [listening])


def application_for(
    server: Server[Any],
    port: int,
    *,
    token: str,
    host: str = "127.0.0.1",
    names: Sequence[str] = (),
) -> Application:
    """The application: Host and Origin are checked by name and port, then the token.

    `names` are what somebody else answers to who passes requests on: any port, with TLS or without.
    """
    own = [f"{_written(name)}:{port}" for name in (*_LOOPBACK, host)]
    further = [form for name in names for form in (name, f"{name}:*")]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*dict.fromkeys(own), *further],
        allowed_origins=[
            *(f"http://{name}" for name in dict.fromkeys(own)),
            *(f"{scheme}://{name}" for scheme in ("http", "https") for name in further),
        ],
    )
    application: Application = server.streamable_http_app(
        streamable_http_path=PATH, transport_security=security
    )
    return guarded(application, token)


def _bound(host: str, port: int) -> socket.socket:
    """A listening socket of our own, so that a taken port is one line and port 0 has a number."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return _listening(socket.socket(family, kind, number), address)
    except OSError as error:
        raise BadInput("--port", f"{host}:{port}: {error.strerror}", "a free address") from None


def _listening(fresh: socket.socket, address: Any) -> socket.socket:
    try:
        fresh.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        fresh.bind(address)
        fresh.listen(2_048)
    except OSError:
        fresh.close()
        raise
    return fresh


def _written(host: str) -> str:
    """A host as it stands in a Host header."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
