"""GATE-13: matters a planner settles by itself; asking about them is never a clarification.

Recognised by a question that is nothing but a request to go on, or by the exact id of an ambiguity
that has no question.
Matching is narrow on purpose: a wrong hit would silence a question somebody needed. It is about
plangate's own questions; what somebody else asks leave for is the person's (leave.py).
"""

from __future__ import annotations

import re
from functools import cache

from plangate.language.words.stems import rows_of

_REST = r"(?: (?:with|on|to|fixing|working|implementing)\b[^?]{0,80})?\s*[?.!]*$"
#: Whole sentences; one that offers a choice (“… or …”) is never routine, see `routine_sentence`.
_CHOICE_IS_ROUTINE = ("the test framework", "parallelism", "style")


def routine_matter(ambiguity: str, prompt: str | None = None) -> str | None:
    """What routine matter this is, or None when it is a real one.

    A question says best what it is about: `approval` may be the plan's, or a coordinator's.
    """
    if prompt:
        return routine_sentence(prompt)
    return _by_id().get(ambiguity.lower().replace("_", "-"))


def routine_sentence(prompt: str) -> str | None:
    """The routine matter a sentence asks about, when that is all it asks."""
    text = " ".join(prompt.lower().split())
    for matter, pattern in _patterns():
        if pattern.match(text) and (matter in _CHOICE_IS_ROUTINE or " or " not in text):
            return matter
    return None


@cache
def _by_id() -> dict[str, str]:
    rows = (row.split(" = ") for row in rows_of("routine_ids"))
    return {name: matter for matter, ids in rows for name in ids.split()}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    leave = rf"(?:{'|'.join(rows_of('routine_leave'))})\s+(?:now\s+|please\s+)?"
    rows = (row.split(" = ", 1) for row in rows_of("routine_sentences"))
    return tuple(
        (matter, re.compile(pattern.replace("<leave>", leave).replace("<rest>", _REST)))
        for matter, pattern in rows
    )
