"""The address of a database on a server: checked, and never shown with its password (TEAM-1)."""

from __future__ import annotations

import re
from typing import NamedTuple

from plangate.core.model.errors import BadInput
from plangate.language.patterns import lazy

_SCHEMES = ("postgresql", "postgres")
_ACCEPTED = "postgresql://USER@HOST/NAME, or a file's path"
_ADDRESS = lazy(r"([A-Za-z][A-Za-z0-9+.-]+):/")
#: What is meant as an address and is none: no file is called so.
_MEANT = lazy(r"(?i)postgres(?:ql)?(?::|//)")


class Address(NamedTuple):
    """Where a server keeps a record; the password, if it is in there, is for the driver alone."""

    url: str

    def __str__(self) -> str:
        """For people: as it was given, without a password."""
        whole = re.sub(r"(?<=://)([^/@:]*):[^/@]*@", r"\1@", self.url)
        return re.sub(r"([?&]password=)[^&]*", r"\1…", whole)

    @property
    def place(self) -> str:
        """What it is called among the files that are kept about databases: without who asks."""
        rest = self.url.partition("://")[2].partition("?")[0]
        host, _, name = rest.rpartition("@")[2].partition("/")
        return f"postgresql://{host.lower() or 'localhost'}/{name}"


def address_in(text: str) -> Address | None:
    """The address a text is; None when it is a path. Refused when no server of it is known."""
    found = _ADDRESS.match(text)
    if found is None:
        if _MEANT.match(text):
            raise BadInput("db", f"{text[:60]!r} is no whole address", _ACCEPTED)
        return None
    if found[1].lower() not in _SCHEMES:
        problem = f"{found[1]}:// is no address of a database plangate knows"
        raise BadInput("db", problem, _ACCEPTED)
    if "://" not in text:
        raise BadInput("db", f"{text[:60]!r} is no whole address", _ACCEPTED)
    address = Address(text)
    if not re.fullmatch(r"[A-Za-z]+://[^/\s?]*(/[^/\s?]*)?(\?\S*)?", text):
        raise BadInput("db", f"{str(address)[:200]!r} is no address", _ACCEPTED)
    return address
