"""UND-8: the chance that a plan begins at the right place and that none of its decisions falls.

What people and STOP-1 see; settledness (INV-6) drives the loop and is never shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log, pow, prod
from types import MappingProxyType

from plangate.core.model.nouns import Assumption
from plangate.core.model.policy.understanding_numbers import (
    CONFIDENCE_FIRST,
    CONFIDENCE_IN_FULL,
    CONFIDENCE_LIFT,
)
from plangate.core.model.sighting import Place

#: UND-8: the most there is without evidence, while anything is assumed, and for a skeleton (UND-9).
WITHOUT_EVIDENCE, WHILE_ASSUMED, SKELETON = 0.5, 0.95, 0.69
#: INT-10: from where on a plan is delivered and labelled, and from where on recommended.
LABELLED_FROM, RECOMMENDED_FROM = 0.7, 0.8
#: How often a decision nobody confirmed stands, by what was said of it when it was taken.
STANDS = {"high": 0.95, "medium": 0.85, "low": 0.7}
#: Where there are hundreds of files a strength is the chance itself (benchmarks/README.md).
_SMALL, _LARGE, _MOST = 30, 400, 0.95


def confidence_of(
    grasp: float,
    places: Sequence[Place],
    named: Collection[str],
    entries: Sequence[Assumption],
    *,
    files: int,
    has_evidence: bool,
    is_skeleton: bool = False,
    stands: Mapping[str | None, float] = MappingProxyType({}),
) -> float:
    """The confidence in a plan; `named` are the files its tasks name, empty for none, and `files`
    how many there are; `stands` is how surely an entry stands, where more is known of it than what
    was said when it was taken."""
    place = place_confidence([p for p in places if p.path in named] if named else places, files)
    assumed = [entry for entry in entries if _is_assumed(entry)]
    caps = [grasp, place * none_falls(assumed, stands)]
    caps += [] if has_evidence else [WITHOUT_EVIDENCE]
    caps += [WHILE_ASSUMED] if assumed else []
    caps += [SKELETON] if is_skeleton else []
    return round(min(caps), 2)


def place_confidence(places: Sequence[Place], files: int) -> float:
    """The chance that one of the first places is right, fitted to commits (benchmarks/README)."""
    first = [place.strength for place in places[:CONFIDENCE_FIRST]]
    if not first:
        return 0.0
    found = 1 - prod(1 - strength for strength in first)
    in_small = found if len(first) == 1 else CONFIDENCE_LIFT + (1 - CONFIDENCE_LIFT) * found
    size = log(max(files, _SMALL) / _SMALL) / log(_LARGE / _SMALL)
    large = min(1.0, size)
    return round(min(_MOST, (1 - large) * in_small + large * found), 2)


def none_falls(
    entries: Sequence[Assumption], stands: Mapping[str | None, float] = MappingProxyType({})
) -> float:
    """The chance that none of these decisions is overturned.

    The weakest count in full and each further one half as much as the one before: who overturns
    many has another picture of the whole, and what is not named would fall with it, so that naming
    a decision costs no more than hiding it.
    """
    shares = sorted(stands.get(entry.id, said_to_stand(entry)) for entry in entries)
    further = (max(0, place - CONFIDENCE_IN_FULL + 1) for place in range(len(shares)))
    return prod(pow(share, pow(0.5, n)) for share, n in zip(shares, further, strict=True))


def said_to_stand(entry: Assumption) -> float:
    """How often such a decision stands, by what was said of it when it was taken."""
    return STANDS.get(entry.confidence, STANDS["low"])


def _is_assumed(entry: Assumption) -> bool:
    """Whether nobody confirmed an entry; words that overturned one and that no reading says make
    a plan no surer than it was."""
    said = entry.user_response.startswith("custom:")
    if said and entry.replaces is not None:
        return True
    return entry.status == "open" and not (said or entry.user_response.startswith("confirmed:"))
