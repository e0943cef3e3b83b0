"""A list of requirements that says a value is to be and not which (UND-6): “a suitable default”.

Somebody who writes down what must hold, sentence by sentence, leaves to nobody's taste what is
tested afterwards. Most sentences of such a list name what they mean: a function, a file, a number.
One that praises a value, or speaks of one by name, and does not state it leaves it open; the more
so when it names nothing else, says what for instead of what, or holds for one case only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from plangate.core.model.policy.understanding_numbers import (
    DOUBTS_UNSAID,
    SPEC_FROM,
    UNSTATED_ALIKE,
    UNSTATED_AROUND,
    UNSTATED_MOST,
    UNSTATED_NAMES,
    UNSTATED_SIGNS,
)
from plangate.core.understanding.open_matters import Open, opened, reading
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.requirements import demands
from plangate.language.words.row_patterns import any_row
from plangate.language.words.stems import content_stems, rows_of

UNSTATED = "unstated-limit"


class Unstated(NamedTuple):
    """What one requirement leaves open: how many signs speak for it, and the words to ask about."""

    signs: int
    quote: str


def unstated_in(goal: str, effort: float) -> Open | None:
    """What a list of requirements leaves open, in one question; None for nothing."""
    quotes = tuple(one.quote for one in left_open(demands(goal)))
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


def left_open(said: Sequence[str]) -> list[Unstated]:
    """The requirements of a list that leave most open, the plainest first, each matter once."""
    if len(said) < SPEC_FROM:
        return []
    found = sorted(filter(None, map(_open_in, said)), key=lambda one: -one.signs)
    chosen: list[Unstated] = []
    for one in found:
        enough = one.signs >= UNSTATED_SIGNS and len(chosen) < UNSTATED_MOST
        if enough and not any(_alike(one.quote, other.quote) for other in chosen):
            chosen.append(one)
    return chosen


def _open_in(sentence: str) -> Unstated | None:
    """What a requirement leaves open; None when it speaks of no value or states it."""
    right, *good = (_unstated(pattern, sentence) for pattern in _patterns("leaves_value_open"))
    named, to_choose = (_unstated(pattern, sentence) for pattern in _patterns("names_a_value"))
    shows = next(filter(None, (right, *good, to_choose, named)), None)
    if shows is None:
        return None
    names = _names_in(sentence)
    signs = 2 * bool(right) + any(good) + bool(named) + bool(to_choose)
    signs += (not names) - (names >= UNSTATED_NAMES)
    signs += _said("says_what_for", sentence) + _said("one_case_of_it", sentence)
    return Unstated(signs - _said("rules_something_out", sentence), _around(sentence, shows))


def _names_in(sentence: str) -> int:
    heard = hear(sentence)
    return len({*heard.identifiers, *heard.code, *heard.paths, *heard.quotes}) + len(heard.amounts)


def _unstated(pattern: re.Pattern[str], sentence: str) -> re.Match[str] | None:
    """Where a pattern speaks of a value that is not stated right beside it."""
    for found in pattern.finditer(sentence):
        beside = sentence[found.start() : found.end() + UNSTATED_AROUND // 2]
        if not any_row("value_beside_it").search(beside):
            return found
    return None


def _alike(one: str, other: str) -> bool:
    left, right = frozenset(content_stems(one)), frozenset(content_stems(other))
    return len(left & right) >= UNSTATED_ALIKE * min(len(left), len(right))


def _around(sentence: str, found: re.Match[str]) -> str:
    """What is left open, within its sentence as far as a question can quote it."""
    begin = sentence.rfind(" ", 0, max(0, found.start() - UNSTATED_AROUND)) + 1
    end = sentence.find(" ", found.end() + UNSTATED_AROUND)
    begin = 0 if begin < UNSTATED_AROUND // 2 else begin
    end = len(sentence) if end < 0 or len(sentence) - end < UNSTATED_AROUND // 2 else end
    quote = sentence[begin:end].strip(" .,;:")
    return f"{'…' * (begin > 0)}{quote}{'…' * (end < len(sentence))}"


def _said(name: str, sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in _patterns(name))


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    choices = "|".join(rows_of("values_to_choose"))
    values = "|".join((choices, *rows_of("values_of_code")))
    return tuple(
        re.compile(
            row.replace("VALUE", f"(?:{values})").replace("CHOICE", f"(?:{choices})"), re.IGNORECASE
        )
        for row in rows_of(name)
    )
