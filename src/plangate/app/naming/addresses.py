"""The address of a database on a server: checked, and never shown with its password (TEAM-1)."""

from __future__ import annotations

import re
from typing import NamedTuple

from plangate.core.model.errors import BadInput
from plangate.language.patterns import lazy

_SCHEMES = ("postgresql", "postgres")
_ACCEPTED = "postgresql://USER@HOST/NAME, or a file's path (one with a colon in its name as ./NAME)"
#: What is meant as an address: it opens with the name of a kind of server, or is written as
#: drivers are told. One letter and a colon is a drive.
_MEANT = lazy(
    r"(?i)(?P<scheme>[a-z][a-z0-9+.-]+):|postgres(?:ql)?//"
    r"|(?:.*\s)?(?:host|hostaddr|port|dbname|user|password|service)\s*="
)
_WHOLE = lazy(r"[A-Za-z]+://[^/\s?]*(/[^/\s?]*)?(\?\S*)?")


class Address(NamedTuple):
    """Where a server keeps a record; the password, if it is in there, is for the driver alone."""

    url: str

    def __str__(self) -> str:
        """For people: as it was given, without a password."""
        return _without_password(self.url)

    @property
    def place(self) -> str:
        """What it is called among the files that are kept about databases: without who asks."""
        rest = self.url.partition("://")[2].partition("?")[0]
        host, _, name = rest.rpartition("@")[2].partition("/")
        return f"postgresql://{host.lower() or 'localhost'}/{name}"


def address_in(text: str, field: str = "db") -> Address | None:
    """The address a text is; None when it is a path. One that is not whole is refused (ERR-1)."""
    meant = _MEANT.match(text)
    if meant is None:
        return None
    if meant["scheme"] is not None and meant["scheme"].lower() not in _SCHEMES:
        problem = f"{meant['scheme']}: is not a kind of database plangate knows"
        raise BadInput(field, problem, _ACCEPTED)
    if _WHOLE.fullmatch(text) is None:
        problem = f"{_without_password(text)[:200]!r} is not a whole address"
        raise BadInput(field, problem, _ACCEPTED)
    return Address(text)


def _without_password(text: str) -> str:
    whole = re.sub(r"(?<=:)(//)?([^/@:]*):[^@]*@", r"\1\2@", text)
    return re.sub(r"(\bpassword\s*=\s*)[^&\s]*", r"\1…", whole)
