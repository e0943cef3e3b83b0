"""How likely a text orders something that cannot be taken back, by all of its words (UND-6).

Rows that name a deed and its object hear what somebody thought of; people put it in a hundred other
ways. So every word, every two that stand together, and how the text is put have a weight: what
goals with such a step have more often than others do. The weights are fitted (scripts/fit_doors.py)
and stand in `words/door_weights.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, pairwise

from plangate.language.cutting import clauses_of, sentences
from plangate.language.words.row_patterns import any_row
from plangate.language.words.stems import rows_of, stem

#: A word or a flag; a path and a name of code say what something is called.
_WORD = re.compile(
    r"(?<![\w/.`])(?:[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|--?[^\W\d_][\w-]*)(?![\w/(]|\.\w)"
)
#: The sign that every text has, in the lists of weights.
_ALWAYS = "."
#: What says that it happens later, that people do it themselves, or that there is a way back.
_TOLD = ("whenever", "on_an_event", "recoverable", "people_may")
#: So many clauses say how a text is put; so many words make it longer by a step, up to a last one.
_CLAUSES, _LONGER, _LONGEST = 4, 4, 6
#: A text of more words is heard sentence by sentence.
_TOGETHER = 80


def signs_of(text: str) -> Iterator[str]:
    """The words of a text as they are compared, each two that stand together, and how it is put:
    each once."""
    words = words_of(text)
    pairs = (f"{one}_{two}" for one, two in pairwise(words))
    return iter(dict.fromkeys(chain(words, pairs, _put(text))))


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared, in order."""
    return [_sign(found.group().lower()) for found in _WORD.finditer(text)]


def _sign(word: str) -> str:
    return "#" if word.isdecimal() else stem(word)


def _put(text: str) -> Iterator[str]:
    """What its clauses do and how they speak, what is told of when and by whom, and how long it is:
    “add a button that deletes” builds, “public pages are read-only” tells."""
    for clause in clauses_of(text)[:_CLAUSES]:
        yield f"={clause.kind}"
        yield f"={clause.mood}"
        if clause.negated:
            yield "=not"
        if clause.obliges:
            yield "=should"
    low = text.lower()
    yield from (f"={name}" for name in _TOLD if any_row(name).search(low))
    yield f"={min(_LONGEST, len(text.split()) // _LONGER)}"
    if len(sentences(text)) > 1:
        yield "=more"
    if text.rstrip().endswith("?"):
        yield "=?"


@lru_cache(maxsize=512)
def door_odds(text: str) -> float:
    """The log odds that a text orders something that cannot be taken back."""
    return door_odds_by(_weights(), text)


def door_odds_by(weights: Mapping[str, float], text: str) -> float:
    """The same by other weights: those of the likeliest sentence where a text is long."""
    if len(text.split()) > _TOGETHER and len(said := sentences(text)) > 1:
        return max(door_odds_by(weights, one) for one in said)
    return sum(weights.get(sign, 0.0) for sign in (_ALWAYS, *signs_of(text)))


@cache
def _weights() -> Mapping[str, float]:
    parts = " ".join(rows_of("door_weights")).split()
    return dict(zip(parts[::2], (int(each) / 100 for each in parts[1::2]), strict=True))
