"""A session before the gate: the document it is weighed as, and the events its decisions become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from plangate.core.agents.said_words import read_back
from plangate.core.events import event as e
from plangate.core.gate.asking.beside import beside
from plangate.core.gate.asking.question_building import build_question, risk_if_wrong
from plangate.core.gate.assumptions import build_assumption, build_deferral
from plangate.core.gate.beliefs import believed
from plangate.core.gate.decide import EDITION, WORDING
from plangate.core.gate.document import GateDocument, session_document
from plangate.core.gate.reading_lists import normalised
from plangate.core.gate.report import at_most, evpi_report, is_deferred
from plangate.core.gate.seen_words import Words
from plangate.core.gate.session_facts import budget_left, complexity_of, held_decisions
from plangate.core.gate.walk.case import Decision
from plangate.core.gate.worth import most_conservative
from plangate.core.investigation.stops import asking_report
from plangate.core.log.chain import moment
from plangate.core.log.session import HOST, Session
from plangate.core.model.context import Surroundings
from plangate.core.model.graphs import grounds, open_decision
from plangate.core.model.nouns import (
    EXHAUSTION_PARTS,
    Ambiguity,
    Assumption,
    Attention,
    Interpretation,
    Question,
    Quota,
    Reason,
    plain,
)
from plangate.core.model.policy import Policy
from plangate.core.model.policy.agents_numbers import HOST_QUESTIONS
from plangate.core.model.policy.steps_numbers import INVESTIGATED_FROM
from plangate.core.model.records import DecisionRecord
from plangate.core.words.irreversible import cannot_be_undone

#: ATT-3: how long a deferral may stay unresolved.
DEFERRAL_LIFE = timedelta(days=7)


def gate_document(session: Session, around: Surroundings) -> GateDocument:
    """The session as the gate sees it: open ambiguities, with beliefs for priors (INV-6)."""
    open_now = tuple(normalised(believed(a, session.evidence)) for a in weighed(session))
    names = {ambiguity.id for ambiguity in open_now}
    evidence = tuple(x for x in session.evidence if x.ambiguity is None or x.ambiguity in names)
    known = {entry.id for entry in evidence}
    found = session.exhaustion or {}
    exhaustion = {
        part: tuple(x for x in found.get(part, ()) if x in known)
        for part in (*EXHAUSTION_PARTS, "investigation")
    }
    return GateDocument(
        goal=session.aim,
        ambiguities=open_now,
        evidence=evidence,
        exhaustion=exhaustion,
        budget_left=budget_left(session),
        attention=Attention(around.focus, session.budget_signal, around.interrupt_ewma),
        quota=Quota(
            session.asked + around.chains,  # SPLIT-10
            int(session.open_question is not None or session.is_joined),
            around.open_in_workspace,
            session.attempts,
        ),
        preferences={k: v for k, v in around.preferences.items() if k in names},
        policy=_policy(session, open_now),
        investigation_required=complexity_of(session) >= INVESTIGATED_FROM,
        dial=around.dial,
        chains=around.chains,
        started=tuple(name for name in sorted(names) if has_begun(session, name)),
        withdrawn=tuple(sorted(names.intersection(session.withdrawn))),
        review=tuple(sorted(names.intersection(session.review))),
        gaps=tuple(gap.id for gap in session.gaps if gap.id in names),
        held=held_decisions(session),
    )


def _policy(session: Session, open_now: Sequence[Ambiguity]) -> Policy:
    """GATE-7: a host's goal puts two questions, and a third only where nothing can be assumed."""
    policy = session.begun.policy
    if session.begun.proposer != HOST:
        return policy
    if session.asked >= HOST_QUESTIONS and any(_may_be_third(session, one) for one in open_now):
        return policy
    return policy._replace(clarifications=min(policy.clarifications, HOST_QUESTIONS))


def _may_be_third(session: Session, ambiguity: Ambiguity) -> bool:
    """What is declared final, where no option of it can be undone; what is final in any way, where
    a person said that none fits or their words speak for it; in records that tell no hours,
    wherever one is declared final."""
    declared = [
        reading.reversibility == "irreversible" and not reading.undo_told
        for reading in ambiguity.interpretations
    ]
    if all(declared) or not ambiguity.hours_told:
        return any(declared)
    final = {reading.id for reading in ambiguity.interpretations if cannot_be_undone(reading)}
    said = {session.questions[name].question_id for name in session.said_otherwise}
    return ambiguity.spoken_for in final or (bool(final) and ambiguity.id in said)


def weighed(session: Session) -> list[Ambiguity]:
    """What the gate looks at: what is open and no question that waits for an answer is about."""
    asked = {join for join, how in session.joins.items() if how.how is None}
    if (question := session.open_question) is not None:
        asked.add(question.question_id)
    return [a for a in session.open_ambiguities if a.id not in asked]


def has_begun(session: Session, ambiguity: str) -> bool:
    """INT-8, GATE-4: whether a task that rests on this decision has been started."""
    if session.plan is None or not session.progress:
        return False
    names = {str(x.id) for x in session.assumptions.values() if x.ambiguity == ambiguity}
    names.add(open_decision(ambiguity))
    rests = grounds(session.plan)
    return any(names.intersection(rests.get(task, ())) for task in session.progress)


