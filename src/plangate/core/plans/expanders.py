"""Deterministic expanders: what of a plan's findings can be cured without anybody's ideas.

Each expander looks for its own findings in the adequacy report and returns the tasks with more in
them: a task added, a precondition, a check, a file, a dependency. None rewrites: ids and intent
stay (REF-1, which refinement.py checks after every round, whoever did the expanding). A finding
that only an idea can cure (a vague description, a placeholder) stays a finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from plangate.core.investigation.named_places import files_named
from plangate.core.model.nouns import Evidence, Task
from plangate.core.model.policy.plans_numbers import (
    EXPANDERS_BIG,
    EXPANDERS_MEGA,
    EXPANDERS_MOST_PARTS,
)
from plangate.core.model.records import AdequacyReport
from plangate.core.moves import ExpandPlan
from plangate.core.words.plan_words import is_test_path, real_files, verification
from plangate.language.hearing import hear
from plangate.language.paths import named_paths


class Ground(NamedTuple):
    """What an expander may build on: the goal, the report, the evidence, and what is fixed."""

    goal: str
    report: AdequacyReport
    evidence: tuple[Evidence, ...] = ()
    frozen: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()

    def with_finding(self, code: str) -> frozenset[str]:
        """The tasks a finding names, without those that may not change."""
        return frozenset(
            task["id"]
            for task in self.report["per_task"]
            if code in task["reason_codes"] and task["id"] not in self.frozen
        )

    def has(self, code: str) -> bool:
        return code in self.report["adequacy_reason_codes"]

    @property
    def test_command(self) -> str | None:
        return next((x.fact for x in self.evidence if x.kind == "test_command"), None)


Expander = Callable[[tuple[Task, ...], Ground], tuple[Task, ...]]


def expanded(tasks: Sequence[Task], ground: Ground) -> tuple[Task, ...]:
    """The tasks with everything the expanders can cure."""
    result = tuple(tasks)
    for expander in EXPANDERS:
        result = expander(result, ground)
    return result


def expansion(chore: ExpandPlan) -> tuple[Task, ...]:
    """What the rules make of the chore: its failures repaired, or its findings cured."""
    tasks = chore.plan.tasks
    if chore.failures:
        return repaired(tasks, chore.failures, chore.taken, chore.evidence)
    ground = Ground(chore.goal, chore.report, chore.evidence, chore.frozen, chore.taken)
    return expanded(tasks, ground)


def repaired(
    tasks: Sequence[Task],
    failures: Mapping[str, str],
    taken: Collection[str],
    evidence: Sequence[Evidence] = (),
) -> tuple[Task, ...]:
    """The tasks with, before each that failed, one that finds and removes what made it fail; a
    file that the report names is where both are worked on (UND-5).

    PLAN-7: the repair of a step that cannot be undone is none itself. It rests on no decision for
    it and only quotes it; the step waits for a new approval, its repair for nothing.
    """
    names = _Names((*taken, *(task.id for task in tasks)))
    result: list[Task] = []
    for planned in tasks:
        if (why := failures.get(planned.id)) is None:
            result.append(planned)
            continue
        task = _moved(planned, files_named(why, evidence))
        cause = Task(
            id=names.fresh(),
            title=_short(f"Correct what made {task.id} fail"),
            description=f"Find and correct what made “{task.title}” fail: {_in_one(why)}",
            files=task.files,
            complexity=max(1, task.complexity // 2),
            depends_on=task.depends_on,
            preconditions=(f"the failure of {task.id} can be shown again",),
            check=f"what {task.id} reported no longer happens, shown by a test",
            rests_on=() if task.reversibility == "irreversible" else task.rests_on,
            answers_to=f"failure of {task.id}: {why}",
        )
        result += [cause, task._replace(depends_on=(*task.depends_on, cause.id))]
    return tuple(result)


def _moved(task: Task, files: tuple[str, ...]) -> Task:
    """A task in other files: what it said of its old ones no longer holds."""
    if not files:
        return task
    told = re.split(r"(?<=\.)\s+", task.description)
    kept = [part for part in told if not any(path in part for path in task.files)]
    return task._replace(
        files=files,
        title=_SPOT.sub("", task.title),
        description=" ".join((*kept, f"Where: {', '.join(files)}")),
    )


#: “…, in `delete_note`”: the spot that a title ends in.
_SPOT = re.compile(r",? in `[^`]+`$")


def _in_one(why: str) -> str:
    """What went wrong as part of one sentence: a report is no order, whatever it holds."""
    return re.sub(r"[;\n]|[.!?](?=\s)|,? (?:and )?then (?=\S)", ",", why)


# --- one expander for each finding that can be cured ----------------------------------------------


def _empty_paths_left_out(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """PLAN-5's `manifest_empty_path`: a path that names nothing links nothing."""
    hit = ground.with_finding("manifest_empty_path")
    return tuple(
        task._replace(files=tuple(path for path in task.files if path.strip()))
        if task.id in hit
        else task
        for task in tasks
    )


