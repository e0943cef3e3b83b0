"""Changed minds: a decision overturned, and the plan version that follows from it (ASM-3, PLAN-3).

A revision replaces one ledger entry by another and names the tasks that rest on it. The next plan
version changes those tasks and what depends on them, and nothing else: every other task is the
same value it was before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from plangate.core.gate.asking.question_building import risk_if_wrong
from plangate.core.log.session import Session
from plangate.core.model.graphs import resting_on
from plangate.core.model.nouns import Assumption, Interpretation, Plan, Task
from plangate.core.words.irreversible import cannot_be_undone


def resting_tasks(plan: Plan | None, entry: str) -> tuple[str, ...]:
    """The tasks that rest on a ledger entry, and every task that depends on one of them."""
    return () if plan is None else resting_on(plan, entry)


def successors(plans: Sequence[Plan], drafted: Sequence[Task]) -> dict[str, Task]:
    """The drafted tasks under the ids they have in the plan.

    A drafted task is the successor of the earlier one that answers to the same thing; an id that
    any version gave is given to no other task (PLAN-1).
    """
    before = _ids_by_purpose(plans)
    names: dict[str, str] = {}
    taken = {task.id for plan in plans for task in plan.tasks}
    for purpose, task in _by_purpose(drafted):
        names[task.id] = before.get(purpose) or fresh_id(taken)
        taken.add(names[task.id])
    return {names[task.id]: _renamed(task, names) for task in drafted}


def with_successors(
    previous: Sequence[Task], made: Mapping[str, Task], touched: Collection[str]
) -> tuple[Task, ...]:
    """The plan with its touched tasks replaced; untouched tasks stay as they are."""
    kept = [
        task if task.id not in touched else made[task.id]
        for task in previous
        if task.id not in touched or task.id in made
    ]
    known = {task.id for task in previous}
    new = [task for name, task in made.items() if name not in known]
    present = {task.id for task in (*kept, *new)}
    return tuple(
        task._replace(depends_on=tuple(name for name in task.depends_on if name in present))
        for task in (*kept, *new)
    )


def changes_between(previous: Plan | None, tasks: Sequence[Task]) -> tuple[str, ...]:
    """PLAN-3: what a version changes, one line a task."""
    if previous is None:
        return ()
    old = {task.id: task for task in previous.tasks}
    new = {task.id: task for task in tasks}
    return (
        *(f"changed {name}: {new[name].title}" for name in old if _differs(old[name], new, name)),
        *(f"added {name}: {task.title}" for name, task in new.items() if name not in old),
        *(f"removed {name}: {task.title}" for name, task in old.items() if name not in new),
    )


def replacement(
    session: Session, entry: Assumption, *, reading: str | None, words: str | None, by: str
) -> Assumption:
    """The entry that takes an overturned one's place: a named reading, somebody's own words, or the
    likeliest of the readings not yet overturned."""
    base = entry._replace(
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        evidence=(),
        tasks=(),
        replaces=entry.id,
        source="answer",
    )
    if words is not None:
        return _in_own_words(base, words, by)
    if reading is not None:
        ambiguity = next(a for a in session.ambiguities if a.id == entry.ambiguity)
        return _as_chosen(base, ambiguity.reading(reading), by)
    return _likeliest_left(base, readings_left(session, entry), by)


def _in_own_words(base: Assumption, words: str, by: str) -> Assumption:
    return base._replace(
        decision=words,
        interpretation=None,
        user_response=f"custom: {words}",
        reasoning=f"{by} overturned {base.replaces} in their own words",
        risk_if_wrong="low - said by a person",
        status="confirmed",
        rule="ASM-3",
    )


def _as_chosen(base: Assumption, chosen: Interpretation, by: str) -> Assumption:
    final = cannot_be_undone(chosen)
    return base._replace(
        decision=chosen.label,
        interpretation=chosen.id,
        user_response=f"confirmed: {chosen.label}",
        reasoning=f"{by} overturned {base.replaces} and chose this",
        confidence="high",
        risk_if_wrong=risk_if_wrong(chosen) if final else "low - said by a person",
        status="confirmed",
        rule="ASM-3",
    )


def _likeliest_left(base: Assumption, left: Sequence[Interpretation], by: str) -> Assumption:
    undoable = [other for other in left if not cannot_be_undone(other)]
    likeliest = max(undoable or left, key=lambda other: other.prior)
    return base._replace(
        decision=likeliest.label,
        interpretation=likeliest.id,
        user_response="auto_expanded",
        reasoning=f"{by} overturned {base.replaces} without naming another; the likeliest left",
        confidence="low",
        risk_if_wrong=risk_if_wrong(likeliest),
        source="goal",
        status="open",
        rule="ASM-3",
    )


def readings_left(session: Session, entry: Assumption) -> list[Interpretation]:
    """The readings of an entry's ambiguity that nobody has overturned yet."""
    wrong = {
        other.interpretation
        for other in session.assumptions.values()
        if other.ambiguity == entry.ambiguity and other.status == "wrong"
    } | {entry.interpretation}
    readings: Iterable[Interpretation] = (
        reading
        for ambiguity in session.ambiguities
        if ambiguity.id == entry.ambiguity
        for reading in ambiguity.interpretations
    )
    return [reading for reading in readings if reading.id not in wrong]


def standing_entry(session: Session, ambiguity: str) -> Assumption | None:
    """The ledger entry that holds for an ambiguity now."""
    found = [
        entry
        for entry in session.assumptions.values()
        if entry.ambiguity == ambiguity and entry.status != "wrong"
    ]
    return found[-1] if found else None


def _ids_by_purpose(plans: Sequence[Plan]) -> dict[tuple[str, int], str]:
    """Which id stands for what, the latest version first."""
    found: dict[tuple[str, int], str] = {}
    for plan in reversed(plans):
        known = set(found.values())
        for purpose, task in _by_purpose(plan.tasks):
            if task.id not in known:
                found.setdefault(purpose, task.id)
    return found


def _by_purpose(tasks: Sequence[Task]) -> Iterator[tuple[tuple[str, int], Task]]:
    """Each task with what it answers to, and the how-manieth of a plan that does."""
    seen: Counter[str] = Counter()
    for task in tasks:
        yield (task.answers_to, seen[task.answers_to]), task
        seen[task.answers_to] += 1


def _renamed(task: Task, names: dict[str, str]) -> Task:
    return task._replace(
        id=names[task.id], depends_on=tuple(names.get(name, name) for name in task.depends_on)
    )


def fresh_id(taken: Collection[str]) -> str:
    """An id no task has."""
    number = len(taken) + 1
    while f"t{number}" in taken:
        number += 1
    return f"t{number}"


def _differs(old: Task, new: dict[str, Task], name: str) -> bool:
    """Whether anything about it but the ledger entries it rests on is another."""
    return name in new and new[name]._replace(rests_on=old.rests_on) != old
