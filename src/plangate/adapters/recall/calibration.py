"""How sure a memory makes: the share of a labelled set in which it still held.

The set (tests/adapters/recall_pairs.py) holds pairs of a decision and a later goal, each judged by
hand: would the same decision hold? Pairs are counted by what the decision is made for (once for a
workspace, or for each goal), whether the later goal is of the same workspace, and how alike the two
goals are. The confidence is the share that held, with one more of each kind to be careful with
small numbers; bands that break the order (more alike, less sure) are counted as one. So 0.75 means:
of a hundred such decisions seventy-five still hold. `scripts/calibrate.py` counts again, and a test
holds the table to the set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Scale = Literal["words", "meaning"]
Scope = Literal["workspace", "goal"]


class Case(NamedTuple):
    """What of a remembered decision decides how sure it makes."""

    scope: Scope
    here: bool
    band: int


#: Where the bands of likeness begin, after the first, which begins at nothing alike.
BANDS: Mapping[Scale, tuple[float, ...]] = {
    "words": (0.2, 0.5, 0.7),
    "meaning": (0.35, 0.6, 0.75),
}

#: A memory about a question whose words name one of its readings.
NAMED = 0.92

#: From this share on a decision of another workspace is worth telling; it decides nothing (ASM-4).
WORTH_TELLING = 0.2

#: ASK-16: nobody's word of another day is consent to what cannot be undone, nor to less security:
#: below the gate's 0.75.
MOST_FOR_ONE_WAY = 0.7

TABLE: Mapping[Scale, Mapping[Case, float]] = {
    "words": {
        Case("goal", False, 0): 0.03,  # of 11
        Case("goal", False, 1): 0.03,  # of 18
        Case("goal", False, 2): 0.29,  # of 26
        Case("goal", False, 3): 0.85,  # of 18
        Case("goal", True, 0): 0.16,  # of 11
        Case("goal", True, 1): 0.16,  # of 18
        Case("goal", True, 2): 0.57,  # of 26
        Case("goal", True, 3): 0.95,  # of 18
        Case("workspace", False, 0): 0.11,  # of 34
        Case("workspace", False, 1): 0.3,  # of 52
        Case("workspace", False, 2): 0.73,  # of 34
        Case("workspace", False, 3): 0.73,  # of 28
        Case("workspace", True, 0): 0.64,  # of 34
        Case("workspace", True, 1): 0.65,  # of 52
        Case("workspace", True, 2): 0.89,  # of 34
        Case("workspace", True, 3): 0.93,  # of 28
    },
    "meaning": {
        Case("goal", False, 0): 0.03,  # of 9
        Case("goal", False, 1): 0.03,  # of 28
        Case("goal", False, 2): 0.31,  # of 11
        Case("goal", False, 3): 0.78,  # of 25
        Case("goal", True, 0): 0.15,  # of 9
        Case("goal", True, 1): 0.15,  # of 28
        Case("goal", True, 2): 0.69,  # of 11
        Case("goal", True, 3): 0.93,  # of 25
        Case("workspace", False, 0): 0.14,  # of 42
        Case("workspace", False, 1): 0.38,  # of 53
        Case("workspace", False, 2): 0.71,  # of 26
        Case("workspace", False, 3): 0.72,  # of 27
        Case("workspace", True, 0): 0.68,  # of 42
        Case("workspace", True, 1): 0.69,  # of 53
        Case("workspace", True, 2): 0.82,  # of 26
        Case("workspace", True, 3): 0.93,  # of 27
    },
}


def band(likeness: float, scale: Scale) -> int:
    return sum(likeness >= bound for bound in BANDS[scale])


def held(scope: Scope, likeness: float, scale: Scale, *, here: bool) -> float:
    """How likely a decision made before holds for a goal this much alike."""
    return TABLE[scale][Case(scope, here, band(likeness, scale))]


def share(held_count: int, count: int) -> float:
    """The share that held, with one more of each kind; in hundredths."""
    return round((held_count + 1) / (count + 2), 2)
