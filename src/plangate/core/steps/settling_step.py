"""What an answer, a revision or an ending does to the decisions that hang on it (GATE-17).

Looked at before anything else is asked or assumed. An entry whose ground is gone is looked at
again; one that what holds now contradicts is revised, or put up again where a person said it. So no
plan rests on two decisions that exclude each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from plangate.core.events import event as e
from plangate.core.gate.assumptions import FOLLOWS
from plangate.core.gate.session_facts import is_said
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation
from plangate.core.plans.revisions import resting_tasks
from plangate.core.words.irreversible import cannot_be_undone


class _Claim(NamedTuple):
    """An entry in force says what another decision is; None leaves nothing to decide there."""

    entry: Assumption
    ambiguity: str
    reading: str | None


def consequence(session: Session) -> e.Event | None:
    """The next thing that follows from what holds; None when everything fits together."""
    standing = {str(x.ambiguity): x for x in session.in_force if x.ambiguity is not None}
    claims = list(_claims(session, standing))
    holding = {entry.id for entry in standing.values()}
    for entry in standing.values():
        if (gone := _groundless(entry, claims, holding)) is not None:
            return _reopened(session, entry, gone)
    for claim in claims:
        other = standing.get(claim.ambiguity)
        if other is not None and not _agrees(claim, other):
            return _parted(session, claim, other)
    return None


def _claims(session: Session, standing: Mapping[str, Assumption]) -> Iterator[_Claim]:
    readings = {(a.id, r.id): r for a in session.ambiguities for r in a.interpretations}
    for entry in standing.values():
        reading = readings.get((str(entry.ambiguity), str(entry.interpretation)))
        if reading is None:
            continue
        for name, wanted in reading.settles.items():
            if (name, wanted) in readings:
                yield _Claim(entry, name, wanted)
        for name in reading.rules_out:
            yield _Claim(entry, name, None)


def _groundless(
    entry: Assumption, claims: list[_Claim], holding: Collection[str | None]
) -> str | None:
    """Why an entry that follows from another no longer does."""
    if entry.rule != "GATE-17" or not entry.user_response.startswith(FOLLOWS):
        return None
    if entry.source == "answer" and entry.user_response.removeprefix(FOLLOWS) in holding:
        return None  # ASK-15: somebody's own words said it, and they hold
    for claim in claims:
        if claim.ambiguity == entry.ambiguity and claim.reading == entry.interpretation:
            return None
    return f"{entry.user_response.removeprefix(FOLLOWS)} no longer holds"


def _agrees(claim: _Claim, other: Assumption) -> bool:
    if claim.reading is None:
        return other.interpretation is None and other.rule == "GATE-17"
    if other.interpretation is None:
        return True  # in somebody's own words, or ruled out: it says nothing else
    return other.interpretation == claim.reading


def _parted(session: Session, claim: _Claim, other: Assumption) -> e.Event:
    """Two entries that exclude each other: what was said stands, then what was said last."""
    if is_said(claim.entry) == is_said(other):
        earlier = _number(claim.entry) < _number(other)
        if is_said(other):
            loser = claim.entry if earlier else other
            why = f"{loser.id} does not go with what was answered later"
            return _reopened(session, loser, why, review=True)
        if earlier:
            return _reopened(session, claim.entry, f"{other.id} excludes it")
    elif is_said(other):
        return _reopened(session, claim.entry, f"{other.id} excludes it")
    return _revised(session, claim, other)


def _number(entry: Assumption) -> int:
    return int(str(entry.id).rpartition("-a")[2] or 0)


def _revised(session: Session, claim: _Claim, other: Assumption) -> e.Event:
    """What was assumed gives way to what follows, unless that needs an answer of its own."""
    trigger = f"{claim.entry.ambiguity} was decided, and {claim.ambiguity} follows from it"
    ambiguity = next(a for a in session.ambiguities if a.id == claim.ambiguity)
    reading = None if claim.reading is None else ambiguity.reading(claim.reading)
    if reading is not None and _needs_an_answer(ambiguity):
        return _reopened(session, other, trigger)
    entry = following(session, claim.entry, ambiguity, reading)._replace(replaces=other.id)
    tasks = resting_tasks(session.plan, str(other.id))
    return e.DecisionRevised(str(other.id), entry, tasks, trigger, "plangate")


def _needs_an_answer(ambiguity: Ambiguity) -> bool:
    """GATE-17: one-way, or nearly: any doubt means that a person is asked."""
    return any(map(cannot_be_undone, ambiguity.interpretations))


def following(
    session: Session, ground: Assumption, ambiguity: Ambiguity, reading: Interpretation | None
) -> Assumption:
    """The entry that follows from another one."""
    return Assumption(
        decision=reading.label
        if reading
        else f"nothing to decide: {ground.ambiguity} rules it out",
        blocker_type=ambiguity.blocker_type,
        user_response=f"{FOLLOWS}{ground.id}",
        reasoning=f"{ground.ambiguity} is {ground.decision}",
        confidence=ground.confidence,
        risk_if_wrong=ground.risk_if_wrong,
        source="goal",
        id=f"{session.id}-a{len(session.assumptions) + 1}",
        session=session.id,
        ambiguity=ambiguity.id,
        interpretation=reading.id if reading else None,
        rule="GATE-17",
    )


def heard_elsewhere(
    session: Session, question: str, ground: Assumption, heard: Mapping[str, str | None]
) -> list[e.Event]:
    """ASK-15: what somebody's own words do to the other decisions of the session.

    What they name plainly is settled by them; whatever they only speak of is looked at again, and
    nothing that was assumed stands beside them. What a person said before stays as it is.
    """
    happened: list[e.Event] = []
    review: list[str] = []
    standing = {str(x.ambiguity): x for x in session.in_force if x.ambiguity is not None}
    number = len(session.assumptions) + (str(ground.id) not in session.assumptions)
    for ambiguity in session.ambiguities:
        if ambiguity.id not in heard or ambiguity.id == ground.ambiguity:
            continue
        before, named = standing.get(ambiguity.id), heard[ambiguity.id]
        if before is not None and (is_said(before) or before.interpretation == named):
            continue
        if named is None or _needs_an_answer(ambiguity):
            if before is None:
                review.append(ambiguity.id)
            else:
                why = f"{ground.id} speaks of it"
                happened.append(_reopened(session, before, why, review=True))
            continue
        number += 1
        entry = following(session, ground, ambiguity, ambiguity.reading(named))._replace(
            id=f"{session.id}-a{number}", source="answer"
        )
        if before is None:
            happened.append(e.AssumptionRecorded(entry))
        else:
            tasks = resting_tasks(session.plan, str(before.id))
            entry = entry._replace(replaces=before.id)
            why = f"{ground.id} speaks of it"
            happened.append(e.DecisionRevised(str(before.id), entry, tasks, why, "plangate"))
    return [*happened, e.WordsHeard(question, tuple(review))] if review else happened


def _reopened(
    session: Session, entry: Assumption, why: str, *, review: bool = False
) -> e.DecisionReopened:
    tasks = resting_tasks(session.plan, str(entry.id))
    return e.DecisionReopened(str(entry.id), tasks, why, "plangate", review)
