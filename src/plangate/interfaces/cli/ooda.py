"""`plangate ooda`."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    planner_for,
    settings_for,
    who,
)


@click.command(epilog="Example: plangate ooda k3v9xq2m observe 'fails one run in five on CI'")
@click.argument("session_id", metavar="ID")
@click.argument("turn", type=click.Choice(("observe", "orient", "decide", "act", "promote")))
@click.argument("text")
@db_option
@json_option
def ooda(session_id: str, turn: str, text: str, db: Path | None, as_json: bool) -> int:
    """Record a TURN of the loop ID: observe, orient, decide, act, and round again.

    `promote` leaves the loop: TEXT is what became clear, and a plan is made of it.
    """
    from plangate.app.lookup import find_session
    from plangate.app.loops import promote, take_turn
    from plangate.core.model.nouns import plain
    from plangate.interfaces.cli.plan import show_outcome

    with planner_for(settings_for(None, db)) as planner:
        session = find_session(planner.store, session_id)
        if turn == "promote":
            return show_outcome(promote(planner, session, text, by=who()), as_json)
        turned = take_turn(planner, session, turn, text, by=who())  # type: ignore[arg-type]
        if turned is None:
            return show_outcome(planner.advance(session), as_json)
    if as_json:
        emit_json(
            {
                "schema": "plangate.loop/1",
                "session": turned.session.id,
                "rounds": turned.rounds,
                "rounds_left": turned.rounds_left,
                "next": list(turned.next_turns),
                "turns": [plain(turn_taken) for turn_taken in turned.session.turns],
            }
        )
    else:
        left = f"{turned.rounds_left} round{'' if turned.rounds_left == 1 else 's'} left"
        emit(f"{turn} noted; round {turned.rounds}, {left}; next: {' or '.join(turned.next_turns)}")
    return 0
