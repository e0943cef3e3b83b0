"""All families of facts at once: loaded by whoever has to look, not by whoever remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.adapters.repo.checkout.symbols import Symbol
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.dependencies.declared import declared
from plangate.adapters.repo.facts.dependencies.frameworks import frameworks
from plangate.adapters.repo.facts.documents import documents
from plangate.adapters.repo.facts.features.commands import commands, entry_points
from plangate.adapters.repo.facts.features.deployment import deployment
from plangate.adapters.repo.facts.features.migrations import migrations, model_files
from plangate.adapters.repo.facts.features.parts import (
    component_folders,
    job_modules,
    translation_folders,
)
from plangate.adapters.repo.facts.features.routes import routes
from plangate.adapters.repo.facts.features.settings_files import env_names, settings_modules
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.history import history
from plangate.adapters.repo.facts.layout import source_roots, test_files, test_folders
from plangate.adapters.repo.facts.manifests import languages, manifests
from plangate.adapters.repo.facts.related import related
from plangate.adapters.repo.facts.running.runners import runners
from plangate.adapters.repo.facts.sources import sources
from plangate.adapters.repo.facts.view import View
from plangate.core.model.nouns import Evidence


class FoundFacts(NamedTuple):
    """What was seen, and what could not be read."""

    evidence: tuple[Evidence, ...]
    limits: tuple[str, ...]


def facts_of(workspace: Workspace, goal: str, symbols: Sequence[Symbol] = ()) -> FoundFacts:
    """What the families say; `symbols` are those of files that declare names like the goal."""
    view = View(workspace, goal_of(goal))
    dependencies = declared(view)
    spoken = languages(view)
    used = frameworks(view, dependencies)
    opened = sources(view)
    alike = related(view, symbols)
    about = [entry.fact for entry in alike if entry.kind == "related_file"]
    found = [
        *manifests(view),
        *spoken,
        *used,
        *source_roots(view),
        *entry_points(view),
        *runners(view, dependencies, [entry.fact for entry in spoken]),
        *test_folders(view),
        *alike,
        *test_files(view, about),
        *routes(view, opened, [entry.fact for entry in used]),
        *commands(view, opened),
        *settings_modules(view),
        *env_names(view, opened),
        *migrations(view),
        *model_files(view),
        *documents(view),
        *deployment(view),
        *job_modules(view, opened),
        *component_folders(view),
        *translation_folders(view),
        *history(view, about),
    ]
    return FoundFacts(tuple(found), view.limits())
