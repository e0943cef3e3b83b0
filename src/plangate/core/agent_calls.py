"""An agent's calls, as far as hooks look at them: its questions, and what was answered before.

Only nouns and how they are compared; what is decided about them is in agent_questions.py.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from plangate.core.patterns import lazy
from plangate.core.slugs import slug

#: How the stream of an agent's session begins.
AGENT_PREFIX = "ag-"

_LONGEST_ID = 64
_LONGEST_SESSION = 80
RECOMMENDED = lazy(r"\s*[(\[]\s*recommended\s*[)\]]\s*", re.IGNORECASE)
_CHAIN_PART = lazy(r"\s*D\d+\.(?:\d+|final|conflict-\d+|revise-\d+(?:-\d+)?)(?![\w-])")
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
        slugs = (slug(text)[:_LONGEST_ID].strip("-") for text in (self.header, self.prompt))
        found = tuple(dict.fromkeys(name for name in slugs if name != "option"))
        return found or ("question",)

    @property
    def key(self) -> str:
        """The same for the same question, however it is spaced, capitalised and ended."""
        return folded(self.prompt).rstrip(" ?!.:")

    @property
    def words(self) -> tuple[str, ...]:
        """Everything a person would read, for the word net."""
        inside = (text for option in self.options for text in option)
        return (self.prompt, self.header, *inside)


class KeptAnswer(NamedTuple):
    """What a person answered when an agent asked them earlier."""

    id: str
    value: str
    chosen: tuple[str, ...]
    offered: tuple[str, ...]
    at: str


def agent_stream(agent_session: str) -> str:
    """The name of the stream in which one session of an agent is recorded."""
    return f"{AGENT_PREFIX}{slug(agent_session)[:_LONGEST_SESSION]}"


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
