"""What a goal leaves as it is, and a deed that cannot be done without changing it (UND-6).

“Keep the schema untouched but store a position for every entry”: the piece that keeps names a
scope, and what another wants lies within it: it is done to that very thing, or to a part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from plangate.core.model.sighting import Sighting
from plangate.core.understanding.against.demands import order_in, words_of
from plangate.core.understanding.against.needs import pieces_of
from plangate.core.understanding.against.opposed import light_words
from plangate.language.paths import named_paths
from plangate.language.words.row_patterns import any_case, any_said, each_row
from plangate.language.words.stems import content_stems, rows_of
from plangate.language.words.vocabulary import thing_kind, verb_of

#: Deeds that leave something other than it was.
_CHANGES = frozenset("build change remove move reshape".split())
#: What everything that works otherwise afterwards is done by.
_ANY_WORK = _CHANGES | {"tune", "limit", "secure", "fix"}


class Scope(NamedTuple):
    """A piece that keeps something, what it keeps, and what else that piece says before it."""

    piece: str
    what: str
    before: str


def kept_and_changed(text: str, seen: Sighting | None) -> tuple[str, str] | None:
    """A piece that leaves something as it is, and one that has to change it."""
    pieces = pieces_of(text)
    for scope in _scopes(pieces):
        others = [piece for piece in pieces if piece != scope.piece]
        for other in filter(None, (scope.before, *others)):
            if any_case("instead_of_it").search(other) or any(
                row.search(other) for row in each_row("keeps_scope")
            ):
                continue
            if _is_within(other, scope, seen):
                return scope.piece, other
    return None


def _scopes(pieces: tuple[str, ...]) -> Iterator[Scope]:
    for piece in pieces:
        for row in each_row("keeps_scope"):
            if found := row.search(piece):
                yield Scope(piece, found["what"].strip(), piece[: found.start()].strip(" ,"))
                break


def _is_within(other: str, scope: Scope, seen: Sighting | None) -> bool:
    order = order_in(other)
    if _is_done_to_it(other):
        return True
    if any(kept.search(scope.what) and deed.search(other) for kept, deed in _covered()):
        return order is None or order.kind not in ("document", "verify", "explore")
    if order is None or order.kind not in _ANY_WORK or _is_on_pages(other):
        return False
    if any_case("everything_there_is").search(scope.what) and not named_paths(scope.what):
        return True
    if paths := named_paths(scope.what):
        return _is_in(paths, other, seen)
    named = [word for word in content_stems(scope.what) if word not in light_words()]
    if not named or order.kind not in _CHANGES:
        return False
    behind = any_said("where_it_goes").split(other, maxsplit=1)[1:]
    into = frozenset(content_stems(" ".join(behind) if order.kind == "build" else other))
    goes_in = order.kind == "build" and any_said("into_it").search(other) is not None
    return goes_in or frozenset(named) <= into


def _is_done_to_it(other: str) -> bool:
    """“Let them edit theirs”: a change of that very thing, by the word that stands for it."""
    verbs = (verb_of(found["verb"].lower()) for found in _TO_IT.finditer(other))
    return any(verb is not None and verb.kind in ("change", "fix", "remove") for verb in verbs)


_TO_IT = re.compile(r"(?<!not )\b(?P<verb>[a-z]+) (?:it|them|theirs)\b", re.IGNORECASE)


def _is_on_pages(other: str) -> bool:
    """“Update the docs”: what is read, and no program."""
    return any(thing_kind(word) == "doc" for word in words_of(other))


def _is_in(paths: tuple[str, ...], other: str, seen: Sighting | None) -> bool:
    """Whether a deed is done to a file that is to stay, or all it could be done to lies there."""
    if any(path in other for path in paths):
        return True
    likely = [place.path for place in seen.places[:3]] if seen is not None else []
    roots = tuple(path.rstrip("/*") + "/" for path in paths)
    return bool(likely) and all(path.startswith(roots) or path in paths for path in likely)


@cache
def _covered() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    found = []
    for row in rows_of("covered_by"):
        kept, _, deed = row.partition(" / ")
        found.append(
            (
                re.compile(rf"\b(?:{kept})$", re.IGNORECASE),
                re.compile(rf"(?<!\w)(?:{deed})", re.IGNORECASE),
            )
        )
    return tuple(found)
