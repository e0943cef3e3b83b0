"""One more deed on a thing: whose like is done already, and through which files (UND-5).

A deed that a program offers leaves its name and the thing's in every layer: `cloneBoard`,
`/boards/:id/clone`, `clone` in BoardController. The deed of the same kind that goes through most
files of the very thing shows where a new one goes: for many at once the deed for one, else the one
that goes furthest. Who does the like to another thing is told as the example.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.documents import is_changelog
from plangate.adapters.repo.index.file_kinds import kind_of
from plangate.adapters.repo.index.index import Index, code_version
from plangate.adapters.repo.trace.act_wish import ActWish, act_wish, deeds
from plangate.adapters.repo.trace.deed_lines import (
    DeedLine,
    Thing,
    called_after,
    deed_lines,
    deed_words,
    is_for_a_deed,
    is_list_of_routes,
    own_name,
    shape_of,
)
from plangate.adapters.repo.trace.trail_layers import LAYERS, is_step, layer_of
from plangate.core.model.sighting import ACT, Kin, KinPoint
from plangate.language.words.stems import parts, stem, words_in_rows

_READ = ("code", "markup", "test")
#: So many files are read for a thing and for a deed.
_MOST_FILES, _MOST_ALIKE = 64, 32
#: Through so many files a deed goes before it shows the way, and so many deeds that one file has
#: of a thing make it the place for one more.
_LEAST, _SEVERAL = 2, 2
_MOST_IN_A_LAYER = 5
_SCRIPTS = (".js", ".ts", ".mjs")
#: A deed, by the files it stands in.
_Trail = dict[str, list[DeedLine]]


def act_kin(workspace: Workspace, index: Index, goal: str) -> Kin | None:
    """What one more deed on a thing takes, by a deed that is there; None where none shows it."""
    wish = act_wish(goal)
    if wish is None or wish.only_reads:
        return None  # what is only read goes no way of what is changed
    things = things_here(index)
    for thing in _names_of(wish.thing, things):
        trails = _deeds_on(workspace, index, thing, wish.alike, things)
        same = trails.get(wish.alike, {})
        is_there = _goes_through(same)
        if (is_there and not wish.is_for_many) or (wish.is_state and not is_there):
            return None
        if is_there:
            return _kin(wish, thing, trails, same)
        if trail := _longest(trails):
            own = {path for one in trails.values() for path in one}
            like = _example(workspace, index, _Asked(thing, wish.alike, own), things)
            return _kin(wish, thing, trails, _without_own_files(trail, thing), like)
    return None


def _names_of(thing: Sequence[str], things: Collection[Thing]) -> Iterator[Thing]:
    """The names by which a thing may be called: all words where a file is called so, without a
    plain noun, the noun."""
    plain = words_in_rows("plain_members")
    own = list(thing)
    while len(own) > 1 and own[-1] in plain:
        own.pop()
    told = (tuple(thing), tuple(own), tuple(own[-1:]))
    names = dict.fromkeys(tuple(stem(word) for word in words) for words in told)
    yield from (name for name in names if name in things or len(name) == 1)


def things_here(index: Index) -> Collection[Thing]:
    """Whatever a file of the program is called after, by the stems of its name; kept until one
    changes."""

    def made() -> list[Thing]:
        files = index.texts.files.values()
        return sorted({called_after(one.path) for one in files if one.kind in _READ} - {()})

    return frozenset(map(tuple, index.texts.of_files(f"things {code_version()}", made)))


def _deeds_on(
    workspace: Workspace,
    index: Index,
    thing: Thing,
    alike: frozenset[str],
    things: Collection[Thing],
) -> dict[frozenset[str], _Trail]:
    """What is done here to a thing, deed by deed."""
    found: dict[frozenset[str], _Trail] = {}
    for path in _speaking(index, thing, alike):
        for deed, of, line in deed_lines(workspace, path, deed_words(), things, thing):
            if of == thing:
                found.setdefault(deeds()[stem(deed)], {}).setdefault(path, []).append(line)
    return found


def _speaking(index: Index, thing: Thing, alike: frozenset[str]) -> list[str]:
    """The files that speak of a thing: what is called after it, then what speaks of the deed too,
    then what speaks of it most."""
    files, said = index.texts.files, index.texts.said
    named = {number for word in alike for number, _ in index.texts.named.carriers(word)}
    carried = [dict(said.carriers(word)) for word in thing]
    doing = {number for word in alike for number, _ in said.carriers(word)}
    often = {
        number: sum(own[number] for own in carried)
        for number in set.intersection(*map(set, carried))
        if (one := files.get(number)) and one.kind in _READ
        if not (is_changelog(one.path) or is_step(one.path))
    }
    most = sorted(often, key=lambda n: (-often[n], files[n].path))
    own = [n for n in most if called_after(files[n].path) == thing]
    both = sorted((n for n in most if n in doing), key=lambda n: n not in named)
    ordered = dict.fromkeys((*own[:_MOST_ALIKE], *both[:_MOST_ALIKE], *most))
    return [files[n].path for n in islice(ordered, _MOST_FILES)]


def _goes_through(trail: _Trail) -> bool:
    """Whether a deed is declared and used in the program, and not only spoken of once."""
    program = [path for path in trail if kind_of(path) != "test"]
    return len(program) >= _LEAST and any(one.declares for p in program for one in trail[p])


def _longest(trails: Mapping[frozenset[str], _Trail]) -> _Trail | None:
    """The deed that goes through most files."""
    fit = [alike for alike, trail in trails.items() if _goes_through(trail)]
    best = max(fit, key=lambda alike: (len(trails[alike]), sorted(alike)), default=None)
    return trails[best] if best is not None else None


def _without_own_files(trail: _Trail, thing: Thing) -> _Trail:
    """A trail without the files that are made for its deed alone, `delete_board.html`, or that are
    called after another thing."""

    def is_shared(path: str) -> bool:
        name = posixpath.basename(path)
        called = own_name(name)
        return not is_for_a_deed(name) and (not called or {*thing} <= {*called})

    return {
        path: lines for path, lines in trail.items() if kind_of(path) == "test" or is_shared(path)
    }


class _Asked(NamedTuple):
    """A thing, the words for a deed on it, and the files that do anything with it."""

    thing: Thing
    alike: frozenset[str]
    own: Collection[str]


class _Example(NamedTuple):
    """The like, done to another thing: where it is declared, and the files it goes through."""

    thing: Thing
    first: DeedLine
    paths: tuple[str, ...]


def _example(
    workspace: Workspace, index: Index, asked: _Asked, things: Collection[Thing]
) -> _Example | None:
    """Where the like is done to another thing, in files of the same sorts."""
    words = frozenset(word for word in deed_words() if stem(word) in asked.alike)
    shapes = {shape_of(path, asked.thing) for path in asked.own}
    found: dict[Thing, _Trail] = {}
    for path in _doing(index, asked.alike):
        for _, of, line in deed_lines(workspace, path, words, things, ()):
            if of != asked.thing:
                found.setdefault(of, {}).setdefault(path, []).append(line)

    def worth(of: Thing) -> tuple[int, int, tuple[str, ...]]:
        program = (path for path in found[of] if layer_of(path) in ("code", "store"))
        same = sum(path not in asked.own and shape_of(path, of) in shapes for path in program)
        return same, len(found[of]), of

    fit = [of for of, trail in found.items() if worth(of)[0] and _goes_through(trail)]
    best = max(fit, key=worth, default=None)
    if best is None:
        return None
    program = [path for path in found[best] if kind_of(path) != "test"]
    ordered = sorted(program, key=lambda path: (layer_of(path) != "code", path))
    declared = (one for path in ordered for one in found[best][path] if one.declares)
    return _Example(best, next(declared), tuple(found[best]))


def _doing(index: Index, alike: frozenset[str]) -> list[str]:
    """The files that speak of a deed, those that say it most first."""
    files = index.texts.files
    often: Counter[str] = Counter()
    for word in alike:
        for number, times in index.texts.said.carriers(word):
            if number in files and files[number].kind in ("code", "markup"):
                often[files[number].path] += min(times, 8)
    return [path for path, _ in often.most_common() if not is_step(path)][:_MOST_FILES]


def _kin(
    wish: ActWish,
    thing: Thing,
    trails: Mapping[frozenset[str], _Trail],
    trail: _Trail,
    like: _Example | None = None,
) -> Kin | None:
    several = Counter(path for one in trails.values() for path in one)
    shapes = {shape_of(path, like.thing) for path in like.paths} if like else set()
    points = {
        path: _point(path, lines)
        for path, lines in trail.items()
        if _shows(path, lines, several, thing)
    }
    for other in trails.values():
        for path, lines in other.items():
            if path not in points and shape_of(path, thing) in shapes:
                points[path] = _point(path, lines)
    alike = {path for path in points if shape_of(path, thing) in shapes}
    kept = _by_layer(_with_clients(points.values()), thing, alike, several)
    first = next((one for one in kept if one.kind == "code"), None)
    if first is None:
        return None
    named = frozenset(word for word in deed_words() if stem(word) == stem(wish.deed))
    kept = _fewest(kept, first.path, named)
    return Kin(
        clause=wish.clause.text,
        name="",
        members=(first.beside,),
        nearest=first.beside,
        points=tuple(kept),
        thing=" ".join(wish.thing),
        sort=ACT,
        wanted=wish.deed,
        there=f"`{like.first.name}` ({like.first.path}:{like.first.line})" if like else "",
        said=wish.thing if like or not wish.is_for_many else (wish.deed, *wish.thing),
    )


def _with_clients(points: Collection[KinPoint]) -> list[KinPoint]:
    """The points, those of a browser's scripts among the screens where a server does the deed."""
    served = any(one.kind == "code" and not one.path.endswith(_SCRIPTS) for one in points)
    return [
        one._replace(kind="screen")
        if served and one.kind == "code" and one.path.endswith(_SCRIPTS)
        else one
        for one in points
    ]


