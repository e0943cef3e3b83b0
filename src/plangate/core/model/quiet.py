"""Quiet hours: a span of every day in which nobody is disturbed, by the person's own clock.

No message goes out in them (NOTE-1), and a deadline does not run (ASK-8).
"""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple

from plangate.core.model.errors import BadInput
from plangate.language.patterns import lazy

_SPAN = lazy(r"([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)


class QuietHours(NamedTuple):
    """From when until when, over midnight if it has to be."""

    begin: time
    end: time

    def cover(self, local: datetime) -> bool:
        """Whether it is quiet at this moment."""
        now = local.time()
        if self.begin < self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end

    def seconds_ahead(self, local: datetime, seconds: float) -> int:
        """How much longer a deadline so many seconds away is when it does not run meanwhile."""
        left, now = seconds, local
        while left > 0:
            if self.cover(now):
                now = self._next(now, self.end)
                continue
            begins = self._next(now, self.begin)
            awake = min(left, (begins - now).total_seconds())
            left -= awake
            now += timedelta(seconds=awake)
        return round((now - local).total_seconds() - seconds)

    @staticmethod
    def _next(now: datetime, at: time) -> datetime:
        there = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
        return there if there > now else there + timedelta(days=1)


def read_quiet_hours(text: str) -> QuietHours | None:
    """`22:00-07:00`; nothing for an empty text."""
    if not text.strip():
        return None
    found = _SPAN.fullmatch(text.strip())
    if found is None or found.groups()[:2] == found.groups()[2:]:
        raise BadInput("quiet_hours", f"{text[:40]!r} is not a span of a day", "22:00-07:00")
    return QuietHours(time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4])))
