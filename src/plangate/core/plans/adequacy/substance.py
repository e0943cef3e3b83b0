"""Is a plan about this goal and this workspace? The signals of substance, ADQ-20…26.

Form says whether a plan is detailed; substance whether its files, commands and words are real. They
are looked for when a workspace is known, and said not to be otherwise. Nothing here reads a file:
`Terrain` is what somebody saw.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from plangate.core.guard.workspace_paths import folders_above
from plangate.core.model.nouns import Task
from plangate.core.plans.adequacy.adequacy_rows import (
    PlanFacts,
    PlanRow,
    Seen,
    TaskRow,
    named,
)
from plangate.core.plans.plan_document import PlanTask
from plangate.core.understanding.grasp import (
    clauses_of_work,
    is_answered,
    speaks_of_the_last,
    wanted_of,
)
from plangate.core.understanding.restating import restates
from plangate.core.words.plan_words import real_files
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.paths import named_paths
from plangate.language.tokens import counted
from plangate.language.words.row_patterns import any_case, any_row, any_said
from plangate.language.words.stems import content_stems, group, stem
from plangate.language.words.vocabulary import verb_of


class Terrain(NamedTuple):
    """What is there to plan on: every file, every folder, and what can be run by name."""

    files: frozenset[str]
    folders: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    """The paths and targets that commands known to run here name."""

    def has(self, path: str) -> bool:
        plain = posixpath.normpath(path.strip().partition(":")[0].rstrip("/"))
        if plain in self.files or plain in self.folders or plain == ".":
            return True
        return "/" not in plain and plain in _names(self.files)


@cache
def _names(files: frozenset[str]) -> frozenset[str]:
    return frozenset(posixpath.basename(path) for path in files)


# --- what a task is held against ------------------------------------------------------------------


def text_of(task: PlanTask) -> str:
    return "\n".join(filter(None, (task.title, task.description, task.check)))


def _changes(task: PlanTask) -> bool:
    """Whether a task changes something: it opens with such a verb, or with none that is known."""
    opening = (task.title or task.description).split(None, 1)
    verb = verb_of(opening[0].strip(":,.")) if opening else None
    return verb is None or verb.changes


def on_terrain(facts: PlanFacts, terrain: Terrain) -> PlanFacts:
    """What every task is held against, worked out once for all of them."""
    about = _about(facts)
    created = _created(facts.tasks)
    linked: dict[str, set[str]] = {task.id: set() for task in facts.tasks}
    for task in facts.tasks:
        for other in (task.depends_on or ()) if about else ():
            linked[task.id].add(other)
            linked.setdefault(other, set()).add(task.id)
    of_goal = (_own_words(task) for task in facts.tasks if about and _speaks_of(task, about))
    return facts._replace(
        terrain=terrain,
        created=created,
        made=created | folders_above(created),
        has_own_targets=any(
            _NAMES_TARGETS.search(path) for task in facts.tasks for path in _files_of(task)
        ),
        on_goal=frozenset[str]().union(*of_goal),
        linked={name: frozenset(others) for name, others in linked.items()},
    )


def _created(tasks: Sequence[PlanTask]) -> frozenset[str]:
    """The files the plan itself brings into being: declared, or the very object of such a verb."""
    found: set[str] = set()
    for task in tasks:
        found.update(task.new_files or ())
        told = f"{task.title or ''}. {task.description}"
        makes = any_case("makes_a_file").finditer(told)
        named = {one.group("path").strip("`'\"“”.,;:()") for one in makes}
        named |= {one.group("path") for one in any_case("made_after_a_model").finditer(told)}
        found.update(
            path for path in task.files or () if path in named or posixpath.basename(path) in named
        )
    return frozenset(found)


def _unknown(task: PlanTask, facts: PlanFacts, terrain: Terrain) -> list[str]:
    return [
        path
        for path in real_files(task.files)
        if not terrain.has(path) and path not in facts.created and "*" not in path
    ]


def _unknown_file(task: PlanTask, facts: PlanFacts) -> Seen | None:
    """ADQ-20: a file that is not there and that no task brings into being."""
    missing = _unknown(task, facts, _terrain(facts))
    if not missing:
        return None
    return Seen(f"not there: {named(missing)}", "name files that exist, or say which are new")


def _restates_goal(task: PlanTask, facts: PlanFacts) -> Seen | None:
    """ADQ-22: fewer than three words of its own beyond the goal's."""
    if facts.document.goal is None or not _restates(task, facts):
        return None
    return Seen("it says little more than the goal", "say where, what exactly and how it shows")


def _restates(task: PlanTask, facts: PlanFacts) -> bool:
    files = _files_of(task)
    plain = Task(task.id, task.title or "", task.description, files, check=task.check or "")
    return restates(plain, facts.document.goal or "")


