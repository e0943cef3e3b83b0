"""Whether a text affirms what it names, or denies it: “without a backup”, “skip the dry run”.

The look at one word within running text, where `negation.py` marks every word of a goal.
"""

from __future__ import annotations

import re

from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_row

_LOOK_AROUND = 80


def affirmed(words: re.Pattern[str], text: str, lost: re.Pattern[str] | None = None) -> str | None:
    """The first of some words that a lower-cased text does not deny; `lost` denies it as well.

    Each is judged within its clause; a denial carries over a list (“no backup or snapshot”).
    """
    denied_until = -1
    for found in words.finditer(text):
        start, end = found.span()
        goes_on = any_row("denied_list_goes_on")
        if denied_until >= 0 and goes_on.fullmatch(text, denied_until, start):
            denied_until = end
            continue
        near = text[max(0, start - _LOOK_AROUND) : start]
        before = _SENTENCE_END.split(near)[-1]
        after = text[end : end + _LOOK_AROUND]
        if is_denied(before, after) or (lost and lost.search(before)):
            denied_until = end
            continue
        return " ".join(found.group().split())
    return None


#: One of these is part of every word that denies; without one the long pattern is not tried.
_OF_DENIALS = (
    "no n't n’t without never neither lack missing absent unable impossible skip omit bypass "
    "disabl ignor forgo avoid instead rather suppress"
).split()


def is_denied(before: str, after: str) -> bool:
    """Whether what stands between two lower-cased stretches of a clause is denied."""
    may_be = any(map(before.__contains__, _OF_DENIALS))
    if may_be and (denial := any_row("denied_before").match(before)):
        # “Never drop it without a backup” demands one.
        return not (denial["word"] == "without" and any_row("any_no").search(denial["head"]))
    return any_row("denied_after").match(after) is not None


_SENTENCE_END = lazy(r"[.;:!?]+(?=\s|$)|\n|[()]|\s[-–—]+\s")
