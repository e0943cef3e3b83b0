"""How near to each other a goal's words stand in a file, and whether it declares what they name.

Both are asked of the files that the other ways of looking put first, and of no others: their texts
are searched as they stand for the beginnings of words, which is what stems are (UND-5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import DECLARING

#: Words within so many characters stand together; so much of a file is searched, so often a word.
_WINDOW = 80
_LONGEST_TEXT = 60_000
_MOST_HITS = 300
_LONGEST_LINE = 160

TextOf = Callable[[str], str | None]

_DECLARED_HERE = re.compile(DECLARING + r"\w*$")


class Hit(NamedTuple):
    at: int
    word: str


def near_and_declared(
    paths: Iterable[str], text_of: TextOf, worth: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """For each file what the words that stand nearest together in it are worth, and those in the
    best of the names it declares."""
    near: dict[str, float] = {}
    declares: dict[str, float] = {}
    for path in paths:
        text = (text_of(path) or "")[:_LONGEST_TEXT]
        hits = sorted(hit for word in worth for hit in hits_of(text, text.lower(), word))
        near[path] = _nearest(hits, worth)
        declares[path] = _declared(text, hits, worth)
    return {"near": near, "declares": declares}


def hits_of(text: str, low: str, word: str) -> Iterator[Hit]:
    """Where a word of the text, or of a name in it, begins with a stem."""
    at, count = low.find(word), 0
    while at >= 0 and count < _MOST_HITS:
        if at == 0 or not low[at - 1].isalpha() or text[at : at + 1].isupper():
            yield Hit(at, word)
            count += 1
        at = low.find(word, at + len(word))


def _nearest(hits: list[Hit], worth: Mapping[str, float]) -> float:
    best = now = 0.0
    first = 0
    within = dict.fromkeys(worth, 0)
    for at, word in hits:
        if not within[word]:
            now += worth[word]
        within[word] += 1
        while hits[first].at < at - _WINDOW:
            gone = hits[first].word
            within[gone] -= 1
            if not within[gone]:
                now -= worth[gone]
            first += 1
        best = max(best, now)
    return best


def _declared(text: str, hits: Iterable[Hit], worth: Mapping[str, float]) -> float:
    """What the words of one declared name are worth together."""
    names: dict[int, set[str]] = {}
    for at, word in hits:
        begins = text.rfind("\n", 0, at) + 1
        if at - begins <= _LONGEST_LINE and (found := _DECLARED_HERE.search(text, begins, at)):
            names.setdefault(found.start(), set()).add(word)
    return max((sum(worth[word] for word in words) for words in names.values()), default=0.0)
