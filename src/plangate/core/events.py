"""What can have happened, in the past tense.

An event is appended once and never changed; a session is the fold of its events (session.py). A new
field needs a default; a change of meaning needs a new version and an upcast in record.py.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from plangate.core.agent_events import (
    AgentAnswerForgotten,
    AgentAnswerKept,
    AgentPlanReviewed,
    AgentQuestionSettled,
)
from plangate.core.chain.model import Decision
from plangate.core.model import (
    Ambiguity,
    Answer,
    Assumption,
    BudgetSignal,
    Deferral,
    Depth,
    Dispatch,
    Evidence,
    Focus,
    Intake,
    OnTimeout,
    Plan,
    Question,
    Reason,
    Strategy,
    Subagent,
    Task,
)
from plangate.core.plan_policy import DEFAULT_PLAN_POLICY, PlanPolicy
from plangate.core.policy import Budget, Policy

Turn = Literal["observe", "orient", "decide", "act"]


class StopReport(NamedTuple):
    """STOP-1: how a session ended, or why it waits."""

    stop_reason: str
    confidence: float
    evidence_summary: tuple[str, ...]
    uncertainties_remaining: tuple[str, ...]
    next_actions: tuple[str, ...]
    budget_consumed: dict[str, str]
    ending: str


# --- a session's beginning and its investigation --------------------------------------------------


class GoalReceived(NamedTuple):
    goal: str
    workspace: str
    depth: Depth
    route: Intake | None
    complexity: int | None
    proposer: str
    timeout_secs: int
    on_timeout: OnTimeout
    budget_signal: BudgetSignal
    budget: Budget
    policy: Policy
    by: str
    surface: str
    learning: bool = True
    plan_policy: PlanPolicy = DEFAULT_PLAN_POLICY
    allow_findings: str | None = None
    """PLAN-5: why a person lets findings of the quality gate pass, said beforehand."""


class TriadLocked(NamedTuple):
    goal: str
    constraints: tuple[str, ...]
    initial_evidence: tuple[Evidence, ...]
    seconds: float = 0.0
    strategies: tuple[Strategy, ...] = ("code search",)
    limits: tuple[str, ...] = ()


class AmbiguitiesProposed(NamedTuple):
    proposer: str
    ambiguities: tuple[Ambiguity, ...]


class GapsFound(NamedTuple):
    """STOP-2: what the goal rests on and the workspace does not have, as something to ask."""

    ambiguities: tuple[Ambiguity, ...]


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


class MemoriesRecalled(NamedTuple):
    """What memories and earlier sessions say about the open ambiguities (GATE-2)."""

    evidence: tuple[Evidence, ...]
    seconds: float = 0.0


class SurveyFailed(NamedTuple):
    """The workspace could not be looked at; without a triad by turn 2 the session ends (INV-2)."""

    why: str


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


# --- decisions ------------------------------------------------------------------------------------


class GateDecided(NamedTuple):
    """The whole input and the whole output, so that the log alone replays it (REC-2)."""

    document: dict[str, Any]
    decisions: tuple[dict[str, Any], ...]
    policy_version: str
    wording: int = 1


class IntakeDecided(NamedTuple):
    outcome: Intake
    reasons: tuple[Reason, ...]
    complexity: int
    overrides: Intake | None = None


class AssumptionRecorded(NamedTuple):
    assumption: Assumption


class AssumptionConfirmed(NamedTuple):
    assumption: str
    by: str


class DecisionRevised(NamedTuple):
    """A ledger entry overturned by another, and the tasks that rest on it (ASM-3, ASK-10)."""

    overturned: str
    entry: Assumption
    tasks: tuple[str, ...]
    trigger: str
    by: str


class DeferralRegistered(NamedTuple):
    deferral: Deferral


class DeferralOffered(NamedTuple):
    deferral: str
    checkpoint: str
    budget_signal: BudgetSignal = "normal"


class DeferralRenewed(NamedTuple):
    deferral: str
    risk_statement: str
    expiry: str
    by: str


class DeferralResolved(NamedTuple):
    deferral: str
    how: str
    by: str


# --- the life of a question -----------------------------------------------------------------------


class QuestionAsked(NamedTuple):
    question: Question


class QuestionAnswered(NamedTuple):
    question: str
    answer: Answer


class QuestionTimedOut(NamedTuple):
    question: str
    deadline: str


class QuestionHeld(NamedTuple):
    question: str
    by: str


class QuestionResumed(NamedTuple):
    question: str
    deadline: str
    by: str


class QuestionWithdrawn(NamedTuple):
    question: str
    by: str
    why: str


class AnswerNotTaken(NamedTuple):
    """An answer that came when the question was already settled, or fitted no single option."""

    question: str
    value: str
    why: str
    by: str
    surface: str


class LateAnswerKept(NamedTuple):
    """An answer after the deadline: kept and linked, never a silent rewrite (ASK-10)."""

    question: str
    answer: Answer


class AnswerChanged(NamedTuple):
    """A settled question answered anew; the first answer stays in the record (ASK-12)."""

    question: str
    answer: Answer


class NoteAdded(NamedTuple):
    question: str
    note: str
    by: str


# --- results --------------------------------------------------------------------------------------


class PlanDrafted(NamedTuple):
    plan: Plan


class PlanRefined(NamedTuple):
    """A round that expanded the plan, or the repair of a task that failed (REF-3)."""

    plan: Plan
    round: int = 0
    reserved: int = 0
    spent: int = 0
    repairs: tuple[str, ...] = ()


class PlanRolledBack(NamedTuple):
    """A round that left the plan as it was: refused, without change, or never offered (REF-3)."""

    round: int
    reason: str
    why: str
    changes: tuple[str, ...] = ()
    reserved: int = 0
    spent: int = 0


class PlanMeasured(NamedTuple):
    """How the refinement loop ended, with the telemetry of REF-5."""

    telemetry: dict[str, Any]


class PlanEdited(NamedTuple):
    """A person's own version; what they wrote is never overwritten (PLAN-3)."""

    plan: Plan
    pins: dict[str, list[str]]
    removed: tuple[str, ...]
    telemetry: dict[str, Any]
    by: str


