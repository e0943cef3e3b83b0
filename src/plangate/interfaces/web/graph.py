"""A plan as a layered graph: waves from left to right, few crossings, lines past the boxes (WEB-3).

A task stands one wave behind the last of what it needs (longest path). A line that passes a wave
gets a place of its own there, so it goes around the boxes and never through one. The order within
the waves is swept back and forth by the mean place of the neighbours (barycentre) and by exchanging
neighbours while that leaves fewer crossings; the best order seen is kept. Why not a library:
docs/decisions/0019-our-own-page.md.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from plangate.core.model.graphs import waves_of

BOX = (176.0, 54.0)
#: The room between waves, between boxes, and for a line that passes.
_GAP, _BETWEEN, _LANE = 56.0, 14.0, 16.0
_SWEEPS = 12
#: How far off two ends may be that a straight line still joins.
_STRAIGHT = 6.0
_SETTLINGS = 8


class Placed(NamedTuple):
    """A box: its left upper corner, and its wave."""

    x: float
    y: float
    wave: int


class Line(NamedTuple):
    """An arrow from one box to another, as the corners it goes around."""

    start: str
    end: str
    corners: tuple[tuple[float, float], ...]


class Layout(NamedTuple):
    boxes: Mapping[str, Placed]
    lines: tuple[Line, ...]
    width: float
    height: float
    crossings: int


#: A place in a wave: a box by its name, or a line that passes as (from, to, wave).
_Node = str | tuple[str, str, int]
_Path = tuple[_Node, ...]


def laid_out(needs: Mapping[str, Sequence[str]]) -> Layout:
    """Where each box stands; `needs` says for each name what it comes after, without circles."""
    wave = _waves(needs)
    paths = {
        (start, end): _path(start, end, wave)
        for end, before in needs.items()
        for start in dict.fromkeys(before)
        if start in wave
    }
    edges = [pair for path in paths.values() for pair in pairwise(path)]
    layers = _ordered(_layers(wave, paths.values()), edges)
    heights = _heights(layers, edges)
    lines = _lines(paths, layers, heights)
    width = len(layers) * BOX[0] + max(0, len(layers) - 1) * _GAP
    bottom = max((heights[node] + _room(node) for layer in layers for node in layer), default=0.0)
    boxes = {
        node: Placed(place * (BOX[0] + _GAP), heights[node], place)
        for place, layer in enumerate(layers)
        for node in layer
        if isinstance(node, str)
    }
    return Layout(boxes, lines, width, bottom, _crossings(layers, edges))


# --- which wave, and in which order ---------------------------------------------------------------


def _waves(needs: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The longest path to each name."""
    known = {name: [n for n in before if n in needs] for name, before in needs.items()}
    return {name: place for place, wave in enumerate(waves_of(known)) for name in wave}


def _path(start: str, end: str, wave: Mapping[str, int]) -> _Path:
    passed = [(start, end, place) for place in range(wave[start] + 1, wave[end])]
    return (start, *passed, end)


def _layers(wave: Mapping[str, int], paths: Iterable[_Path]) -> list[list[_Node]]:
    layers: list[list[_Node]] = [[] for _ in range(max(wave.values(), default=-1) + 1)]
    for name, place in wave.items():
        layers[place].append(name)
    for path in paths:
        for node in path[1:-1]:
            if not isinstance(node, str):
                layers[node[2]].append(node)
    return layers


def _ordered(layers: list[list[_Node]], edges: Sequence[tuple[_Node, _Node]]) -> list[list[_Node]]:
    """The best order that sweeping to and fro comes to."""
    before: dict[_Node, list[_Node]] = {}
    behind: dict[_Node, list[_Node]] = {}
    for start, end in edges:
        before.setdefault(end, []).append(start)
        behind.setdefault(start, []).append(end)
    best, fewest = [list(layer) for layer in layers], _crossings(layers, edges)
    for sweep in range(_SWEEPS):
        if fewest == 0:
            break
        forth = sweep % 2 == 0
        places = range(1, len(layers)) if forth else range(len(layers) - 2, -1, -1)
        for place in places:
            beside = layers[place - 1 if forth else place + 1]
            layers[place] = _by_neighbours(layers[place], beside, before if forth else behind)
        _exchange(layers, before, behind)
        if (number := _crossings(layers, edges)) < fewest:
            best, fewest = [list(layer) for layer in layers], number
    return best


def _by_neighbours(
    layer: list[_Node], beside: list[_Node], neighbours: Mapping[_Node, list[_Node]]
) -> list[_Node]:
    """A wave by the mean place of each one's neighbours; who has none stays where it is."""
    place = {node: number for number, node in enumerate(beside)}
    mean = {
        node: sum(place[n] for n in neighbours[node]) / len(neighbours[node])
        if node in neighbours
        else float(number)
        for number, node in enumerate(layer)
    }
    return sorted(layer, key=mean.__getitem__)


