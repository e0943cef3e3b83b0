"""What a goal says of a program's surface: that something becomes an option or a setting, that
something is limited or turned away (UND-5). The words for that do not tell where the work is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from plangate.language.words.stems import is_stop, rows_of, words_in_rows
from plangate.language.words.stems import words_of as plain_words

_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*")


@lru_cache(maxsize=256)
def is_limit(text: str) -> bool:
    """Whether a text limits something: by a number of characters, or by turning it away."""
    words = plain_words(text)
    lengths, amounts, turned = (frozenset(row.split()) for row in rows_of("say_a_limit"))
    if not turned.isdisjoint(words):
        return True
    bounded = not amounts.isdisjoint(words) or _COMPARES.search(text) is not None
    return bool(_NUMBER.search(text)) and not lengths.isdisjoint(words) and bounded


_COMPARES = re.compile(r"\b(?:than|up to|at most|at least|no more|exceed)\b", re.IGNORECASE)


def only_limiting(text: str) -> frozenset[str]:
    """The words of a text that limits something which say only that; none where nothing else is
    said."""
    if not is_limit(text):
        return frozenset()
    told = words_in_rows("say_a_limit")
    words = plain_words(text)
    rest = [word for word in words if word not in told and word.isalpha() and not is_stop(word)]
    return frozenset(told.intersection(words)) if rest else frozenset()
