"""The signals about a plan as a whole, a row each: ADQ-8…16, in the order their factors multiply.

A row looks at the facts of a plan and returns what it saw and what would cure it, or None.
"""

from __future__ import annotations

from collections import Counter

from plangate.core.plans.adequacy.adequacy_rows import (
    PlanFacts,
    PlanRow,
    Seen,
    mentions_verification,
    named,
)
from plangate.core.plans.plan_document import PlanTask
from plangate.core.words.plan_words import asks_for_change, placeholder, real_files
from plangate.language.paths import named_paths
from plangate.language.tokens import counted


def _no_task(facts: PlanFacts) -> Seen | None:
    """ADQ-8: there is no task at all."""
    return None if facts.tasks else Seen("no task at all", "write down the steps")


def _too_few_tasks(facts: PlanFacts) -> Seen | None:
    """ADQ-8: goal complexity 5 or more and fewer tasks than the target."""
    missing = facts.expected - len(facts.tasks)
    if (facts.complexity or 0) < 5 or missing <= 0:
        return None
    return Seen(
        f"{counted(len(facts.tasks), 'task')} for a goal of complexity {facts.complexity}, "
        f"{facts.expected} expected",
        f"split the work into at least {counted(missing, 'more task')}",
    )


def _share_of_target(facts: PlanFacts) -> float:
    """ADQ-8: 1 − 0.45 × (target − n) / target, at least 0.35."""
    return max(0.35, 1 - 0.45 * (facts.expected - len(facts.tasks)) / facts.expected)


def _has_check(task: PlanTask) -> bool:
    return bool(task.check and task.check.strip() and not placeholder(task.check))


def _missing_plan_verification(facts: PlanFacts) -> Seen | None:
    """ADQ-9: the goal asks for a change to be built and no task's description, check or files
    verify the result."""
    verb = asks_for_change(facts.document.goal or "")
    if verb is None:
        return None
    if any(_has_check(task) or mentions_verification(task) for task in facts.tasks):
        return None
    return Seen(
        f"the goal says “{verb}” and no task verifies the result",
        "add a task or a check that shows that it works",
    )


def _flat_dependency_graph(facts: PlanFacts) -> Seen | None:
    """ADQ-10: 4 or more tasks and no dependency."""
    if len(facts.tasks) < 4 or any(task.depends_on for task in facts.tasks):
        return None
    return Seen(
        f"{len(facts.tasks):,} tasks, no dependency", "say which task needs which to be done first"
    )


def _goal_paths_unlinked(facts: PlanFacts) -> Seen | None:
    """ADQ-11: the goal names a path and no task touches a real file."""
    paths = named_paths(facts.document.goal or "")
    if not paths or any(real_files(task.files) for task in facts.tasks):
        return None
    return Seen(
        f"the goal names {named(paths)}, no task names a file",
        "say for each task which files it changes",
    )


def _mega_task_cluster(facts: PlanFacts) -> Seen | None:
    """ADQ-12: 2 or more tasks of complexity 9 or more, and fewer tasks than the target + 2."""
    mega = [task.id for task in facts.tasks if (task.complexity or 0) >= 9]
    if len(mega) < 2 or len(facts.tasks) >= facts.expected + 2:
        return None
    return Seen(
        f"{named(mega)} have complexity 9 or 10, of {counted(len(facts.tasks), 'task')}",
        "split each of them",
    )


def _verbose_but_low_surface(facts: PlanFacts) -> Seen | None:
    """ADQ-13: goal complexity 6 or more, no fewer tasks than the target or 3, descriptions shorter
    than 28 characters on average, and fewer than a third linked to files."""
    total = len(facts.tasks)
    if (facts.complexity or 0) < 6 or total < max(facts.expected, 3):
        return None
    characters = sum(len(task.description.strip()) for task in facts.tasks)
    if characters >= 28 * total:
        return None
    linked = sum(bool(real_files(task.files)) for task in facts.tasks)
    if 3 * linked >= facts.carried["files"]:
        return None
    return Seen(
        f"{total:,} descriptions of {characters / total:.1f} characters on average, "
        f"{linked:,} with files",
        "say more about each task, and which files it changes",
    )


