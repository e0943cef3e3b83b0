"""The gate: whether one question is worth a person's attention, and what happens otherwise.

One pure function, `decide`, serves every surface. Each ambiguity walks down `RULES` in the order of
the specification's table; the first rule that decides wins, and every rule reached leaves a line in
the trace with what it saw. Any doubt means the safer result. Above the table stand two sentences:
what holds already decides what hangs on it (GATE-17), and no rule takes what cannot be undone while
another reading is plausible (GATE-20). The gate builds no text for people: questions.py and
assumptions.py do, and only for what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from plangate.core.gate.document import GateDocument
from plangate.core.gate.preferences import verdict
from plangate.core.gate.seen_words import Words
from plangate.core.gate.settling import Claim, Held, Links, in_order_of_influence
from plangate.core.gate.worth import (
    Bar,
    Worth,
    bar,
    effective_blocker,
    is_strictest,
    most_conservative,
    plausibility_bound,
    weigh,
)
from plangate.core.model.evidence import CHOSEN_ELSEWHERE
from plangate.core.model.nouns import Action, Ambiguity, BlockerType, Evidence, Interpretation
from plangate.core.model.policy import ONE_WAY_DOUBT, at_least, more_than

#: Counts up whenever a line of the trace is worded anew. The record keeps it, so that a replay
#: compares every letter of decisions worded as now, and of older ones all but their words.
WORDING = 2

#: REC-2: which edition of the rules this is; the record keeps it with every decision. A new edition
#: counts up here, and the one before it is frozen beside edition1 (replay.py picks by the number).
EDITION = 2


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
    words: Words
    #: GATE-17: what decisions that hold say about it, and why it needs an answer of its own.
    claims: Sequence[Claim] = ()
    must_ask: str | None = None
    #: GATE-17: readings were taken out of it, so that the doubt that is left understates it.
    thinned: bool = False


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
    #: GATE-17: the decision this one follows from.
    follows: str | None = None


Rule = Callable[[Case], tuple[Ruling | None, str]]


def decide(document: GateDocument, words: Words | None = None) -> tuple[Decision, ...]:
    """Every ambiguity of the document decided, in the given order; at most one asks (GATE-16)."""
    words = words or Words()
    cases = _cases(document, words)
    if document.held or document.review or _is_linked(document):
        decisions = _linked(document, cases)
    else:
        decisions = [_walk(case) for case in cases]
    asking = [place for place, decision in enumerate(decisions) if decision.action == "ask"]
    if len(asking) > 1:
        first = min(asking, key=lambda place: _precedence(decisions[place]))
        # Values that are equal within the tolerance are told apart by their names.
        near = [n for n in asking if _is_as_dear(decisions[n].worth, decisions[first].worth)]
        first = min(near, key=lambda place: decisions[place].ambiguity)
        for place in asking:
            if place != first:
                decisions[place] = _yield(decisions[place], decisions[first].ambiguity)
    return tuple(decisions)


def _cases(document: GateDocument, words: Words) -> list[Case]:
    quota, attention = document.quota, document.attention
    height = bar(document.policy, attention.interrupt_ewma, quota.asked, document.dial)
    one_way_height = height
    if document.dial == "less":
        one_way_height = bar(document.policy, attention.interrupt_ewma, quota.asked)
    folded_goal = document.goal.casefold()
    evidence: dict[str | None, list[Evidence]] = {}
    for entry in document.evidence:
        evidence.setdefault(entry.ambiguity, []).append(entry)
    cases = []
    for ambiguity in document.ambiguities:
        mine = height
        if one_way_height is not height and one_way_reason(ambiguity, words) is not None:
            mine = one_way_height
        found = evidence.get(ambiguity.id, ())
        cases.append(_case(document, ambiguity, mine, folded_goal, found, words))
    return cases


def _case(
    document: GateDocument,
    ambiguity: Ambiguity,
    height: Bar,
    folded_goal: str,
    found: Sequence[Evidence],
    words: Words,
) -> Case:
    blocker, verified = effective_blocker(ambiguity, folded_goal)
    worth = weigh(ambiguity, document.policy, height, blocker, verified, words.is_final)
    return Case(document, ambiguity, blocker, verified, worth, found, words)


def _walk(case: Case, before: Sequence[Step] = ()) -> Decision:
    trace: list[Step] = [*before]
    if case.ambiguity.learned is not None:
        trace.append(Step("ASM-4", False, case.ambiguity.learned))
    for rule, look in RULES:
        ruling, saw = look(case)
        if ruling is not None:
            ruling = _guarded(case, rule, ruling, trace)
            trace.append(Step(rule, True, saw))
            return _decision(case, rule, ruling, trace)
        trace.append(Step(rule, False, saw))
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
        requires_approval=taken is not None and case.words.is_final(case.ambiguity, taken),
        blocker=case.blocker,
        worth=case.worth,
        trace=tuple(trace),
        about=case.ambiguity,
        evidence=case.evidence,
        one_task_group=ruling.one_task_group,
    )


# --- what holds decides what hangs on it (GATE-17) ------------------------------------------------


def _is_linked(document: GateDocument) -> bool:
    return any(
        reading.settles or reading.rules_out
        for ambiguity in document.ambiguities
        for reading in ambiguity.interpretations
    )


def _linked(document: GateDocument, cases: Sequence[Case]) -> list[Decision]:
    """The decisions in the given order, made in the order of influence: whoever settles something
    comes before what it settles, and nothing is assumed against what evidence says."""
    links = Links(document.ambiguities, document.held)
    by_id = {case.ambiguity.id: case for case in cases}
    known: dict[str, str] = {}
    for case in cases:
        ruling, _ = _evidence_settles(case)
        if ruling is not None and not links.claims(case.ambiguity):
            known[case.ambiguity.id] = _hold(links, case, ruling.reading or 0)
    made: dict[str, Decision] = {}
    for name in in_order_of_influence(document.ambiguities):
        made[name] = _hanging(by_id[name], links)
        taken = made[name].interpretation
        if taken is not None and known.get(name) != taken:
            readings = by_id[name].ambiguity.interpretations
            _hold(links, by_id[name], [r.id for r in readings].index(taken))
        elif made[name].rule == "GATE-17" and made[name].action == "assume":
            links.hold(Held(name, None))
    return [made[case.ambiguity.id] for case in cases]


def _hold(links: Links, case: Case, place: int) -> str:
    reading = case.ambiguity.interpretations[place]
    held = Held(case.ambiguity.id, reading.id, False, reading.settles, reading.rules_out)
    links.hold(held)
    return reading.id


def _hanging(case: Case, links: Links) -> Decision:
    """One decision, with what holds looked at before the table."""
    claims = links.claims(case.ambiguity)
    excluded = links.excluded(case.ambiguity)
    trace = [Step("GATE-17", False, f"{name} is out: {why}") for name, why in excluded.items()]
    if excluded:
        case = _without(case, set(excluded))
    said = {claim.interpretation for claim in claims}
    must_ask = None
    if len(said) > 1:
        must_ask = " and ".join(f"{c.by} says {c.interpretation or 'none'}" for c in claims[:3])
    elif case.ambiguity.id in case.document.review:
        must_ask = "what was said about it names no single reading, or was taken back"
    elif len(excluded) == len(case.ambiguity.interpretations):
        must_ask = "every reading contradicts what holds"
        claims = []  # what is claimed is out, too: without an answer it parks
    elif said and (settled := _settled(case, claims[0])) is not None:
        ruling, saw = settled
        if ruling is not None:
            made = _decision(case, "GATE-17", ruling, [*trace, Step("GATE-17", True, saw)])
            return made._replace(follows=claims[0].by)
        must_ask = saw
    if must_ask is not None:
        trace.append(Step("GATE-17", False, f"{must_ask}: it needs an answer of its own"))
    return _walk(case._replace(claims=tuple(claims), must_ask=must_ask), trace)


def _settled(case: Case, claim: Claim) -> tuple[Ruling | None, str] | None:
    """What a claim does by itself: decide, or say why it cannot and a person must."""
    if case.verified and not claim.firm:
        return None, f"{claim.by} bears on it by an assumption, and {case.blocker} is verified"
    if claim.interpretation is None:
        return Ruling("assume"), f"{claim.by} leaves nothing to decide here"
    readings = case.ambiguity.interpretations
    place = next(i for i, r in enumerate(readings) if r.id == claim.interpretation)
    saw = f"{claim.by} settles it: {claim.interpretation}"
    if case.words.is_final(case.ambiguity, readings[place]):
        return None, f"{saw}, which cannot be undone"
    if one_way_reason(case.ambiguity, case.words) is not None:
        return None, f"{saw}, and it is one-way"
    if readings[place].prior <= 0.0:
        return None, f"{saw}, which contradicts what holds"
    inferred, _ = _evidence_settles(case)
    if inferred is not None and inferred.reading != place and not claim.firm:
        return None, f"{saw}, and the evidence says {readings[inferred.reading or 0].id}"
    return Ruling("assume", place), saw


def _without(case: Case, excluded: set[str]) -> Case:
    """The case with some readings offered and never taken: their weight goes to the others."""
    readings = case.ambiguity.interpretations
    left = fsum([reading.prior for reading in readings if reading.id not in excluded])
    if left <= 0.0:
        return case
    moved = tuple(r._replace(prior=0.0 if r.id in excluded else r.prior / left) for r in readings)
    ambiguity = case.ambiguity._replace(interpretations=moved)
    policy, words = case.document.policy, case.words
    worth = weigh(ambiguity, policy, case.worth.bar, case.blocker, case.verified, words.is_final)
    return case._replace(ambiguity=ambiguity, worth=worth, thinned=True)


# --- nothing irreversible without a person (GATE-20) ----------------------------------------------

#: The rules that take a reading by themselves; GATE-1 does where no other is plausible.
_GUARDED = frozenset(("GATE-3", "GATE-4", "GATE-5", "GATE-7", "GATE-8", "GATE-12", "GATE-13"))


def _guarded(case: Case, rule: str, ruling: Ruling, trace: list[Step]) -> Ruling:
    """What a rule may take: nothing that cannot be undone while the others are plausible, and
    nothing that contradicts what holds; where nothing is left, the decision parks."""
    if ruling.reading is None or not (rule in _GUARDED or case.thinned):
        return ruling
    readings = case.ambiguity.interpretations
    if case.must_ask is not None:
        return _consistent(case, ruling, trace)
    taken = readings[ruling.reading]
    if not case.words.is_final(case.ambiguity, taken) or not _others_plausible(case, taken):
        return ruling
    undone = _undoable(case)
    if not undone:
        trace.append(Step("GATE-20", False, f"{taken.id} cannot be undone, nor can another"))
        return Ruling("park", None, ruling.one_task_group)
    place = most_conservative(case.ambiguity, case.blocker, undone, undone)
    saw = f"{taken.id} cannot be undone: {readings[place].id} instead"
    trace.append(Step("GATE-20", False, saw))
    return ruling._replace(reading=place)


def _consistent(case: Case, ruling: Ruling, trace: list[Step]) -> Ruling:
    """GATE-17 where an answer is needed and none is to be had: what was settled, or nothing."""
    said = {claim.interpretation for claim in case.claims}
    undone = _undoable(case)
    named = [i for i in undone if {case.ambiguity.interpretations[i].id} == said]
    if named:
        return ruling._replace(reading=named[0])
    trace.append(Step("GATE-20", False, "an answer is needed and nothing may be taken instead"))
    return Ruling("park", None, ruling.one_task_group)


def _others_plausible(case: Case, taken: Interpretation) -> bool:
    """VOI-9 about everything but the reading that would be taken."""
    others = 1.0 - (1.0 - case.ambiguity.none_fits) * taken.prior
    if case.thinned:
        return True
    return at_least(others, plausibility_bound(case.document.policy, taken))


def _undoable(case: Case) -> list[int]:
    """The readings that may be taken and can be undone."""
    is_final = case.words.is_final
    readings = case.ambiguity.interpretations
    return [
        place
        for place, reading in enumerate(readings)
        if reading.prior > 0.0 and not is_final(case.ambiguity, reading)
    ]


def _careful(case: Case) -> int:
    """GATE-10 over every reading that may be taken, implausible ones included: any doubt means the
    safer result."""
    readings = case.ambiguity.interpretations
    among = [place for place, reading in enumerate(readings) if reading.prior > 0.0]
    named = case.ambiguity.safe_default
    undone = [i for i in among if readings[i].id == named]
    if undone and case.words.is_final(case.ambiguity, readings[undone[0]]):
        undone = []
    return most_conservative(case.ambiguity, case.blocker, among, undone)


# --- the rules, in the order they are tried -------------------------------------------------------


def _evidence_settles(case: Case) -> tuple[Ruling | None, str]:
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
    if final and _others_plausible(case, reading):
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
        return Ruling("defer", _careful(case)), saw
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
        why = f"{quota.open_in_workspace} questions are open here"
    else:
        return None, f"{quota.asked} of {most} asked, {quota.open_in_workspace} open here"
    return _ladder(case), f"{why}, {quota.attempts} attempts so far"


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
    ("GATE-2", _evidence_settles),
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


# --- what several rules share ---------------------------------------------------------------------


def one_way_reason(ambiguity: Ambiguity, words: Words) -> str | None:
    """VOI-9, PREF-2: why this decision cannot be cheaply undone; None when it is two-way."""
    final = [r for r in ambiguity.interpretations if r.reversibility == "irreversible"]
    if final and at_least(fsum([reading.prior for reading in final]), ONE_WAY_DOUBT):
        return f"{final[0].id} is irreversible"
    return words.one_way(ambiguity)


def _is_asked_anyway(case: Case) -> str | None:
    """GATE-14 and GATE-17: why neither a lack of doubt nor of value decides this one."""
    if case.must_ask is not None:
        return "it needs an answer of its own"
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
    return Ruling("assume", _careful(case), one_task_group=attempts >= 5)


def _precedence(decision: Decision) -> tuple[bool, bool, float, str]:
    """GATE-16: verified blockers, then VOI-4, then the highest value, then id."""
    blocked, one_way = decision.worth.precedence
    return not blocked, not one_way, -decision.worth.question, decision.ambiguity


def _is_as_dear(one: Worth, other: Worth) -> bool:
    same = one.precedence == other.precedence
    return same and not more_than(other.question, one.question)


def _yield(would_ask: Decision, winner: str) -> Decision:
    """GATE-16: the dearer question is asked; this one waits, also for the last."""
    saw = f"one question at a time, and {winner} takes precedence"
    trace = (*would_ask.trace[:-2], Step("GATE-16", True, saw))
    return would_ask._replace(action="wait", rule="GATE-16", trace=trace)
