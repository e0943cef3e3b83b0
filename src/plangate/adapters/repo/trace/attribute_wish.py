"""Which thing is to get which value: “let users pin a feed”, “an expiry date for notes” (UND-5).

Heard are the deed or the noun, the sort of its value (yes or no, a date, a number, a text, one of
several) and the words for the thing that has it. Whether the program keeps such a thing is found in
its records (stored_records.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.words.stems import group, rows_of, stem, stems_in_rows, words_in_rows

#: The sorts of values, as the rows of the vocabulary have them.
KINDS = ("yes or no", "date", "number", "text", "choice")
YES_NO = KINDS[0]
#: What has more words is described, and has no name; so many clauses say what is wanted.
_MOST_WORDS, _MOST_CLAUSES = 3, 3
#: Kinds of verbs that may want something kept; "" is none.
_KEEPS = ("build", "keep", "set", "secure", "change", "")
_PIECE = re.compile(r"[,;:()]|[A-Za-z][\w'’-]*|\d+")


class AttributeWish(NamedTuple):
    """What a thing is to have: its name in plain words, the sort of its value, and the thing."""

    clause: Clause
    name: tuple[str, ...]
    kind: str
    """One of `KINDS`; "" where the goal does not tell it."""
    thing: tuple[str, ...]


def attribute_wishes(goal: str) -> Iterator[AttributeWish]:
    """The ways to hear a goal as one for a value that is kept, the plainest first."""
    heard = hear(goal).clauses
    clauses = [one for one in heard if not (one.negated or one.background or one.trouble)]
    for clause in clauses[:_MOST_CLAUSES]:
        if clause.kind not in _KEEPS:
            continue
        words = [found.lower() for found in _PIECE.findall(clause.text)]
        for name, kind, thing in (*_marked(words), *_done(words), *_had(words), *_kept(words)):
            if name and thing:
                yield AttributeWish(clause, name, kind, thing)


def wants_a_state(goal: str) -> bool:
    """Whether a goal lets somebody put a thing into a state: nothing new is made then."""
    clauses = (one for one in hear(goal).clauses if one.kind in _KEEPS)
    words = ([found.lower() for found in _PIECE.findall(one.text)] for one in clauses)
    return any(True for said in words for _ in (*_marked(said), *_done(said)))


Heard = tuple[tuple[str, ...], str, tuple[str, ...]]


def _marked(words: Sequence[str]) -> Iterator[Heard]:
    """“Mark a task as urgent”."""
    for at, word in enumerate(words):
        if stem(word) in stems_in_rows("marks_as") and "as" in words[at:]:
            where = words.index("as", at)
            yield _phrase(words[where + 1 :])[:2], YES_NO, _phrase(words[at + 1 : where])


def _done(words: Sequence[str]) -> Iterator[Heard]:
    """“Let users pin a feed”, “allow archiving recipes”, “make boards archivable”."""
    bare, others = _deeds()
    for at, word in enumerate(words):
        own = bare.get(stem(word)) or others.get(stem(word))
        let = not words_in_rows("says_it_may_be_done").isdisjoint(words[:at])
        named = at > 0 and words[at - 1] in group("determiners")  # “the star rating”
        if words[at + 1 : at + 2] in (["should"], ["must"], ["can"], ["need"], ["have"]):
            continue  # “bookmarks should have …”: it is who has something
        among = not words_in_rows("another_of_them").isdisjoint(words[at + 1 : at + 2])
        if own and not (named or among) and (let or (at == 0 and stem(word) in bare)):
            yield (own,), YES_NO, _phrase(words[at + 1 :])
        if word.endswith("able") and words[0] == "make":
            root = stem(word.removesuffix("able"))
            if own := bare.get(root) or others.get(root):
                yield (own,), YES_NO, _phrase(words[1:at])


@cache
def _deeds() -> tuple[dict[str, str], dict[str, str]]:
    bare, others = (
        {stem(verb): state for verb, _, state in (one.partition("=") for one in row.split())}
        for row in rows_of("attribute_deeds")
    )
    return bare, others


def _had(words: Sequence[str]) -> Iterator[Heard]:
    """“A colour for tags”, “give playlists a colour”, “let note owners set an expiry date”."""
    kinds = _nouns()
    for at, word in enumerate(words):
        ends = at + 1 == len(words) or _is_end(words[at + 1])
        itself = word in words_in_rows("attribute_itself")
        if not ends or not (itself or word in kinds):
            continue
        start = at
        while start and not _is_border(words[start - 1]):
            start -= 1
        name = _named(words[start : at + 1])
        kind = kinds.get(word) or _kind_of(name)
        behind = words[at + 1 :]
        if behind[:1] == ["in"] and behind[2:3]:  # “an estimate in hours for tasks”
            behind = behind[2:]
        if behind and behind[0] in words_in_rows("attribute_links"):
            yield name, kind, _phrase(behind[1:])
        else:
            yield name, kind, _holder(words[:start])


def _named(words: Sequence[str]) -> tuple[str, ...]:
    """An attribute's own name: “field” and the like only say that it is one."""
    own = [word for word in words if not _says_nothing(word)]
    while own and own[-1] in words_in_rows("attribute_itself"):
        own.pop()
    return tuple(own) if len(own) <= _MOST_WORDS else ()


