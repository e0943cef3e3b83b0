"""Which well-known names are names of one sort: `csv` and HTML are formats, `de` is a language.

It is for finding what a new thing would be one more of (UND-5), never for deciding what is meant.
"""

from __future__ import annotations

from functools import cache

from plangate.language.words.stems import rows_of


def sorts_of(name: str) -> frozenset[int]:
    """The sorts a name belongs to; most names belong to none."""
    return _sorts().get(name.lower(), frozenset())


def names_of(name: str) -> tuple[str, ...]:
    """A name and what else it is called: “portuguese” and `pt`."""
    return _names().get(name.lower(), (name.lower(),))


@cache
def sort_mates(name: str) -> tuple[str, ...]:
    """The other names of the sorts a name belongs to."""
    own, sorts = set(names_of(name)), sorts_of(name)
    told = (names for number, names in _entries() if number in sorts)
    return tuple(one for names in told for one in names if one not in own)


@cache
def _entries() -> tuple[tuple[int, tuple[str, ...]], ...]:
    rows = enumerate(rows_of("of_one_sort"))
    return tuple((number, tuple(one.split("="))) for number, row in rows for one in row.split())


@cache
def _sorts() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, names in _entries():
        for name in names:
            found[name] = found.get(name, frozenset()) | {number}
    return found


@cache
def _names() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for _, names in _entries():
        for name in names:
            known = (name, *names, *found.get(name, ()))
            found[name] = tuple(dict.fromkeys(known))
    return found
