"""Frozen: the nouns of edition 1's gate, for replaying old logs only; never changed (REC-2)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

Reversibility = Literal["reversible", "partial", "irreversible"]
#: GATE-15: what may stand in the way of a plan.
BlockerType = Literal[
    "mutually_exclusive_requirements",
    "missing_external_data",
    "security_decision",
    "ambiguous_goal",
    "none",
]
Source = Literal["repo_facts", "memory", "prior_session"]
Phase = Literal["planning", "execution"]
Focus = Literal["ambient", "focused", "deep"]
BudgetSignal = Literal["normal", "high_load", "critical", "cost_exceeded"]
Preference = Literal["always-ask", "never-ask", "ask-only-for-one-way"]
Action = Literal["ask", "assume", "infer", "defer", "investigate"]

PREFERENCES: tuple[str, ...] = get_args(Preference)

#: ASK-6: the parts of exhaustion every question needs; `investigation` joins them for hard goals.
EXHAUSTION_PARTS = ("codebase_search", "similar_features", "infrastructure", "attempted_inference")


class Interpretation(NamedTuple):
    """One reading of a goal along one dimension, with what it would lead to."""

    id: str
    label: str
    consequence: str
    prior: float
    complexity: float
    reversibility: Reversibility
    touches: tuple[str, ...] = ()
    strictness: float | None = None


class Ambiguity(NamedTuple):
    """One dimension along which the goal can be read in two or more ways."""

    id: str
    interpretations: tuple[Interpretation, ...]
    blocker_type: BlockerType = "ambiguous_goal"
    blocker_evidence: tuple[str, ...] = ()
    safe_default: str | None = None
    none_fits: float = 0.0
    prompt: str | None = None
    safe_default_reason: str | None = None
    learned: str | None = None
    #: The one or two files known to show it: they are read directly (INV-3).
    reads: tuple[str, ...] = ()

    def reading(self, interpretation: str) -> Interpretation:
        return {i.id: i for i in self.interpretations}[interpretation]


class Evidence(NamedTuple):
    """A fact, where it was seen, and which reading it supports how strongly.

    `supports` is None for a search that found nothing: a fact too, and one that exhaustion needs.
    """

    id: str
    ambiguity: str | None
    source: Source
    supports: str | None
    confidence: float
    locator: str | None = None
    kind: str = "given"
    fact: str = ""
    digest: str | None = None


class Attention(NamedTuple):
    """What the person's attention allows right now (ATT-1, ATT-2)."""

    focus: Focus = "ambient"
    budget: BudgetSignal = "normal"
    interrupt_ewma: float = 0.0


class Quota(NamedTuple):
    """The one clarification of a session, and whether a question is open in its workspace."""

    used: bool = False
    open_in_workspace: bool = False
    attempts: int = 0


_PLAIN = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """A value as JSON knows it: named tuples become objects, tuples become lists.

    A trailing underscore (`class_`) is how Python spells a field whose name it reserves.
    """
    # By far the most values are plain already; asking them first makes this twice as fast.
    if isinstance(value, tuple):
        if fields := getattr(value, "_fields", None):
            return {
                name.rstrip("_"): entry if type(entry) in _PLAIN else plain(entry)
                for name, entry in zip(fields, value, strict=True)
            }
        return [entry if type(entry) in _PLAIN else plain(entry) for entry in value]
    if isinstance(value, dict):
        return {
            name: entry if type(entry) in _PLAIN else plain(entry) for name, entry in value.items()
        }
    if isinstance(value, list):
        return [entry if type(entry) in _PLAIN else plain(entry) for entry in value]
    return value
