"""The team of a record as it is now, read as far as it was not read before (TEAM-3, TEAM-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plangate.core.log.chain import TEAM, Entry
from plangate.core.log.team import NO_TEAM, Team, team_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plangate.app.ports import Store


class Roster(NamedTuple):
    """A team, and the last entry of its stream: what is said next stands behind it."""

    team: Team = NO_TEAM
    last: Entry | None = None


class _Kept:
    """What this process folded last. The digest of an entry vouches for all that stand before it in
    its stream, so a record whose entry of that number is another one is read from its beginning."""

    def __init__(self) -> None:
        self._roster = Roster()

    def of(self, store: Store) -> Roster:
        before = self._roster
        if before.last is not None:
            known, *added = store.read(TEAM, before.last.seq) or (None,)
            if known == before.last:
                return self._folded(added, before) if added else before
        entries = store.read(TEAM)
        return self._folded(entries, Roster()) if entries else Roster()

    def _folded(self, entries: Sequence[Entry], before: Roster) -> Roster:
        self._roster = Roster(team_of(entries, before.team), entries[-1])
        return self._roster


_kept = _Kept()


def roster_of(store: Store) -> Roster:
    """Whoever asks reads one entry, and those that were added since: what was taken back counts for
    nothing from the next question on."""
    return _kept.of(store)


def team_in(store: Store) -> Team:
    return roster_of(store).team
