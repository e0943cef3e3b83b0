"""Drafting without a model: a goal, what was decided about it and what the repository shows become
a graph of tasks.

The goal's clauses are sorted by the kind of change they ask for (drafting_archetypes.py); each kind
brings its tasks once, with one core task for every clause of it. A settled decision is a task of
its own before the core it concerns, and the core rests on it. Work that cannot be undone waits
behind a safeguard. A goal of little weight gets few tasks: the ones that only pay for larger goals
have a level, and the level rises until the plan is as detailed as the goal demands (ADQ-17).

The same chore always gives the same tasks; what a task answers to is the same in every draft that
has it, so that a revision knows it again (core/revisions.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.catalog.drafting_archetypes import (
    Archetype,
    Template,
    archetype_of,
    plain_archetype,
    shipped_archetypes,
)
from plangate.adapters.catalog.drafting_facts import Facts
from plangate.adapters.catalog.drafting_fill import LONGEST_TITLE, Site, site_of, task_of, titled
from plangate.adapters.catalog.drafting_words import (
    Clause,
    added_part,
    parts_of,
    shortened,
    work_of,
)
from plangate.core.adequacy import target_tasks
from plangate.core.adequacy_words import action_verb, destruction, safeguard, verification
from plangate.core.intake import named_paths
from plangate.core.model import Interpretation, Reversibility, Task
from plangate.core.moves import DraftPlan
from plangate.core.oneway import destructive_cues, one_way_cues
from plangate.core.plans import in_order

if TYPE_CHECKING:
    from plangate.adapters.catalog.dimension import Dimension

#: ADQ-12: a task above this is several tasks.
_HARDEST = 8
#: ADQ-6: a task from here on says which test shows that it works.
_NEEDS_TEST = 7
_MOST_LEVEL = 10


class Strand(NamedTuple):
    """The clauses of a goal that ask for one kind of change."""

    archetype: Archetype
    clauses: tuple[Clause, ...]

    def core_of(self, clause: Clause) -> str:
        number = self.clauses.index(clause) + 1
        return f"{self.archetype.id}.{self.archetype.core.key}.{number}"

    @property
    def cores(self) -> tuple[str, ...]:
        return tuple(self.core_of(clause) for clause in self.clauses)


def draft_plan(chore: DraftPlan, dimensions: Sequence[Dimension]) -> list[Task]:
    """The tasks of a goal, each behind what it depends on, their ids t1, t2 …"""
    facts = Facts(chore.evidence, for_several=len(work_of(chore.goal)) > 1)
    decided = [] if chore.one_task_group else _decided(chore, dimensions)
    strands = _strands(chore, dimensions)
    wanted = target_tasks(chore.complexity, "standard")
    for level in range(chore.complexity, _MOST_LEVEL + 1):
        tasks = _drafted(chore, strands, decided, facts, level)
        if len(tasks) >= wanted or chore.one_task_group:
            break
    else:
        tasks = [*tasks, *_plain_extras(strands, facts)]
    return _numbered(tasks)


# --- what kind of change --------------------------------------------------------------------------


def _strands(chore: DraftPlan, dimensions: Sequence[Dimension]) -> list[Strand]:
    """The goal's clauses by kind of change, kinds and clauses in the goal's order."""
    settled = chore.readings.keys() | chore.in_own_words.keys()
    held = [dimension for dimension in dimensions if dimension.id in settled]
    sorted_: dict[str, tuple[Archetype, list[Clause]]] = {}
    for place, clause in enumerate(work_of(chore.goal)):
        found = None if chore.one_task_group else archetype_of(clause, shipped_archetypes())
        if place and found is None and any(entry.covers(clause.text) for entry in held):
            continue  # the decision's own task does it
        for archetype, about in [(found or plain_archetype(), clause), *_besides(clause, found)]:
            sorted_.setdefault(archetype.id, (archetype, []))[1].append(about)
    return [Strand(archetype, tuple(clauses)) for archetype, clauses in sorted_.values()]


def _besides(clause: Clause, main: Archetype | None) -> list[tuple[Archetype, Clause]]:
    """Other kinds of change a clause adds: “an endpoint with paging and a rate limit”."""
    if main is None:
        return []
    found: list[tuple[Archetype, Clause]] = []
    for part in parts_of(clause):
        kind = next((k for k in shipped_archetypes() if k.builds_in(f"Add {part}")), None)
        if kind is not None and kind is not main and all(kind is not other for other, _ in found):
            found.append((kind, added_part(part, clause)))
    return found


# --- tasks ----------------------------------------------------------------------------------------


def _drafted(
    chore: DraftPlan,
    strands: Sequence[Strand],
    decided: Sequence[Task],
    facts: Facts,
    level: int,
) -> list[Task]:
    """All tasks of a plan under names of their own: `endpoint.handler.1`, `datastore`."""
    tasks: list[Task] = []
    pages: list[Task] = []
    settled = {name for task in decided for name in task.rests_on}
    for strand in strands:
        made = _strand_tasks(chore, strand, facts, level, settled)
        pages += [task for task, is_page in made if is_page]
        tasks += [task for task, is_page in made if not is_page]
    tasks = _in_sequence(tasks, strands)
    tasks = _resting(chore, tasks, decided, strands)
    searches = {task.id for task in tasks if task.id.endswith(".find")}
    placed = (_at_site(task, strands, facts, searches) for task in decided)
    tasks = [*placed, *tasks, *_one_page(pages)]
    return [_safe(task) for task in _guarded(tasks, strands, facts)]


def _strand_tasks(
    chore: DraftPlan, strand: Strand, facts: Facts, level: int, settled: set[str]
) -> list[tuple[Task, bool]]:
    """The tasks of one kind of change, and which of them write documentation."""
    archetype = strand.archetype
    together = site_of(archetype, strand.clauses, facts)
    made: list[tuple[Task, bool]] = []
    named: dict[str, tuple[str, ...]] = {}
    first = _found_first(archetype, together, facts)
    if first is not None:
        made.append((_purposed(first, strand.clauses, "find"), False))
    for template in archetype.tasks:
        needs = tuple(dict.fromkeys(n for key in template.after for n in named[key]))
        if first is not None and not needs:
            needs = (first.id,)
        tasks: list[Task] = []
        if template.core:
            tasks = [_core(chore, strand, clause, facts) for clause in strand.clauses]
        elif template.level <= level and settled.isdisjoint(template.undecided):
            task = task_of(template, together, f"{archetype.id}.{template.key}")
            tasks = [_purposed(task, strand.clauses, template.key)] if task else []
        # What depends on a task that is left out depends on what that one would have.
        named[template.key] = tuple(task.id for task in tasks) or needs
        made += [(task._replace(depends_on=needs), template.page) for task in tasks]
    return made


def _plain_extras(strands: Sequence[Strand], facts: Facts) -> list[Task]:
    """What any change of weight needs, where its own kind does not bring enough (ADQ-8)."""
    extras: list[Task] = []
    for strand in strands:
        plain = plain_archetype()
        if strand.archetype is plain:
            continue
        site = site_of(strand.archetype, strand.clauses, facts)
        for template in plain.tasks:
            if not template.core and not template.page and plain.core.key in template.after:
                task = task_of(template, site, f"{strand.archetype.id}.{plain.id}.{template.key}")
                if task is not None:
                    task = _purposed(task, strand.clauses, f"{plain.id} {template.key}")
                    extras.append(_safe(_needing(task, strand.cores)))
    return extras


def _found_first(archetype: Archetype, site: Site, facts: Facts) -> Task | None:
    """The search for the place, where there is something to search and it did not show itself."""
    if archetype.find is None or site.target or facts.is_empty():
        return None
    return task_of(archetype.find, site, f"{archetype.id}.find")


def _core(chore: DraftPlan, strand: Strand, clause: Clause, facts: Facts) -> Task:
    """The change itself, for one clause: as hard as the goal, with what the goal says besides."""
    template = strand.archetype.core
    site = site_of(strand.archetype, [clause], facts)
    task = task_of(template, site, strand.core_of(clause))
    if task is None:
        raise AssertionError(f"the core of {strand.archetype.id} cannot do without a slot it names")
    description = task.description
    if action_verb(description) is None:
        description = f"Implement: {description}"
    description = description[:1].upper() + description[1:]
    if site.target and (together := facts.changes_with(site.target[0])):
        description += f". By the history, {together}"
    if clause.remarks:
        description += f". The goal adds: {'; '.join(clause.remarks)}"
    hardest = max(template.complexity, min(_HARDEST, chore.complexity))
    before = facts.command("test")
    given = task.preconditions or (
        f"{before} passes before the change" if before else "the workspace can be brought back",
    )
    if len(strand.clauses) > 1:
        hardest = template.complexity
    proof = "" if verification(task.check) or hardest < _NEEDS_TEST else ", and a test shows it"
    return _purposed(task, [clause], template.key)._replace(
        description=description,
        files=task.files or named_paths(clause.text),
        complexity=hardest,
        check=f"{task.check}{proof}",
        preconditions=given,
        reversibility=_reversibility(strand.archetype, clause),
    )


def _purposed(task: Task, clauses: Sequence[Clause], key: str) -> Task:
    about = "; ".join(clause.text for clause in clauses)
    return task._replace(answers_to=f"goal: {shortened(about, 400)} ({key})")


def _in_sequence(tasks: Sequence[Task], strands: Sequence[Strand]) -> list[Task]:
    """A clause the goal wants after another waits for that one's core, a part for its whole."""
    named = [(clause, strand.core_of(clause)) for strand in strands for clause in strand.clauses]
    whole = {clause.number: name for clause, name in named if not clause.is_part}
    behind: dict[str, str] = {}
    for clause, name in named:
        earlier = [n for n in whole if n < clause.number]
        if clause.is_part and clause.number in whole:
            behind[name] = whole[clause.number]
        elif clause.follows and earlier:
            behind[name] = whole[max(earlier)]
    return [_needing(task, [behind[task.id]]) if task.id in behind else task for task in tasks]


