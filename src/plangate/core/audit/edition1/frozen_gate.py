"""Frozen: gate.py of edition 1, for replaying old logs only (REC-2).

The gate: whether one question is worth a person's attention, and what happens otherwise.

One pure function, `decide`, serves every surface. Each ambiguity walks down `RULES` in the order of
the specification's table; the first rule that decides wins, and every rule reached leaves a line in
the trace with what it saw. Any doubt means the safer result. The gate builds no text for people:
questions.py and assumptions.py do, and only for what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from plangate.core.audit.edition1.frozen_policy import at_least, more_than
from plangate.core.audit.edition1.frozen_preferences import one_way_by_words, verdict
from plangate.core.audit.edition1.frozen_routine import routine_matter
from plangate.core.audit.edition1.frozen_worth import (
    Worth,
    effective_blocker,
    most_conservative,
    threshold_in_force,
    weigh,
)
from plangate.core.audit.edition1.gate_document import GateDocument
from plangate.core.audit.edition1.model import (
    Action,
    Ambiguity,
    BlockerType,
    Evidence,
    Interpretation,
)

#: Counts up whenever a line of the trace is worded anew. The record keeps it, so that a replay
#: compares every letter of decisions worded as now, and of older ones all but their words.
WORDING = 1


class Step(NamedTuple):
    """One line of the trace."""

    rule: str
    decided: bool
    saw: str


class Ruling(NamedTuple):
    """What a rule that decides says; `reading` is a place, None when nothing is taken."""

    action: Action
    reading: int | None = None
    one_task_group: bool = False


class Case(NamedTuple):
    """One ambiguity as the rules look at it."""

    document: GateDocument
    ambiguity: Ambiguity
    blocker: BlockerType
    verified: bool
    worth: Worth
    evidence: Sequence[Evidence]


class Decision(NamedTuple):
    """What the gate decided about one ambiguity, with the arithmetic and the trace (VOI-6)."""

    ambiguity: str
    action: Action
    rule: str
    interpretation: str | None
    requires_approval: bool
    blocker: BlockerType
    worth: Worth
    trace: tuple[Step, ...]
    about: Ambiguity
    evidence: Sequence[Evidence]
    one_task_group: bool = False


Rule = Callable[[Case], tuple[Ruling | None, str]]


def decide(document: GateDocument) -> tuple[Decision, ...]:
    """Every ambiguity of the document decided, in the given order; at most one asks (GATE-16)."""
    threshold = threshold_in_force(document.policy, document.attention.interrupt_ewma)
    folded_goal = document.goal.casefold()
    evidence: dict[str | None, list[Evidence]] = {}
    for entry in document.evidence:
        evidence.setdefault(entry.ambiguity, []).append(entry)
    cases = []
    for ambiguity in document.ambiguities:
        blocker, verified = effective_blocker(ambiguity, folded_goal)
        worth = weigh(ambiguity, document.policy, threshold, blocker, verified)
        found = evidence.get(ambiguity.id, ())
        cases.append(Case(document, ambiguity, blocker, verified, worth, found))
    decisions = [_walk(case) for case in cases]
    asking = [place for place, decision in enumerate(decisions) if decision.action == "ask"]
    if len(asking) > 1:
        first = _takes_precedence(asking, decisions)
        first_id = decisions[first].ambiguity
        for place in asking:
            if place != first:
                decisions[place] = _yield(cases[place], decisions[place], first_id)
    return tuple(decisions)


def _walk(case: Case) -> Decision:
    trace: list[Step] = []
    if case.ambiguity.learned is not None:
        trace.append(Step("ASM-4", False, case.ambiguity.learned))
    for rule, look in RULES:
        ruling, saw = look(case)
        trace.append(Step(rule, ruling is not None, saw))
        if ruling is not None:
            return _decision(case, rule, ruling, trace)
    raise AssertionError("the last rule always decides")


def _decision(case: Case, rule: str, ruling: Ruling, trace: list[Step]) -> Decision:
    taken: Interpretation | None = None
    if ruling.reading is not None:
        taken = case.ambiguity.interpretations[ruling.reading]
    return Decision(
        ambiguity=case.ambiguity.id,
        action=ruling.action,
        rule=rule,
        interpretation=taken.id if taken else None,
        requires_approval=taken is not None and taken.reversibility == "irreversible",
        blocker=case.blocker,
        worth=case.worth,
        trace=tuple(trace),
        about=case.ambiguity,
        evidence=case.evidence,
        one_task_group=ruling.one_task_group,
    )


# --- the rules, in the order they are tried -------------------------------------------------------


def _evidence_settles(case: Case) -> tuple[Ruling | None, str]:
    """GATE-2: what the repository, a memory or an earlier session says is not asked."""
    bound = case.document.policy.evidence_threshold
    strong = [e for e in case.evidence if e.supports and at_least(e.confidence, bound)]
    if not strong:
        return None, f"no evidence at {bound:g} or more"
    seen = ", ".join(f"{e.id} for {e.supports} at {e.confidence:g}" for e in strong[:8])
    supported = {entry.supports for entry in strong}
    if len(supported) > 1:
        return None, f"evidence contradicts itself: {seen}"
    if case.verified and case.blocker == "mutually_exclusive_requirements":
        return None, f"{seen}; facts do not settle what the goal contradicts"
    readings = case.ambiguity.interpretations
    place = next(i for i, reading in enumerate(readings) if reading.id in supported)
    return Ruling("infer", place), seen


def _one_reading(case: Case) -> tuple[Ruling | None, str]:
    """GATE-1: fewer than two plausible readings, or none that leads to a different plan."""
    worth = case.worth
    count = len(worth.plausible)
    saw = f"{count} plausible, divergence {worth.widest:.6g}"
    if case.verified:
        return None, f"{saw}; verified {case.blocker}"
    if _one_way_is_asked(case):
        return None, f"{saw}; GATE-14 asks about one-way readings"
    if count < 2 or not at_least(worth.widest, case.document.policy.min_divergence):
        return Ruling("assume", worth.act_on), saw
    return None, saw


def _not_worth_asking(case: Case) -> tuple[Ruling | None, str]:
    """GATE-3: the value is below the threshold and no rule lifts it there (INT-7)."""
    worth = case.worth
    if at_least(worth.value, worth.threshold):
        return None, f"value {worth.value:.6g} ≥ threshold {worth.threshold:.6g}"
    saw = f"value {worth.value:.6g} < threshold {worth.threshold:.6g}"
    if worth.value_rule:
        return None, f"{saw}; {worth.value_rule} counts it as reached"
    if _one_way_is_asked(case):
        return None, f"{saw}; GATE-14 asks about one-way readings"
    if case.document.preferences.get(case.ambiguity.id) == "always-ask":
        return None, f"{saw}; preference always-ask"
    return Ruling("assume", worth.act_on), saw


def _strict_blockers(case: Case) -> tuple[Ruling | None, str]:
    """GATE-12: S4 to the letter, only a verified blocker may ask."""
    if not case.document.policy.strict_blockers:
        return None, "strict_blockers is off"
    if case.blocker in ("ambiguous_goal", "none"):
        return Ruling("assume", case.worth.act_on), f"strict_blockers is on, blocker {case.blocker}"
    return None, f"strict_blockers is on, blocker {case.blocker}"


def _execution_never_asks(case: Case) -> tuple[Ruling | None, str]:
    """GATE-4: once work has begun nothing asks."""
    if case.document.phase != "planning":
        return Ruling("assume", case.worth.act_on), f"phase {case.document.phase}"
    return None, "phase planning"


def _attention_defers(case: Case) -> tuple[Ruling | None, str]:
    """GATE-5: deep focus or a spent budget is never interrupted."""
    attention = case.document.attention
    saw = f"focus {attention.focus}, budget {attention.budget}"
    if attention.focus == "deep" or attention.budget in ("critical", "cost_exceeded"):
        return Ruling("defer", most_conservative(case.ambiguity, case.blocker)), saw
    return None, saw


def _quota_used(case: Case) -> tuple[Ruling | None, str]:
    """GATE-7: one clarification a session, one open question a workspace."""
    quota = case.document.quota
    if quota.used or quota.open_in_workspace:
        why = "this session's clarification is used" if quota.used else "a question is open here"
        return _ladder(case), f"{why}, {quota.attempts} attempts so far"
    return None, "no question open, clarification unused"


def _preference_decides(case: Case) -> tuple[Ruling | None, str]:
    """GATE-8: never-ask and ask-only-for-one-way (PREF-1) decide what is two-way by PREF-2."""
    name = case.ambiguity.id
    preference = case.document.preferences.get(name)
    if preference not in ("never-ask", "ask-only-for-one-way"):
        return None, f"preference {preference or 'none'}"
    found = verdict(name, preference, one_way_reason(case))
    saw = f"preference {preference}: {found.note}"
    return (Ruling("assume", case.worth.act_on) if found.auto else None), saw


def _routine(case: Case) -> tuple[Ruling | None, str]:
    """GATE-13: what a planner is trusted to settle is no clarification."""
    matter = routine_matter(case.ambiguity.id, case.ambiguity.prompt)
    if matter is None:
        return None, "no routine matter"
    if case.worth.value_rule:
        return None, f"{matter}, but {case.worth.value_rule} applies"
    return Ruling("assume", case.worth.act_on), f"{matter} is never a clarification"


def _look_first(case: Case) -> tuple[Ruling | None, str]:
    """GATE-6: what has not been looked for is looked for before a person is asked (ASK-6)."""
    missing = case.document.missing_parts()
    if not missing:
        return None, "exhaustion complete"
    if case.document.budget_left:
        return Ruling("investigate"), f"missing {', '.join(missing)}, budget left"
    return None, f"missing {', '.join(missing)}, budget spent"


def _ask(case: Case) -> tuple[Ruling | None, str]:
    """GATE-9: what nothing above decides is asked."""
    return Ruling("ask"), f"value {case.worth.value:.6g}, nothing else decides"


RULES: tuple[tuple[str, Rule], ...] = (
    ("GATE-2", _evidence_settles),
    ("GATE-1", _one_reading),
    ("GATE-3", _not_worth_asking),
    ("GATE-12", _strict_blockers),
    ("GATE-4", _execution_never_asks),
    ("GATE-5", _attention_defers),
    ("GATE-7", _quota_used),
    ("GATE-8", _preference_decides),
    ("GATE-13", _routine),
    ("GATE-6", _look_first),
    ("GATE-9", _ask),
)


# --- what several rules share ---------------------------------------------------------------------


def one_way_reason(case: Case) -> str | None:
    """PREF-2: why this decision cannot be cheaply undone; None when it is two-way."""
    readings = case.ambiguity.interpretations
    for place in case.worth.plausible:
        if readings[place].reversibility == "irreversible":
            return f"{readings[place].id} is irreversible"
    words = [case.ambiguity.prompt or ""]
    for reading in readings:
        words += (reading.label, reading.consequence)
    return one_way_by_words(case.ambiguity.id, *words)


def _one_way_is_asked(case: Case) -> bool:
    """GATE-14."""
    if not case.document.policy.always_ask_one_way:
        return False
    readings = case.ambiguity.interpretations
    return any(readings[i].reversibility == "irreversible" for i in case.worth.plausible)


def _ladder(case: Case) -> Ruling:
    """GATE-7: the more often it was tried, the more careful the reading and the plan."""
    attempts = case.document.quota.attempts
    if attempts <= 2:
        return Ruling("assume", case.worth.act_on)
    careful = most_conservative(case.ambiguity, case.blocker)
    return Ruling("assume", careful, one_task_group=attempts >= 5)


def _takes_precedence(asking: list[int], decisions: list[Decision]) -> int:
    """GATE-16: verified blockers, then VOI-4, then the highest value, then given order."""
    best = asking[0]
    for place in asking[1:]:
        ours, theirs = decisions[place].worth, decisions[best].worth
        dearer = ours.precedence == theirs.precedence and more_than(ours.value, theirs.value)
        if ours.precedence > theirs.precedence or dearer:
            best = place
    return best


def _yield(case: Case, would_ask: Decision, winner: str) -> Decision:
    """GATE-16: the dearer question is asked; this one is decided as if the quota were used."""
    trace = [
        *would_ask.trace[:-1],
        Step("GATE-16", False, f"one question at a time, and {winner} takes precedence"),
        Step("GATE-7", True, f"as if used, {case.document.quota.attempts} attempts so far"),
    ]
    return _decision(case, "GATE-7", _ladder(case), trace)
