"""Words and deeds of a goal that cannot both hold of one thing (UND-6)."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise

from plangate.core.understanding.against.demands import order_in
from plangate.core.understanding.against.needs import pieces_of
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems, group, is_stop, rows_of, stem
from plangate.language.words.vocabulary import Verb


def both_ways(text: str) -> tuple[str, str] | None:
    """“It must stay synchronous, and handlers become async”: one is kept, its opposite wanted.

    Or both are wanted of one thing: “make the title mandatory, and leave it optional”.
    """
    pieces = [(piece, frozenset(content_stems(piece))) for piece in pieces_of(text)]
    for kept, of_kept in pieces:
        for wanted, of_wanted in pieces:
            if wanted == kept or not (_speaks_of_it(kept) or _are_of_one(kept, wanted)):
                continue
            if any(
                order is not None and order.kind == "remove"
                for order in map(order_in, (kept, wanted))
            ):
                continue  # “track it automatically, remove all manual tracking”: one way only
            if any(
                (
                    (of_kept & one and of_wanted & other and not of_wanted & one)
                    or (of_kept & other and of_wanted & one and not of_wanted & other)
                )
                and not (_picks_out(kept, one | other) and _picks_out(wanted, one | other))
                for one, other in opposites()
            ):
                return kept, wanted
    return None


def _speaks_of_it(kept: str) -> bool:
    """“It must stay synchronous”: said of all there is, and of no one thing."""
    if not any_said("kept_so").search(kept):
        return False
    poles = {word for pair in opposites() for side in pair for word in side}
    said = frozenset(content_stems(any_said("always_so").sub(" ", kept)))
    return not said - poles - light_words()


def _picks_out(piece: str, words: frozenset[str]) -> bool:
    """“Public notes are listed, private ones are not”: which ones are meant, not how they are."""
    said = [found.group().lower() for found in _WORD.finditer(piece)]
    return any(
        stem(word) in words and (not is_stop(behind) or behind == "ones")
        for word, behind in pairwise(said)
    )


_WORD = re.compile(r"[A-Za-z][\w-]*")


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


def _are_of_one(one: str, other: str) -> bool:
    """Whether two pieces speak of one thing, and neither chooses between two ways."""
    if any(map(any_said("either_of_both").search, (one, other))):
        return False
    light = light_words() | {word for pair in opposites() for side in pair for word in side}
    shared = frozenset(content_stems(one)) & frozenset(content_stems(other)) - light
    return bool(shared) or any_said("those_before").search(other) is not None


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
