"""What happens to a plan: its versions, what was measured and let pass, and the work on it."""

from typing import NamedTuple

from plangate.core.model.nouns import Plan, Proof, Task
from plangate.core.model.records import Telemetry
from plangate.core.model.scope_nouns import Choice


class PlanDrafted(NamedTuple):
    plan: Plan
    by: str = ""
    """MCP-3: the host or the model that sent its tasks; empty where they stand as they were."""


class PlanAdopted(NamedTuple):
    """PLAN-12: a plan somebody else made, around which a session begins.

    `lacks` are the fields its format does not carry: they are not held against it (ADQ-19).
    """

    tasks: tuple[Task, ...]
    source: str
    format: str
    lacks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    by_person: bool = False
    """ACT-1: whether a person adopted it; a script's plan only hints at what it says."""


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

    telemetry: Telemetry


class PlanEdited(NamedTuple):
    """A person's own version; what they wrote is never overwritten (PLAN-3)."""

    plan: Plan
    pins: dict[str, list[str]]
    removed: tuple[str, ...]
    telemetry: Telemetry
    by: str


class FindingsAllowed(NamedTuple):
    """PLAN-5: findings of the quality gate a person let pass, as `task code`, and why."""

    findings: tuple[str, ...]
    reason: str
    by: str


class TasksRefused(NamedTuple):
    """PLAN-7: what the quality gate keeps back of a plan under way, and why; maybe nothing."""

    tasks: dict[str, str]


class PlanApproved(NamedTuple):
    """PLAN-6: the one-way steps of one version, approved by a person on their own surface."""

    version: int
    tasks: tuple[Task, ...]
    by: str
    surface: str


class PlacesSeen(NamedTuple):
    """PLAN-10: the places and the evidence of a version's tasks as they were when it was made.

    `files` holds a digest of each file, empty for one that is not there; `lines` one of each line
    that evidence was found in, by its locator.
    """

    version: int
    files: dict[str, str]
    lines: dict[str, str]


class TaskStarted(NamedTuple):
    task: str
    by: str


class TaskDone(NamedTuple):
    task: str
    by: str
    proof: Proof | None = None
    """PLAN-11: what shows it; None is counted as such."""


class TaskProved(NamedTuple):
    """PLAN-11: what shows that a task is done, brought after it was said to be."""

    task: str
    proof: Proof
    by: str


class TaskFailed(NamedTuple):
    task: str
    why: str
    by: str


class InterviewAnswered(NamedTuple):
    """INT-11: a person's answer in an interview; the ledger entry follows it."""

    ambiguity: str
    value: str
    by: str
    surface: str


class InterviewEnded(NamedTuple):
    """INT-11: enough; the gate goes on by itself."""

    by: str


class ScopeOpened(NamedTuple):
    """PLAN-9: its goal enumerates options, and they are being decided.

    `stem` is the goal without them.
    """

    scope: str
    parent: str
    stem: str


class ScopeTaken(NamedTuple):
    """PLAN-9: what a shipped scope decided is the plan's from here."""

    scope: str
    parent: str
    options: tuple[Choice, ...]
    dispositions: dict[str, str]


WorkEvent = (
    PlanDrafted
    | PlanAdopted
    | PlanRefined
    | PlanRolledBack
    | PlanMeasured
    | PlanEdited
    | FindingsAllowed
    | TasksRefused
    | PlanApproved
    | PlacesSeen
    | TaskStarted
    | TaskDone
    | TaskProved
    | TaskFailed
    | InterviewAnswered
    | InterviewEnded
    | ScopeOpened
    | ScopeTaken
)
