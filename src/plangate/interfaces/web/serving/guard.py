"""What every request passes before anything else sees it, and what every answer carries (WEB-5).

The Host has to be a name the server answers to (so that no foreign name can be pointed at it), a
form has to come from a page of ours, a body has a largest size. The headers let the browser load
our own files and nothing else: no inline script, no inline style, no frame, no other host.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from plangate.core.model.errors import BadInput
from plangate.interfaces.server_socket import LOOPBACK, as_host

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 256 * 1024
_METHODS = ("GET", "HEAD", "POST")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Not no-referrer: under that a browser says of our own forms that they come from nowhere.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Address(NamedTuple):
    """Where people reach the page: its origin, and the path before every address of ours."""

    origin: str
    prefix: str
    hosts: frozenset[str]
    origins: frozenset[str]

    @property
    def is_secure(self) -> bool:
        return self.origin.startswith("https://")

    def of(self, path: str = "/") -> str:
        return f"{self.origin}{self.prefix}{path}"


def address_of(host: str, port: int, public: str | None, *, tls: bool) -> Address:
    """The address: `public` is the one a proxy answers to, with the prefix it uses."""
    scheme = "https" if tls else "http"
    names = (*LOOPBACK, as_host(host))
    own = [f"{name}:{port}" for name in dict.fromkeys(names)]
    if port == (443 if tls else 80):
        own += names
    origins = [f"{scheme}://{name}" for name in own]
    if public is None:
        own_origin = f"{scheme}://{as_host(host)}:{port}"
        return Address(own_origin, "", frozenset(own), frozenset(origins))
    read = _public(public)
    origin = f"{read.scheme}://{read.netloc}"
    return Address(
        origin, read.path.rstrip("/"), frozenset([*own, read.netloc]), frozenset([*origins, origin])
    )


def _public(text: str) -> Any:
    try:
        read = urlsplit(text.lower() if "/" not in text[8:] else text)
        fits = read.scheme in ("http", "https") and bool(read.hostname) and not read.username
        fits = fits and not (read.query or read.fragment) and text.isascii() and ".." not in text
        _ = read.port
    except ValueError:
        fits = False
    if not fits:
        accepted = "https://plans.example.org or https://example.org/plangate"
        raise BadInput("--public", f"{text[:80]!r} is not an address of a page", accepted)
    return read._replace(netloc=read.netloc.lower())


def guarded(application: Application, address: Address) -> Application:
    """The application behind these checks."""

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        answer = _with_headers(send, secure=address.is_secure)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if refused := _refusal(scope["method"], headers, address):
            await _plain(answer, *refused)
            return
        await application(_within(scope, address.prefix), _bounded(receive), answer)

    return behind


def _refusal(
    method: str, headers: MutableMapping[bytes, str], address: Address
) -> tuple[int, str] | None:
    """Why a request is not even looked at; None when it is."""
    if headers.get(b"host", "").lower() not in address.hosts:
        return 421, "plangate does not answer to this name; --public names a proxy's"
    if method not in _METHODS:
        return 405, "GET and POST are what this page knows"
    if method == "POST":
        if headers.get(b"origin", address.origin) not in address.origins:
            return 403, "this form comes from another page"
        if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "this form comes from another page"
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, f"more than {LARGEST_BODY:,} bytes"
    return None


def _within(scope: Scope, prefix: str) -> Scope:
    """The request by our own path; a proxy may have taken the prefix off already."""
    path = scope["path"]
    if prefix and (path == prefix or path.startswith(f"{prefix}/")):
        return {**scope, "path": path[len(prefix) :] or "/", "root_path": ""}
    return scope


def _bounded(receive: Receive) -> Receive:
    """A body that says no length has the same largest size."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _with_headers(send: Send, *, secure: bool) -> Send:
    more: Iterable[tuple[bytes, bytes]] = _HEADERS
    if secure:
        more = (*_HEADERS, (b"strict-transport-security", b"max-age=31536000"))

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *more]
        await send(message)

    return answer


async def _plain(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