def _unknown_command(task: PlanTask, facts: PlanFacts) -> Seen | None:
    """ADQ-24: a check that runs a target or a test path that is not there."""
    terrain = _terrain(facts)
    check = _REMARK.sub(" ", task.check or "")
    inside = [f"{found['folder'].strip('/')}/" for found in _GOES_INTO.finditer(check)]
    missing = [
        path
        for path in named_paths(check)
        if _is_meant_as_path(path, terrain)
        and not _is_installed(path, terrain)
        and not any(
            terrain.has(at + place) or posixpath.normpath(at + place) in facts.made
            for place in (path, path.removesuffix("/..."))  # Go: the folder and all below it
            for at in ("", *inside)
        )
    ]
    run = "\n".join((check, *hear(task.description).code))
    asked = _targets_in(run)
    if not facts.has_own_targets:
        missing += [name for name in asked if terrain.targets and name not in terrain.targets]
    missing = [x for x in missing if x not in terrain.runs and not x.startswith(_NO_FILE)]
    if not missing:
        return None
    return Seen(f"its check runs {named(missing)}", "name a command that can be run here")


def run_by(command: str) -> tuple[str, ...]:
    """The paths and the targets a command names."""
    return (*named_paths(command), *_targets_in(command))


def _targets_in(command: str) -> list[str]:
    return [found.group("target") for found in any_row("target_to_run").finditer(command)]


def _is_meant_as_path(path: str, terrain: Terrain) -> bool:
    """“tests/test_a.py” and “tests/api”, and neither “start/stop” nor “radius/2”."""
    parts = posixpath.normpath(path).split("/")
    said_so = path.startswith((".", "/")) or len(parts) == 1 or "." in parts[-1]
    return said_so or terrain.has(parts[0])


def _is_installed(path: str, terrain: Terrain) -> bool:
    """Whether a package manager puts a program there: nobody commits it, and it can be run."""
    plain = posixpath.normpath(path)
    folder, name = posixpath.split(plain)
    binstub = folder == "bin" and "." not in name and not terrain.has(folder)
    return binstub or _INSTALLED.search(plain) is not None


def _files_of(task: PlanTask) -> tuple[str, ...]:
    return (*(task.files or ()), *(task.new_files or ()))


#: What is said beside a check: nothing in it is run.
_REMARK = re.compile(r"\([^()]*\)")
#: Where targets are named: a plan that changes one of these may bring its own.
_NAMES_TARGETS = re.compile(r"(?:^|/)(?:package\.json|[Mm]akefile|[Jj]ustfile)$")
#: Where package managers put programs.
_INSTALLED = re.compile(
    r"(?:^|/)(?:vendor|node_modules|\.?v?env|\.[tn]ox/[\w.-]+)/(?:\.?bin|Scripts)/[\w.-]+$"
)
_GOES_INTO = re.compile(r"\bcd (?P<folder>[\w./-]+) &&")
#: An address, a place outside, or the name of a package (“@shop/web”).
_NO_FILE = ("http", "/", "@")


def _off_goal(task: PlanTask, facts: PlanFacts) -> Seen | None:
    """ADQ-26: no word and no place in common with the goal or the decisions, nor with a task that
    has one, nor by way of a task that it hangs together with."""
    about = _about(facts)
    if not about or _speaks_of(task, about) or _serves_any(task):
        return None
    near = (facts.tasks[facts.place[other]] for other in facts.linked[task.id] & facts.place.keys())
    words = (_own_words(other) for other in near if _own_words(other) & facts.on_goal)
    if _own_words(task) & facts.on_goal.union(*words):
        return None
    return Seen("it shares no word or file with the goal", "leave it out, or say what it is for")


@lru_cache(maxsize=8)
def _stems_of_all(goal: str, decisions: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for text in (goal, *decisions) for word in content_stems(text))


def _about(facts: PlanFacts) -> frozenset[str]:
    """The stems of the goal and of the decisions."""
    return _stems_of_all(facts.document.goal or "", tuple(facts.document.decisions or ()))


def _speaks_of(task: PlanTask, about: frozenset[str]) -> bool:
    paths = _files_of(task)
    places = {part for path in paths for part in _words_of_path(path)}
    return bool((places | _stems(text_of(task))) & about)


def _own_words(task: PlanTask) -> frozenset[str]:
    """What a task is about: the files it names, and its words but those of every plan."""
    return _telling(text_of(task)) | frozenset(_files_of(task))


