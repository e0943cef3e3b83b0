"""`plangate ooda`."""

from __future__ import annotations

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import emit, emit_json, emit_screen
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option
from plangate.language.tokens import counted

_TURNS = ("observe", "orient", "decide", "act", "promote")


@command(epilog="Example: plangate ooda observe 'fails one run in five on CI'")
@click.argument("words", metavar="[ID] TURN TEXT", nargs=-1, required=True)
@workspace_option("Where the loop is looked for (default: here).")
@verbose_option
def ooda(call: Call, words: tuple[str, ...]) -> int:
    """Record a TURN of the loop ID: observe, orient, decide, act, then observe again.

    `promote` leaves the loop: TEXT is what became clear, and a plan is made of it.
    """
    from plangate.app.acts.plans.loops import promote, take_turn
    from plangate.app.naming.lookup import find_session
    from plangate.core.model.nouns import plain
    from plangate.interfaces.screens.session_states import next_turn

    named, turn, text = _read(words)
    with call.planner() as planner:
        session = find_session(planner.store, call.near(planner.store).session(named))
        if turn == "promote":
            return call.show_outcome(promote(planner, session, text, by=who()))
        turned = take_turn(planner, session, turn, text, by=who())  # type: ignore[arg-type]
        if turned is None:
            return call.show_outcome(planner.advance(session))
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
        left = f"{counted(turned.rounds_left, 'round')} left"
        emit(f"{turn} noted; round {turned.rounds}, {left}")
        screen = call.screen
        of = f"{named} " if named else ""
        told = f"Clear enough? plangate ooda {of}promote 'what became clear'"
        emit_screen("\n".join([*screen.wrapped(told), f"Next: {next_turn(turned.session, of)}"]))
    return 0


def _read(words: tuple[str, ...]) -> tuple[str | None, str, str]:
    """The session, which may be left out, the turn and what it says."""
    named, rest = (None, words) if len(words) == 2 else (words[0], words[1:])
    if len(rest) != 2:
        problem = f"{counted(len(words), 'word')} given, where it takes two or three"
        raise BadInput("TEXT", problem, "[ID] TURN 'what it says'")
    if rest[0] not in _TURNS:
        raise BadInput("TURN", f"{rest[0][:40]!r} is not a turn", ", ".join(_TURNS))
    return named, rest[0], rest[1]
