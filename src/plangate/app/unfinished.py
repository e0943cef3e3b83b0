"""One unfinished session for one goal (MCP-3): whoever asks for it again goes on with it.

An agent whose call was cut off asks again, and two agents may ask at once. A second session would
find the first one's question open and assume what the person is just being asked.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

from plangate.app.planner import HOST, Planner, Wish
from plangate.core.errors import Conflict, StoreDamaged
from plangate.core.redaction import redact
from plangate.core.tables import Query

_UNFINISHED = ("planning", "awaiting_clarification", "held")
_TRIES = 5


def begin_or_go_on(planner: Planner, goal: str, workspace: str, wish: Wish) -> tuple[str, bool]:
    """The session of a goal, and whether it was there before, whoever began it."""
    about = Query(
        "plan_sessions",
        equals={"workspace": workspace, "goal": redact(goal.strip())},
        order=("updated_at",),
        descending=True,
    )
    for _ in range(_TRIES):
        rows = planner.store.rows(about)
        if (name := _unfinished(planner, rows, wish)) is not None:
            return name, True
        # Whoever begins at the same time has counted the same and wants the same id: one gets it.
        wanted = _id_of(workspace, goal, wish, len(rows))
        try:
            return planner.begin(goal, workspace, wish, wanted), False
        except Conflict:
            continue
    return planner.begin(goal, workspace, wish), False


def _unfinished(planner: Planner, rows: Sequence[dict[str, Any]], wish: Wish) -> str | None:
    for row in rows:
        if row["state"] in _UNFINISHED:
            try:
                session = planner.session(row["plan_session_id"])
            except StoreDamaged:  # REC-9: what cannot be read stops nothing else
                continue
            if (session.begun.proposer == HOST) == (wish.proposer == HOST):
                return session.id
    return None


def _id_of(workspace: str, goal: str, wish: Wish, number: int) -> str:
    """As short as any other session's id."""
    about = "\0".join((workspace, goal.strip(), wish.proposer, str(number)))
    return base64.b32encode(hashlib.sha256(about.encode()).digest()[:5]).decode().lower()
