"""Intake: every goal gets exactly one of four outcomes, with its reasons (section 2).

The order is INT-1's: a question first, then a loop, then immediate action, else a plan.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from plangate.core.model.nouns import Intake, Reason
from plangate.core.model.policy.understanding_numbers import IMMEDIATE_AT_MOST, SPEC_FROM
from plangate.core.words.one_way import one_way_cues
from plangate.language.clause_patterns import COULD_WE, listed_parts
from plangate.language.clauses import (
    Clause,
    opening_verbs,
    parsed_opening,
    unknown_words,
    without_lead,
)
from plangate.language.cutting import sentences
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import goal_of
from plangate.language.issues.requirements import requirements
from plangate.language.paths import named_paths
from plangate.language.words.row_patterns import any_words
from plangate.language.words.stems import content_words
from plangate.language.words.vocabulary import LOOKING, verb_of


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
    if cues := one_way_cues(goal):
        return f"the goal says “{cues[0].saw}” ({cues[0].kind})"
    if not is_understood(goal):
        return "no word of the goal is known here: nobody can say that it can be undone"
    return None


def is_understood(goal: str) -> bool:
    """Whether the word nets read a goal: they are English and would pass “borrar todo” over."""
    heard = hear(goal)
    if heard.language == "english" or any_words("trivial").search(goal.lower()):
        return True
    if heard.language == "unclear" and content_words(goal) and not unknown_words(goal):
        return True  # “50 tickets per page”: too short to tell, and every word is known
    return _REWORDED.search(goal) is not None and len(goal.split()) <= _FEW


#: “README: reconects -> reconnects”: what is misspelt is known to nobody.
_REWORDED, _FEW = re.compile(r"\S\s*(?:->|→|=>)\s*\S"), 10


#: Who begins with one of these has nothing definite to build yet.
_LOOSE = LOOKING - {"document"} | {"fix", "tune"}


def exploratory_cue(goal: str) -> str | None:
    """INT-3: the words that make a goal exploratory, None when it builds something definite.

    “Add a page about flaky tests” builds; “fix the flaky test” explores: a goal that opens with a
    building verb is exploratory only when it goes on to ask why.
    """
    if len(requirements(goal)) >= SPEC_FROM:
        return None  # who lists what must hold knows what is to be built
    wanted = [clause for clause in hear(goal_of(goal)).clauses if not clause.background]
    lone = (one for one in sentences(goal_of(goal)) if " " not in one)  # “Investigate.”
    flat = " ".join(". ".join((*(clause.text for clause in wanted), *lone)).split())
    text = flat.lower()
    found = next(
        (m for m in any_words("exploratory").finditer(text) if not _is_a_name(flat, m)), None
    )
    if found is None:
        asked = None if any(map(_is_definite, wanted)) else any_words("asks_how_it_is").search(text)
        return asked.group() if asked else None
    for at, clause in enumerate(wanted):
        if without_lead(clause.text).lower().startswith(found.group()):
            how = "why" not in found.group() and any(map(_is_definite, wanted[:at]))
            return None if how else found.group()
    verb = verb_of(parsed_opening(flat))
    builds = verb is not None and verb.kind not in _LOOSE and "indefinite" not in verb.lists
    if builds and not found.group().startswith(("why", "find", "figure", "work")):
        return None
    return found.group()


def _is_definite(clause: Clause) -> bool:
    """“Could we have X? Work out where it goes”: X is wanted, and how is part of the work."""
    verb = verb_of(clause.verb) if clause.verb else None
    if verb is None or verb.kind in _LOOSE:
        return False
    plain = not verb.may_be_noun and "indefinite" not in verb.lists
    return plain or clause.obliges or COULD_WE.match(clause.text) is not None


def _is_a_name(goal: str, found: re.Match[str]) -> bool:
    """“the Explore tab”: a capital in the middle of a sentence that is not all capitals."""
    before = goal[: found.start()].rstrip("\"'“‘([ ")
    first, rest = goal[found.start() : found.start() + 1], goal[found.start() + 1 : found.end()]
    return bool(before) and before[-1] not in ".!?:;-" and first.isupper() and rest.islower()


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
