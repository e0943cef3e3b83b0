"""`plangate mcp --http`: streamable HTTP behind a token, on loopback unless told (MCP-5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings

from plangate.interfaces.mcp.security import AgentOf, Application, guarded
from plangate.interfaces.server_socket import LOOPBACK, as_host, bound

PATH = "/mcp"


def serve_http(
    server: Server[Any],
    host: str,
    port: int,
    *,
    token: str,
    agent_of: AgentOf,
    names: Sequence[str],
    say: Callable[[str], None],
    about: str = "",
) -> None:
    """Serve until somebody stops it; `names` are further Host names it answers to."""
    with bound(host, port) as listening:
        taken = listening.getsockname()[1]
        application = application_for(
            server, taken, token=token, agent_of=agent_of, host=host, names=names
        )
        say(f"plangate mcp listens on http://{as_host(host)}:{taken}{PATH}{about}")
        config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=3)
        anyio.run(uvicorn.Server(config).serve, [listening])


def application_for(
    server: Server[Any],
    port: int,
    *,
    token: str,
    agent_of: AgentOf = lambda _token: None,
    host: str = "127.0.0.1",
    names: Sequence[str] = (),
) -> Application:
    """The application: Host and Origin are checked by name and port, then the token.

    `names` are what somebody else answers to who passes requests on: any port, with TLS or without.
    """
    own = [f"{as_host(name)}:{port}" for name in (*LOOPBACK, host)]
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
    return guarded(application, token, agent_of)
