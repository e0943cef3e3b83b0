"""What follows from where a session stands: how hard its goal is, what holds, what is left."""

from __future__ import annotations

from plangate.core.gate.assumptions import plan_note
from plangate.core.gate.intake import estimate_complexity, with_readings
from plangate.core.log.session import Session
from plangate.core.model.nouns import Interpretation
from plangate.core.words.irreversible import irreversible_entries


def complexity_of(session: Session) -> int:
    """ADQ-17: a given complexity is taken as given."""
    if session.begun.complexity is not None:
        return session.begun.complexity
    in_reach = {x.locator.partition(":")[0] for x in session.evidence if x.locator}
    estimate = estimate_complexity(session.goal, len(in_reach)).value
    return with_readings(estimate, [reading.complexity for reading in held_readings(session)])


def held_readings(session: Session) -> list[Interpretation]:
    """The readings that hold so far."""
    return [
        reading
        for ambiguity in session.ambiguities
        for reading in ambiguity.interpretations
        if ambiguity.id in session.settled
        and session.settled[ambiguity.id].interpretation == reading.id
    ]


def one_way(session: Session) -> frozenset[str]:
    """PLAN-6: the ledger entries of a session that decide for something irreversible."""
    return irreversible_entries(session.assumptions.values(), session.ambiguities)


def plan_notes(session: Session) -> list[str]:
    """GATE-11: one note for every reading that was taken without asking, and still holds."""
    notes: list[str] = []
    holds = {(entry.ambiguity, entry.rule) for entry in session.in_force}
    for call in session.gate_calls:
        ambiguities = {a["id"]: a for a in call.document["ambiguities"]}
        for decision in call.decisions:
            if (decision["ambiguity"], decision["rule"]) not in holds:
                continue
            labels = {
                r["id"]: r["label"] for r in ambiguities[decision["ambiguity"]]["interpretations"]
            }
            notes.append(plan_note(decision, labels))
    return notes


def budget_left(session: Session) -> bool:
    """Whether anything more will be looked for: there is budget, and the loop has not ended."""
    allowed = session.inquiry.allowed
    return (
        session.inquiry.ended is None
        and session.iterations < allowed.iterations
        and session.calls < allowed.calls
        and session.seconds < allowed.seconds
    )
