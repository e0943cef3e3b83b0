"""The brief: what a workspace already says about a goal, as one value (UND-3).

It comes before every proposal and is the same for the rules, a model, a host and a person: what is
there already, where the work is, what to copy, how it is tested, what was decided before. Nothing
in it is a recommendation. Every entry has a locator and a strength; the document is small enough to
be read whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from plangate.core.model.nouns import Ambiguity, Interpretation

SCHEMA = "plangate.brief/1"
#: UND-3: bounds of the document.
MOST_PLACES, MOST_OTHERS, MOST_TOKENS = 12, 6, 1_200
#: UND-4: from here on something counts as being there already.
IS_THERE = 0.75
#: The id of the ambiguity that what is there already raises.
ALREADY_THERE = "already-there"
#: Characters a token stands for, on the careful side: paths and JSON take more tokens than prose.
_CHARACTERS_A_TOKEN = 3.3


class Existing(NamedTuple):
    """Something in the workspace that matches what the goal is about."""

    what: str
    locator: str
    strength: float
    why: str


class Place(NamedTuple):
    """A file the work probably touches: how sure, by which lists, and what tests it."""

    path: str
    rank: int
    strength: float
    symbols: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class Sibling(NamedTuple):
    """A feature of the same kind, to copy from."""

    path: str
    why: str


class Conventions(NamedTuple):
    """How this repository is tested, built and extended; None where it does not say."""

    test: str | None = None
    build: str | None = None
    lint: str | None = None
    migrations: str | None = None
    docs: str | None = None


class HouseRule(NamedTuple):
    """A sentence of the repository's own rules that concerns the goal."""

    locator: str
    text: str


class Earlier(NamedTuple):
    """What was decided before in this workspace about something like it."""

    decision: str
    when: str
    session: str


class Open(NamedTuple):
    """A decision the goal leaves open, as the gate takes it, and what shows that it is open."""

    kind: str
    ambiguity: Ambiguity
    quotes: tuple[str, ...] = ()


class Sighting(NamedTuple):
    """What looking at the workspace gives to a brief."""

    exists: tuple[Existing, ...] = ()
    places: tuple[Place, ...] = ()
    siblings: tuple[Sibling, ...] = ()
    conventions: Conventions = Conventions()
    rules: tuple[HouseRule, ...] = ()
    limits: tuple[str, ...] = ()


class Brief(NamedTuple):
    """Everything known before anybody proposes anything.

    `grasp` is how much of the goal was understood (UND-2); None when nobody has judged it.
    """

    goal: str
    seen: Sighting
    decided_before: tuple[Earlier, ...] = ()
    open: tuple[Open, ...] = ()
    grasp: float | None = None
    not_understood: tuple[str, ...] = ()


class Quoted(NamedTuple):
    """One thing found for a question: the fact, where it stands, and its own words."""

    fact: str
    locator: str
    quote: str
    source: str
    strength: float


class Answer(NamedTuple):
    """What was found for a question, what was not, and what it took (INV-13)."""

    question: str
    evidence: tuple[Quoted, ...]
    not_found: tuple[str, ...]
    files: int
    limits: tuple[str, ...] = ()


def explore_document(answer: Answer) -> dict[str, Any]:
    """`plangate.explore/1`."""
    return {
        "schema": "plangate.explore/1",
        "question": _cut(answer.question, 1_000),
        "evidence": [one._asdict() for one in answer.evidence],
        "not_found": list(answer.not_found),
        "budget": {"calls": 1, "files": answer.files},
        "limits": list(answer.limits[:MOST_OTHERS]),
    }


