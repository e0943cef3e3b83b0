"""A person at a terminal: single keys, a countdown that any key stops, a list to choose from.

Only used when both ends are a terminal; in a pipe nothing here runs.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.printing import has_cursor
from plangate.interfaces.screens.screen import Screen, cells

if TYPE_CHECKING:
    from plangate.app.planner import Advanced, Planner
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.command import Call

#: A key that sends several bytes, or one byte.
_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", re.DOTALL)

#: How often somebody who thinks at the prompt is noted, in seconds.
_MEANWHILE_EVERY = 20.0

#: A terminal of so few lines has none for a title.
_LOW = 12

#: The first line of a screen that is empty from there on.
_HOME = "\033[H\033[J"

#: ASK-11: the command a card ends in, typed where only its last part is asked for.
_COMMAND = re.compile(
    r"(?:plangate\s+)?answer\s+(?P<id>[dD]\d{1,4}|[a-z2-7]{8}-q\d{1,4})\s+(?P<choice>.+)"
)
#: What was meant for the shell.
_OTHER = re.compile(r"\s*(?:\S*/)?plangate\s+[a-z]")
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
        tty.setcbreak(handle, termios.TCSADRAIN)  # what was typed ahead is not thrown away
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def keys_within(seconds: float) -> list[str] | None:
    """The next keys, as the bytes each sends; None when none came in time, none at the end."""
    ready, _, _ = select.select([sys.stdin], [], [], max(0.0, seconds))
    if not ready:
        return None
    return _KEY.findall(os.read(sys.stdin.fileno(), 1024).decode("utf-8", errors="replace"))


def countdown(seconds_left: Callable[[], float], label: str) -> list[str] | None:
    """Show the time left until a key is pressed, and which (CLI-6: it may begin an answer); None
    when there is none left."""
    pressed: list[str] | None = None
    with single_keys():
        while pressed is None and (left := seconds_left()) > 0:
            sys.stdout.write(f"\r\033[K{label} {_time_left(left)}  (any key stops the clock) ")
            sys.stdout.flush()
            pressed = keys_within(min(1.0, left))
    sys.stdout.write("\r\033[K")
    return pressed


def read_line(pressed: Sequence[str], prompt: str, meanwhile: Callable[[], object]) -> str:
    """A line, begun by keys already pressed and read on to its end; `meanwhile` is done now and
    then for as long as nobody types."""
    waiting = list(pressed)
    while waiting and waiting[0] in " \r\n":
        del waiting[0]
    sys.stdout.write(prompt)
    text = ""
    with single_keys():
        while True:
            for key in waiting:
                if key in "\r\n\x04":
                    sys.stdout.write("\n")
                    return text.strip()
                text = _with_key(text, key)
            sys.stdout.flush()
            while (found := keys_within(_MEANWHILE_EVERY)) is None:
                meanwhile()
            waiting = found or ["\n"]  # nothing comes any more


def _with_key(text: str, key: str) -> str:
    """A line one key on, and shown so: erased by Backspace, cleared by Ctrl-U."""
    if key in "\x7f\b\x15":
        gone = len(text) if key == "\x15" else min(1, len(text))
        sys.stdout.write("\b \b" * gone)
        return text[: len(text) - gone]
    if not key.isprintable():
        return text
    sys.stdout.write(key)
    return text + key


def _time_left(left: float) -> str:
    """What is left of a deadline, in hours where it has any."""
    minutes, seconds = divmod(int(left + 0.999), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def choice_of(line: str, question: Question) -> str:
    """What a line answers: the command the card shows may be typed whole, or what stands behind it.

    A command that names another question answers neither.
    """
    command = _COMMAND.fullmatch(line.strip())
    if command is None:
        if is_a_command(line):
            raise BadInput("answer", "that is a command", "an answer; Enter leaves, then type it")
        return line
    named, choice = command["id"], command["choice"]
    if named.casefold() not in (str(question.number).casefold(), str(question.id).casefold()):
        raise BadInput("answer", f"{named} is another question", f"an answer to {question.number}")
    bare = choice.strip()
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"" else bare


def is_a_command(line: str) -> bool:
    """Whether a line was meant for the shell."""
    return _OTHER.match(line) is not None


def approval_prompt(steps: Sequence[str]) -> str:
    """What is typed to approve steps that cannot be undone."""
    return f"Type y or {' '.join(steps)} to approve, Enter leaves it waiting"


def approves(typed: str, steps: Sequence[str]) -> bool:
    """PLAN-6: a yes, or every step by its name."""
    words = typed.replace(",", " ").casefold().split()
    return words in (["y"], ["yes"]) or sorted(words) == sorted(s.casefold() for s in steps)


def ask_on(call: Call, planner: Planner, question: Question) -> Advanced:
    """A question, and then what its answer leads to asking, until the person leaves it."""
    from plangate.core.moves import Ask

    advanced = ask_person(call, planner, question)
    while isinstance(advanced.outcome, Ask):
        following = advanced.outcome.question
        if following.id == call.read_here or following.status != "pending":
            break
        advanced = ask_person(call, planner, following)
    return advanced


def ask_person(call: Call, planner: Planner, question: Question) -> Advanced:
    """Put a question to the person at this terminal, with its clock in view; once they begin to
    type it does not run out on them (ASK-8)."""
    from plangate.app.acts.question_acts import answer, hold, keep_open
    from plangate.interfaces.cli.planner_here import who
    from plangate.interfaces.cli.printing import emit, emit_screen
    from plangate.interfaces.cli.questions.answer import by_number
    from plangate.interfaces.screens.questions import question_card

    by, session, name = who(), str(question.session), str(question.id)
    emit_screen(f"{question_card(question, call.screen, planner.session(session))}\n")
    call.read_here = name
    prompt = f"{_what_answers(question)}; ? says more, h holds, Enter leaves: "
    runs = question.status == "pending" and question.deadline and question.on_timeout != "wait"
    pressed: list[str] | None = []
    with single_keys() if runs else nullcontext():
        if runs and has_cursor():
            pressed = countdown(lambda: _seconds_left(planner, question), "Your answer?")
            if pressed is None or not keep_open(planner, name, surface="cli").is_open:
                return planner.advance(session)
        meanwhile = partial(keep_open, planner, name, surface="cli") if runs else None
        while True:
            reply = _line(prompt, meanwhile, pressed)
            pressed = []
            if reply.lower() in ("", "q", "quit"):
                return planner.advance(session)
            if reply.lower() in ("h", "hold"):
                if planner.session(session).question(name).status == "pending":
                    hold(planner, name, by=by)
                return planner.advance(session)
            if reply == "?":
                whole = call.screen._replace(verbose=True)
                emit_screen(question_card(question, whole, planner.session(session)))
                continue
            try:
                chosen = choice_of(reply, question)
            except BadInput as error:
                emit(str(error))
                continue
            asks = _value_left_open(question, chosen)
            note = _line(f"{asks}? A note; Enter leaves it open: ", meanwhile) if asks else None
            replied = answer(planner, name, chosen, note=note, by=by, surface="cli")
            if replied.advanced is not None:
                return replied.advanced
            emit(by_number(replied))
            if not replied.question.is_open:
                return planner.advance(session)


def _line(
    prompt: str, meanwhile: Callable[[], object] | None, pressed: Sequence[str] | None = ()
) -> str:
    """A line of an answer; where its question's clock runs, it is kept open `meanwhile`."""
    if meanwhile is not None:
        return read_line(pressed or (), prompt, meanwhile)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def _value_left_open(question: Question, reply: str) -> str:
    """ASK-12: the day or the amount that the chosen option does not say, as a note asks for it."""
    from plangate.core.gate.asking.reply_meaning import Chosen, understand
    from plangate.core.words.open_values import asks_for

    meant = understand(reply, question)
    if not isinstance(meant, Chosen):
        return ""
    return asks_for(meant.option.label, meant.option.consequence).capitalize()


