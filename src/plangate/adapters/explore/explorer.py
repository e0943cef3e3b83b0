"""Explore: what a repository already says about the readings of a goal.

Facts come with a locator and a confidence; a search that found nothing is recorded too, because a
question must show what was looked at before it was asked (ASK-6).
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from plangate.adapters.explore.search import Found, Hit, Sign, search
from plangate.adapters.repo.checkout.ripgrep import find_ripgrep
from plangate.adapters.repo.checkout.sign_weights import SignPlace
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.goal import goal_of
from plangate.adapters.repo.facts.manifests import is_manifest
from plangate.adapters.repo.index.index import Index, key_of, with_index
from plangate.app.ports import Surveyed
from plangate.core.events.event import EvidenceGathered
from plangate.core.guard.redaction import redact
from plangate.core.investigation.gaps import MISSING, sought
from plangate.core.model.nouns import Ambiguity, Dispatch, Evidence, Strategy
from plangate.core.moves import Investigate, Survey
from plangate.language.tokens import counted
from plangate.language.words.stems import group

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Detector, Dimension

T = TypeVar("T")

#: A smaller workspace is looked at anew sooner than anything is worth keeping on disk.
WORTH_KEEPING = 300


class Explorer:
    """Reads one workspace for the planner."""

    def __init__(
        self, dimensions: Callable[[Path], Sequence[Dimension]], cache: Path | None = None
    ) -> None:
        self._dimensions = dimensions
        self._cache = cache

    def survey(self, chore: Survey) -> Surveyed:
        from plangate.adapters.explore.named import named_gaps
        from plangate.adapters.repo.checkout.git import has_history
        from plangate.adapters.repo.facts.house_rules import forbidden_files

        workspace = Workspace(Path(chore.workspace))
        evidence, limits = self._with_index(
            workspace, lambda index: _facts(workspace, chore.goal, index)
        )
        gaps = [
            *named_gaps(workspace.root, workspace.files, chore.goal),
            *forbidden_files(workspace, chore.goal),
        ]
        constraints = ("read-only: planning changes nothing in the workspace",)
        ways = tuple(_ways(workspace.files, history=has_history(workspace.root)))
        return Surveyed(constraints, (*evidence, *gaps), ways, limits)

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        if dispatch.strategy != "code search":
            dimensions = self._dimensions(Path(chore.workspace))
            return _look_of(dispatch.strategy)(chore, dispatch, dimensions, time_left)
        began = time.monotonic()
        workspace = Workspace(Path(chore.workspace), only=dispatch.reads)
        about = chore.about(dispatch)
        seen, searched = self._seen(workspace, about, time_left)
        found: list[Evidence] = []
        exhaustion: dict[str, list[str]] = {}
        outside = _outside(workspace)
        for ambiguity in about:
            looked = _looked(outside, ambiguity, seen[ambiguity.id])
            found += [*seen[ambiguity.id], *looked.values()]
            for part, entry in looked.items():
                exhaustion.setdefault(part, []).append(entry.id)
            exhaustion.setdefault("investigation", []).extend(entry.id for entry in looked.values())
        spent = time.monotonic() - began
        return EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=tuple(found),
            exhaustion=exhaustion if not searched.partial else {},
            calls=dispatch.calls,
            seconds=round(spent, 3),
            limits=searched.limits,
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
            outcome="partial" if searched.partial else "done",
            files=tuple(dict.fromkeys(x.locator.partition(":")[0] for x in found if x.locator)),
        )

    def _seen(
        self, workspace: Workspace, about: Sequence[Ambiguity], time_left: Callable[[], float]
    ) -> tuple[dict[str, list[Evidence]], Found]:
        """What shows that a reading already holds, for all ambiguities in one pass."""
        wanted = {ambiguity.id for ambiguity in about}
        sought = [
            (dimension.id, reading.interpretation.id, detector)
            for dimension in self._dimensions(workspace.root)
            if dimension.id in wanted
            for reading in dimension.readings
            for detector in reading.seen
        ]
        signs = [Sign(detector.files, detector.text) for _, _, detector in sought]
        found = self._with_index(
            workspace, lambda index: _search(workspace, signs, index, time_left)
        )
        seen: dict[str, list[Evidence]] = {ambiguity.id: [] for ambiguity in about}
        for (ambiguity, reading, detector), hit in zip(sought, found.hits, strict=True):
            if hit is not None:
                seen[ambiguity].append(_fact(ambiguity, reading, detector, hit))
        return seen, found

    def _with_index(self, workspace: Workspace, work: Callable[[Index], T]) -> T:
        folder = self._cache if len(workspace.files) >= WORTH_KEEPING else None
        return with_index(folder, workspace.root, work)


def _ways(files: Sequence[str], *, history: bool) -> Iterator[Strategy]:
    """INV-13: the ways of looking that this workspace has something for."""
    from plangate.adapters.explore.claims_of_manifests import has_manifests
    from plangate.adapters.explore.claims_of_tests import has_tests
    from plangate.adapters.repo.facts.documents import has_documents

    manifests = has_manifests(files)
    yield "code search"
    if manifests or has_documents(files):  # what is declared may have documentation of its own
        yield "documentation"
    if has_tests(files):
        yield "tests"
    if history:
        yield "history"
    if manifests:
        yield "manifests"


def _look_of(strategy: Strategy) -> Callable[..., EvidenceGathered]:
    """INV-13: explore's ways of looking besides code search, each loaded when it is tried."""
    if strategy == "tests":
        from plangate.adapters.explore.claims_of_tests import look_at_tests

        return look_at_tests
    if strategy == "manifests":
        from plangate.adapters.explore.claims_of_manifests import look_at_manifests

        return look_at_manifests
    from plangate.adapters.explore.commits import look_at_history

    return look_at_history


