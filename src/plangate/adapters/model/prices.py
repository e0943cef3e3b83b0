"""What tokens cost, by the price list that comes with pydantic-ai; nothing is fetched (LLM-4)."""

from __future__ import annotations

from plangate.adapters.model.choice import ModelChoice
from plangate.core.model.model_use import MICROS

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
