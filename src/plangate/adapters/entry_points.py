"""Doors for others (EXT-1): what a package adds by an entry point, found by its group and name.

Our own adapters stand in tables of the same shape, and a name that is in one is never looked up
here: finding entry points takes 55 ms. What cannot be loaded is one line that names the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plangate.core.model.errors import BadInput

STORES = "plangate.stores"
FORMATS = "plangate.formats"
#: Packages with a folder `dimensions` or `archetypes` in them.
CATALOGS = "plangate.catalogs"


def names(group: str) -> tuple[str, ...]:
    """What other packages offer in a group, by name."""
    return tuple(sorted({entry.name for entry in _entries(group)}))


def found(group: str, name: str) -> Any | None:
    """What an entry point leads to; None when no package has one of that name."""
    entries = [entry for entry in _entries(group) if entry.name == name]
    return _loaded(group, entries[0]) if entries else None


def every(group: str) -> Iterator[tuple[str, Any]]:
    for entry in sorted(_entries(group), key=lambda entry: str(entry.name)):
        yield entry.name, _loaded(group, entry)


def named(group: str, name: str, own: tuple[str, ...], field: str) -> Any:
    """What an entry point leads to; refused by the field that names it when there is none."""
    there = found(group, name)
    if there is None:
        accepted = ", ".join((*own, *names(group))) or "the name of an installed one"
        raise BadInput(field, f"{name[:80]!r} is not installed", accepted)
    return there


def _entries(group: str) -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=group)


def _loaded(group: str, entry: Any) -> Any:
    try:
        return entry.load()
    except Exception as error:  # noqa: BLE001 - it is somebody else's code, whatever it raises
        package = entry.dist.name if entry.dist else "a package"
        kind = type(error).__name__
        raise BadInput(f"{group} {entry.name}", f"{package}: {kind}: {error}") from None