def already_there(exists: Sequence[Existing]) -> Open | None:
    """UND-4: extend it, replace it or leave it, when what a goal wants added is there already."""
    found = [entry for entry in exists if entry.strength >= IS_THERE]
    if not found:
        return None
    best = found[0]
    where = best.locator.rpartition(":")[0] or best.locator
    readings = (
        _reading(
            "extend", f"Extend {best.what}", "what is there grows; its callers stay", 0.5, 0.3
        ),
        _reading(
            "leave", "Leave it as it is", "nothing is built; it is said where it is", 0.3, 0.1
        ),
        _reading(
            "replace", f"Replace {best.what}", "what is there goes; its callers move", 0.2, 0.6
        ),
    )
    prompt = f"{best.what} is there already ({best.locator}). Extend it, replace it or leave it?"
    ambiguity = Ambiguity(
        ALREADY_THERE,
        readings,
        blocker_evidence=tuple(entry.locator for entry in found[:MOST_OTHERS]),
        prompt=prompt,
        reads=(where,),
        heard=best.what,
    )
    return Open("exists", ambiguity, tuple(f"{e.what} {e.locator}" for e in found[:MOST_OTHERS]))


def _reading(name: str, label: str, then: str, prior: float, effort: float) -> Interpretation:
    undo = "partial" if name == "replace" else "reversible"
    return Interpretation(name, label, then, prior, effort, undo, touches=())  # type: ignore[arg-type]


# --- the document ---------------------------------------------------------------------------------


def brief_document(brief: Brief) -> dict[str, Any]:
    """`plangate.brief/1`, cut down until it fits (UND-3): words go before entries, places last."""
    for size in _SIZES:
        document = _document(brief, size)
        if tokens_of(document) <= MOST_TOKENS:
            break
    return document


class _Size(NamedTuple):
    """How much of a brief is told: places, how many of them in full, other entries, and texts."""

    places: int
    in_full: int
    others: int
    longest: int


_SIZES = (
    _Size(12, 12, 6, 160),
    _Size(12, 5, 5, 140),
    _Size(12, 3, 4, 110),
    _Size(12, 3, 3, 90),
    _Size(12, 3, 2, 70),
    _Size(12, 2, 1, 50),
    _Size(10, 2, 1, 50),
    _Size(7, 1, 1, 50),
    _Size(4, 1, 1, 40),
)


def tokens_of(document: dict[str, Any]) -> int:
    """About how many tokens a document takes."""
    written = json.dumps(document, ensure_ascii=False, separators=(", ", ": "))
    return round(len(written) / _CHARACTERS_A_TOKEN)


def _document(brief: Brief, size: _Size) -> dict[str, Any]:
    seen, others, longest = brief.seen, size.others, size.longest
    return {
        "schema": SCHEMA,
        "goal": _cut(brief.goal, 4 * longest),
        "grasp": brief.grasp,
        "not_understood": [_cut(word, longest) for word in brief.not_understood[:others]],
        "exists": _entries(seen.exists[:others], longest),
        "places": [_place(one, size) for one in seen.places[: size.places]],
        "siblings": _entries(seen.siblings[:others], longest),
        "conventions": seen.conventions._asdict(),
        "rules": _entries(seen.rules[:others], longest),
        "decided_before": _entries(brief.decided_before[:others], longest),
        "open": [_open(one, longest) for one in brief.open[:others]],
        "limits": [_cut(line, longest) for line in seen.limits[:others]],
    }


#: What is a name and stays whole: cut, it would name something else.
_WHOLE = frozenset(("path", "locator", "session", "when"))


def _entries(rows: Sequence[Any], longest: int) -> list[dict[str, Any]]:
    return [
        {
            name: _cut(value, longest) if isinstance(value, str) and name not in _WHOLE else value
            for name, value in row._asdict().items()
        }
        for row in rows
    ]


def _place(place: Place, size: _Size) -> dict[str, Any]:
    full = place.rank <= size.in_full
    return {
        **place._asdict(),
        "symbols": [_cut(name, size.longest) for name in (place.symbols if full else ())],
        "why": list(place.why[: 3 if full else 1]),
        "tests": list(place.tests if full else place.tests[:1]),
    }


def _open(one: Open, longest: int) -> dict[str, Any]:
    return {
        "id": one.ambiguity.id,
        "kind": one.kind,
        "prompt": _cut(one.ambiguity.prompt or "", 2 * longest),
        "quotes": [_cut(quote, longest) for quote in one.quotes[:2]],
        "interpretations": [
            {"id": reading.id, "label": _cut(reading.label, longest), "prior": reading.prior}
            for reading in one.ambiguity.interpretations
        ],
    }


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
