"""What a person set about their attention (ATT-1), in the person's own stream."""

from __future__ import annotations

from datetime import timedelta

from plangate.app.planner import Planner
from plangate.core.errors import Conflict, StoreBusy
from plangate.core.events import FocusSet
from plangate.core.model import Focus
from plangate.core.projection import person_rows
from plangate.core.record import PERSON, moment, seal_all


def set_focus(planner: Planner, focus: Focus, lasting: timedelta | None, *, by: str) -> str | None:
    """Set the focus depth, for a while or until it is set again; when it ends."""
    for _ in range(100):
        now = planner.clock.now()
        until = moment(now + lasting) if lasting is not None else None
        before = list(planner.store.read(PERSON))
        after = before[-1] if before else None
        added = seal_all(PERSON, after, (FocusSet(focus, until, by),), now)
        try:
            planner.store.append(added, person_rows([*before, *added]))
        except Conflict:
            continue
        return until
    raise StoreBusy("the focus is being set by others all the time; try again")
