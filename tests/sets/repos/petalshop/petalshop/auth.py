"""Staff sessions: a signed cookie, the session itself on the server, and a brake on guessing."""

import secrets
import time
from collections import defaultdict, deque
from functools import wraps

from flask import Flask, abort, current_app, request
from werkzeug.security import check_password_hash

_sessions: dict[str, str] = {}
_attempts: dict[str, deque[float]] = defaultdict(deque)
COOKIE = "petalshop_staff"


def init_app(app: Flask) -> None:
    app.config.setdefault("STAFF", {})


def too_many_attempts(address: str) -> bool:
    """Whether this address tried to sign in too often within the last minute."""
    recent = _attempts[address]
    while recent and recent[0] < time.monotonic() - 60:
        recent.popleft()
    recent.append(time.monotonic())
    return len(recent) > current_app.config["LOGIN_ATTEMPTS_PER_MINUTE"]


def sign_in(name: str, password: str) -> str | None:
    hashed = current_app.config["STAFF"].get(name)
    if hashed is None or not check_password_hash(hashed, password):
        return None
    token = secrets.token_urlsafe(32)
    _sessions[token] = name
    return token


def sign_out(token: str) -> None:
    _sessions.pop(token, None)


def staff_only(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if request.cookies.get(COOKIE) not in _sessions:
            abort(401)
        return view(*args, **kwargs)

    return guarded
