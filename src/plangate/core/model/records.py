"""JSON objects by the names of their fields, so that a renamed field fails the type check.

The log keeps a decision and the telemetry of a plan as objects, and a plan's adequacy leaves as
one. Their fields are named here once. A `Document` is an object nobody has read yet: it came from
outside, or it is on its way out. (No postponed annotations here: which fields may be absent is
known at run time only without them.)
"""

from collections.abc import Mapping
from typing import Any, NotRequired, Required, TypedDict

#: The type of a field nobody reads.
UNREAD: object = Any
#: A JSON object whose fields nobody has looked at yet.
Document = dict[str, Any]
#: The same, only read.
Fields = Mapping[str, Any]


class DecisionRecord(TypedDict):
    """What the gate decided about one ambiguity, as the log keeps it (REC-2)."""

    ambiguity: str
    action: str
    rule: str
    interpretation: str | None
    requires_approval: bool
    one_task_group: bool
    blocker: str | None
    #: Logs of edition 1 have none.
    follows: NotRequired[str | None]
    value_rule: str | None
    #: VOI-6: priors, costs and estimates; each edition of the gate has its own.
    evpi: Document
    trace: list[Document]


class FindingRecord(TypedDict):
    """One signal of the adequacy check that fired: what was seen, and what cures it."""

    code: str
    saw: str
    cure: str


class SkippedRecord(TypedDict):
    """One signal that was not looked for, and why (ADQ-19)."""

    code: str
    because: str


class TaskReport(TypedDict):
    """What the adequacy check says of one task."""

    id: str
    confidence: float
    reason_codes: list[str]
    findings: list[FindingRecord]


class AdequacyReport(TypedDict):
    """The report of ADQ-19."""

    schema: str
    adequacy_score: float
    is_too_thin: bool
    thin_because: str | None
    substance: str
    adequacy_reason_codes: list[str]
    detail_target_min_tasks: int | None
    estimated_goal_complexity: int | None
    aggregate_unresolved_risk: float
    critical_count: int
    per_task: list[TaskReport]
    findings: list[FindingRecord]
    skipped: list[SkippedRecord]
    #: Which tool's file it was; said by whoever read one.
    format: NotRequired[str]


class AdequacySnapshot(TypedDict):
    """An adequacy report in short: before and after the refinement."""

    score: float
    is_too_thin: bool
    reason_codes: list[str]
    aggregate_unresolved_risk: float
    critical_count: int
    task_count: int


class Telemetry(TypedDict, total=False):
    """REF-5: what the refinement loop found and did, by the exact names; old logs have fewer."""

    adequacy_score: float
    is_too_thin: bool
    adequacy_reason_codes: list[str]
    detail_target_min_tasks: int | None
    estimated_goal_complexity: int | None
    aggregate_unresolved_risk: float
    refinement_rounds: Required[int]
    loop_stop_reason: Required[str]
    plan_depth: str
    initial_plan_max_output_tokens: int | None
    adequacy_before: AdequacySnapshot
    adequacy_after: AdequacySnapshot
    task_count_before_refine: int
    task_count_after_refine: int
    adequacy_improved_heuristic: bool
    refine_tokens_spent: int
    #: LLM-4: what a language model took; absent where none was called.
    model_calls: int
    model_tokens_in: int
    model_tokens_out: int
    model_cost_micros: int
