"""The catalog of one workspace: which dimensions hold there, and what its own files came to.

ACT-2: a trusted workspace's files take their place beside the shipped ones and must be right; of
any other workspace's only questions are added (strangers.py).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.loading import (
    dimensions_for,
    dimensions_in,
    shipped_dimensions,
)
from plangate.adapters.minds.rules.strangers import added_dimensions
from plangate.adapters.minds.yaml_files import SUFFIXES
from plangate.core.guard.strictness import WorkspaceRules
from plangate.trust.rule_files import ARCHETYPES, DIMENSIONS, FOLDER, RuleFiles


class Catalog(NamedTuple):
    """The dimensions of a workspace; by file those it may set (`own`) or, as a stranger, add."""

    dimensions: tuple[Dimension, ...]
    own: Mapping[str, Dimension] = {}
    added: Mapping[str, Dimension] = {}
    passed_over: tuple[str, ...] = ()

    def rules(self, raised: Collection[str]) -> WorkspaceRules:
        """What of the workspace's dimensions counted where these ones were raised, by id."""
        counts = {*raised, *(dimension.id for dimension in shipped_dimensions())}
        used = [name for name, dimension in self.own.items() if dimension.id in counts]
        used += [name for name, dimension in self.added.items() if dimension.id in raised]
        return WorkspaceRules(tuple(used), self.passed_over)


def catalog_of(
    files: RuleFiles, *, trusted: bool, users: Path | None, packages: Sequence[Path] = ()
) -> Catalog:
    """What holds in a workspace with these files."""
    found = files_of(files, DIMENSIONS)
    if trusted:
        own = dimensions_in(found)
        return Catalog(dimensions_for(own.values(), users, packages), own)
    known = dimensions_for(users=users, packages=packages)
    problems = tuple(str(p) for p in files.problems if p.name.startswith(FOLDER))
    problems += tuple(f"{name}: a kind of change" for name in files_of(files, ARCHETYPES))
    if not found:
        return Catalog(known, passed_over=problems)
    added = added_dimensions(found, [dimension.id for dimension in known])
    return Catalog(known, {}, added.dimensions, (*problems, *added.passed_over))


def files_of(files: RuleFiles, folder: str) -> dict[str, bytes]:
    """The data files that lie in one folder of a workspace's own."""
    return {
        name: raw
        for name, raw in files.files.items()
        if name.rpartition("/")[0] == folder and name.endswith(SUFFIXES)
    }
