"""What planning recorded that answers an agent's question (HOOK-1): the one brain of hook and plan.

An entry speaks to a question when the question has the words of the entry's decision and exactly
one option says what was decided. Both are narrow on purpose: a wrong hit keeps a question from the
person who should have been asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from plangate.core.agents.agent_calls import RECOMMENDED, AgentQuestion, folded
from plangate.language.stems import group

_LEAST_WORDS = 2
_SHORTEST_STEM = 4
_LONGEST_ENDING = 3


class Recorded(NamedTuple):
    """A decision on record: what it is about, what was decided, and where the agent can check it.

    `file`: found in the workspace while planning, at `where`. `person`: decided by the person.
    `memory`: words the person had remembered, which may name an option.
    """

    id: str
    about: str
    decision: str
    kind: Literal["file", "person", "memory"]
    where: str = ""
    said: str = ""


def facts_about(question: AgentQuestion, recorded: Iterable[Recorded]) -> Iterator[Recorded]:
    """Those of the records whose subject the question names."""
    spoken = _words(f"{question.prompt} {question.header}")
    for entry in recorded:
        subject = _words(entry.about.replace("_", "-"))
        if len(subject) >= _LEAST_WORDS and all(_occurs(word, spoken) for word in subject):
            yield entry


def option_decided(question: AgentQuestion, entry: Recorded) -> int | None:
    """The place of the one option that says what was decided."""
    said = _content(entry.decision)
    named = [
        place
        for place, option in enumerate(question.options)
        if (label := _content(RECOMMENDED.sub(" ", option.label)))
        and (label <= said if entry.kind == "memory" else label == said)
    ]
    if entry.kind == "memory" and group("rules_out") & set(_words(entry.decision)):
        return None  # what was ruled out is not what was chosen
    return named[0] if len(named) == 1 else None


def _content(text: str) -> frozenset[str]:
    return frozenset(_words(text)) - group("no_choice")


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", folded(text).replace("_", " ")))


def _occurs(word: str, spoken: Iterable[str]) -> bool:
    """Whether a word is said, whichever ending it has: limit, limits, limiter."""
    return any(
        other == word
        or (
            min(len(word), len(other)) >= _SHORTEST_STEM
            and (other.startswith(word) or word.startswith(other))
            and abs(len(word) - len(other)) <= _LONGEST_ENDING
        )
        for other in spoken
    )
