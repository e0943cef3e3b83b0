"""What a screen is: how wide, with which colours, at what time, and which names are short (CLI-5).

Nothing here prints. Colour only repeats what the words say, so that a pipe, a screen reader and a
terminal without it lose nothing.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from plangate.interfaces.text import clock, shown
from plangate.language.tokens import counted

Style = Literal["strong", "final", "assumed", "good", "dim"]
#: CLI-5: irreversible red, assumed yellow, recommended green, evidence dim.
STYLES: dict[Style, str] = {
    "strong": "\033[1m",
    "final": "\033[1;31m",
    "assumed": "\033[33m",
    "good": "\033[32m",
    "dim": "\033[2m",
}
PLAIN = "\033[0m"
#: Below this many columns a text gets one more line.
_NARROW = 70
_PAINT = re.compile("|".join(map(re.escape, (PLAIN, *STYLES.values()))))
_WORD = re.compile(r"`[^`]{1,60}`\S*|\S+")


class Screen(NamedTuple):
    """Where a text is read, and how much of it is wanted."""

    width: int = 88
    colour: bool = False
    #: Words longer than a line are broken: at a terminal, where they would be anyway.
    breaks: bool = False
    #: The whole report is wanted.
    verbose: bool = False
    now: datetime | None = None
    #: CLI-6: the session whose tasks and entries, and the questions whose number, need no id here.
    here: str | None = None
    asked: frozenset[str] = frozenset()
    #: Our commands in a text as they can be typed here; without it they are as they are written.
    spelled: Callable[[str], str] | None = None

    def paint(self, style: Style, text: str) -> str:
        return f"{STYLES[style]}{text}{PLAIN}" if self.colour and text else text

    def wrapped(self, text: str, indent: str = "", hanging: str | None = None) -> list[str]:
        """Somebody's text in lines no wider than the screen; what stands in `…` stays together."""
        lines: list[str] = []
        start, line = indent, ""
        told = " ".join(text.split())
        for word in _WORD.findall(shown(self.spelled(told) if self.spelled else told)):
            longer = f"{line} {word}" if line else word
            if line and cells(start) + cells(longer) > self.width:
                lines.append(start + line)
                start, longer = indent if hanging is None else hanging, word
            line = longer
            while self.breaks and cells(start) + cells(line) > self.width > cells(start) + 2:
                room = self.width - cells(start)
                head = _head(line, room)
                lines.append(start + head)
                start, line = indent if hanging is None else hanging, line[len(head) :]
        return [*lines, start + line] if line else lines

    def folded(self, text: str) -> str:
        """Lines that are wider than a terminal broken at words, each under its own beginning."""
        if not self.breaks:
            return text
        lines: list[str] = []
        for line in text.split("\n"):
            indent = line[: len(line) - len(line.lstrip())]
            fits = cells(plain(line)) <= self.width
            lines += [line] if fits else self.wrapped(plain(line), indent, f"{indent}  ")
        return "\n".join(lines)

    def block(
        self, style: Style, text: str, indent: str = "", hanging: str | None = None
    ) -> list[str]:
        """The same, painted line by line."""
        return [self.paint(style, line) for line in self.wrapped(text, indent, hanging)]

    def some(self, text: str, indent: str = "", hanging: str = "", most: int = 2) -> list[str]:
        """The same in a few lines; where there is more, the last one says so."""
        lines = self.wrapped(text, indent, hanging)
        most += self.width < _NARROW
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        room = self.width - 2
        return [*lines[: most - 1], f"{_head(last, room).rstrip()} …"]

    def marked(self, lines: list[str], marks: Sequence[str], hanging: str) -> list[str]:
        """Marks in brackets behind the last line, or below it where they do not fit."""
        if not marks:
            return lines
        *most, last = lines or [""]
        together = f"[{', '.join(marks)}]"
        if cells(plain(last)) + cells(plain(together)) + 2 <= self.width:
            return [*most, f"{last}  {together}"]
        if cells(hanging) + cells(plain(together)) <= self.width:
            return [*lines, f"{hanging}{together}"]
        return [*lines, *(f"{hanging}[{mark}]" for mark in marks)]

    def fit(self, text: str, before: str = "", after: str = "") -> str:
        """One line of somebody's text, cut where the screen ends."""
        line = shown(" ".join(text.split()))
        if self.width - cells(before) - cells(after) < 8:
            after = ""  # on so narrow a screen the text itself comes first
        room = max(8, self.width - cells(before) - cells(after))
        return f"{before}{self._replace(width=room).cut(line)}{after}"

    def cut(self, line: str) -> str:
        """A line as it is, or as much of it as the screen is wide."""
        if cells(line) <= self.width:
            return line
        return f"{_head(line, self.width - 1).rstrip()}…"

    def when(self, stamp: str) -> str:
        """A stored time as people say it: relative and local, “in 5 minutes (05:24)”."""
        from plangate.core.log.chain import time_of

        if self.now is None:
            return clock(stamp)
        then = time_of(stamp).astimezone(self.now.tzinfo)
        return f"{distance((then - self.now).total_seconds())} ({_on_the_clock(then, self.now)})"

    # --- CLI-6: names that can be typed here ------------------------------------------------------

    def of(self, session: str | None) -> str:
        """What stands before a task; nothing when this session is meant anyway."""
        return "" if session == self.here else f"{session} "

    def entry(self, name: str | None, session: str | None) -> str:
        """A ledger entry or deferral by the name that can be typed here."""
        whole = str(name)
        return whole.removeprefix(f"{session}-") if session == self.here else whole


