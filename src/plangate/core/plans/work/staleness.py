"""A stale plan says so (PLAN-10): what a task rests on and is no longer as it was.

When a version is made, the files its tasks name and the lines its evidence stood in are noted by
their digests. Later each is compared with what is there. What the plan's own work changed is no
surprise: a file that a task under way or done names is passed over.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plangate.core.log.session import Session
from plangate.core.model.nouns import Assumption, Evidence, Plan, Task
from plangate.core.model.records import Document


class Seen(NamedTuple):
    """PLAN-10: digests of files (empty for one that is not there) and of lines by locator."""

    files: Mapping[str, str]
    lines: Mapping[str, str]


class Stale(NamedTuple):
    """One thing that no longer holds, and the revision that is offered for it."""

    task: str
    what: str
    says: str
    offer: str


def unseen(session: Session, plan: Plan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files and locators of those tasks that changed since places were noted last."""
    version = session.work.seen_version
    before = {task.id: task for task in session.plans[version - 1].tasks} if version else {}
    changed = [task for task in plan.tasks if before.get(task.id) != task]
    return watched_files(changed), watched_lines(session, changed)


def watched_files(tasks: Iterable[Task]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for task in tasks for path in task.files if path.strip()))


def watched_lines(session: Session, tasks: Iterable[Task]) -> tuple[str, ...]:
    """Where the evidence stands that the decisions of these tasks rest on."""
    found = (
        str(entry.locator)
        for task in tasks
        for decision in _decisions(session, task)
        for entry in _evidence(session, decision)
    )
    return tuple(dict.fromkeys(found))


def stale(
    session: Session,
    plan: Plan,
    tasks: Iterable[Task],
    files: Mapping[str, str],
    lines: Mapping[str, str],
) -> tuple[Stale, ...]:
    """What of these tasks is no longer as it was, given how it is now."""
    own = {
        path
        for task in plan.tasks
        if session.progress.get(task.id) in ("started", "done")
        for path in task.files
    }
    found: list[Stale] = []
    for task in tasks:
        found += _stale_files(session, task, files, own)
        found += _stale_lines(session, task, lines, own)
    return tuple(found)


def _stale_files(
    session: Session, task: Task, files: Mapping[str, str], own: set[str]
) -> Iterable[Stale]:
    for path in task.files:
        before, now = session.work.seen_files.get(path), files.get(path)
        if before is None or now is None or before == now or path in own:
            continue
        how = "is no longer there" if not now else "has changed" if before else "is there by now"
        says = f"{path} {how} since the plan was made"
        offer = f"plangate fail {session.id} {task.id} --why '{path} {how}'"
        yield Stale(task.id, path, says, offer)


def _stale_lines(
    session: Session, task: Task, lines: Mapping[str, str], own: set[str]
) -> Iterable[Stale]:
    for decision in _decisions(session, task):
        for entry in _evidence(session, decision):
            where = str(entry.locator)
            before, now = session.work.seen_lines.get(where), lines.get(where)
            if not before or now is None or before == now or where.rpartition(":")[0] in own:
                continue
            says = f"“{decision.decision}” rests on {where}, which no longer says so"
            offer = f"plangate wrong {decision.id}"
            yield Stale(task.id, where, says, offer)


def _decisions(session: Session, task: Task) -> Iterable[Assumption]:
    return (session.assumptions[name] for name in task.rests_on if name in session.assumptions)


def _evidence(session: Session, decision: Assumption) -> Iterable[Evidence]:
    """What of a decision's evidence stands in a line of a file."""
    held = {entry.id: entry for entry in session.evidence}
    for name in decision.evidence:
        entry = held.get(name)
        if entry is not None and entry.locator and entry.locator.rpartition(":")[2].isdigit():
            yield entry


def stale_documents(found: Iterable[Stale]) -> list[Document]:
    return [entry._asdict() for entry in found]
