"""One ambiguity as the rules look at it, and what they say about it: the values of the gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from plangate.core.gate.document import GateDocument
from plangate.core.gate.seen_words import Words
from plangate.core.gate.settling import Claim
from plangate.core.gate.worth import Worth, most_conservative, plausibility_bound
from plangate.core.model.nouns import Action, Ambiguity, BlockerType, Evidence, Interpretation
from plangate.core.model.policy import at_least
from plangate.core.model.policy.gate_numbers import ONE_WAY_DOUBT


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


def others_plausible(case: Case, taken: Interpretation) -> bool:
    """VOI-9 about everything but the reading that would be taken."""
    others = 1.0 - (1.0 - case.ambiguity.none_fits) * taken.prior
    if case.thinned:
        return True
    return at_least(others, plausibility_bound(case.document.policy, taken))


def undoable(case: Case) -> list[int]:
    """The readings that may be taken and can be undone."""
    is_final = case.words.is_final
    readings = case.ambiguity.interpretations
    return [
        place
        for place, reading in enumerate(readings)
        if reading.prior > 0.0 and not is_final(case.ambiguity, reading)
    ]


def careful(case: Case) -> int:
    """GATE-10 over every reading that may be taken, implausible ones included: any doubt means the
    safer result."""
    readings = case.ambiguity.interpretations
    among = [place for place, reading in enumerate(readings) if reading.prior > 0.0]
    named = case.ambiguity.safe_default
    undone = [i for i in among if readings[i].id == named]
    if undone and case.words.is_final(case.ambiguity, readings[undone[0]]):
        undone = []
    return most_conservative(case.ambiguity, case.blocker, among, undone)


def one_way_reason(ambiguity: Ambiguity, words: Words) -> str | None:
    """VOI-9, PREF-2: why this decision cannot be cheaply undone; None when it is two-way."""
    final = [r for r in ambiguity.interpretations if r.reversibility == "irreversible"]
    if final and at_least(fsum([reading.prior for reading in final]), ONE_WAY_DOUBT):
        return f"{final[0].id} is irreversible"
    return words.one_way(ambiguity)
