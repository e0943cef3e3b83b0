"""Which of a program's commands a goal speaks of, and what options each declares (UND-5).

`shop orders list`, “the search command”, “--json for vacuum”: a command is meant where a goal has
every word of its name. Commands of one name are told apart by the file they stand in.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.surface import Offered
from plangate.language.words.stems import parts, rows_of, stem
from plangate.language.words.vocabulary import verb_of

#: What a word around a command's name costs that the goal does not say.
_UNSAID = 0.4
#: What the likeliest file is worth beside a word that is said.
_LIKELY = 0.3
_FLAG = re.compile(r"(?<![\w-])--?[\w-]+")
_WORD = re.compile(r"[A-Za-z][\w:-]*")


class Command(NamedTuple):
    """A command by its name, the file and line that declare it, and how well a goal names it."""

    name: str
    path: str
    line: int
    worth: float = 0.0


def command_meant(index: Index, text: str, likely: Mapping[str, float]) -> Command | None:
    """The command that a text names plainly; None where it names none, or the program alone."""
    said = _said(text)
    fitting = [_fitted(one, said, likely) for one in _declared(index)]
    return max((one for one in fitting if one), key=lambda one: one.worth, default=None)


def options_of(index: Index, path: str, command: str = "") -> list[str]:
    """The options that a file declares, those of one command where it says whose they are."""
    found = _offered(index, path)
    own = [one.name for one in found if command and one.within == command]
    return list(dict.fromkeys(own or [one.name for one in found]))


def declared_at(index: Index, path: str, command: str = "") -> dict[str, int]:
    """The options that a file declares, each with its line; those of one command alone where it
    is named."""
    return {one.name: one.line for one in _offered(index, path) if command in ("", one.within)}


def _offered(index: Index, path: str) -> list[Offered]:
    number = next((n for n, file in index.texts.files.items() if file.path == path), -1)
    return index.texts.surface.of_kind("option").get(number, [])


def option_files(index: Index) -> dict[str, list[str]]:
    """Every file of the program that declares options, with their names."""
    code = index.texts.of_kinds(("code",))
    offered = index.texts.surface.of_kind("option")
    return {
        code[number].path: list(dict.fromkeys(one.name for one in found))
        for number, found in offered.items()
        if number in code
    }


def _declared(index: Index) -> Iterator[Command]:
    code = index.texts.of_kinds(("code",))
    for number, found in index.texts.surface.of_kind("command").items():
        if number in code:
            for one in found:
                yield Command(one.name, code[number].path, one.line)


def _said(text: str) -> frozenset[str]:
    """The stems of a goal's words, without its flags and without the verb that it orders with."""
    words = _WORD.findall(_FLAG.sub(" ", text))
    if words and verb_of(words[0].lower()):
        words = words[1:]
    return frozenset(stem(part.lower()) for word in words for part in (word, *parts(word)))


def _fitted(one: Command, said: Collection[str], likely: Mapping[str, float]) -> Command | None:
    own = {stem(part.lower()) for part in parts(one.name)}
    if not own or not own <= set(said):
        return None
    file = {stem(part.lower()) for part in parts(posixpath.basename(one.path).partition(".")[0])}
    around = file - own - _hold_commands()
    told = len(own) + len(around & set(said)) - _UNSAID * len(around - set(said))
    best = max(likely.values(), default=0.0) or 1.0
    return one._replace(worth=told + _LIKELY * likely.get(one.path, 0.0) / best)


@cache
def _hold_commands() -> frozenset[str]:
    return frozenset(map(stem, rows_of("hold_commands")[0].split()))
