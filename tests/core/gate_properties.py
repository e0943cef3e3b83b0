"""What must hold of any gate, whatever it decides: GATE-20 and the doubts that never silence.

Why: an oracle finds where two readings of the text differ, these find where a reading is unsafe.
Each property takes a document and a gate (a function from a document to its decisions, at least
`ambiguity`, `action` and `interpretation`) and returns one sentence per breach, none when it holds.
Nothing here imports plangate.

Two properties need a condition, by VOI-2's own arithmetic (docs/decisions/0017, "what the
properties need"): splitting a reading and flatter beliefs are judged under the regret estimator,
and only while the act-on reading stays the same; flatter means that every other reading is at
least as probable as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tests.core.gate_oracle import (
    TAKING,
    Words,
    cannot_be_undone,
    notes_shared,
    policy_in_force,
    survivors,
    worths_of,
)

Json = dict[str, Any]
Gate = Callable[[Json], Sequence[Mapping[str, Any]]]

ASKING = ("ask", "wait", "investigate")
ASSUMING = ("assume", "defer")


def by_name(decisions: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {d["ambiguity"]: d for d in decisions}


def silenced(document: Json, changed: Json, gate: Gate, why: str) -> list[str]:
    """The ambiguities that asked before the change and are assumed after it."""
    before, after = by_name(gate(document)), by_name(gate(changed))
    return [
        f"{name}: {before[name]['action']} became {now['action']} by {now.get('rule')}: {why}"
        for name, now in after.items()
        if before[name]["action"] in ASKING and now["action"] in ASSUMING
    ]


# What holds of one document's decisions


def takes_nothing_irreversible(
    document: Json, decisions: Sequence[Mapping[str, Any]], words: Words
) -> list[str]:
    """GATE-20: no rule takes an irreversible reading while the others are plausible."""
    found = by_name(decisions)
    breaches = []
    for worth in worths_of(document, words):
        decision = found[worth.ambiguity["id"]]
        for reading in worth.readings:
            taken = reading["id"] == decision["interpretation"]
            if taken and cannot_be_undone(reading, words) and worth.others_plausible(reading):
                others = float(worth.others_than(reading))
                breaches.append(
                    f"{decision['ambiguity']}: {decision.get('rule')} takes {reading['id']}, "
                    f"which cannot be undone, while the others have {others:.3f}"
                )
    return breaches


def is_well_formed(document: Json, decisions: Sequence[Mapping[str, Any]]) -> list[str]:
    """One decision each, at most one asks (GATE-16), a reading where one is taken (GATE-10)."""
    names = [a["id"] for a in document["ambiguities"]]
    breaches = []
    if [d["ambiguity"] for d in decisions] != names:
        breaches.append("not one decision for each ambiguity, in given order")
    if sum(d["action"] == "ask" for d in decisions) > 1:
        breaches.append("more than one asks")
    for ambiguity, decision in zip(document["ambiguities"], decisions, strict=True):
        stands_for = survivors(ambiguity["interpretations"])
        possible = {
            stands_for[r["id"]] for r in ambiguity["interpretations"] if float(r["prior"]) > 0
        }
        taken = decision["interpretation"]
        # What another reading rules out (GATE-17) takes none.
        takes = decision["action"] in TAKING and decision.get("rule") != "GATE-17"
        if (takes and taken is None) or (decision["action"] not in TAKING and taken is not None):
            breaches.append(f"{ambiguity['id']}: {decision['action']} with reading {taken}")
        if taken is not None and stands_for.get(taken) not in possible:
            breaches.append(f"{ambiguity['id']}: {taken} has prior 0 or is no reading")
    return breaches


# The given order


def reordered(document: Json, rng: Random) -> Json:
    changed = deepcopy(document)
    rng.shuffle(changed["ambiguities"])
    rng.shuffle(changed.get("evidence", []))
    for ambiguity in changed["ambiguities"]:
        rng.shuffle(ambiguity["interpretations"])
        for listed in (ambiguity.get("groups", []), *ambiguity.get("groups", [])):
            rng.shuffle(listed)
        for reading in ambiguity["interpretations"]:
            rng.shuffle(reading.get("touches", []))
    return changed


def order_tells_nothing(document: Json, gate: Gate, rng: Random) -> list[str]:
    """GATE-10, GATE-16: nothing is decided by the given order."""
    before, after = by_name(gate(document)), by_name(gate(reordered(document, rng)))
    seen = ("action", "rule", "interpretation")
    return [
        f"{name}: {[was.get(f) for f in seen]} became {[after[name].get(f) for f in seen]}"
        for name, was in before.items()
        if any(was.get(f) != after[name].get(f) for f in seen)
    ]


# One reading told as two


def split(document: Json, rng: Random) -> tuple[Json, str, str]:
    """One reading told as two, apart in label only; also the two ids."""
    changed = deepcopy(document)
    ambiguity = rng.choice(changed["ambiguities"])
    told = rng.choice(ambiguity["interpretations"])
    part = {**deepcopy(told), "id": f"{told['id']}-too", "label": f"{told['label']}, as well"}
    part["prior"] = round(told["prior"] * rng.choice((0.1, 0.3, 0.5)), 10)
    told["prior"] = round(told["prior"] - part["prior"], 10)
    ambiguity["interpretations"].append(part)
    for group in ambiguity.get("groups", []):
        if told["id"] in group:
            group.append(part["id"])
    return changed, told["id"], part["id"]


def acted_on(document: Json, words: Words) -> dict[str, str]:
    return {w.ambiguity["id"]: w.act_on["id"] for w in worths_of(document, words)}


def weighs_by_regret(document: Json) -> bool:
    return bool(policy_in_force(document)["estimator"] == "regret")


def splitting_never_silences(document: Json, gate: Gate, rng: Random, words: Words) -> list[str]:
    """Telling one reading as two never turns asking into assuming."""
    changed, whole, part = split(document, rng)
    before, after = acted_on(document, words), acted_on(changed, words)
    stays = all(after[n] in (before[n], part) for n in before)
    if not weighs_by_regret(document) or not stays:
        return []
    return silenced(document, changed, gate, f"{whole} was split")


# Perhaps none fits


def with_more_none_fits(document: Json, rng: Random) -> Json:
    changed = deepcopy(document)
    for ambiguity in changed["ambiguities"]:
        now = ambiguity.get("none_fits", 0)
        ambiguity["none_fits"] = max(now, rng.choice((0.01, 0.1, 0.3, 0.7, 1)))
    return changed


def none_fits_never_silences(document: Json, gate: Gate, rng: Random) -> list[str]:
    """VOI-7: saying that none may fit never turns asking into assuming."""
    return silenced(document, with_more_none_fits(document, rng), gate, "none_fits was raised")


# Flatter beliefs


def flatter(document: Json, rng: Random, words: Words) -> Json:
    """Every act-on reading gives some of its prior to the others."""
    changed = deepcopy(document)
    acting = acted_on(document, words)
    for ambiguity in changed["ambiguities"]:
        readings = ambiguity["interpretations"]
        stands_for = survivors(readings)
        name = acting[ambiguity["id"]]
        others = [r for r in readings if stands_for[r["id"]] != name]
        giver = next(r for r in readings if r["id"] == name)
        moved = round(giver["prior"] * rng.choice((0.02, 0.1, 0.3)), 10) if others else 0
        giver["prior"] = round(giver["prior"] - moved, 10)
        for other in others[1:]:
            given = round(moved * rng.random(), 10)
            other["prior"] = round(other["prior"] + given, 10)
            moved = round(moved - given, 10)
        if others:
            others[0]["prior"] = round(others[0]["prior"] + moved, 10)
    return changed


def flatter_beliefs_never_silence(
    document: Json, gate: Gate, rng: Random, words: Words
) -> list[str]:
    """More doubt asks no less, while the act-on reading stays the same."""
    changed = flatter(document, rng, words)
    if not weighs_by_regret(document) or acted_on(changed, words) != acted_on(document, words):
        return []
    return silenced(document, changed, gate, "beliefs are flatter")


# What all readings share


def with_shared_touches(document: Json, rng: Random) -> Json:
    changed = deepcopy(document)
    shared = [f"shared/{n}.py" for n in range(rng.choice((1, 2, 4, 12)))]
    for ambiguity in changed["ambiguities"]:
        for reading in ambiguity["interpretations"]:
            reading["touches"] = [*reading.get("touches", []), *shared]
    return changed


def shared_touches_take_nothing_irreversible(
    document: Json, gate: Gate, rng: Random, words: Words
) -> list[str]:
    """Adding what all readings share never takes an irreversible reading."""
    changed = with_shared_touches(document, rng)
    return takes_nothing_irreversible(changed, gate(changed), words)


def shared_touches_are_noted(
    document: Json, noted: Callable[[Json], Iterable[str]], rng: Random
) -> list[str]:
    """VOI-2: over half of a list shared by all readings carries a note, and less does not.

    `noted` gives the ids of the ambiguities about which a document's report carries that note.
    """
    breaches = []
    for given in (document, with_shared_touches(document, rng)):
        found = set(noted(given))
        for ambiguity in given["ambiguities"]:
            if notes_shared(ambiguity) != (ambiguity["id"] in found):
                breaches.append(
                    f"{ambiguity['id']}: shared {notes_shared(ambiguity)}, not so noted"
                )
    return breaches


def breaches_of(document: Json, gate: Gate, rng: Random, words: Words) -> list[str]:
    """Every property above but the note, over one document."""
    decisions = gate(document)
    return [
        *is_well_formed(document, decisions),
        *takes_nothing_irreversible(document, decisions, words),
        *order_tells_nothing(document, gate, rng),
        *splitting_never_silences(document, gate, rng, words),
        *none_fits_never_silences(document, gate, rng),
        *flatter_beliefs_never_silence(document, gate, rng, words),
        *shared_touches_take_nothing_irreversible(document, gate, rng, words),
    ]
