"""Explore: what a repository already says about the readings of a goal.

Facts come with a locator and a confidence; a search that found nothing is recorded too, because a
question must show what was looked at before it was asked (ASK-6).
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.adapters.repo.files import Workspace
from plangate.app.ports import Surveyed
from plangate.core.events import EvidenceGathered
from plangate.core.intake import named_paths
from plangate.core.model import Ambiguity, Dispatch, Evidence
from plangate.core.moves import Investigate, Survey
from plangate.core.redaction import redact

if TYPE_CHECKING:
    from plangate.adapters.catalog.dimension import Detector, Dimension

_COMMON_WORDS = frozenset(
    "add all and any are but can change code create file files fix for from get has have how "
    "implement improve into its let make more new not one our out public remove set should some "
    "support that the their them then they this update use user users was what when which why "
    "will with without you your only both per key".split()
)


class Explorer:
    """Reads one workspace for the planner."""

    def __init__(self, dimensions: Callable[[Path], Sequence[Dimension]]) -> None:
        self._dimensions = dimensions

    def survey(self, chore: Survey) -> Surveyed:
        from plangate.adapters.repo.facts import facts_of  # lazy: patterns that only planning needs

        workspace = Workspace(Path(chore.workspace))
        found = facts_of(workspace, chore.goal)
        missing = tuple(
            f"{path}, which the goal names, is not in the workspace"
            for path in named_paths(chore.goal)
            if not _inside(workspace.root, path)
        )
        constraints = ("read-only: planning changes nothing in the workspace", *missing)
        return Surveyed(constraints, found.evidence, limits=found.limits)

    def look(
        self, chore: Investigate, dispatch: Dispatch, time_left: Callable[[], float]
    ) -> EvidenceGathered:
        began = time.monotonic()
        workspace = Workspace(Path(chore.workspace))
        found: list[Evidence] = []
        exhaustion: dict[str, list[str]] = {}
        partial = False
        for ambiguity in chore.about(dispatch):
            if time_left() <= 0:
                partial = True
                break
            seen = self._seen(workspace, ambiguity)
            looked = _looked(workspace, ambiguity, seen)
            found += [*seen, *looked.values()]
            for part, entry in looked.items():
                exhaustion.setdefault(part, []).append(entry.id)
            exhaustion.setdefault("investigation", []).extend(entry.id for entry in looked.values())
        spent = time.monotonic() - began
        return EvidenceGathered(
            strategy=dispatch.strategy,
            evidence=tuple(found),
            exhaustion=exhaustion,
            calls=dispatch.calls,
            seconds=round(spent, 3),
            limits=workspace.limits(),
            dispatch=dispatch.id,
            subagent=dispatch.subagent,
            outcome="partial" if partial else "done",
            files=tuple(dict.fromkeys(x.locator.partition(":")[0] for x in found if x.locator)),
        )

    def _seen(self, workspace: Workspace, ambiguity: Ambiguity) -> list[Evidence]:
        dimension = next(
            (d for d in self._dimensions(workspace.root) if d.id == ambiguity.id), None
        )
        if dimension is None:
            return []
        seen: list[Evidence] = []
        for reading in dimension.readings:
            for detector in reading.seen:
                if hit := _first_hit(workspace, detector):
                    seen.append(_fact(ambiguity.id, reading.interpretation.id, detector, *hit))
        return seen


def _first_hit(workspace: Workspace, detector: Detector) -> tuple[str, str] | None:
    """The first place a detector's pattern stands, and the line there."""
    pattern = re.compile(detector.text, re.MULTILINE)
    for path in workspace.files:
        name = path.rpartition("/")[2]
        if any(fnmatchcase(name, wanted) for wanted in detector.files):
            text = workspace.text(path)
            if text is not None and (found := pattern.search(text)):
                place = text.count("\n", 0, found.start()) + 1
                line = text[found.start() : found.end()].strip()
                return f"{path}:{place}", line
    return None


def _fact(ambiguity: str, reading: str, detector: Detector, locator: str, line: str) -> Evidence:
    digest = hashlib.sha256(f"{locator.partition(':')[0]}\n{line}".encode()).hexdigest()[:16]
    return Evidence(
        id=f"{ambiguity}:{reading}:{digest[:6]}",
        ambiguity=ambiguity,
        source="repo_facts",
        supports=reading,
        confidence=detector.confidence,
        locator=locator,
        kind="detected",
        fact=redact(detector.says),
        digest=digest,
    )


def _looked(
    workspace: Workspace, ambiguity: Ambiguity, seen: Sequence[Evidence]
) -> dict[str, Evidence]:
    """What was looked at for one ambiguity, as evidence objects (ASK-6)."""
    from plangate.adapters.repo.facts.manifests import is_manifest

    files = len(workspace.files)
    names = ", ".join(reading.label for reading in ambiguity.interpretations)
    found = f"{len(seen)} sign{'' if len(seen) == 1 else 's'}"
    words = [w for r in ambiguity.interpretations for w in _words(r.label)]
    similar = [path for path in workspace.files if _shared(words, path)]
    manifests = [path for path in workspace.files if is_manifest(path)]
    facts = {
        "codebase_search": f"searched {files:,} files for {names}: {found}",
        "similar_features": f"files named like one of the readings: {len(similar)}",
        "infrastructure": f"read {', '.join(manifests[:6]) or 'no manifest: there is none'}",
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


def _words(text: str) -> list[str]:
    found = re.findall(r"[a-z]{3,}", text.lower())
    return [word for word in dict.fromkeys(found) if word not in _COMMON_WORDS]


def _shared(words: Sequence[str], path: str) -> int:
    """How many of the words a path is made of, singular or plural."""
    parts = set(re.findall(r"[a-z]+", path.lower()))
    return sum(word in parts or f"{word}s" in parts or word.rstrip("s") in parts for word in words)


def _inside(root: Path, path: str) -> bool:
    """Whether a path the goal names is there; a path that leads outside counts as not there."""
    if path.startswith(("/", "~")) or ".." in path.split("/"):
        return False
    return (root / path).exists()
