"""Times and small numbers as people say them, in the time zone of the machine."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import PurePath

from plangate.core.log.chain import time_of

_STEPS = (
    (timedelta(days=1), "day"),
    (timedelta(hours=1), "hour"),
    (timedelta(minutes=1), "minute"),
)


def count(number: int, noun: str, many: str = "") -> str:
    """`1 task`, `3 tasks`."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def span(length: timedelta) -> str:
    """How long, by its largest unit: `3 hours`."""
    for step, noun in _STEPS:
        if length >= step:
            return count(int(length / step), noun)
    return "a moment" if length < timedelta(seconds=10) else f"{int(length.total_seconds())} s"


def when(stamp: str | None, now: datetime) -> str:
    """`in 3 hours (18:40)`, `2 days ago (Tue 09:14)`."""
    if not stamp:
        return ""
    at = time_of(stamp)
    away = at - now
    words = f"in {span(away)}" if away > timedelta(0) else f"{span(-away)} ago"
    if abs(away) < timedelta(minutes=1):
        words = "now"
    return f"{words} ({clock(stamp, now)})"


def clock(stamp: str, now: datetime) -> str:
    """The time of day, with the day when it is another one."""
    at, today = time_of(stamp).astimezone(), now.astimezone()
    days = (at.date() - today.date()).days
    hour = f"{at:%H:%M}"
    if days == 0:
        return hour
    if days in (1, -1):
        return f"{'tomorrow' if days == 1 else 'yesterday'} {hour}"
    if abs(days) < 7:
        return f"{at:%a} {hour}"
    return f"{at.day} {at:%b %Y} {hour}"


def seconds(number: float) -> str:
    """A length of time for people: `40 s`, `12 min`, `3.5 h`."""
    if number < 90:
        return f"{number:.0f} s"
    if number < 5_400:
        return f"{number / 60:.0f} min"
    if number < 172_800:
        return f"{number / 3_600:.1f} h"
    return f"{number / 86_400:.1f} days"


def project(workspace: str) -> str:
    """The short name of a workspace: its folder's."""
    return PurePath(workspace).name or workspace


def short(text: str, most: int = 90) -> str:
    """A text in one line, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1].rsplit(" ", 1)[0] if " " in line[: most - 1] else line[: most - 1]
    return f"{cut}…"
