"""Where something belongs: a workspace known by what it is, not by where it lies (REC-8).

An identity is a remote, written one way, and the path inside the repository; without a remote it is
the real path. What is kept for a workspace is kept under its *place*: the identity, or the identity
and a root commit when the same remote was met before with another history.
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from plangate.core.model.records import Fields
from plangate.language.patterns import lazy

_SCHEME = lazy(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_SCP = lazy(r"(?:[^/\s]+@)?(\[[^\]]+\]|[^:/@\s]{2,}):(?!//)(.+)")
_WEB_PORTS = {"http": "80", "https": "443", "git": "9418"}


class Identity(NamedTuple):
    """What a workspace is: its path, and the key that clones and worktrees of it share."""

    path: str
    key: str

    @property
    def is_path(self) -> bool:
        return self.path == self.key


class Here(NamedTuple):
    """A workspace as things are looked up for it.

    `places` are all the places whose decisions, memories and plans are its own: its place, its path
    (what 0.1.0 kept, or was kept before there was a remote), and the paths adopted from clones.
    """

    path: str
    place: str
    places: tuple[str, ...]


def lone(path: str) -> Here:
    """A workspace that is nothing but its path."""
    return Here(path, path, (path,))


def normalised_remote(url: str) -> str | None:
    """REC-8: a remote without user, password, scheme and `.git`, its host in lower case.

    None for a path on this machine, which the caller resolves, and for what is no remote.
    """
    url = url.strip()
    if scheme := _SCHEME.match(url):
        kind = scheme[1].lower()
        if kind == "file":
            return None
        rest = re.split(r"[?#]", url[scheme.end() :], maxsplit=1)[0]
        host, _, path = rest.partition("/")
        host = host.rpartition("@")[2].lower()
        name, _, port = host.partition(":") if not host.startswith("[") else (host, "", "")
        if port and kind in _WEB_PORTS and port != _WEB_PORTS[kind]:
            name = f"{name}:{port}"  # another server; a port of ssh only says how to reach it
    elif found := _SCP.fullmatch(url):
        name, path = found[1].lower(), found[2]
    else:
        return None
    inside = _inside(path)
    return f"{name}/{inside}" if name and inside else None


def _inside(path: str) -> str:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if parts:
        parts[-1] = parts[-1].removesuffix(".git")
    return "/".join(filter(None, parts))


def key_of(remote: str, inside: str) -> str:
    """A remote and a path in it as one key; a folder of its own is a workspace of its own."""
    return f"{remote}//{inside}" if inside else remote


def place_for(key: str, roots: Collection[str], met: Iterable[Fields]) -> str:
    """The place of a workspace among those met under the same key.

    A root commit tells a reused remote apart when both histories are complete: without roots on
    either side, or with one in common, they are the same.
    """
    places: dict[str, set[str]] = {}
    for row in met:
        places.setdefault(str(row["place"]), set()).update(str(row["roots"]).split())
    for place, known in places.items():
        if not roots or not known or known.intersection(roots):
            return place
    return f"{key}#{min(roots)[:12]}" if places and roots else key


def here_from(identity: Identity, rows: Iterable[Fields]) -> Here:
    """A workspace among the rows of `workspaces` with its key: the place it was met under, and what
    else was adopted there."""
    met = sorted(rows, key=lambda row: (row["at"], row["path"]))
    own = [row["place"] for row in met if row["path"] == identity.path]
    place = str(own[0] if own else next((row["place"] for row in met), identity.key))
    return with_adopted(identity.path, place, met)


def with_adopted(path: str, place: str, met: Iterable[Fields]) -> Here:
    """A workspace with the paths that were adopted into its place."""
    adopted = [str(row["path"]) for row in met if row["place"] == place and row["adopts"]]
    return Here(path, place, tuple(dict.fromkeys((place, path, *adopted))))
