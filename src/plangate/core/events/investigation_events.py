"""What happens while a goal is looked into: from the triad to the end of looking."""

from typing import Literal, NamedTuple

from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence, Strategy, Subagent
from plangate.core.model.policy import Budget
from plangate.core.model.sighting import Sighting


class TriadLocked(NamedTuple):
    goal: str
    constraints: tuple[str, ...]
    initial_evidence: tuple[Evidence, ...]
    seconds: float = 0.0
    strategies: tuple[Strategy, ...] = ("code search",)
    limits: tuple[str, ...] = ()


class WorkspaceSeen(NamedTuple):
    """UND-3: what the workspace says about the goal, before anybody proposes anything."""

    seen: Sighting
    seconds: float = 0.0


class AmbiguitiesProposed(NamedTuple):
    """A proposal; with UND-2, how much of the goal whoever made it accounted for."""

    proposer: str
    ambiguities: tuple[Ambiguity, ...]
    grasp: float | None = None
    not_understood: tuple[str, ...] = ()


class SurveyFailed(NamedTuple):
    """The workspace could not be looked at; without a triad by turn 2 the session ends (INV-2)."""

    why: str


class GapsFound(NamedTuple):
    """STOP-2: what the goal rests on and the workspace does not have, as something to ask."""

    ambiguities: tuple[Ambiguity, ...]


class MemoriesRecalled(NamedTuple):
    """What memories and earlier sessions say about the open ambiguities (GATE-2)."""

    evidence: tuple[Evidence, ...]
    seconds: float = 0.0


class EvidenceBrought(NamedTuple):
    """MCP-3: what the host of a session quotes, looked up and weighed."""

    evidence: tuple[Evidence, ...]


class Step(NamedTuple):
    """One step of an exploration plan: who looks how, and what is expected to be learned."""

    subagent: Subagent
    strategy: Strategy
    learns: str


class ExplorationPlanned(NamedTuple):
    """INV-2, turn 2: the exploration plan and the `budget_allocation` it may cost."""

    steps: tuple[Step, ...]
    budget: Budget


class Refusal(NamedTuple):
    """INV-4: somebody who was not sent, and why."""

    subagent: Subagent
    strategy: Strategy
    ambiguities: tuple[str, ...]
    why: str

    @property
    def line(self) -> str:
        who, what = f"{self.subagent} ({self.strategy})", ", ".join(self.ambiguities)
        return f"not sent: {who} for {what}: {self.why}"


class Dispatched(NamedTuple):
    """INV-4: calls reserved before anybody is sent, and what was refused."""

    iteration: int
    dispatches: tuple[Dispatch, ...]
    refused: tuple[Refusal, ...] = ()


class EvidenceGathered(NamedTuple):
    """What came of one dispatch; of one whole look, in a log from before there were dispatches.

    `files` are the files something was learned from, best first. `partial`: its time was over, what
    is there counts. `failed`: it counts for nothing (INV-4), and `failure` is the signature of the
    error, the same for the same cause.
    """

    strategy: str
    evidence: tuple[Evidence, ...]
    exhaustion: dict[str, list[str]]
    calls: int
    seconds: float
    limits: tuple[str, ...] = ()
    dispatch: str | None = None
    subagent: Subagent = "explore"
    outcome: Literal["done", "partial", "failed"] = "done"
    files: tuple[str, ...] = ()
    failure: str | None = None


class Support(NamedTuple):
    """What speaks for one reading after a synthesis, the belief in hundredths."""

    ambiguity: str
    reading: str
    belief: int
    strategies: tuple[str, ...]
    evidence: tuple[str, ...]


class EvidenceSynthesised(NamedTuple):
    """INV-5: a batch cross-referenced, triangulated, ranked and summarised."""

    iteration: int
    supported: tuple[Support, ...]
    contradictions: tuple[str, ...]
    triangulated: tuple[Evidence, ...]
    new_evidence: tuple[str, ...]
    new_files: tuple[str, ...]
    redundant: bool
    summary: str


class IterationDecided(NamedTuple):
    """INV-2: the `novelty_check` and the `continue_decision`; every number in hundredths.

    `settles` says which rule of the gate takes what out of the open set (INV-6); `ending` is set
    when looking ends for want of budget or of progress.
    """

    iteration: int
    turn: int
    new_information: bool
    new_files: int
    uncertainty_before: int
    uncertainty: int
    reduction: int
    confidence_before: int
    confidence: int
    gained: tuple[str, ...]
    decision: Literal["continue", "switch", "escalate", "commit"]
    rule: str
    saw: str
    settles: dict[str, str]
    blocking: tuple[str, ...]
    trigger: str | None = None
    ending: Literal["exhausted", "stagnation"] | None = None


class StrategySwitched(NamedTuple):
    """INV-8: the one switch: what failed, what is tried instead, and with what hypothesis."""

    trigger: str
    failed: tuple[str, ...]
    strategy: Strategy
    hypothesis: str
    budget: Budget


class BudgetRaised(NamedTuple):
    """INV-1: only a person raises a running session's budget."""

    budget: Budget
    by: str


InquiryEvent = (
    TriadLocked
    | WorkspaceSeen
    | AmbiguitiesProposed
    | SurveyFailed
    | GapsFound
    | MemoriesRecalled
    | EvidenceBrought
    | ExplorationPlanned
    | Dispatched
    | EvidenceGathered
    | EvidenceSynthesised
    | IterationDecided
    | StrategySwitched
    | BudgetRaised
)
