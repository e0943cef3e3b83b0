"""What keeps strangers out (MCP-5): the key that seals request state, the token, the address."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from plangate.core.model.errors import BadInput
from plangate.interfaces.own_files import made_once, owners_file

KEY_NAME = "mcp.key"
TOKEN_FILE = "mcp.token"
TOKEN_NAME = "PLANGATE_MCP_TOKEN"
_KEY_BYTES = 32
_SHORTEST_TOKEN = 16

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


def guarded(application: Application, token: str) -> Application:
    """The application behind a bearer token, compared in constant time."""
    wanted = token.encode()

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scheme, _, given = dict(scope["headers"]).get(b"authorization", b"").partition(b" ")
            if not hmac.compare_digest(given, wanted) or scheme.lower() != b"bearer":
                await _refused(send)
                return
        await application(scope, receive, send)

    return behind


async def _refused(send: Send) -> None:
    body = b"a bearer token is needed\n"
    headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": body})
