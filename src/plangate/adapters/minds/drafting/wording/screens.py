"""In front of people or behind: whether a file is a screen, and whether a goal speaks of one.

A screen names in its texts what the program behind it does, so it is found by the same words. Words
for a layer do not put the right file first more often (168 commits of fifteen repositories, 84
goals); but where the first place is a screen and nothing in a goal is seen, the likeliest file
behind it was right more often (4 of 12, the screen 2), so a change begins there, and names both.
"""

from __future__ import annotations

from collections.abc import Iterable

from plangate.language.words.features import OF_LOOKS
from plangate.language.words.stems import stem
from plangate.language.words.vocabulary import thing_kind

_SEEN = frozenset(("page", "element"))


def speaks_of_screens(words: Iterable[str]) -> bool:
    """Whether some words name a page, a part of one, or what it looks like."""
    return any(thing_kind(word) in _SEEN or stem(word) in OF_LOOKS for word in words)
