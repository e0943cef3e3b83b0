"""Waiting for another process without a bound by the clock: a loaded machine is slow, not stuck.

A process is taken to hang when, at `LOOKS` looks in a row, it slept, had used no processor time
since the look before, and said nothing. One that waits for its turn on a busy machine is runnable
and is waited for, however long that takes. Where the system does not tell (no /proc), `HANGS` is
the bound: longer than any machine needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

#: For `subprocess`'s own `timeout`: it ends a run that hangs and measures nothing.
HANGS = 600.0
#: How many looks, and how many seconds lie between two of them.
LOOKS, BETWEEN = 40, 0.25


class Patience:
    """Looks at a process again and again; `is_over` once it has slept through all of them."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._last: tuple[str, ...] = ()
        self._idle = 0

    def is_over(self) -> bool:
        """One more look. What the process does or says in between begins the count anew."""
        seen = _state(self._process)
        asleep = bool(seen) and all(state.startswith(("S", "Z")) for state in seen)
        self._idle = self._idle + 1 if asleep and seen == self._last else 0
        self._last = seen
        return self._idle >= (LOOKS if Path("/proc/self").exists() else HANGS / BETWEEN)

    def begin_anew(self) -> None:
        self._idle = 0


def _state(process: int) -> tuple[str, ...]:
    """For a process and those it started: asleep or not, and the processor time used so far."""
    found = []
    for name in (str(process), *_children(process)):
        try:
            stat = Path(f"/proc/{name}/stat").read_text("utf-8", "replace")
        except OSError:
            continue
        words = stat.rpartition(")")[2].split()
        found.append(f"{words[0]} {words[11]} {words[12]}")
    return tuple(found)


def _children(process: int) -> list[str]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return text.split()


def until(happened: Callable[[], bool]) -> None:
    """Wait for what other processes do: what never comes fails, what is slow does not."""
    given_up = time.monotonic() + HANGS
    while not happened():
        assert time.monotonic() < given_up, "it never happened"
        time.sleep(BETWEEN)
