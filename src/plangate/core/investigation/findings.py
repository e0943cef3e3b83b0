"""Findings at the border: one for every dispatch, about what was asked, or it does not count.

Whoever looks is not trusted further than this: a fact about something nobody asked is left out and
named, a dispatch without a finding has failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.found_text import as_recorded
from plangate.core.guard.redaction import redact
from plangate.core.model.nouns import Dispatch, Evidence
from plangate.core.moves import Investigate


def admitted(
    chore: Investigate, findings: Iterable[EvidenceGathered]
) -> tuple[EvidenceGathered, ...]:
    """What is recorded of an investigation, in the order of its dispatches."""
    by_dispatch = {finding.dispatch: finding for finding in findings}
    return tuple(
        _checked(chore, dispatch, by_dispatch.get(dispatch.id)) for dispatch in chore.dispatches
    )


def _checked(
    chore: Investigate, dispatch: Dispatch, finding: EvidenceGathered | None
) -> EvidenceGathered:
    if finding is None:
        return EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=(),
            exhaustion={},
            calls=dispatch.calls,
            seconds=0.0,
            limits=(f"{dispatch.subagent} ({dispatch.strategy}) brought nothing back",),
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
            outcome="failed",
            failure="no finding",
        )
    readings = {a.id: {r.id for r in a.interpretations} for a in chore.about(dispatch)}
    kept = [as_recorded(entry) for entry in finding.evidence if _is_about(entry, readings)]
    ids = {entry.id for entry in kept}
    dropped = len(finding.evidence) - len(kept)
    limits: Sequence[str] = finding.limits
    if dropped:
        limits = (*limits, f"{dropped} fact(s) about something nobody asked were left out")
    return finding._replace(
        strategy=dispatch.strategy,
        subagent=dispatch.subagent,
        calls=dispatch.calls,
        evidence=tuple(kept),
        exhaustion={
            part: [known for name in names if (known := redact(name)) in ids]
            for part, names in finding.exhaustion.items()
        },
        limits=tuple(map(redact, limits)),
        files=tuple(map(redact, finding.files)),
    )


def _is_about(entry: Evidence, readings: dict[str, set[str]]) -> bool:
    if entry.ambiguity is None:
        return entry.supports is None
    return entry.ambiguity in readings and (
        entry.supports is None or entry.supports in readings[entry.ambiguity]
    )
