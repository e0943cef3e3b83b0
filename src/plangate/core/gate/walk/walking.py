"""One ambiguity walked down the rules, and nothing irreversible taken on the way (GATE-20)."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.gate.walk.case import Case, Decision, Ruling, Step, others_plausible, undoable
from plangate.core.gate.walk.gate_rules import RULES
from plangate.core.gate.worth import most_conservative
from plangate.core.model.nouns import Interpretation


def walk(case: Case, before: Sequence[Step] = ()) -> Decision:
    trace: list[Step] = [*before]
    if case.ambiguity.learned is not None:
        trace.append(Step("ASM-4", False, case.ambiguity.learned))
    for rule, look in RULES:
        ruling, saw = look(case)
        if ruling is not None:
            ruling = _guarded(case, rule, ruling, trace)
            trace.append(Step(rule, True, saw))
            return decision_of(case, rule, ruling, trace)
        trace.append(Step(rule, False, saw))
    raise AssertionError("the last rule always decides")


def decision_of(case: Case, rule: str, ruling: Ruling, trace: list[Step]) -> Decision:
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
    if said := case.ambiguity.spoken_for:  # ASK-15: nothing is taken against somebody's words
        saw = f"a person's words speak for {said}"
        if read := [place for place in undoable(case) if readings[place].id == said]:
            trace.append(Step("GATE-20", False, saw))
            return ruling._replace(reading=read[0])
        trace.append(Step("GATE-20", False, f"{saw}: they confirm it"))
        return Ruling("park", None, ruling.one_task_group)
    if not case.words.is_final(case.ambiguity, taken) or not others_plausible(case, taken):
        return ruling
    undone = undoable(case)
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
    undone = undoable(case)
    named = [i for i in undone if {case.ambiguity.interpretations[i].id} == said]
    if named:
        return ruling._replace(reading=named[0])
    trace.append(Step("GATE-20", False, "an answer is needed and nothing may be taken instead"))
    return Ruling("park", None, ruling.one_task_group)
