"""Ledger entries and deferrals: what was decided without asking, in words (ASM-1, ASM-2, ATT-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from plangate.core.gate.asking.question_building import risk_if_wrong
from plangate.core.gate.document import GateDocument
from plangate.core.gate.walk.case import Decision, Step
from plangate.core.gate.worth import Bar
from plangate.core.model.nouns import Ambiguity, Assumption, Deferral, Evidence, Interpretation
from plangate.core.model.policy import at_least
from plangate.core.model.records import Fields

_INFERRED_FROM = {
    "repo_facts": "inferred_from_codebase",
    "memory": "inferred_from_memory",
    "prior_session": "inferred_from_prior_plan",
}
#: ASM-2: how each rule that takes a reading without asking is called in the ledger.
_RESPONSES = {
    "GATE-1": "auto_expanded",
    "GATE-3": "auto_expanded",
    "GATE-12": "auto_expanded",
    "GATE-13": "auto_expanded",
    "GATE-4": "decided_in_execution",
    "GATE-5": "deferred",
    "GATE-7": "quota_used",
    "GATE-8": "preference",
}
#: ASM-2: what stands for a decision that an open or waiting question, or a person, has yet to make.
WAITING = "waiting"
#: What put the bar where it stood, for people (VOI-5, VOI-10, PREF-3).
RAISED: Mapping[str, str] = {
    "VOI-10": "two questions were asked already, and another must be worth twice as much",
    "VOI-5": "you were asked a lot just now, and a question must be worth more then",
    "PREF-3": "this project is set to ask less",
}
_WHY_NOT_ASKED = {
    "GATE-2": "the workspace or its history already answers it",
    "GATE-1": "nothing else is likely enough",
    "GATE-12": "strict blockers are on and this is none",
    "GATE-13": "this is never worth a question",
    "GATE-4": "work has begun, and nothing asks from then on",
    "GATE-5": "you were in deep focus, or the budget was spent",
    "GATE-8": "a preference decides it",
    "GATE-17": "another decision settles it",
}


#: ASM-2, GATE-17: before the entry that a decision follows from.
FOLLOWS = "follows: "


def build_assumption(decision: Decision, follows: str | None = None) -> Assumption:
    """The ledger entry of a decision that took a reading; `follows` is the entry it hangs on."""
    ambiguity = decision.about
    if decision.interpretation is None:
        return _ruled_out(decision, follows)
    reading = ambiguity.reading(decision.interpretation)
    strong = _supporting(decision)
    match decision.rule:
        case "GATE-2":
            response = _INFERRED_FROM[strong[0].source]
        case "GATE-17":
            response = f"{FOLLOWS}{follows or decision.follows}"
        case _:
            response = _RESPONSES[decision.rule]
    return Assumption(
        decision=reading.label,
        blocker_type=decision.blocker,
        user_response=response,
        reasoning=_reasoning(ambiguity, decision, reading, strong),
        confidence=_confidence(decision, (1.0 - ambiguity.none_fits) * reading.prior),
        risk_if_wrong=risk_if_wrong(reading),
        source=strong[0].source if decision.rule == "GATE-2" else "goal",
        evidence=tuple(entry.id for entry in strong),
        ambiguity=ambiguity.id,
        interpretation=reading.id,
        rule=decision.rule,
    )


def _ruled_out(decision: Decision, follows: str | None) -> Assumption:
    """GATE-17: the entry of a decision that another one leaves nothing to decide about."""
    return Assumption(
        decision=f"nothing to decide: {decision.trace[-1].saw}",
        blocker_type=decision.blocker,
        user_response=f"{FOLLOWS}{follows or decision.follows}",
        reasoning=_WHY_NOT_ASKED["GATE-17"],
        confidence="high",
        risk_if_wrong="low - it comes up again when that decision changes",
        source="goal",
        ambiguity=decision.ambiguity,
        rule=decision.rule,
    )


_WAITS_FOR = {
    "ask": "a question about it is open",
    "wait": "it waits until another question is settled",
    "park": "only a person may decide it",
}


def build_waiting(ambiguity: Ambiguity, how: str) -> Assumption:
    """ASM-2: what stands for a decision that is not made yet: asked, waiting or parked."""
    topic = ambiguity.id.replace("-", " ").replace("_", " ")
    return Assumption(
        decision=f"not decided: {ambiguity.prompt or topic}",
        blocker_type=ambiguity.blocker_type,
        user_response=WAITING,
        reasoning=_WAITS_FOR[how],
        confidence="low",
        risk_if_wrong="none - what rests on it waits",
        source="goal",
        ambiguity=ambiguity.id,
        rule="GATE-20" if how == "park" else "GATE-16",
    )


def build_deferral(document: GateDocument, decision: Decision) -> Deferral:
    """The register entry of a question that attention did not allow (GATE-5)."""
    ambiguity = decision.about
    labels = {reading.id: reading.label for reading in ambiguity.interpretations}
    taken = labels.get(decision.interpretation or "")
    meanwhile = "nothing was taken meanwhile, for nothing that is left can be undone"
    if taken is not None:
        wrong = risk_if_wrong(ambiguity.reading(str(decision.interpretation)))
        meanwhile = f"{taken} was taken meanwhile; if wrong: {wrong}"
    attention = document.attention
    return Deferral(
        id=None,
        class_="clarification",
        owner_role="requester",
        created=None,
        expiry=None,
        scope=f"{ambiguity.id}: {', '.join(i.label for i in ambiguity.interpretations)}",
        risk_statement=meanwhile,
        closure_test=f"a person chooses a reading of {ambiguity.id}"
        + (f", or confirms {taken}" if taken else ""),
        review_cadence="at every checkpoint: plan finished, focus ended, session resumed",
        approver="requester",
        register_reference=f"GATE-5: focus {attention.focus}, budget {attention.budget}",
        ambiguity=ambiguity.id,
    )


def plan_note(decision: Fields, labels: Mapping[str, str]) -> str:
    """GATE-11: what the plan says about a reading nobody was asked about.

    `decision` is the record the log keeps, `labels` the ambiguity's readings by id.
    """
    chosen = decision["interpretation"]
    others = [label for name, label in labels.items() if name != chosen]
    considered = f" Considered: {', '.join(others)}." if others else ""
    evpi = decision["evpi"]
    trace = [Step(**step) for step in decision["trace"]]
    # Records of edition 1 have a value and a threshold, later ones an estimate and a bar.
    value, height = evpi.get("value", evpi["in_force"]), evpi.get("bar", evpi["threshold"])
    stood = Bar(evpi["threshold"], height, tuple(evpi.get("bar_rules", ())))
    why = _why_not(decision["rule"], value, stood, trace)
    return (
        f"{decision['ambiguity']}: taken as {labels[chosen]}.{considered} Not asked: {why} "
        f"({decision['rule']})."
    )


def _why_not(rule: str, value: float, bar: Bar, trace: Sequence[Step]) -> str:
    if rule == "GATE-3":
        why = _raised(value, bar) or "cheap to change later"
        return f"{why} (expected waste {value:.2f}, asked from {bar.height:.2f})"
    if rule == "GATE-7" and "clarifications are used" in trace[-1].saw:
        return f"the questions of this goal are used (expected waste {value:.2f})"
    if rule in ("GATE-7", "GATE-17"):
        deciding = next((step for step in trace if step.rule == "GATE-16"), trace[-1])
        return deciding.saw
    return _WHY_NOT_ASKED[rule]


def _raised(value: float, bar: Bar) -> str:
    """Why a question that is worth the threshold was not asked: what had put the bar higher."""
    if not at_least(value, bar.threshold):
        return ""
    return next((RAISED[rule] for rule in bar.rules if rule in RAISED), "")


def _supporting(decision: Decision) -> list[Evidence]:
    """The evidence for the reading taken, strongest first."""
    found = [e for e in decision.evidence if e.supports == decision.interpretation]
    return sorted(found, key=lambda entry: -entry.confidence)


def _reasoning(
    ambiguity: Ambiguity, decision: Decision, reading: Interpretation, strong: list[Evidence]
) -> str:
    if decision.rule == "GATE-2":
        best = strong[0]
        what = best.fact or f"{best.source} supports it at {best.confidence:g}"
        return f"{what} ({best.locator})" if best.locator else what
    others = [r.label for r in ambiguity.interpretations if r.id != reading.id]
    against = f" instead of {', '.join(others[:3])}" if others else ""
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    why = _why_not(decision.rule, decision.worth.in_force, decision.worth.bar, decision.trace)
    lifted = (
        f"; it can be undone, its proposer says: {reading.undo_why}" if reading.undo_why else ""
    )
    return f"taken{against}{more}: {why}{lifted}"


def _confidence(decision: Decision, belief: float) -> Literal["high", "medium", "low"]:
    if decision.rule == "GATE-2" or at_least(belief, 0.8):
        return "high"
    return "medium" if at_least(belief, 0.5) else "low"
