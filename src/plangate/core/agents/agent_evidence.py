"""What planning recorded that answers an agent's question (HOOK-1): the one brain of hook and plan.

An entry speaks to a question when the question is about the entry's decision and exactly one option
says what was decided. It is about it when it names it, asks what planning asked, or offers two of
its readings in two of its words. All are narrow on purpose: a wrong hit keeps a question from the
person who should have been asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from plangate.core.agents.agent_calls import RECOMMENDED, AgentQuestion, folded
from plangate.core.model.policy.agents_numbers import (
    AGENT_EVIDENCE_LEAST_READINGS,
    AGENT_EVIDENCE_LONGEST_ENDING,
    AGENT_EVIDENCE_SHORTEST_STEM,
    LEAST_SUBJECT_WORDS,
)
from plangate.language.words.stems import group

#: Words that say nothing about what a question is about.
_OF_ANY_QUESTION = ("leave_which", "leave_modals", "leave_choosing", "leave_english")


class Recorded(NamedTuple):
    """A decision on record: what it is about, what was decided, and where the agent can check it.

    `file`: found in the workspace while planning, at `where`. `person`: decided by the person.
    `memory`: words the person had remembered, which may name an option. `way`: how this is done
    here, a command that was seen while planning.
    """

    id: str
    about: str
    decision: str
    kind: Literal["file", "person", "memory", "way"]
    where: str = ""
    said: str = ""
    prompt: str = ""
    readings: tuple[str, ...] = ()


def facts_about(question: AgentQuestion, recorded: Iterable[Recorded]) -> Iterator[Recorded]:
    """Those of the records that are about what the question is about."""
    spoken = _words(f"{question.prompt} {question.header}")
    offered = [_content(RECOMMENDED.sub(" ", option.label)) for option in question.options]
    for entry in recorded:
        if (
            _is_named(entry, spoken)
            or _is_asked(entry, question)
            or _is_met(entry, spoken, offered)
        ):
            yield entry


def _is_named(entry: Recorded, spoken: Sequence[str]) -> bool:
    """Whether the question has every word of the decision's name."""
    subject = _words(entry.about.replace("_", "-"))
    return len(subject) >= LEAST_SUBJECT_WORDS and all(_occurs(word, spoken) for word in subject)


def _is_asked(entry: Recorded, question: AgentQuestion) -> bool:
    """Whether planning asks the same in the same words."""
    return bool(entry.prompt) and _words(entry.prompt) == _words(question.prompt)


def _is_met(entry: Recorded, spoken: Sequence[str], offered: Sequence[frozenset[str]]) -> bool:
    """Whether it offers two readings of the decision and has two words of its name or question."""
    readings = {_content(label) for label in entry.readings} - {frozenset()}
    if len(readings.intersection(offered)) < AGENT_EVIDENCE_LEAST_READINGS:
        return False
    subject = _content(f"{entry.about} {entry.prompt}").difference(*map(group, _OF_ANY_QUESTION))
    telling = [word for word in subject if len(word) >= AGENT_EVIDENCE_SHORTEST_STEM]
    return sum(_occurs(word, telling) for word in set(spoken)) >= LEAST_SUBJECT_WORDS


def option_decided(question: AgentQuestion, entry: Recorded) -> int | None:
    """The place of the one option that says what was decided."""
    said, part_of = _content(entry.decision), entry.kind in ("memory", "way")
    named = [
        place
        for place, option in enumerate(question.options)
        if (label := _content(RECOMMENDED.sub(" ", option.label)))
        and (label <= said if part_of else label == said)
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
            min(len(word), len(other)) >= AGENT_EVIDENCE_SHORTEST_STEM
            and (other.startswith(word) or word.startswith(other))
            and abs(len(word) - len(other)) <= AGENT_EVIDENCE_LONGEST_ENDING
        )
        for other in spoken
    )
