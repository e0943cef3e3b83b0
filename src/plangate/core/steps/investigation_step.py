"""The turns of an investigation: plan, reserve, look, synthesise, decide, and round again.

Each turn is an event. The loop ends by itself: every round costs an iteration, and without one
nobody is sent. What it leaves open is the gate's.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.gate.beliefs import believed
from plangate.core.gate.decide import decide
from plangate.core.investigation import measure
from plangate.core.investigation.exploration import exploration_plan, reserve, wanted
from plangate.core.investigation.synthesis import synthesise
from plangate.core.investigation.verdict import InvestigationState, judged
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence
from plangate.core.moves import Investigate, Move, Note
from plangate.core.steps.gate_step import gate_document


def next_turn(session: Session, around: Surroundings) -> Move | None:
    """What the investigation does next; None when it is over or there is nothing to look for."""
    inquiry = session.inquiry
    if not session.open_ambiguities or inquiry.ended is not None:
        return None
    if inquiry.waits:
        return _look(session)
    if inquiry.batch:
        synthesis = synthesise(session)
        return Note((synthesis, *judged(_standing(session, around, synthesis))))
    return Note(tuple(_sent(session, around)))


def _sent(session: Session, around: Surroundings) -> list[e.Event]:
    """Turn 2 and every further dispatch; when nobody can be sent, that is decided about too."""
    at = _standing(session, around)
    planned = [exploration_plan(session)] if session.inquiry.planned is None else []
    dispatched = reserve(session, _next_dispatches(session, around, at.blocking))
    if dispatched.dispatches:
        return [*planned, dispatched]
    refused = [dispatched] if dispatched.refused else []
    return [*planned, *refused, *judged(at)]


def _look(session: Session) -> Investigate:
    names = {name for dispatch in session.inquiry.batch for name in dispatch.ambiguities}
    return Investigate(
        workspace=session.begun.workspace,
        goal=session.aim,
        ambiguities=tuple(a for a in session.ambiguities if a.id in names),
        dispatches=tuple(session.inquiry.batch),
    )


def _standing(
    session: Session, around: Surroundings, synthesis: e.EvidenceSynthesised | None = None
) -> InvestigationState:
    """What the gate would make of things now: what it settles leaves the open set (INV-6)."""
    document = gate_document(session, around)
    if synthesis is not None:
        document = document._replace(evidence=(*document.evidence, *synthesis.triangulated))
    decisions = decide(document)
    routed = session.begun.route is not None
    asks = {d.ambiguity for d in decisions if d.action in ("ask", "investigate") and not routed}
    blocking = [a for a in document.ambiguities if a.id in asks]
    further = _next_dispatches(session, around, blocking)
    last = session.inquiry.turns[-1] if session.inquiry.turns else None
    before = [believed(a, _evidence_before(session)) for a in session.open_ambiguities]
    return InvestigationState(
        session=session,
        synthesis=synthesis,
        blocking=blocking,
        settles={d.ambiguity: d.rule for d in decisions if d.ambiguity not in asks},
        something_left=bool(further),
        affordable=bool(reserve(session, further).dispatches),
        uncertainty_before=last.uncertainty if last else measure.uncertainty(before),
        confidence_before=last.confidence if last else measure.confidence(before),
    )


def _evidence_before(session: Session) -> list[Evidence]:
    """What was held before the first batch came back."""
    known = session.inquiry.known_before
    return [entry for entry in session.evidence if not session.inquiry.batch or entry.id in known]


def _next_dispatches(
    session: Session, around: Surroundings, blocking: Sequence[Ambiguity]
) -> list[Dispatch]:
    """The first look is at everything open; later ones only at what the gate would ask about."""
    about = blocking if session.inquiry.turns else session.open_ambiguities
    missing = gate_document(session, around).missing_parts()
    return wanted(session, {ambiguity.id for ambiguity in about}, missing)
