"""What would be sent, and nothing is (LLM-7): a mind that keeps its first prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plangate.adapters.model.choice import ModelChoice
from plangate.adapters.model.model_mind import ModelMind, answer_of
from plangate.adapters.model.prompting import prompt
from plangate.adapters.model.purse import cost_of, tokens_in
from plangate.adapters.repo.checkout.quotes import QuoteReader
from plangate.app.ports import Investigator, Matter, Thought
from plangate.core.events.event import ModelCalled


class Draft(NamedTuple):
    """A call that was not made."""

    model: str
    destination: str
    prompt: str
    digest: str
    system: str
    text: str
    tokens_in: int
    max_output_tokens: int
    most: int | None
    """What it could cost, in millionths of a dollar."""


class DryMind:
    """Stands where a model would, and says nothing."""

    def __init__(self, choice: ModelChoice) -> None:
        self._choice = choice
        self._mind = ModelMind(choice, lambda _line: None, QuoteReader())
        self.drafts: list[Draft] = []

    @property
    def name(self) -> str:
        return self._choice.label

    def begin(self, left: int | None) -> None:
        """Nothing is spent."""

    def investigator(self, own: Investigator) -> Investigator:
        return own

    def calls(self) -> Sequence[ModelCalled]:
        return ()

    def think(self, matter: Matter, faults: Sequence[str] = ()) -> Thought:  # noqa: ARG002
        if not self.drafts:
            self.drafts.append(self._draft(matter))
        return Thought(None, "failed", "nothing was sent")

    def _draft(self, matter: Matter) -> Draft:
        told, text = prompt(matter.purpose), self._mind.written(matter)
        conversation = self._mind.conversation(told.text, answer_of(matter.purpose), text)
        sent = tokens_in(conversation.characters)
        most = self._mind.output_tokens(matter.purpose, matter.depth)
        return Draft(
            self.name,
            self._choice.destination,
            told.label,
            conversation.digest,
            told.text,
            text,
            sent,
            most,
            cost_of(self._choice, sent, most),
        )
