"""One more value of a thing that a program keeps: which of its values to copy, and where (UND-5).

A goal wants something kept of a thing (attribute_wish.py), the program has a record of that thing
(stored_records.py), and one of the record's values of the same sort goes through most layers
(trails.py): the new one goes where that one goes. Where no value is traced that far, nothing is
said.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.index.index import Index
from plangate.adapters.repo.index.past import Commit
from plangate.adapters.repo.kin.named_new import makes
from plangate.adapters.repo.trace.attribute_wish import AttributeWish, attribute_wishes
from plangate.adapters.repo.trace.stored_records import Attribute, Record, records_of
from plangate.adapters.repo.trace.trails import Trail, points_on, trail_of_name
from plangate.core.model.sighting import Kin
from plangate.language.words.stems import parts, stem, stems, words_in_rows

#: Through so many layers a value goes before it shows the way; so many records and values of each
#: are looked at.
_LEAST_DEPTH, _MOST_RECORDS, _MOST_TRIED = 3, 4, 24
#: What it is worth that a value is of the wanted sort, shares a word, has a name of several words;
#: and what each file costs above what one value takes.
_SORT, _SHARED, _TELLING, _WIDE, _USUAL = 3.0, 1.0, 0.8, 0.05, 24
_MOST_MEMBERS = 4
#: What a file in which people set a value is worth, up to so many.
_SET, _MANY = 0.4, 6
#: What it is worth that a trail goes nowhere else than others do.
_TYPICAL = 2.0
#: What it costs that a value seems to be made of others.
_MADE = 3.0
#: The most that likely places count.
_LIKELY = 0.5
#: “needs a --limit”: what is typed on a command line is kept of nothing.
_OPTION = re.compile(r"(?<![\w-])--[a-z]")


class _Model(NamedTuple):
    """A value that may be copied, how well it shows the way, and the files it goes through."""

    worth: float
    record: Record
    own: Attribute
    trail: Trail


def traced(
    workspace: Workspace, index: Index, goal: str, likely: Mapping[str, float]
) -> Kin | None:
    """What one more value of a thing takes, by one that is there; None where none is sure, or
    where an option is wanted by its name."""
    for wish in attribute_wishes(goal) if not _OPTION.search(goal) else ():
        records = records_of(workspace, index, wish.thing)
        if any(_has(record, wish) for record in records):
            return None
        thing = _called(records, wish)
        models = _models(index, records, wish, thing)
        common = Counter(p for one in models for paths in one.trail.files.values() for p in paths)
        ranked = sorted(
            models,
            key=lambda one: (
                -one.worth - _typical(one.trail, common) - _spoken_of(one.trail, likely)
            ),
        )
        if ranked:
            return _kin(workspace, index, wish, thing, ranked, common)
    return None


def _called(records: Sequence[Record], wish: AttributeWish) -> frozenset[str]:
    """The words of the goal by which the program calls a thing: “internet radios” are radios."""
    said = frozenset(map(stem, wish.thing))
    first = records[0] if records else None
    name = first.symbol or posixpath.basename(first.path).partition(".")[0] if first else ""
    return said & stems(name) or said


def _has(record: Record, wish: AttributeWish) -> bool:
    """Whether a thing has the value already."""
    own = frozenset(map(stem, wish.name))
    return any(own <= _words(one) for one in record.attributes)


def _words(one: Attribute) -> frozenset[str]:
    return frozenset(map(stem, parts(one.name)))


def _models(
    index: Index, records: Sequence[Record], wish: AttributeWish, thing: frozenset[str]
) -> list[_Model]:
    """The values that may be copied, each with how well it shows the way."""
    found: list[_Model] = []
    said = frozenset(map(stem, wish.name))
    known: set[str] = set()
    for record in records[:_MOST_RECORDS]:
        new = [one for one in record.attributes if "".join(parts(one.name)) not in known]
        known.update("".join(parts(one.name)) for one in new)
        fitting = [one for one in new if one.kind and not _is_own_business(one, thing)]
        for own in sorted(fitting, key=lambda one: one.kind != wish.kind)[:_MOST_TRIED]:
            trail = trail_of_name(index, own.name, thing, record.path)
            if trail is None or trail.depth < _LEAST_DEPTH or not _reaches(trail):
                continue
            words = _words(own)
            worth = trail.depth + _SHARED * bool(words & said) + _TELLING * (len(words) > 1)
            worth += _SORT * (own.kind == wish.kind)
            worth += _SET * min(trail.set_in, _MANY)
            worth -= _WIDE * max(0, trail.width - _USUAL)
            found.append(_Model(worth, record, own, trail))
    stored = any("migration" in one.trail.files for one in found)
    # Where others came by a migration, a value that did not is made of those.
    return [
        one._replace(worth=one.worth - _MADE * (stored and "migration" not in one.trail.files))
        for one in found
    ]


def _typical(trail: Trail, common: Mapping[str, int]) -> float:
    """How much a trail goes where those of other values go."""
    paths = [path for paths in trail.files.values() for path in paths]
    shared = sum(common[path] > 1 for path in paths)
    return _TYPICAL * shared / len(paths)


def _spoken_of(trail: Trail, likely: Mapping[str, float]) -> float:
    """How much a trail goes through the likely places of a goal, where much else is alike."""
    own = (likely.get(path, 0.0) for paths in trail.files.values() for path in paths)
    return min(_LIKELY, sum(own))


def _is_own_business(one: Attribute, thing: frozenset[str]) -> bool:
    """Whether the program sets a value by itself, or it is only the thing's name."""
    own = parts(one.name)
    alone = {*map(stem, own)} <= thing | {"name"}
    return alone or not words_in_rows("never_a_model").isdisjoint(own)


