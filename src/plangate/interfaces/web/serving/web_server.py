"""`plangate serve`: listens, says where, and leaves when it is told to (WEB-1, WEB-5)."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from plangate.core.model.errors import BadInput
from plangate.interfaces.server_socket import bound, is_loopback
from plangate.interfaces.web.serving.application import application_of
from plangate.interfaces.web.serving.guard import address_of
from plangate.interfaces.web.serving.protocol import HurriedProtocol
from plangate.interfaces.web.serving.whereabouts import no_longer_says, says
from plangate.interfaces.web.web_desk import Desk
from plangate.settings import Settings

#: A stop waits this long for answers that are under way; those who listen are let go at once.
_GRACE = 2
#: Every address of the machine, which is no name anybody could ask for.
_EVERYWHERE = ("0.0.0.0", "::", "")


class Listen(NamedTuple):
    """Where a server shall listen, and the address people reach it by."""

    host: str = "127.0.0.1"
    port: int = 8_780
    public: str | None = None
    certificate: Path | None = None
    key: Path | None = None


def serve(settings: Settings, person: str, listen: Listen, ready: Callable[[Desk], None]) -> None:
    """Serve until somebody stops it; `ready` is called once it listens."""
    tls = listen.certificate is not None
    _may_listen(listen, tls)
    for field, path in (("--tls-cert", listen.certificate), ("--tls-key", listen.key)):
        if path is not None and not path.is_file():
            raise BadInput(field, f"{str(path)!r} is not a file", "a PEM file")
    with bound(listen.host, listen.port) as listening:
        port = listening.getsockname()[1]
        desk = Desk(settings, person, address_of(listen.host, port, listen.public, tls=tls))
        config = uvicorn.Config(
            application_of(desk),
            http=HurriedProtocol,
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=32 * 1024,
            limit_concurrency=2_000,
            ssl_certfile=str(listen.certificate) if tls else None,
            ssl_keyfile=str(listen.key) if listen.key else None,
        )
        # uvicorn raises what stopped it once more when it is done: being stopped is no failure.
        for stopping in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stopping, lambda *_: None)
        said = says(desk.access.folder, desk.address.of(""))
        try:
            server = _Server(config, desk, ready)
            server.run(sockets=[listening])
        finally:
            no_longer_says(said)


class _Server(uvicorn.Server):
    """uvicorn, telling when it listens and when it begins to stop."""

    def __init__(self, config: uvicorn.Config, desk: Desk, ready: Callable[[Desk], None]) -> None:
        super().__init__(config)
        self._desk = desk
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready(self._desk)

    async def shutdown(self, sockets: Any = None) -> None:
        for leave in self._desk.leaving:
            leave()
        await super().shutdown(sockets)


def _may_listen(listen: Listen, tls: bool) -> None:
    """WEB-5: beyond this machine only with TLS, or behind a proxy that is named and has it."""
    if listen.host in _EVERYWHERE and tls and listen.public is None:
        problem = f"is needed beside --host {listen.host}: the name people reach it by"
        raise BadInput("--public", problem, "https://NAME:PORT")
    if is_loopback(listen.host) or tls:
        return
    if listen.public is not None and listen.public.startswith("https://"):
        return
    problem = f"{listen.host} is not loopback"
    raise BadInput("--host", problem, "--tls-cert FILE, or --public https://NAME of a proxy")
