"""The goal's clauses sorted by the kind of change they ask for.

A strand is one kind of change with all clauses of a goal that ask for it: its archetype's tasks are
made once, its core once for every clause. What tasks of strands have in common stands here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.minds.drafting.drafting_answers import brought_by_answer
from plangate.adapters.minds.drafting.drafting_archetypes import (
    Archetype,
    archetype_of,
    plain_archetype,
)
from plangate.adapters.minds.drafting.wording.clauses_of_work import (
    PieceOfWork,
    added_part,
    goes_back,
    head_of,
    mends,
    parsed,
    parts_of,
)
from plangate.adapters.minds.drafting.wording.titles import titled
from plangate.core.model.nouns import Task
from plangate.core.moves import DraftPlan
from plangate.language.clauses import parsed as heard_as
from plangate.language.tokens import shortened

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension


class Strand(NamedTuple):
    """The clauses of a goal that ask for one kind of change."""

    archetype: Archetype
    clauses: tuple[PieceOfWork, ...]

    def core_of(self, clause: PieceOfWork) -> str:
        return f"{self.archetype.id}.{self.archetype.core.key}.{clause.number + 1}"

    @property
    def cores(self) -> tuple[str, ...]:
        return tuple(self.core_of(clause) for clause in self.clauses)


def strands_of(
    chore: DraftPlan,
    work: Sequence[PieceOfWork],
    dimensions: Sequence[Dimension],
    kinds: Sequence[Archetype],
) -> list[Strand]:
    """The goal's clauses by kind of change, kinds and clauses in the goal's order."""
    settled = chore.readings.keys() | chore.in_own_words.keys()
    held = [dimension for dimension in dimensions if dimension.id in settled]
    brought = brought_by_answer(chore, work, kinds)
    sorted_: dict[str, tuple[Archetype, list[PieceOfWork]]] = {}
    for place, said in enumerate(work):
        kind = None if chore.one_task_group else archetype_of(said, kinds)
        thing = (said.thing or said.what).lower()
        only_kind = kind is not None and kind.names_itself and thing in kind.builds
        if kind and ((kind.names_its_thing and goes_back(thing)) or only_kind):
            kind = None  # “make it configurable”: its tasks would speak of “it”
        found, clause = brought.get(said.number, (kind, said))
        if place and found is None and any(entry.covers(clause.text) for entry in held):
            continue  # the decision's own task does it
        beside = [] if chore.one_task_group else _besides(clause, found, kinds)
        for archetype, about in [(found or plain_archetype(), _left(clause, beside)), *beside]:
            sorted_.setdefault(archetype.id, (archetype, []))[1].append(about)
    return [Strand(archetype, tuple(clauses)) for archetype, clauses in sorted_.values()]


def _left(clause: PieceOfWork, beside: Sequence[object]) -> PieceOfWork:
    """A clause without what stood behind its “with”, where all of that is work of its own."""
    if not beside or len(beside) < len(parts_of(clause)):
        return clause
    head = parsed(head_of(clause))
    return clause._replace(
        text=head.text, verb=head.verb, what=head.what, thing=head.thing, place=head.place
    )


def _besides(
    clause: PieceOfWork, main: Archetype | None, kinds: Sequence[Archetype]
) -> list[tuple[Archetype, PieceOfWork]]:
    """Other kinds of change a clause adds: “an endpoint with paging and a rate limit”; what stands
    behind the “with” of something to fix is where it goes wrong, and adds nothing."""
    # “Users should be able to rotate pages with the endpoint” is of what is there.
    parts = [] if mends(clause) or heard_as(clause.text).obliges else parts_of(clause)
    found: list[tuple[Archetype, PieceOfWork]] = []
    for part in parts if main or len(parts) > 1 else ():
        kind = next((k for k in kinds if k.builds_in(f"Add {part}")), None)
        if kind is not None and kind is not main and all(kind is not other for other, _ in found):
            found.append((kind, added_part(part, clause)))
    return found


def purposed(task: Task, clauses: Sequence[PieceOfWork], key: str) -> Task:
    """A task that says what it answers to, alike in every draft that has it."""
    about = "; ".join(clause.text for clause in clauses)
    return task._replace(answers_to=f"goal: {shortened(about, 400)} ({key})")


def layer_task(
    strand: Strand, kind: str, key: str, title: str, deed: str, files: Sequence[str], check: str
) -> Task:
    """What one layer takes of a change that follows something that is there."""
    task = Task(
        id=f"{strand.archetype.id}.{kind}.{key}",
        title=titled(title),
        description=deed,
        files=tuple(files),
        complexity=3,
        check=check,
    )
    return purposed(task, strand.clauses, f"{kind} {key}")


def needing(task: Task, names: Sequence[str]) -> Task:
    return task._replace(depends_on=tuple(dict.fromkeys((*task.depends_on, *names))))
