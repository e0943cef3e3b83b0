"""The graph on a plan's page (WEB-3): the tasks, or bundles of them where there are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from plangate.core.model.graphs import waves_of
from plangate.core.model.nouns import Plan, Task
from plangate.core.plans.work.groups import Groups, groups_of
from plangate.interfaces.web.drawing import Drawn, drawing, lines_of, named
from plangate.interfaces.web.graph import Layout, laid_out
from plangate.interfaces.web.visit import Visit, to
from plangate.language.tokens import counted

#: More tasks than this can be drawn in bundles.
_FOLDABLE_ABOVE = 40
#: More than this are, unless somebody wishes to see every task.
_MOST_DRAWN = 60
#: What is asked for in place of a bundle's name.
EVERY, FOLDED = "all", "bundles"
#: What cannot be told apart otherwise is drawn so many at a time.
_PART = 20
#: More waves than this are drawn several to a box.
_MOST_WAVES = 12


class TaskLine(NamedTuple):
    """A task as the list and the graph show it."""

    task: Task
    marks: frozenset[str]
    why_not: str
    says: str


@lru_cache(maxsize=64)
def _layout(needs: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Layout, Markup]:
    """A version never changes, and neither do its layout and its lines."""
    layout = laid_out(dict(needs))
    return layout, lines_of(layout)


@lru_cache(maxsize=64)
def kept_groups(tasks: tuple[Task, ...], one_group: bool) -> Groups:
    return groups_of(tasks, one_group=one_group)


class Bundle(NamedTuple):
    """Tasks that are one box of a large plan: what one worker does (PLAN-8), or waves."""

    name: str
    tasks: tuple[str, ...]
    after: tuple[str, ...]


def can_be_folded(shown: Plan) -> bool:
    return len(shown.tasks) > _FOLDABLE_ABOVE


def is_folded(shown: Plan, group: str | None) -> bool:
    """Whether a graph is drawn in bundles: as it was wished, or by the number of its tasks."""
    if not can_be_folded(shown) or group == EVERY:
        return False
    return group is not None or len(shown.tasks) > _MOST_DRAWN


def _bundles(shown: Plan, groups: Groups) -> list[Bundle]:
    largest = max((len(group.tasks) for group in groups.groups), default=0)
    if len(groups.groups) <= _MOST_DRAWN and largest <= _MOST_DRAWN:
        return [Bundle(group.id, group.tasks, group.after) for group in groups.groups]
    found: list[Bundle] = []
    before: tuple[str, ...] = ()
    for name, tasks in _stretches(shown):
        step = len(tasks) if len(tasks) <= _MOST_DRAWN else _PART
        parts = [tasks[start : start + step] for start in range(0, len(tasks), step)]
        names = [name] if len(parts) == 1 else [f"{name}.{n + 1}" for n in range(len(parts))]
        found += [Bundle(each, part, before) for each, part in zip(names, parts, strict=True)]
        before = tuple(names)
    return found


def _stretches(shown: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The waves with their names; of very many, several small ones as one."""
    waves = waves_of({task.id: task.depends_on for task in shown.tasks})
    least = len(shown.tasks) // _MOST_WAVES if len(waves) > _MOST_WAVES else 1
    first, tasks = 1, list[str]()
    for number, wave in enumerate(waves, 1):
        tasks += wave
        if len(tasks) >= least or number == len(waves):
            yield (f"w{first}" if first == number else f"w{first}-{number}"), tuple(tasks)
            first, tasks = number + 1, []


def graph_of(visit: Visit, shown: Plan, rows: Sequence[TaskLine], groups: Groups) -> Markup:
    """The tasks; of a large plan the bundles, or one of them with what stands next to it."""
    if is_folded(shown, visit.query.get("group")):
        bundles = _bundles(shown, groups)
        opened = next((b for b in bundles if b.name == visit.query.get("group")), None)
        if opened is None:
            return _folded(visit, rows, bundles)
        inside = set(opened.tasks)
        before = {name for row in rows if row.task.id in inside for name in row.task.depends_on}
        behind = {row.task.id for row in rows if inside.intersection(row.task.depends_on)}
        rows = [row for row in rows if row.task.id in inside | before | behind]
    known = {row.task.id for row in rows}
    needs = tuple(
        (row.task.id, tuple(n for n in row.task.depends_on if n in known)) for row in rows
    )
    boxes = [
        Drawn(
            row.task.id,
            row.task.title,
            f"{_address(visit, group=visit.query.get('group'), task=row.task.id)}#task",
            row.marks,
            f"{row.task.id} {row.task.title}" + (f": {row.says}" if row.says else ""),
        )
        for row in rows
    ]
    return drawing(*_layout(needs), boxes, f"The plan as a graph of {len(rows)} tasks")


def _folded(visit: Visit, rows: Sequence[TaskLine], bundles: Sequence[Bundle]) -> Markup:
    by_id = {row.task.id: row for row in rows}
    needs = tuple((bundle.name, bundle.after) for bundle in bundles)
    boxes = []
    for bundle in bundles:
        inside = [by_id[name] for name in bundle.tasks]
        marks = frozenset().union(*(row.marks for row in inside)) - {"done"}
        if all("done" in row.marks for row in inside):
            marks |= {"done"}
        title = f"{counted(len(inside), 'task')}: {inside[0].task.title}"
        says = f"{bundle.name}, {title}" + (f": {named(marks)}" if marks else "")
        address = f"{_address(visit, group=bundle.name)}#graph"
        boxes.append(Drawn(bundle.name, title, address, marks, says))
    return drawing(*_layout(needs), boxes, f"The plan as a graph of {len(boxes)} bundles of tasks")


def _address(visit: Visit, **query: str | None) -> str:
    """This plan in this version, looked at differently."""
    version = visit.query.get("v")
    return visit.desk.address.prefix + to("plans", visit.named["id"], v=version, **query)
