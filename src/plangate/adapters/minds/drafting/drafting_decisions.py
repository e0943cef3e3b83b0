"""Settled decisions in a drafted plan: each is a task, and the change it concerns rests on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, takewhile
from typing import TYPE_CHECKING

from plangate.adapters.minds.drafting.drafting_answers import clauses_shaped
from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_fill import site_of
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing
from plangate.adapters.minds.drafting.wording.clauses_of_work import lowered, work_of
from plangate.adapters.minds.drafting.wording.deeds import is_order
from plangate.adapters.minds.drafting.wording.titles import LONGEST_TITLE, titled
from plangate.core.investigation.named_places import files_named
from plangate.core.model.nouns import Interpretation, Task
from plangate.core.moves import DraftPlan
from plangate.core.words.irreversible import cannot_be_undone
from plangate.language.amounts import amounts
from plangate.language.tokens import shortened
from plangate.language.words.stems import words_in_rows
from plangate.language.words.vocabulary import is_verb

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension

#: ADQ-12: a task above this is several tasks.
HARDEST = 6


def decided_tasks(chore: DraftPlan, dimensions: Sequence[Dimension]) -> list[Task]:
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
                        check=reading.task.check or lowered(reading.task.title),
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
        title=titled(_said_of(dimension, words) if _is_value(words) else words),
        description=f"Implement {dimension.id} as answered: {words}",
        files=files_named(words, chore.evidence),
        complexity=max(1, min(HARDEST, chore.complexity)),
        preconditions=(f"{dimension.id} is as answered",),
        check=shortened(words, LONGEST_TITLE),
        rests_on=(dimension.id,),
        answers_to=f"{dimension.id}: {_clause_about(chore.goal, dimension)}",
    )


def _is_value(words: str) -> bool:
    """Whether somebody says a value, and no sentence and no order."""
    return len(words.split()) <= _LONGEST_VALUE and not is_order(words)


_LONGEST_VALUE = 3


def _said_of(dimension: Dimension, words: str) -> str:
    """“Gateway” where others are “Keep the counters in Redis”: a value takes a value's place."""
    told = [reading.task.title.split() for reading in dimension.readings if reading.task]
    shared = max((_alike(*pair) for pair in combinations(told, 2)), key=len, default=[])
    if len(shared) < _LEAST_SHARED or not is_verb(shared[0].lower()):
        return f"{dimension.id.replace('-', ' ')}: {words}"
    leads = words_in_rows("lead_to_a_value")
    if words.split(maxsplit=1)[0].lower() in leads:
        while shared[-1].lower() in leads:
            shared = shared[:-1]
        return " ".join((*shared, words))
    link = " " if shared[-1].lower() in leads else ": "
    return link.join((" ".join(shared), words))


def _alike(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The words that two titles begin with alike."""
    pairs = zip(one, other, strict=False)
    return [word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]


#: Readings whose titles share so many words say the same of different values.
_LEAST_SHARED = 2


def as_answered(chore: DraftPlan, tasks: Sequence[Task], own: Sequence[Task]) -> list[Task]:
    """An answer in own words that is no task of its own stands in the tasks that rest on it, and
    an amount of it in their checks."""
    homed = {task.id for task in own}
    told = {name: words for name, words in chore.in_own_words.items() if name not in homed}
    found: list[Task] = []
    for task in tasks:
        words = [told[name].strip(" .") for name in task.rests_on if name in told]
        line = "".join(f". As answered: {said}" for said in words)
        limits = "".join(f"as answered, {said}; " for said in words if amounts(said))
        found.append(
            task._replace(description=f"{task.description}{line}", check=f"{limits}{task.check}")
        )
    return found


def resting(
    chore: DraftPlan, tasks: Sequence[Task], decided: Sequence[Task], strands: Sequence[Strand]
) -> list[Task]:
    """Cores wait for the decisions about their clause and rest on them."""
    every = dict.fromkeys((*chore.readings, *chore.in_own_words, *chore.undecided))
    homes = {task.id: _home(task, strands) for task in decided}
    homed = homes.keys() | _shaping(chore, strands).keys()
    cores = {name: strand for strand in strands for name in strand.cores}
    resting: list[Task] = []
    for task in tasks:
        strand = cores.get(task.id)
        if strand is None:
            resting.append(task)
            continue
        here = [name for name, home in homes.items() if home is strand]
        # A decision without a task of its own is part of the first kind of change.
        bare = [name for name in every if name not in homed] if strand is strands[0] else []
        resting.append(needing(task, here)._replace(rests_on=tuple(here + bare)))
    return resting


def shaped(chore: DraftPlan, tasks: Sequence[Task], strands: Sequence[Strand]) -> list[Task]:
    """Whatever goes with a clause rests on the answer that may leave it out or do it another way:
    its tests and its backup go with it. Once that answer is for something final, the deed alone
    rests on it: a rehearsal and a test can be undone and wait for nobody's approval (PLAN-6)."""
    shaping = _shaping(chore, strands)
    final = {
        ambiguity.id
        for ambiguity in chore.ambiguities
        for reading in ambiguity.interpretations
        if reading.id == chore.readings.get(ambiguity.id) and cannot_be_undone(reading)
    }
    made: list[Task] = []
    for task in tasks:
        kind = task.id.partition(".")[0]
        names = [
            name
            for name, (kinds, deeds) in shaping.items()
            if (task.id in deeds if name in final else kind in kinds)
        ]
        made.append(task._replace(rests_on=tuple(dict.fromkeys((*task.rests_on, *names)))))
    return made


def _shaping(chore: DraftPlan, strands: Sequence[Strand]) -> dict[str, tuple[set[str], set[str]]]:
    """The decisions that may leave out a clause or bring it another way, with its archetypes and
    the tasks that do what it says."""
    known = chore.readings.keys() | set(chore.undecided)
    work = [clause for strand in strands for clause in strand.clauses]
    found: dict[str, tuple[set[str], set[str]]] = {}
    for ambiguity in chore.ambiguities:
        numbers = {clause.number for clause in clauses_shaped(chore, ambiguity, work)}
        if numbers and ambiguity.id in known:
            homes = [(s, c) for s in strands for c in s.clauses if c.number in numbers]
            found[ambiguity.id] = (
                {strand.archetype.id for strand, _ in homes},
                {strand.core_of(clause) for strand, clause in homes},
            )
    return found


def _home(task: Task, strands: Sequence[Strand]) -> Strand:
    """The kind of change a decision is about: the one whose clause raised it, else the first."""
    about = task.answers_to.partition(": ")[2]
    for strand in strands:
        if any(about in clause.text or clause.text in about for clause in strand.clauses):
            return strand
    return strands[0]


#: How the name of a task ends that finds out where the work is: what is done there waits for it.
LOOKING = ".find"


def at_site(
    task: Task, strands: Sequence[Strand], facts: DraftingFacts, searches: set[str]
) -> Task:
    """A decision's task where its clause's work happens, with the check of that place."""
    strand = _home(task, strands)
    site = site_of(strand.archetype, strand.clauses, facts)
    shown = "a test shows it" if facts.command("test") else task.check
    return task._replace(
        files=task.files or site.target,
        depends_on=tuple(searches & {f"{strand.archetype.id}{LOOKING}"}),
        check=site.check("tests", shown),
    )


def _task_complexity(reading: Interpretation) -> int:
    return max(1, min(HARDEST, round(reading.complexity * 10)))


def _clause_about(goal: str, dimension: Dimension) -> str:
    for clause in work_of(goal):
        if dimension.mentions(clause.text):
            return clause.text
    return goal
