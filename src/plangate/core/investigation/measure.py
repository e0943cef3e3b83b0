"""How much is still open, as numbers that are computed and never reported (INV-6).

Uncertainty is entropy weighted by stakes: for every open ambiguity the bits that are missing, times
what the most costly of its readings costs. Confidence is how likely the likeliest reading of the
most doubtful open ambiguity is; with nothing open it is 1.0. Both are kept and compared in whole
hundredths, so that what is shown is what was compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log2

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.gate_numbers import MULTIPLIERS


def stakes(ambiguity: Ambiguity) -> float:
    """What the most costly reading costs (VOI-1): a doubt about dear things weighs more."""
    return max(r.complexity * MULTIPLIERS[r.reversibility] for r in ambiguity.interpretations)


def _beliefs(ambiguity: Ambiguity) -> list[float]:
    """How likely each reading is, what nobody has thought of aside (VOI-7)."""
    return [(1.0 - ambiguity.none_fits) * reading.prior for reading in ambiguity.interpretations]


def entropy(ambiguity: Ambiguity) -> float:
    """The bits an answer would bring, from the beliefs as they are."""
    beliefs = [*_beliefs(ambiguity), ambiguity.none_fits]
    return -fsum(p * log2(p) for p in beliefs if p > 0.0)


def uncertainty(still_open: Sequence[Ambiguity]) -> int:
    """What is open, in hundredths of a bit times a unit of cost."""
    return round(100 * fsum(stakes(a) * entropy(a) for a in still_open))


def confidence(still_open: Sequence[Ambiguity]) -> int:
    """How sure the least sure of what is open is, in hundredths."""
    surest = (max(_beliefs(a)) for a in still_open)
    return round(100 * min(surest, default=1.0))


def reduction(before: int, after: int) -> int:
    """How much of the uncertainty is gone, in whole percent; negative when there is more."""
    return 0 if before == 0 else (before - after) * 100 // before
