"""Money of one session: reserved before a call, settled after it (LLM-4).

Investigators run side by side, so a reservation is made under a lock: two calls that each fit and
together do not are never both made.
"""

from __future__ import annotations

import threading


class Purse:
    """What may still be spent, in millionths of a dollar; None for no limit."""

    def __init__(self) -> None:
        self._left: int | None = None
        self._lock = threading.Lock()

    def fill(self, left: int | None) -> None:
        with self._lock:
            self._left = left

    def reserve(self, most: int | None) -> bool:
        """Take what a call may cost; False when it does not fit. A price nobody knows fits only
        where there is no limit."""
        with self._lock:
            if self._left is None:
                return True
            if most is None or most > self._left:
                return False
            self._left -= most
            return True

    def settle(self, reserved: int | None, cost: int | None) -> None:
        """Give back what was reserved and not spent; what nobody knows stays spent as reserved."""
        with self._lock:
            if self._left is not None and cost is not None:
                self._left += (reserved or 0) - cost
