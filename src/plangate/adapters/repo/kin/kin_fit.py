"""Which family of files a wish adds a member to: where its kind or the sort of its name fits.

A wrong family is worse than none (UND-5): without a kind that the goal says, or well-known names of
one sort, nothing fits; and what is there already is nothing new.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.kin.file_families import (
    HOLE,
    Family,
    commands,
    kind_words,
    parts_of_name,
    same_name,
)
from plangate.adapters.repo.kin.named_new import (
    Wish,
    is_proper,
    named_by_kind,
    named_by_sort,
    names_by_deed,
    object_of,
)
from plangate.language.words.names import names_of, sorts_of
from plangate.language.words.stems import stem, stems_in_rows, words_of

#: Kinds of files one works in; a family of tests or pages goes along with another.
WORKED_IN = ("code", "markup", "config")
#: So well must a family fit; what it is worth that the goal says its kind, or says it nearly, that
#: its members are of the sort of a name, and that the goal names a member as its example.
_LEAST, _KIND, _NEARLY, _SORT, _EXAMPLE = 4.0, 3.0, 2.0, 3.5, 2.0
#: What a part of the kind costs that the goal does not say, and what a name around the hole counts.
_UNSAID, _AFFIX, _PROGRAM = 0.3, 0.3, 0.5
#: What it is worth that a goal names the group that commands lie in, and what it costs if not.
_GROUP = 1.0
#: What is there already in a family that fits about as well is nothing new.
_AS_GOOD = 1.0
#: A name around the hole of so few letters may be anything's.
_LEAST_LETTERS = 4
#: Files that are no program are a family by their sort where there are so many of it.
_MANY = 4


class Fit(NamedTuple):
    """A family, the name of its new member, and how well both fit a goal."""

    family: Family
    name: str
    worth: float
    whole: Family
    """The family with the members of every sort."""
    is_proposed: bool = False
    """Whether the goal gives no name and this one is made of what it says."""


class Asked(NamedTuple):
    """A wish in a goal, the families there are, how likely files are, and what bears a name."""

    wish: Wish
    goal: str
    every: Sequence[Family]
    likely: Mapping[str, float]
    known: Collection[str]


def fit_of(asked: Asked) -> Fit | None:
    """The family that fits a wish best, if one does plainly and lacks what is wanted."""
    fitting = sorted(_fitting(asked), key=lambda one: -one.worth)
    if not fitting or fitting[0].worth < _LEAST:
        return None
    near = (one for one in fitting if one.worth >= fitting[0].worth - _AS_GOOD)
    return None if any(map(_is_there, near)) else fitting[0]


def _fitting(asked: Asked) -> Iterator[Fit]:
    told = words_of(f"{asked.wish.clause.text} {asked.wish.example}")
    spoken = frozenset(map(stem, told))
    said = spoken | stems_in_rows("hold_a_member")
    for family in asked.every:
        numbered = sum(name[:1].isdigit() for name in family.members)
        if family.kind == "test" or 2 * numbered > len(family.members):
            continue  # what is numbered one after the other is not told apart by what it is
        if _holds_several(family, told):
            continue
        fit = _by_its_words(asked, family)
        if fit is not None:
            near, _ = kind_words(family.shape)
            own = near - commands()
            worth = fit.worth + _looks(asked, fit) - _UNSAID * len(own - said)
            if fit.is_proposed and own:
                worth += _GROUP if own & spoken else -_GROUP
            yield fit._replace(worth=worth)


def _holds_several(family: Family, told: Collection[str]) -> bool:
    """Whether each file holds several of what is wanted: a filter has no file of its own where
    there is a `date_filters.rb`."""
    bases = [path.rpartition("/")[2].partition(".")[0] for path in family.members.values()]
    last = [own[-1] for base in bases if (own := parts_of_name(base))]
    many = [one for one in last if one[-1:] == "s" and one[:-1] in told and one not in told]
    return 2 * len(many) > len(last)


def _by_its_words(asked: Asked, family: Family) -> Fit | None:
    """The name of a new member by what the goal says of its kind, or by the sort of the name."""
    near, outer = kind_words(family.shape)
    kind = near | outer
    if whole := _called_as_a_file(asked.wish, family):
        return Fit(family, whole, _KIND + _NEARLY, family)
    if fit := _by_its_deed(asked, family, kind):
        return fit
    name = named_by_kind(asked.wish, kind)
    worth = _KIND if name and named_by_kind(asked.wish, near) else _NEARLY
    alike = named_by_sort(asked.wish, [*family.members], kind)
    if alike and (not name or alike.lower() in name.lower().split()):
        own = _of_its_sort(family, alike)
        if name:
            return Fit(own, name, worth + _NEARLY, family)
        is_program = family.kind != "config" or len(own.members) >= _MANY
        new = alike.lower() not in asked.known
        return Fit(own, alike, _SORT, family) if is_program and new else None
    return Fit(family, name, worth, family) if name else None


def _by_its_deed(asked: Asked, family: Family, kind: Collection[str]) -> Fit | None:
    """A new command by what it is to do: one that no member is called is proposed."""
    if commands().isdisjoint(kind) or HOLE not in family.shape.rpartition("/")[2]:
        return None  # where folders differ, a command is more than its own file
    several = sum(len(parts_of_name(member)) > 1 for member in family.members)
    is_short = 2 * several < len(family.members)
    near, _ = kind_words(family.shape)
    for name in names_by_deed(asked.wish, commands(), near, is_short=is_short):
        fit = Fit(family, name, _KIND, family, is_proposed=True)
        if not _is_there(fit):
            return fit
    return None


def _called_as_a_file(wish: Wish, family: Family) -> str:
    """What tells a new member apart that the goal calls as its file would be: `FrenchClock` where
    there is a `GermanClock`."""
    lead, _, tail = family.shape.rpartition("/")[2].partition(".")[0].partition("{}")
    first, last = same_name(lead), same_name(tail)
    if "{" in tail or len(first) + len(last) < _LEAST_LETTERS:
        return ""
    for word in object_of(wish):
        if not _POSSESSIVE.isdisjoint(word):
            continue  # “a container's logs” are no `ContainerS`
        parts = parts_of_name(word)
        before = len(parts_of_name(lead))
        own = parts[before : len(parts) - len(parts_of_name(tail))]
        if own and "".join(parts) == f"{first}{''.join(own)}{last}":
            return " ".join(part.capitalize() for part in own)
    return ""


_POSSESSIVE = frozenset("'’")


def _looks(asked: Asked, fit: Fit) -> float:
    """What a family and a name are worth by their looks."""
    members = fit.family.members
    worth = 1.0 if is_proper(fit.name, asked.goal) else 0.0
    worth += min(1.0, math.log10(len(members)))
    worth += _PROGRAM if fit.family.kind in WORKED_IN else 0.0
    worth += max((asked.likely.get(path, 0.0) for path in members.values()), default=0.0)
    worth += _EXAMPLE if _names_a_member(asked.wish, fit.family) else 0.0
    return worth + (0.0 if fit.family.shape.rpartition("/")[2].startswith("{}.") else _AFFIX)


def _names_a_member(wish: Wish, family: Family) -> bool:
    """Whether the goal itself says which member to copy: “like the Slack one”."""
    told = set(words_of(wish.example))
    return any(same_name(member) in told for member in family.members)


def _of_its_sort(family: Family, name: str) -> Family:
    """The members that are of the sort of a name, where it is by that that they are kin."""
    own = sorts_of(name)
    alike = {one: path for one, path in family.members.items() if own & sorts_of(one)}
    return family._replace(members=alike)


def _is_there(fit: Fit) -> bool:
    """Whether what is wanted is a member already, under this name or another."""
    called = names_of(in_letters(fit.name))
    wanted = {same_name(one) for one in called if re.search(r"\w$", one)}
    return any(not wanted.isdisjoint(_openings(member)) for member in fit.whole.members)


def _openings(member: str) -> set[str]:
    """A member's name and what it begins with: `RateLimitPlugin` is a rate limit."""
    told = parts_of_name(member)
    letters = re.match(r"[a-z]+(?=\d)", same_name(member))  # `Brotli4j`
    early = {"".join(told[:end]) for end in range(1, len(told))}
    return {same_name(member), *early, *([letters.group()] if letters else ())}


def in_letters(name: str) -> str:
    """A name in letters: `csharp` for C#."""
    told = [one for one in names_of(name) if re.fullmatch(r"[\w.-]+", one)]
    return name if re.search(r"\w$", name) or not told else told[0]
