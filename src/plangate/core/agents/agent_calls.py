"""An agent's calls, as far as hooks look at them: its questions, and what was answered before.

Only nouns and how they are compared; what is decided about them is in agent_questions.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from plangate.core.model.policy.agents_numbers import AGENT_CALLS_LONGEST_SESSION, LONGEST_AGENT_ID
from plangate.core.model.slugs import slug
from plangate.language.patterns import lazy

#: How the stream of an agent's session begins.
AGENT_PREFIX = "ag-"

RECOMMENDED = lazy(r"\s*[(\[]\s*recommended\s*[)\]]\s*", re.IGNORECASE)
_CHAIN_PART = lazy(r"\s*D\d+\.(?:\d+|final|conflict-\d+|revise-\d+(?:-\d+)?)(?![\w-])")
_ID = lazy(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: SPLIT-8, wherever it stands in a text.
_CHAIN_ID = lazy(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*-split-[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")


class Offered(NamedTuple):
    """One option as the agent words it."""

    label: str
    description: str = ""


class AgentQuestion(NamedTuple):
    """One question of an agent's call."""

    prompt: str
    header: str = ""
    options: tuple[Offered, ...] = ()
    multi_select: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The ids a preference may name it by: its header's, then its own words'."""
        slugs = (slug(text)[:LONGEST_AGENT_ID].strip("-") for text in (self.header, self.prompt))
        found = tuple(dict.fromkeys(name for name in slugs if name != "option"))
        return found or ("question",)

    @property
    def key(self) -> str:
        """The same for the same question, however it is spaced, capitalised and ended."""
        return key_of(self.prompt)

    @property
    def words(self) -> tuple[str, ...]:
        """Everything a person would read, for the word net."""
        inside = (text for option in self.options for text in option)
        return (self.prompt, self.header, *inside)


class KeptAnswer(NamedTuple):
    """What a person answered when an agent asked them earlier, and what vouches for that."""

    id: str
    value: str
    chosen: tuple[str, ...]
    offered: tuple[str, ...]
    at: str
    prompt: str = ""
    call: str = ""
    seen: bool = False
    verified: bool = False
    transcript: str = ""


class OpenQuestion(NamedTuple):
    """A question of plangate's own that waits for a person."""

    id: str
    prompt: str
    labels: tuple[str, ...]
    overdue: bool = False
    """ASK-8: past its deadline it silences nothing, whoever is the first to write that down."""


def relay_of(question: AgentQuestion, waiting: Iterable[OpenQuestion]) -> OpenQuestion | None:
    """The question of ours that an agent passes on: it names its id, or has its very words."""
    words = set(_ID.findall(f"{question.header} {question.prompt}".casefold()))
    for asked in waiting:
        if asked.id.casefold() in words or key_of(asked.prompt) == question.key:
            return asked
    return None


def labels_chosen(question: AgentQuestion, value: str) -> tuple[str, ...]:
    """The labels an answer names; none when it is in the person's own words.

    Several come joined by commas, and a label may hold one, so that the longest that fits is taken.
    """
    labels = {folded_label(option.label): option.label for option in question.options}
    left, chosen = folded_label(value), []
    while left:
        fits = [
            f for f in labels if left == f or (question.multi_select and left.startswith(f + ","))
        ]
        if not fits:
            return ()
        longest = max(fits, key=len)
        chosen.append(labels[longest])
        left = left[len(longest) :].lstrip(", ")
    return tuple(chosen)


def agent_stream(agent_session: str) -> str:
    """The name of the stream in which one session of an agent is recorded."""
    return f"{AGENT_PREFIX}{slug(agent_session)[:AGENT_CALLS_LONGEST_SESSION]}"


def key_of(prompt: str) -> str:
    """A question's text as two of them are compared."""
    return folded(prompt).rstrip(" ?!.:")


def folded(text: str) -> str:
    """Text as it is compared: wide letters are letters, case and spacing do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded_label(label: str) -> str:
    """A label as it is compared: whether an agent recommends it today does not count."""
    return folded(RECOMMENDED.sub(" ", label))


def is_chain_part(question: AgentQuestion) -> bool:
    """SPLIT-9: a part of a chain is known by its number or by its id."""
    return any(
        _CHAIN_PART.match(text) or ("-split-" in text and _CHAIN_ID.search(text))
        for text in (question.header, question.prompt)
    )
