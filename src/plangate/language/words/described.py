"""What a story describes and never names, by what a feature does for somebody (UND-4).

“Recipes like that should ask whether you are sure” wants a confirmation. A way to describe is a few
slots, each filled by any of some words; all of them stand in the story. The rows are in
`words/described.toml`. It is for finding what is there already, never for deciding what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from plangate.language.words.stems import is_stop, rows_of, stem
from plangate.language.words.wishes import Phrase


class Described(NamedTuple):
    """A feature a story describes: the names it has in programs, and the words that describe it."""

    names: frozenset[Phrase]
    own: frozenset[Phrase]
    """The names that mean this thing and hardly another."""
    words: frozenset[str]
    slots: int


class _Way(NamedTuple):
    slots: tuple[frozenset[str], ...]
    names: frozenset[Phrase]
    own: frozenset[Phrase]
    known_by: frozenset[Phrase]
    """Those of them that describe nothing: who says one knows the thing."""


def described_in(words: Sequence[str]) -> list[Described]:
    """The features a story of these words describes, the one that takes most words first.

    Who calls a feature by its name knows it, and describes something else.
    """
    heard = [word.lower() if is_stop(word) else stem(word) for word in words]
    said = frozenset(heard) | frozenset(_runs(heard))
    best: dict[frozenset[Phrase], Described] = {}
    for way in {way for word in said for way in _by_word().get(word, ())}:
        filled = [slot & said for slot in way.slots]
        if all(filled) and not any(said.issuperset(name) for name in way.known_by):
            used = frozenset(part for slot in filled for word in slot for part in word.split("_"))
            found = Described(way.names, way.own, used, len(_apart(filled)))
            if found.slots > 1:
                best[way.names] = max(best.get(way.names, found), found, key=_fullness)
    return sorted(best.values(), key=lambda one: (-one.slots, sorted(one.words)))


def _fullness(found: Described) -> tuple[int, int]:
    return found.slots, len(found.words)


def _apart(filled: Sequence[frozenset[str]]) -> set[frozenset[str]]:
    """The slots that telling words fill: one word fills one of them."""
    return {telling for slot in filled if (telling := frozenset(filter(_is_telling, slot)))}


def _is_telling(word: str) -> bool:
    return "_" in word or not is_stop(word)


def _runs(words: Sequence[str]) -> Iterator[str]:
    """The words that follow each other, joined."""
    yield from ("_".join(pair) for pair in pairwise(words))
    yield from ("_".join(words[at : at + 3]) for at in range(len(words) - 2))


@cache
def _by_word() -> dict[str, list[_Way]]:
    """Every way to describe, under each word of the slot that fewest words fill."""
    found: dict[str, list[_Way]] = {}
    for row in rows_of("described"):
        ways, _, called = row.partition("=>")
        names = [name.strip() for name in called.split(";")]
        phrases = frozenset(_phrase(name.strip("[]")) for name in names)
        own = frozenset(_phrase(name) for name in names if not name.startswith("["))
        every = [tuple(_filled_by(slot) for slot in way.split()) for way in ways.split(";")]
        describes = frozenset(word for slots in every for slot in slots for word in slot)
        known_by = frozenset(name for name in own if not describes.issuperset(name))
        for slots in every:
            for word in min(slots, key=len):
                found.setdefault(word, []).append(_Way(slots, phrases, own, known_by))
    return found


def _phrase(name: str) -> Phrase:
    return tuple(map(_heard, name.split()))


def _filled_by(slot: str) -> frozenset[str]:
    """The words that fill a slot."""
    words = (one for part in slot.split("/") for one in _classes().get(part, (part,)))
    return frozenset("_".join(_heard(each) for each in word.split("_")) for word in words)


def _heard(word: str) -> str:
    return word.lower() if is_stop(word) else stem(word)


@cache
def _classes() -> dict[str, tuple[str, ...]]:
    rows = (row.partition("=") for row in rows_of("described_classes"))
    return {f"<{name.strip()}>": tuple(words.split()) for name, _, words in rows}
