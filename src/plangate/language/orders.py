"""What people say around a deed when they speak to a planner, taken off (UND-1).

“Can you plan adding it to the pipeline?” wants it added, “Finance wants a table” wants one added,
and “Can you plan it?” wants nothing that was not said before.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.language.patterns import lazy
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import verbs

_ASKS_FOR_A_PLAN = lazy(
    r"\W*(?:so[, ]+)?(?:(?:please|kindly|(?:can|could|would|will) you(?: please)?"
    r"|help (?:me|us)(?: to)?)\s+"
    r"(?:plan(?: out)?|(?:make|write|draft|sketch)(?: me| us)? a plan)"
    r"|(?:i|we)(?: need|['’]d like| would like| want) (?:you to plan|a plan))\s+"
    r"(?:for\s+|how to\s+|to\s+)?",
    re.IGNORECASE,
)
_WANTS = lazy(
    r"\W*(?P<who>(?:the |our |all |many |some |most |several )?[\w'’-]+(?: [\w'’-]+){0,2}?)\s+"
    r"(?:wants?|would like|['’]d like|(?:is|are|keep|keeps|kept) asking(?= (?:for|to)\b))\s+"
    r"(?:(?P<to>to)\s+|for\s+)?(?=\w)",
    re.IGNORECASE,
)
#: “I'd like a switch for it”; with a verb behind it the ear takes it off as a lead.
_I_WANT = lazy(
    r"\W*(?:i|we)(?:['’]d| would| do)? (?:like|want|need|wish for)\s+"
    r"(?!to\b|you\b|us\b|it\b)(?=\S)",
    re.IGNORECASE,
)
_OF_US = lazy(r"(?:us|you|me) to\s+", re.IGNORECASE)


def plain_wish(text: str) -> str:
    """A clause as an order to a builder; as it is where it is put in no such way."""
    if asked := _ASKS_FOR_A_PLAN.match(text):
        return _as_order(text[asked.end() :])
    if mine := _I_WANT.match(text):
        return _as_order(text[mine.end() :])
    wants = _WANTS.match(text)
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
    if first.lower() in group("points_back"):
        return ""
    return f"add {wanted}" if first.lower() not in _plain_verbs() else wanted


@cache
def _by_doing() -> dict[str, str]:
    """Every verb by its -ing form."""
    return {verb.forms[3]: verb.name for verb in verbs()}


@cache
def _plain_verbs() -> frozenset[str]:
    return frozenset(verb.name for verb in verbs())
