"""The gate: whether one question is worth a person's attention, and what happens otherwise.

One pure function, `decide`, serves every surface. Each ambiguity walks down `RULES` in the order of
the specification's table; the first rule that decides wins, and every rule reached leaves a line in
the trace with what it saw. Any doubt means the safer result. Above the table stand two sentences:
what holds already decides what hangs on it (GATE-17), and no rule takes what cannot be undone while
another reading is plausible (GATE-20). The gate builds no text for people: questions.py and
assumptions.py do, and only for what was decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.gate.document import GateDocument
from plangate.core.gate.seen_words import Words
from plangate.core.gate.walk.case import Case, Decision, Step, one_way_reason
from plangate.core.gate.walk.hanging import is_linked, linked
from plangate.core.gate.walk.walking import walk
from plangate.core.gate.worth import Bar, bar, effective_blocker, weigh
from plangate.core.model.nouns import Ambiguity, Evidence
from plangate.core.model.policy import more_than
from plangate.core.model.policy.gate_numbers import MULTIPLIERS

#: Counts up whenever a line of the trace is worded anew. The record keeps it, so that a replay
#: compares every letter of decisions worded as now, and of older ones all but their words.
WORDING = 3
#: REC-2: which edition of the rules this is; the record keeps it with every decision. A new edition
#: counts up here, and the one before it is frozen beside edition1 (replay.py picks by the number).
EDITION = 2


def decide(document: GateDocument, words: Words | None = None) -> tuple[Decision, ...]:
    """Every ambiguity of the document decided, in the given order; at most one asks (GATE-16)."""
    words = words or Words()
    cases = _cases(document, words)
    if document.held or document.review or is_linked(document):
        decisions = linked(document, cases)
    else:
        decisions = [walk(case) for case in cases]
    asking = [place for place, decision in enumerate(decisions) if decision.action == "ask"]
    if len(asking) > 1:
        first = min(asking, key=lambda place: precedence(decisions[place]))
        # Values that are equal within the tolerance: by hours, as they were told, by their names.
        near = [n for n in asking if _is_as_dear(decisions[n], decisions[first])]
        first = min(near, key=lambda place: precedence(decisions[place])[-3:])
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


def precedence(decision: Decision) -> tuple[bool, bool, bool, int, float, int, int, str]:
    """GATE-16: verified blockers, then VOI-4, then the highest value, then id; what its proposer
    says a file or craft tells comes behind what only a person knows, and what is told after a
    question last (its turn). Of what a proposer says only a person knows its own order holds in
    place of the value: which matters most it tells better than by hours or by what is final
    (0028). In older records what is final came first, unless it cost far less than another."""
    blocked, one_way = decision.worth.precedence
    about = decision.about
    later = not (one_way or about.in_order) or about.by_hours
    first = (not blocked, about.known_elsewhere, later, about.in_turn)
    value, hours = (0.0, 0) if about.in_order else (_value(decision), about.hours_told)
    return *first, -value, -hours, about.told_as, decision.ambiguity


def _value(decision: Decision) -> float:
    """VOI-1: by hours alone, without what a reading that is final multiplies them with."""
    worth = decision.worth.question
    return worth / MULTIPLIERS["irreversible"] if decision.about.by_hours else worth


def _is_as_dear(one: Decision, other: Decision) -> bool:
    same = precedence(one)[:4] == precedence(other)[:4]
    return same and not more_than(_value(other), _value(one))


def _yield(would_ask: Decision, winner: str) -> Decision:
    """GATE-16: the dearer question is asked; this one waits, also for the last."""
    saw = f"one question at a time, and {winner} takes precedence"
    trace = (*would_ask.trace[:-2], Step("GATE-16", True, saw))
    return would_ask._replace(action="wait", rule="GATE-16", trace=trace)
