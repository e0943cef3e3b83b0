"""What is installed and configured, by name: manifests as a way of looking.

Code search finds the packages and settings the catalog knows by heart. Here every declared package,
service and environment variable is read as a word and compared with what a reading is known by. A
name alone is a hint: it is worth less than what contradicts (INV-13) or infers (GATE-2).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.explore.looking import Claim, first_of_each, gathered
from plangate.adapters.library.librarian import topic_of
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.dependencies.declared import declared
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.manifests import is_manifest
from plangate.adapters.repo.facts.view import View
from plangate.core.events.event import EvidenceGathered
from plangate.core.model.nouns import Dispatch
from plangate.core.moves import Investigate
from plangate.language.phrases import marked
from plangate.language.tokens import counted

if TYPE_CHECKING:
    from plangate.adapters.library.statements import Topic
    from plangate.adapters.minds.rules.dimension import Dimension

_WORTH, _ONLY_DEVELOPMENT = 0.45, 0.3
_MOST_NAMES = 2_000
_SETTING = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]{2,60})[ \t]*=", re.MULTILINE)
_IMAGE = re.compile(r"^[ \t]*image:[ \t]*[\"']?([\w./-]{2,100})", re.MULTILINE)
_EXAMPLES = re.compile(r"(?:^|/)(?:\.env(?:\.\w+)?|[\w-]*\.env|example\.env)$")
_COMPOSE = re.compile(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$")


class Name(NamedTuple):
    """Something declared, what it is, and where."""

    name: str
    what: str
    locator: str
    worth: float = _WORTH


def has_manifests(files: Sequence[str]) -> bool:
    return any(is_manifest(path) or _EXAMPLES.search(path) for path in files)


def look_at_manifests(
    chore: Investigate,
    dispatch: Dispatch,
    dimensions: Sequence[Dimension],
    time_left: Callable[[], float],
) -> EvidenceGathered:
    """What the names in manifests say for the ambiguities of one dispatch."""
    workspace = Workspace(Path(chore.workspace))
    known = {dimension.id: dimension for dimension in dimensions}
    about = chore.about(dispatch)
    topics = {a.id: topic_of(a, known.get(a.id)) for a in about}
    names = list(_names(workspace))[:_MOST_NAMES]
    found = [claim for name in names for claim in _claims(name, topics)]
    said = f"read {counted(len(names), 'declared name')}"
    return gathered(dispatch, about, first_of_each(found), said, workspace.limits(), time_left)


def _names(workspace: Workspace) -> Iterator[Name]:
    view = View(workspace, goal_of(""))
    for entry in declared(view):
        worth = _ONLY_DEVELOPMENT if entry.only_development else _WORTH
        yield Name(entry.name, "depends on", entry.locator(view), worth)
    for path in workspace.files:
        patterns = [(_EXAMPLES, _SETTING, "has the setting"), (_COMPOSE, _IMAGE, "runs")]
        for wanted, pattern, what in patterns:
            if wanted.search(path) and (text := workspace.text(path)) is not None:
                for found in pattern.finditer(text):
                    line = text.count("\n", 0, found.start(1)) + 1
                    yield Name(found[1], what, f"{path}:{line}")


def _claims(name: Name, topics: dict[str, Topic]) -> Iterator[Claim]:
    words = marked(" ".join(re.findall(r"[a-z0-9]+", name.name.lower())))
    digest = hashlib.sha256(f"{name.locator}\n{name.name}".encode()).hexdigest()[:16]
    for ambiguity, topic in topics.items():
        named = [reading for reading, said in topic.readings.items() if words.stated(said)]
        if len(named) == 1:
            fact = f"{name.what} {name.name}"
            yield Claim(ambiguity, named[0], name.worth, name.locator, fact, digest)