def _one_page(pages: Sequence[Task]) -> list[Task]:
    """What several kinds of change write about themselves, as one task."""
    if len(pages) < 2:
        return list(pages)
    first = pages[0]
    return [
        first._replace(
            title=titled("; ".join([first.title, *(_lowered(p.title) for p in pages[1:])])),
            description=". ".join(page.description for page in pages),
            files=tuple(dict.fromkeys(path for page in pages for path in page.files)),
            depends_on=tuple(dict.fromkeys(name for page in pages for name in page.depends_on)),
        )
    ]


# --- decisions ------------------------------------------------------------------------------------


def _decided(chore: DraftPlan, dimensions: Sequence[Dimension]) -> list[Task]:
    """One task for every reading that holds and says what it leads to, or for its own words."""
    tasks: list[Task] = []
    for dimension in dimensions:
        held = chore.readings.get(dimension.id)
        for reading in dimension.readings:
            if reading.interpretation.id == held and reading.task is not None:
                meaning = reading.interpretation
                tasks.append(
                    reading.task._replace(
                        id=dimension.id,
                        complexity=_task_complexity(meaning),
                        preconditions=(f"{dimension.id} is {meaning.label}",),
                        check=reading.task.check or _lowered(reading.task.title),
                        reversibility=meaning.reversibility,
                        rests_on=(dimension.id,),
                        answers_to=f"{dimension.id}: {_clause_about(chore.goal, dimension)}",
                    )
                )
        if words := chore.in_own_words.get(dimension.id):
            tasks.append(_own_words(chore, dimension, words))
    return tasks


