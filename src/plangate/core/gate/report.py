"""The gate's one output: the contract of `plangate gate`, from a document and its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plangate.core.gate.assumptions import build_assumption, build_deferral
from plangate.core.gate.decide import Decision, decide
from plangate.core.gate.document import GateDocument
from plangate.core.gate.intake import classify, estimate_complexity, with_readings
from plangate.core.gate.lint import lint_question
from plangate.core.gate.questions import build_question
from plangate.core.model.nouns import Question, plain

SCHEMA = "plangate.gate/1"


def gate_report(document: GateDocument) -> dict[str, Any]:
    """Decide every ambiguity and say it in full, arithmetic and trace included."""
    decisions = decide(document)
    classified = classify(
        document.goal,
        _complexity(document, decisions),
        asks=any(d.action == "ask" for d in decisions),
        unsettled=[d.ambiguity for d in decisions if d.action == "investigate"],
        irreversible=[d.ambiguity for d in decisions if d.requires_approval],
    )
    return {
        "schema": SCHEMA,
        "intake": classified.outcome,
        "intake_reasons": plain(classified.reasons),
        "policy_version": document.policy.version,
        "decisions": [decision_report(document, decision) for decision in decisions],
    }


def _complexity(document: GateDocument, decisions: Sequence[Decision]) -> int:
    taken = [d.about.reading(d.interpretation) for d in decisions if d.interpretation is not None]
    estimate = estimate_complexity(document.goal).value
    return with_readings(estimate, [reading.complexity for reading in taken])


def decision_report(document: GateDocument, decision: Decision) -> dict[str, Any]:
    """One decision as others read it, with all a reader needs to redo the arithmetic."""
    question = None
    if decision.action == "ask":
        question = question_report(build_question(document, decision))
        question["lint"] = [plain(finding) for finding in lint_question(question)]
    taken = decision.interpretation is not None
    return {
        "ambiguity": decision.ambiguity,
        "action": decision.action,
        "rule": decision.rule,
        "interpretation": decision.interpretation,
        "evpi": evpi_report(document, decision),
        "requires_approval": decision.requires_approval,
        "one_task_group": decision.one_task_group,
        "question": question,
        "assumption": plain(build_assumption(decision)) if taken else None,
        "deferral": (
            plain(build_deferral(document, decision)) if decision.action == "defer" else None
        ),
        "value_rule": decision.worth.value_rule,
        "trace": plain(decision.trace),
    }


def evpi_report(document: GateDocument, decision: Decision) -> dict[str, Any]:
    """VOI-6: priors, costs, both estimates, the threshold and what lifted it."""
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


def question_report(question: Question) -> dict[str, Any]:
    """A question as others read it."""
    record: dict[str, Any] = plain(question)
    return record
