"""Recollection: memories and earlier decisions as evidence about open ambiguities (GATE-2).

A memory or an answer speaks about its own question id and no other. What a person answered is a
`memory`, what they confirmed in an earlier session's ledger a `prior_session`; what nobody
confirmed is the planner's own guess and supports nothing, and what was overturned never does.
Several that differ share the confidence of the best, so that a mind changed between sessions is
asked again. What was decided in another workspace is told by name and speaks for nothing (ASM-4):
another project's habit is no reason here, least of all for what cannot be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from plangate.adapters.recall.calibration import (
    MOST_FOR_ONE_WAY,
    NAMED,
    WORTH_TELLING,
    Scale,
    Scope,
    held,
)
from plangate.adapters.recall.memory_search import Kept, Rows, about_nothing, about_question
from plangate.core.guard.found_text import found_text
from plangate.core.log.tables import EVERYWHERE
from plangate.core.model.evidence import CHOSEN_ELSEWHERE, CHOSEN_HERE
from plangate.core.model.nouns import Ambiguity, Evidence, Source
from plangate.core.moves import Recollect
from plangate.core.words.irreversible import cannot_be_undone

if TYPE_CHECKING:
    from plangate.adapters.minds.rules.dimension import Dimension
from functools import lru_cache

from plangate.language.words.stems import content_stems

#: How alike texts are to a goal by their meaning, one number a text; None when it cannot be said.
Meanings = Callable[[str, Sequence[str]], Sequence[float] | None]

_MOST_TOLD = 3
#: From here on a memory about no question is worth showing.
_LEAST_ALIKE: Mapping[Scale, float] = {"words": 0.2, "meaning": 0.35}
#: What a plan says that no person adopted: below GATE-2's mark, like what a host quotes (MCP-3).
_FROM_A_SCRIPT = 0.6
#: The constant of reciprocal rank fusion: how little the first places differ.
_FLATNESS = 60


class _Said(NamedTuple):
    """One voice for one reading of one ambiguity."""

    reading: str
    confidence: float
    kept: Kept

    @property
    def source(self) -> Source:
        return "prior_session" if self.kept.kind == "decision" else "memory"

    def is_elsewhere(self, places: Collection[str]) -> bool:
        return self.kept.kind != "memory" and self.kept.place not in places


class Recollection:
    """Reads the memories of one store for the planner."""

    def __init__(
        self,
        rows: Rows,
        dimensions: Callable[[Path], Sequence[Dimension]],
        meanings: Meanings | None = None,
    ) -> None:
        self._rows = rows
        self._dimensions = dimensions
        self._meanings = meanings

    def recall(self, chore: Recollect) -> Sequence[Evidence]:
        evidence: list[Evidence] = []
        places = chore.places or (chore.workspace,)
        for ambiguity in chore.ambiguities:
            kept = about_question(self._rows, chore.goal, ambiguity.id, places, chore.session)
            if kept:
                said = list(self._said(chore, ambiguity, kept))
                here = [voice for voice in said if not voice.is_elsewhere(places)]
                evidence += _weighed(ambiguity, here)
                evidence += _suggested(ambiguity, [voice for voice in said if voice not in here])
            evidence += self._planned(chore, ambiguity)
        return [*evidence, *self._told(chore)]

    def _planned(self, chore: Recollect, ambiguity: Ambiguity) -> Iterator[Evidence]:
        """PLAN-12: what the tasks of an adopted plan say about it, each reading once."""
        if chore.adopted is None:
            return
        dimension = self._dimension(chore.workspace, ambiguity.id)
        said: set[str] = set()
        for task in chore.adopted.tasks:
            text = f"{task.title}. {task.description}"
            named = reading_named(text, ambiguity, dimension)
            if named is not None and named not in said:
                said.add(named)
                final = cannot_be_undone(ambiguity.reading(named))
                bounds = [NAMED if chore.adopted.by_person else _FROM_A_SCRIPT]
                if final or ambiguity.blocker_type == "security_decision":
                    bounds.append(MOST_FOR_ONE_WAY)
                yield Evidence(
                    id=f"{ambiguity.id}:{named}:{task.id}",
                    ambiguity=ambiguity.id,
                    source="prior_session",
                    supports=named,
                    confidence=min(bounds),
                    kind="adopted_plan",
                    fact=f"the plan says so in {task.id}: {found_text(task.title)}",
                )

    def _said(
        self, chore: Recollect, ambiguity: Ambiguity, kept: Sequence[Kept]
    ) -> Iterator[_Said]:
        dimension = self._dimension(chore.workspace, ambiguity.id)
        scope: Scope = dimension.settles if dimension else "goal"
        readings = {reading.id for reading in ambiguity.interpretations}
        alike, scale = self._alike(chore.goal, kept)
        for entry, how_alike in zip(kept, alike, strict=True):
            here = entry.place in (chore.places or (chore.workspace,))
            if entry.kind != "memory":
                if scope == "goal" and _of_another(entry.heard, ambiguity.heard):
                    continue  # ASK-16: evidence is about the same object
                if entry.reading in readings:
                    sure = held(scope, how_alike, scale, here=here)
                    yield _Said(str(entry.reading), sure, entry)
            elif here or entry.place == EVERYWHERE:
                named = reading_named(entry.text, ambiguity, dimension)
                if named is not None:
                    yield _Said(named, NAMED, entry)

    def _alike(self, goal: str, kept: Sequence[Kept]) -> tuple[Sequence[float], Scale]:
        texts = [entry.text for entry in kept]
        if self._meanings is not None:
            alike = self._meanings(goal, texts)
            if alike is not None:
                return alike, "meaning"
        return [likeness(goal, text) for text in texts], "words"

    def _told(self, chore: Recollect) -> list[Evidence]:
        """What was kept about no question: shown beside the evidence, deciding nothing."""
        places = chore.places or (chore.workspace,)
        kept = about_nothing(self._rows, chore.goal, places, chore.session)
        alike, scale = self._alike(chore.goal, kept)
        fused = _fused(alike)
        near = [
            (score, entry)
            for score, entry, how_alike in zip(fused, kept, alike, strict=True)
            if how_alike >= _LEAST_ALIKE[scale]
        ]
        near.sort(key=lambda pair: -pair[0])
        return [
            Evidence(
                id=f"memory:{entry.id}",
                ambiguity=None,
                source="memory",
                supports=None,
                confidence=0.0,
                locator=entry.id,
                kind="memory",
                fact=f"you asked to remember: {entry.text}",
            )
            for _, entry in near[:_MOST_TOLD]
        ]

    def _dimension(self, workspace: str, name: str) -> Dimension | None:
        return next((d for d in self._dimensions(Path(workspace)) if d.id == name), None)


def reading_named(text: str, ambiguity: Ambiguity, dimension: Dimension | None) -> str | None:
    """The one reading a text names and does not deny; None for none or several."""
    from plangate.language.phrases import marked, phrase_problem  # lazy: only for memories

    heard = marked(text)
    said: Mapping[str, Sequence[str]] = (
        {reading.interpretation.id: reading.said for reading in dimension.readings}
        if dimension
        else {}
    )
    named = []
    for reading in ambiguity.interpretations:
        phrases = [*said.get(reading.id, ()), _as_phrase(reading.label), _as_phrase(reading.id)]
        if heard.stated([phrase for phrase in phrases if phrase_problem(phrase) is None]):
            named.append(reading.id)
    return named[0] if len(named) == 1 else None


def _as_phrase(label: str) -> str:
    """A label as a phrase: its words, with nothing in them that a phrase would obey."""
    return " ".join("".join(c if c.isalnum() else " " for c in label).lower().split())


def _fused(alike: Sequence[float]) -> list[float]:
    """Reciprocal rank fusion of two orders: as given (by bm25), and by likeness."""
    by_likeness = sorted(range(len(alike)), key=lambda place: -alike[place])
    ranks = {place: rank for rank, place in enumerate(by_likeness)}
    return [1 / (_FLATNESS + place) + 1 / (_FLATNESS + ranks[place]) for place in range(len(alike))]


def _of_another(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


def _best(said: Sequence[_Said]) -> dict[str, _Said]:
    """The surest voice for each reading, the latest of equals."""
    best: dict[str, _Said] = {}
    for voice in sorted(said, key=lambda v: (-v.confidence, _later_first(v.kept.at), v.kept.id)):
        best.setdefault(voice.reading, voice)
    return best


def _suggested(ambiguity: Ambiguity, said: Sequence[_Said]) -> Iterator[Evidence]:
    """ASM-4: what was chosen in other workspaces, by their names. It moves no belief, contradicts
    nothing, and is never made for what cannot be undone."""
    for voice in _best(said).values():
        reading = ambiguity.reading(voice.reading)
        if voice.confidence < WORTH_TELLING or cannot_be_undone(reading):
            continue
        name = PurePath(voice.kept.place).name or voice.kept.place
        yield Evidence(
            id=f"elsewhere:{ambiguity.id}:{voice.kept.id}",
            ambiguity=ambiguity.id,
            source=voice.source,
            supports=None,
            confidence=0.0,
            locator=voice.kept.id,
            kind=CHOSEN_ELSEWHERE,
            fact=f"in {name} you chose “{reading.label}” on {voice.kept.at[:10]}",
        )


def _weighed(ambiguity: Ambiguity, said: Sequence[_Said]) -> Iterator[Evidence]:
    """The best voice for each reading, weaker by as much as others say otherwise."""
    best = _best(said)
    total = fsum(voice.confidence for voice in best.values())
    for voice in best.values():
        confidence = voice.confidence * voice.confidence / total
        final = cannot_be_undone(ambiguity.reading(voice.reading))
        if final or ambiguity.blocker_type == "security_decision":
            confidence = min(confidence, MOST_FOR_ONE_WAY)
        yield Evidence(
            id=f"recalled:{ambiguity.id}:{voice.kept.id}",
            ambiguity=ambiguity.id,
            source=voice.source,
            supports=voice.reading,
            confidence=round(confidence, 2),
            locator=voice.kept.id,
            kind="recalled" if voice.kept.kind == "memory" else CHOSEN_HERE,
            fact=_told_from(voice.kept),
        )


def _later_first(at: str) -> tuple[int, ...]:
    return tuple(-ord(letter) for letter in at)


def _told_from(kept: Kept) -> str:
    """Where it comes from, in words for the person it comes from."""
    day = kept.at[:10]
    if kept.kind == "memory":
        return f"you asked on {day} to remember: {kept.text}"
    deed = "answered" if kept.kind == "answer" else "confirmed"
    goal = kept.text if len(kept.text) <= 80 else f"{kept.text[:79]}…"
    return f"as you {deed} in session {kept.session} of {day}: “{goal}”"


def likeness(one: str, other: str) -> float:
    """Dice's coefficient of the stems of weight."""
    left, right = stems(one), stems(other)
    if not left or not right:
        return 0.0
    return 2 * len(left & right) / (len(left) + len(right))


@lru_cache(maxsize=256)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of weight in a text."""
    return frozenset(content_stems(text, ("weak_in_goals",)))
