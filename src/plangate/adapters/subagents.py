"""Subagents side by side: independent dispatches run in parallel, each within its own time (INV-3).

A subagent that passes its time is cancelled and its finding marked partial; one that raises is
marked failed. Neither an error nor a cut-off search is evidence (INV-4).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from plangate.app.ports import Surveyed
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.redaction import redact
from plangate.core.model.nouns import Dispatch, Strategy, Subagent
from plangate.core.moves import Investigate, Survey

#: How long a subagent may take to notice that its time is over, in seconds.
_GRACE = 1.0


class Looker(Protocol):
    """A subagent: it answers one dispatch, in a thread of its own.

    With `dispatch.reads` it reads these files and no other. Once `time_left()` is not positive it
    returns what it has, marked partial.
    """

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        """What was found for `chore.about(dispatch)`."""


class Surveyor(Looker, Protocol):
    """The subagent that also takes the first look."""

    def survey(self, chore: Survey) -> Surveyed:
        """The triad's other two parts, and which strategies make sense here (INV-2)."""


class Subagents:
    """The investigator made of subagents: `explore`, and a `librarian` where there is one."""

    def __init__(
        self, explore: Surveyor, librarian: Looker | None = None, *, web: bool = False
    ) -> None:
        """`web` where the librarian can look outside (INV-13)."""
        self._explore = explore
        self._web = web
        self._lookers: dict[Subagent, Looker] = {"explore": explore}
        if librarian is not None:
            self._lookers["librarian"] = librarian

    def survey(self, chore: Survey) -> Surveyed:
        try:
            seen = self._explore.survey(chore)
        except OSError as error:
            return Surveyed((), (), failure=redact(f"{type(error).__name__}: {error}"))
        if "librarian" in self._lookers:
            outside: tuple[Strategy, ...] = ("external research",) if self._web else ()
            return seen._replace(strategies=(*seen.strategies, *outside))
        return seen._replace(strategies=tuple(s for s in seen.strategies if s != "documentation"))

    def investigate(self, chore: Investigate) -> Sequence[EvidenceGathered]:
        running = [_Look(self._lookers, chore, dispatch) for dispatch in chore.dispatches]
        for look in running:
            look.start()
        return [look.finding() for look in running]


class _Look(threading.Thread):
    """One dispatch under way. A daemon, so that a subagent that hangs keeps nobody from leaving."""

    def __init__(
        self, lookers: Mapping[Subagent, Looker], chore: Investigate, dispatch: Dispatch
    ) -> None:
        super().__init__(name=dispatch.id, daemon=True)
        self._lookers, self._chore, self._dispatch = lookers, chore, dispatch
        self._began = time.monotonic()
        self._found: EvidenceGathered | None = None

    def run(self) -> None:
        try:
            looker = self._lookers[self._dispatch.subagent]
            self._found = looker.look(self._chore, self._dispatch, self._time_left)
        except Exception as error:  # noqa: BLE001  whatever goes wrong inside is one failed look
            self._found = _failed(self._dispatch, error, self._spent())

    def finding(self) -> EvidenceGathered:
        """What came of it, waiting no longer than its time and a little grace."""
        self.join(max(0.0, self._time_left()) + _GRACE)
        return self._found or _cancelled(self._dispatch, self._spent())

    def _time_left(self) -> float:
        return self._dispatch.seconds - self._spent()

    def _spent(self) -> float:
        return round(time.monotonic() - self._began, 3)


def _failed(dispatch: Dispatch, error: Exception, spent: float) -> EvidenceGathered:
    """The signature is the kind of error and its first words, so that like failures are alike."""
    signature = f"{type(error).__name__}: {' '.join(redact(str(error)).split())[:80]}"
    limit = f"{dispatch.subagent} ({dispatch.strategy}) failed: {signature}"
    return _nothing(dispatch, spent)._replace(outcome="failed", failure=signature, limits=(limit,))


def _cancelled(dispatch: Dispatch, spent: float) -> EvidenceGathered:
    cut = f"{dispatch.subagent} ({dispatch.strategy}) was cancelled after {dispatch.seconds:g} s"
    return _nothing(dispatch, spent)._replace(outcome="partial", limits=(cut,))


def _nothing(dispatch: Dispatch, spent: float) -> EvidenceGathered:
    return EvidenceGathered(
        strategy=dispatch.strategy,
        evidence=(),
        exhaustion={},
        calls=dispatch.calls,
        seconds=spent,
        dispatch=dispatch.id,
        subagent=dispatch.subagent,
    )
