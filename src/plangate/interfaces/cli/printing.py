"""One way to print: harmless to a terminal, no wider than it, and on stderr what went wrong."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

from plangate.core.model.records import Fields
from plangate.interfaces.cli.own_name import as_called

if TYPE_CHECKING:
    from plangate.interfaces.screens.screen import Screen


def emit(text: str) -> None:
    """Write to stdout, with exactly one newline at the end and nothing a terminal would obey; at a
    terminal no line is wider than it."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stdout.write(at_words(shown(text if text.endswith("\n") else f"{text}\n"), sys.stdout))


def emit_screen(text: str) -> None:
    """The same with our own colours left in, and no others, where there are any (CLI-5)."""
    from plangate.interfaces.screens.screen import PLAIN, STYLES
    from plangate.interfaces.text import shown

    if not has_colour():
        emit(text)
        return
    pieces = re.split(f"({'|'.join(map(re.escape, (PLAIN, *STYLES.values())))})", text)
    told = "".join(piece if place % 2 else shown(piece) for place, piece in enumerate(pieces))
    _clear_progress()
    sys.stdout.write(at_words(told if told.endswith("\n") else f"{told}\n", sys.stdout))


def has_colour() -> bool:
    """Whether stdout is a terminal that shows colours, and nobody minds."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and has_cursor()


def has_cursor() -> bool:
    """Whether a terminal is one that lets a line be written again."""
    return os.environ.get("TERM", "dumb") != "dumb"


def screen_for(
    here: str | None = None, asked: frozenset[str] = frozenset(), *, verbose: bool = False
) -> Screen:
    """The screen at this stdout; `here` and `asked` are what needs no id."""
    from datetime import datetime

    from plangate.interfaces.screens.screen import Screen

    now = datetime.now().astimezone()
    if not sys.stdout.isatty():
        return Screen(verbose=verbose, now=now, here=here, asked=asked, spelled=as_called)
    from shutil import get_terminal_size

    width = min(88, max(20, get_terminal_size().columns))
    return Screen(width, has_colour(), True, verbose, now, here, asked, as_called)


def emit_file(text: str) -> None:
    """Write a file's text: as it is into a pipe or file, harmless onto a terminal."""
    if sys.stdout.isatty():
        emit_document(text.removesuffix("\n"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))


def emit_json(document: Fields) -> None:
    from plangate.interfaces.text import json_text

    emit_document(json_text(document))


def emit_document(text: str) -> None:
    """What is copied or read by a program stays as it is: nothing wraps, and what is escaped in a
    JSON document stands in strings only."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stdout.write(f"{shown(text)}\n")


def at_words(text: str, stream: TextIO) -> str:
    """A text with our commands as they are typed here; at a terminal its long lines are broken at
    words."""
    text = as_called(text)
    if not stream.isatty():
        return text
    from shutil import get_terminal_size

    from plangate.interfaces.screens.screen import Screen

    return Screen(max(20, get_terminal_size().columns), breaks=True).folded(text)


def complain(text: str) -> None:
    """Say on stderr why nothing came of it."""
    from plangate.interfaces.text import shown

    _clear_progress()
    sys.stderr.write(at_words(shown(" ".join(text.split())) + "\n", sys.stderr))


def tell_unreadable(names: Iterable[str]) -> None:
    """REC-9: one line for each session that cannot be read; the list goes on without it."""
    for name in dict.fromkeys(names):
        emit(f"session {name} cannot be read; `plangate doctor` says where and what to do")


class _Progress:
    """Whether a line of progress stands where the next text is to be written."""

    is_shown = False


def progress_line() -> Callable[[str], None]:
    if not sys.stderr.isatty() or not has_cursor():
        return lambda _line: None

    def show(line: str) -> None:
        from shutil import get_terminal_size

        from plangate.interfaces.screens.screen import Screen

        told = Screen(max(20, get_terminal_size().columns) - 1).fit(line, "· ", "…")
        sys.stderr.write(f"\r\033[K{told}\r")
        sys.stderr.flush()
        _Progress.is_shown = True

    return show


def _clear_progress() -> None:
    if _Progress.is_shown:
        _Progress.is_shown = False
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
