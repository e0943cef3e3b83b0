"""How much of a person's attention is to be had (ATT-1, ATT-2), from what was recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from plangate.core.model.errors import BadInput
from plangate.core.model.policy.gate_numbers import ATTENTION_STEP

HALF_LIFE = timedelta(minutes=30)

#: After this long a question weighs less than one in two to the forty-eighth.
FORGOTTEN_AFTER = timedelta(hours=24)


def interrupt_ewma(shown_at: Iterable[datetime], now: datetime) -> float:
    """ATT-2: halves every 30 minutes; each question shown moves it 0.4 of the way to 1."""
    level = 0.0
    last: datetime | None = None
    for moment in sorted(shown_at):
        if moment > now:
            break
        level = _decayed(level, last, moment)
        level += (1.0 - level) * ATTENTION_STEP
        last = moment
    # Many questions in one instant round up to 1.0; the level stays below it by definition.
    return min(_decayed(level, last, now), 1.0 - 1e-12)


def _decayed(level: float, since: datetime | None, now: datetime) -> float:
    if since is None:
        return level
    return level * math.exp2(-((now - since) / HALF_LIFE))


_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def read_duration(text: str, at: str, longest: timedelta = timedelta(days=30)) -> timedelta:
    """`90`, `90s`, `30m`, `2h`, `1h30m`, `2d` as a length of time."""
    accepted = f"a length of time such as 45m, 2h, 1h30m or 2d, up to {longest.days}d"
    rest, total = text.strip().lower(), timedelta()
    if rest.isascii() and rest.isdigit():
        rest += "s"
    if not rest:
        raise BadInput(at, "is empty", accepted)
    while rest:
        digits = len(rest) - len(rest.lstrip("0123456789"))
        unit = _UNITS.get(rest[digits : digits + 1])
        if not 0 < digits <= 9 or unit is None:
            raise BadInput(at, f"{text[:40]!r} is not understood", accepted)
        total += timedelta(**{unit: int(rest[:digits])})
        rest = rest[digits + 1 :]
        if total > longest:
            break
    if not timedelta() < total <= longest:
        raise BadInput(at, f"{text[:40]!r} is out of range", accepted)
    return total
