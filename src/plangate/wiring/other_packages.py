"""Parts that other packages bring in place of our own (EXT-1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from plangate.core.model.errors import BadInput
from plangate.settings import Settings

if TYPE_CHECKING:
    from plangate.app.ports import Investigator, Notifier, Proposer


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


def mind_in_use(settings: Settings, own: Proposer) -> Proposer:
    name = settings.use.mind
    if name == "rules":
        return own
    made: Proposer = part_of_package("plangate.minds", "use.mind", name, ("rules",), settings, own)
    return made


def investigator_in_use(settings: Settings, own: Investigator) -> Investigator:
    name = settings.use.investigator
    if name == "workspace":
        return own
    group, ours = "plangate.investigators", ("workspace",)
    made: Investigator = part_of_package(group, "use.investigator", name, ours, settings, own)
    return made


def notifier_in_use(settings: Settings, own: Notifier) -> Notifier:
    name = settings.use.notifier
    if name == "command":
        return own
    group, ours = "plangate.notifiers", ("command",)
    made: Notifier = part_of_package(group, "use.notifier", name, ours, settings, own)
    return made


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
