"""Where an investigation stands: the part of a session's fold that is about looking.

Only the handlers in folding.py and the functions here write to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.events import event as e
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import Dispatch, Evidence, Strategy, Subagent
from plangate.core.model.policy import Budget


class Inquiry:
    """Everything the loop looks back on."""

    def __init__(self, allowed: Budget) -> None:
        self.allowed = allowed
        self.survey_failures: list[str] = []
        self.planned: e.ExplorationPlanned | None = None
        self.count = 0
        #: Reserved and not yet synthesised, and what came back of it.
        self.batch: Sequence[Dispatch] = ()
        self.findings: list[e.EvidenceGathered] = []
        self.batch_seconds = 0.0
        #: What was known before this batch, to tell what is new in it.
        self.known_before: frozenset[str] = frozenset()
        self.files_before: frozenset[str] = frozenset()
        self.files: set[str] = set()
        #: The strategies somebody was sent with, and those that had their look at an ambiguity.
        self.used: set[str] = set()
        self.tried: set[tuple[str, str]] = set()
        self.strategy_of: dict[str, str] = {}
        #: The iterations and the failures since the last switch, answer or raised budget.
        self.rounds: list[e.IterationDecided] = []
        self.failures: dict[str, int] = {}
        self.switched: e.StrategySwitched | None = None
        self.turns: list[e.IterationDecided] = []
        #: Why nothing more is looked for: commit, escalate, exhausted or stagnation.
        self.ended: str | None = None

    @property
    def waits(self) -> bool:
        """Somebody was sent and is not back yet."""
        return bool(self.batch) and len(self.findings) < len(self.batch)


def sent(inquiry: Inquiry, event: e.Dispatched, known: frozenset[str]) -> None:
    """INV-5: nobody is sent before what the last ones brought is synthesised."""
    if inquiry.batch:
        raise StoreDamaged(f"iteration {event.iteration} was sent before the last was synthesised")
    inquiry.count = event.iteration
    inquiry.batch = event.dispatches
    inquiry.findings = []
    inquiry.batch_seconds = 0.0
    inquiry.known_before = known
    inquiry.files_before = frozenset(inquiry.files)
    inquiry.used.update(d.strategy for d in event.dispatches if not d.reads)


def came_back(inquiry: Inquiry, event: e.EvidenceGathered) -> float:
    """Take a finding in; how much longer the batch has lasted by it: they ran side by side."""
    inquiry.findings.append(event)
    longer = max(0.0, event.seconds - inquiry.batch_seconds)
    inquiry.batch_seconds += longer
    if event.outcome == "failed":
        signature = event.failure or "unknown"
        inquiry.failures[signature] = inquiry.failures.get(signature, 0) + 1
        return longer
    dispatch = {d.id: d for d in inquiry.batch}[str(event.dispatch)]
    kind = "direct" if dispatch.reads else dispatch.strategy
    inquiry.tried.update((name, kind) for name in dispatch.ambiguities)
    inquiry.strategy_of.update({entry.id: dispatch.strategy for entry in event.evidence})
    inquiry.files.update(event.files)
    return longer


def synthesised(inquiry: Inquiry) -> None:
    """The batch is made use of: somebody may be sent again."""
    inquiry.batch = ()
    inquiry.findings = []


def decided(inquiry: Inquiry, event: e.IterationDecided) -> None:
    inquiry.rounds.append(event)
    inquiry.turns.append(event)
    if event.decision in ("commit", "escalate"):
        inquiry.ended = event.ending or event.decision


def switched(inquiry: Inquiry, event: e.StrategySwitched, allowed: Budget) -> None:
    """INV-8: a fresh budget beyond what is spent, and a fresh look at what stagnates."""
    if inquiry.switched is not None:
        raise StoreDamaged("a strategy was switched a second time")
    inquiry.switched = event
    inquiry.allowed = allowed
    anew(inquiry)


def anew(inquiry: Inquiry) -> None:
    """Count rounds and failures from here, and look again if there is anything to look for."""
    inquiry.rounds = []
    inquiry.failures = {}
    inquiry.ended = None


def not_held(evidence: Sequence[Evidence], held: Sequence[Evidence]) -> list[Evidence]:
    """The entries not held yet; another fact under a known id gets an id of its own."""
    added: list[Evidence] = []
    by_id = {entry.id: entry for entry in held}
    for entry in evidence:
        name, place = entry.id, 1
        while name in by_id and by_id[name]._replace(id=entry.id) != entry:
            place += 1
            name = f"{entry.id}~{place}"
        if name not in by_id:
            by_id[name] = entry._replace(id=name)
            added.append(by_id[name])
    return added


def subagent_of(strategy: Strategy) -> Subagent:
    """INV-3: who looks that way."""
    return "librarian" if strategy in ("documentation", "external research") else "explore"
