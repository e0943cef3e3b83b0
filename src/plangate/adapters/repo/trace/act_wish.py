"""Which deed is wanted on which thing: “let admins clone a board”, “a CSV export of tags” (UND-5).

Heard are the deed, as one of those that programs offer on one thing, the words for the thing, its
noun last, and whether it is wanted for many at once. Whether the program has such a thing, and who
does the like already, is found in its files (acts_here.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.stems import (
    group,
    rows_as_stems,
    rows_of,
    stem,
    stems_in_rows,
    words_in_rows,
)

#: What has more words is described, and has no name; so many clauses say what is wanted.
_MOST_WORDS, _MOST_CLAUSES = 3, 2
_PIECE = re.compile(r"[,;:()]|[A-Za-z][\w'’-]*|\d+")


class ActWish(NamedTuple):
    """A deed on a thing: the deed as it was said, all words for it, and the thing's words."""

    clause: Clause
    deed: str
    alike: frozenset[str]
    """The stems of the words for such a deed."""
    thing: tuple[str, ...]
    is_for_many: bool
    is_state: bool
    """Whether the thing has to remember it afterwards."""

    @property
    def only_reads(self) -> bool:
        """Whether the thing stays as it is: it is exported or printed."""
        return not self.alike.isdisjoint(stems_in_rows("deeds_that_read"))


def act_wish(goal: str) -> ActWish | None:
    """The deed on a thing that a goal wants; None where it wants none."""
    heard = hear(goal).clauses
    clauses = [one for one in heard if not (one.negated or one.background or one.trouble)]
    for clause in clauses[:_MOST_CLAUSES]:
        words = [found.lower() for found in _PIECE.findall(clause.text)]
        for deed, thing in (*_verbs(words), *_nouns(words)):
            if thing:
                many = not words_in_rows("for_all_at_once").isdisjoint(words)
                state = stem(deed) in _states()
                return ActWish(clause, deed, deeds()[stem(deed)], thing, many, state)
    return None


@cache
def deeds() -> dict[str, frozenset[str]]:
    """The stems of words for deeds, each with those that say the same."""
    return {word: row for row in rows_as_stems("deeds_on_things") for word in row}


@cache
def _states() -> frozenset[str]:
    """The stems of deeds whose thing is in another state afterwards."""
    pairs = (one for row in rows_of("attribute_deeds") for one in row.split())
    return frozenset(stem(pair.partition("=")[0]) for pair in pairs)


def reserve() -> frozenset[str]:
    """The stems of the deed that nearly every thing has."""
    return rows_as_stems("deeds_on_things")[-1]


def _verbs(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """“Clone a board”, “let users clone a board”, “add a button to clone a board”."""
    offered = words_in_rows("offers_a_deed")
    many = not words_in_rows("for_all_at_once").isdisjoint(words)
    for at, word in enumerate(words):
        if stem(word) not in deeds() or stem(word) in reserve():
            continue
        before = words[:at]
        let = not words_in_rows("says_it_may_be_done").isdisjoint(before)
        way = before[-1:] in (["to"], ["for"]) and not offered.isdisjoint(before)
        named = bool(before) and (before[-1] in group("determiners") or before[-1] in ("of", "is"))
        # “Send an email when …” is one more message, “test the parser” is work on the program.
        told = at == 0 and (many or word not in ("send", "test", "preview"))
        if (told or let or way) and not named:
            behind = words[at + 1 :]
            yield word, _thing(behind[1:] if behind[:1] == ["of"] else behind)


def _nouns(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """“A CSV export of the orders”, “an export for tags”."""
    makes = words[:1] and words[0] in ("add", "offer", "provide", "support", "create", "implement")
    for at, word in enumerate(words):
        wanted = makes and word in words_in_rows("deeds_as_nouns")
        if wanted and words[at + 1 : at + 2] in (["of"], ["for"], ["to"]):
            yield word, _thing(words[at + 2 :])


def _thing(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a thing's name, its noun last."""
    end = next((at for at, word in enumerate(words) if _ends(word)), len(words))
    own = [word for word in words[:end] if not _says_how_many(word)]
    holds = bool(own) and own[-1] in words_in_rows("many_of_them")
    if holds and words[end : end + 1] == ["of"] and (inner := _thing(words[end + 1 :])):
        return inner
    return tuple(own[-_MOST_WORDS:])


def _ends(word: str) -> bool:
    return word in words_in_rows("ends_a_phrase") or not word[0].isalpha()


def _says_how_many(word: str) -> bool:
    empty = group("determiners") | words_in_rows("for_all_at_once") | words_in_rows("says_which")
    return word in empty or word in ("at", "running", "existing")
