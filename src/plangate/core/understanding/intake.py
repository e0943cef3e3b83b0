"""Intake: every goal gets exactly one of four outcomes, with its reasons (section 2).

The order is INT-1's: a question first, then a loop, then immediate action, else a plan.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from plangate.core.model.nouns import Intake, Reason
from plangate.core.model.policy.understanding_numbers import IMMEDIATE_AT_MOST
from plangate.core.understanding.changes import small_kind
from plangate.core.understanding.exploring import exploratory_cue
from plangate.core.words.one_way import Cue, one_way_cues
from plangate.language.clause_patterns import listed_parts
from plangate.language.clauses import (
    opening_verbs,
    unknown_words,
)
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of
from plangate.language.paths import named_paths
from plangate.language.words.row_patterns import any_words
from plangate.language.words.stems import content_words


class Complexity(NamedTuple):
    """An estimate from 1 to 10 and what it is made of."""

    value: int
    parts: tuple[str, ...]


class Classified(NamedTuple):
    outcome: Intake
    reasons: tuple[Reason, ...]


def classify(
    goal: str,
    complexity: int,
    *,
    asks: bool,
    unsettled: Collection[str] = (),
    irreversible: Collection[str] = (),
    not_earned: str | None = None,
) -> Classified:
    """INT-1: the outcome, and the reason for it and against what was tried before it.

    `not_earned` says why the goal is not understood well enough for a go-ahead (INT-2).
    """
    if asks:
        return Classified("RequiresClarification", (Reason("INT-5", "the gate asks"),))
    reasons = [Reason("INT-5", "the gate does not ask")]
    if cue := exploratory_cue(goal):
        return Classified("OodaLoop", (*reasons, Reason("INT-3", f"the goal says “{cue}”")))
    reasons.append(Reason("INT-3", "the goal is not exploratory"))
    against = _against_immediate(goal, complexity, unsettled, irreversible) or not_earned
    if against is None:
        saw = f"complexity {complexity} of 10, nothing open, nothing irreversible"
        return Classified("ImmediateAction", (*reasons, Reason("INT-2", saw)))
    return Classified(
        "HierarchicalPlan", (*reasons, Reason("INT-2", against), Reason("INT-4", "what is left"))
    )


def _against_immediate(
    goal: str, complexity: int, unsettled: Collection[str], irreversible: Collection[str]
) -> str | None:
    if complexity > IMMEDIATE_AT_MOST:
        return f"complexity {complexity} of 10 is more than {IMMEDIATE_AT_MOST}"
    if unsettled:
        return f"open: {', '.join(sorted(unsettled))}"
    if irreversible:
        return f"irreversible: {', '.join(sorted(irreversible))}"
    if cues := _deeds_for_good(goal):
        return f"the goal says “{cues[0].saw}” ({cues[0].kind})"
    if not is_understood(goal):
        return "most words of the goal are known to nobody here, nor whether it can be undone"
    return None


def _deeds_for_good(goal: str) -> tuple[Cue, ...]:
    """What a goal does for good, by its words; a text that is only reworded does nothing."""
    kind = small_kind(goal)
    if kind == "wording":
        for quote in hear(goal).quotes:
            goal = goal.replace(quote, " ")
    return () if kind == "comment" else one_way_cues(goal)


def is_understood(goal: str) -> bool:
    """Whether the word nets read a goal: they are English and would pass “borrar todo” over."""
    heard = hear(goal)
    if any_words("trivial").search(goal.lower()) or small_kind(goal) is not None:
        return True
    if heard.language == "english" and (any(opening_verbs(goal)) or not _mostly_unknown(goal)):
        return True
    if heard.language == "unclear" and content_words(goal) and not unknown_words(goal):
        return True  # “50 tickets per page”: too short to tell, and every word is known
    return _REWORDED.search(goal) is not None and len(goal.split()) <= _FEW


def _mostly_unknown(goal: str) -> bool:
    """“Frobnicate the wibble”: it is put like English, and who reads it knows nothing."""
    return 2 * len(unknown_words(goal)) >= len(content_words(goal)) > 0


#: “README: reconects -> reconnects”: what is misspelt is known to nobody.
_REWORDED, _FEW = re.compile(r"\S\s*(?:->|→|=>)\s*\S"), 10


def estimate_complexity(goal: str, files_in_reach: int | None = None) -> Complexity:
    """ADQ-17: goal complexity from 1 to 10, from the goal, its paths and what was found.

    `files_in_reach` is how many files the investigation tied to the goal, None before one.
    """
    goal = goal_of(goal)
    text = goal.lower()
    clauses = len(listed_parts(text))
    hard = {match.group() for match in any_words("hard").finditer(text)}
    hard |= {verb.name for verb in opening_verbs(goal) if verb.kind == "secure"}
    deep = len(hard)
    paths = len(named_paths(goal))
    trivial = any_words("trivial").search(text) is not None
    parts = {
        "clauses": min(3, max(0, clauses - 1)),
        "hard matters": min(4, deep + (1 if deep else 0)),
        "breadth": 1 if any_words("broad").search(text) else 0,
        "paths": min(2, paths // 2),
        "length": 1 if len(text.split()) > 40 else 0,
        "files in reach": min(2, (files_in_reach or 0) // 8),
        "trivial matter": -2 if trivial else 0,
        "few words": -1 if len(text.split()) <= 4 and deep == 0 else 0,
    }
    value = max(1, min(10, 2 + sum(parts.values())))
    return Complexity(value, tuple(f"{name} {n:+d}" for name, n in parts.items() if n))


def with_readings(estimate: int, complexities: Iterable[float]) -> int:
    """A goal is at least as hard as the hardest reading that was taken of it (VOI-1's scale)."""
    return max([estimate, *(min(10, math.ceil(c * 10 - 1e-9)) for c in complexities)])