def _fewest(points: Sequence[KinPoint], first: str, alike: Collection[str]) -> list[KinPoint]:
    """The first of each layer; of tests those called after the deed, and the nearest."""

    def rank(one: KinPoint) -> tuple[bool, int]:
        return _named(one.path).isdisjoint(alike), -len(posixpath.commonprefix((one.path, first)))

    kept: list[KinPoint] = []
    for layer in dict.fromkeys(one.kind for one in points):
        own = [one for one in points if one.kind == layer]
        kept += (sorted(own, key=rank) if layer == "test" else own)[:_MOST_IN_A_LAYER]
    return kept


def _named(path: str) -> set[str]:
    return {part.lower() for part in parts(posixpath.basename(path))}


def _shows(path: str, lines: Sequence[DeedLine], several: Mapping[str, int], thing: Thing) -> bool:
    """Whether a file shows where one more deed goes: it is the thing's own, has several of its
    deeds, declares this one, or tries it."""
    declares = layer_of(path) == "code" and any(one.declares for one in lines)
    own = called_after(path) == thing or several[path] >= _SEVERAL
    return own or declares or kind_of(path) == "test"


def _point(path: str, lines: Sequence[DeedLine]) -> KinPoint:
    best = next((one for one in lines if one.declares), lines[0])
    layer = layer_of(path)
    return KinPoint(path, best.line, "", best.name, "store" if layer == "migration" else layer)


def _by_layer(
    points: Collection[KinPoint],
    thing: Thing,
    alike: Collection[str],
    several: Mapping[str, int],
) -> list[KinPoint]:
    """The points by layer, what is done first; of each what the like goes through, what is called
    after the thing and what has most of its deeds come first."""

    def rank(one: KinPoint) -> tuple[bool, bool, bool, int, str]:
        own = called_after(one.path) == thing
        leads = is_list_of_routes(one.path)
        return one.path not in alike, not own, leads, -several[one.path], one.path

    ordered = sorted(points, key=rank)
    layers = sorted(LAYERS, key=lambda layer: (layer != "code", LAYERS.index(layer)))
    rows = ([one for one in ordered if one.kind == layer] for layer in layers)
    return [one for row in rows for one in row]
