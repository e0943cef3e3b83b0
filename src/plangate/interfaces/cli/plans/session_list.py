"""`plangate sessions`."""

from __future__ import annotations

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import emit, emit_json, emit_screen, tell_unreadable
from plangate.interfaces.cli.shared_options import workspace_option

_COLUMNS = (
    "plan_session_id",
    "workspace",
    "goal",
    "state",
    "intake",
    "stop_reason",
    "ending",
    "plan_version",
    "created_at",
    "updated_at",
)


@command(reads=True, epilog="Example: plangate sessions --limit 5")
@workspace_option("Only sessions about this directory.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=20, help="At most this many.")
def sessions(call: Call, limit: int) -> int:
    """Recent sessions, the latest first, and where each stands.

    An unfinished one was interrupted, or is being planned right now: `plangate resume ID` goes on
    with it.
    """
    from plangate.app.log.audits import quarantined
    from plangate.core.log.tables import Query
    from plangate.interfaces.screens.screen import PIPE
    from plangate.interfaces.screens.sessions import session_lines

    with call.up_to_date_store() as (store, unreadable, _):
        held = quarantined(store)
        rows = store.rows(
            Query(
                "plan_sessions",
                places=call.places(store),
                order=("updated_at",),
                descending=True,
                limit=limit,
            )
        )
        screen = PIPE if call.as_json else call.screen_over(store)
    if call.as_json:
        found = [
            {("session" if c == "plan_session_id" else c): row[c] for c in _COLUMNS} for row in rows
        ]
        more = {"unreadable": list(unreadable), "quarantined": held}
        named = {name: value for name, value in more.items() if value}
        emit_json({"schema": "plangate.sessions/1", "sessions": found, **named})
        return 0
    if not rows:
        emit("No session yet. Begin one: plangate plan 'what you want done' --workspace DIR")
    else:
        emit_screen("\n".join(session_lines(screen, rows)))
    tell_unreadable(unreadable)
    for name in held:
        emit(f"session {name} is in quarantine; `plangate doctor` says why")
    return 0