def heading(screen: Screen, told: str, where: str, style: Style = "strong") -> list[str]:
    """A goal in a line or two, and behind or below it where it is from."""
    lines = placed(screen, screen.some(told, "", "  "), where)
    return [screen.paint(style, line) for line in lines]


def placed(screen: Screen, lines: list[str], where: str) -> list[str]:
    """Where something is from behind the last line about it, or below."""
    if lines and cells(lines[-1]) + cells(where) + 2 <= screen.width:
        return [*lines[:-1], f"{lines[-1]}  {where}"]
    return [*lines, *screen.wrapped(where, "  ")]


#: Where nobody said how it is read.
PIPE = Screen()


def plain(text: str) -> str:
    """The same words without our colours."""
    if "\033" not in text:
        return text
    return _PAINT.sub("", text)


def cells(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    if "\U0001f000" <= character <= "\U0001faff":  # emoji, also those younger than this Python
        return 2
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _head(text: str, room: int) -> str:
    """As much of the beginning as the room holds."""
    taken = 0
    for place, character in enumerate(text):
        taken += _columns(character)
        if taken > room:
            return text[:place]
    return text


def distance(seconds: float) -> str:
    """How far away a moment is, by its largest unit: `in 3 hours`."""
    minutes = round(abs(seconds) / 60)
    if minutes < 1:
        return "in less than a minute" if seconds > 0 else "just now"
    if minutes < 90:
        count, unit = minutes, "minute"
    elif minutes < 36 * 60:
        count, unit = round(minutes / 60), "hour"
    else:
        count, unit = round(minutes / 1440), "day"
    told = counted(count, unit)
    return f"in {told}" if seconds > 0 else f"{told} ago"


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def _on_the_clock(then: datetime, now: datetime) -> str:
    time = f"{then.hour:02d}:{then.minute:02d}"
    if then.date() == now.date():
        return time
    year = f" {then.year}" if then.year != now.year else ""
    return f"{_DAYS[then.weekday()]} {then.day} {_MONTHS[then.month - 1]}{year}, {time}"


def short(text: str, longest: int = 70) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def project(workspace: str) -> str:
    """What a workspace is called on a screen: the name of its folder."""
    name = workspace.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return shown(name or workspace)
