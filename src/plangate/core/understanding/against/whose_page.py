"""Whom a page of the repository speaks to, and whether what it says is meant for good (UND-6)."""

from __future__ import annotations

import re

from plangate.core.model.sighting import HouseRule
from plangate.language.words.row_patterns import any_case


def tells_contributors(rule: HouseRule) -> bool:
    """“Do not add package names to queries”: an order on a page for whoever changes the program
    says how it is worked on; what the program is to be stands in statements."""
    words = any_case("orders_a_contributor").search(rule.text)
    return words is not None and _FOR_CONTRIBUTORS.search(rule.locator) is not None


_FOR_CONTRIBUTORS = re.compile(
    r"(?:^|/)(?:agents|claude|gemini|contributing|copilot-instructions|development|developing"
    r"|conventions|\.?cursor\w*|styleguide)\b",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"(?:^|[/_-])(?:adrs?|decisions?|rfcs|records|policy|principles)\b", re.IGNORECASE
)


def is_for_good(rule: HouseRule) -> bool:
    """Whether it stands where people say how they work and what they decided."""
    return any(where.search(rule.locator) for where in (_FOR_CONTRIBUTORS, _DECIDED))
