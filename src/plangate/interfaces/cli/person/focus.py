"""`plangate focus`."""

from __future__ import annotations

import click

from plangate.core.gate.asking.attention import read_duration
from plangate.core.model.nouns import FOCI
from plangate.core.model.policy.gate_numbers import ATTENTION_STEP
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import emit, emit_json


@command(epilog="Example: plangate focus deep --for 2h")
@click.argument("depth", required=False, type=click.Choice(FOCI))
@click.option(
    "--for", "length", help="How long: 45m, 2h, 1h30m, 2d (default: until you change it)."
)
def focus(call: Call, depth: str | None, length: str | None) -> int:
    """Say how much you may be interrupted, or see what you said.

    Under `deep` nothing asks: the most conservative reading is taken and the question is deferred.
    """
    from plangate.app.acts.personal import set_focus
    from plangate.core.log.tables import Query

    lasting = read_duration(length, "--for") if length is not None else None
    with call.planner() as planner:
        until = None
        if depth is not None:
            until = set_focus(planner, depth, lasting, by=who())  # type: ignore[arg-type]
        now = planner.outside.focus()
        level = planner.outside.interrupt_ewma()
        if depth is None:
            until = planner.outside.focus_until()
        put_off = planner.store.rows(Query("deferrals", equals={"status": "open"}, order=("id",)))
    waiting = sorted({row["session"] for row in put_off}) if now != "deep" else []
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.focus/1",
                "focus": now,
                "until": until,
                "interrupt_ewma": level,
                "put_off": waiting,
            }
        )
    else:
        ending = f", over {call.screen.when(until)}" if until else ""
        emit(f"Focus: {now}{ending}. {_asked_lately(level)}")
        for session in waiting:
            # ATT-3: the end of focus is a checkpoint; what was put off is offered again.
            emit(f"A question was put off: plangate resume {session}")
    return 0


def _asked_lately(level: float) -> str:
    """ATT-2 in words: each question counts, and half of it is forgotten in half an hour."""
    if level < ATTENTION_STEP / 2:
        return "You were not asked lately."
    return f"You were asked{' a lot' if level > ATTENTION_STEP else ''} lately."
