"""UND-4: what a goal wants added and is there already is a decision: extend, replace, leave it."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import EXISTING_MOST, IS_THERE
from plangate.core.model.sighting import Existing
from plangate.core.understanding.open_matters import Open, reading

#: The id of the ambiguity that what is there already raises.
ALREADY_THERE = "already-there"


def _named(entry: Existing) -> str:
    return entry.what[:1].upper() + entry.what[1:]


def already_there(exists: Sequence[Existing]) -> Open | None:
    """UND-4: extend it, replace it or leave it, when what a goal wants added is there already."""
    found = [entry for entry in exists if entry.strength >= IS_THERE]
    if not found:
        return None
    best = found[0]
    where = best.locator.rpartition(":")[0] or best.locator
    readings = (
        reading("extend", f"Extend {best.what}", "it does more; its callers stay", 0.5, 0.3),
        reading("leave", "Use it as it is", "nothing is built; it is said where it is", 0.3, 0.1),
        reading(
            "replace",
            f"Replace {best.what}",
            "a new one is built; the old one goes and its callers move",
            0.2,
            0.6,
            "partial",
        ),
    )
    choice = "Extend it, replace it or use it as it is?"
    prompt = f"{_named(best)} seems to do this already ({best.locator}). {choice}"
    ambiguity = Ambiguity(
        ALREADY_THERE,
        readings,
        blocker_evidence=tuple(entry.locator for entry in found[:EXISTING_MOST]),
        prompt=prompt,
        reads=(where,),
        heard=best.what,
    )
    return Open("exists", ambiguity, tuple(f"{e.what} {e.locator}" for e in found[:EXISTING_MOST]))
