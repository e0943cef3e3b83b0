"""What one way of looking brings back: claims for readings, and that it was looked (ASK-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence
from plangate.language.tokens import counted

#: Ten places that say the same are no more proof than three.
_MOST_PER_READING = 3


class Claim(NamedTuple):
    """Something that speaks for a reading, where it stands and how much it counts."""

    ambiguity: str
    reading: str
    worth: float
    locator: str
    fact: str
    digest: str


def first_of_each(claims: Iterable[Claim]) -> list[Claim]:
    """The strongest few claims for each reading, each content once."""
    kept: dict[tuple[str, str, str], Claim] = {}
    counts: dict[tuple[str, str], int] = {}
    for claim in sorted(claims, key=lambda claim: -claim.worth):
        place = (claim.ambiguity, claim.reading)
        content = (*place, claim.digest)
        if content not in kept and counts.get(place, 0) < _MOST_PER_READING:
            kept[content] = claim
            counts[place] = counts.get(place, 0) + 1
    return list(kept.values())


def gathered(
    dispatch: Dispatch,
    about: Sequence[Ambiguity],
    claims: Sequence[Claim],
    said: str,
    limits: tuple[str, ...],
    time_left: Callable[[], float],
) -> EvidenceGathered:
    """The finding of one dispatch; `said` tells what was looked at."""
    kind = dispatch.strategy.replace(" ", "_")
    looked = [
        Evidence(
            id=f"{ambiguity.id}:{kind}",
            ambiguity=ambiguity.id,
            source="repo_facts",
            supports=None,
            confidence=0.0,
            kind="investigation",
            fact=f"{said} for {ambiguity.id}: {_signs(claims, ambiguity.id)}",
        )
        for ambiguity in about
    ]
    found = [_evidence(claim, kind) for claim in claims]
    return EvidenceGathered(
        strategy=dispatch.strategy,
        evidence=(*found, *looked),
        exhaustion={"investigation": [entry.id for entry in looked]},
        calls=dispatch.calls,
        seconds=round(max(0.0, dispatch.seconds - time_left()), 3),
        limits=limits,
        dispatch=dispatch.id,
        subagent=dispatch.subagent,
        outcome="partial" if time_left() <= 0 else "done",
        files=tuple(dict.fromkeys(claim.locator.rpartition(":")[0] for claim in claims)),
    )


def _evidence(claim: Claim, kind: str) -> Evidence:
    return Evidence(
        id=f"{claim.ambiguity}:{claim.reading}:{claim.digest[:6]}",
        ambiguity=claim.ambiguity,
        source="repo_facts",
        supports=claim.reading,
        confidence=claim.worth,
        locator=claim.locator,
        kind=kind,
        fact=claim.fact,
        digest=claim.digest,
    )


def _signs(claims: Sequence[Claim], ambiguity: str) -> str:
    count = sum(claim.ambiguity == ambiguity for claim in claims)
    return counted(count, "sign")
