"""What an answer leaves of a goal: the clauses that are still work, and the way they are done.

A clause that is left out is no work and no remark (UND-6); what is there already and stays as it is
is not built again (UND-4). What is to stay recoverable is archived, what is converted beside the
old form is copied, compared and switched over, what others may use is marked as going away, and
what is only prepared stops short of going out: archetypes that only an answer brings.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_archetypes import (
    Archetype,
    archetype_of,
    plain_archetype,
)
from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, work_of
from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.moves import DraftPlan
from plangate.core.understanding.against.contradictions import (
    EXCLUDES,
    MAY_EXCLUDE,
    held_and_left_out,
)
from plangate.core.understanding.already_there import ALREADY_THERE
from plangate.core.understanding.door_questions import (
    BY_SOUND,
    LASTING,
    LOST,
    REFORMED,
    REMOVED,
    RENAMED,
    SENT,
    TURNED,
)
from plangate.core.understanding.grasp import clauses_of_work
from plangate.core.understanding.losses import lost_by
from plangate.language.words.stems import content_stems

#: The kind of change that an answer makes of a clause.
_BROUGHT = {
    (LOST, "recoverable"): "archived-first",
    (TURNED, "beside"): "converted-beside",
    (REMOVED, "deprecate"): "deprecated-first",
    (SENT, "prepare"): "prepared-only",
    (LASTING, "prepare"): "prepared-only",
    (BY_SOUND, "prepare"): "prepared-only",
}


def work_left(chore: DraftPlan) -> list[PieceOfWork]:
    """The clauses of a goal that are work, once what was answered is left out; perhaps none."""
    work = work_of(chore.goal)
    for ambiguity in _answered(chore):
        reading = chore.readings[ambiguity.id]
        if pair := held_and_left_out(ambiguity, reading):
            work = [_without(clause, *pair) for clause in work if not _is_out(clause.heard, *pair)]
        elif (ambiguity.id, reading) == (ALREADY_THERE, "leave") and work:
            built = _about(ambiguity, work)
            work = [clause for clause in work if clause is not built]
    return work


def brought_by_answer(
    chore: DraftPlan, work: Sequence[PieceOfWork], kinds: Sequence[Archetype]
) -> dict[int, tuple[Archetype, PieceOfWork]]:
    """The kind of change an answer makes of a clause and how it is said now, by its number."""
    named = {archetype.id: archetype for archetype in kinds}
    found: dict[int, tuple[Archetype, PieceOfWork]] = {}
    for ambiguity in _answered(chore):
        kind = named.get(_BROUGHT.get((ambiguity.id, chore.readings[ambiguity.id]), ""))
        if kind is None or not work:
            continue
        for clause in _concerned(chore, ambiguity, work):
            own = archetype_of(clause, kinds) or plain_archetype()
            brought = kind
            if kind.stops:
                brought = _stopped(own, kind)
            elif own.recurs:
                brought = _going_on(own, kind)
            said = _archiving(clause) if ambiguity.id == LOST else clause
            found[clause.number] = (brought, said)
    return found


def _concerned(
    chore: DraftPlan, ambiguity: Ambiguity, work: Sequence[PieceOfWork]
) -> list[PieceOfWork]:
    """The clause that raised a door, and whatever else of the goal is lost with it: “drop the
    table and delete all rows” is one answer's to keep."""
    raised = _raised_by(ambiguity.heard, work)
    if ambiguity.id != LOST or chore.seen is None:
        return [raised]
    seen = chore.seen
    said = ((clause, clause.heard or clause.text) for clause in work)
    return [c for c, text in said if c is raised or lost_by(text, clauses_of_work(text), seen)]


def _stopped(kind: Archetype, short: Archetype) -> Archetype:
    """A kind of change up to its core, with another in the place of that and what follows it."""
    early = [t for t in kind.tasks[: kind.tasks.index(kind.core)] if kind.core.key not in t.after]
    keys = {template.key for template in early}
    late = [
        t._replace(after=tuple(k for k in kind.core.after if k in keys)) if t.core else t
        for t in short.tasks
    ]
    return kind._replace(
        id=f"{kind.id}-{short.id}", acts=False, undoable=True, tasks=(*early, *late)
    )


def _going_on(kind: Archetype, once: Archetype) -> Archetype:
    """What is done again and again stays so, with the way back of what is done once."""
    back = [t._replace(after=(kind.core.key,)) for t in once.tasks if once.core.key in t.after]
    return kind._replace(
        id=f"{kind.id}-{once.id}", undoable=once.undoable, tasks=(*kind.tasks, *back)
    )


def _archiving(clause: PieceOfWork) -> PieceOfWork:
    """“Wipe the history” as it is once the history is to stay recoverable."""
    if not clause.what:
        return clause
    return clause._replace(text=f"Archive {clause.what}", verb="archive", said="Archive")


