"""What stands beside a question: what is taken about other matters, unless a person says otherwise.

Two questions a goal are put (GATE-7), and a person knows more than two things that no file tells.
So a question names up to three other matters that its proposer calls a person's, with what will be
built: whoever answers it reads them and says otherwise in the note (ASK-12), and need not when they
are right. Nothing that cannot be undone is taken so (GATE-20), nor what is asked next itself; and
what stood beside an earlier question of the goal does not stand there again, unless something else
is taken about it since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plangate.core.gate.decide import precedence
from plangate.core.gate.session_facts import is_said, provisional
from plangate.core.gate.walk.case import Decision
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Beside, Question
from plangate.core.model.policy.agents_numbers import BESIDE_A_QUESTION
from plangate.core.words.irreversible import cannot_be_undone


def beside(
    session: Session, asked: str, decisions: Sequence[Decision], *, more: bool
) -> tuple[Beside, ...]:
    """The other matters of a person's with what is taken, in the order they were told in. Where
    `more` may be asked, what comes next waits for its own question."""
    waiting = sorted((d for d in decisions if d.action == "wait"), key=precedence)
    own = {asked, *(d.ambiguity for d in waiting[: int(more)])}
    now = {d.ambiguity: d.interpretation for d in decisions if d.interpretation is not None}
    matters = [a for a in session.ambiguities if a.id not in own and _is_a_persons(a)]
    matters.sort(key=lambda a: a.told_as)
    seen = {(m.decision, m.taken) for q in session.questions.values() for m in q.taken_beside}
    told = (_beside(session, matter, now) for matter in matters)
    new = [one for one in told if one is not None and (one.decision, one.taken) not in seen]
    return tuple(
        one._replace(number=place) for place, one in enumerate(new[:BESIDE_A_QUESTION], start=1)
    )


def still_beside(session: Session, question: Question) -> Question:
    """A question as it is shown now: without the matters that somebody has settled since it was
    written, and with what is taken about the others now. Each keeps its number."""
    there = {matter.id: matter for matter in session.ambiguities}
    left = [
        now._replace(number=one.number)
        for one in question.taken_beside
        if one.decision in there
        if (now := _beside(session, there[one.decision], {})) is not None
    ]
    return question._replace(taken_beside=tuple(left))


def _beside(session: Session, matter: Ambiguity, now: Mapping[str, str]) -> Beside | None:
    taken = _taken(session, matter, now)
    if not taken or cannot_be_undone(reading := matter.reading(taken)):
        return None
    return Beside(matter.id, matter.prompt or "", reading.label)


def _is_a_persons(ambiguity: Ambiguity) -> bool:
    """A matter its proposer says no file and no craft tells."""
    return ambiguity.hours_told > 0 and not ambiguity.known_elsewhere


def _taken(session: Session, ambiguity: Ambiguity, now: Mapping[str, str]) -> str | None:
    """The option that holds as things are; None where somebody said it or nothing is taken."""
    names = {reading.id for reading in ambiguity.interpretations}
    for entry in session.in_force:
        if entry.ambiguity == ambiguity.id:
            held = entry.interpretation
            return held if held in names and not is_said(entry) else None
    return now.get(ambiguity.id) or ambiguity.safe_default or provisional(session, ambiguity)
