"""The words of a goal, and how much a path or a name is made of them.

A word that half of the repository carries in its paths says little: it weighs less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from plangate.language.hearing import hear
from plangate.language.words.stems import compounds, content_words, stem


class Goal(NamedTuple):
    """What is wanted, as a reader of paths and names needs it."""

    text: str
    words: tuple[str, ...]
    paths: tuple[str, ...]

    def shared(self, name: str) -> frozenset[str]:
        """The goal's words that a path or a name carries."""
        return compounds(name).intersection(self.words)

    def speaks_of(self, words: Iterable[str]) -> bool:
        spoken = set(re.findall(r"[a-z][a-z0-9]*", self.text.lower()))
        return not spoken.isdisjoint(words)


def goal_of(text: str) -> Goal:
    words = (word for word in content_words(text, _WEAK) if len(word) > 2)
    return Goal(text, tuple(dict.fromkeys(map(stem, words))), hear(text).paths)


#: Words that point nowhere, besides those that say nothing at all.
_WEAK = ("weak_in_paths", "trouble", "trouble_besides")
