"""Whether a text affirms what it names, or denies it: “without a backup”, “skip the dry run”.

The look at one word within running text, where `negation.py` marks every word of a goal.
"""

from __future__ import annotations

import re

from plangate.language.patterns import lazy

_LOOK_AROUND = 80


def affirmed(words: re.Pattern[str], text: str, lost: re.Pattern[str] | None = None) -> str | None:
    """The first of some words that a lower-cased text does not deny; `lost` denies it as well.

    Each is judged within its clause; a denial carries over a list (“no backup or snapshot”).
    """
    denied_until = -1
    for found in words.finditer(text):
        start, end = found.span()
        if denied_until >= 0 and _LIST_GOES_ON.fullmatch(text, denied_until, start):
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
    if any(map(before.__contains__, _OF_DENIALS)) and (denial := _DENIED_BEFORE.match(before)):
        # “Never drop it without a backup” demands one.
        return not (denial["word"] == "without" and _NOT.search(denial["head"]))
    return _DENIED_AFTER.match(after) is not None


_LIST_GOES_ON = lazy(r"\W*(?:,|and|or|nor|/)?\W*(?:(?:a|an|any|the|its|no|prior)\b)?\W*")
_SENTENCE_END = lazy(r"[.;:!?]+(?=\s|$)|\n|[()]|\s[-–—]+\s")
_DENIED_BEFORE = lazy(
    r"(?s:(?P<head>.*))(?:\b(?P<word>without|no|not|never|cannot|neither|nor|lack(?:s|ed|ing)?|missing|absent|unable"
    r"|impossible|skip(?:s|ped|ping)?|omit(?:s|ted|ting)?|bypass(?:es|ed|ing)?"
    r"|disabl(?:e|es|ed|ing)|ignor(?:e|es|ed|ing)|forgo(?:es|ing)?|avoid(?:s|ed|ing)?"
    r"|instead\s+of|rather\s+than|suppress(?:es|ed|ing)?)\b|n['’]t\b)"
    r"(?:[^\w,]+(?!(?:before|until|unless|except|but|only|just|after|and|then|once|with)\b)"
    r"\w+){0,3}[^\w,]*$"
)
_NOT = lazy(r"\b(?:not|never|no|cannot|nothing|nobody|none)\b|n['’]t\b")
_DENIED_AFTER = lazy(
    r"(?:\s+(?:plans?|scripts?|steps?|copy|copies|tests?))?"
    r"(?:\s*[:=?]\s*(?:no|none|never|n/a|not)\b"
    r"|\s+(?:(?:is|are|was|were|be|been|will|has|have|can)\s+)+(?:not|never)\b"
    r"|\s+(?:is|are|was|were|has been|have been)\s+(?:too|gone|lost|broken|corrupt|deleted)\b"
    r"|(?:\s*[:=]|\s+(?:is|are|was|were|be|been|will|has|have))*\s+(?:skipped|omitted"
    r"|impossible|unavailable|missing|unnecessary|disabled|unneeded|tbd|todo|out\s+of\s+scope"
    r"|not\s+(?:needed|required|possible|available|necessary|planned|wanted))\b)"
)