def _own_words(chore: DraftPlan, dimension: Dimension, words: str) -> Task:
    """An answer in somebody's own words is a task in those words."""
    return Task(
        id=dimension.id,
        title=titled(words),
        description=f"Implement {dimension.id} as answered: {words}",
        complexity=max(1, min(_HARDEST, chore.complexity)),
        preconditions=(f"{dimension.id} is as answered",),
        check=shortened(words, LONGEST_TITLE),
        rests_on=(dimension.id,),
        answers_to=f"{dimension.id}: {_clause_about(chore.goal, dimension)}",
    )


def _resting(
    chore: DraftPlan, tasks: Sequence[Task], decided: Sequence[Task], strands: Sequence[Strand]
) -> list[Task]:
    """Cores wait for the decisions about their clause and rest on them."""
    every = (*chore.readings, *chore.in_own_words)
    homes = {task.id: _home(task, strands) for task in decided}
    cores = {name: strand for strand in strands for name in strand.cores}
    resting: list[Task] = []
    for task in tasks:
        strand = cores.get(task.id)
        if strand is None:
            resting.append(task)
            continue
        here = [name for name, home in homes.items() if home is strand]
        # A decision without a task of its own is part of the first kind of change.
        bare = [name for name in every if name not in homes] if strand is strands[0] else []
        resting.append(_needing(task, here)._replace(rests_on=tuple(here + bare)))
    return resting


