"""What a language model costs and how a call to it can end (LLM-3, LLM-4).

Money is whole millionths of a dollar, so that sums and comparisons are exact; a price nobody knows
is None and never 0. Every way a call can end has a name here and a sentence a person reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from plangate.core.model.kinds import BUDGET_SIGNALS, BudgetSignal, Depth

MICROS = 1_000_000

CallOutcome = Literal[
    "ok",
    "invalid",
    "truncated",
    "refused",
    "timed_out",
    "rate_limited",
    "no_network",
    "wrong_key",
    "unknown_model",
    "too_long",
    "over_budget",
    "failed",
]
CALL_OUTCOMES: tuple[CallOutcome, ...] = get_args(CallOutcome)

#: LLM-3: each fault in a person's words.
FAULTS: Mapping[str, str] = {
    "invalid": "what it sent could not be used, also when it was told why",
    "truncated": "its reply was cut off at the limit of output tokens",
    "refused": "it refused to answer",
    "timed_out": "it did not answer in time",
    "rate_limited": "its provider says: too many requests, or no credit left",
    "no_network": "its provider cannot be reached",
    "wrong_key": "its provider does not accept the key",
    "unknown_model": "its provider does not know a model of this name",
    "too_long": "what was sent is longer than the model can read",
    "over_budget": "the next call could cost more than is left",
    "failed": "its provider failed",
}

Purpose = Literal["propose", "draft", "expand", "understand", "explore", "librarian"]

#: LLM-3: how many tokens a first plan may take, by depth.
PLAN_TOKENS: Mapping[Depth, int] = {"minimal": 3_000, "standard": 6_000, "deep": 12_000}

#: LLM-4: from this share of the limit on, in hundredths, the signal is high load.
HIGH_LOAD_FROM = 80


class Price(NamedTuple):
    """Millionths of a dollar for a million tokens: dollars a million, written as whole numbers."""

    tokens_in: int
    tokens_out: int

    def of(self, tokens_in: int, tokens_out: int) -> int:
        """What tokens cost, rounded up to a whole millionth."""
        exact = tokens_in * self.tokens_in + tokens_out * self.tokens_out
        return -(-exact // MICROS)


def dollars(micros: int | None) -> str:
    """Money as a person reads it."""
    if micros is None:
        return "cost unknown"
    if 0 < micros < 100:
        return "under $0.0001"
    return f"${micros / MICROS:.4f}" if micros < MICROS else f"${micros / MICROS:.2f}"


def signal_of(spent: int, most: int | None, *, refused: bool = False) -> BudgetSignal:
    """LLM-4: what the count says about the budget; without a limit it says nothing."""
    if most is None:
        return "normal"
    if refused or spent >= most:
        return "cost_exceeded"
    return "high_load" if 100 * spent >= HIGH_LOAD_FROM * most else "normal"


def stronger(one: BudgetSignal, other: BudgetSignal) -> BudgetSignal:
    """The signal that asks less: a count never weakens what a person said."""
    return max(one, other, key=BUDGET_SIGNALS.index)
