"""What a story describes and never names, by what a feature does for somebody (UND-4).

“Recipes like that should ask whether you are sure” wants a confirmation. A way to describe is a few
slots, each filled by any of some words; all of them stand in the story. The rows are in
`words/described.toml`. It is for finding what is there already, never for deciding what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
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
    places = _places(heard)
    said = frozenset(places)
    best: dict[frozenset[Phrase], Described] = {}
    for way in {way for word in said for way in _by_word().get(word, ())}:
        if any(said.issuperset(name) for name in way.known_by):
            continue
        filled = [slot & said for slot in way.slots]
        if all(filled) and _in_one_breath(filled, places):
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


def _places(words: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Where each word and each run of them begins and ends, counted in words that tell anything."""
    passed = [0, *accumulate(not is_stop(word) for word in words)]
    places: dict[str, list[tuple[int, int]]] = {}
    for size in (1, 2, 3):
        for at in range(len(words) - size + 1):
            run = "_".join(words[at : at + size])
            places.setdefault(run, []).append((passed[at], passed[at + size]))
    return places


def _in_one_breath(
    filled: Sequence[frozenset[str]], places: dict[str, list[tuple[int, int]]]
) -> bool:
    """Whether every slot is filled within a few words: a long story has any words somewhere."""
    slots = [sorted(place for word in slot for place in places[word]) for slot in filled]
    reach = _REACH_A_SLOT * len(slots)
    return any(
        all(any(start <= at and end <= start + reach for at, end in slot) for slot in slots)
        for start in {at for slot in slots for at, _ in slot}
    )


#: Who describes one thing says so many telling words for each slot of it at most.
_REACH_A_SLOT = 2


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
