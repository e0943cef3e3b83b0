"""Graphs of what needs what: circles, and waves of what can be done side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter


def circle_in(needs: Mapping[str, Iterable[str]]) -> Sequence[str]:
    """Names that need each other, the first one again at the end; empty when there is no circle."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return ()


def waves_of(needs: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Every name in the first wave in which nothing keeps it waiting, in the order given.

    What is needed and not among the names keeps nobody waiting. There must be no circle.
    """
    place = {name: number for number, name in enumerate(needs)}
    sorter = TopologicalSorter(
        {name: [need for need in needed if need in place] for name, needed in needs.items()}
    )
    sorter.prepare()
    waves: list[list[str]] = []
    while sorter.is_active():
        waves.append(sorted(sorter.get_ready(), key=place.__getitem__))
        sorter.done(*waves[-1])
    return waves