def decision_record(document: GateDocument, decision: Decision) -> DecisionRecord:
    """A decision as the log keeps it: everything the gate computed, none of the texts."""
    return {
        "ambiguity": decision.ambiguity,
        "action": decision.action,
        "rule": decision.rule,
        "interpretation": decision.interpretation,
        "requires_approval": decision.requires_approval,
        "one_task_group": decision.one_task_group,
        "blocker": decision.blocker,
        "follows": decision.follows,
        "value_rule": decision.worth.value_rule,
        "evpi": evpi_report(document, decision),
        "trace": plain(decision.trace),
    }


def gate_events(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decisions: Sequence[Decision],
    words: Words,
) -> list[e.Event]:
    records = tuple(decision_record(document, decision) for decision in decisions)
    happened: list[e.Event] = [
        e.GateDecided(
            session_document(document),
            records,
            document.policy.version,
            WORDING,
            EDITION,
            words.heard,
        )
    ]
    deferrals = len(session.deferrals)
    names = _entry_names(session, decisions)
    asked: Question | None = None
    for decision in decisions:
        if decision.action == "ask" and session.begun.route is None:
            asked = _question(session, around, document, decision, decisions)
        elif decision.action == "park":
            why = decision.trace[-2].saw
            happened.append(e.DecisionParked(decision.ambiguity, decision.rule, why))
        elif decision.action in ("ask", "wait") and decision.ambiguity not in names:
            if session.begun.route is not None:
                why = "a person chose the route past this question, and nothing can be undone"
                happened.append(e.DecisionParked(decision.ambiguity, "INT-6", why))
        elif decision.ambiguity in names:
            entry = _taken(decision, _followed(session, decision, names))
            entry = entry._replace(id=names[decision.ambiguity], session=session.id)
            happened.append(e.AssumptionRecorded(entry))
            if decision.action != "defer":
                happened += closed_deferrals(session, decision.ambiguity, decision.rule)
        if is_deferred(decision):
            deferrals += 1
            happened.append(_deferral(session, around, document, decision, deferrals))
    if asked is not None:
        reason = Reason("INT-5", f"the gate asks about {asked.question_id}")
        decided = e.IntakeDecided("RequiresClarification", (reason,), complexity_of(session))
        report = asking_report(session, asked)
        happened += [decided, e.QuestionAsked(asked), e.StopReported(report)]
    return happened


def _entry_names(session: Session, decisions: Sequence[Decision]) -> dict[str, str]:
    """The ids of the ledger entries that decisions become, in the order they become them."""
    routed = session.begun.route is not None
    names: dict[str, str] = {}
    for decision in decisions:
        if decision.action in ("assume", "infer", "defer") or (
            routed and decision.action in ("ask", "wait") and _routed_to(decision) is not None
        ):
            number = len(session.assumptions) + len(names) + 1
            names[decision.ambiguity] = f"{session.id}-a{number}"
    return names


def _routed_to(decision: Decision) -> Interpretation | None:
    """INT-6, GATE-20: what a route past a question takes; never what cannot be undone."""
    readings = decision.about.interpretations
    if not cannot_be_undone(readings[decision.worth.act_on]):
        return readings[decision.worth.act_on]
    undoable = [i for i, r in enumerate(readings) if r.prior > 0.0 and not cannot_be_undone(r)]
    if not undoable:
        return None
    return readings[most_conservative(decision.about, decision.blocker, undoable, undoable)]


def _followed(session: Session, decision: Decision, names: Mapping[str, str]) -> str | None:
    """GATE-17: the entry of the decision that this one follows from."""
    if decision.follows is None or decision.follows in names:
        return names.get(decision.follows or "")
    found = [x.id for x in session.in_force if x.ambiguity == decision.follows]
    return found[-1] if found else None


def _taken(decision: Decision, follows: str | None) -> Assumption:
    """The ledger entry of a reading that holds; INT-6 when a person routed past the question."""
    if decision.action not in ("ask", "wait"):
        return build_assumption(decision, follows)
    acted = _routed_to(decision)
    assert acted is not None, "what cannot be taken is parked"
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


#: Where a question reaches nobody until a form is shown or somebody opens the inbox (ATT-2).
_AGENTS_SURFACE = "mcp"


def _question(
    session: Session,
    around: Surroundings,
    document: GateDocument,
    decision: Decision,
    others: Sequence[Decision],
) -> Question:
    begun = session.begun
    more = document.quota.asked + 1 < at_most(document)
    deadline = around.now + timedelta(seconds=begun.timeout_secs + around.quiet)
    return build_question(document, decision)._replace(
        id=f"{session.id}-q{len(session.questions) + 1}",
        number=f"D{around.next_number}",
        session=session.id,
        timeout_secs=begun.timeout_secs,
        on_timeout=begun.on_timeout,
        deadline=moment(deadline),
        status="pending",
        asked_at=moment(around.now),
        ordinal=_ordinal(session, document, decision.ambiguity),
        at_most=at_most(document),
        unseen=begun.surface == _AGENTS_SURFACE,
        taken_beside=beside(session, decision.ambiguity, others, more=more),
        read_back=read_back(session, decision.about),
    )


def _ordinal(session: Session, document: GateDocument, about: str) -> int:
    """VOI-10: which question of the goal it is; one put again because no option fitted is the
    same."""
    again = (q for q in session.questions.values() if q.id in session.said_otherwise)
    before = (q.ordinal for q in again if q.question_id == about)
    return next(filter(None, before), None) or document.quota.asked + 1


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
