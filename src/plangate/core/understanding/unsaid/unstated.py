"""A list of requirements that says a value is to be and not which (UND-6): “a suitable default”.

Somebody who writes down what must hold, sentence by sentence, leaves to nobody's taste what is
tested afterwards. A sentence that only says that a value is suitable, fixed or enough leaves it
open, unless it states the value beside it.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.core.model.policy.understanding_numbers import (
    DOUBTS_UNSAID,
    SPEC_FROM,
    UNSTATED_AROUND,
    UNSTATED_MOST,
)
from plangate.core.understanding.open_matters import Open, opened, reading
from plangate.language.clauses import Clause
from plangate.language.issues.requirements import requirements
from plangate.language.words.stems import rows_of

UNSTATED = "unstated-limit"
#: A value, right beside what is to have it.
_STATED = re.compile(
    r"[=:]\s*[`'\"\d]|\b\d+\b|\b(?:to|as|is|be|of|named|called) (?:exactly )?[`'\"]"
)


def unstated_in(goal: str, effort: float) -> Open | None:
    """What a list of requirements leaves open, in one question; None for nothing."""
    said = requirements(goal)
    if len(said) < SPEC_FROM:
        return None
    found = sorted(filter(None, map(_open_in, said)), key=lambda one: one[0])
    quotes = tuple(dict.fromkeys(quote for _, quote in found))[:UNSTATED_MOST]
    if not quotes:
        return None
    listed = "; ".join(f"“{quote}”" for quote in quotes)
    prompt = (
        f"What is required leaves open what exactly: {listed}. Which values or rules are meant?"
    )
    usual = reading("as-alike", "As the nearest code does it", "taken from there", 1.0, effort)
    clause = Clause(quotes[0])
    found_open = opened(
        "limit", UNSTATED, (usual,), prompt, quotes[0], clause, "as-alike", DOUBTS_UNSAID
    )
    return found_open._replace(quotes=quotes)


def _open_in(sentence: str) -> tuple[int, str] | None:
    """What a sentence leaves open, with some words around it: the plainer, the lower."""
    for rank, pattern in enumerate(_patterns()):
        for found in pattern.finditer(sentence):
            if not _STATED.search(sentence[found.start() : found.end() + UNSTATED_AROUND // 2]):
                return rank, _around(sentence, found)
    return None


def _around(sentence: str, found: re.Match[str]) -> str:
    """What is left open, within its sentence as far as a question can quote it."""
    begin = max(0, found.start() - UNSTATED_AROUND)
    begin = sentence.rfind(" ", 0, begin) + 1 if begin else 0
    end = found.end() + UNSTATED_AROUND
    end = len(sentence) if end >= len(sentence) else sentence.rfind(" ", 0, end)
    return sentence[begin : max(end, found.end())].strip(" .,;")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    values = "|".join(rows_of("values_of_code"))
    return tuple(
        re.compile(row.replace("VALUE", f"(?:{values})"), re.IGNORECASE)
        for row in rows_of("leaves_value_open")
    )
