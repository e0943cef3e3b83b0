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
from plangate.core.understanding.against.demands import is_told
from plangate.language.denials import plainly_denied, ready_made
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_stems, group, rows_of, stem
from plangate.language.words.vocabulary import is_known

_BETWEEN = (
    r"(?:\s+(?:an?|any|new|extra|more|additional|further|external|the|our|other|runtime|real"
    r"|user))*"
)
_NONE = re.compile(
    rf"\b(?:no|without|zero|avoid(?:ing)?)\b{_BETWEEN}\s+(?P<word>[\w-]+)"
    r"(?!\s+(?:migration|change|schema|update|call|name|error|field)s?\b)",
    re.IGNORECASE,
)


def pieces_of(text: str) -> tuple[str, ...]:
    """A goal in the pieces that can stand against each other."""
    pieces = any_case("piece_ends").split(text)
    return tuple(piece.strip(" .,;:!") for piece in pieces if piece and piece.strip())


def needed_and_denied(text: str, seen: Sighting | None = None) -> tuple[str, str] | None:
    """A piece that says no to something, and another that cannot be had without it."""
    pieces = pieces_of(text)
    for denying in pieces:
        for word in _denied_in(denying):
            for other in pieces:
                wanted = other != denying and not is_told(other) and not _denied_in(other)
                if wanted and _rests_on(other, word, seen):
                    return other, denying
    return None


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


def _denied_in(piece: str) -> list[str]:
    found = (*_NONE.finditer(piece), *any_case("must_not_have").finditer(piece))
    nothing_new = ["dependency"] if any_case("only_what_is_here").search(piece) else []
    return [*(one["word"].lower() for one in found), *nothing_new]


def _rests_on(piece: str, word: str, seen: Sighting | None) -> bool:
    if stem(word) in ready_made() and any(names_of_others(piece, seen)):
        return True
    return any(
        left.fullmatch(word) and (found := right.search(piece)) and not kept_away(piece, found)
        for left, right in _needs()
    )


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
