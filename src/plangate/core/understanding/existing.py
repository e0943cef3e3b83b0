"""UND-4: what a goal wants added and is there already is a decision: extend, replace, leave it."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.core.model.nouns import Ambiguity
from plangate.core.model.policy.understanding_numbers import EXISTING_MOST, IS_THERE
from plangate.core.model.sighting import Existing
from plangate.core.understanding.open_matters import Open, reading

#: The id of the ambiguity that what is there already raises.
ALREADY_THERE = "already-there"


def already_there(exists: Sequence[Existing]) -> Open | None:
    """UND-4: extend it, replace it or leave it, when what a goal wants added is there already."""
    found = [entry for entry in exists if entry.strength >= IS_THERE]
    if not found:
        return None
    best = found[0]
    where = best.locator.rpartition(":")[0] or best.locator
    readings = (
        reading("extend", f"Extend {best.what}", "what is there grows; its callers stay", 0.5, 0.3),
        reading("leave", "Leave it as it is", "nothing is built; it is said where it is", 0.3, 0.1),
        reading(
            "replace",
            f"Replace {best.what}",
            "what is there goes; its callers move",
            0.2,
            0.6,
            "partial",
        ),
    )
    prompt = f"{best.what} is there already ({best.locator}). Extend it, replace it or leave it?"
    ambiguity = Ambiguity(
        ALREADY_THERE,
        readings,
        blocker_evidence=tuple(entry.locator for entry in found[:EXISTING_MOST]),
        prompt=prompt,
        reads=(where,),
        heard=best.what,
    )
    return Open("exists", ambiguity, tuple(f"{e.what} {e.locator}" for e in found[:EXISTING_MOST]))
