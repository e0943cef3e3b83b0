"""What looks at a workspace: what it is, what stands in it, what a goal finds there."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.app.naming.addresses import Address
from plangate.core.model.errors import BadInput
from plangate.settings import Settings
from plangate.user_folders import cache_directory, environment
from plangate.wiring.databases import open_store

if TYPE_CHECKING:
    from plangate.adapters.repo.checkout.excerpts import Excerpt as Lines
    from plangate.app.ports import Ground, Scout, Store, Witness
    from plangate.core.investigation.brief_values import Brief
    from plangate.core.model.places import Here, Identity
    from plangate.core.plans.adequacy.substance import Terrain

    Excerpt = Lines


def located_on(
    settings: Settings, store: Store, served: Mapping[str, str]
) -> Callable[[str, str], str | None]:
    """REC-8: where a session's workspace lies on this machine; None when it does not."""

    def located(workspace: str, place: str) -> str | None:
        if not isinstance(settings.db, Address):
            return workspace
        if place in served:
            return served[place]
        if not os.path.isdir(workspace):  # noqa: PTH112 - it never raises
            return None
        return workspace if place in here_in(store, Path(workspace)).places else None

    return located


def identify(workspace: str) -> Identity:
    """REC-8: what a directory is, by what it holds rather than where it lies."""
    from plangate.adapters.repo.checkout.identity import identify

    return identify(workspace)


def quote_reader() -> Witness:
    """MCP-3: whoever looks whether a quote stands where a host says it does."""
    from plangate.adapters.repo.checkout.quotes import QuoteReader

    return QuoteReader()


def excerpts(workspace: str, locators: Sequence[str]) -> list[Excerpt | None]:
    """WEB-2: the lines evidence was found in, as they are now."""
    from plangate.adapters.repo.checkout.excerpts import excerpts_at

    return excerpts_at(workspace, locators) if locators else []


def here_in(store: Store, workspace: Path) -> Here:
    """REC-8: a directory as the workspace it is, for those who only look things up."""
    from plangate.app.naming.directories import here

    return here(store, identify(str(workspace)))


def open_ground() -> Ground:
    """A second look at a workspace, for those who do not plan."""
    from plangate.adapters.repo.checkout.ground import WorkspaceGround

    return WorkspaceGround()


def terrain_of(workspace: str | Path) -> Terrain:
    """ADQ-20…26: what is there that a plan can be held against."""
    from plangate.adapters.repo.checkout.terrain import terrain

    here = Path(workspace).resolve()
    if not here.is_dir():
        raise BadInput("workspace", f"{str(workspace)!r} is not a directory", "a directory")
    return terrain(here)


def open_scout(progress: Callable[[str], None] = lambda _line: None) -> Scout:
    """Whoever looks at a workspace for a brief; its index lies in the cache folder."""
    from plangate.adapters.repo.brief.scout import Scout as RepositoryScout

    return RepositoryScout(cache_directory(environment()), progress)


def brief_of(
    settings: Settings,
    goal: str,
    workspace: str,
    progress: Callable[[str], None] = lambda _line: None,
) -> Brief:
    """UND-3: the brief of a goal, with what this database remembers of the workspace."""
    from plangate.app.briefs import brief

    scout = open_scout(progress)
    if isinstance(settings.db, Path) and not settings.db.exists():
        return brief(goal, workspace, scout)
    with open_store(settings) as store:
        return brief(goal, workspace, scout, store, here_in(store, Path(workspace)).places)


def directory_of(workspace: str) -> Path:
    """Where a session plans; refused when it is nowhere, or somewhere else for every caller."""
    if not (os.path.isabs(workspace) and os.path.isdir(workspace)):  # noqa: PTH112, PTH117 - these never raise
        raise BadInput("workspace", f"{workspace[:200]!r} is not a directory", "an absolute path")
    return Path(workspace)
