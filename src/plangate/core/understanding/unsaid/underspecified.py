"""How much an issue leaves open to whoever is to resolve it (UND-6), as one number.

Its writer wonders more than they say what is right, shows neither code nor output, does not say
what was expected, and names little of the program: each makes it likelier that two people who
resolve it do different things. None alone tells much.
"""

from __future__ import annotations

from math import log

from plangate.core.model.policy.understanding_numbers import (
    OPEN_BY_A_NAME,
    OPEN_BY_EXPECTATION,
    OPEN_BY_NOTHING_SHOWN,
)
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.issues.requirements import wondering


def underspecified(goal: str) -> float:
    """How much an issue leaves open: the higher, the more; 0 is an issue that says half of it."""
    issue = read_issue(goal)
    _, wonders = wondering(goal)
    nothing_shown = OPEN_BY_NOTHING_SHOWN * (not issue.shown)
    expected = OPEN_BY_EXPECTATION * bool(issue.of("expected"))
    names = OPEN_BY_A_NAME * log(1 + len(hear(issue.said or goal).identifiers))
    return wonders + nothing_shown - expected - names
