"""How a session changes while its goal is looked into: a handler for each event (REC-1)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.log import investigation_state as inquiry_state
from plangate.core.log.handlers import Handlers
from plangate.core.log.session import Session
from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy import Budget

#: The handlers of this page.
on = Handlers()


@on.of(e.TriadLocked)
def _triad_locked(s: Session, event: e.TriadLocked, _at: str) -> None:
    s.triad = event
    s.evidence.extend(event.initial_evidence)
    s.seconds += event.seconds
    s.limits.extend(event.limits)


@on.of(e.WorkspaceSeen)
def _workspace_seen(s: Session, event: e.WorkspaceSeen, _at: str) -> None:
    s.seen = event.seen
    s.seconds += event.seconds
    s.limits.extend(line for line in event.seen.limits if line not in s.limits)


@on.of(e.AmbiguitiesProposed)
def _ambiguities_proposed(s: Session, event: e.AmbiguitiesProposed, _at: str) -> None:
    """GATE-20: what is parked and told with other options is weighed again; what it was parked for
    is looked at anew as well, so that nothing final is taken by it."""
    before = {a.id: _offered(a) for a in s.proposed.ambiguities} if s.proposed else {}
    s.proposed = event
    for one in event.ambiguities:
        if s.undecided.get(one.id) == "park" and before.get(one.id) != _offered(one):
            del s.undecided[one.id]


def _offered(ambiguity: Ambiguity) -> tuple[object, ...]:
    readings = ambiguity.interpretations
    told = (
        (r.id, r.label, r.consequence, r.reversibility, r.undo_why, r.in_code) for r in readings
    )
    return (*told, ambiguity.spoken_for)


@on.of(e.SurveyFailed)
def _survey_failed(s: Session, event: e.SurveyFailed, _at: str) -> None:
    s.inquiry.survey_failures.append(event.why)


@on.of(e.GapsFound)
def _gaps_found(s: Session, event: e.GapsFound, _at: str) -> None:
    s.gaps = event.ambiguities


@on.of(e.ExplorationPlanned)
def _exploration_planned(s: Session, event: e.ExplorationPlanned, _at: str) -> None:
    s.inquiry.planned = event


@on.of(e.Dispatched)
def _dispatched(s: Session, event: e.Dispatched, _at: str) -> None:
    inquiry_state.sent(s.inquiry, event, frozenset(entry.id for entry in s.evidence))
    s.iterations += bool(event.dispatches)
    s.calls += sum(dispatch.calls for dispatch in event.dispatches)
    s.limits.extend(refusal.line for refusal in event.refused)


@on.of(e.EvidenceGathered)
def _evidence_gathered(s: Session, event: e.EvidenceGathered, _at: str) -> None:
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


@on.of(e.MemoriesRecalled)
def _memories_recalled(s: Session, event: e.MemoriesRecalled, _at: str) -> None:
    s.recalled = event
    s.evidence.extend(event.evidence)
    s.seconds += event.seconds


@on.of(e.EvidenceBrought)
def _evidence_brought(s: Session, event: e.EvidenceBrought, _at: str) -> None:
    s.evidence.extend(event.evidence)


@on.of(e.EvidenceSynthesised)
def _evidence_synthesised(s: Session, event: e.EvidenceSynthesised, _at: str) -> None:
    inquiry_state.synthesised(s.inquiry)
    s.evidence.extend(event.triangulated)


@on.of(e.IterationDecided)
def _iteration_decided(s: Session, event: e.IterationDecided, _at: str) -> None:
    inquiry_state.decided(s.inquiry, event)


@on.of(e.StrategySwitched)
def _strategy_switched(s: Session, event: e.StrategySwitched, _at: str) -> None:
    fresh = event.budget
    allowed = Budget(
        s.iterations + fresh.iterations, s.calls + fresh.calls, int(s.seconds) + fresh.seconds
    )
    inquiry_state.switched(s.inquiry, event, allowed)


@on.of(e.BudgetRaised)
def _budget_raised(s: Session, event: e.BudgetRaised, _at: str) -> None:
    s.inquiry.allowed = event.budget
    inquiry_state.anew(s.inquiry)
    s.stop = None
