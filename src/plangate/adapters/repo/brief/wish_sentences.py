"""Which sentence of a goal wants something, and what it speaks of as there (UND-4, UND-10).

People tell how things are before they say what they want, and lead up to it politely: “I read on
the train. It would be lovely if I could …”. What is wanted is behind that.
"""

from __future__ import annotations

import re

from plangate.language.words.vocabulary import verb_of


def wish_of(title: str) -> str:
    """The sentence that wants something, without what leads up to it."""
    sentences = _SENTENCE.split(title)
    wished = (one for one in sentences if _WISHES.search(one))
    orders = (one for one in sentences if verb_of(one.partition(" ")[0].lower()) is not None)
    return _unasked(next(wished, next(orders, sentences[0])))


def known_subject(title: str) -> str:
    """What a title begins with as something that is there: “the CSV import drops rows”."""
    subject = _SUBJECT.match(title)
    return subject[1] if subject else ""


def narrowing_clauses(wish: str) -> list[str]:
    """What a wish says of its object behind it: “when an agent stops”, “that have no cards”."""
    return [found.strip() for found in _NARROWS.findall(wish)]


def proper_names_in(wish: str) -> str:
    """The words of a wish that are written as names; a title in capitals has none."""
    words = wish.split()[1:]
    names = [word for word in words if _NAME.match(word)]
    return " ".join(names) if 2 * len(names) <= len(words) else ""


def _unasked(sentence: str) -> str:
    """A sentence without how it leads up to its wish; a polite question is none."""
    opened = _OPENS.match(sentence)
    rest = sentence[opened.end() :].rstrip("? ") if opened else ""
    return rest or sentence


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])")
_WISHES = re.compile(
    r"\b(?:should|must|want|would|['’]d like|needs?|please|could|can you|let|has to|have to)\b"
    r"|^(?:add|allow|support|make|give|show|create|implement|enable|provide|offer|introduce)\b",
    re.IGNORECASE,
)
#: How people lead up to what they want.
_OPENS = re.compile(
    r"^(?:.{0,40}?\b)?(?:(?:it(?:['’]d| would) be|would be) \w+ (?:if|to)\b"
    r"(?: \w+ (?:could|can)\b)?"
    r"|(?:can|could) (?:you|we) (?:please )?(?:make it possible (?:for \w+ )?to\b)?"
    r"|there (?:should|must|could) be (?:some|a) way (?:for \w+ )?to\b"
    r"|(?:\w+ )?(?:should|must|would like to|['’]d like to|want to) be able to\b)\s*",
    re.IGNORECASE,
)
#: A clause behind what is wanted says which one or when; “so that” only says what for.
_NARROWS = re.compile(
    r"(?<!so)(?<!such)\s(?:that|which|who|whose|when|whenever|if|unless|while) ([^,;.!?]+)"
)
_NAME = re.compile(r"(?!I\b)[A-Z]")
_SUBJECT = re.compile(
    r"^(?:(?:in|on|at|for|with) )?(?:the|our|this|its|their) ((?:[\w-]+ ){1,5}?)(?=(?:should|must"
    r"|can|could|needs?|has|have|never|always|silently|only|still|already|now|\w+s)\b)",
    re.IGNORECASE,
)
