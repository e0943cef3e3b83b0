"""What was done to the log itself, each a person's act; they stand in the stream `log`."""

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
