"""What would make a plan surer (UND-8), said to whoever can do something about it (MCP-7)."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.agents.telling import DROPPED
from plangate.core.gate.session_facts import grasp_in, how_surely_they_stand, is_said, places_in
from plangate.core.log.session import HOST, Session
from plangate.core.model.evidence import QUOTED
from plangate.core.model.nouns import Assumption
from plangate.core.model.policy.agents_numbers import HOST_QUESTIONS, SURER_NAMED
from plangate.core.model.policy.understanding_numbers import CONFIDENCE_BACKED, CONFIDENCE_FIRST
from plangate.core.model.sighting import Place
from plangate.core.understanding.confidence import (
    none_falls,
    place_confidence,
    said_to_stand,
)


def what_would_raise(session: Session) -> list[str]:
    """The one or two things that hold a plan's confidence down, each with its cure."""
    seen = session.seen
    if grasp_in(session) is None or seen is None or session.plan is None:
        return []
    named = {path for task in session.plan.tasks for path in task.files}
    places = places_in(session, seen)
    place = place_confidence(
        [p for p in places if p.path in named] if named else places, seen.files
    )
    guessed = [x for x in session.in_force if x.status == "open" and not is_said(x)]
    known = how_surely_they_stand(session)
    shares = {x.id: known.get(x.id, said_to_stand(x)) for x in guessed}
    told = [x for x in guessed if x.user_response != DROPPED and shares[x.id] < CONFIDENCE_BACKED]
    stands = none_falls(guessed, known)
    found = [
        (place, _unplaced(session, named, places)),
        (stands, _unbacked(session, sorted(told, key=lambda x: shares[x.id]))),
    ]
    return [f"{share:.2f}: {cure}" for share, cure in sorted(found) if share < 1 and cure][:2]


def _unplaced(session: Session, named: set[str], places: Sequence[Place]) -> str:
    """The files whose place rests on their names alone: as many as still move the number, all at
    once; those that are quoted then leave no others to name."""
    sure = {p.path for p in places if p.path in named and p.strength >= QUOTED}
    quoted = {(x.locator or "").partition(":")[0] for x in session.evidence if x.kind == "host"}
    there = session.work.seen_files
    bare = sorted(path for path in named - quoted - sure if there.get(path))
    told = ", ".join(bare[: max(0, CONFIDENCE_FIRST - len(sure))])
    return (
        f"that the work is in {told} rests on their names: evidence with a line of theirs that "
        "has to change raises it"
        if told
        else ""
    )


def _unbacked(session: Session, entries: Sequence[Assumption]) -> str:
    """What nobody said anything about, and who still can: of a goal whose questions are used
    nothing more is asked (GATE-7)."""
    told = ", ".join(str(x.ambiguity) for x in entries[:SURER_NAMED] if x.ambiguity)
    if not told:
        return ""
    if session.begun.proposer == HOST and session.asked >= HOST_QUESTIONS:
        return f"assumed: {told}; only the person can settle it, and this goal's questions are used"
    return (
        f"guessed: {told}; the person's word raises it, or who_knows repository with a line that "
        "settles it"
    )
