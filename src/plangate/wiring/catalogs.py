"""Dimensions and kinds of change: ours, a person's, a workspace's, a package's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.guard.strictness import NO_RULES, WorkspaceRules
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.settings import Settings, read_settings
from plangate.trust.rule_files import read_rule_files
from plangate.user_folders import environment, own_archetypes, own_dimensions, trust_store
from plangate.wiring.other_packages import package_folders

if TYPE_CHECKING:
    from plangate.adapters.minds.drafting.drafting_archetypes import Archetype
    from plangate.adapters.minds.rules.workspace import Catalog
    from plangate.trust.rule_files import RuleFiles


def kinds_of_change(settings: Settings) -> Callable[[Path], Sequence[Archetype] | None]:
    """The kinds of change known in a workspace; None where there are only the shipped ones."""

    def kinds(workspace: Path) -> Sequence[Archetype] | None:
        from plangate.adapters.minds.rules.workspace import files_of
        from plangate.adapters.minds.yaml_files import files_in
        from plangate.trust.rule_files import ARCHETYPES

        files = read_rule_files(workspace)
        users = own_archetypes(environment(), files.root)
        folders = [
            *package_folders(settings.use.catalogs, "archetypes"),
            *([users] if users else []),
        ]
        found = [there for folder in folders if (there := files_in(folder))]
        own = files_of(files, ARCHETYPES)
        if own and trust_store(environment()).holds(files):
            found.append(own)
        if not found:
            return None
        from plangate.adapters.minds.drafting.drafting_archetypes import (
            archetypes_in,
            archetypes_with,
        )

        return archetypes_with(*map(archetypes_in, found))

    return kinds


def catalogs(packages: Sequence[str] | None = None) -> Callable[[Path], Catalog]:
    """The dimensions of a workspace, read when somebody plans there, once for one use case."""

    @cache
    def catalog(workspace: Path) -> Catalog:
        from plangate.adapters.minds.rules.workspace import catalog_of

        files = read_rule_files(workspace)
        users = own_dimensions(environment(), files.root)
        named = packages
        if named is None:
            named = read_settings(environment(), workspace).use.catalogs
        folders = package_folders(named, "dimensions")
        trusted = trust_store(environment()).holds(files)
        return catalog_of(files, trusted=trusted, users=users, packages=folders)

    return catalog


def check_dimensions(files: RuleFiles, users: Path | None) -> None:
    """Whether a workspace's catalog could be used, before somebody trusts it."""
    from plangate.adapters.minds.drafting.drafting_archetypes import archetypes_in
    from plangate.adapters.minds.rules.workspace import catalog_of, files_of
    from plangate.trust.rule_files import ARCHETYPES

    catalog_of(files, trusted=True, users=users)
    archetypes_in(files_of(files, ARCHETYPES))


class Checked(NamedTuple):
    """A data file of a catalog: what it holds, or why it cannot be used."""

    file: str
    kind: str
    id: str | None
    problem: str | None = None


def checked_catalog(files: Mapping[str, bytes]) -> list[Checked]:
    """What each data file holds, whichever kind it is: by `readings` or by `tasks` (EXT-1)."""
    from plangate.adapters.minds.drafting.drafting_archetypes import archetypes_in
    from plangate.adapters.minds.rules.loading import dimension_in
    from plangate.adapters.minds.yaml_files import yaml_document

    found = []
    for name, raw in files.items():
        kind = "dimension"
        try:
            document = yaml_document(name, raw)
            if isinstance(document, Mapping) and "tasks" in document:
                kind = "archetype"
                found.append(Checked(name, kind, archetypes_in({name: raw})[name].id))
            else:
                found.append(Checked(name, kind, dimension_in(name, raw).id))
        except BadInput as error:
            found.append(Checked(name, kind, None, str(error)))
    return found


def catalog_files(paths: Sequence[Path], workspace: Path) -> dict[str, bytes]:
    """The data files named, those of the folders named, or the person's own and the workspace's."""
    from plangate.adapters.minds.yaml_files import files_at, files_in

    if paths:
        return {name: raw for path in paths for name, raw in files_at(path).items()}
    files = read_rule_files(workspace)
    own = {name: raw for name, raw in files.files.items() if name.endswith((".yaml", ".yml"))}
    for folder in (own_dimensions, own_archetypes):
        if (users := folder(environment(), files.root)) is not None:
            own |= files_in(users)
    return own


def catalog_schema(kind: str) -> Document:
    """The JSON schema of a data file."""
    from plangate.adapters.minds.drafting.drafting_archetypes import ARCHETYPE
    from plangate.adapters.minds.rules.dimension_file import DIMENSION

    return {"dimension": DIMENSION, "archetype": ARCHETYPE}[kind].schema()


def rules_in(
    catalog: Callable[[Path], Catalog],
) -> Callable[[str, Collection[str]], WorkspaceRules]:
    """ACT-2: what of a workspace's own rules counts now, where these dimensions were raised."""

    def rules(workspace: str, raised: Collection[str]) -> WorkspaceRules:
        place = Path(workspace)
        files = read_rule_files(place)
        if not (files.files or files.problems):
            return NO_RULES
        looked_up = read_settings(environment(), place).looked_up_rules
        with suppress(BadInput):  # whoever plans with such a file is told; looking is not stopped
            return looked_up.and_also(catalog(place).rules(raised))
        return looked_up

    return rules


def questions_answered_by(text: str, workspace: Path) -> list[str]:
    """The ids of the dimensions of which a text names one reading."""
    from plangate.adapters.recall.recollection import reading_named

    known = catalogs()(workspace).dimensions
    return [d.id for d in known if reading_named(text, d.as_ambiguity(), d) is not None]


def reading_named_by(text: str, about: str, workspace: Path) -> tuple[bool, str | None, str]:
    """Whether a dimension is known, the reading of it that a text names, and all of its labels."""
    from plangate.adapters.recall.recollection import reading_named

    for dimension in catalogs()(workspace).dimensions:
        if dimension.id == about:
            ambiguity = dimension.as_ambiguity()
            labels = ", ".join(reading.label for reading in ambiguity.interpretations)
            return True, reading_named(text, ambiguity, dimension), labels
    return False, None, ""
