"""What a person's own words name and the workspace has: kept as evidence, found again by the words.

An answer, an overturning or a failure that names a file or a symbol says where the work is (ASK-15,
ASM-3, UND-5); what rests on those words follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from plangate.core.model.nouns import Evidence
from plangate.core.model.policy.investigation_numbers import RANKING_NEVER_SURER
from plangate.core.model.sighting import NAMED, Sighting, Spot

_KIND = "named_place"


def named_evidence(seen: Sighting, held: int) -> tuple[Evidence, ...]:
    """The places of a look that were written out; `held` is how much evidence there is."""
    spots = [spot for spot in seen.spots if spot.why == NAMED]
    shown = {spot.path for spot in spots}
    paths = [place.path for place in seen.places if NAMED in place.why]
    lines = [(spot.locator, spot.symbol) for spot in spots]
    alone = [(f"{path}:1", "") for path in paths if path not in shown]
    rank = {path: at for at, path in enumerate(paths)}
    found = sorted((*lines, *alone), key=lambda one: rank.get(one[0].rpartition(":")[0], 0))
    return tuple(
        Evidence(
            id=f"named-{held + at}",
            ambiguity=None,
            source="repo_facts",
            supports=None,
            confidence=RANKING_NEVER_SURER,
            locator=locator,
            kind=_KIND,
            fact=symbol,
        )
        for at, (locator, symbol) in enumerate(found, start=1)
    )


def named_in(words: str, evidence: Iterable[Evidence]) -> tuple[Spot, ...]:
    """The places that were looked up and that these words name, in the order they were found."""
    fitting = (e for e in evidence if e.kind == _KIND and e.locator and _is_said(words, e))
    spots = (Spot(str(e.locator), e.fact, e.fact, NAMED, 1.0) for e in fitting)
    return tuple(dict.fromkeys(spots))


def files_named(words: str, evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The file that these words name first; none where they name none."""
    return tuple(dict.fromkeys(spot.path for spot in named_in(words, evidence)))[:1]


def _is_said(words: str, entry: Evidence) -> bool:
    path = str(entry.locator).rpartition(":")[0]
    name = entry.fact or path.rpartition("/")[2]
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
