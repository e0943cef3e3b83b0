"""How likely a sentence orders something that cannot be taken back, by all of its words (UND-6).

Rows that name a deed and its object hear what somebody thought of; people put it in a hundred other
ways. So every word, and every two that stand together, have a weight: what goals with such a step
say more often than others do. The weights are fitted (scripts/fit_doors.py) and stand in
`words/door_weights.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, pairwise

from plangate.language.words.stems import rows_of, stem

#: A word or a flag; a path and a name of code say what something is called.
_WORD = re.compile(
    r"(?<![\w/.`])(?:[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|--?[^\W\d_][\w-]*)(?![\w/(]|\.\w)"
)
#: The sign that every sentence has, in the lists of weights.
_ALWAYS = "."


def signs_of(text: str) -> Iterator[str]:
    """The words of a text as they are compared, each once, and each two that stand together."""
    words = [_sign(found.group().lower()) for found in _WORD.finditer(text)]
    return iter(dict.fromkeys(chain(words, (f"{one}_{two}" for one, two in pairwise(words)))))


def _sign(word: str) -> str:
    return "#" if word.isdecimal() else stem(word)


def door_odds(text: str) -> float:
    """The log odds that a text orders something that cannot be taken back."""
    weights = _weights()
    return sum(weights.get(sign, 0) for sign in (_ALWAYS, *signs_of(text))) / 100


@cache
def _weights() -> Mapping[str, int]:
    parts = " ".join(rows_of("door_weights")).split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