@lru_cache(maxsize=4_096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


@lru_cache(maxsize=4_096)
def _telling(text: str) -> frozenset[str]:
    words = {stem(word) for word in _LETTERS.findall(text.lower()) if not _says_little(word)}
    return _stems(text) & words


def _serves_any(task: PlanTask) -> bool:
    """Tests, pages and releases serve whatever was built."""
    verb = (
        verb_of((task.title or task.description).split(None, 1)[0].strip(":,."))
        if (task.title or task.description).strip()
        else None
    )
    return verb is not None and verb.kind in ("verify", "document")


def _words_of_path(path: str) -> Iterator[str]:
    for part in re.split(r"[\W_]+", path):
        if len(part) > 2:
            yield stem(part)


# --- what a plan is held against ------------------------------------------------------------------


def _no_place(facts: PlanFacts) -> Seen | None:
    """ADQ-21: more than half of what changes something names no place that exists."""
    terrain = _terrain(facts)
    changing = [task for task in facts.tasks if _changes(task)]
    without = [
        task.id
        for task in changing
        if not any(terrain.has(path) for path in (*(task.files or ()), *named_paths(text_of(task))))
    ]
    if 2 * len(without) <= len(changing):
        return None
    changed = counted(len(changing), "task")
    told = f"no place that is there is named by {named(without)}, of {changed}"
    return Seen(told, "name the files, folders or symbols the work is in")


def _mostly_restates(facts: PlanFacts) -> Seen | None:
    """ADQ-22: more than half of the tasks only say the goal again."""
    bare = [task.id for task in facts.tasks if _restates(task, facts)]
    if 2 * len(bare) <= len(facts.tasks):
        return None
    told = f"{named(bare)} only say the goal again"
    return Seen(told, "say where, what exactly and how it shows")


def _uncovered(facts: PlanFacts) -> list[str]:
    """The clauses of the goal that neither a task nor the tasks together answer."""
    texts = [frozenset(_said(task)) for task in facts.tasks]
    left = [c for c in _clauses(facts) if wanted_of(c) and not is_answered(c, texts)]
    return [c.text for c in left if not _is_answered_together(c, facts.document.goal or "", texts)]


def _said(task: PlanTask) -> Iterator[str]:
    """The stems of what a task says and of the files it names."""
    yield from content_stems(text_of(task))
    yield from content_stems(text_of(task).lower())  # “LaTeX” is one word
    for path in _files_of(task):
        yield from _words_of_path(path)


def _is_answered_together(clause: Clause, goal: str, texts: Sequence[frozenset[str]]) -> bool:
    """“Export the table as LaTeX” is an exporter, a flag and a test: half of what the clause names
    stands in the tasks, and more than a word of it in one of them where it names more."""
    about = goal if any_said("points_at_it").search(clause.text) else clause.text
    names = {stem(word) for word in _LETTERS.findall(about.lower()) if not _says_little(word)}
    wanted = names & frozenset(content_stems(about.lower()))
    together = wanted & frozenset().union(*texts)
    most = max((len(wanted & text) for text in texts), default=0)
    return 2 * len(together) >= len(wanted) > 0 and most >= min(2, len(wanted))


_LETTERS = re.compile(r"[^\W\d_]+")


def _says_little(word: str) -> bool:
    """Whether a word names a kind of work that every plan does, or only where something is."""
    verb = verb_of(word)
    common = ("build", "change", "document", "verify", "fix", "operate")
    return (verb is not None and verb.kind in common) or word in group("places")


def _clauses(facts: PlanFacts) -> list[Clause]:
    """What a goal wants; “it should be there by June” says more of the clause before."""
    clauses = [c for c in clauses_of_work(facts.document.goal or "") if not c.negated]
    return clauses[:1] + [c for c in clauses[1:] if not speaks_of_the_last(c)]


def _goal_uncovered(facts: PlanFacts) -> Seen | None:
    """ADQ-23: clauses of the goal that no task answers."""
    left = _uncovered(facts)
    if not left:
        return None
    told = "; ".join(f"“{clause[:60]}”" for clause in left[:3])
    return Seen(f"no task answers {told}", "add a task for each, or say why it is left out")


def _share_uncovered(facts: PlanFacts) -> float:
    return 1 - 0.4 * len(_uncovered(facts)) / max(1, len(_clauses(facts)))


def _decision_uncovered(facts: PlanFacts) -> Seen | None:
    """ADQ-25: a recorded decision that no task rests on."""
    resting = {name for task in facts.tasks for name in task.rests_on or ()}
    left = [name for name in facts.document.decisions or () if name not in resting]
    if not left:
        return None
    return Seen(f"no task rests on {named(left)}", "say in a task which decision it carries out")


def _terrain(facts: PlanFacts) -> Terrain:
    terrain = facts.terrain
    assert isinstance(terrain, Terrain), "substance is looked at where a workspace is known"
    return terrain


SUBSTANCE_TASK_ROWS: tuple[TaskRow, ...] = (
    TaskRow("ADQ-20", "unknown_file", 0.75, _unknown_file, ("files",)),
    TaskRow("ADQ-22", "restates_goal", 0.60, _restates_goal),
    TaskRow("ADQ-24", "unknown_command", 0.85, _unknown_command),
    TaskRow("ADQ-26", "off_goal", 0.70, _off_goal),
)
SUBSTANCE_PLAN_ROWS: tuple[PlanRow, ...] = (
    PlanRow("ADQ-21", "no_place", 0.80, _no_place),
    PlanRow("ADQ-22", "restates_goal", 0.75, _mostly_restates, ("goal",)),
    PlanRow("ADQ-23", "goal_uncovered", _share_uncovered, _goal_uncovered, ("goal",)),
    PlanRow("ADQ-25", "decision_uncovered", 0.80, _decision_uncovered),
)
SUBSTANCE = frozenset(
    (*(row.code for row in SUBSTANCE_TASK_ROWS), *(row.code for row in SUBSTANCE_PLAN_ROWS))
)
