"""What cannot be had without something that a goal or a page says no to (UND-6).

“No new dependencies” and a library by its name, “no telemetry” and usage statistics: neither word
is the other's, and both cannot be. A goal is read piece by piece, because the one that denies and
the one that needs must be two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from plangate.core.model.sighting import Sighting
from plangate.language.denials import plainly_denied
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_stems, group, rows_of
from plangate.language.words.vocabulary import is_known


def pieces_of(text: str) -> tuple[str, ...]:
    """A goal in the pieces that can stand against each other."""
    pieces = any_case("piece_ends").split(text)
    return tuple(piece.strip(" .,;:!") for piece in pieces if piece and piece.strip())


def rests_on_denied(wanted: str, sentence: str) -> bool:
    """Whether what a goal wants cannot be had without what a page says no to."""
    return any(
        left.fullmatch(word)
        for left, right in _needs()
        if (found := right.search(wanted)) and not kept_away(wanted, found)
        for word in plainly_denied(sentence)
    )


def kept_away(wanted: str, found: re.Match[str]) -> bool:
    """“Block trackers”: what is found is not wanted, it is what the deed works against."""
    return any_case("kept_away").search(wanted[: found.start()]) is not None


def names_of_others(piece: str, seen: Sighting | None) -> Iterator[str]:
    """Names that a piece brings in and that neither people nor this workspace use for a thing."""
    for found in any_case("brought_in_by_name").finditer(piece):
        for name in found["names"].split():
            plain = name.strip(".,").lower()
            if plain in group("places"):
                break  # “add a comment to MaxString”: where it goes is nothing new
            if "_" in name or "(" in name or name.startswith("-"):
                continue  # “a snoozed_until column”, “--dry-run”: named here, nothing ready-made
            known = is_known(plain) or not content_stems(plain)
            written = content_stems(name.strip(".,"))
            here = seen is not None and any(seen.spread.get(w, 0.0) for w in written)
            added = found.group().lower().startswith(("add", "please add"))
            if added and name == plain:
                continue  # “add contextual help”: a word of every day that nobody listed
            if not known and not here and not plain.isdigit():
                yield name


@cache
def _needs() -> Sequence[tuple[re.Pattern[str], re.Pattern[str]]]:
    rows = (row.split(" / ", 1) for row in rows_of("needs"))
    return tuple(
        (re.compile(one, re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
        for one, other in rows
    )
