"""What keeps strangers out (MCP-5): the key that seals request state, the token, the address."""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import stat
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from plangate.core.model.errors import BadInput
from plangate.wiring import private_directory

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
    path = _made_once(folder / KEY_NAME, secrets.token_bytes(_KEY_BYTES))
    key = _owners_file(path, "the key")
    if len(key) != _KEY_BYTES:
        raise BadInput(str(path), "is not a key of plangate", "the file it made, or none")
    return key


def kept_token_file(folder: Path) -> Path:
    """The token for whoever names none, beside the database: every local user reaches loopback."""
    return _made_once(folder / TOKEN_FILE, f"{secrets.token_urlsafe(_KEY_BYTES)}\n".encode())


def _made_once(path: Path, content: bytes) -> Path:
    """A file of its owner's alone, with this content unless it is there already."""
    private_directory(path.parent)
    with suppress(FileExistsError):
        # Written under another name and linked: whoever comes second finds all of it or nothing.
        fresh = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            path.hardlink_to(fresh)
        finally:
            fresh.unlink()
    return path


def token_from(file: Path | None, environ: Mapping[str, str]) -> str | None:
    """The bearer token: of a file, or of the environment; None when neither names one."""
    if file is not None:
        try:
            token = _owners_file(file, "the token").decode("ascii").strip()
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


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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


def _owners_file(path: Path, what: str) -> bytes:
    """A small file that nobody but its owner can read."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            raw = file.read(4_096)
    except OSError as error:
        raise BadInput(str(path), f"cannot be read ({error.strerror})", "a file of yours") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise BadInput(str(path), f"{what} can be read by others", f"chmod 600 {path}")
    return raw