def _home(task: Task, strands: Sequence[Strand]) -> Strand:
    """The kind of change a decision is about: the one whose clause raised it, else the first."""
    about = task.answers_to.partition(": ")[2]
    for strand in strands:
        if any(about in clause.text or clause.text in about for clause in strand.clauses):
            return strand
    return strands[0]


def _at_site(task: Task, strands: Sequence[Strand], facts: Facts, searches: set[str]) -> Task:
    """A decision's task where its clause's work happens, with the check of that place."""
    strand = _home(task, strands)
    site = site_of(strand.archetype, strand.clauses, facts)
    return task._replace(
        files=task.files or site.target,
        depends_on=tuple(searches & {f"{strand.archetype.id}.find"}),
        check=site.check("tests", f"a test shows: {task.check}"),
    )


def _task_complexity(reading: Interpretation) -> int:
    return max(1, min(_HARDEST, round(reading.complexity * 10)))


def _clause_about(goal: str, dimension: Dimension) -> str:
    for clause in work_of(goal):
        if dimension.mentions(clause.text):
            return clause.text
    return goal


# --- what cannot be undone ------------------------------------------------------------------------

_BACKUP = Template(
    key="safeguard",
    title="Back up what “{clause}” would lose",
    description=(
        "Save a backup of everything this step removes or overwrites, and restore it once on a "
        "copy, so that the way back is known before it is needed"
    ),
    check="the backup, restored on a copy, holds the same number of rows or files",
    complexity=3,
    safeguard=True,
)
_REHEARSAL = Template(
    key="safeguard",
    title="Rehearse “{clause}” with a dry run",
    description=(
        "Run the step as a dry run or against a test environment, and write down exactly what it "
        "would do and whom it would reach"
    ),
    check="the dry run changes nothing, and what it lists is what is meant",
    complexity=2,
    safeguard=True,
)


def _guarded(tasks: Sequence[Task], strands: Sequence[Strand], facts: Facts) -> list[Task]:
    """A core that cannot be undone waits for a safeguard: its archetype's own, or one put here."""
    guards: dict[str, Task] = {}
    for strand in strands:
        if any(template.safeguard for template in strand.archetype.tasks):
            continue
        for clause in strand.clauses:
            if _reversibility(strand.archetype, clause) == "irreversible":
                template = _BACKUP if destructive_cues(clause.text) else _REHEARSAL
                site = site_of(strand.archetype, [clause], facts)
                core = strand.core_of(clause)
                guard = task_of(template, site, f"{core}.safeguard")
                assert guard is not None, "a safeguard speaks of nothing but its clause"
                guards[core] = _purposed(guard, [clause], "safeguard")
    return [
        *guards.values(),
        *(_needing(task, [guards[task.id].id]) if task.id in guards else task for task in tasks),
    ]


#: Verbs by which a goal wants code written: “add a button that deletes the account”.
_BUILDS = frozenset(
    "add allow build create design develop display document enable expose extend fix handle hide "
    "implement improve integrate introduce let log notify offer provide refactor rename render "
    "restyle show support test translate validate write".split()
)


def _reversibility(archetype: Archetype, clause: Clause) -> Reversibility:
    """Whether what a clause asks for can be undone; code that would destroy is only half of it."""
    declared = archetype.core.reversibility
    if declared == "irreversible" or not one_way_cues(clause.text):
        return declared
    return "partial" if clause.verb in _BUILDS and not archetype.acts else "irreversible"


_ON_A_COPY = "tried on a copy first: a dry run or a restored snapshot, never the live data"


def _safe(task: Task) -> Task:
    """ADQ-4: a task that speaks of destruction says what makes it safe."""
    said = f"{task.title}\n{task.description}"
    if destruction(said) is None or safeguard("\n".join((said, task.check, *task.preconditions))):
        return task
    return task._replace(preconditions=(*task.preconditions, _ON_A_COPY))


# --- names ----------------------------------------------------------------------------------------


def _numbered(tasks: Sequence[Task]) -> list[Task]:
    """Tasks in order, named t1, t2 … instead of by what they are."""
    ordered = in_order(tasks)
    names = {task.id: f"t{place}" for place, task in enumerate(ordered, start=1)}
    return [
        task._replace(
            id=names[task.id],
            depends_on=tuple(sorted((names[n] for n in task.depends_on), key=lambda n: int(n[1:]))),
        )
        for task in ordered
    ]


def _needing(task: Task, names: Sequence[str]) -> Task:
    return task._replace(depends_on=tuple(dict.fromkeys((*task.depends_on, *names))))


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
