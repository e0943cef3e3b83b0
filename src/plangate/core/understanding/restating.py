"""ADQ-22, UND-9: whether a task says anything that the goal did not say already."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from plangate.core.log.session import Session
from plangate.core.model.nouns import Task
from plangate.core.model.policy.understanding_numbers import LEAST_ADDED, SPOT_TELLS
from plangate.language.hearing import hear
from plangate.language.words.stems import content_stems, stems_of_group


def restates(task: Task, goal: str, *, own_draft: bool = False) -> bool:
    """Whether a task adds too little to the goal's words; for our drafts also to a template's.

    Our own drafts name the files that were found: where something goes is not yet what is done.
    """
    said = " ".join((task.title, task.description, task.check, *task.files))
    known = frozenset(content_stems(goal))
    if own_draft:
        known |= stems_of_group("of_templates") | frozenset(content_stems(" ".join(task.files)))
    added = {word for word in content_stems(said) if not word.isdigit()} - known
    if not own_draft:
        added |= {name for name in hear(said).code if name not in goal}  # `--sort-by` says what
    return len(added) < LEAST_ADDED


def is_skeleton(
    tasks: Sequence[Task], goal: str, known: Collection[str], spots: Collection[str] = ()
) -> bool:
    """UND-9: a draft by rules that mostly restates the goal, or names no file that is there.

    `known` are the files that were seen, `spots` the lines where most of the goal stands together:
    a task that begins at one says more than the goal, whatever its words.
    """
    changing = [task for task in tasks if task.complexity > 1] or list(tasks)
    bare = [
        task
        for task in changing
        if restates(task, goal, own_draft=True)
        and not any(f"({spot})" in task.description for spot in spots)
    ]
    placed = [task for task in changing if any(path in known for path in task.files)]
    return 2 * len(bare) > len(changing) or not placed


def is_skeleton_in(session: Session) -> bool:
    """UND-9: whether the plan so far is a draft by rules that says little more than the goal."""
    if session.plan is None or session.seen is None or session.mind != "rules":
        return False
    if session.work.adopted is not None:
        return False  # somebody else's plan, whatever it says
    known = {place.path for place in session.seen.places}
    known |= {entry.locator.partition(":")[0] for entry in session.evidence if entry.locator}
    if session.seen.kin is not None:  # a new file is placed by the one it is written after
        known |= {file.path for file in session.seen.kin.files}
    sure = [spot.locator for spot in session.seen.spots if spot.strength >= SPOT_TELLS]
    return is_skeleton(as_drafted(session), session.aim, known, sure)


def as_drafted(session: Session) -> list[Task]:
    """The tasks of the plan in the words they were drafted in: what somebody wrote into one
    afterwards (PUB-1) says nothing of how well the goal was understood."""
    tasks = session.plan.tasks if session.plan is not None else ()
    return [_first(session, task) if session.pins.get(task.id) else task for task in tasks]


def _first(session: Session, task: Task) -> Task:
    same = (each for plan in session.plans for each in plan.tasks if each.id == task.id)
    first = next(same, task)
    return task._replace(title=first.title, description=first.description, check=first.check)
