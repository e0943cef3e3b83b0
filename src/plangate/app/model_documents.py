"""What a model's reply says, read against the session: tasks, fields it adds, readings it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plangate.core.agents.finality import with_finality
from plangate.core.agents.judging import by_decision
from plangate.core.agents.proposals import read_proposal
from plangate.core.agents.retelling import noted_with
from plangate.core.gate.session_facts import provisional
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import Task
from plangate.core.model.records import Document, Fields
from plangate.core.moves import DraftPlan


def wanted_parts(document: Fields, *names: str) -> Document:
    """The parts of a proposal that are wanted; a model may send others, which are nobody's."""
    wanted = names or ("decisions", "tasks", "evidence")
    return {name: document[name] for name in wanted if document.get(name) is not None}


def as_proposed(session: Session, chore: DraftPlan) -> tuple[Task, ...] | None:
    """The tasks of the proposal, when what holds now is what they were drafted for."""
    proposed = session.thinking.proposed
    if session.plan is not None or proposed is None:
        return None
    tasks = read_proposal(wanted_parts(proposed.document, "tasks")).tasks
    if not tasks:
        return None
    by_name = {one.id: one for one in session.ambiguities}
    for name in {name for task in tasks for name in task.rests_on}:
        one = by_name.get(name)
        if one is None or name in chore.undecided:
            continue
        if chore.readings.get(name) != (one.safe_default or provisional(session, one)):
            return None
    if any(name in by_name for name in chore.in_own_words):
        return None
    if any(noted_with(session, name) for name in by_name):
        return None
    return with_finality(tasks, session.ambiguities)


def unknown_names(tasks: Sequence[Task], session: Session) -> list[str]:
    """Tasks that name a decision or a task there is none of."""
    decisions = {one.id for one in session.ambiguities}
    names = {task.id for task in tasks}
    return [
        str(
            BadInput(f"tasks.{task.id}.{field}", f"{name!r} is no {what}", ", ".join(sorted(known)))
        )
        for task in tasks
        for field, what, known, told in (
            ("rests_on", "decision", decisions, task.rests_on),
            ("after", "task", names, task.depends_on),
        )
        for name in told
        if name not in known
    ]


def laid_over(
    session: Session, chore: DraftPlan, sent: Sequence[Task], dropped: Sequence[str]
) -> tuple[Task, ...]:
    """ASM-3: of a plan that is there only what a revision touches changes; what is not sent again
    stays as it is."""
    if chore.previous is None:
        return tuple(sent)
    before = {task.id: task for task in by_decision(chore.previous.tasks, session)}
    fixed = before.keys() - session.touched if session.touched else frozenset[str]()
    tasks = before | {task.id: task for task in sent if task.id not in fixed}
    for name in dropped:
        if name not in fixed:
            tasks.pop(name, None)
    return tuple(tasks.values())


def task_rows(parts: Fields) -> Sequence[Any]:
    tasks = parts.get("tasks", ())
    return tasks if isinstance(tasks, list) else ()


def id_of(raw: Any) -> Any:
    return raw.get("id") if isinstance(raw, Mapping) else None


def with_expansions(
    before: Sequence[Task], sent: Sequence[Task], told: Mapping[str, frozenset[str]]
) -> tuple[Task, ...]:
    """REF-1: existing tasks with the fields that were sent, and new tasks behind them."""
    known = {task.id: task for task in before}
    result = dict(known)
    for task in sent:
        if task.id not in known:
            result[task.id] = task._replace(answers_to=task.answers_to or "finding of the plan")
            continue
        fields = told.get(task.id, frozenset()) - {"id", "rests_on", "drop"}
        changed = {name: getattr(task, name) for name in fields if hasattr(task, name)}
        result[task.id] = known[task.id]._replace(**changed)
    return tuple(result.values())


def meant(
    document: Fields, readings: Mapping[str, set[str]]
) -> tuple[dict[str, str | None], list[str]]:
    """ASK-15: decision to option, None for one that is only spoken of."""
    given = document.get("decisions", {})
    if isinstance(given, list):
        given = {str(row.get("id")): row.get("option") for row in given if isinstance(row, Mapping)}
    if not isinstance(given, Mapping):
        return {}, ["decisions: is not an object; accepted: decision ids with an option id or null"]
    found: dict[str, str | None] = {}
    faults = []
    for name, option in given.items():
        if name not in readings:
            faults.append(f"decisions.{name}: is not a decision; accepted: {', '.join(readings)}")
        elif option is not None and option not in readings[name]:
            accepted = ", ".join(sorted(readings[name]))
            faults.append(f"decisions.{name}: {option!r} is not an option; accepted: {accepted}")
        else:
            found[name] = option
    return found, faults
