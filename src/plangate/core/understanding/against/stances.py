"""What a program is said to be, and what goes against it (UND-6): offline, free, without accounts.

A page that says what a program is rules out what cannot be had with it, whatever words a goal has
for that. Some stances are the whole program's; others are of one thing, and only a goal that speaks
of that thing stands against them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from plangate.core.model.policy.understanding_numbers import STANCE_NEAR
from plangate.core.understanding.against.needs import kept_away
from plangate.language.denials import permits, supposes
from plangate.language.hearing import hear
from plangate.language.words.stems import content_stems, group, rows_of, stem


class Stance(NamedTuple):
    """What is said, what goes against it, and whether it is of one thing only."""

    held: re.Pattern[str]
    against: re.Pattern[str]
    of_a_thing: bool


def takes_a_stance(sentence: str) -> bool:
    """Whether a sentence of a page says what the program, or a part of it, is meant to be."""
    if permits(sentence) or supposes(sentence):
        return False
    return _any_stance().search(_FREE.sub(r"no \1", sentence)) is not None


#: “Database-free” is without a database.
_FREE = re.compile(r"\b([a-z]+)-free\b", re.IGNORECASE)


def goes_against(wanted: str, sentence: str, *, of_a_thing: bool) -> bool:
    """Whether what a goal wants cannot be had with what a sentence says."""
    sentence = _FREE.sub(r"no \1", sentence)
    for stance in _stances():
        if stance.of_a_thing != of_a_thing:
            continue
        found, other = stance.held.search(sentence), stance.against.search(wanted)
        if not found or not other or stance.held.search(wanted):
            continue
        if kept_away(wanted, other):
            continue  # “block trackers”: it helps what the page says
        said = _things(sentence, found) & (_things(wanted, other) | _kinds_of_names(wanted))
        if not of_a_thing or said:
            return True
    return False


def _things(text: str, found: re.Match[str]) -> frozenset[str]:
    """The stems of what stands near the words of a stance, without these words themselves."""
    before, behind = text[: found.start()].split(), text[found.end() :].split()
    near = " ".join((*before[-STANCE_NEAR:], *behind[:STANCE_NEAR]))
    return frozenset(content_stems(near)) - _light()


def _kinds_of_names(wanted: str) -> frozenset[str]:
    """What a name written as in code may be the name of: “Remove IsTrivia” is about a function."""
    named = hear(wanted).identifiers
    return frozenset(map(stem, group("public_names"))) if named else frozenset()


@cache
def _light() -> frozenset[str]:
    names = ("weak_in_goals", "weak_in_paths", "kinds_of_work", "shapes", "forms")
    return frozenset(stem(word) for name in names for word in group(name))


@cache
def _stances() -> tuple[Stance, ...]:
    return tuple(_rows())


def _rows() -> Iterator[Stance]:
    for name in ("stances", "stances_of_a_thing"):
        for row in rows_of(name):
            held, _, against = row.partition(" / ")
            of_a_thing = name == "stances_of_a_thing"
            yield Stance(_words(held), _words(against), of_a_thing)


@cache
def _any_stance() -> re.Pattern[str]:
    held = (row.partition(" / ")[0] for name in _LISTS for row in rows_of(name))
    return _words("|".join(held))


_LISTS = ("stances", "stances_of_a_thing")


def _words(rows: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{rows})(?![\w])", re.IGNORECASE)
