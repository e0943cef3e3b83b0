"""`plangate ooda`."""

from __future__ import annotations

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    emit,
    emit_json,
    who,
)


@command(epilog="Example: plangate ooda k3v9xq2m observe 'fails one run in five on CI'")
@click.argument("session_id", metavar="ID")
@click.argument("turn", type=click.Choice(("observe", "orient", "decide", "act", "promote")))
@click.argument("text")
def ooda(call: Call, session_id: str, turn: str, text: str) -> int:
    """Record a TURN of the loop ID: observe, orient, decide, act, and round again.

    `promote` leaves the loop: TEXT is what became clear, and a plan is made of it.
    """
    from plangate.app.lookup import find_session
    from plangate.app.loops import promote, take_turn
    from plangate.core.model.nouns import plain
    from plangate.interfaces.cli.plan import show_outcome

    with call.planner() as planner:
        session = find_session(planner.store, session_id)
        if turn == "promote":
            return show_outcome(promote(planner, session, text, by=who()), call.as_json)
        turned = take_turn(planner, session, turn, text, by=who())  # type: ignore[arg-type]
        if turned is None:
            return show_outcome(planner.advance(session), call.as_json)
    if call.as_json:
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
