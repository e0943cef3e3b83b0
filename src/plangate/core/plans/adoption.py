"""Somebody else's plan as a plan of ours (PLAN-12): its tasks stay, and everything a plan has here
stands around them: the ledger, the judge, and approvals for what cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plangate.core.events.event import PlanAdopted
from plangate.core.gate.session_facts import one_way, plan_notes
from plangate.core.guard.redaction import redact_value
from plangate.core.guard.workspace_paths import check_inside
from plangate.core.log.session import Session
from plangate.core.model.errors import BadInput
from plangate.core.model.graphs import in_order, open_decision
from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation, Plan, Task
from plangate.core.model.policy.plans_numbers import ADOPTING_LONGEST_TITLE, ADOPTING_MOST_TASKS
from plangate.core.plans.plan_document import PlanDocument, PlanTask, read_foreign_plan
from plangate.core.plans.plan_graph import next_version
from plangate.core.understanding.door_questions import DOORS

#: The fields a format may lack; what it lacks is not held against the plan (ADQ-19).
_MAY_LACK = ("files", "complexity", "depends_on", "preconditions", "check")


def read_adopted(document: object, source: str, format_name: str) -> tuple[str | None, PlanAdopted]:
    """What a plan file says it is for, and its tasks as ours; refused when its graph is unsound."""
    if isinstance(document, dict):
        document = {k: v for k, v in document.items() if k in ("goal", "tasks", "goal_complexity")}
    read = read_foreign_plan(redact_value(document))
    if not read.tasks:
        raise BadInput("PLAN", "has no task", "a plan with one task or more")
    if len(read.tasks) > ADOPTING_MOST_TASKS:
        raise BadInput("PLAN", f"has {len(read.tasks):,} tasks", f"up to {ADOPTING_MOST_TASKS:,}")
    for task in read.tasks:
        check_inside(task.files or (), f"tasks.{task.id}.files")
    known = {task.id for task in read.tasks}
    tasks = in_order([_as_ours(task, known) for task in read.tasks])
    return read.goal, PlanAdopted(tasks, source, format_name, _lacks(read), tuple(_lost(read)))


def _as_ours(task: PlanTask, known: Iterable[str]) -> Task:
    title = task.title or task.description
    described = task.description.strip() or title
    needs = tuple(name for name in task.depends_on or () if name in known and name != task.id)
    return Task(
        id=task.id,
        title=_in_one_line(title),
        description=described,
        files=task.files or (),
        complexity=task.complexity or 3,
        depends_on=tuple(dict.fromkeys(needs)),
        preconditions=task.preconditions or (),
        check=task.check or "",
        answers_to=f"task {task.id} of the adopted plan",
    )


def _in_one_line(title: str) -> str:
    """A title as long as one may be; what was cut off at a word is said to be."""
    line = " ".join(title.split())
    if len(line) <= ADOPTING_LONGEST_TITLE:
        return line
    return f"{line[:ADOPTING_LONGEST_TITLE].rpartition(' ')[0] or line[:ADOPTING_LONGEST_TITLE]} …"


def _lacks(read: PlanDocument) -> tuple[str, ...]:
    return tuple(
        field for field in _MAY_LACK if all(getattr(task, field) is None for task in read.tasks)
    )


def _lost(read: PlanDocument) -> Iterable[str]:
    """Dependencies on what is not in the file: they cannot be kept, and it is said."""
    known = {task.id for task in read.tasks}
    for task in read.tasks:
        missing = [name for name in task.depends_on or () if name not in known or name == task.id]
        if missing:
            yield f"{task.id} depends on {', '.join(missing)}, not in the file: left out"


def adopted_version(session: Session) -> Plan:
    """The adopted tasks, or those of the last version, as the next one; each rests on the decisions
    it speaks of."""
    assert session.work.adopted is not None, "asked of an adopted plan only"
    tasks = session.plan.tasks if session.plan else session.work.adopted.tasks
    resting = tuple(_resting(session, task) for task in tasks)
    notes = [*session.work.adopted.notes, *plan_notes(session)]
    trigger = session.stale_plan or f"adopted from {session.work.adopted.source}"
    return next_version(resting, notes, one_way(session), session.plan, trigger)


def _resting(session: Session, task: Task) -> Task:
    raised = {a.id for a in session.ambiguities if _raises(task, a)}
    found = [
        str(entry.id)
        for entry in session.in_force
        if entry.ambiguity in raised or _speaks_of(session, task, entry)
    ]
    left = [open_decision(a.id) for a in session.left_open if a.id in raised]
    return task._replace(rests_on=(*found, *left))


def _raises(task: Task, ambiguity: Ambiguity) -> bool:
    """UND-6: whether a one-way door was asked about for the words of this task."""
    said = " ".join(f"{task.title}\n{task.description}".split())
    return ambiguity.id in DOORS and ambiguity.heard.removesuffix("…") in said


def _speaks_of(session: Session, task: Task, entry: Assumption) -> bool:
    """Whether a task names the reading that holds, or a file that reading alone decides; or the
    evidence of the decision is the task itself."""
    if any(name.endswith(f":{task.id}") for name in entry.evidence):
        return True
    held = _held(session, entry)
    if held is None:
        return False
    text = f"{task.title} {task.description}".casefold()
    return held.label.casefold() in text or bool(set(held.touches) & set(task.files))


def _held(session: Session, entry: Assumption) -> Interpretation | None:
    readings: Sequence[Interpretation] = [
        reading
        for ambiguity in session.ambiguities
        if ambiguity.id == entry.ambiguity
        for reading in ambiguity.interpretations
        if reading.id == entry.interpretation
    ]
    return readings[0] if readings else None
