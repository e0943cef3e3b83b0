"""What the dial of a workspace would have changed over the last month, from its log (PREF-3)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from plangate.app.planner import Planner
from plangate.core.events.decision_events import GateDecided
from plangate.core.gate.dials import Turned, turned
from plangate.core.log.chain import moment
from plangate.core.log.tables import Query
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import Dial
from plangate.core.model.places import Here

MONTH = timedelta(days=30)


def last_month(planner: Planner, here: Here) -> dict[Dial, Turned]:
    """What each position would have asked more and less; what cannot be read is passed over."""
    since = moment(planner.clock.now() - MONTH)
    rows = planner.store.rows(
        Query("plan_sessions", places=here.places, from_on=("created_at", since))
    )
    calls: list[GateDecided] = []
    for row in rows:
        with suppress(StoreDamaged):
            calls += planner.session(row["plan_session_id"]).gate_calls
    return turned(calls)
