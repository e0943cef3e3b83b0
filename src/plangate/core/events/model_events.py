"""What happened between a session and a language model: every call, and what was made of it.

A session replays without the model: what a call brought is a proposal in the record, judged like
anybody's, and the call itself is its digest, its cost and how it ended (LLM-4).
"""

from typing import NamedTuple

from plangate.core.model.kinds import BudgetSignal
from plangate.core.model.model_use import CallOutcome, Purpose
from plangate.core.model.records import Document


class ModelCalled(NamedTuple):
    """One call: what was sent by digest, what it cost, how it ended; `cost` None when unknown.

    `reserved` and `cost` are millionths of a dollar; `signal` is what the count says after it.
    """

    purpose: Purpose
    model: str
    prompt: str
    """The prompt's name and version, `propose@1`."""
    digest: str
    """Of everything that was sent."""
    outcome: CallOutcome
    why: str = ""
    reply: str = ""
    """The digest of what came back; empty when nothing did."""
    tokens_in: int = 0
    tokens_out: int = 0
    reserved: int | None = None
    cost: int | None = None
    seconds: float = 0.0
    max_output_tokens: int = 0
    settings: dict[str, str] = {}  # noqa: RUF012 - a default nobody writes to
    signal: BudgetSignal = "normal"


class ModelProposed(NamedTuple):
    """A model's proposal as it was judged (MCP-3), secrets taken out; `kept` stood against it."""

    purpose: Purpose
    model: str
    document: Document
    kept: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()


class MindFellBack(NamedTuple):
    """LLM-3: the model brought nothing that could be used; the rules' result stands."""

    purpose: Purpose
    model: str
    outcome: CallOutcome
    why: str = ""


ModelEvent = ModelCalled | ModelProposed | MindFellBack
