"""A plan as `plangate check` reads it (CLI-4): its own JSON, and what other tools' files become.

A field that is absent is not carried by the format, and None here; an empty one is empty. The rules
that judge it are in adequacy.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import circle_in
from plangate.core.model.nouns import DEPTHS, REVERSIBILITIES, Depth
from plangate.core.model.policy.plans_numbers import PLAN_DOCUMENT_SHOWN
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Flag, ListOf, Record, Shape, Text, Whole


class _Quick(NamedTuple):
    """A text that is taken at a glance when it is plain, and looked at by its shape when not.

    A plan has texts by the hundred thousand, nearly all of them printable and short enough.
    """

    shape: Text

    def takes(self, value: object) -> bool:
        return (
            type(value) is str
            and value.isprintable()
            and len(value) <= self.shape.longest
            and not (value.isspace() or not value)
        )

    def read(self, value: object, at: str) -> Any:
        return value if self.takes(value) else self.shape.read(value, at)

    def schema(self) -> Document:
        return self.shape.schema()


class _QuickList(NamedTuple):
    """The same for a list of texts."""

    item: _Quick
    most: int = 10_000

    def read(self, value: object, at: str) -> Any:
        if type(value) is list and len(value) <= self.most and all(map(self.item.takes, value)):
            return tuple(value)
        return ListOf(self.item, most=self.most).read(value, at)

    def schema(self) -> Document:
        return ListOf(self.item, most=self.most).schema()


_ID = _Quick(Text(200))
_IDS = _QuickList(_ID)

#: What check does not look at, but every plan of ours carries (PLAN-1).
_PASSED_OVER: Mapping[str, Shape] = {
    "reversibility": Choice(REVERSIBILITIES),
    "answers_to": _Quick(Text(20_000, blank=True)),
    "undo_why": _Quick(Text(300, blank=True)),
}
PLAN_TASK = Record(
    required={"id": _ID, "description": _Quick(Text(100_000, blank=True))},
    optional={
        "title": _Quick(Text(10_000, blank=True)),
        "files": _QuickList(_Quick(Text(4_096, blank=True))),
        "complexity": Whole(1, 10),
        "depends_on": _IDS,
        "preconditions": _QuickList(_Quick(Text(20_000, blank=True))),
        "check": _Quick(Text(100_000, blank=True)),
        "test_required": Flag(),
        "new_files": _QuickList(_Quick(Text(4_096, blank=True))),
        "rests_on": _IDS,
        **_PASSED_OVER,
    },
)
_TASKS = ListOf(PLAN_TASK)
_GOAL = Text(100_000)
_MORE: Mapping[str, Shape] = {
    "goal_complexity": Whole(1, 10),
    "depth": Choice(DEPTHS),
    "previous_tasks": _TASKS,
    "decisions": _IDS,
}
PLAN_DOCUMENT = Record(required={"goal": _GOAL, "tasks": _TASKS}, optional=_MORE)
#: A file of another tool need not say what it is for.
FOREIGN_PLAN = Record(required={"tasks": _TASKS}, optional={"goal": _GOAL, **_MORE})


class PlanTask(NamedTuple):
    """One task; None stands for a field the plan does not carry."""

    id: str
    description: str
    title: str | None = None
    files: tuple[str, ...] | None = None
    complexity: int | None = None
    depends_on: tuple[str, ...] | None = None
    preconditions: tuple[str, ...] | None = None
    check: str | None = None
    test_required: bool | None = None
    new_files: tuple[str, ...] | None = None
    rests_on: tuple[str, ...] | None = None
    answers_to: str = ""


class PlanDocument(NamedTuple):
    """A plan to be judged; `goal` is None when nobody said what it is for."""

    goal: str | None
    tasks: tuple[PlanTask, ...]
    goal_complexity: int | None = None
    depth: Depth = "standard"
    previous_tasks: tuple[PlanTask, ...] | None = None
    decisions: tuple[str, ...] | None = None
    """ADQ-25: what was decided and some task has to carry out, by name."""


def read_plan_document(document: object) -> PlanDocument:
    """A plan in plangate's own JSON, or one line about what is wrong with it (ERR-1)."""
    return _sound(PLAN_DOCUMENT.read(document, "document"))


def read_foreign_plan(document: object) -> PlanDocument:
    """A plan that was read from another tool's file; it may lack a goal."""
    return _sound(FOREIGN_PLAN.read(document, "document"))


def _sound(read: Fields) -> PlanDocument:
    tasks = _tasks(read["tasks"])
    check_foreign_graph(tasks)
    previous = read.get("previous_tasks")
    return PlanDocument(
        goal=read.get("goal"),
        tasks=tasks,
        goal_complexity=read.get("goal_complexity"),
        depth=read.get("depth", "standard"),
        previous_tasks=None if previous is None else _tasks(previous),
        decisions=read.get("decisions"),
    )


def _tasks(read: Iterable[Document]) -> tuple[PlanTask, ...]:
    made = []
    for fields in read:
        for name in _PASSED_OVER:
            fields.pop(name, None)
        made.append(PlanTask(**fields))
    return tuple(made)


def check_foreign_graph(tasks: Iterable[PlanTask]) -> None:
    """PLAN-2: duplicate ids and cycles are refused, naming the ids; the rest is for ADQ-5."""
    known: set[str] = set()
    in_order = True
    for task in tasks:
        if task.id in known:
            raise BadInput("tasks", f"the id {task.id} appears twice", "each id once")
        # A graph whose every edge leads back to an earlier task has no cycle.
        in_order = in_order and known.issuperset(task.depends_on or ())
        known.add(task.id)
    if in_order:
        return
    graph = {task.id: [n for n in task.depends_on or () if n in known] for task in tasks}
    if names := circle_in(graph):
        more = f" → … ({len(names) - 1:,} tasks)" if len(names) > PLAN_DOCUMENT_SHOWN else ""
        cycle = " → ".join(names[:PLAN_DOCUMENT_SHOWN]) + more
        raise BadInput("tasks", f"{cycle} is a cycle", "dependencies without one")
