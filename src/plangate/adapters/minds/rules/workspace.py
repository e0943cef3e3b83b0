"""The catalog of one workspace: which dimensions hold there, and what its own files came to.

ACT-2: a trusted workspace's files take their place beside the shipped ones and must be right; of
any other workspace's only questions are added (strangers.py).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from plangate.adapters.minds.rules.dimension import Dimension
from plangate.adapters.minds.rules.loading import (
    SUFFIXES,
    dimensions_for,
    dimensions_in,
    shipped_dimensions,
)
from plangate.adapters.minds.rules.strangers import added_dimensions
from plangate.core.guard.strictness import WorkspaceRules
from plangate.trust.files import DIMENSIONS, FOLDER, RuleFiles


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


def catalog_of(files: RuleFiles, *, trusted: bool, users: Path | None) -> Catalog:
    """What holds in a workspace with these files."""
    found = _dimension_files(files)
    if trusted:
        own = dimensions_in(found)
        return Catalog(dimensions_for(own.values(), users), own)
    known = dimensions_for(users=users)
    problems = tuple(str(p) for p in files.problems if p.name.startswith(FOLDER))
    if not found:
        return Catalog(known, passed_over=problems)
    added = added_dimensions(found, [dimension.id for dimension in known])
    return Catalog(known, {}, added.dimensions, (*problems, *added.passed_over))


def _dimension_files(files: RuleFiles) -> dict[str, bytes]:
    return {
        name: raw
        for name, raw in files.files.items()
        if name.rpartition("/")[0] == DIMENSIONS and name.endswith(SUFFIXES)
    }