def _holder(words: Sequence[str]) -> tuple[str, ...]:
    """What is to have something, by the words before the verb that says so."""
    rows = rows_of("gives_a_thing")
    giving, having = rows[0].split(), rows[1].split()
    plain = [word for word in words if word not in group("determiners")]
    if given := [at for at, word in enumerate(plain) if word in giving]:
        return _phrase(plain[given[0] + 1 :])
    said = len(plain)
    while plain and plain[-1] in having:
        plain.pop()
    if len(plain) == said:
        return ()
    skipped = words_in_rows("says_it_may_be_done") | {"should", "must", "be", "to", "it", "make"}
    own = [word for word in plain if word not in skipped]
    while len(own) > 1 and own[-1] in words_in_rows("holds_a_thing"):
        own.pop()
    return tuple(own) if len(own) <= _MOST_WORDS else ()


def _kept(words: Sequence[str]) -> Iterator[Heard]:
    """“Remember the last search per user”: whatever it is, it is kept."""
    if not words or words[0] not in words_in_rows("kept_for_later"):
        return
    for at, word in enumerate(words):
        if word in words_in_rows("attribute_links") and at > 1:
            name = _named(words[1:at])
            yield name, _kind_of(name), _phrase(words[at + 1 :])


def _kind_of(name: Sequence[str]) -> str:
    last = name[-1] if name else ""
    return _nouns().get(last) or _nouns().get(last.removesuffix("s"), "")


@cache
def _nouns() -> dict[str, str]:
    rows = zip(rows_of("attribute_nouns"), KINDS, strict=True)
    return {noun: kind for row, kind in rows for noun in row.split()}


def _phrase(words: Sequence[str]) -> tuple[str, ...]:
    """The words up to where another phrase begins; () where they are too many for a name."""
    end = next((at for at, word in enumerate(words) if _is_end(word)), len(words))
    found = [word for word in words[:end] if not _says_nothing(word)]
    found = found or [word for word in words[:end] if word not in group("determiners")]
    return tuple(found) if len(found) <= _MOST_WORDS else ()


def _is_end(word: str) -> bool:
    return word in words_in_rows("ends_a_phrase") or not word[0].isalpha()


def _is_border(word: str) -> bool:
    """Whether the words of a name begin behind this one."""
    verbs = words_in_rows("gives_a_thing") | words_in_rows("kept_for_later")
    return _is_end(word) or word in group("determiners") or word in verbs


def _says_nothing(word: str) -> bool:
    empty = group("determiners") | group("says_little")
    return word in empty or word in words_in_rows("says_which")
