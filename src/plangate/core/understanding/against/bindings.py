"""A piece of a goal that binds, beside one that wants something (UND-6).

Whether both can be had nobody here can tell; what can be told is how the piece binds. What is
forbidden binds everything else. What is to stay as it is binds a deed that takes away, limits or
turns, and one that is done to the same thing. What holds always, for all or at once binds another
wish. How things are today binds nothing: “it only shows open ones” is why something is wanted.

Most of what binds goes well with what is wanted, so that both hold is assumed and said. What is
gone by then and is needed later nobody can have, and a ban that is stressed leaves no room either:
these are asked about, unless the ban only says how the wish is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from plangate.core.model.policy.understanding_numbers import EXCEPTION_LONGEST
from plangate.core.understanding.against.demands import (
    order_in,
    spoken_plainly,
    without_conditions,
    words_of,
)
from plangate.core.understanding.against.needs import pieces_of
from plangate.language.cutting import sentences
from plangate.language.issues.issue_text import read_issue
from plangate.language.words.row_patterns import any_case
from plangate.language.words.stems import content_stems, group, stem
from plangate.language.words.vocabulary import LOOKING, verb_of

Way = Literal["", "forbids", "keeps", "absolute", "limits"]


class Piece(NamedTuple):
    """A piece of a goal: how it binds, whether it wants something done, and its sentence."""

    text: str
    way: Way
    wants: bool
    sentence: str


class Bound(NamedTuple):
    """A piece that binds, one that it may leave no room for, and whether nobody can have both."""

    bound: str
    wanted: str
    insists: bool


def bound_and_wanted(goal: str) -> Bound | None:
    """A piece that binds and one that wants something that it may not leave room for."""
    issue = read_issue(goal)
    if issue.is_report:
        return None
    pieces = list(_pieces(" ".join((issue.said or goal).split())))
    found = [
        Bound(one.text, other.text, _insists(one, other))
        for at, one in enumerate(pieces)
        for place, other in enumerate(pieces)
        if one.way
        and other != one
        and _meets(one, other, is_behind=place > at)
        and not any_case("instead_of_it").search(other.text)
    ]
    return next((pair for pair in found if pair.insists), found[0] if found else None)


def _insists(one: Piece, other: Piece) -> bool:
    """Whether somebody leaves no room: what is gone by then and is needed later, or a ban that is
    stressed. One that opens with “never” says how the wish before it is meant."""
    if one.way == "limits":
        return True
    if words_of(one.text)[:1] in (["never"], ["not"]) or not any_case("demands").search(one.text):
        return False
    stresses = any_case("stresses")
    if one.sentence == other.sentence:
        return one.way in ("forbids", "absolute") and stresses.search(one.text) is not None
    return any(stresses.search(each.sentence) for each in (one, other))


def _pieces(text: str) -> Iterator[Piece]:
    for sentence in sentences(spoken_plainly(text)):
        told = any_case("told_as_seen").match(sentence) is not None
        mine = () if told else pieces_of(sentence)
        stated = without_conditions(sentence)
        limits = any_case("binds_limits").search(sentence) is not None
        if limits and not any(any_case("binds_limits").search(piece) for piece in mine):
            yield Piece(sentence, "limits", True, sentence)  # “older ones are useless, remove them”
        for at, piece in enumerate(mine):
            if len(piece.split()) > 1:
                says_more = piece in stated and not (at and _excepts(piece))
                way = _way(piece) if says_more or limits else ""
                kept_on = any_case("keeps_over_time").search(piece) is not None
                wants = way == "limits" or kept_on or (way in ("", "absolute") and _wants(piece))
                yield Piece(piece, way, wants, sentence)


def _excepts(piece: str) -> bool:
    """“Cache the results, but never errors”: what the deed before it is not done to."""
    words = words_of(piece)
    deeds = (verb_of(word) for word in words[1:])
    return (
        bool(words)
        and words[0] in ("never", "not")
        and len(words) <= EXCEPTION_LONGEST
        and not any(verb is not None and not verb.may_be_noun for verb in deeds)
    )


def _way(piece: str) -> Way:
    if any_case("binds_nothing").search(piece) or any_case("is_part_of_it").match(
        piece.strip(" .!")
    ):
        return ""
    for name in ("binds_forbids", "binds_absolute", "binds_keeps", "binds_limits"):
        if any_case(name).search(piece):
            return _WAYS[name]
    return ""


_WAYS: dict[str, Way] = {
    "binds_forbids": "forbids",
    "binds_keeps": "keeps",
    "binds_limits": "limits",
    "binds_absolute": "absolute",
}


def _wants(piece: str) -> bool:
    """Whether a piece wants something: it opens with a deed, or says that something is to be."""
    order = order_in(piece)
    if order is not None and order.kind in LOOKING:
        return False  # “… and test it” shows that the bound holds
    return order is not None or any_case("says_it_is_to_be").search(piece) is not None


def _meets(one: Piece, other: Piece, *, is_behind: bool) -> bool:
    """Whether what one piece binds may leave no room for what the other wants.

    What is told behind a ban is how it is meant to be; what is told before it is how it is.
    """
    if any_case("caps").search(one.text) and any_case("costs_more").search(other.text):
        return other.wants
    if one.way == "forbids":
        if any_case("it_cannot_be").search(one.text) and _is_to_be_mended(one.text, other.text):
            return False  # “a list cannot be sorted, add it to the menu”: that is to be mended
        if _forbids_taking(one.text) and other.wants and not _takes(other.text):
            return False  # “export the notes, don't delete anything”: nothing is taken away
        return other.wants or (is_behind and other.way != "keeps" and _tells(other.text))
    if one.way == "keeps":
        needs = any_case("needs_another_shape").search(other.text) is not None
        shape = group("shapes") | group("public_names")
        takes = _takes(other.text) or (needs and not shape.isdisjoint(words_of(one.text)))
        return other.wants and (takes or _is_same(one.text, other.text))
    if one.way == "limits":
        return other.wants and any_case("reaches_far").search(other.text) is not None
    return other.wants and (is_behind or other.way != "absolute")


def _forbids_taking(piece: str) -> bool:
    """Whether the deed that a ban rules out is one that takes away."""
    verbs = (verb_of(word) for word in words_of(piece)[1:5])
    first = next((verb for verb in verbs if verb is not None and verb.name != "do"), None)
    return first is not None and first.kind == "remove"


def _tells(piece: str) -> bool:
    """Whether a piece tells that somebody or something does something."""
    words = words_of(piece)
    deeds = (verb_of(word) for word in words[1:])
    plain = any(verb is not None and not verb.may_be_noun for verb in deeds)
    return len(words) > 3 and (plain or not group("be").isdisjoint(words))


def _is_to_be_mended(lack: str, wanted: str) -> bool:
    denied = frozenset(content_stems(any_case("it_cannot_be").split(lack)[-1].split(" by ")[0]))
    return bool(denied & frozenset(content_stems(wanted))) or bool(
        any_case("adds_it").search(wanted)
    )


def _takes(piece: str) -> bool:
    """Whether a deed takes away, limits or turns what is there."""
    words = words_of(piece)
    verbs = (verb_of(word) for word in words[:6])
    known = [verb for verb in verbs if verb is not None and verb.name not in group("hides")]
    turns = any(verb.name in group("turns") for verb in known)
    takes = any(verb.kind in ("remove", "limit", "reshape", "move") for verb in known)
    return turns or takes or any_case("taken_away").search(f"{piece.lower()} ") is not None


def _is_same(one: str, other: str) -> bool:
    """Whether both speak of one thing: by its name, or by “it” and “that”."""
    return _is_of_one(one, other) or any_case("speaks_of_the_same").search(one) is not None


def _is_of_one(one: str, other: str) -> bool:
    """Whether both name one thing."""
    light = {stem(word) for word in (*group("weak_in_goals"), *group("kinds_of_work"))}
    return bool(frozenset(content_stems(one)) & frozenset(content_stems(other)) - light)
