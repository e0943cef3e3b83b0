"""Small workspaces written by the tests, and what explore says about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.families import FoundFacts, facts_of
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.index.index import with_index

Tree = Mapping[str, str | bytes]


def plant(root: Path, tree: Tree) -> Path:
    """The files of a tree, written below a folder; texts may be indented as the test is."""
    for name, content in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(dedent(content).lstrip("\n"), encoding="utf-8")
    return root


def facts(root: Path, tree: Tree, goal: str = "Add a thing") -> FoundFacts:
    workspace = Workspace(plant(root, tree))
    words = goal_of(goal).words
    symbols = with_index(None, root, lambda index: index.symbols_like(workspace, words, None))
    return facts_of(workspace, goal, symbols)


def said(found: FoundFacts, kind: str) -> list[str]:
    return [entry.fact for entry in found.evidence if entry.kind == kind]


def located(found: FoundFacts, kind: str) -> list[tuple[str, str | None]]:
    return [(entry.fact, entry.locator) for entry in found.evidence if entry.kind == kind]