def _seconds_left(planner: Planner, question: Question) -> float:
    """Until its deadline as it is now; none when it was settled or held elsewhere."""
    from plangate.core.log.chain import time_of

    now = planner.session(str(question.session)).question(str(question.id))
    if now.status != "pending" or now.deadline is None:
        return 0.0
    return (time_of(now.deadline) - planner.clock.now()).total_seconds()


def _what_answers(question: Question) -> str:
    from plangate.core.words.irreversible import is_one_way

    final = _either(o.key for o in question.options if o.reversibility == "irreversible")
    keys = _either(o.key for o in question.options if o.reversibility != "irreversible")
    if question.kind == "open_ended":  # ASK-1
        return f"Your own words, or {keys}" if keys else "Your own words"
    if is_one_way(question):  # ASK-11
        by_label = f"{final} by its whole label" if final else ""
        return ", or ".join(part for part in (keys, by_label) if part)
    return f"{keys}, or your own words"


def _either(keys: Iterable[str]) -> str:
    *most, last = [*keys] or [""]
    return f"{', '.join(most)} or {last}" if most else last


def choose(
    title: str,
    rows: Sequence[str],
    details: Sequence[Sequence[str]],
    keys: str,
    hint: str,
    place: int = 0,
) -> tuple[str, int]:
    """Let a person pick a row by arrow keys on a screen of its own; what was pressed, and where.

    Below the rows stand the lines about the one under the cursor. `keys` are letters that act on
    that row; Enter is "enter", leaving is "leave". The cursor begins on row `place`.
    """
    with single_keys(), _own_screen():
        while True:
            drawn = "\n".join(_drawn(title, rows, details[place], hint, place))
            sys.stdout.write(f"{_HOME}{drawn} ")
            sys.stdout.flush()
            pressed = keys_within(3600.0) or ["q"]
            for key in pressed:
                move = key if key in keys else _MOVES.get(key)
                if move in ("up", "down"):
                    place = (place + (1 if move == "down" else -1)) % len(rows)
                elif move is not None:
                    return move, place


@contextmanager
def _own_screen() -> Iterator[None]:
    """What is drawn is gone afterwards, and what stood there before is back."""
    sys.stdout.write("\033[?1049h")
    try:
        yield
    finally:
        sys.stdout.write("\033[?1049l")
        sys.stdout.flush()


def _drawn(
    title: str, rows: Sequence[str], detail: Sequence[str], hint: str, place: int
) -> list[str]:
    """As many rows around the cursor as the screen holds beside what is said about its row."""
    columns, lines = get_terminal_size()
    screen = Screen(max(8, columns - 1), breaks=True)
    whole = [rows[place]] if cells(rows[place]) + 2 > screen.width else []
    *about, fate = [screen.wrapped(line, "  ", "    ") for line in (*whole, *detail)]
    below = [*fate, *screen.wrapped(hint)]
    said = [line for wrapped in about for line in wrapped]
    above = screen.some(title, "", "", 2) if lines > _LOW else []
    room = max(1, lines - 1 - len(below) - len(above))
    height = max(1, min(len(rows), room - min(len(said) + 1, room // 2)))
    first = min(max(0, place - height // 2), len(rows) - height)
    window = range(first, first + height)
    marked = [screen.cut(f"{'>' if n == place else ' '} {rows[n]}") for n in window]
    return [*above, *marked, *["", *said][: room - height], *below]
