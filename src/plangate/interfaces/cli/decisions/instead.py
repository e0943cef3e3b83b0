"""`plangate wrong a1` alone: what may hold instead is asked, never guessed (CLI-6, ASM-3)."""

from __future__ import annotations

import sys
from string import ascii_lowercase
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput
from plangate.core.words.irreversible import cannot_be_undone
from plangate.interfaces.cli.planner_here import at_a_terminal
from plangate.interfaces.cli.printing import emit, emit_screen
from plangate.interfaces.cli.terminal import is_a_command

if TYPE_CHECKING:
    from plangate.app.acts.ledger_acts import Instead
    from plangate.interfaces.cli.command import Call

_WORDS = "your own words"
_LEAVES = ("", "q", "quit")


def chosen_instead(call: Call, instead: Instead) -> str | None:
    """What a person at a terminal says holds instead, None when they leave it; without one the
    options are told in one line."""
    if call.as_json or not at_a_terminal():
        labels = [f"“{reading.label}”" for reading in instead.readings]
        told = " or ".join([", ".join(labels)] * bool(labels) + [_WORDS] * instead.own_words)
        raise BadInput("CHOICE", f"is needed: what holds instead of {instead.entry.id}", told)
    emit_screen("\n".join(_lines(call, instead)))
    keys = dict(zip(ascii_lowercase, instead.readings, strict=False))
    accepted = [", ".join(keys)] * bool(keys) + [_WORDS] * instead.own_words
    while True:
        sys.stdout.write(f"{', or '.join(accepted)}; Enter leaves: ")
        sys.stdout.flush()
        reply = sys.stdin.readline().strip()
        if reply.lower() in _LEAVES:
            return None
        if is_a_command(reply):
            emit("That is a command: Enter leaves, then type it.")
            continue
        if len(reply) != 1:
            return reply
        reading = keys.get(reply.lower())
        if reading is not None and not cannot_be_undone(reading):
            return reading.label
        if reading is not None:  # ASK-11
            emit(f"It cannot be undone: type “{reading.label}” in full.")


def _lines(call: Call, instead: Instead) -> list[str]:
    entry, screen = instead.entry, call.screen
    lines = screen.wrapped(
        f"{screen.entry(entry.id, entry.session)} says: {entry.decision}. What holds instead?"
    )
    for key, reading in zip(ascii_lowercase, instead.readings, strict=False):
        marks = ["cannot be undone"] * cannot_be_undone(reading)
        lines += screen.marked(screen.wrapped(reading.label, f"  {key}) ", "     "), marks, "     ")
    return lines