def _facts(
    workspace: Workspace, goal: str, index: Index
) -> tuple[tuple[Evidence, ...], tuple[str, ...]]:
    """The facts of a workspace and what was not read for them, kept while nothing changes."""
    key = key_of(workspace, "facts", goal)
    kept = index.recalled(key)
    if kept is None:
        from plangate.adapters.repo.facts.families import facts_of  # lazy: a hundred patterns

        symbols = index.symbols_like(workspace, goal_of(goal).words, find_ripgrep(workspace.root))
        found = facts_of(workspace, goal, symbols)
        kept = [found.evidence, [*workspace.limits(), *found.limits]]
        index.keep(workspace, key, kept)
    evidence, limits = kept
    return tuple(Evidence(*fact) for fact in evidence), (*limits, *index.limits)


def _search(
    workspace: Workspace, signs: Sequence[Sign], index: Index, time_left: Callable[[], float]
) -> Found:
    """Where the signs stand, kept while nothing changes."""
    key = key_of(workspace, "search", json.dumps(signs))
    kept = index.recalled(key)
    if kept is None:
        found = search(workspace, signs, time_left, find_ripgrep(workspace.root))
        if found.partial:
            return found._replace(limits=(*workspace.limits(), *found.limits, *index.limits))
        kept = [found.hits, [*workspace.limits(), *found.limits]]
        index.keep(workspace, key, kept)
    hits, limits = kept
    best = tuple(
        hit and Hit(path=hit[0], line=hit[1], text=hit[2], place=SignPlace(*hit[3])) for hit in hits
    )
    return Found(best, limits=(*limits, *index.limits))


def _fact(ambiguity: str, reading: str, detector: Detector, hit: Hit) -> Evidence:
    digest = hashlib.sha256(f"{hit.path}\n{hit.text}".encode()).hexdigest()[:16]
    only = f", but only {hit.place.name}" if hit.place.name else ""
    return Evidence(
        id=f"{ambiguity}:{reading}:{digest[:6]}",
        ambiguity=ambiguity,
        source="repo_facts",
        supports=reading,
        confidence=round(detector.confidence * hit.place.share, 2),
        locator=f"{hit.path}:{hit.line}",
        kind="detected",
        fact=redact(f"{detector.says}{only}"),
        digest=digest,
    )


