"""The lines of a program on which a deed stands, and the thing it is done to (UND-5).

`cloneBoard` names its thing; a bare `clone` is done to what its file is called after, or to what is
spoken of around it. What a file is called after is its name without the parts that say its role.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.trace.trails import GENERATED
from plangate.language.words.stems import parts, stem, words_in_rows

#: So much of a file is read, so many lines around a bare deed; longer lines are made by programs.
_LARGEST_FILE, _AROUND, _LONGEST_LINE, _HEAD = 120_000, 8, 400, 400
_NAME = re.compile(r"[A-Za-z_][\w-]*(?:/:?[\w-]+)*")
_DECLARES = re.compile(
    r"\b(?:def|func|function|fun|fn|class|sub|async|public|private|protected|const|static)\b"
    r"|Route\(|path\(|\.(?:get|post|put|patch|delete)\(|methods=",
    re.IGNORECASE,
)


#: The stems of the words for a thing.
Thing = tuple[str, ...]


class DeedLine(NamedTuple):
    """A line on which a deed stands, and the name it has there."""

    path: str
    line: int
    name: str
    declares: bool


@lru_cache(maxsize=100_000)
def called_after(path: str) -> tuple[str, ...]:
    """The stems of what a file is called after, or else its folder; () for a mere role."""
    folder, base = posixpath.split(path)
    return own_name(base) or _without_roles(posixpath.basename(folder))


def own_name(base: str) -> Thing:
    """The stems of what a file's own name says beside its role."""
    return _without_roles(base.partition(".")[0])


def _without_roles(name: str) -> tuple[str, ...]:
    """What a name says beside roles; `lists.go` is called after lists, `list.go` lists."""
    roles = words_in_rows("roles_of_files")
    every = [part.lower() for part in parts(name) if len(part) > 1]
    own = [part for part in every if part not in roles and part not in deed_words()]
    if not own and len(every) == 1 and every[0] in words_in_rows("roles_that_are_things"):
        own = every
    return tuple(map(stem, own))


def deed_lines(
    workspace: Workspace,
    path: str,
    alike: frozenset[str],
    things: Collection[Thing],
    wanted: Thing,
) -> Iterator[tuple[str, Thing, DeedLine]]:
    """The lines of a file that name a deed, each with the thing it is done to: the one in the name,
    else what the file is called after, else what is spoken of around it."""
    text = (workspace.text(path) or "")[:_LARGEST_FILE]
    lines = text.split("\n") if not GENERATED.search(text[:_HEAD]) else []
    text = text if lines else ""
    home, base = called_after(path), own_name(posixpath.basename(path))
    alike = alike - {"test"} if kind_of(path) == "test" else alike
    # What a function is about stands below its name; what a route is about, above it as well.
    early = 1 + _AROUND * is_list_of_routes(path)
    noise = _noise() - {one for one in _noise() if stem(one) in wanted}
    for number in _numbers(text, alike):
        line = lines[number - 1]
        if len(line) > _LONGEST_LINE:
            continue
        for name in _NAME.findall(line):
            own = tuple(part.lower() for part in parts(name))
            deed = next((part for part in own if part in alike), "")
            if not deed or not (len(own) > 1 or f"{name}(" in line or _quoted(name, line)):
                continue
            rest = tuple(stem(one) for one in own if one != deed and one not in noise)
            thing = (
                rest
                or base
                or _spoken_of(lines[max(0, number - early) : number + _AROUND], wanted)
                or home
            )
            if thing == wanted or thing in things:
                yield deed, thing, DeedLine(path, number, name, _DECLARES.search(line) is not None)
                break


def _spoken_of(lines: Sequence[str], wanted: Thing) -> Thing:
    """The wanted thing, where some lines speak of it."""
    around = "\n".join(lines).lower()
    return wanted if wanted and all(word in around for word in wanted) else ()


def is_list_of_routes(path: str) -> bool:
    """Whether a file only leads to what does something."""
    own = {part.lower() for part in parts(posixpath.basename(path))}
    return not own.isdisjoint(words_in_rows("lists_of_routes"))


def _numbers(text: str, words: frozenset[str]) -> list[int]:
    """The numbers of the lines in which any of some words stands."""
    found: list[int] = []
    lowered = text.lower()
    number, before = 1, 0
    for line in _any_of(words).finditer(lowered):
        number += lowered.count("\n", before, line.start())
        before = line.start()
        found.append(number)
    return found


@lru_cache(maxsize=50)
def _any_of(words: frozenset[str]) -> re.Pattern[str]:
    """Where the first of some words stands in a line, to the end of it; words that begin alike are
    looked for together."""
    return re.compile(rf"{_either(sorted(words))}[^\n]*" if words else r"(?!)")


def _either(words: Sequence[str]) -> str:
    if "" in words:
        return ""
    by_letter = groupby(words, key=lambda word: word[0])
    rows = (re.escape(first) + _either([one[1:] for one in own]) for first, own in by_letter)
    return f"(?:{'|'.join(rows)})"


def _quoted(name: str, line: str) -> bool:
    return re.search(rf"[/\"'`]{re.escape(name)}[\"'`/]", line) is not None


@lru_cache(maxsize=1)
def deed_words() -> frozenset[str]:
    """All words for deeds that programs offer on a thing."""
    return words_in_rows("deeds_on_things")


@lru_cache(maxsize=1)
def _noise() -> frozenset[str]:
    """Parts of a name that say nothing of the thing a deed is done to."""
    roles = words_in_rows("roles_of_files") - words_in_rows("roles_that_are_things")
    return roles | words_in_rows("around_a_deed")


def is_for_a_deed(base: str) -> bool:
    """Whether a file is made for one deed alone: `delete_board.html`."""
    own = {part.lower() for part in parts(base.partition(".")[0])}
    return not own.isdisjoint(deed_words())


@lru_cache(maxsize=100_000)
def shape_of(path: str, thing: Thing) -> str:
    """A path with a hole where it names a thing: the same for another thing's file of the sort."""
    told = [" ".join(_with_hole(one, thing)) for one in path.split("/")]
    return "/".join(told)


def _with_hole(name: str, thing: Thing) -> list[str]:
    words = [stem(part) for part in parts(name)]
    size = len(thing)
    at = next((n for n in range(len(words)) if tuple(words[n : n + size]) == thing), None)
    return words if at is None else [*words[:at], "*", *words[at + size :]]
