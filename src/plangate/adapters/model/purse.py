"""Money of one session: what a call costs, reserved before it and settled after it (LLM-4).

Prices are those of the list that comes with pydantic-ai; nothing is fetched.

Investigators run side by side, so a reservation is made under a lock: two calls that each fit and
together do not are never both made.
"""

from __future__ import annotations

import threading

from plangate.adapters.model.choice import ModelChoice
from plangate.core.model.model_use import MICROS


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


#: Characters a token stands for, on the careful side: JSON and paths take more tokens than prose.
_CHARACTERS_A_TOKEN = 3.3


def tokens_in(characters: int) -> int:
    """About how many tokens a text takes, rounded up."""
    return int(characters / _CHARACTERS_A_TOKEN) + 1


def cost_of(choice: ModelChoice, tokens_sent: int, tokens_got: int) -> int | None:
    """Millionths of a dollar, rounded up; None when nobody knows the price."""
    if choice.price is not None:
        return choice.price.of(tokens_sent, tokens_got)
    if choice.is_local:
        return 0
    if choice.address:
        return None
    from genai_prices import Usage, calc_price

    used = Usage(input_tokens=tokens_sent, output_tokens=tokens_got)
    try:
        price = calc_price(used, choice.name, provider_id=choice.provider.partition("/")[0])
    except LookupError:
        return None
    return -int(-price.total_price * MICROS // 1)
