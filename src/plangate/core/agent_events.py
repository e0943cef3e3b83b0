"""What hooks saw an agent ask and plan: events in a stream for each session of the agent.

They stand apart from all others (events.py) because a hook records one and must start fast.
"""

from __future__ import annotations

from typing import NamedTuple


class AgentAnswerKept(NamedTuple):
    """What a person answered in an agent's own window; `reusable` unless a secret was in it."""

    workspace: str
    goal: str
    call: str
    question_id: str
    key: str
    prompt: str
    offered: tuple[str, ...]
    chosen: tuple[str, ...]
    value: str
    provenance: str
    by: str
    surface: str
    reusable: bool = True
    place: str = ""


class AgentQuestionSettled(NamedTuple):
    """A question answered for the person by a rule, and where the answer came from (PREF-4)."""

    workspace: str
    goal: str
    call: str
    question_id: str
    key: str
    prompt: str
    value: str
    rule: str
    source: str
    surface: str
    place: str = ""


class AgentAnswerForgotten(NamedTuple):
    answer: str
    by: str


class AgentPlanReviewed(NamedTuple):
    """How an agent's plan was measured when it was done planning, and whether it was sent back."""

    workspace: str
    goal: str
    call: str
    format: str
    tasks: int
    adequacy_score: float
    is_too_thin: bool
    adequacy_reason_codes: tuple[str, ...]
    sent_back: bool
    surface: str
    place: str = ""


AgentEvent = AgentAnswerKept | AgentQuestionSettled | AgentAnswerForgotten | AgentPlanReviewed
