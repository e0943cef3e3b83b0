"""A person's own version of a plan: read, checked like any plan, and pinned (PLAN-2, PLAN-3).

The document is the `plan` of `plangate show ID --json`, with whatever the person changed in it, or
only its tasks. What they wrote is pinned field by field: no expansion and no revision changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plangate.core.guard.redaction import redact_value
from plangate.core.guard.workspace_paths import check_inside, made_relative
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import REVERSIBILITIES, Task
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, ListOf, Record, Text, Whole
from plangate.core.plans.plan_diff import difference

_ID = Text(200)
_TASK = Record(
    required={"id": _ID, "title": Text(10_000), "description": Text(100_000)},
    optional={
        "files": ListOf(Text(4_096, blank=True)),
        "complexity": Whole(1, 10),
        "depends_on": ListOf(_ID),
        "preconditions": ListOf(Text(20_000)),
        "check": Text(100_000, blank=True),
        "reversibility": Choice(REVERSIBILITIES),
        "rests_on": ListOf(_ID),
        "answers_to": Text(20_000, blank=True),
        "undo_why": Text(300, blank=True),
    },
)
_TASKS = ListOf(_TASK, most=10_000)


def read_edited_tasks(document: object, session: Session) -> tuple[Task, ...]:
    """The tasks of an edited plan, or one line about what is wrong with them (ERR-1)."""
    if isinstance(document, Mapping) and isinstance(document.get("plan"), Mapping):
        document = document["plan"]  # a whole `plangate show ID --json` does as well
    if not isinstance(document, Mapping) or "tasks" not in document:
        at = f"{session.id}-v{len(session.plans)}"
        raise BadInput("tasks", "is missing", f"the plan of `plangate show {at} --json`")
    taken_from = document.get("version")
    if taken_from is not None and taken_from != len(session.plans):
        # Written over a version its author has not seen, it would undo what that one changed.
        problem = f"the file is of v{str(taken_from)[:20]}, but v{len(session.plans)} holds"
        known = f"v{len(session.plans)}, or no version to write these tasks all the same"
        raise BadInput("version", problem, known)
    told = made_relative(document["tasks"], (session.begun.workspace,))
    read: Sequence[Document] = redact_value(_TASKS.read(told, "tasks"))
    if not read:
        raise BadInput("tasks", "is empty", "one task or more")
    tasks = in_order([_task(fields) for fields in read])
    before = {path for task in session.plan.tasks for path in task.files} if session.plan else ()
    for task in tasks:
        check_inside((x for x in task.files if x not in before), f"tasks.{task.id}.files")
        for entry in task.rests_on:
            if entry not in session.assumptions:
                known = ", ".join(session.assumptions) or "none: the ledger is empty"
                raise BadInput(f"tasks.{task.id}.rests_on", f"{entry!r} is not an entry", known)
    return tasks


def _task(fields: Fields) -> Task:
    made: Document = {
        name: tuple(v) if isinstance(v, list | tuple) else v for name, v in fields.items()
    }
    return Task(**made)


def check_edit(session: Session, tasks: Sequence[Task]) -> None:
    """What is done stays as it was done, and what was begun stays in the plan."""
    assert session.plan is not None, "only a drafted plan is edited"
    found = difference(session.plan.tasks, tasks)
    for task in found.removed:
        if how := session.progress.get(task.id):
            raise BadInput(f"tasks.{task.id}", f"is {how} and cannot be left out", "all such tasks")
    for change in found.changed:
        if session.progress.get(change.old.id) == "done":
            problem = f"is done; its {', '.join(change.fields)} cannot change"
            raise BadInput(f"tasks.{change.old.id}", problem, "the task as it was done")
    earlier = {task.id for plan in session.plans for task in plan.tasks}
    for task in found.added:
        if task.id in earlier and task.id not in session.removed_tasks:
            raise BadInput(f"tasks.{task.id}", "was another task once", "an id not used before")


def pins_of(session: Session, tasks: Sequence[Task]) -> dict[str, list[str]]:
    """The fields a person wrote: those that changed, and everything of a task they added."""
    assert session.plan is not None, "only a drafted plan is edited"
    found = difference(session.plan.tasks, tasks)
    pins = {change.new.id: list(change.fields) for change in found.changed}
    pins.update({task.id: [n for n in Task._fields if n != "id"] for task in found.added})
    return pins
