"""GATE-13, for questions somebody else asks: is this a request for leave to act?

Whether an agent may deploy, send, pay or go on is the person's alone, so such a question passes a
hook untouched, whatever is stored. Two tests, both meant to err on the side of the person:
`asks_leave` knows the phrasings, verbs and labels of permission in a dozen languages;
`is_plain_choice` is stricter and says whether a question is certainly about *which*, not *whether*.
Only of the second kind does a hook ever name an option.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from plangate.core import leave_words as words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plangate.core.agent_calls import AgentQuestion

#: So many words that no other language has say that a text is English.
_ENOUGH = 2
_MARKS = " \t.,;:!?¿¡()[]{}\"'“”„«»—–-*_/✓✗✅❌"


def asks_leave(question: AgentQuestion) -> bool:
    """Whether its words, header or options ask, or may ask, for leave to act."""
    prompt, header = plain_text(question.prompt), plain_text(question.header)
    labels = [plain_text(option.label).strip(_MARKS) for option in question.options]
    if any(map(_asks_in_words, (prompt, header))) or any(map(_acts, labels)):
        return True
    everything = " ".join((prompt, header, *labels))
    return not _is_english(everything) and bool(_pattern("elsewhere").search(everything))


def is_plain_choice(question: AgentQuestion) -> bool:
    """Whether it certainly asks which of several things, and for no leave: any doubt is a no."""
    if asks_leave(question) or len(question.options) < 2:
        return False
    labels = [plain_text(option.label).strip(_MARKS) for option in question.options]
    if any(not label or _first_word(label) in _assent() for label in labels):
        return False
    prompt = plain_text(question.prompt)
    return bool(_pattern("which").search(prompt) or _pattern("either").search(prompt))


def plain_text(text: str) -> str:
    """Text as it is read: no case, accents, invisible letters or typographic apostrophes."""
    apart = unicodedata.normalize("NFKD", text).casefold().replace("’", "'")
    seen = (c for c in apart if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join("".join(seen).split())


def _asks_in_words(text: str) -> bool:
    if _pattern("permission").search(text) or _pattern("act").search(text):
        return True
    return any(_asks_for_me(clause) for clause in re.split(r"[.;:!?\n—–]+", text))


def _asks_for_me(clause: str) -> bool:
    """“Shall I …”; after a question word only when what I shall do is more than to choose."""
    for found in _pattern("modal").finditer(clause):
        asked_which = _pattern("which").search(clause, 0, found.start())
        if not asked_which or found["verb"] not in words.CHOOSING:
            return True
    return False


def _acts(label: str) -> bool:
    """Whether an option is to do it, not to do it, or to do it later."""
    if _pattern("permission").search(label) or _pattern("act").search(label):
        return True
    return _first_word(label) in words.DOING or any(
        label == phrase or label.startswith(f"{phrase} ") for phrase in words.DOING_PHRASES
    )


def _is_english(text: str) -> bool:
    """Whether the tables of the other languages, long to compile, have nothing to find here."""
    return text.isascii() and len(words.ENGLISH & set(re.findall(r"[a-z]+", text))) >= _ENOUGH


def _first_word(label: str) -> str:
    return re.split(r"[\s,.;:!?()\[\]—–/]+", label, maxsplit=1)[0].strip(_MARKS)


@cache
def _assent() -> frozenset[str]:
    return frozenset(map(plain_text, words.ASSENT))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Compiled when first used, and folded as the text is."""
    return re.compile(_joined(*words.PATTERNS[name]))


def _joined(latin: str, other: Sequence[str]) -> str:
    """Words of languages that put space between them, and pieces of those that do not."""
    pieces = "|".join(re.escape(plain_text(piece)) for piece in other)
    return "|".join(filter(None, (latin, pieces)))