class FindingsAllowed(NamedTuple):
    """PLAN-5: findings of the quality gate a person let pass, as `task code`, and why."""

    findings: tuple[str, ...]
    reason: str
    by: str


class PlanApproved(NamedTuple):
    """PLAN-6: the one-way steps of one version, approved by a person on their own surface."""

    version: int
    tasks: tuple[Task, ...]
    by: str
    surface: str


class TaskStarted(NamedTuple):
    task: str
    by: str


class TaskDone(NamedTuple):
    task: str
    by: str


class TaskFailed(NamedTuple):
    task: str
    why: str
    by: str


class LoopOpened(NamedTuple):
    cues: tuple[str, ...]


class LoopTurned(NamedTuple):
    turn: Turn
    text: str
    by: str


class LoopPromoted(NamedTuple):
    clarified: str
    by: str


class StopReported(NamedTuple):
    report: StopReport


class SessionReopened(NamedTuple):
    why: str
    by: str


# --- a person's own settings, in a stream of their own --------------------------------------------


class FocusSet(NamedTuple):
    focus: Focus
    until: str | None
    by: str


class PreferenceSet(NamedTuple):
    """PREF-1: for one question id, in one workspace or, with none, everywhere."""

    question_id: str
    value: str
    workspace: str | None
    note: str | None
    by: str


class PreferenceCleared(NamedTuple):
    question_id: str
    workspace: str | None
    by: str


# --- what a person asked to be remembered, each in a stream of its own ----------------------------


class MemoryKept(NamedTuple):
    """About one question id or none, in one workspace or, with none, everywhere."""

    text: str
    question_id: str | None
    workspace: str | None
    by: str


class MemoryForgotten(NamedTuple):
    by: str


# --- a decision with many options, each in a stream of its own ------------------------------------


class ScopeStarted(NamedTuple):
    decision: Decision
    workspace: str
    parent: str
    by: str
    session: str | None = None
    waits: str = ""


class ScopeAnswered(NamedTuple):
    number: str
    reply: str
    by: str
    surface: str
    provenance: str = "choice"


class ScopeRowDecided(NamedTuple):
    """A row of a table that shows every option at once (SPLIT-11)."""

    key: str
    bucket: str
    by: str
    surface: str


class ScopeContinued(NamedTuple):
    key: str | None
    by: str


class ScopeRevised(NamedTuple):
    key: str
    by: str


class ScopeWithdrawn(NamedTuple):
    by: str
    why: str


class ScopeRestarted(NamedTuple):
    by: str


Event = (
    GoalReceived
    | TriadLocked
    | AmbiguitiesProposed
    | SurveyFailed
    | GapsFound
    | ExplorationPlanned
    | Dispatched
    | EvidenceGathered
    | MemoriesRecalled
    | EvidenceSynthesised
    | IterationDecided
    | StrategySwitched
    | BudgetRaised
    | GateDecided
    | IntakeDecided
    | AssumptionRecorded
    | AssumptionConfirmed
    | DecisionRevised
    | DeferralRegistered
    | DeferralOffered
    | DeferralRenewed
    | DeferralResolved
    | QuestionAsked
    | QuestionAnswered
    | QuestionTimedOut
    | QuestionHeld
    | QuestionResumed
    | QuestionWithdrawn
    | AnswerNotTaken
    | LateAnswerKept
    | AnswerChanged
    | NoteAdded
    | PlanDrafted
    | PlanRefined
    | PlanRolledBack
    | PlanMeasured
    | PlanEdited
    | FindingsAllowed
    | PlanApproved
    | TaskStarted
    | TaskDone
    | TaskFailed
    | LoopOpened
    | LoopTurned
    | LoopPromoted
    | StopReported
    | SessionReopened
    | FocusSet
    | PreferenceSet
    | PreferenceCleared
    | MemoryKept
    | MemoryForgotten
    | ScopeStarted
    | ScopeAnswered
    | ScopeRowDecided
    | ScopeContinued
    | ScopeRevised
    | ScopeWithdrawn
    | ScopeRestarted
    | AgentAnswerKept
    | AgentQuestionSettled
    | AgentAnswerForgotten
    | AgentPlanReviewed
)
