"""What an answer leaves of a goal: the clauses that are still work, and the way they are done.

A clause that is left out is no work and no remark (UND-6); what is there already and stays as it is
is not built again (UND-4). What is to stay recoverable is archived, and what is converted beside
the old form is copied, compared and switched over: archetypes that only an answer brings.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_archetypes import Archetype
from plangate.adapters.minds.drafting.drafting_words import Clause, work_of
from plangate.core.model.nouns import Ambiguity, Task
from plangate.core.moves import DraftPlan
from plangate.core.understanding.contradictions import held_and_left_out
from plangate.core.understanding.doors import LOST, TURNED
from plangate.core.understanding.existing import ALREADY_THERE
from plangate.language.words.stems import content_stems

#: The kind of change that an answer makes of a clause.
_BROUGHT = {(LOST, "recoverable"): "archived-first", (TURNED, "beside"): "converted-beside"}


def work_left(chore: DraftPlan) -> list[Clause]:
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
    chore: DraftPlan, work: Sequence[Clause], kinds: Sequence[Archetype]
) -> dict[int, Archetype]:
    """The kind of change an answer makes of a clause, by the clause's number."""
    named = {archetype.id: archetype for archetype in kinds}
    found: dict[int, Archetype] = {}
    for ambiguity in _answered(chore):
        kind = named.get(_BROUGHT.get((ambiguity.id, chore.readings[ambiguity.id]), ""))
        if kind is not None and work:
            found[_raised_by(ambiguity.heard, work).number] = kind
    return found


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


def _answered(chore: DraftPlan) -> list[Ambiguity]:
    """What was decided; a likely reading of what is still open takes nothing away (PLAN-6)."""
    settled = chore.readings.keys() - set(chore.undecided)
    return [ambiguity for ambiguity in chore.ambiguities if ambiguity.id in settled]


def _without(clause: Clause, held: str, out: str) -> Clause:
    kept = tuple(remark for remark in clause.remarks if not _is_out(remark, held, out))
    return clause._replace(remarks=kept)


def _is_out(text: str, held: str, out: str) -> bool:
    """Whether a clause is the one left out, and does not say what holds as well."""
    return _within(out, text) and not _within(held, text)


def _within(quote: str, text: str) -> bool:
    """Whether a quote and a piece of a goal are the same words, or one is part of the other."""
    one, other = (" ".join(each.casefold().strip(" .;,…").split()) for each in (quote, text))
    return bool(one and other) and (one in other or other in one)


def _about(ambiguity: Ambiguity, work: Sequence[Clause]) -> Clause:
    """The clause that wants what is there: the one that shares most words with its name."""
    named = set(content_stems(ambiguity.heard.replace("_", " ")))
    return max(work, key=lambda clause: len(named & set(content_stems(clause.text))))


def _raised_by(quote: str, work: Sequence[Clause]) -> Clause:
    found = (clause for clause in work if _within(quote, clause.heard or clause.text))
    return next(found, work[0])
