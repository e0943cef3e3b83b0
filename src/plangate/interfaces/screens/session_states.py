"""One word for each place a session can stand at, on every screen (CLI-7).

Documents for programs carry the names of INT-8 and STOP-4; this is the one table that says what
they are called in front of a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from plangate.core.model.records import Fields

#: INT-8's states, where the ending says no more than they do.
STATES: Mapping[str, str] = {
    "planning": "unfinished",
    "awaiting_clarification": "waits for you",
    "held": "on hold",
    "planning_complete": "planned",
    "executing": "under way",
    "stopped": "stopped",
    "erased": "erased",
}
#: STOP-4's endings, where they say more than the state.
ENDINGS: Mapping[str, str] = {
    "proceed": "go ahead",
    "loop": "to find out",
    "listed": "to check",
    "parked": "waits for you",
    "not_understood": "not understood",
    "thin": "refused",
    "quality": "refused",
    "refused": "waits for you",
    "exhausted": "budget spent",
    "stagnation": "nothing new",
}


def standing_word(row: Fields) -> str:
    """Where a session stands, by its row; REC-9: one that neither ended nor waits is unfinished."""
    state, ending = str(row["state"]), str(row["ending"] or "")
    if state in ("planning_complete", "stopped") and ending in ENDINGS:
        return ENDINGS[ending]
    return STATES.get(state, state)