def _reaches(trail: Trail) -> bool:
    """Whether a trail goes from where a value is kept to where it is used."""
    kept = "store" in trail.files or "migration" in trail.files
    return kept and ("screen" in trail.files or "code" in trail.files)


def _kin(
    workspace: Workspace,
    index: Index,
    wish: AttributeWish,
    thing: frozenset[str],
    models: Sequence[_Model],
    common: Mapping[str, int],
) -> Kin | None:
    _, record, own, trail = models[0]
    members = list(dict.fromkeys(model.own.name for model in models))
    points = points_on(workspace, trail, thing, record, own, common)
    if not points:
        return None
    symbol = record.symbol or posixpath.basename(record.path).partition(".")[0]
    said = frozenset(map(stem, wish.name))
    there = [one.name for one in record.attributes if _words(one) < said]
    commit = _added_by(index, own, [point.path for point in points])
    return Kin(
        clause=wish.clause.text,
        name=" ".join((*_mark(own, wish), *wish.name)),
        members=tuple(members[:_MOST_MEMBERS]),
        nearest=own.name,
        commit=commit.name if commit else "",
        subject=commit.subject if commit else "",
        is_proposed=True,
        thing=symbol,
        sort=own.kind,
        wanted=wish.kind,
        points=points,
        there=there[0] if there else "",
    )


def _added_by(index: Index, own: Attribute, paths: Sequence[str]) -> Commit | None:
    """The commit that added a value: its subject says its name, and it touched several of its
    files."""
    words = [stem(part) for part in parts(own.name)]
    for commit in index.past.like(words, _MOST_COMMITS):
        said = frozenset(map(stem, parts(commit.subject)))
        several = len({*paths} & {*commit.files}) >= _LEAST_DEPTH
        if several and said.issuperset(words) and makes(commit.subject):
            return commit
    return None


_MOST_COMMITS = 5


def _mark(own: Attribute, wish: AttributeWish) -> tuple[str, ...]:
    """The little word before a state where its siblings have it: `is_archived`, `is_pinned`."""
    first = parts(own.name)[0]
    alike = first == "is" and own.kind == wish.kind and len(parts(own.name)) > 1
    return (first,) if alike else ()