def _repeated_task_phrasing(facts: PlanFacts) -> Seen | None:
    """ADQ-14: 4 or more tasks, and one opening of 4 words (10 characters or more) shared by 40 %
    of them, at least 3."""
    total = len(facts.tasks)
    if total < 4:
        return None
    words = (task.description.casefold().split(None, 4)[:4] for task in facts.tasks)
    openings = Counter(
        opening for four in words if len(four) == 4 and len(opening := " ".join(four)) >= 10
    )
    for opening, number in openings.most_common(1):
        if number >= max(3, -(-2 * total // 5)):
            return Seen(
                f"{number:,} of {total:,} tasks open with “{opening}”",
                "say in each what sets it apart",
            )
    return None


def _possible_rewrite_compression(facts: PlanFacts) -> Seen | None:
    """ADQ-15: fewer tasks than the plan before, which had no fewer than the target − 1 or 2."""
    before, now = len(facts.document.previous_tasks or ()), len(facts.tasks)
    if now >= before or before < max(facts.expected - 1, 2):
        return None
    return Seen(
        f"{counted(now, 'task')}, {before:,} before", "keep every task and add to the plan instead"
    )


def _file_linkage_reduced(facts: PlanFacts) -> Seen | None:
    """ADQ-15: fewer tasks with files than before."""
    before = sum(bool(real_files(task.files)) for task in facts.document.previous_tasks or ())
    now = sum(bool(real_files(task.files)) for task in facts.tasks)
    if now >= before:
        return None
    return Seen(f"{counted(now, 'task')} with files, {before:,} before", "bring the files back")


def _description_mass_reduced(facts: PlanFacts) -> Seen | None:
    """ADQ-15: the text and 50 characters are less than 90 % of the text before, in no more
    tasks."""
    previous = facts.document.previous_tasks or ()
    before = sum(len(task.description.strip()) for task in previous)
    now = sum(len(task.description.strip()) for task in facts.tasks)
    if len(facts.tasks) > len(previous) or 10 * (now + 50) >= 9 * before:
        return None
    return Seen(
        f"{now:,} characters of description, {before:,} before", "bring back what was left out"
    )


def _many_small_tasks(facts: PlanFacts) -> Seen | None:
    """ADQ-16: more than 3 × max(target, 4) tasks, of complexity 2 or less on average."""
    rated = [task.complexity for task in facts.tasks if task.complexity is not None]
    if len(facts.tasks) <= 3 * max(facts.expected, 4) or sum(rated) > 2 * len(rated):
        return None
    return Seen(
        f"{len(facts.tasks):,} tasks of complexity {sum(rated) / len(rated):.1f} on average, "
        f"{facts.expected} expected",
        "put steps that belong together into one task",
    )


def _many_tasks_for_the_goal(facts: PlanFacts) -> Seen | None:
    """ADQ-16: more than 60 tasks for a goal complexity of 6 or less."""
    if len(facts.tasks) <= 60 or (facts.complexity or 0) > 6:
        return None
    return Seen(
        f"{len(facts.tasks):,} tasks for a goal of complexity {facts.complexity}",
        "put steps that belong together into one task",
    )


PLAN_ROWS: tuple[PlanRow, ...] = (
    PlanRow("ADQ-8", "too_few_tasks", 0.0, _no_task),
    PlanRow("ADQ-8", "too_few_tasks", _share_of_target, _too_few_tasks, ("goal_complexity",)),
    PlanRow(
        "ADQ-9", "missing_plan_verification", 0.82, _missing_plan_verification, needs=("goal",)
    ),
    PlanRow("ADQ-10", "flat_dependency_graph", 0.85, _flat_dependency_graph, ("depends_on",)),
    PlanRow("ADQ-11", "goal_paths_unlinked", 0.80, _goal_paths_unlinked, ("goal", "files")),
    PlanRow(
        "ADQ-12", "mega_task_cluster", 0.78, _mega_task_cluster, ("goal_complexity", "complexity")
    ),
    PlanRow(
        "ADQ-13",
        "verbose_but_low_surface",
        0.86,
        _verbose_but_low_surface,
        ("goal_complexity", "files"),
    ),
    PlanRow("ADQ-14", "repeated_task_phrasing", 0.88, _repeated_task_phrasing),
    PlanRow(
        "ADQ-15",
        "possible_rewrite_compression",
        0.87,
        _possible_rewrite_compression,
        ("previous_tasks", "goal_complexity"),
    ),
    PlanRow(
        "ADQ-15",
        "file_linkage_reduced",
        0.85,
        _file_linkage_reduced,
        ("previous_tasks", "previous_files", "files"),
    ),
    PlanRow(
        "ADQ-15", "description_mass_reduced", 0.90, _description_mass_reduced, ("previous_tasks",)
    ),
    PlanRow("ADQ-16", "bloat", 0.90, _many_small_tasks, ("goal_complexity", "complexity")),
    PlanRow("ADQ-16", "bloat", 0.90, _many_tasks_for_the_goal, ("goal_complexity",)),
)
