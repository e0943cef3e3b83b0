"""What people say around a deed when they speak to a planner, taken off (UND-1).

“Can you plan adding it to the pipeline?” wants it added, “Finance wants a table” wants one added,
and “Can you plan it?” wants nothing that was not said before.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verbs

#: “I want one button that …” counts, “I want one” points back.
_ONE = "one"
_OF_US = lazy(r"(?:us|you|me) to\s+", re.IGNORECASE)


def plain_wish(text: str) -> str:
    """A clause as an order to a builder; as it is where it is put in no such way."""
    if asked := any_case("asks_for_a_plan").match(text):
        return _as_order(text[asked.end() :])
    if mine := any_case("i_want_a_thing").match(text):
        return _as_order(text[mine.end() :])
    wants = any_case("somebody_wants").match(text)
    if wants is None or {*wants["who"].lower().split()} & group("wants_for_nobody"):
        return text
    wanted = text[wants.end() :]
    if ours := _OF_US.match(wanted):
        return wanted[ours.end() :]
    return f"let {wants['who']} {wanted}" if wants["to"] else _as_order(wanted)


def _as_order(wanted: str) -> str:
    """“adding it” is to add it, a thing is to be added; “it” alone was said before."""
    first, _, rest = wanted.strip(" .?!").partition(" ")
    if deed := _by_doing().get(first.lower()):
        return f"{deed} {rest}"
    if first.lower() in group("points_back") and not (rest and first.lower() == _ONE):
        return ""
    return f"add {wanted}" if first.lower() not in _plain_verbs() else wanted


@cache
def _by_doing() -> dict[str, str]:
    """Every verb by its -ing form."""
    return {verb.forms[3]: verb.name for verb in verbs()}


@cache
def _plain_verbs() -> frozenset[str]:
    return frozenset(verb.name for verb in verbs())
