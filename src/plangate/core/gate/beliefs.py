"""Beliefs over readings, moved by evidence (INV-6).

Evidence that supports a reading with confidence c says: had all n readings been equally likely,
this one would now have probability c. Its likelihood ratio is therefore c ÷ ((1 − c) ÷ (n − 1));
evidence too weak to speak for its reading (a ratio below 1) speaks for none. Independent pieces
multiply; the same content seen twice counts once; the order of arrival does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from plangate.core.model.nouns import Ambiguity, Evidence
from plangate.core.model.policy.gate_numbers import BELIEFS_STRONGEST, BELIEFS_SUREST

#: What independent ways of looking support together (INV-5): made of pieces that count already.
TRIANGULATED = "triangulated"


def believed(ambiguity: Ambiguity, evidence: Iterable[Evidence]) -> Ambiguity:
    """The ambiguity with its priors moved by what was found."""
    readings = ambiguity.interpretations
    if len(readings) < 2:
        return ambiguity
    weights = {reading.id: reading.prior for reading in readings}
    strongest: dict[tuple[str, str], float] = {}
    for entry in evidence:
        if entry.ambiguity != ambiguity.id or entry.supports not in weights:
            continue
        if entry.kind != TRIANGULATED:
            place = piece(entry)
            strongest[place] = max(strongest.get(place, 0.0), entry.confidence)
    if not strongest:
        return ambiguity
    for (supported, _), confidence in sorted(strongest.items()):
        moved = weights[supported] * weight(confidence, len(readings))
        weights[supported] = min(moved, BELIEFS_SUREST)
    total = fsum(weights.values())
    return ambiguity._replace(
        interpretations=tuple(r._replace(prior=weights[r.id] / total) for r in readings)
    )


def piece(entry: Evidence) -> tuple[str, str]:
    """What makes two entries the same piece: the reading, and the content or place behind it."""
    return str(entry.supports), entry.digest or entry.locator or entry.id


def weight(confidence: float, readings: int) -> float:
    """The likelihood ratio of a piece of evidence among so many readings."""
    sure = min(confidence, BELIEFS_STRONGEST)
    return max(1.0, sure * (readings - 1) / (1.0 - sure))


def support_after(ratio: float, readings: int) -> float:
    """The confidence a likelihood ratio amounts to: `weight` the other way round."""
    return ratio / (ratio + readings - 1)