def clauses_shaped(
    chore: DraftPlan, ambiguity: Ambiguity, work: Sequence[PieceOfWork]
) -> list[PieceOfWork]:
    """The clauses whose work an answer may leave out or bring another way; none: it does neither.

    Whatever is drafted for such a clause rests on the answer, not the change itself alone.
    """
    if not work:
        return []
    if ambiguity.id in (EXCLUDES, MAY_EXCLUDE):
        quotes = [quote.strip('"') for quote in ambiguity.blocker_evidence]
        said = [(clause, (clause.heard or clause.text, *clause.remarks)) for clause in work]
        found = [c for c, texts in said if any(_within(q, t) for q in quotes for t in texts)]
        return found or list(work)
    if ambiguity.id == ALREADY_THERE:
        return [_about(ambiguity, work)]
    if ambiguity.id in {RENAMED, REFORMED, *(name for name, _ in _BROUGHT)}:
        return _concerned(chore, ambiguity, work)
    return []


def nothing_left(chore: DraftPlan) -> list[Task]:
    """The plan of a goal of which no work is left: it says why, and where to look."""
    ambiguity = next((one for one in _answered(chore) if one.id == ALREADY_THERE), None)
    if ambiguity is not None:
        places = ambiguity.blocker_evidence[:1]
        where = f"{ambiguity.heard} ({', '.join(places)})"
        title, check = f"Say where it is: {where}", "whoever wants it finds it there"
        files = tuple(place.rpartition(":")[0] or place for place in places)
        name = ambiguity.id
    else:
        pairs = ((a.id, held_and_left_out(a, chore.readings[a.id])) for a in _answered(chore))
        name, held = next((n, pair[0]) for n, pair in pairs if pair)
        title, check, files = f"Check that “{held}” holds", f"“{held}” holds today", ()
    return [
        Task(
            id="t1",
            title=title,
            description=f"{title}. Nothing else is left to do: no code is written",
            files=files,
            complexity=1,
            preconditions=("the workspace is as it was looked at",),
            check=f"{check}, looked at by hand",
            rests_on=tuple(dict.fromkeys((name, *chore.readings))),
            answers_to=f"{name}: nothing is built",
        )
    ]


def old_one_out(chore: DraftPlan, tasks: Sequence[Task]) -> list[Task]:
    """UND-4: who replaces what is there moves its callers and takes the old one out, at the end."""
    replaced = (
        one
        for one in _answered(chore)
        if (one.id, chore.readings[one.id]) == (ALREADY_THERE, "replace")
    )
    needed = {name for task in tasks for name in task.depends_on}
    return [
        Task(
            id=one.id,
            title=f"Move what uses {one.heard} to the new one, and take it out",
            description=f"Move what uses {one.heard} ({', '.join(one.blocker_evidence[:1])}) to "
            "the new one, and take the old one out when nothing uses it any more",
            files=tuple(place.rpartition(":")[0] or place for place in one.blocker_evidence[:1]),
            complexity=3,
            depends_on=tuple(task.id for task in tasks if task.id not in needed),
            check=f"a search finds no use of {one.heard}, and the tests pass without it",
            reversibility="partial",
            rests_on=(one.id,),
            answers_to=f"{one.id}: replace it",
        )
        for one in replaced
    ]


def _answered(chore: DraftPlan) -> list[Ambiguity]:
    """What was decided; a likely reading of what is still open takes nothing away (PLAN-6)."""
    settled = chore.readings.keys() - set(chore.undecided)
    return [ambiguity for ambiguity in chore.ambiguities if ambiguity.id in settled]


def _without(clause: PieceOfWork, held: str, out: str) -> PieceOfWork:
    kept = tuple(remark for remark in clause.remarks if not _is_out(remark, held, out))
    return clause._replace(remarks=kept)


def _is_out(text: str, held: str, out: str) -> bool:
    """Whether a clause is the one left out, and does not say what holds as well."""
    return _within(out, text) and not _within(held, text)


def _within(quote: str, text: str) -> bool:
    """Whether a quote and a piece of a goal are the same words, or one is part of the other."""
    one, other = (" ".join(each.casefold().strip(" .;,…").split()) for each in (quote, text))
    return bool(one and other) and (one in other or other in one)


def _about(ambiguity: Ambiguity, work: Sequence[PieceOfWork]) -> PieceOfWork:
    """The clause that wants what is there: the one that shares most words with its name."""
    named = set(content_stems(ambiguity.heard.replace("_", " ")))
    return max(work, key=lambda clause: len(named & set(content_stems(clause.text))))


def _raised_by(quote: str, work: Sequence[PieceOfWork]) -> PieceOfWork:
    found = (clause for clause in work if _within(quote, clause.heard or clause.text))
    return next(found, work[0])
