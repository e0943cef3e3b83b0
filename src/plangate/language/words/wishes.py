"""What one feature is called by different people: ways to ask for it, and names it has in programs.

A person wants to keep unfinished articles out of the site, and the code has a draft; to throw old
entries away, and there is `prune`. Ways to ask are sets of words that all stand in a wish; names
are phrases of an identifier. The rows are in `words/wishes.toml`. It is for finding what is there
already (UND-4), never for deciding what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.language.words.stems import is_stop, rows_of, stem

Phrase = tuple[str, ...]


class Wish(NamedTuple):
    """Something a goal asks for: the words it does so with, and the names of the thing."""

    words: frozenset[str]
    names: frozenset[Phrase]
    asked_by: int = 0
    """How many telling words the way to ask for it takes; others may ask for it besides."""

    @property
    def weight(self) -> int:
        """How much it takes to ask like this: words that say something count most."""
        return sum(3 if is_telling(word) else 1 for word in self.words)


def is_telling(word: str) -> bool:
    """Whether a word of a wish is more than a link between others."""
    return not word.startswith(_LINK)


#: Marks a word that carries nothing of its own: “them” is no theme.
_LINK = "~"


def _heard(words: Sequence[str]) -> Phrase:
    return tuple(f"{_LINK}{word}" if is_stop(word) else stem(word) for word in words)


def wishes_in(words: Sequence[str]) -> list[Wish]:
    """What a goal of these words asks for under any of the known ways, the plainest first.

    A way to ask that takes more words comes before one that takes fewer of the same.
    """
    said = frozenset(_heard(words))
    fitting = [wish for word in said for wish in _by_word().get(word, ()) if wish.words <= said]
    fitting.sort(key=lambda wish: (-wish.weight, sorted(wish.words)))
    taken: set[str] = set()
    found: list[Wish] = []
    for wish in fitting:
        if not any(word in taken for word in wish.words if is_telling(word)):
            alike = [one for one in fitting if one.names == wish.names or one.words == wish.words]
            used = frozenset().union(*(one.words for one in alike if one.names == wish.names))
            names = frozenset().union(*(one.names for one in alike))
            asked_by = sum(map(is_telling, wish.words))
            found.append(Wish(used, names | _said_so(wish), asked_by))
            taken.update(used)
    return found


def _said_so(wish: Wish) -> frozenset[Phrase]:
    """The words of the wish itself, where they are several: a page may say it like that."""
    telling = tuple(sorted(filter(is_telling, wish.words)))
    return frozenset((telling,)) if len(telling) > 1 else frozenset()


@cache
def _by_word() -> dict[str, list[Wish]]:
    """Every way to ask, by its rarest word: the longest one."""
    found: dict[str, list[Wish]] = {}
    for row in rows_of("wishes"):
        asked, _, called = row.partition("=>")
        names = [name.strip() for name in called.split(";")]
        phrases = frozenset(_phrase(name.strip("[]")) for name in names)
        own = (name for name in names if not name.startswith("["))
        for ask in {frozenset(_heard(way.split())) for way in (*asked.split(";"), *own)}:
            found.setdefault(max(ask, key=lambda w: (len(w), w)), []).append(Wish(ask, phrases))
    return found


@cache
def _by_stem(group: str) -> dict[str, frozenset[Phrase]]:
    found: dict[str, frozenset[Phrase]] = {}
    for row in rows_of(group):
        said, _, answers = row.partition("=>")
        found[stem(said.strip())] = frozenset((stem(word),) for word in answers.split())
    return found


def kindred(stemmed: str) -> frozenset[Phrase]:
    """What else may answer a word of a wish, by its stem."""
    return _by_stem("kindred").get(stemmed, frozenset())


def brought_to_mind(stemmed: str) -> frozenset[Phrase]:
    """What a feature may be called of which somebody speaks in an everyday word, by its stem."""
    return _by_stem("brings_to_mind").get(stemmed, frozenset())


def _phrase(name: str) -> Phrase:
    return tuple(map(stem, name.split()))


@cache
def _by_name() -> dict[Phrase, frozenset[Phrase]]:
    """The names of a thing that ask for it by themselves, each with all the others."""
    found: dict[Phrase, set[Phrase]] = {}
    for row in rows_of("wishes"):
        names = [name.strip() for name in row.partition("=>")[2].split(";")]
        own = [_phrase(name) for name in names if not name.startswith("[")]
        for phrase in own:
            found.setdefault(phrase, set()).update(own)
    return {phrase: frozenset(names) for phrase, names in found.items()}


_LONGEST = 4


def names_of_features(words: Sequence[str]) -> Iterator[tuple[int, int, frozenset[Phrase]]]:
    """Where a run of stems begins and ends, and every name of what it asks for; its own is one."""
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + length])
            if length == 1 or phrase in _by_name():
                yield at, at + length, _by_name().get(phrase, frozenset()) | {phrase}
                at += length
                break
