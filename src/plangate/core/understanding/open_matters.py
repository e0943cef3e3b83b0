"""A decision a goal leaves open, as every finder of one hands it on."""

from __future__ import annotations

from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity, Interpretation, Reversibility


class Open(NamedTuple):
    """A decision the goal leaves open, as the gate takes it, and what shows that it is open."""

    kind: str
    ambiguity: Ambiguity
    quotes: tuple[str, ...] = ()


def reading(
    name: str,
    label: str,
    then: str,
    prior: float,
    effort: float,
    undo: Reversibility = "reversible",
) -> Interpretation:
    """An interpretation that names nothing it alone decides."""
    return Interpretation(name, label, then, prior, effort, undo, touches=())
