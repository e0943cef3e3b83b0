"""Frozen: policy.py of edition 1, for replaying old logs only (REC-2).

Every number the core compares against, in one frozen value.

A session records its policy when it begins, and every gate decision the policy's version (VOI-6),
so that a later change of a default never changes what an old log proves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plangate.core.model.digests import sha256

#: Two numbers closer than this count as equal wherever the gate compares (VOI-5).
TOLERANCE = 1e-9

#: VOI-1: what a path costs is its complexity times this.
MULTIPLIERS: Mapping[str, float] = {"reversible": 1.0, "partial": 3.0, "irreversible": 10.0}


class Policy(NamedTuple):
    """The gate's rules as numbers and switches (sections 3 and 4)."""

    profile: str = "default"
    estimator: str = "regret"
    evpi_question_threshold: float = 0.15
    min_prior: float = 0.15
    min_divergence: float = 0.2
    evidence_threshold: float = 0.75
    strict_blockers: bool = False
    blockers_need_evpi: bool = False
    always_ask_one_way: bool = False

    @property
    def version(self) -> str:
        """Names this policy by its content: two policies share a version when they are equal."""
        # Lazy: who only decides and records nothing needs no name for its policy.
        import json  # noqa: PLC0415

        text = json.dumps(self._asdict(), sort_keys=True)
        return sha256(text)[:12]


#: VOI-5: above this much recent interruption the threshold is multiplied.
INTERRUPTED = 0.8
INTERRUPTED_FACTOR = 1.5


def at_least(value: float, bound: float) -> bool:
    """`value ≥ bound`, with the tolerance every rule of sections 3, 4 and 8 shares."""
    return value >= bound - TOLERANCE


def more_than(value: float, bound: float) -> bool:
    """`value > bound`, with the same tolerance."""
    return value > bound + TOLERANCE
