"""What hooks saw an agent ask and plan: events in a stream for each session of the agent.

They stand apart from all others (event.py) because a hook records one and must start fast.
"""

from typing import NamedTuple


class AgentAnswerKept(NamedTuple):
    """What was answered in an agent's own window; `reusable` unless a secret was in it.

    HOOK-3: it is a `choice` when the hook before it saw the call (`seen`) and the client's own
    transcript holds the result (`verified`); without both it is what an agent relayed.
    """

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
    seen: bool = False
    verified: bool = False
    transcript: str = ""
    place: str = ""


class AgentQuestionSeen(NamedTuple):
    """A question on its way to the person (HOOK-3); `question` is ours that it passes on, if so."""

    workspace: str
    goal: str
    call: str
    key: str
    question: str
    transcript: str
    surface: str
    place: str = ""


class AgentQuestionRefused(NamedTuple):
    """A question that was sent back to the agent, by which rule and with which reason (HOOK-4)."""

    workspace: str
    goal: str
    call: str
    question_id: str
    key: str
    prompt: str
    rule: str
    reason: str
    surface: str
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


AgentEvent = (
    AgentAnswerKept
    | AgentQuestionSeen
    | AgentQuestionRefused
    | AgentQuestionSettled
    | AgentAnswerForgotten
    | AgentPlanReviewed
)
