"""A session opens a scope about the options its goal enumerates (PLAN-9, SPLIT-10).

The scope is named after its session, so that whoever does this a second time, after a kill or at
the same time, finds the one that is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plangate.core.audit.projection import scope_rows
from plangate.core.events import event as e
from plangate.core.log.chain import SCOPE_PREFIX, seal_all
from plangate.core.model.errors import Conflict, StoreBusy
from plangate.core.moves import OpenScope
from plangate.core.scopes.scope_log import fold_chain
from plangate.core.scopes.scope_plan import why_it_waits

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.core.log.session import Session

_TRIES = 1_000


def open_scope(planner: Planner, session: Session, move: OpenScope) -> e.ScopeOpened:
    """Begin the scope of a session, or find it begun."""
    name = f"{SCOPE_PREFIX}{session.id}"
    here = planner.outside.here(session)
    for _ in range(_TRIES):
        if entries := planner.store.read(name):
            return e.ScopeOpened(name, fold_chain(entries).parent, move.stem)
        parent = f"D{planner.outside.next_number(here)}"
        workspace, waits = session.begun.workspace, why_it_waits(session, planner.outside.focus())
        started = e.ScopeStarted(
            move.decision, workspace, parent, session.begun.by, session.id, waits, here.place, True
        )
        entries = seal_all(name, None, (started,), planner.clock.now())
        try:
            planner.store.append(entries, scope_rows(name, entries))
        except Conflict:
            continue
    raise StoreBusy("decisions keep being numbered by other processes; try again")
