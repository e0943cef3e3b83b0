"""A host agent reports what came of its chore (MCP-3); the session goes on from there.

The chore a session owes follows from its record, so nothing is kept in between: the server that
asked for it may be gone, and of two agents that report the same chore the first is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from plangate.app.planner import HOST, Advanced, Planner
from plangate.app.ports import Witness
from plangate.core.agents.host_reports import (
    as_evidence,
    read_expansion,
    read_findings,
    read_proposal,
    read_report,
    read_tasks,
)
from plangate.core.events import event as e
from plangate.core.log.session import Session
from plangate.core.model.errors import Conflict, StoreBusy
from plangate.core.model.nouns import Evidence
from plangate.core.model.shapes import Text
from plangate.core.moves import DraftPlan, Entrust, ExpandPlan, Investigate, Propose
from plangate.core.steps.plan_step import expansion_events

_TRIES = 100


class Reported(NamedTuple):
    """Whether a report was taken, and where the session stands now."""

    taken: bool
    advanced: Advanced


def report(planner: Planner, name: str, chore: str, result: Any, witness: Witness) -> Reported:
    """Take a report of the chore a session owes; one that is no longer owed changes nothing."""
    Text(200).read(chore, "chore")
    for _ in range(_TRIES):
        advanced = planner.advance(name)
        owed = advanced.outcome
        if not isinstance(owed, Entrust) or owed.id != chore:
            return Reported(taken=False, advanced=advanced)
        happened = _happened(planner, advanced.session, owed, result, witness)
        try:
            planner.append(name, advanced.session, happened)
        except Conflict:
            continue
        return Reported(taken=True, advanced=planner.advance(name))
    raise StoreBusy(f"session {name} is being changed by others all the time; try again")


def _happened(
    planner: Planner, session: Session, owed: Entrust, result: Any, witness: Witness
) -> Sequence[e.Event]:
    document = read_report(owed.chore, result)
    match owed.chore:
        case Propose():
            found = read_proposal(document, owed.known)
            return (planner.chores.proposed(session, HOST, found),)
        case Investigate() as chore:
            told = _evidence(owed.id, chore, document, witness)
            looked = list(planner.chores.looked(chore))
            # The host's facts stand with a look that counts, and cost no call of their own.
            place = next((i for i, x in enumerate(looked) if x.outcome != "failed"), 0)
            if looked[place].outcome == "failed" and told:
                looked[place] = looked[place]._replace(outcome="partial", failure=None)
            looked[place] = looked[place]._replace(evidence=(*looked[place].evidence, *told))
            return looked
        case DraftPlan() as chore:
            return (planner.chores.drafted(session, read_tasks(document, chore)),)
        case ExpandPlan() as chore:
            if not document["tasks"]:  # plangate's own rules know a few cures
                return planner.chores.expanded(session, chore)
            return expansion_events(session, chore, read_expansion(document, chore))


def _evidence(
    owed: str, chore: Investigate, document: dict[str, Any], witness: Witness
) -> tuple[Evidence, ...]:
    evidence: list[Evidence] = []
    for place, finding in enumerate(read_findings(document, chore), start=1):
        seen = witness.seen(chore.workspace, finding.locator, finding.quote)
        name = f"host:{owed}:{place}"
        evidence.append(as_evidence(finding, name, chore, stands=seen is not None, digest=seen))
    return tuple(evidence)
