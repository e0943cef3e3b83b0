"""The gate's rules, one small function each, in the order they are tried (GATE-1…16).

The first that decides wins; every one that was reached says what it saw.
"""

from __future__ import annotations

from plangate.core.gate.preferences import verdict
from plangate.core.gate.walk.case import (
    Case,
    Rule,
    Ruling,
    careful,
    one_way_reason,
    others_plausible,
)
from plangate.core.gate.worth import is_strictest
from plangate.core.model.evidence import CHOSEN_ELSEWHERE
from plangate.core.model.nouns import Interpretation
from plangate.core.model.policy import at_least
from plangate.language.tokens import counted


def evidence_settles(case: Case) -> tuple[Ruling | None, str]:
    """GATE-2: what the repository, a memory or an earlier session says is not asked."""
    policy = case.document.policy
    bound = policy.evidence_threshold
    spoken = [e for e in case.evidence if e.supports and e.kind != CHOSEN_ELSEWHERE]
    strong = [e for e in spoken if at_least(e.confidence, bound)]
    if not strong:
        return None, f"no evidence at {bound:g} or more"
    seen = ", ".join(f"{e.id} for {e.supports} at {e.confidence:g}" for e in strong[:8])
    against = [
        e
        for e in spoken
        if e.supports != strong[0].supports
        and (at_least(e.confidence, policy.contradiction_threshold) or e in strong)
    ]
    if against:
        other = against[0]
        saw = f"{seen} against {other.id} for {other.supports} at {other.confidence:g}"
        return None, f"evidence contradicts itself: {saw}"
    if case.verified and case.blocker == "mutually_exclusive_requirements":
        return None, f"{seen}; facts do not settle what the goal contradicts"
    readings = case.ambiguity.interpretations
    place = next(i for i, reading in enumerate(readings) if reading.id == strong[0].supports)
    kept = _only_suggested(case, readings[place])
    return (None, f"{seen}; {kept}") if kept else (Ruling("infer", place), seen)


def _only_suggested(case: Case, reading: Interpretation) -> str | None:
    """Why what the evidence says is only a suggestion on the question; None when it decides."""
    if reading.prior <= 0.0:
        return f"{reading.id} is out"
    if reading.reversibility == "irreversible":
        return f"{reading.id} cannot be undone, so that is a suggestion"
    if case.blocker == "security_decision" and not is_strictest(case.ambiguity, reading):
        return f"{reading.id} is not the strictest, so that is a suggestion"
    if case.must_ask is not None:
        return "it needs an answer of its own"
    final = case.words.is_final(case.ambiguity, reading)
    if final and others_plausible(case, reading):
        return f"{reading.id} cannot be undone by its words, so that is a suggestion"
    return None


def _one_reading(case: Case) -> tuple[Ruling | None, str]:
    """GATE-1: the other readings together are not plausible (VOI-9)."""
    saw = f"the others have {case.worth.others:.6g}"
    if case.worth.plausible:
        return None, saw
    if case.verified:
        return None, f"{saw}; verified {case.blocker}"
    if why := _is_asked_anyway(case):
        return None, f"{saw}; {why}"
    return Ruling("assume", case.worth.act_on), saw


def _not_worth_asking(case: Case) -> tuple[Ruling | None, str]:
    """GATE-3: the value is below the bar and no rule lifts it there (INT-7)."""
    worth = case.worth
    if worth.reaches:
        return None, f"value {worth.in_force:.6g} ≥ bar {worth.bar.height:.6g}"
    saw = f"value {worth.in_force:.6g} < bar {worth.bar.height:.6g}"
    if worth.value_rule:
        return None, f"{saw}; {worth.value_rule} counts it as reached"
    if why := _is_asked_anyway(case):
        return None, f"{saw}; {why}"
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
    """GATE-4: once a task that rests on it has begun, nothing asks; the phase is the decision's."""
    if case.document.phase != "planning":
        return Ruling("assume", case.worth.act_on), f"phase {case.document.phase}"
    if case.ambiguity.id in case.document.started:
        return Ruling("assume", case.worth.act_on), "a task that rests on it has been started"
    return None, "phase planning"


def _attention_defers(case: Case) -> tuple[Ruling | None, str]:
    """GATE-5: deep focus or a spent budget is never interrupted."""
    attention = case.document.attention
    saw = f"focus {attention.focus}, budget {attention.budget}"
    if attention.focus == "deep" or attention.budget in ("critical", "cost_exceeded"):
        return Ruling("defer", careful(case)), saw
    return None, saw


