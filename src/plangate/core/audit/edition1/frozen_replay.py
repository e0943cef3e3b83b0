"""Frozen: a gate decision of edition 1 made again, for the audit of old logs only (REC-2).

The session is folded by today's code and may know more than it did; what goes into the document is
picked field by field, so that nothing added since can reach a decision of that time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from plangate.core.audit.edition1.complexity import estimate_complexity, with_readings
from plangate.core.audit.edition1.frozen_beliefs import believed
from plangate.core.audit.edition1.frozen_gate import WORDING, Decision, decide
from plangate.core.audit.edition1.frozen_policy import Policy
from plangate.core.audit.edition1.frozen_worth import threshold_in_force
from plangate.core.audit.edition1.gate_document import (
    GateDocument,
    read_session_document,
    session_document,
)
from plangate.core.audit.edition1.model import (
    EXHAUSTION_PARTS,
    Ambiguity,
    Attention,
    Evidence,
    Interpretation,
    Quota,
    plain,
)
from plangate.core.log.session import Session
from plangate.core.model.records import DecisionRecord

Value = TypeVar("Value", bound=tuple[Any, ...])

#: ASK-6: from this goal complexity on, a question also needs an investigation.
_INVESTIGATED_FROM = 7

#: INV-10: how often a session may come to a question.
_MOST_CYCLES = 3


class Recorded:
    """One recorded call of the gate: its document read back, and what follows from it."""

    wording = WORDING

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = read_session_document(document)

    @property
    def document(self) -> dict[str, Any]:
        """The document in the one form it is compared in."""
        return session_document(self._document)

    @property
    def policy_version(self) -> str:
        return self._document.policy.version

    @property
    def threshold(self) -> float:
        """The threshold the document's policy gives."""
        document = self._document
        value, _ = threshold_in_force(document.policy, document.attention.interrupt_ewma)
        return value

    def expected(self, session: Session) -> dict[str, Any]:
        """What the session knew when the gate was called.

        What stood outside it (attention, preferences, other questions) is taken as recorded.
        """
        outside = self._document
        evidence_known = [_picked(Evidence, x) for x in session.evidence]
        open_now = tuple(believed(_ambiguity(a), evidence_known) for a in session.open_ambiguities)
        names = {ambiguity.id for ambiguity in open_now}
        evidence = tuple(x for x in evidence_known if x.ambiguity is None or x.ambiguity in names)
        known = {entry.id for entry in evidence}
        found = session.exhaustion or {}
        document = GateDocument(
            goal=session.goal,
            ambiguities=open_now,
            phase="execution" if session.state == "executing" else "planning",
            evidence=evidence,
            exhaustion={
                part: tuple(x for x in found.get(part, ()) if x in known)
                for part in (*EXHAUSTION_PARTS, "investigation")
            },
            budget_left=_budget_left(session),
            attention=Attention(
                outside.attention.focus, session.budget_signal, outside.attention.interrupt_ewma
            ),
            quota=Quota(_quota_used(session), outside.quota.open_in_workspace, session.attempts),
            preferences={k: v for k, v in outside.preferences.items() if k in names},
            policy=_picked(Policy, session.begun.policy),
            investigation_required=_complexity(session) >= _INVESTIGATED_FROM,
        )
        return session_document(document)

    def decisions(self) -> list[DecisionRecord]:
        """What the rules of edition 1 give, as the log keeps it."""
        return [_decision_record(self._document, found) for found in decide(self._document)]

    def rulings(self, policy: tuple[Any, ...]) -> dict[str, tuple[str, str]]:
        """REC-3: action and rule for each ambiguity, had another policy been in force."""
        other = self._document._replace(policy=_picked(Policy, policy))
        return {found.ambiguity: (found.action, found.rule) for found in decide(other)}


def _picked(kind: type[Value], value: tuple[Any, ...]) -> Value:
    """Today's value as edition 1 knew it: the fields it had, without any added since."""
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return kind(**{name: getattr(value, name) for name in fields if hasattr(value, name)})


def _ambiguity(value: Any) -> Ambiguity:
    readings = tuple(_picked(Interpretation, reading) for reading in value.interpretations)
    return _picked(Ambiguity, value)._replace(interpretations=readings)


def _quota_used(session: Session) -> bool:
    return session.clarification_used or len(session.questions) >= _MOST_CYCLES


def _budget_left(session: Session) -> bool:
    allowed = session.inquiry.allowed
    return (
        session.inquiry.ended is None
        and session.iterations < allowed.iterations
        and session.calls < allowed.calls
        and session.seconds < allowed.seconds
    )


def _complexity(session: Session) -> int:
    if session.begun.complexity is not None:
        return session.begun.complexity
    in_reach = {x.locator.partition(":")[0] for x in session.evidence if x.locator}
    estimate = estimate_complexity(session.goal, len(in_reach))
    return with_readings(estimate, _held_complexities(session))


def _held_complexities(session: Session) -> Iterable[float]:
    for ambiguity in session.ambiguities:
        for reading in ambiguity.interpretations:
            settled = session.settled.get(ambiguity.id)
            if settled is not None and settled.interpretation == reading.id:
                yield reading.complexity


def _decision_record(document: GateDocument, decision: Decision) -> DecisionRecord:
    return {
        "ambiguity": decision.ambiguity,
        "action": decision.action,
        "rule": decision.rule,
        "interpretation": decision.interpretation,
        "requires_approval": decision.requires_approval,
        "one_task_group": decision.one_task_group,
        "blocker": decision.blocker,
        "value_rule": decision.worth.value_rule,
        "evpi": _evpi(document, decision),
        "trace": plain(decision.trace),
    }


def _evpi(document: GateDocument, decision: Decision) -> dict[str, Any]:
    worth = decision.worth
    ambiguity = decision.about
    return {
        "standard": worth.standard,
        "regret": worth.regret,
        "in_force": worth.in_force,
        "estimator": document.policy.estimator,
        "value": worth.value,
        "none_fits": ambiguity.none_fits,
        "threshold": worth.threshold,
        "threshold_rule": worth.threshold_rule,
        "act_on": ambiguity.interpretations[worth.act_on].id,
        "divergence": worth.widest,
        "readings": [
            {
                "id": reading.id,
                "prior": reading.prior,
                "share": worth.share[place],
                "cost": worth.cost[place],
                "apart": worth.apart[place],
            }
            for place, reading in enumerate(ambiguity.interpretations)
        ],
    }
