"""Times and small numbers as people say them, in the time zone of the machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePath

from plangate.core.guard.redaction import redact
from plangate.core.log.chain import time_of
from plangate.core.model.nouns import Answer
from plangate.interfaces.screens.screen import distance

_RULE = re.compile(r"^[A-Z]+-[0-9]+: ")
#: ASK-12: how an answer came to be, and where it was given.
_HOW: Mapping[str, str] = {
    "choice": "chosen by {}",
    "custom": "in the words of {}",
    "default": "taken by {} as the default",
    "timeout": "assumed, because nobody answered in time",
    "preference": "by a preference of {}",
    "relayed": "passed on by {}",
    "joined": "answered by {} for another goal",
}
_WHERE: Mapping[str, str] = {
    "cli": " at a terminal",
    "terminal": " at a terminal",
    "web": " on the page",
    "mcp": " in a coding agent's form",
    "form": " in a form",
    "token": " with a right that was handed on",
}


def when(stamp: str | None, now: datetime) -> str:
    """`in 3 hours (18:40)`, `2 days ago (Tue 09:14)`."""
    if not stamp:
        return ""
    away = time_of(stamp) - now
    return f"{distance(away.total_seconds())} ({clock(stamp, now)})"


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


def given(answer: Answer) -> str:
    """Who gave an answer, how and where: `chosen by ana on the page`."""
    how = _HOW.get(answer.provenance, f"{answer.provenance} of {{}}").format(answer.by)
    return how if answer.provenance == "timeout" else how + _WHERE.get(answer.surface or "", "")


def topic(name: str | None) -> str:
    """A kind of question as words: `rate-limit-store` is `rate limit store`."""
    return (name or "").replace("-", " ").replace("_", " ")


def seconds(number: float) -> str:
    """A length of time for people: `40 s`, `12 min`, `3.5 h`."""
    if number < 90:
        return f"{number:.0f} s"
    if number < 5_400:
        return f"{number / 60:.0f} min"
    if number < 172_800:
        return f"{number / 3_600:.1f} h"
    return f"{number / 86_400:.1f} days"


def refusal(error: Exception) -> str:
    """Why something was not done, without secrets and without the rule's name."""
    return _RULE.sub("", redact(str(error)))


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
