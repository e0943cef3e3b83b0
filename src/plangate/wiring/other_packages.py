"""Parts that other packages bring in place of our own (EXT-1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from plangate.core.model.errors import BadInput
from plangate.settings import Settings

if TYPE_CHECKING:
    from plangate.app.ports import Investigator, Notifier, Proposer

Part = TypeVar("Part")


class Opening(NamedTuple):
    """What another package's part is made with: the settings, and our own part in its place."""

    settings: Settings
    own: Any
    """The part plangate would have used, to be asked or wrapped; None where there is none."""


def part_of_package(
    group: str, field: str, name: str, ours: tuple[str, ...], settings: Settings, own: Any
) -> Any:
    """A part of another package: what its entry point makes of an opening."""
    from plangate.adapters import entry_points

    make = entry_points.named(group, name, ours, field)
    if not callable(make):
        raise BadInput(field, f"{name} cannot be called", "a function of one opening")
    return make(Opening(settings, own))


def in_use(group: str, field: str, ours: str, settings: Settings, own: Part) -> Part:
    """Our own part, or the one of another package that `[use]` names in its place."""
    name = getattr(settings.use, field)
    if name == ours:
        return own
    made: Part = part_of_package(group, f"use.{field}", name, (ours,), settings, own)
    return made


def mind_in_use(settings: Settings, own: Proposer) -> Proposer:
    return in_use("plangate.minds", "mind", "rules", settings, own)


def investigator_in_use(settings: Settings, own: Investigator) -> Investigator:
    return in_use("plangate.investigators", "investigator", "workspace", settings, own)


def notifier_in_use(settings: Settings, own: Notifier) -> Notifier:
    return in_use("plangate.notifiers", "notifier", "command", settings, own)


def is_ours(settings: Settings) -> bool:
    return settings.use.store == "sqlite"


def package_folders(catalogs: Sequence[str], kind: str) -> list[Path]:
    """Where the catalogs of other packages keep their dimensions or archetypes."""
    from plangate.adapters import entry_points

    found = []
    for name in catalogs:
        package = entry_points.named(entry_points.CATALOGS, name, (), "use.catalogs")
        file = getattr(package, "__file__", None)
        if file is None:
            raise BadInput("use.catalogs", f"{name} is not a package", "a package with a folder")
        found.append(Path(file).parent / kind)
    return found