class _Outside(NamedTuple):
    """A workspace as its paths show it: how many files, its manifests, and files by their words."""

    files: int
    manifests: tuple[str, ...]
    by_word: Mapping[str, set[str]]


def _outside(workspace: Workspace) -> _Outside:
    by_word: dict[str, set[str]] = {}
    for path in workspace.files:
        for word in re.findall(r"[a-z]{3,}", path.lower()):
            by_word.setdefault(word, set()).add(path)
    manifests = tuple(path for path in workspace.files if is_manifest(path))
    return _Outside(len(workspace.files), manifests, by_word)


def _looked(
    outside: _Outside, ambiguity: Ambiguity, seen: Sequence[Evidence]
) -> dict[str, Evidence]:
    """What was looked at for one ambiguity, as evidence objects (ASK-6)."""
    names = sought(ambiguity)
    found = counted(len(seen), "sign")
    similar = _named_alike(outside, ambiguity)
    manifests = ", ".join(outside.manifests[:6])
    facts = {
        "codebase_search": f"searched {counted(outside.files, 'file')} for {names}: {found}",
        "similar_features": f"files named like one of the readings: {similar or 'none'}",
        "infrastructure": f"read {manifests or 'no manifest: there is none'}",
        "attempted_inference": f"{found} of a reading that already holds",
    }
    return {
        part: Evidence(
            id=f"{ambiguity.id}:{part}",
            ambiguity=ambiguity.id,
            source="repo_facts",
            supports=None,
            confidence=0.0,
            kind=part,
            fact=fact,
        )
        for part, fact in facts.items()
    }


def _named_alike(outside: _Outside, ambiguity: Ambiguity) -> str:
    """The files with a word of a reading in their path; a word that many carry says nothing."""
    if ambiguity.id == MISSING:
        return ", ".join(_spelled_alike(outside, ambiguity.blocker_evidence))
    words = {form for r in ambiguity.interpretations for w in _words(r.label) for form in _forms(w)}
    carriers = (outside.by_word.get(word, set()) for word in words)
    few = max(_MOST_ALIKE, outside.files // 100)
    alike = sorted(set().union(*(paths for paths in carriers if len(paths) <= few)))
    shown = ", ".join(alike[:_MOST_ALIKE])
    return f"{shown} and {len(alike) - _MOST_ALIKE} more" if len(alike) > _MOST_ALIKE else shown


def _spelled_alike(outside: _Outside, missing: Sequence[str]) -> list[str]:
    """The files whose names are nearest to what the goal names."""
    from difflib import get_close_matches  # lazy: only for a goal that names what is not there

    names: dict[str, list[str]] = {}
    for path in set().union(*outside.by_word.values()):
        names.setdefault(path.rpartition("/")[2].lower(), []).append(path)
    found: list[str] = []
    for path in missing[:_MOST_ALIKE]:
        wanted = path.rpartition("/")[2].lower()
        for name in get_close_matches(wanted, names, _MOST_ALIKE, 0.75):
            # of files of one name, the one that lies nearest to where it was looked for
            found.append(max(sorted(names[name]), key=lambda p: _folders_shared(p, path)))
    return list(dict.fromkeys(found))[:_MOST_ALIKE]


def _folders_shared(one: str, other: str) -> int:
    return len(set(one.split("/")[:-1]) & set(other.split("/")[:-1]))


#: So many files are named in full.
_MOST_ALIKE = 3


def _words(text: str) -> list[str]:
    found = re.findall(r"[a-z]{3,}", text.lower())
    empty = group("stop") | group("light_verbs") | group("not_located")
    return [word for word in dict.fromkeys(found) if word not in empty]


def _forms(word: str) -> tuple[str, str]:
    """A word in the singular and in the plural, near enough."""
    return word.rstrip("s"), f"{word.rstrip('s')}s"
