"""What of a session's workspace its plans are held against (ADQ-20…26): what was seen, and noted.

A file is judged only where somebody looked whether it is there (PLAN-10); a log that never looked
at its workspace is measured by form alone, as it always was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plangate.core.guard.workspace_paths import folders_above
from plangate.core.log.session import HOST, MODEL, Session
from plangate.core.model.nouns import Task
from plangate.core.plans.adequacy.substance import Terrain, run_by
from plangate.core.words.plan_words import is_test_path

#: How decisions stand that leave nothing to carry out.
_LEFT_OUT = frozenset(("GATE-17", "GATE-18"))


def terrain_in(session: Session, tasks: Sequence[Task]) -> Terrain | None:
    """The files of a plan and of the brief that are there; None when nobody looked."""
    noted = session.work.seen_files
    if session.seen is None or (not noted and any(task.files for task in tasks)):
        return None
    here = {path for path, digest in noted.items() if digest}
    unknown = {path for task in tasks for path in task.files if path not in noted}
    files = frozenset((*here, *unknown, *_of_the_brief(session)))
    return Terrain(files, folders_above(files), runs=runs_in(session))


def runs_in(session: Session) -> frozenset[str]:
    """ADQ-24: what the brief's own commands run; whoever was told to run it may."""
    ways = session.seen.conventions if session.seen is not None else ()
    return frozenset(name for way in ways if way for name in run_by(way))


def _of_the_brief(session: Session) -> Iterator[str]:
    seen = session.seen
    assert seen is not None, "a brief is asked for where there is one"
    for place in seen.places:
        yield from (place.path, *place.tests)
    yield from (sibling.path for sibling in seen.siblings)
    for entry in session.evidence:
        if entry.locator:
            yield entry.locator.partition(":")[0]


def to_be_new(session: Session, task: Task) -> tuple[str, ...]:
    """The files a task makes itself: what a model named as new; of a task of the rules, a test or
    one more of a kind that its sibling says the name of."""
    if session.mind == MODEL:
        return tuple(p for p in task.files if p in session.thinking.new_files)
    noted = session.work.seen_files
    if session.begun.proposer == HOST or session.work.adopted is not None:
        return ()
    kin = session.seen.kin if session.seen else None
    beside = {file.path for file in kin.files} if kin else set()
    missing = (path for path in task.files if not noted.get(path, "?"))
    return tuple(path for path in missing if path in beside or is_test_path(path))


def to_carry_out(session: Session) -> tuple[str, ...]:
    """ADQ-25: the decisions in force that some task of this session has rested on."""
    ever = {name for plan in session.plans for task in plan.tasks for name in task.rests_on}
    return tuple(
        entry.id
        for entry in session.in_force
        if entry.id in ever and entry.interpretation is not None and entry.rule not in _LEFT_OUT
    )
