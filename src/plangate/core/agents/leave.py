"""GATE-13, for questions somebody else asks: is this a request for leave to act?

Whether an agent may deploy, send, pay or go on is the person's alone, so such a question passes a
hook untouched, whatever is stored. Two tests, both meant to err on the side of the person:
`asks_leave` knows the phrasings, verbs and labels of permission in a dozen languages;
`is_plain_choice` is stricter and says whether a question is certainly about *which*, not *whether*.
Only of the second kind does a hook ever name an option.

Words are looked up and not matched by patterns: a hook is a process of some 50 ms, and compiling
these tables would be a fifth of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from plangate.core.model.policy.agents_numbers import LEAVE_ENOUGH
from plangate.language.words.stems import group, rows_of

if TYPE_CHECKING:
    from plangate.core.agents.agent_calls import AgentQuestion


def asks_leave(question: AgentQuestion) -> bool:
    """Whether its words, header or options ask, or may ask, for leave to act."""
    texts = [plain_text(text) for text in (question.prompt, question.header)]
    labels = [plain_text(option.label) for option in question.options]
    if any(map(_asks_in_words, texts)) or any(map(_acts, labels)):
        return True
    everything = " ".join((*texts, *labels))
    return not _is_english(everything) and _asks_elsewhere(everything)


def is_plain_choice(question: AgentQuestion) -> bool:
    """Whether it certainly asks which of several things, and for no leave: any doubt is a no."""
    if asks_leave(question) or len(question.options) < 2:
        return False
    for option in question.options:
        label = _words(plain_text(option.label))
        if not label or label[0] in _folded(group("leave_assent")):
            return False
        if len(label) == 1 and label[0] in group("leave_switches"):
            return False
    prompt = plain_text(question.prompt)
    return _asks_which(_words(prompt)) or _holds_piece(prompt, "leave_pieces")


def plain_text(text: str) -> str:
    """Text as it is read: no case, accents, invisible letters or typographic apostrophes."""
    apart = unicodedata.normalize("NFKD", text).casefold().replace("’", "'")
    seen = (c for c in apart if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join("".join(seen).split())


def _asks_in_words(text: str) -> bool:
    spoken = _words(text)
    if _speaks_of_acting(spoken) or (spoken and spoken[0] in group("leave_beginnings")):
        return True
    return any(_asks_for_me(_words(clause)) for clause in re.split(r"[.;:!?—–]+", text))


def _speaks_of_acting(spoken: Sequence[str]) -> bool:
    return _says(spoken, "leave_acting") or _has_phrase(spoken, "leave_phrases")


def _asks_for_me(clause: Sequence[str]) -> bool:
    """“Shall I …”; after a question word only when what I shall do is more than to choose."""
    for place, word in enumerate(clause):
        if word.removesuffix("n't") not in group("leave_modals"):
            continue
        rest = [w for w in clause[place + 1 :] if w not in group("leave_between")]
        if rest and rest[0] in ("i", "we"):
            verb = rest[1] if len(rest) > 1 else ""
            if not _asks_which(clause[:place]) or verb not in group("leave_choosing"):
                return True
    return False


def _acts(label: str) -> bool:
    """Whether an option is to do it, not to do it, or to do it later."""
    spoken = _words(label)
    if not spoken:
        return False
    begins = spoken[0] in group("leave_doing") or _has_phrase(spoken[:3], "leave_doing_phrases")
    return begins or _speaks_of_acting(spoken)


def _asks_elsewhere(text: str) -> bool:
    """The same in other languages; those that put no space between words are searched for pieces.

    A text whose words nobody knows is no plain choice, so that no option is named there either.
    """
    spoken = _words(text)
    return (
        _says(spoken, "leave_elsewhere")
        or any(word.endswith(rows_of("leave_elsewhere_endings")) for word in spoken)
        or _has_phrase(spoken, "leave_elsewhere_phrases")
        or _holds_piece(text, "leave_elsewhere_pieces")
    )


def _asks_which(spoken: Iterable[str]) -> bool:
    return _says(spoken, "leave_which")


def _says(spoken: Iterable[str], name: str) -> bool:
    """Whether a word of a list is said, or one that begins like one of its stems."""
    words, stems = group(name), rows_of(f"{name}_stems")
    return any(word in words or word.startswith(stems) for word in spoken)


def _holds_piece(text: str, name: str) -> bool:
    return any(piece in text for piece in _folded(group(name)))


def _is_english(text: str) -> bool:
    """Whether the tables of the other languages have nothing to find here but false friends."""
    return text.isascii() and len(group("leave_english") & set(_words(text))) >= LEAVE_ENOUGH


def _has_phrase(spoken: Sequence[str], name: str) -> bool:
    """Whether words stand next to each other; the last of a phrase may have any ending."""
    text = f" {' '.join(spoken)} "
    return any(f" {phrase}" in text for phrase in rows_of(name))


def _words(text: str) -> list[str]:
    return [word for each in re.findall(r"[\w'-]+", text) if (word := each.strip("'-_"))]


@cache
def _folded(table: frozenset[str]) -> frozenset[str]:
    """A table as the text is read: Korean letters come apart there."""
    return frozenset(map(plain_text, table))
