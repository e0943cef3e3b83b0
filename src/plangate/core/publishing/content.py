"""What stands on the page of a session's plan: its decisions, its tasks, its versions (PUB-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.core.log.session import Session
from plangate.core.model.graphs import undecided_of
from plangate.core.model.nouns import Plan, Task
from plangate.core.publishing.page import Page, PageTask
from plangate.core.publishing.wording import Wording

APPROVED = "cannot be undone; approved by a person"
NOT_APPROVED = "cannot be undone; a person has to approve it by name"


def page_of(session: Session, plan: Plan, wording: Wording, anchor: str) -> Page:
    """The page of a plan as it stands now; same session, same page."""
    return Page(
        session=session.id,
        version=plan.version,
        anchor=anchor,
        goal=wording.said(session.goal),
        decisions=_decisions(session, wording),
        tasks=tuple(
            page_task(
                task,
                wording,
                done=session.progress.get(task.id) == "done",
                approved=task in session.approved or session.progress.get(task.id) == "done",
            )
            for task in plan.tasks
        ),
        versions=tuple(_versions(session, wording)),
    )


def page_task(
    task: Task, wording: Wording, *, done: bool = False, approved: bool = False
) -> PageTask:
    """A task as it is shown."""
    title = wording.said(task.title)
    description = wording.said(task.description, lines=True)
    one_way = (APPROVED if approved else NOT_APPROVED) * (task.reversibility == "irreversible")
    return PageTask(
        id=task.id,
        title=title,
        description="" if description == title else description,
        done=done,
        files=tuple(wording.said(path).replace("`", "'") for path in task.files),
        check=wording.said(task.check),
        after=task.depends_on,
        rests_on=tuple(_ground(name, wording) for name in task.rests_on),
        before=tuple(filter(None, map(wording.said, task.preconditions))),
        one_way=one_way,
    )


def _ground(name: str, wording: Wording) -> str:
    """A ledger entry by its short name; a decision nobody made yet by its own."""
    undecided = undecided_of(name)
    return wording.said(f"{undecided} (open)" if undecided else name).replace(",", " ")


def _decisions(session: Session, wording: Wording) -> tuple[str, ...]:
    """Every decision in force in the order they were made, then those nobody has made."""
    entries = sorted(session.in_force, key=lambda entry: _number(str(entry.id)))
    made = [wording.decision(entry) for entry in entries if entry.user_response != "waiting"]
    left = [
        wording.said(
            f"{a.id.replace('-', ' ').replace('_', ' ')}: not decided yet. {a.prompt or ''}"
        )
        for a in session.left_open
    ]
    return (*made, *left)


def _number(name: str) -> tuple[int, str]:
    digits = name.rpartition("-a")[2]
    return (int(digits) if digits.isdigit() and len(digits) < 10 else 0, name)


def _versions(session: Session, wording: Wording) -> Iterator[str]:
    for plan in session.plans:
        yield _version(plan, wording)
    if session.closed is not None:  # PLAN-13; why is somebody's own words
        yield "closed: nobody wants it any more"


def _version(plan: Plan, wording: Wording) -> str:
    """A version with its cause and the tasks it touched, by name."""
    names = _touched(plan.changes)
    changed = f": {names}" if names else ""
    return f"v{plan.version} {wording.cause(plan.trigger)}{changed}"


def _touched(changes: Sequence[str]) -> str:
    """`changed t1: Title` … as `changed t1, t2; added t3`."""
    found: dict[str, list[str]] = {}
    for change in changes:
        deed, _, rest = change.partition(" ")
        found.setdefault(deed, []).append(rest.partition(":")[0])
    return "; ".join(f"{deed} {', '.join(names)}" for deed, names in found.items())
