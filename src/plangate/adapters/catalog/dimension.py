"""A decision dimension as a data file describes it.

A dimension says in which goals it matters (`when`), how the goal can be read (`readings`), and how
a repository would show which reading already holds (`seen`). The shipped ones lie in `dimensions/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from plangate.core.errors import BadInput
from plangate.core.model import (
    BLOCKER_TYPES,
    REVERSIBILITIES,
    Ambiguity,
    BlockerType,
    Interpretation,
    Task,
)
from plangate.core.shapes import Choice, ListOf, Number, Record, Text


class Detector(NamedTuple):
    """How a file of the repository shows that a reading already holds."""

    files: tuple[str, ...]
    text: str
    confidence: float
    says: str


class Reading(NamedTuple):
    interpretation: Interpretation
    seen: tuple[Detector, ...]
    task: Task | None


class Contradiction(NamedTuple):
    """Two sets of phrases; a goal with one of each asks for both at once."""

    one: tuple[str, ...]
    other: tuple[str, ...]


class Dimension(NamedTuple):
    id: str
    prompt: str
    when: tuple[str, ...]
    readings: tuple[Reading, ...]
    blocker_type: BlockerType
    blocker_evidence: tuple[str, ...]
    contradiction: Contradiction | None
    safe_default: str | None
    safe_default_reason: str | None

    def applies_to(self, goal: str) -> Ambiguity | None:
        """This dimension as an ambiguity of a goal, None when the goal does not touch it."""
        if self.contradiction is not None and (quotes := self._contradicted(goal)):
            return self._ambiguity("mutually_exclusive_requirements", quotes)
        if self.when and says_any(goal, self.when):
            return self._ambiguity(self.blocker_type, self.blocker_evidence)
        return None

    def covers(self, clause: str) -> bool:
        """Whether a clause of a goal is about this dimension, so that its decision answers it."""
        phrases = self.when
        if self.contradiction is not None:
            phrases += self.contradiction.one + self.contradiction.other
        return says_any(clause, phrases) is not None

    def _contradicted(self, goal: str) -> tuple[str, ...]:
        assert self.contradiction is not None
        one = says_any(goal, self.contradiction.one)
        other = says_any(goal, self.contradiction.other)
        return (one, other) if one and other else ()

    def _ambiguity(self, blocker: BlockerType, evidence: Sequence[str]) -> Ambiguity:
        return Ambiguity(
            id=self.id,
            interpretations=tuple(reading.interpretation for reading in self.readings),
            blocker_type=blocker,
            blocker_evidence=tuple(evidence),
            safe_default=self.safe_default,
            prompt=self.prompt,
            safe_default_reason=self.safe_default_reason,
        )


_TASK = Record(
    required={"title": Text(200), "description": Text(2_000)},
    optional={"check": Text(500), "files": ListOf(Text(500), most=20)},
)
_READING = Record(
    required={
        "id": Text(100),
        "label": Text(200),
        "consequence": Text(500),
        "prior": Number(above=0, most=1),
        "complexity": Number(above=0, most=1),
        "reversibility": Choice(REVERSIBILITIES),
    },
    optional={
        "touches": ListOf(Text(200), most=50),
        "strictness": Number(least=0, most=10),
        "seen": ListOf(
            Record(
                required={
                    "files": ListOf(Text(200), least=1, most=50),
                    "text": Text(500),
                    "confidence": Number(above=0, most=1),
                    "says": Text(300),
                },
                optional={},
            ),
            most=50,
        ),
        "task": _TASK,
    },
)
DIMENSION = Record(
    required={"id": Text(100), "prompt": Text(500), "readings": ListOf(_READING, 2, 50)},
    optional={
        "when": ListOf(Text(200), most=100),
        "blocker": Choice(BLOCKER_TYPES),
        "blocker_evidence": ListOf(Text(500), most=10),
        "contradiction": Record(
            required={"one": ListOf(Text(200), least=1), "other": ListOf(Text(200), least=1)},
            optional={},
        ),
        "safe_default": Text(100),
        "safe_default_reason": Text(500),
    },
)


def read_dimension(document: Any, at: str) -> Dimension:
    """A dimension from a data file, or one line about what is wrong with it."""
    read = DIMENSION.read(document, at)
    readings = tuple(_reading(entry, f"{at}.{entry['id']}") for entry in read["readings"])
    total = sum(reading.interpretation.prior for reading in readings)
    if abs(total - 1.0) > 0.01:
        raise BadInput(f"{at}.readings", f"the priors sum to {total:.4g}", "a sum of 1")
    names = [reading.interpretation.id for reading in readings]
    default = read.get("safe_default")
    if default is not None and default not in names:
        raise BadInput(f"{at}.safe_default", f"{default!r} is no reading", ", ".join(names))
    contradiction = read.get("contradiction")
    return Dimension(
        id=read["id"],
        prompt=read["prompt"],
        when=read.get("when", ()),
        readings=readings,
        blocker_type=read.get("blocker", "ambiguous_goal"),
        blocker_evidence=read.get("blocker_evidence", ()),
        contradiction=Contradiction(**contradiction) if contradiction else None,
        safe_default=default,
        safe_default_reason=read.get("safe_default_reason"),
    )


def _reading(entry: Mapping[str, Any], at: str) -> Reading:
    fields = {k: v for k, v in entry.items() if k not in ("seen", "task")}
    detectors = tuple(Detector(**seen) for seen in entry.get("seen", ()))
    for detector in detectors:
        try:
            re.compile(detector.text)
        except re.error as error:
            raise BadInput(f"{at}.seen.text", str(error), "a regular expression") from None
    task = entry.get("task")
    return Reading(
        Interpretation(**fields),
        detectors,
        Task(id="", **{**task, "files": tuple(task.get("files", ()))}) if task else None,
    )


@cache
def shipped_dimensions() -> tuple[Dimension, ...]:
    """The dimensions that come with the package, in the order of their file names."""
    import yaml  # lazy: 20 ms that only planning needs

    folder = resources.files("plangate.adapters.catalog") / "dimensions"
    found: list[Dimension] = []
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".yaml"):
            document = yaml.safe_load(path.read_text(encoding="utf-8"))
            found.append(read_dimension(document, path.name))
    return tuple(found)


# --- phrases in goals -----------------------------------------------------------------------------

_NEGATION = r"(?:\bno|\bnot|\bnever|\bwithout|\bdon'?t|\bdo not|\binstead of|\brather than)"


def says_any(goal: str, phrases: Sequence[str]) -> str | None:
    """The words of the goal that say one of these phrases, unless it says not to."""
    for phrase in phrases:
        for found in _phrase(phrase).finditer(goal):
            before = goal[max(0, found.start() - 30) : found.start()]
            if not re.search(rf"{_NEGATION}(?:\s+[\w'-]+){{0,2}}\s+$", before, re.IGNORECASE):
                return found.group()
    return None


@cache
def _phrase(phrase: str) -> re.Pattern[str]:
    """A phrase as whole words, in any case, hyphenated or not, with its word forms."""
    words = [_word_forms(word) for word in re.split(r"[\s-]+", phrase.strip())]
    return re.compile(r"(?<![\w-])" + r"[\s-]+".join(words) + r"(?![\w])", re.IGNORECASE)


def _word_forms(word: str) -> str:
    stem = re.escape(word)
    if not word.isalpha() or len(word) < 4:
        return stem + r"(?:s)?" if word.isalpha() else stem
    if word.endswith("e"):
        return rf"{re.escape(word[:-1])}(?:e|es|ed|ing|er|ers)"
    if word.endswith("y"):
        return rf"{re.escape(word[:-1])}(?:y|ies|ied|ying)"
    return rf"{stem}(?:{re.escape(word[-1])}?(?:s|es|ed|ing|er|ers))?"