def _exchange(
    layers: list[list[_Node]],
    before: Mapping[_Node, list[_Node]],
    behind: Mapping[_Node, list[_Node]],
) -> None:
    """Neighbours change places where that leaves fewer crossings."""
    places = [{node: number for number, node in enumerate(layer)} for layer in layers]
    for number, layer in enumerate(layers):
        sides = [
            (before, places[number - 1] if number else {}),
            (behind, places[number + 1] if number + 1 < len(layers) else {}),
        ]
        for left in range(len(layer) - 1):
            one, other = layer[left], layer[left + 1]
            gained = 0
            for neighbours, place in sides:
                mine = [place[n] for n in neighbours.get(one, ())]
                theirs = [place[n] for n in neighbours.get(other, ())]
                gained += sum(a > b for a in mine for b in theirs)
                gained -= sum(a < b for a in mine for b in theirs)
            if gained > 0:
                layer[left], layer[left + 1] = other, one
        places[number] = {node: at for at, node in enumerate(layer)}


def _crossings(layers: Sequence[Sequence[_Node]], edges: Sequence[tuple[_Node, _Node]]) -> int:
    """How often two lines between neighbouring waves cross."""
    place = {node: number for layer in layers for number, node in enumerate(layer)}
    wave = {node: number for number, layer in enumerate(layers) for node in layer}
    between: dict[int, list[tuple[int, int]]] = {}
    for start, end in edges:
        between.setdefault(wave[start], []).append((place[start], place[end]))
    total = 0
    for pairs in between.values():
        seen: list[int] = []
        for _, at in sorted(pairs):
            total += len(seen) - bisect_right(seen, at)
            insort(seen, at)
    return total


# --- how high, and around which corners -----------------------------------------------------------


def _room(node: _Node) -> float:
    return BOX[1] if isinstance(node, str) else _LANE


def _heights(
    layers: Sequence[Sequence[_Node]], edges: Sequence[tuple[_Node, _Node]]
) -> dict[_Node, float]:
    """The upper edge of each: near the middle of its neighbours, in order, nothing overlapping."""
    top: dict[_Node, float] = {}
    for layer in layers:
        at = 0.0
        for node in layer:
            top[node] = at
            at += _room(node) + _BETWEEN
    neighbours: dict[_Node, list[_Node]] = {}
    for start, end in edges:
        neighbours.setdefault(start, []).append(end)
        neighbours.setdefault(end, []).append(start)
    for turn in range(_SETTLINGS):
        for layer in layers if turn % 2 == 0 else reversed(layers):
            _settle(layer, top, neighbours)
    lowest = min(top.values(), default=0.0)
    return {node: round(height - lowest, 1) for node, height in top.items()}


def _settle(
    layer: Sequence[_Node], top: dict[_Node, float], neighbours: Mapping[_Node, list[_Node]]
) -> None:
    """Each node of a wave as near to the middle of its neighbours as the order lets it.

    What would overlap moves as one block, to the mean of what its members want.
    """
    blocks: list[tuple[float, float, list[_Node]]] = []  # wanted top, height, members
    for node in layer:
        near = neighbours.get(node)
        wanted = top[node]
        if near:
            middle = sum(top[n] + _room(n) / 2 for n in near) / len(near)
            wanted = middle - _room(node) / 2
        block = (wanted, _room(node) + _BETWEEN, [node])
        while blocks and blocks[-1][0] + blocks[-1][1] > block[0]:
            start, height, members = blocks.pop()
            count, more = len(members), len(block[2])
            mean = (start * count + (block[0] - height) * more) / (count + more)
            block = (mean, height + block[1], [*members, *block[2]])
        blocks.append(block)
    for start, _height, members in blocks:
        at = start
        for node in members:
            top[node] = at
            at += _room(node) + _BETWEEN


def _lines(
    paths: Mapping[tuple[str, str], _Path],
    layers: Sequence[Sequence[_Node]],
    top: Mapping[_Node, float],
) -> tuple[Line, ...]:
    """Orthogonal lines: along the waves' gaps, each start with an upright track of its own."""
    wave = {node: number for number, layer in enumerate(layers) for node in layer}
    tracks: dict[int, dict[_Node, int]] = {}
    for path in paths.values():
        for node, after in pairwise(path):
            if abs(_middle(node, top) - _middle(after, top)) > _STRAIGHT:
                found = tracks.setdefault(wave[node], {})
                found.setdefault(node, len(found))
    lines = []
    for (start, end), path in paths.items():
        corners = [(wave[start] * (BOX[0] + _GAP) + BOX[0], _middle(start, top))]
        for node, after in pairwise(path):
            place = wave[node]
            if node in tracks.get(place, {}):
                share = (tracks[place][node] + 1) / (len(tracks[place]) + 1)
                across = round(place * (BOX[0] + _GAP) + BOX[0] + 6 + share * (_GAP - 18), 1)
                corners += [(across, corners[-1][1]), (across, _middle(after, top))]
            # What is all but level is drawn level: a step of a pixel looks like a mistake.
            corners.append(((place + 1) * (BOX[0] + _GAP), corners[-1][1]))
        lines.append(Line(start, end, _straightened(corners)))
    return tuple(lines)


def _middle(node: _Node, top: Mapping[_Node, float]) -> float:
    return round(top[node] + _room(node) / 2, 1)


def _straightened(corners: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Corners without those on a straight line."""
    kept: list[tuple[float, float]] = []
    for corner in corners:
        if len(kept) >= 2 and kept[-2][1] == kept[-1][1] == corner[1]:
            kept[-1] = corner
        elif not kept or kept[-1] != corner:
            kept.append(corner)
    return tuple(kept)
