"""What somebody's own words say about decisions, by the words each reading is known by (ASK-15).

Only what is plain settles: one reading named, none denied, no doubt in the sentence. Whatever else
speaks of a decision (two readings, a denial, its subject alone) says only that it has to be looked
at again. What names nothing says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from plangate.core.model.nouns import Ambiguity, Interpretation
from plangate.language.phrases import Marked, marked, phrase_problem
from plangate.language.words.row_patterns import any_case

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension

_PLAIN = re.compile(r"[a-z0-9][a-z0-9 -]*[a-z0-9]")


def understood(
    words: str, ambiguities: Sequence[Ambiguity], dimensions: Sequence[Dimension]
) -> Mapping[str, str | None]:
    """For every ambiguity the words speak of, the reading they name; None when that is unsure."""
    heard = marked(words)
    known = {dimension.id: dimension for dimension in dimensions}
    doubt = any_case("leaves_open").search(words) is not None
    found: dict[str, str | None] = {}
    for ambiguity in ambiguities:
        dimension = known.get(ambiguity.id)
        names = {r.id: _names_of(r, dimension) for r in ambiguity.interpretations}
        stated = {n: place for n, p in names.items() if (place := heard.stated(p)) is not None}
        denied = [n for n, phrases in names.items() if heard.denies(phrases)]
        if len(stated) == 1 and not denied and not doubt:
            found[ambiguity.id] = next(iter(stated))
        elif stated or denied or (dimension is not None and _speaks_of(heard, dimension)):
            found[ambiguity.id] = _only_whole(stated, denied, doubt)
    return found


def _only_whole(
    stated: Mapping[str, tuple[int, int]], denied: Sequence[str], doubt: bool
) -> str | None:
    """Of two readings named by the same words the longer name is meant: “both links and
    passwords”."""
    if doubt or denied or len(stated) < 2:
        return None
    for one, other in combinations(stated.values(), 2):
        if one[1] < other[0] or other[1] < one[0]:
            return None
    longest = max(stated, key=lambda name: stated[name][1] - stated[name][0])
    widest = stated[longest]
    same = [n for n, place in stated.items() if place[1] - place[0] == widest[1] - widest[0]]
    return longest if len(same) == 1 else None


def _names_of(reading: Interpretation, dimension: Dimension | None) -> tuple[str, ...]:
    """The phrases a reading is known by: what its data file says, and its label."""
    label = reading.label.casefold().strip(" .")
    usable = " " in label and _PLAIN.fullmatch(label) and phrase_problem(label) is None
    own = (label,) if usable else ()
    for known in dimension.readings if dimension is not None else ():
        if known.interpretation.id == reading.id:
            return (*known.said, *own)
    return own


def _speaks_of(heard: Marked, dimension: Dimension) -> bool:
    """Whether words are about a decision without naming one of its readings."""
    return heard.stated((*dimension.builds, *dimension.unless)) is not None
