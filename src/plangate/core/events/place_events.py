"""What happens to workspaces themselves: one stream for each path (REC-8)."""

from __future__ import annotations

from typing import NamedTuple


class WorkspaceMet(NamedTuple):
    """A path met as a workspace with an identity of its own.

    `roots` are its root commits when its history is complete. `adopts`: what was kept under the
    path alone belongs to the place from now on.
    """

    path: str
    identity: str
    place: str
    roots: tuple[str, ...] = ()
    adopts: bool = False


PlaceEvent = WorkspaceMet
