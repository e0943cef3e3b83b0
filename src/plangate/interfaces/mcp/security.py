"""What keeps strangers out (MCP-5): the key that seals request state, the token, the address."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

import anyio.to_thread

from plangate.core.model.errors import BadInput, StoreError
from plangate.interfaces.own_files import made_once, owners_file

KEY_NAME = "mcp.key"
TOKEN_FILE = "mcp.token"
TOKEN_NAME = "PLANGATE_MCP_TOKEN"
_KEY_BYTES = 32
_SHORTEST_TOKEN = 16
_LONGEST_TOKEN = 200
#: Where a request carries the agent of the team whose token it came with (TEAM-3).
AGENT = "plangate.agent"

AgentOf = Callable[[str], str | None]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def sealing_key(folder: Path) -> bytes:
    """The key beside the database, made once; only its owner may read it."""
    path = made_once(folder / KEY_NAME, secrets.token_bytes(_KEY_BYTES))
    key = owners_file(path, "the key")
    if len(key) != _KEY_BYTES:
        raise BadInput(str(path), "is not a key of plangate", "the file it made, or none")
    return key


def kept_token_file(folder: Path) -> Path:
    """The token for whoever names none, beside the database: every local user reaches loopback."""
    return made_once(folder / TOKEN_FILE, f"{secrets.token_urlsafe(_KEY_BYTES)}\n".encode())


def token_from(file: Path | None, environ: Mapping[str, str]) -> str | None:
    """The bearer token: of a file, or of the environment; None when neither names one."""
    if file is not None:
        try:
            token = owners_file(file, "the token").decode("ascii").strip()
        except UnicodeDecodeError:
            raise BadInput("--token-file", "is not ASCII text", "one line") from None
        field = "--token-file"
    else:
        token, field = environ.get(TOKEN_NAME, "").strip(), TOKEN_NAME
        if not token:
            return None
    if len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise BadInput(field, "is too short", f"at least {_SHORTEST_TOKEN} printable characters")
    return token


def guarded(application: Application, token: str, agent_of: AgentOf) -> Application:
    """The application behind a bearer token: the server's, compared in constant time, or one of an
    agent of the team (TEAM-3), looked up with every request so that taking it back holds at once.
    """
    wanted = token.encode()

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scheme, _, given = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
            if scheme.lower() != b"bearer":
                await _refused(send)
                return
            if not hmac.compare_digest(given, wanted):
                try:
                    agent = await _agent(given, agent_of)
                except StoreError:
                    await _refused(send, 503, b"whose token this is cannot be looked up now\n")
                    return
                if agent is None:
                    await _refused(send)
                    return
                scope[AGENT] = agent
        await application(scope, receive, send)

    return behind


async def _agent(given: bytes, agent_of: AgentOf) -> str | None:
    """The agent whose token this is; what does not even look like one costs no look."""
    if not given.startswith(b"pga_") or len(given) > _LONGEST_TOKEN or not given.isascii():
        return None
    return await anyio.to_thread.run_sync(agent_of, given.decode("ascii"))


async def _refused(
    send: Send, status: int = 401, body: bytes = b"a bearer token is needed\n"
) -> None:
    headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
