"""Which sentence of a goal wants something, and what it speaks of as there (UND-4, UND-10).

People tell how things are before they say what they want, and lead up to it politely: “I read on
the train. It would be lovely if I could …”. What is wanted is behind that.
"""

from __future__ import annotations

import re

from plangate.language.words.row_patterns import any_case, any_row
from plangate.language.words.vocabulary import verb_of


def wish_of(title: str) -> str:
    """The sentence that wants something, without what leads up to it."""
    sentences = _SENTENCE.split(title)
    wished = (one for one in sentences if any_case("wishes_for").search(one))
    orders = (one for one in sentences if verb_of(one.partition(" ")[0].lower()) is not None)
    return _unasked(next(wished, next(orders, sentences[0])))


def known_subject(title: str) -> str:
    """What a title begins with as something that is there: “the CSV import drops rows”."""
    subject = any_case("begins_with_what_is_there").match(title)
    return subject[1] if subject else ""


def narrowing_clauses(wish: str) -> list[str]:
    """What a wish says of its object behind it: “when an agent stops”, “that have no cards”."""
    return [found.strip() for found in any_row("narrows_a_wish").findall(wish)]


def proper_names_in(wish: str) -> str:
    """The words of a wish that are written as names; a title in capitals has none."""
    words = wish.split()[1:]
    names = [word for word in words if _NAME.match(word)]
    return " ".join(names) if 2 * len(names) <= len(words) else ""


def _unasked(sentence: str) -> str:
    """A sentence without how it leads up to its wish; a polite question is none."""
    opened = any_case("leads_up_to_a_wish").match(sentence)
    rest = sentence[opened.end() :].rstrip("? ") if opened else ""
    return rest or sentence


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])")
_NAME = re.compile(r"(?!I\b)[A-Z]")
