"""What follows from an iteration: commit, switch, escalate or continue (INV-7, INV-8, INV-12).

`RULES` is INV-7's order; the first rule that speaks decides. Whatever is decided, the numbers it
was decided by are recorded with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from plangate.core.events import event as e
from plangate.core.gate.worth import effective_blocker
from plangate.core.investigation import measure
from plangate.core.investigation.exploration import FRESH, HYPOTHESES, unused
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.investigation_numbers import (
    COMMIT_FROM,
    PLATEAU_BELOW,
    SAME_FAILURES,
    SLOW_BELOW,
)
from plangate.core.words.one_way import one_way_cues
from plangate.language.tokens import counted


class InvestigationState(NamedTuple):
    """Where an iteration left things: what the gate would still ask about, beliefs for priors."""

    session: Session
    synthesis: e.EvidenceSynthesised | None
    blocking: Sequence[Ambiguity]
    settles: Mapping[str, str]
    something_left: bool
    affordable: bool
    uncertainty_before: int
    confidence_before: int

    @property
    def uncertainty(self) -> int:
        return measure.uncertainty(self.blocking)

    @property
    def confidence(self) -> int:
        return measure.confidence(self.blocking)

    @property
    def reduction(self) -> int:
        return measure.reduction(self.uncertainty_before, self.uncertainty)


class InvestigationVerdict(NamedTuple):
    decision: Literal["continue", "switch", "escalate", "commit"]
    saw: str
    rule: str = "INV-7"
    trigger: str | None = None
    ending: Literal["exhausted", "stagnation"] | None = None


def judged(at: InvestigationState) -> list[e.Event]:
    """The decision about an iteration, and the switch it may lead to."""
    verdict = next(found for rule in RULES if (found := rule(at)) is not None)
    inquiry = at.session.inquiry
    new_files = len(at.synthesis.new_files) if at.synthesis else 0
    decided = e.IterationDecided(
        iteration=inquiry.count,
        turn=len(inquiry.turns) + 3,
        new_information=at.synthesis is not None and bool(at.synthesis.new_evidence),
        new_files=new_files,
        uncertainty_before=at.uncertainty_before,
        uncertainty=at.uncertainty,
        reduction=at.reduction,
        confidence_before=at.confidence_before,
        confidence=at.confidence,
        gained=gains(at),
        decision=verdict.decision,
        rule=verdict.rule,
        saw=verdict.saw,
        settles=dict(at.settles),
        blocking=tuple(ambiguity.id for ambiguity in at.blocking),
        trigger=verdict.trigger,
        ending=verdict.ending,
    )
    if verdict.decision != "switch":
        return [decided]
    strategy = unused(at.session)[0]
    switched = e.StrategySwitched(
        trigger=str(verdict.trigger),
        failed=tuple(sorted(inquiry.used)),
        strategy=strategy,
        hypothesis=HYPOTHESES[strategy],
        budget=FRESH,
    )
    return [decided, switched]


def gains(at: InvestigationState) -> tuple[str, ...]:
    """INV-12: what the iteration brought; empty when it brought nothing."""
    found: list[str] = []
    if at.synthesis is not None and at.synthesis.new_evidence:
        count = len(at.synthesis.new_evidence)
        found.append(f"{counted(count, 'new piece')} of evidence")
    if at.reduction > 0:
        found.append(f"uncertainty down by {at.reduction} %")
    if at.confidence > at.confidence_before:
        found.append(f"confidence up by {(at.confidence - at.confidence_before) / 100:.2f}")
    if (hypothesis := _falsified(at)) is not None:
        found.append(f"falsified: {hypothesis}")
    return tuple(found)


def _falsified(at: InvestigationState) -> str | None:
    """The hypothesis of a switch, when the look it led to found nothing that speaks for it."""
    switch = at.session.inquiry.switched
    tested = switch is not None and not at.session.inquiry.rounds and at.synthesis is not None
    if switch is None or not tested or not at.blocking or at.synthesis is None:
        return None
    names = {ambiguity.id for ambiguity in at.blocking}
    speaks = [s for s in at.synthesis.supported if s.ambiguity in names]
    return None if any(switch.strategy in s.strategies for s in speaks) else switch.hypothesis


# --- stagnation -----------------------------------------------------------------------------------


def stagnation(at: InvestigationState) -> tuple[str, str] | None:
    """INV-8: the trigger and what it saw; None while there is progress.

    Only iterations since the last switch, answer or raised budget are looked back on.
    """
    inquiry = at.session.inquiry
    for signature, count in inquiry.failures.items():
        if count >= SAME_FAILURES:
            return "repeated_failure", f"{count} times: {signature}"
    if at.synthesis is None or not inquiry.rounds:
        return None
    if at.synthesis.redundant:
        return "redundant_queries", "another source told what was known already"
    last = inquiry.rounds[-1]
    if not at.synthesis.new_files and not last.new_files:
        return "no_new_files", "none in the last 2 iterations"
    gains_made = (last.confidence - last.confidence_before, at.confidence - at.confidence_before)
    if all(gain < PLATEAU_BELOW for gain in gains_made):
        saw = ", ".join(f"{gain / 100:+.2f}" for gain in gains_made)
        return "confidence_plateau", f"confidence {saw} in the last 2 iterations"
    return None


# --- the rules, in INV-7's order ------------------------------------------------------------------


def _commit(at: InvestigationState) -> InvestigationVerdict | None:
    """Nothing is open that the gate does not settle: by INV-6 the confidence is 1.0."""
    if at.blocking:
        return None
    settled = ", ".join(f"{name} by {rule}" for name, rule in at.settles.items())
    return InvestigationVerdict(
        "commit", f"nothing open; the gate settles {settled}" if settled else "nothing"
    )


def _stagnates(at: InvestigationState) -> InvestigationVerdict | None:
    """The first time another kind of looking is tried, the second time nothing is."""
    found = stagnation(at)
    if found is None:
        return None
    trigger, saw = found
    if at.session.inquiry.switched is not None:
        return InvestigationVerdict(
            "escalate", f"{trigger} again: {saw}", "INV-8", trigger, "stagnation"
        )
    if unused(at.session):
        return InvestigationVerdict("switch", f"{trigger}: {saw}", "INV-8", trigger)
    return None


def _no_tool_helps(at: InvestigationState) -> InvestigationVerdict | None:
    """Information no tool can obtain, leave to break the workspace's own rules (gaps.py), or an
    unsafe operation: a person is asked at once."""
    if at.something_left and at.synthesis is None and not at.session.inquiry.turns:
        return None  # nobody has looked yet
    goal = at.session.aim.casefold()
    for ambiguity in at.blocking:
        blocker, verified = effective_blocker(ambiguity, goal)
        if verified:
            return InvestigationVerdict(
                "escalate", f"{ambiguity.id}: {blocker}, which no tool can obtain"
            )
    if at.blocking and all(ambiguity.only_a_person for ambiguity in at.blocking):
        return InvestigationVerdict("escalate", "what is meant, no file can say")
    if cues := one_way_cues(at.session.aim):
        return InvestigationVerdict(
            "escalate", f"the goal asks for what cannot be undone: “{cues[0].saw}”"
        )
    if not at.something_left:
        return InvestigationVerdict(
            "escalate", "every way of looking this workspace offers was tried"
        )
    return None


def _slow(at: InvestigationState) -> InvestigationVerdict | None:
    rounds = at.session.inquiry.rounds
    before = rounds[-1].reduction if rounds else SLOW_BELOW
    if at.reduction < SLOW_BELOW and before < SLOW_BELOW:
        return InvestigationVerdict(
            "escalate", f"uncertainty down by {before} % and {at.reduction} % only"
        )
    return None


def _spent(at: InvestigationState) -> InvestigationVerdict | None:
    """INV-9: there is more to look at, and nothing left to look with."""
    if at.affordable:
        return None
    return InvestigationVerdict("escalate", "the budget is spent", "INV-9", ending="exhausted")


def _continue(at: InvestigationState) -> InvestigationVerdict:
    names = ", ".join(ambiguity.id for ambiguity in at.blocking)
    saw = f"{names} open at {at.confidence / 100:.2f}, {COMMIT_FROM / 100:.2f} is needed"
    return InvestigationVerdict("continue", saw)


RULES: tuple[Callable[[InvestigationState], InvestigationVerdict | None], ...] = (
    _commit,
    _stagnates,
    _no_tool_helps,
    _slow,
    _spent,
    _continue,
)
