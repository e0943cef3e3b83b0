"""Outcomes teach: what people confirmed and overturned moves the priors used next time (ASM-4).

Per workspace and dimension, a reading's prior is a Dirichlet mean: the catalog's prior weighs as
much as `STRENGTH` outcomes, each confirmation adds one to its reading, and each overturned entry
one to the readings it was not, shared by their priors.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.core.model.policy.gate_numbers import STRENGTH
from plangate.core.model.records import Fields


class Taught(NamedTuple):
    """One outcome: a reading of a dimension that a person confirmed or overturned."""

    ambiguity: str
    interpretation: str
    confirmed: bool


def outcomes(entries: Iterable[Fields]) -> list[Taught]:
    """What ledger entries teach: what holds because a person said so, and what a person overturned
    and did not take back, per session and dimension."""
    ledgers: dict[tuple[str, str], list[Fields]] = {}
    for entry in entries:
        if entry["ambiguity"] and entry["interpretation"]:
            ledgers.setdefault((entry["session"], entry["ambiguity"]), []).append(entry)
    taught: list[Taught] = []
    for (_, ambiguity), ledger in sorted(ledgers.items()):
        holds = {entry["interpretation"] for entry in ledger if entry["status"] != "wrong"}
        said = {entry["interpretation"] for entry in ledger if entry["status"] == "confirmed"}
        wrong = {entry["interpretation"] for entry in ledger if entry["status"] == "wrong"}
        taught += [Taught(ambiguity, name, True) for name in sorted(said)]
        taught += [Taught(ambiguity, name, False) for name in sorted(wrong - holds)]
    return taught


def learned(ambiguity: Ambiguity, taught: Iterable[Taught]) -> Ambiguity:
    """The ambiguity with the priors its history taught, and a line that says how they moved."""
    readings = ambiguity.interpretations
    known = {reading.id for reading in readings}
    mine = [o for o in taught if o.ambiguity == ambiguity.id and o.interpretation in known]
    if not mine or len(readings) < 2:
        return ambiguity
    total = fsum(reading.prior for reading in readings)
    weights = {reading.id: STRENGTH * reading.prior / total for reading in readings}
    for outcome in mine:
        if outcome.confirmed:
            weights[outcome.interpretation] += 1.0
        else:
            others = [r for r in readings if r.id != outcome.interpretation]
            share = fsum(r.prior for r in others)
            for reading in others:
                weights[reading.id] += reading.prior / share
    whole = fsum(weights.values())
    moved = tuple(r._replace(prior=weights[r.id] / whole) for r in readings)
    return ambiguity._replace(interpretations=moved, learned=_told(ambiguity, moved, mine))


def _told(ambiguity: Ambiguity, moved: tuple[Interpretation, ...], mine: list[Taught]) -> str:
    """How far the likeliest reading's prior moved, and on how many outcomes."""
    top = max(moved, key=lambda reading: reading.prior)
    before = ambiguity.reading(top.id).prior
    about = [o for o in mine if o.interpretation == top.id]
    confirmed = sum(o.confirmed for o in about)
    return (
        f"{top.id}: prior {before:.2f} → {top.prior:.2f}, {confirmed} confirmed, "
        f"{len(about) - confirmed} overturned"
    )
