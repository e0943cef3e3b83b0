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
    sentences = sentences_of(title)
    wished = (one for one in sentences if any_case("wishes_for").search(one))
    orders = (one for one in sentences if verb_of(one.partition(" ")[0].lower()) is not None)
    return _unasked(next(wished, next(orders, sentences[0])))


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return _SENTENCE.split(text)


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


def who_may(wish: str) -> tuple[str, str]:
    """Who is to be able to do what: “let moderators ban users” wants a ban."""
    found = any_case("says_who_may").match(wish)
    return (found[1], found[2]) if found else ("", "")


def asks_what_is(wish: str) -> bool:
    """Whether a wish is to know something: “show which user uploaded a file and when”."""
    return any_case("asks_to_know").match(wish) is not None


def works_on(wish: str) -> bool:
    """Whether a wish is to make what is there more so, or to have one more of it."""
    return any_case("makes_more_so").search(wish) is not None


def _unasked(sentence: str) -> str:
    """A sentence without how it leads up to its wish; a polite question is none."""
    opened = any_case("leads_up_to_a_wish").match(sentence)
    rest = sentence[opened.end() :].rstrip("? ") if opened else ""
    return rest or sentence


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])")
#: A name begins with a capital, or is of letters and digits: “base64”.
_NAME = re.compile(r"(?!I\b)[A-Z]|[a-z]+\d")
