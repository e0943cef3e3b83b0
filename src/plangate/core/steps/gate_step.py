"""A session before the gate: the document it is weighed as, and the events its decisions become."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from plangate.core.events import event as e
from plangate.core.gate.assumptions import build_assumption, build_deferral
from plangate.core.gate.beliefs import believed
from plangate.core.gate.decide import EDITION, WORDING, Decision
from plangate.core.gate.document import GateDocument, session_document
from plangate.core.gate.questions import build_question, risk_if_wrong
from plangate.core.gate.report import evpi_report
from plangate.core.gate.session_facts import budget_left, complexity_of
from plangate.core.investigation.stops import asking_report
from plangate.core.log.chain import moment
from plangate.core.log.session import Session
from plangate.core.model.context import Surroundings
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    Assumption,
    Attention,
    Question,
    Quota,
    Reason,
    plain,
)

#: ASK-6: from this goal complexity on, a question also needs an investigation.
INVESTIGATED_FROM = 7

#: INV-10: how often a session may come to a question.
MOST_CYCLES = 3

#: ATT-3: how long a deferral may stay unresolved.
DEFERRAL_LIFE = timedelta(days=7)


def gate_document(session: Session, around: Surroundings) -> GateDocument:
    """The session as the gate sees it: open ambiguities, with beliefs for priors (INV-6)."""
    open_now = tuple(believed(a, session.evidence) for a in session.open_ambiguities)
    names = {ambiguity.id for ambiguity in open_now}
    evidence = tuple(x for x in session.evidence if x.ambiguity is None or x.ambiguity in names)
    known = {entry.id for entry in evidence}
    found = session.exhaustion or {}
    exhaustion = {
        part: tuple(x for x in found.get(part, ()) if x in known)
        for part in (*EXHAUSTION_PARTS, "investigation")
    }
    return GateDocument(
        goal=session.goal,
        ambiguities=open_now,
        phase="execution" if session.state == "executing" else "planning",
        evidence=evidence,
        exhaustion=exhaustion,
        budget_left=budget_left(session),
        attention=Attention(around.focus, session.budget_signal, around.interrupt_ewma),
        quota=Quota(
            _quota_used(session) or around.chain_used,  # SPLIT-10
            around.open_in_workspace,
            session.attempts,
        ),
        preferences={k: v for k, v in around.preferences.items() if k in names},
        policy=session.begun.policy,
        investigation_required=complexity_of(session) >= INVESTIGATED_FROM,
    )


def _quota_used(session: Session) -> bool:
    """One clarification that was answered or timed out, or three that were taken back (INV-10)."""
    return session.clarification_used or len(session.questions) >= MOST_CYCLES


def decision_record(document: GateDocument, decision: Decision) -> dict[str, Any]:
    """A decision as the log keeps it: everything the gate computed, none of the texts."""
    return {
        "ambiguity": decision.ambiguity,
        "action": decision.action,
        "rule": decision.rule,
        "interpretation": decision.interpretation,
        "requires_approval": decision.requires_approval,
        "one_task_group": decision.one_task_group,
        "blocker": decision.blocker,
        "value_rule": decision.worth.value_rule,
        "evpi": evpi_report(document, decision),
        "trace": plain(decision.trace),
    }


def gate_events(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decisions: Sequence[Decision],
) -> list[e.Event]:
    records = tuple(decision_record(document, decision) for decision in decisions)
    happened: list[e.Event] = [
        e.GateDecided(
            session_document(document), records, document.policy.version, WORDING, EDITION
        )
    ]
    entries, deferrals = len(session.assumptions), len(session.deferrals)
    asked: Question | None = None
    for decision in decisions:
        if decision.action == "ask" and session.begun.route is None:
            asked = _question(session, around, document, decision)
        elif decision.action != "investigate":
            entries += 1
            entry = _taken(decision)
            entry = entry._replace(id=f"{session.id}-a{entries}", session=session.id)
            happened.append(e.AssumptionRecorded(entry))
            if decision.action != "defer":
                happened += closed_deferrals(session, decision.ambiguity, decision.rule)
        if decision.action == "defer":
            deferrals += 1
            happened.append(_deferral(session, around, document, decision, deferrals))
    if asked is not None:
        reason = Reason("INT-5", f"the gate asks about {asked.question_id}")
        decided = e.IntakeDecided("RequiresClarification", (reason,), complexity_of(session))
        report = asking_report(session, asked)
        happened += [decided, e.QuestionAsked(asked), e.StopReported(report)]
    return happened


def _taken(decision: Decision) -> Assumption:
    """The ledger entry of a reading that holds; INT-6 when a person routed past the question."""
    if decision.action != "ask":
        return build_assumption(decision)
    acted = decision.about.interpretations[decision.worth.act_on]
    return Assumption(
        decision=acted.label,
        blocker_type=decision.blocker,
        user_response="auto_expanded",
        reasoning="a person chose the route past this question (INT-6)",
        confidence="low",
        risk_if_wrong=risk_if_wrong(acted),
        source="goal",
        ambiguity=decision.ambiguity,
        interpretation=acted.id,
        rule="INT-6",
    )


def _question(
    session: Session, around: Surroundings, document: GateDocument, decision: Decision
) -> Question:
    begun = session.begun
    deadline = around.now + timedelta(seconds=begun.timeout_secs)
    return build_question(document, decision)._replace(
        id=f"{session.id}-q{len(session.questions) + 1}",
        number=f"D{around.next_number}",
        session=session.id,
        timeout_secs=begun.timeout_secs,
        on_timeout=begun.on_timeout,
        deadline=moment(deadline),
        status="pending",
        asked_at=moment(around.now),
    )


def _deferral(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decision: Decision,
    place: int,
) -> e.DeferralRegistered:
    deferral = build_deferral(document, decision)
    return e.DeferralRegistered(
        deferral._replace(
            id=f"{session.id}-d{place}",
            created=moment(around.now),
            expiry=moment(around.now + DEFERRAL_LIFE),
        )
    )


def closed_deferrals(session: Session, ambiguity: str, how: str) -> list[e.Event]:
    """ATT-3: a deferral is resolved by whatever settles what it deferred."""
    return [
        e.DeferralResolved(str(deferral.id), how, "plangate")
        for deferral in session.deferrals.values()
        if deferral.status == "open" and deferral.ambiguity == ambiguity
    ]
