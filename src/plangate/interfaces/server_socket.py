"""Where a server of ours listens: a socket of its own, so that a taken port is one line."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from plangate.core.model.errors import BadInput

#: The names under which a machine reaches itself, as they stand in a Host header.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
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


def as_host(host: str) -> str:
    """A host as it stands in a Host header."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
