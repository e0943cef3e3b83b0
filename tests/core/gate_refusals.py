"""Gate documents that edition 2 refuses, and a plain reading of why (CONTRACTS, ERR-1).

Why: the oracle speaks about valid documents only. `refusal` knows what edition 2 adds to a valid
document: priors of 0, sums of 0.9 to 1.1, labels told twice, groups, quotas of two forms, settles
and rules_out. Types, ranges and unknown fields are the business of the reader's own tests. It must
never import plangate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.core.gate_documents import Json, ambiguity, document, loud, quiet, reading
from tests.core.gate_oracle import TOLERANCE, exact, squeezed

OLD_QUOTA = ("used", "open_in_workspace")


class Refused(NamedTuple):
    name: str
    document: Json
    field: str
    """What the message has to name."""
    follows_from: str


def sum_refused(readings: Sequence[Json]) -> str | None:
    # CONTRACTS: "Priors are in [0, 1], at least one positive; a sum of 0.9 to 1.1 is renormalised
    # with a note, anything else refused".
    total = sum(exact(r["prior"]) for r in readings)
    low, high = exact(0.9) - TOLERANCE, exact(1.1) + TOLERANCE
    within = all(0 <= r["prior"] <= 1 for r in readings) and low <= total <= high
    return None if within else "prior"


def label_refused(readings: Sequence[Json]) -> str | None:
    # VOI-2: "Readings with the same label are one: priors added, refused when their other fields
    # differ".
    def rest(one: Json) -> Json:
        plain = {k: v for k, v in one.items() if k not in ("id", "label", "prior")}
        return {**plain, "touches": set(one.get("touches", []))}

    for one in readings:
        for other in readings:
            if squeezed(one["label"]) == squeezed(other["label"]) and rest(one) != rest(other):
                return "label"
    return None


def groups_refused(given: Json) -> str | None:
    # VOI-7: "`groups`: a partition of the interpretation ids, e.g. yes/no; refused otherwise".
    if "groups" not in given:
        return None
    groups = given["groups"]
    names = sorted(r["id"] for r in given["interpretations"])
    return None if all(groups) and sorted(n for g in groups for n in g) == names else "groups"


def quota_refused(quota: Mapping[str, Any]) -> str | None:
    # CONTRACTS: "any boolean makes it old"; "mixed is refused".
    counts = {k: v for k, v in quota.items() if k != "attempts"}
    if not any(isinstance(v, bool) for v in counts.values()):
        return "quota" if "used" in counts else None
    old = all(isinstance(v, bool) and k in OLD_QUOTA for k, v in counts.items())
    return None if old else "quota"


def reached(given: Json) -> set[str]:
    return {
        name
        for r in given["interpretations"]
        for name in (*r.get("settles", {}), *r.get("rules_out", []))
    }


def spreading_refused(ambiguities: Sequence[Json]) -> str | None:
    # GATE-17: "Both are checked for cycles and contradictions when loaded".
    names = {a["id"]: {r["id"] for r in a["interpretations"]} for a in ambiguities}
    for given in ambiguities:
        for one in given["interpretations"]:
            settles, ruled = one.get("settles", {}), one.get("rules_out", [])
            if any(named not in names.get(about, ()) for about, named in settles.items()):
                return "settles"
            if any(about not in names for about in ruled) or set(settles) & set(ruled):
                return "rules_out"
    edges = {a["id"]: reached(a) for a in ambiguities}
    while edges:
        free = [name for name, to in edges.items() if not to & set(edges)]
        if not free:
            return "settles"
        edges = {name: to for name, to in edges.items() if name not in free}
    return None


def refusal(given: Json) -> str | None:
    """The field a refusal names, or None for a document that is valid in what edition 2 adds."""
    for each in given["ambiguities"]:
        readings = each["interpretations"]
        found = sum_refused(readings) or label_refused(readings) or groups_refused(each)
        if found is not None:
            return found
    return quota_refused(given.get("quota", {})) or spreading_refused(given["ambiguities"])


def settling(name: str, **more: Any) -> Json:
    return ambiguity(reading("a", 0.6, **more), reading("b", 0.4), name=name)


REFUSED: tuple[Refused, ...] = (
    Refused(
        "a sum of 0.89",
        document(ambiguity(reading("a", 0.5), reading("b", 0.39))),
        "prior",
        "CONTRACTS: 0.9 to 1.1, anything else refused",
    ),
    Refused(
        "a sum of 1.11",
        document(ambiguity(reading("a", 0.7), reading("b", 0.41))),
        "prior",
        "CONTRACTS: 0.9 to 1.1, anything else refused",
    ),
    Refused(
        "no positive prior",
        document(ambiguity(reading("a", 0), reading("b", 0))),
        "prior",
        "CONTRACTS: at least one positive",
    ),
    Refused(
        "a prior above 1",
        document(ambiguity(reading("a", 1.05), reading("b", 0))),
        "prior",
        "CONTRACTS: priors are in [0, 1]",
    ),
    Refused(
        "one label, two meanings",
        document(
            ambiguity(
                reading("a", 0.6, label="Soft delete"), reading("b", 0.4, label="soft DELETE ")
            )
        ),
        "label",
        "VOI-2: refused when their other fields differ (consequence and touches do)",
    ),
    Refused(
        "groups that leave a reading out",
        document(loud(groups=[["a"]])),
        "groups",
        "VOI-7: a partition of the interpretation ids",
    ),
    Refused(
        "groups that hold a reading twice",
        document(loud(groups=[["a", "b"], ["b"]])),
        "groups",
        "VOI-7: a partition of the interpretation ids",
    ),
    Refused(
        "groups with an empty one",
        document(loud(groups=[["a", "b"], []])),
        "groups",
        "VOI-7: a partition has no empty part",
    ),
    Refused(
        "groups with a stranger",
        document(loud(groups=[["a", "b"], ["c"]])),
        "groups",
        "VOI-7: of the interpretation ids",
    ),
    Refused(
        "a quota of both forms",
        document(loud(), quota={"used": True, "asked": 1}),
        "quota",
        "CONTRACTS: mixed is refused",
    ),
    Refused(
        "a quota with a boolean beside a count",
        document(loud(), quota={"used": False, "open_in_workspace": 2}),
        "quota",
        "CONTRACTS: mixed is refused",
    ),
    Refused(
        "settling an ambiguity nobody knows",
        document(settling("p", settles={"z": "a"})),
        "settles",
        "GATE-17: {ambiguity: interpretation}",
    ),
    Refused(
        "settling to a reading nobody knows",
        document(settling("p", settles={"q": "z"}), quiet("q")),
        "settles",
        "GATE-17: {ambiguity: interpretation}",
    ),
    Refused(
        "settling itself",
        document(settling("p", settles={"p": "b"})),
        "settles",
        "GATE-17: checked for cycles when loaded",
    ),
    Refused(
        "settling in a circle",
        document(settling("p", settles={"q": "b"}), settling("q", rules_out=["p"])),
        "settles",
        "GATE-17: checked for cycles when loaded",
    ),
    Refused(
        "ruling out what it settles",
        document(settling("p", settles={"q": "b"}, rules_out=["q"]), quiet("q")),
        "rules_out",
        "GATE-17: checked for contradictions when loaded",
    ),
)
