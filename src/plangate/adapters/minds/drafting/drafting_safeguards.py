"""What cannot be undone waits: for a backup or a dry run, and by PLAN-6 for a person.

Writing code that would delete is not deleting: such a change can be taken back as long as it has
not run, so it is `partial` and needs no approval. Doing it to data or the world is irreversible.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_archetypes import (
    Archetype,
    Template,
    plain_archetype,
)
from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_fill import site_of, task_of
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed
from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork
from plangate.core.model.nouns import Reversibility, Task
from plangate.core.words.one_way import destructive_cues, one_way_cues
from plangate.core.words.plan_words import destruction, safeguard
from plangate.language.clauses import forbids, parsed
from plangate.language.issues.reports import is_report
from plangate.language.moods import is_done_now
from plangate.language.words.row_patterns import any_said
from plangate.language.words.vocabulary import listed


def reversibility_of(archetype: Archetype, clause: PieceOfWork) -> Reversibility:
    """Whether what a clause asks for can be undone; code that would destroy is only half of it."""
    declared = archetype.core.reversibility
    cues = one_way_cues(clause.text)
    if archetype.undoable or forbids(clause.text) or is_report(clause.text):
        return declared
    if archetype.acts and (
        (cues and _does_one(clause)) or any_said("on_the_live_system").search(clause.text)
    ):
        return "irreversible"
    if declared == "irreversible" or not cues:
        return declared
    if not _does_one(clause) and not any_said("on_the_live_system").search(clause.text):
        return "partial"
    of_code = clause.verb in listed("change_code") and archetype is not plain_archetype()
    writes = listed("write_code") | listed("write_code_in_goals")
    builds = clause.verb in writes or (of_code and not destructive_cues(clause.text))
    return "partial" if builds else "irreversible"


def _does_one(clause: PieceOfWork) -> bool:
    """Whether the work itself does what cannot be undone, and not what it builds, later."""
    heard = parsed(clause.text)
    return any(is_done_now(heard, cue.saw) for cue in one_way_cues(clause.text))


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


def guarded(tasks: Sequence[Task], strands: Sequence[Strand], facts: DraftingFacts) -> list[Task]:
    """A core that cannot be undone waits for a safeguard: its archetype's own, or one put here."""
    guards: dict[str, Task] = {}
    for strand in strands:
        if any(template.safeguard for template in strand.archetype.tasks):
            continue
        for clause in strand.clauses:
            if reversibility_of(strand.archetype, clause) == "irreversible":
                template = _BACKUP if destructive_cues(clause.text) else _REHEARSAL
                site = site_of(strand.archetype, [clause], facts)
                core = strand.core_of(clause)
                guard = task_of(template, site, f"{core}.safeguard")
                assert guard is not None, "a safeguard speaks of nothing but its clause"
                guards[core] = purposed(guard, [clause], "safeguard")
    return [
        *guards.values(),
        *(needing(task, [guards[task.id].id]) if task.id in guards else task for task in tasks),
    ]


_ON_A_COPY = "tried on a copy first: a dry run or a restored snapshot, never the live data"


def safe(task: Task) -> Task:
    """ADQ-4: a task that speaks of destruction says what makes it safe."""
    said = f"{task.title}\n{task.description}"
    if destruction(said) is None or safeguard("\n".join((said, task.check, *task.preconditions))):
        return task
    return task._replace(preconditions=(*task.preconditions, _ON_A_COPY))
