"""How a session changes while its goal is looked into: a handler for each event (REC-1)."""

from __future__ import annotations

from typing import Any

from plangate.core.events import event as e
from plangate.core.log import investigation_state as inquiry_state
from plangate.core.model.policy import Budget


def _triad_locked(s: Any, event: e.TriadLocked, _at: str) -> None:
    s.triad = event
    s.evidence.extend(event.initial_evidence)
    s.seconds += event.seconds
    s.limits.extend(event.limits)


def _workspace_seen(s: Any, event: e.WorkspaceSeen, _at: str) -> None:
    s.seen = event.seen
    s.seconds += event.seconds
    s.limits.extend(line for line in event.seen.limits if line not in s.limits)


def _ambiguities_proposed(s: Any, event: e.AmbiguitiesProposed, _at: str) -> None:
    s.proposed = event


def _survey_failed(s: Any, event: e.SurveyFailed, _at: str) -> None:
    s.inquiry.survey_failures.append(event.why)


def _gaps_found(s: Any, event: e.GapsFound, _at: str) -> None:
    s.gaps = event.ambiguities


def _exploration_planned(s: Any, event: e.ExplorationPlanned, _at: str) -> None:
    s.inquiry.planned = event


def _dispatched(s: Any, event: e.Dispatched, _at: str) -> None:
    inquiry_state.sent(s.inquiry, event, frozenset(entry.id for entry in s.evidence))
    s.iterations += bool(event.dispatches)
    s.calls += sum(dispatch.calls for dispatch in event.dispatches)
    s.limits.extend(refusal.line for refusal in event.refused)


def _evidence_gathered(s: Any, event: e.EvidenceGathered, _at: str) -> None:
    s.limits.extend(event.limits)
    s.exhaustion = s.exhaustion or {}
    if s.inquiry.batch:
        s.seconds += inquiry_state.came_back(s.inquiry, event)
    else:  # a log from before there were dispatches
        s.iterations += 1
        s.calls += event.calls
        s.seconds += event.seconds
    if event.outcome != "failed":  # INV-4: an error is not evidence
        s.evidence.extend(inquiry_state.not_held(event.evidence, s.evidence))
        for part, ids in event.exhaustion.items():
            s.exhaustion.setdefault(part, []).extend(ids)


def _memories_recalled(s: Any, event: e.MemoriesRecalled, _at: str) -> None:
    s.recalled = event
    s.evidence.extend(event.evidence)
    s.seconds += event.seconds


def _evidence_brought(s: Any, event: e.EvidenceBrought, _at: str) -> None:
    s.evidence.extend(event.evidence)


def _evidence_synthesised(s: Any, event: e.EvidenceSynthesised, _at: str) -> None:
    inquiry_state.synthesised(s.inquiry)
    s.evidence.extend(event.triangulated)


def _iteration_decided(s: Any, event: e.IterationDecided, _at: str) -> None:
    inquiry_state.decided(s.inquiry, event)


def _strategy_switched(s: Any, event: e.StrategySwitched, _at: str) -> None:
    fresh = event.budget
    allowed = Budget(
        s.iterations + fresh.iterations, s.calls + fresh.calls, int(s.seconds) + fresh.seconds
    )
    inquiry_state.switched(s.inquiry, event, allowed)


def _budget_raised(s: Any, event: e.BudgetRaised, _at: str) -> None:
    s.inquiry.allowed = event.budget
    inquiry_state.anew(s.inquiry)
    s.stop = None


INQUIRY: dict[type, Any] = {
    e.TriadLocked: _triad_locked,
    e.WorkspaceSeen: _workspace_seen,
    e.AmbiguitiesProposed: _ambiguities_proposed,
    e.SurveyFailed: _survey_failed,
    e.GapsFound: _gaps_found,
    e.ExplorationPlanned: _exploration_planned,
    e.Dispatched: _dispatched,
    e.EvidenceGathered: _evidence_gathered,
    e.MemoriesRecalled: _memories_recalled,
    e.EvidenceBrought: _evidence_brought,
    e.EvidenceSynthesised: _evidence_synthesised,
    e.IterationDecided: _iteration_decided,
    e.StrategySwitched: _strategy_switched,
    e.BudgetRaised: _budget_raised,
}
