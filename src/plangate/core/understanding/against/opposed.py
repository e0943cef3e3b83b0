"""Words and deeds of a goal that cannot both hold of one thing (UND-6)."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

from plangate.core.understanding.against.demands import order_in
from plangate.core.understanding.against.needs import pieces_of
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems, group, rows_of, stem
from plangate.language.words.vocabulary import Verb


def opposite_deeds(text: str) -> tuple[str, str] | None:
    """“Hide the panel, but always show it”: two deeds done to one thing that undo each other."""
    said = [_ALWAYS.sub("", piece) for piece in pieces_of(text)]
    pieces = [(piece, order) for piece in said if (order := order_in(piece))]
    for (one, first), (other, second) in combinations(pieces, 2):
        undone = any(
            (first.name in left and second.name in right)
            or (first.name in right and second.name in left)
            for left, right in _undoing()
        )
        if undone and not any(map(any_said("either_of_both").search, (one, other))):
            about, again = _done_to(one, first), _done_to(other, second)
            if about and (about == again or (not again and any_said("those_before").search(other))):
                return one, other
    return None


def _done_to(piece: str, deed: Verb) -> frozenset[str]:
    return frozenset(content_stems(piece)) - {stem(deed.name)}


#: “But always show it”: how often, before the deed.
_ALWAYS = re.compile(r"^(?:always|still|also)\s+", re.IGNORECASE)


@cache
def _undoing() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    rows = (row.split(" / ") for row in rows_of("undoing_deeds"))
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in rows)


@cache
def opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Stems that cannot both hold of one thing."""
    rows = (row.split(" / ") for row in rows_of("opposites"))
    return tuple(
        (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
        for one, other in rows
    )


@cache
def light_words() -> frozenset[str]:
    """The stems of words that say little about any goal."""
    weak = (*group("weak_in_goals"), *group("weak_in_paths"), *group("kinds_of_work"))
    return frozenset(map(stem, weak))
