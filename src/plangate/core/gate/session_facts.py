"""What follows from where a session stands: how hard its goal is, what holds, what is left."""

from __future__ import annotations

from plangate.core.gate.assumptions import build_waiting, plan_note
from plangate.core.gate.beliefs import believed
from plangate.core.gate.intake import estimate_complexity, with_readings
from plangate.core.gate.settling import Held
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation
from plangate.core.words.irreversible import cannot_be_undone, irreversible_entries


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


def held_decisions(session: Session) -> tuple[Held, ...]:
    """GATE-17: the decisions that hold, where any reading of the session bears on another."""
    readings = {(a.id, r.id): r for a in session.ambiguities for r in a.interpretations}
    if not any(reading.settles or reading.rules_out for reading in readings.values()):
        return ()
    held: list[Held] = []
    for entry in session.in_force:
        if entry.ambiguity is None:
            continue
        reading = readings.get((entry.ambiguity, str(entry.interpretation)))
        held.append(
            Held(
                entry.ambiguity,
                entry.interpretation,
                is_said(entry),
                reading.settles if reading else {},
                reading.rules_out if reading else (),
            )
        )
    return tuple(held)


def is_said(entry: Assumption) -> bool:
    """Whether somebody answered or confirmed this, or it follows from words somebody said."""
    said = entry.user_response.startswith(("confirmed:", "custom:"))
    return said or entry.status == "confirmed"


def provisional(session: Session, ambiguity: Ambiguity) -> str | None:
    """ASK-17: the reading by which what waits is drafted meanwhile: the likeliest that can be
    undone, None when there is none. Nothing is done by it, and the answer drafts it anew."""
    readings = believed(ambiguity, session.evidence).interpretations
    undoable = [r for r in readings if not cannot_be_undone(r)]
    return max(undoable, key=lambda r: (r.prior, r.id)).id if undoable else None


def undecided_entries(session: Session) -> list[Assumption]:
    """ASM-2: what the ledger says of decisions that a person has yet to make."""
    return [build_waiting(a, session.undecided[a.id]) for a in session.left_open]


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
            if decision["interpretation"] is None:
                continue  # GATE-17: nothing was taken
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
