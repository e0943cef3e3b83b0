"""Beliefs over readings, moved by evidence (INV-6).

Evidence that supports a reading with confidence c says: had all n readings been equally likely,
this one would now have probability c. Its likelihood ratio is therefore c ÷ ((1 − c) ÷ (n − 1));
evidence too weak to speak for its reading (a ratio below 1) speaks for none. Independent pieces
multiply; the same content seen twice counts once; the order of arrival does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from plangate.core.model import Ambiguity, Evidence

_STRONGEST = 0.99

#: However much speaks for one reading, another keeps a probability that is not nothing.
_SUREST = 1e30


def believed(ambiguity: Ambiguity, evidence: Iterable[Evidence]) -> Ambiguity:
    """The ambiguity with its priors moved by what was found."""
    readings = ambiguity.interpretations
    if len(readings) < 2:
        return ambiguity
    weights = {reading.id: reading.prior for reading in readings}
    strongest: dict[tuple[str, str], float] = {}
    for entry in evidence:
        if entry.ambiguity == ambiguity.id and entry.supports in weights:
            piece = (str(entry.supports), entry.digest or entry.locator or entry.id)
            strongest[piece] = max(strongest.get(piece, 0.0), entry.confidence)
    if not strongest:
        return ambiguity
    for (supported, _), confidence in sorted(strongest.items()):
        sure = min(confidence, _STRONGEST)
        ratio = max(1.0, sure * (len(readings) - 1) / (1.0 - sure))
        weights[supported] = min(weights[supported] * ratio, _SUREST)
    total = fsum(weights.values())
    return ambiguity._replace(
        interpretations=tuple(r._replace(prior=weights[r.id] / total) for r in readings)
    )
