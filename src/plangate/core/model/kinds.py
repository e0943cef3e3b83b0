"""The words planning chooses from, and a value as JSON knows it.

They stand apart from the nouns because a process of some 50 ms needs them and none of the nouns.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

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
Dial = Literal["more", "normal", "less"]
Action = Literal["ask", "wait", "assume", "infer", "defer", "investigate", "park"]
Intake = Literal["RequiresClarification", "OodaLoop", "ImmediateAction", "HierarchicalPlan"]
Depth = Literal["minimal", "standard", "deep"]
OnTimeout = Literal["assume", "wait", "abort"]
#: INV-3: who may look; INV-8: and the kinds of looking a stuck investigation switches between.
Subagent = Literal["explore", "librarian"]
Strategy = Literal[
    "code search", "documentation", "tests", "history", "manifests", "external research"
]
StopReason = Literal[
    "recommendation_ready",
    "blocking_question",
    "budget_exhausted",
    "stagnation",
    "human_required",
]

REVERSIBILITIES: tuple[str, ...] = get_args(Reversibility)
BLOCKER_TYPES: tuple[str, ...] = get_args(BlockerType)
SOURCES: tuple[str, ...] = get_args(Source)
PHASES: tuple[str, ...] = get_args(Phase)
FOCI: tuple[str, ...] = get_args(Focus)
BUDGET_SIGNALS: tuple[str, ...] = get_args(BudgetSignal)
PREFERENCES: tuple[str, ...] = get_args(Preference)
#: PREF-3: how much a workspace wants to be asked, kept under this name beside its preferences.
DIALS: tuple[Dial, ...] = get_args(Dial)
EVERY_QUESTION = "*"
INTAKES: tuple[str, ...] = get_args(Intake)
DEPTHS: tuple[str, ...] = get_args(Depth)
ON_TIMEOUT: tuple[str, ...] = get_args(OnTimeout)
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)

#: ASK-8: how long a question waits unless somebody says otherwise: a working day.
DEFAULT_TIMEOUT_SECS = 28_800

#: ASK-6: the parts of exhaustion every question needs; `investigation` joins them for hard goals.
EXHAUSTION_PARTS = ("codebase_search", "similar_features", "infrastructure", "attempted_inference")

_PLAIN = frozenset({str, int, float, bool, type(None)})
#: Fields younger than records that are kept: left out while they say nothing, so that what was
#: written before them and what is made of it now are the same (REC-1).
_LATER = frozenset(
    {"undo_why", "in_code", "known_elsewhere", "own", "own_words", "in_turn", "hours_told"}
    | {"asked_for", "by_hours", "taken_beside", "told_as", "in_order", "spoken_for", "read_back"}
    | {"passed_on"}
)


def plain(value: object) -> Any:
    """A value as JSON knows it: named tuples become objects, tuples become lists.

    A trailing underscore (`class_`) is how Python spells a field whose name it reserves.
    """
    # By far the most values are plain already; asking them first makes this twice as fast.
    if isinstance(value, tuple):
        if fields := getattr(value, "_fields", None):
            return {
                name.rstrip("_"): entry if type(entry) in _PLAIN else plain(entry)
                for name, entry in zip(fields, value, strict=True)
                if entry or name not in _LATER
            }
        return [entry if type(entry) in _PLAIN else plain(entry) for entry in value]
    if isinstance(value, dict):
        return {
            name: entry if type(entry) in _PLAIN else plain(entry) for name, entry in value.items()
        }
    if isinstance(value, list):
        return [entry if type(entry) in _PLAIN else plain(entry) for entry in value]
    return value
