"""What can have happened, in the past tense.

An event is appended once and never changed; a session is the fold of its events (session.py). A new
field needs a default; a change of meaning needs a new version and an upcast in record.py.

Here stand how a session begins, loops and ends, and what a person set or asked to be remembered;
the others stand by the part of a session's life they belong to, and all are had from here.
"""

from typing import Literal, NamedTuple

from plangate.core.events.agent_events import *
from plangate.core.events.decision_events import *
from plangate.core.events.investigation_events import *
from plangate.core.events.log_events import *
from plangate.core.events.model_events import *
from plangate.core.events.scope_events import *
from plangate.core.events.team_events import *
from plangate.core.events.work_events import *
from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.model.nouns import BudgetSignal, Depth, Focus, Intake, OnTimeout
from plangate.core.model.policy import Budget, Policy
from plangate.core.model.policy.plan_policy import DEFAULT_PLAN_POLICY, PlanPolicy

Turn = Literal["observe", "orient", "decide", "act"]


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
    workspace_rules: WorkspaceRules = NO_RULES
    """ACT-2: which of the workspace's own settings the session began with, and which not."""
    source: str = ""
    """PLAN-12: the issue or the plan file the goal came from."""
    interview: bool = False
    """INT-11: whether a person wants to go through every decision first."""
    place: str = ""
    """REC-8: which workspace it is, wherever that lies; empty in 0.1.0, where the path said so."""
    model: str = ""
    """LLM-1: the language model that thinks in this session, PROVIDER:NAME; empty for none."""
    model_address: str = ""
    """Where the model answers, when that is not its provider's own address."""
    max_cost: int | None = None
    """LLM-4: what the model may cost, in millionths of a dollar."""


class LoopOpened(NamedTuple):
    cues: tuple[str, ...]


class LoopTurned(NamedTuple):
    turn: Turn
    text: str
    by: str


class LoopPromoted(NamedTuple):
    clarified: str
    by: str
    anew: bool = False
    """Whether what became clear is looked at as a goal is; before, the first look was kept."""


class StopReport(NamedTuple):
    """STOP-1: how a session ended, or why it waits."""

    stop_reason: str
    confidence: float
    evidence_summary: tuple[str, ...]
    uncertainties_remaining: tuple[str, ...]
    next_actions: tuple[str, ...]
    budget_consumed: dict[str, str]
    ending: str


class StopReported(NamedTuple):
    report: StopReport


class SessionReopened(NamedTuple):
    why: str
    by: str


class SessionClosed(NamedTuple):
    """PLAN-13: nobody wants it any more; nothing of it waits until somebody reopens it."""

    why: str
    by: str


# --- a person's own settings, in a stream of their own --------------------------------------------


class FocusSet(NamedTuple):
    focus: Focus
    until: str | None
    by: str


class PreferenceSet(NamedTuple):
    """PREF-1: for one question id, in one workspace or, with none, everywhere.

    `workspace` is a place (REC-8), or a path for a preference that asks less (ACT-2).
    """

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
    """About one question id or none, in one workspace (REC-8) or, with none, everywhere."""

    text: str
    question_id: str | None
    workspace: str | None
    by: str


class MemoryForgotten(NamedTuple):
    by: str


Event = (
    InquiryEvent
    | DecisionEvent
    | WorkEvent
    | ScopeEvent
    | AgentEvent
    | LogEvent
    | PlaceEvent
    | ModelEvent
    | TeamEvent
    | GoalReceived
    | LoopOpened
    | LoopTurned
    | LoopPromoted
    | StopReported
    | SessionReopened
    | SessionClosed
    | FocusSet
    | PreferenceSet
    | PreferenceCleared
    | MemoryKept
    | MemoryForgotten
)
