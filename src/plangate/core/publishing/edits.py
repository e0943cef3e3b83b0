"""What an edit of a published plan means: what comes back, and what is refused (PUB-1).

A file is compared with the version it says it is of. The words, the check, the order and the tick
of a task come back, as a script's edit; nothing else does, and whatever does not is named, line by
line, so that nobody's work is lost without a word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.graphs import in_order
from plangate.core.model.nouns import Plan, Task
from plangate.core.publishing.content import page_of, page_task
from plangate.core.publishing.page import Page, PageTask
from plangate.core.publishing.wording import OWN_WORDS, Wording

_EDITABLE = ("title", "description", "check")
_FIXED = {"files": "files", "after": "after", "rests_on": "rests on", "before": "before"}


class Edits(NamedTuple):
    """What a file says beyond the plan."""

    words: Mapping[str, Mapping[str, str]] = {}
    """For each task its new title, description and check."""
    order: tuple[str, ...] = ()
    """The ids in their new order; empty when it is the old one."""
    ticked: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def changes_plan(self) -> bool:
        return bool(self.words or self.order)


def edits_of(session: Session, found: Page, wording: Wording) -> Edits:
    """The edits in a file of one of this session's versions."""
    if found.is_untouched:
        return Edits()
    base, plan = session.plans[found.version - 1], session.plans[-1]
    refused = _refused_lines(session, plan, found, wording)
    tasks = _by_id(found.tasks, {task.id for task in base.tasks}, refused)
    words: dict[str, dict[str, str]] = {}
    current = {task.id: task for task in plan.tasks}
    for task in base.tasks:
        theirs = tasks.get(task.id)
        if theirs is None:
            if task.id in current:
                refused.append(f"{task.id} was taken out; it stays in the plan")
            continue
        if not found.is_whole:
            refused += _fixed_fields(page_task(task, wording), theirs)
            refused += _claimed(session, theirs, current)
        changed = _changed_words(session, task, theirs, current.get(task.id), wording, refused)
        if changed:
            words[task.id] = changed
    order = _order(base, plan, found, refused)
    ticked = _ticked(session, found, current, refused)
    return Edits(words, order, ticked, tuple(refused))


def edited_tasks(plan: Plan, edits: Edits) -> tuple[Task, ...]:
    """The plan's tasks with the edits laid over them."""
    tasks = [_with_words(task, edits.words.get(task.id, {})) for task in plan.tasks]
    if edits.order:
        place = {name: number for number, name in enumerate(edits.order)}
        tasks.sort(key=lambda task: place[task.id])
    return tuple(tasks)


def _with_words(task: Task, words: Mapping[str, str]) -> Task:
    return task._replace(
        title=words.get("title", task.title),
        description=words.get("description", task.description),
        check=words.get("check", task.check),
    )


def _by_id(tasks: Sequence[PageTask], known: set[str], refused: list[str]) -> dict[str, PageTask]:
    found: dict[str, PageTask] = {}
    for task in tasks:
        words = f"{task.id} {task.title}".strip()
        if task.id not in known:
            refused.append(f"a task nobody planned: “{words}”; plan it with `plangate plan-edit`")
        elif task.id in found:
            refused.append(f"{task.id} appears twice: “{words}”")
        else:
            found[task.id] = task
    return found


def _refused_lines(session: Session, plan: Plan, found: Page, wording: Wording) -> list[str]:
    """Lines of the protected part that the record does not have."""
    if found.is_whole:
        return [f"not part of a plan: “{line.strip()}”" for line in found.other]
    fresh = page_of(session, plan, wording, "")
    refused = [f"a decision: “{d}”" for d in found.decisions if d not in fresh.decisions]
    refused += [f"a version: “{v}”" for v in found.versions if v not in fresh.versions]
    if found.goal != fresh.goal:
        refused.append(f"the goal: “{found.goal}”")
    return refused + [f"not part of a plan: “{line.strip()}”" for line in found.other]


def _fixed_fields(shown: PageTask, theirs: PageTask) -> list[str]:
    refused: list[str] = []
    for field, words in _FIXED.items():
        before, after = getattr(shown, field), getattr(theirs, field)
        if before != after:
            told = ", ".join(after) or "nothing"
            refused.append(f"{shown.id} {words}: “{told}”")
    if bool(shown.one_way) != bool(theirs.one_way):
        refused.append(f"{shown.id} one-way: “{theirs.one_way or 'nothing'}”")
    return refused


def _claimed(session: Session, theirs: PageTask, current: Mapping[str, Task]) -> list[str]:
    """An approval that nobody gave."""
    if "approved by" not in theirs.one_way or current.get(theirs.id) in session.approved:
        return []
    return [f"{theirs.id} an approval; a person gives it: plangate approve {theirs.id}"]


def _changed_words(
    session: Session,
    task: Task,
    theirs: PageTask,
    now: Task | None,
    wording: Wording,
    refused: list[str],
) -> dict[str, str]:
    shown = page_task(task, wording)
    latest = page_task(now, wording) if now is not None else None
    changed: dict[str, str] = {}
    for field in _EDITABLE:
        before, after = getattr(shown, field), getattr(theirs, field)
        # A file from before the plan moved on is no edit, nor is one that says what holds by now.
        if after == before or (latest is not None and after == getattr(latest, field)):
            continue
        why = _why_not(session, field, before, after, latest)
        if why:
            refused.append(f"{task.id} {field}: “{after}” ({why})")
        else:
            changed[field] = after
    if changed.get("description") == "":  # on the page the title stood for both
        changed["description"] = changed.get("title", theirs.title)
    return changed


def _why_not(session: Session, field: str, before: str, after: str, latest: PageTask | None) -> str:
    if latest is None:
        return "it is no longer planned"
    if session.progress.get(latest.id) == "done":
        return "it is done"
    if getattr(latest, field) != before:
        return "the plan changed it too"
    if OWN_WORDS in before or OWN_WORDS in after:
        return "it holds own words that are not published"
    return "it is empty" if field == "title" and not after else ""


def _order(base: Plan, plan: Plan, found: Page, refused: list[str]) -> tuple[str, ...]:
    """The new order of the plan's tasks, if the file has another one."""
    known = [task.id for task in base.tasks]
    theirs = [name for name in dict.fromkeys(t.id for t in found.tasks) if name in known]
    if theirs == [name for name in known if name in theirs]:
        return ()
    now = [task.id for task in plan.tasks]
    wanted = [name for name in theirs if name in now]
    if not wanted or wanted == [name for name in now if name in wanted]:
        return ()
    order: list[str] = []
    for name in now:  # what the file does not know stays behind what it stood behind
        order.append(wanted.pop(0) if name in theirs else name)
    tasks = {task.id: task for task in plan.tasks}
    if [task.id for task in in_order([tasks[name] for name in order])] != order:
        refused.append(f"the order {', '.join(order)}: a task would stand before one it needs")
        return ()
    return tuple(order)


def _ticked(
    session: Session, found: Page, current: Mapping[str, Task], refused: list[str]
) -> tuple[str, ...]:
    ticked: list[str] = []
    for task in found.tasks:
        is_done = session.progress.get(task.id) == "done"
        if task.done and not is_done and task.id in current:
            ticked.append(task.id)
        elif not task.done and is_done and found.lost_ticks:
            refused.append(f"{task.id} is done; what is done stays done")
    return tuple(dict.fromkeys(ticked))
