"""A person at a terminal: single keys, a countdown that any key stops, a list to choose from.

Only used when both ends are a terminal; in a pipe nothing here runs.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plangate.app.planner import Advanced, Planner
    from plangate.core.model import Question

#: What the keys that move send, however the terminal spells them.
_MOVES = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "k": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "j": "down",
    "\r": "enter",
    "\n": "enter",
    "\x1b": "leave",
    "q": "leave",
    "\x04": "leave",
}


@contextmanager
def single_keys() -> Iterator[None]:
    """Keys arrive as they are pressed, unseen; the terminal is put back whatever happens."""
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def key_within(seconds: float) -> str | None:
    """The next key press, as the bytes it sends; None when none came in time, "" at the end."""
    ready, _, _ = select.select([sys.stdin], [], [], max(0.0, seconds))
    if not ready:
        return None
    return os.read(sys.stdin.fileno(), 16).decode("utf-8", errors="replace")


def countdown(seconds_left: Callable[[], float], label: str) -> bool:
    """Show the time left until a key is pressed (True) or there is none left (False)."""
    with single_keys():
        while (left := seconds_left()) > 0:
            minutes, seconds = divmod(int(left + 0.999), 60)
            sys.stdout.write(f"\r\033[K{label} {minutes}:{seconds:02d}  (any key stops the clock) ")
            sys.stdout.flush()
            if key_within(min(1.0, left)) is not None:
                break
        else:
            sys.stdout.write("\r\033[K")
            return False
    sys.stdout.write("\r\033[K")
    return True


def ask_person(planner: Planner, question: Question, *, by: str) -> Advanced:
    """Put a question to the person at this terminal, with its clock in view."""
    from plangate.app.questions import answer, hold, resume
    from plangate.core.record import time_of
    from plangate.interfaces.render import question_card

    session = str(question.session)
    sys.stdout.write(f"{question_card(question)}\n")
    if question.status == "pending" and question.deadline and question.on_timeout != "wait":
        deadline = time_of(question.deadline)

        def seconds_left() -> float:
            return (deadline - planner.clock.now()).total_seconds()

        if not countdown(seconds_left, "Your answer?"):
            return planner.advance(session)
        hold(planner, str(question.id), by=by)
    while True:
        sys.stdout.write("A key, a label or your own words; h keeps it on hold, Enter leaves: ")
        sys.stdout.flush()
        reply = sys.stdin.readline().strip()
        if not reply or reply.lower() in ("h", "hold"):
            after = planner.session(session).question(str(question.id))
            if not reply and after.status == "held":
                resume(planner, str(question.id), by=by)
            elif reply and after.status == "pending":
                hold(planner, str(question.id), by=by)
            return planner.advance(session)
        replied = answer(planner, str(question.id), reply, by=by, surface="cli")
        if replied.advanced is not None:
            return replied.advanced
        sys.stdout.write(f"{replied.message}\n")
        if not replied.question.is_open:
            return planner.advance(session)


def choose(rows: Sequence[str], keys: str, hint: str) -> tuple[str, int]:
    """Let a person pick a row by arrow keys; what was pressed, and on which row.

    `keys` are letters that act on the row under the cursor; Enter is "enter", leaving is "leave".
    """
    place = 0
    with single_keys():
        while True:
            for number, row in enumerate(rows):
                mark = ">" if number == place else " "
                sys.stdout.write(f"\033[K{mark} {row}\n")
            sys.stdout.write(f"\033[K{hint}")
            sys.stdout.flush()
            pressed = key_within(3600.0) or ""
            sys.stdout.write(f"\r\033[{len(rows)}A")
            move = _MOVES.get(pressed)
            if move in ("up", "down"):
                place = (place + (1 if move == "down" else -1)) % len(rows)
            elif pressed in keys and pressed:
                return _left(rows, pressed, place)
            elif move is not None or not pressed:
                return _left(rows, move or "leave", place)


def _left(rows: Sequence[str], what: str, place: int) -> tuple[str, int]:
    """Step below the list, so that what is printed next does not overwrite it."""
    sys.stdout.write("\n" * (len(rows) + 1))
    return what, place
