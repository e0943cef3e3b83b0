"""Graphs of what needs what: circles, and waves of what can be done side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from plangate.core.model.nouns import Plan

_OPEN = "open:"


def open_decision(ambiguity: str) -> str:
    """ASK-17: what a task rests on while nobody has decided an ambiguity yet."""
    return f"{_OPEN}{ambiguity}"


def undecided_of(name: str) -> str | None:
    """The ambiguity that something a task rests on leaves open; None for a ledger entry."""
    return name[len(_OPEN) :] if name.startswith(_OPEN) else None


def resting_on(plan: Plan, name: str) -> tuple[str, ...]:
    """The tasks that rest on something, and every task that depends on one of them."""
    reached = {task.id for task in plan.tasks if name in task.rests_on}
    grown = bool(reached)
    while grown:
        more = {task.id for task in plan.tasks if reached.intersection(task.depends_on)} - reached
        reached |= more
        grown = bool(more)
    return tuple(task.id for task in plan.tasks if task.id in reached)


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
