"""The screen a goal names: “on the tags page”, “the list of users”, “the moderation log” (UND-5).

Screens are called after what they are of: `tags_controller.rb`, `users/UsersList.jsx`, `tags/index.
html.erb`. Files of a model say the words of such a goal more often, and are not what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.index.index import Index
from plangate.language.paths import is_drawn, is_screen
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import (
    group,
    is_stop,
    parts,
    rows_as_stems,
    stem,
    words_in_rows,
)

_PIECE = re.compile(r"[A-Za-z][\w'’-]*|[^\w\s]")
_MOST_WORDS = 3
#: What a word of a name costs that the goal does not say, and one that it says of something else.
_UNSAID, _ELSEWHERE = 0.3, 0.1
#: What it is worth that a file is called a list where a list is meant, and that it is likely; so
#: much of what a screen is of must be in its path.
_CALLED_SO, _LIKELY, _LEAST = 0.3, 0.3, 0.7


class _Own(NamedTuple):
    """What a path says: the things its name is of, its roles, and the words of its last folders."""

    things: frozenset[str]
    roles: frozenset[str]
    around: frozenset[str]


def screens_meant(index: Index, title: str, likely: Mapping[str, float]) -> tuple[str, ...]:
    """The file that shows the screen a goal names, and what answers for it, in the order in which
    a change of that sort begins; () where none is named, or none is called so."""
    named = list(_named(title))
    if not named:
        return ()
    said = frozenset(stem(word) for word in re.findall(r"[a-z]+", title.lower()))
    kinds = {one.path: one.kind for one in index.texts.of_kinds(("code", "markup")).values()}
    shown: dict[str, float] = {}
    behind: dict[str, float] = {}
    for path in kinds:
        answers = not _own(path).roles.isdisjoint(_ANSWERS) or _is_of_screens(path)
        if not (answers or is_drawn(path)):
            continue
        worth = max(_worth(path, head, things, said) for head, things in named)
        if worth >= _LEAST:
            held = shown if is_drawn(path) else behind
            held[path] = worth + _LIKELY * likely.get(path, 0.0)
    first = [max(sorted(held), key=held.__getitem__) for held in (shown, behind) if held]
    draws = _is_to_show(title)
    if not shown or not behind:
        return tuple(one for one in first if draws or kinds[one] == "code")
    # What draws a screen of a client asks for what it needs; a template is handed it.
    if kinds[first[0]] == "markup" and (not draws or any_said("is_worked_out").search(title)):
        first.reverse()
    return tuple(first)


#: Roles of files that answer for a screen.
_ANSWERS, _PARTS = rows_as_stems("heads_of_screens")[1:3]


def _is_of_screens(path: str) -> bool:
    """Whether a file lies among screens and is no script of a client: there it answers for them."""
    return is_screen(path) and language_of(path) not in (None, "JavaScript", "TypeScript", "Vue")


def _named(title: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The screens a goal speaks of: the word for a screen, and the stems of what it is of."""
    words = [word.lower() for word in _PIECE.findall(title)]
    heads = rows_as_stems("heads_of_screens")[0]
    for at, word in enumerate(words):
        if stem(word) not in heads:
            continue
        of = words[at + 2 :] if words[at + 1 : at + 2] in (["of"], ["for"], ["with"]) else []
        of = of[1:] if of[:1] and of[0] in group("determiners") else of
        things = {*_things(reversed(words[:at])), *_things(of)} - {stem(word)}
        if things:
            yield stem(word), frozenset(things)


def _things(words: Iterable[str]) -> Iterator[str]:
    """The stems of the words that tell a thing, up to where another phrase begins."""
    own = takewhile(lambda word: not _ends(word), words)
    return (stem(word.removesuffix("'s").removesuffix("’s")) for word in islice(own, _MOST_WORDS))


def _ends(word: str) -> bool:
    return not word[0].isalpha() or is_stop(word) or word in group("determiners") or _is_seen(word)


def _is_seen(word: str) -> bool:
    return stem(word) in rows_as_stems("seen_on_screens")[0]


def _is_to_show(title: str) -> bool:
    """Whether something is to be seen that is not seen today."""
    return any(map(_is_seen, re.findall(r"[a-z]+", title.lower())))


def _worth(path: str, head: str, things: frozenset[str], said: frozenset[str]) -> float:
    own = _own(path)
    about = own.things or own.around
    covered = sum(1.0 if word in about else _FOLDER * (word in own.around) for word in things)
    if not covered or (own.things and own.things.isdisjoint(things)):
        return 0.0
    cost = sum(_ELSEWHERE if word in said else _UNSAID for word in own.things - things)
    cost += _WITHIN * len(own.around - own.things - things)
    called = _CALLED_SO if head in own.roles else 0.0
    return covered / len(things) - cost + called - _PART * bool(own.roles & _PARTS)


#: What a word counts that only a folder says, and what it costs to be a part of a screen and to lie
#: in a folder that the goal does not speak of.
_FOLDER, _PART, _WITHIN = 0.9, 0.15, 0.03


@lru_cache(maxsize=50_000)
def _own(path: str) -> _Own:
    *folders, name = path.split("/")
    roles = words_in_rows("roles_of_files") | words_in_rows("heads_of_screens")
    told = [part.lower() for part in parts(name.partition(".")[0])]
    near = [part.lower() for folder in folders[-2:] for part in parts(folder)]
    return _Own(
        frozenset(stem(part) for part in told if part not in roles),
        frozenset(stem(part) for part in (*told, *near) if part in roles),
        frozenset(stem(part) for part in near if part not in roles or part in _OF_PEOPLE),
    )


#: A folder for those who run a program says whose screens it holds.
_OF_PEOPLE = frozenset(("admin",))
