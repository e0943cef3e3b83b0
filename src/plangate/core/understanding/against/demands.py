"""Which pieces of a goal are demanded, and which only tell how things are (UND-6).

Two pieces can stand against each other only where somebody wants both: what is the case today, what
an example shows and what “if” or “when” supposes is wanted by nobody.
"""

from __future__ import annotations

import re

from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import Verb, verb_of


def order_in(piece: str) -> Verb | None:
    """The deed a piece opens with as an order; None where it tells of something instead."""
    words = words_of(piece)
    if not words:  # another script than ours
        return None
    if words[0] in ("i", "we") and not any_case("demands").search(piece):
        return None  # “I set the number to 0”: what somebody did
    first = next((at for at, word in enumerate(words) if word not in group("leads")), 0)
    opening = next(filter(None, map(verb_of, words[first : first + 1 + _is_joined(piece)])), None)
    told = words[0] in group("determiners") or _TOLD_OF.match(piece) or _DOES.match(words[first])
    return None if told else opening


#: “Editing the expiry empties …”, “fix_duplicates deletes …”: what is done or called so is told of.
_TOLD_OF = re.compile(r"\w{3,}ing\b|`|\w+_\w+")
#: “… and makes it private”: an order has no such ending.
_DOES = re.compile(r"[a-z]{2,}[^\Wsu]s$")


def without_conditions(text: str) -> str:
    """A text without what it only supposes: “if no container failed” rules no container out."""
    return any_case("hangs_on_this").sub(" ", text)


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return [word.lower() for word in _WORD.findall(text)]


_WORD = re.compile(r"[A-Za-z]+")


def _is_joined(piece: str) -> bool:
    """“Hard-code the texts”: the deed is the second half."""
    return "-" in piece.partition(" ")[0]
