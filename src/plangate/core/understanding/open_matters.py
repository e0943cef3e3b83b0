"""A decision a goal leaves open, as every finder of one hands it on."""

from __future__ import annotations

import re
from typing import NamedTuple

from plangate.core.model.nouns import Ambiguity, Interpretation, Reversibility
from plangate.language.clauses import Clause


class Open(NamedTuple):
    """A decision the goal leaves open, as the gate takes it, and what shows that it is open."""

    kind: str
    ambiguity: Ambiguity
    quotes: tuple[str, ...] = ()


def reading(
    name: str,
    label: str,
    then: str,
    prior: float,
    effort: float,
    undo: Reversibility = "reversible",
) -> Interpretation:
    """An interpretation that names nothing it alone decides."""
    return Interpretation(name, label, then, prior, effort, undo, touches=())


def opened(
    kind: str,
    name: str,
    readings: tuple[Interpretation, ...],
    prompt: str,
    quote: str,
    clause: Clause,
    safe: str,
    unsaid: float = 0.0,
) -> Open:
    """What a clause leaves open, with the words that show it.

    `unsaid` is the chance that something is meant which nobody but the person can say: no reading
    of it can be offered, so that with one reading the question is open (ASK-1).
    """
    heard = short_of(clause.text)
    ambiguity = Ambiguity(
        name, readings, safe_default=safe, prompt=prompt, heard=heard, none_fits=unsaid
    )
    return Open(kind, ambiguity, (quote,))


def as_written(heard: str, goal: str) -> str:
    """Words as a goal writes them: what listens for deeds hears no apostrophes."""
    letters = "['’]?".join(map(re.escape, " ".join(heard.split())))
    found = re.search(letters.replace(r"\ ", r"\s+"), goal, re.IGNORECASE)
    return found.group() if found else heard


def short_of(text: str) -> str:
    """A text on one line, short enough to be quoted in a question."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
