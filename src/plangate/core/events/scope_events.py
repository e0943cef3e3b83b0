"""What happens to a decision with many options, each in a stream of its own."""

from typing import NamedTuple

from plangate.core.model.scope_nouns import Decision


class ScopeStarted(NamedTuple):
    decision: Decision
    workspace: str
    parent: str
    by: str
    session: str | None = None
    waits: str = ""
    place: str = ""
    opened: bool = False
    """SPLIT-10: whether the session itself opened it, and no person did."""
    asked_for: str = ""
    """SPLIT-10: the session whose host opened it: one of that goal's clarifications."""


class ScopeAnswered(NamedTuple):
    number: str
    reply: str
    by: str
    surface: str
    provenance: str = "choice"


class ScopeRowDecided(NamedTuple):
    """A row of a table that shows every option at once (SPLIT-11)."""

    key: str
    bucket: str
    by: str
    surface: str


class ScopeContinued(NamedTuple):
    key: str | None
    by: str


class ScopeRevised(NamedTuple):
    key: str
    by: str


class ScopeWithdrawn(NamedTuple):
    by: str
    why: str


class ScopeRestarted(NamedTuple):
    by: str


ScopeEvent = (
    ScopeStarted
    | ScopeAnswered
    | ScopeRowDecided
    | ScopeContinued
    | ScopeRevised
    | ScopeWithdrawn
    | ScopeRestarted
)
