"""What happens to the log itself, each a person's act in the stream `log`, and to the workspaces
it knows, each path a stream of its own (REC-8)."""

from typing import NamedTuple


class PayloadsErased(NamedTuple):
    """REC-10: the payloads of these events of a stream are gone; their links stay."""

    stream: str
    events: tuple[int, ...]
    by: str


class RestoreAccepted(NamedTuple):
    """REC-6: this log is to be taken as it is although an anchor knew another one."""

    events: int
    sum: str
    anchored_events: int
    anchored_sum: str
    by: str


class SessionQuarantined(NamedTuple):
    """REC-9: a session that cannot be read is in no table any more; its events stay."""

    session: str
    why: str
    by: str


class SessionReleased(NamedTuple):
    """A session that was in quarantine is in the tables again."""

    session: str
    by: str


LogEvent = PayloadsErased | RestoreAccepted | SessionQuarantined | SessionReleased


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
