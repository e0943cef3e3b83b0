"""The gate's one output: the contract of `plangate gate`, from a document and its decisions."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.gate.asking.lint import lint_question
from plangate.core.gate.asking.question_building import build_question
from plangate.core.gate.assumptions import build_assumption, build_deferral
from plangate.core.gate.decide import decide
from plangate.core.gate.document import GateDocument
from plangate.core.gate.walk.case import Decision
from plangate.core.model.nouns import Question, plain
from plangate.core.model.records import Document
from plangate.core.understanding.intake import classify, estimate_complexity, with_readings

SCHEMA = "plangate.gate/2"


def gate_report(document: GateDocument) -> Document:
    """Decide every ambiguity and say it in full, arithmetic and trace included."""
    decisions = decide(document)
    classified = classify(
        document.goal,
        _complexity(document, decisions),
        asks=any(d.action in ("ask", "wait") for d in decisions),
        unsettled=[d.ambiguity for d in decisions if d.action in ("investigate", "park")],
        irreversible=[d.ambiguity for d in decisions if d.requires_approval],
    )
    return {
        "schema": SCHEMA,
        "intake": classified.outcome,
        "intake_reasons": plain(classified.reasons),
        "policy_version": document.policy.version,
        "notes": list(document.notes),
        "decisions": [decision_report(document, decision) for decision in decisions],
    }


def _complexity(document: GateDocument, decisions: Sequence[Decision]) -> int:
    taken = [d.about.reading(d.interpretation) for d in decisions if d.interpretation is not None]
    estimate = estimate_complexity(document.goal).value
    return with_readings(estimate, [reading.complexity for reading in taken])


def decision_report(document: GateDocument, decision: Decision) -> Document:
    """One decision as others read it, with all a reader needs to redo the arithmetic."""
    question = None
    if decision.action == "ask":
        question = question_report(build_question(document, decision))
        question["lint"] = [plain(finding) for finding in lint_question(question)]
        question |= {"ordinal": document.quota.asked + 1, "at_most": at_most(document)}
    taken = decision.action in ("assume", "infer", "defer")
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
        "deferral": (plain(build_deferral(document, decision)) if is_deferred(decision) else None),
        "value_rule": decision.worth.value_rule,
        "trace": plain(decision.trace),
    }


def is_deferred(decision: Decision) -> bool:
    """GATE-5, GATE-20: a deferral is registered also where nothing could be taken."""
    return decision.rule == "GATE-5"


def at_most(document: GateDocument) -> int:
    """How many questions the session may put, this one included (GATE-7, STOP-3)."""
    return max(document.policy.clarifications, document.quota.asked + 1)


def exit_code(report: Document) -> int:
    """3 when anything waits for a person: asks, waits or parks."""
    waits = ("ask", "wait", "park")
    return 3 if any(decision["action"] in waits for decision in report["decisions"]) else 0


def evpi_report(document: GateDocument, decision: Decision) -> Document:
    """VOI-6: priors, costs, both estimates, the threshold, the bar and what moved it."""
    worth = decision.worth
    ambiguity = decision.about
    return {
        "standard": worth.standard,
        "regret": worth.regret,
        "in_force": worth.in_force,
        "estimator": document.policy.estimator,
        "threshold": worth.bar.threshold,
        "bar": worth.bar.height,
        "bar_rules": list(worth.bar.rules),
        "question": worth.question,
        "none_fits": ambiguity.none_fits,
        "act_on": ambiguity.interpretations[worth.act_on].id,
        "others": worth.others,
        "plausible": worth.plausible,
        "readings": [
            {
                "id": reading.id,
                "prior": reading.prior,
                "cost": worth.cost[place],
                "apart": worth.apart[place],
            }
            for place, reading in enumerate(ambiguity.interpretations)
        ],
    }


def question_report(question: Question) -> Document:
    """A question as others read it."""
    record: Document = plain(question)
    return record