def _preference_decides(case: Case) -> tuple[Ruling | None, str]:
    """GATE-8: never-ask and ask-only-for-one-way (PREF-1) decide what is two-way by PREF-2."""
    name = case.ambiguity.id
    preference = case.document.preferences.get(name)
    if preference not in ("never-ask", "ask-only-for-one-way"):
        return None, f"preference {preference or 'none'}"
    found = verdict(name, preference, one_way_reason(case.ambiguity, case.words))
    saw = f"preference {preference}: {found.note}"
    return (Ruling("assume", case.worth.act_on) if found.auto else None), saw


def _routine(case: Case) -> tuple[Ruling | None, str]:
    """GATE-13: what a planner is trusted to settle is no clarification."""
    matter = case.words.routine(case.ambiguity)
    if matter is None:
        return None, "no routine matter"
    return Ruling("assume", case.worth.act_on), f"{matter} is never a clarification"


def _look_first(case: Case) -> tuple[Ruling | None, str]:
    """GATE-6: what has not been looked for is looked for before a person is asked (ASK-6)."""
    missing = case.document.missing_parts()
    if not missing:
        return None, "exhaustion complete"
    if case.document.budget_left:
        return Ruling("investigate"), f"missing {', '.join(missing)}, budget left"
    return None, f"missing {', '.join(missing)}, budget spent"


def _quota_used(case: Case) -> tuple[Ruling | None, str]:
    """GATE-7: so many clarifications a session, so many open questions beside it."""
    quota, policy = case.document.quota, case.document.policy
    most = policy.clarifications
    if case.verified and case.ambiguity.id in case.document.gaps:
        most += 1  # STOP-3: a gap no tool can close may follow the last clarification
    if case.ambiguity.id in case.document.withdrawn:
        why = "its question was withdrawn"
    elif quota.asked >= most:
        why = f"{quota.asked} of {policy.clarifications} clarifications are used"
    elif quota.open_in_workspace >= policy.open_questions:
        why = f"{counted(quota.open_in_workspace, 'question')} open here"
    else:
        return None, f"{quota.asked} of {most} asked, {quota.open_in_workspace} open here"
    return _ladder(case), f"{why}, {counted(quota.attempts, 'attempt')} so far"


def _one_at_a_time(case: Case) -> tuple[Ruling | None, str]:
    """GATE-16: a question of this session is open already."""
    pending = case.document.quota.open_in_session
    if pending:
        return Ruling("wait"), f"{pending} open in this session, one question at a time"
    return None, "none open in this session"


def _ask(case: Case) -> tuple[Ruling | None, str]:
    """GATE-9: what nothing above decides is asked."""
    return Ruling("ask"), f"value {case.worth.in_force:.6g}, nothing else decides"


RULES: tuple[tuple[str, Rule], ...] = (
    ("GATE-2", evidence_settles),
    ("GATE-1", _one_reading),
    ("GATE-3", _not_worth_asking),
    ("GATE-12", _strict_blockers),
    ("GATE-4", _execution_never_asks),
    ("GATE-5", _attention_defers),
    ("GATE-8", _preference_decides),
    ("GATE-13", _routine),
    ("GATE-6", _look_first),
    ("GATE-7", _quota_used),
    ("GATE-16", _one_at_a_time),
    ("GATE-9", _ask),
)


def _is_asked_anyway(case: Case) -> str | None:
    """GATE-14, GATE-17 and GATE-20: why neither a lack of doubt nor of value decides this one."""
    if case.must_ask is not None:
        return "it needs an answer of its own"
    if said := case.ambiguity.spoken_for:  # ASK-15
        return f"a person's words are read as {said}, and they confirm it"
    if not case.document.policy.always_ask_one_way:
        return None
    if one_way_reason(case.ambiguity, case.words) is not None:
        return "GATE-14 asks about one-way decisions"
    return None


def _ladder(case: Case) -> Ruling:
    """GATE-7: the more often it was tried, the more careful the reading and the plan."""
    attempts = case.document.quota.attempts
    if attempts <= 2:
        return Ruling("assume", case.worth.act_on)
    return Ruling("assume", careful(case), one_task_group=attempts >= 5)