def _safeguard_added(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-4: a way back is made before what destroys, and demanded by it."""
    hit = ground.with_finding("risk_destructive")
    names = _Names((*ground.taken, *(task.id for task in tasks)))
    result: list[Task] = []
    there = {task.answers_to: task for task in tasks}
    for task in tasks:
        if task.id not in hit:
            result.append(task)
            continue
        purpose = f"finding risk_destructive of {task.id}"
        safe = there.get(purpose) or Task(
            id=names.fresh(),
            title=_short(f"Take a backup before {task.id}"),
            description=(
                f"Take a backup of everything {task.id} changes and restore it once on a copy"
            ),
            complexity=3,
            depends_on=task.depends_on,
            check="the backup was restored on a copy and holds what was there",
            answers_to=purpose,
        )
        needs = (*task.preconditions, f"{safe.id} is done: a backup exists and was restored once")
        after = tuple(dict.fromkeys((*task.depends_on, safe.id)))
        result += [safe] if purpose not in there else []
        result.append(task._replace(preconditions=needs, depends_on=after))
    return tuple(result)


def _preconditions_named(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-7: what must be true before a large change begins."""
    hit = ground.with_finding("precondition_missing")
    titles = {task.id: task.title for task in tasks}

    def needed(task: Task) -> tuple[str, ...]:
        if task.depends_on:
            return tuple(f"{name} is done: {titles[name]}" for name in task.depends_on)
        if ground.test_command:
            return (f"{ground.test_command} passes before anything is changed",)
        return (f"{real_files(task.files)[0]} is as the investigation found it",)

    return tuple(
        task._replace(preconditions=needed(task)) if task.id in hit else task for task in tasks
    )


def _tests_named(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-6: a heavy task says which test shows that it works."""
    hit = ground.with_finding("heavy_without_test_hint")

    def check(task: Task) -> str:
        test = f"{ground.test_command} passes with a test" if ground.test_command else "a test"
        own = f"{test} for: {task.title}"
        return f"{task.check}; {own}" if task.check.strip() else own

    return tuple(task._replace(check=check(task)) if task.id in hit else task for task in tasks)


def _split(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-8, ADQ-12: a task too big gives parts of itself away and stays as what joins them."""
    least = EXPANDERS_MEGA if ground.has("mega_task_cluster") else None
    wanted = len(tasks)
    if ground.has("too_few_tasks"):
        least, wanted = EXPANDERS_BIG, ground.report["detail_target_min_tasks"] or wanted
    if least is None:
        return tasks
    names = _Names((*ground.taken, *(task.id for task in tasks)))
    biggest = sorted(tasks, key=lambda task: -task.complexity)
    parts: dict[str, tuple[Task, ...]] = {}
    for task in biggest:
        enough = len(tasks) + sum(map(len, parts.values())) >= wanted
        if task.complexity < least or (enough and task.complexity < EXPANDERS_MEGA):
            break
        if task.id not in ground.frozen and not _has_parts(task, tasks):
            parts[task.id] = _parts_of(task, names)
    result: list[Task] = []
    for task in tasks:
        own = parts.get(task.id, ())
        result += own
        result.append(_joining(task, own) if own else task)
    return tuple(result)


def _has_parts(task: Task, tasks: Sequence[Task]) -> bool:
    mark = f"finding mega_task_cluster of {task.id}"
    return any(other.answers_to == mark for other in tasks)


def _parts_of(task: Task, names: _Names) -> tuple[Task, ...]:
    """A task's own clauses, or else its files; one clause in one file has no parts."""
    heard = (clause.text for clause in hear(task.description).clauses if clause.asks_for_work)
    # What only points at a line says where, and is no work of its own.
    clauses = [one for one in heard if len(one.split()) >= 3 and not _LOCATOR.search(one)]
    files = real_files(task.files)
    if len(clauses) >= 2:
        pieces = [(clause, tuple(f for f in files if f in clause)) for clause in clauses]
    elif len([path for path in files if not is_test_path(path)]) >= 2:
        pieces = [
            (f"Change {path} for “{_short(task.title)}” and add a test", (path,)) for path in files
        ]
    else:
        return ()
    return tuple(
        Task(
            id=names.fresh(),
            title=_short(text),
            description=text,
            files=own,
            complexity=max(2, min(EXPANDERS_MEGA - 1, task.complexity // 2)),
            depends_on=task.depends_on,
            preconditions=task.preconditions,
            check=task.check or f"a test for: {_short(text)}",
            reversibility=task.reversibility,
            rests_on=task.rests_on,
            answers_to=f"finding mega_task_cluster of {task.id}",
        )
        for text, own in pieces[:EXPANDERS_MOST_PARTS]
    )


_LOCATOR = re.compile(r"[\w/-]+\.\w+:\d+\b")


def _joining(task: Task, parts: Sequence[Task]) -> Task:
    return task._replace(
        complexity=max(3, task.complexity // 2),
        depends_on=(*task.depends_on, *(part.id for part in parts)),
    )


def _files_linked(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-11, ADQ-13: files the goal names and files found in the repository, where they fit."""
    if not (ground.has("goal_paths_unlinked") or ground.has("verbose_but_low_surface")):
        return tasks
    goal_paths = [path for path in named_paths(ground.goal) if not path.endswith("/")]
    found = [str(x.fact or x.locator) for x in ground.evidence if x.kind == "related_file"]
    result = [
        task
        if task.id in ground.frozen or real_files(task.files)
        else task._replace(files=(*task.files, *_fitting(task, [*goal_paths, *found])[:3]))
        for task in tasks
    ]
    if goal_paths and not any(real_files(task.files) for task in result):
        for place, task in enumerate(result):
            if task.id not in ground.frozen and not verification(task.description):
                result[place] = task._replace(files=(*task.files, *goal_paths[:3]))
                break
    return tuple(result)


def _fitting(task: Task, paths: Sequence[str]) -> list[str]:
    """The paths a task's own words speak of: by name, or by the words of the file's name."""
    said = f"{task.title} {task.description}"
    words = {word for word in re.split(r"[\W_]+", said.lower()) if len(word) > 3}
    return [
        path
        for path in dict.fromkeys(paths)
        if path in said
        or words.intersection(re.split(r"[\W_]+", path.rpartition("/")[2].lower().split(".")[0]))
    ]


def _verification_added(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-9: a last task that shows the result works."""
    if not ground.has("missing_plan_verification"):
        return tasks
    needed = {name for task in tasks for name in task.depends_on}
    command = ground.test_command
    last = Task(
        id=_Names((*ground.taken, *(task.id for task in tasks))).fresh(),
        title="Verify the result",
        description=(
            f"Run {command} and add a test for each behaviour the goal names"
            if command
            else "Add a test for each behaviour the goal names and run it"
        ),
        complexity=3,
        depends_on=tuple(task.id for task in tasks if task.id not in needed),
        check=f"{command} passes" if command else "every behaviour the goal names has a test",
        answers_to="finding missing_plan_verification",
    )
    return (*tasks, last)


def _order_found(tasks: tuple[Task, ...], ground: Ground) -> tuple[Task, ...]:
    """ADQ-10: what verifies comes last, and of two that change one file the later waits."""
    if not ground.has("flat_dependency_graph"):
        return tasks
    result: list[Task] = []
    for place, task in enumerate(tasks):
        if task.depends_on or task.id in ground.frozen:
            result.append(task)
            continue
        before = tasks[:place]
        if verification(task.title) and place == len(tasks) - 1:
            needs = [other.id for other in before]
        else:
            own = set(real_files(task.files))
            needs = [other.id for other in before if own.intersection(other.files)][-1:]
        result.append(task._replace(depends_on=tuple(needs)))
    return tuple(result)


EXPANDERS: tuple[Expander, ...] = (
    _empty_paths_left_out,
    _files_linked,
    _split,
    _preconditions_named,
    _tests_named,
    _safeguard_added,
    _order_found,
    _verification_added,
)


class _Names:
    """Ids no task of any version has (PLAN-1)."""

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = set(taken)
        self._next = 1

    def fresh(self) -> str:
        while f"t{self._next}" in self._taken:
            self._next += 1
        self._taken.add(f"t{self._next}")
        return f"t{self._next}"


def _short(text: str, longest: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
