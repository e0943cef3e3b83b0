"""The login (WEB-5): links that work once, signed cookies, and the token every form carries.

A link is made for a person at a terminal and for nobody else (ACT-1); what is kept of it is its
digest. A login is a file of its owner's: whoever removes it ends it, and a server that is started
again knows it. The cookie names it and is signed with a key only its owner can read. A program that
runs as the same user can read that key: this keeps other users, other pages of the browser and
accidents out, and is no wall against a program of one's own (docs/trust.md).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from plangate.core.log.chain import moment
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.own_files import made_once, owners_file, written

#: WEB-5: how long a link works; and how long a login lasts.
LINK_LASTS = timedelta(minutes=5)
LOGIN_LASTS = timedelta(days=14)

_LONGEST_COOKIE = 300


class Login(NamedTuple):
    """Somebody who logged in: the login's name, whose it is, and by which token of a team."""

    name: str
    by: str
    token: str = ""
    """TEAM-3: the token's id; none where nobody is in a team."""


class Access:
    """The logins of one database, kept with the user's data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._links = folder / "links"
        self._logins = folder / "logins"
        self._key_file = folder / "web.key"

    @property
    def cookie(self) -> str:
        """Cookies know no ports: each database has a name of its own."""
        return f"plangate-{self.folder.name}"

    # --- links ------------------------------------------------------------------------------------

    def new_link(self, by: str, token: str, now: datetime) -> str:
        """The secret of a link for one login, within five minutes."""
        secret = secrets.token_urlsafe(24)  # 192 bits
        about = {"by": by, "token": token, "until": moment(now + LINK_LASTS)}
        written(self._links / f"{_digest(secret)}.json", json.dumps(about).encode())
        return secret

    def claim(self, secret: str, now: datetime) -> tuple[str, str] | None:
        """Whose login a link is, and by which token; None when it was used, is over or never was.

        It works once.
        """
        path = self._links / f"{_digest(secret)}.json"
        about = _read(path, "the link")
        try:
            path.unlink()  # of two that come at once, one removes it
        except FileNotFoundError:
            return None
        if about is None or moment(now) > about["until"]:
            return None
        return str(about["by"]), str(about.get("token", ""))

    # --- logins -----------------------------------------------------------------------------------

    def begin(self, by: str, token: str, now: datetime) -> tuple[Login, str]:
        """A new login, and the cookie that names it."""
        name = secrets.token_urlsafe(18)
        lasts = {"at": moment(now), "until": moment(now + LOGIN_LASTS)}
        about = {"by": by, "token": token, **lasts}
        written(self._logins / f"{_digest(name)}.json", json.dumps(about).encode())
        return Login(name, by, token), f"{name}.{self._sign('login', name)}"

    def login_of(self, cookie: str, now: datetime) -> Login | None:
        """Who a cookie says this is; None when it is none of ours, ended or over."""
        name, _, signature = cookie.rpartition(".")
        if not name or len(cookie) > _LONGEST_COOKIE or not cookie.isascii():
            return None
        if not hmac.compare_digest(signature, self._sign("login", name)):
            return None
        about = _read(self._logins / f"{_digest(name)}.json", "the login")
        if about is None or moment(now) > about["until"]:
            return None
        return Login(name, str(about["by"]), str(about.get("token", "")))

    def end(self, login: Login) -> None:
        (self._logins / f"{_digest(login.name)}.json").unlink(missing_ok=True)

    def end_all(self) -> int:
        """End every login; how many there were."""
        found = list(self._logins.glob("*.json"))
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    # --- forms ------------------------------------------------------------------------------------

    def form_token(self, login: Login) -> str:
        """What every form of a login carries: a page of somebody else cannot know it."""
        return self._sign("form", login.name)

    def is_own_form(self, login: Login, token: str) -> bool:
        return token.isascii() and hmac.compare_digest(token, self.form_token(login))

    def _sign(self, what: str, name: str) -> str:
        message = f"{what}\0{name}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()

    @cached_property
    def _key(self) -> bytes:
        made_once(self._key_file, secrets.token_bytes(32))
        return owners_file(self._key_file, "the key")


def _read(path: Path, what: str) -> Document | None:
    """A file of ours; None when there is none or it cannot be relied on."""
    try:
        about = json.loads(owners_file(path, what))
    except (BadInput, ValueError):
        return None
    fits = isinstance(about, dict) and {"by", "until"} <= about.keys()
    return about if fits else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
