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

from plangate.core.model.policy.investigation_numbers import BRIEFS_CHARACTERS_A_TOKEN
from plangate.core.model.records import Document
from plangate.core.model.sighting import Place, Sighting, Spot
from plangate.core.understanding.open_matters import Open

SCHEMA = "plangate.brief/1"
#: UND-3: bounds of the document.
MOST_PLACES, MOST_OTHERS, MOST_TOKENS = 12, 6, 1_200


class Earlier(NamedTuple):
    """What was decided before in this workspace about something like it."""

    decision: str
    when: str
    session: str


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


def explore_document(answer: Answer) -> Document:
    """`plangate.explore/1`."""
    return {
        "schema": "plangate.explore/1",
        "question": _cut(answer.question, 1_000),
        "evidence": [one._asdict() for one in answer.evidence],
        "not_found": list(answer.not_found),
        "budget": {"calls": 1, "files": answer.files},
        "limits": list(answer.limits[:MOST_OTHERS]),
    }


# --- the document ---------------------------------------------------------------------------------


def brief_document(brief: Brief) -> Document:
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


#: What binds is told when most else is cut: so many rules, so long.
_RULES, _RULE = 4, 120


def tokens_of(document: Document) -> int:
    """About how many tokens a document takes."""
    written = json.dumps(document, ensure_ascii=False, separators=(", ", ": "))
    return round(len(written) / BRIEFS_CHARACTERS_A_TOKEN)


def _document(brief: Brief, size: _Size) -> Document:
    seen, others, longest = brief.seen, size.others, size.longest
    return {
        "schema": SCHEMA,
        "goal": _cut(brief.goal, 4 * longest),
        "grasp": brief.grasp,
        "not_understood": [_cut(word, longest) for word in brief.not_understood[:others]],
        "exists": _entries(seen.exists[:others], longest),
        "nearest": _entries(seen.nearest[:others], longest),
        "places": [_place(one, size) for one in seen.places[: size.places]],
        "spots": [_spot(one, longest) for one in seen.spots[:others]],
        "siblings": _entries(seen.siblings[:others], longest),
        "conventions": seen.conventions._asdict(),
        "rules": _entries(seen.rules[: max(others, _RULES)], max(longest, _RULE)),
        "decided_before": _entries(brief.decided_before[:others], longest),
        "open": [_open(one, longest) for one in brief.open[:others]],
        "limits": [_cut(line, longest) for line in seen.limits[:others]],
    }


#: What is a name and stays whole: cut, it would name something else.
_WHOLE = frozenset(("path", "locator", "session", "when"))


def _entries(rows: Sequence[Any], longest: int) -> list[Document]:
    return [
        {
            name: _cut(value, longest) if isinstance(value, str) and name not in _WHOLE else value
            for name, value in row._asdict().items()
        }
        for row in rows
    ]


def _place(place: Place, size: _Size) -> Document:
    full = place.rank <= size.in_full
    told = {name: value for name, value in place._asdict().items() if name != "shown_by"}
    return {
        **told,
        "symbols": [_cut(name, size.longest) for name in (place.symbols if full else ())],
        "why": list(place.why[: 3 if full else 1]),
        "tests": list(place.tests if full else place.tests[:1]),
    }


def _spot(spot: Spot, longest: int) -> Document:
    return {
        "locator": spot.locator,
        "symbol": spot.symbol,
        "text": _cut(spot.text, longest),
        "why": _cut(spot.why, longest),
    }


def _open(one: Open, longest: int) -> Document:
    return {
        "id": one.ambiguity.id,
        "kind": one.kind,
        "prompt": _cut(one.ambiguity.prompt or "", 2 * longest),
        "quotes": [_cut(quote, longest) for quote in one.quotes[:2]],
        "interpretations": [
            {
                "id": reading.id,
                "label": _cut(reading.label, longest),
                "prior": round((1.0 - one.ambiguity.none_fits) * reading.prior, 4),
            }
            for reading in one.ambiguity.interpretations
        ],
    }


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
