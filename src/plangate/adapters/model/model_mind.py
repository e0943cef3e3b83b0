"""The port: a language model that proposes, drafts, expands and understands (LLM-1).

It fills a prompt, makes one call, and hands on the document that came back. What the document is
worth is the core's to say.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plangate.adapters.model.calling import Caller, Conversation, Received, Tool
from plangate.adapters.model.choice import ModelChoice
from plangate.adapters.model.prompting import (
    Prompt,
    corrected,
    digest_of,
    excerpts_of,
    filled,
    prompt,
)
from plangate.adapters.model.purse import Purse, cost_of, tokens_in
from plangate.app.ports import Investigator, Matter, Thought, Web, Witness
from plangate.core.agents.proposals import proposal_schema
from plangate.core.events.event import ModelCalled
from plangate.core.model.kinds import Depth
from plangate.core.model.model_use import FAULTS, PLAN_TOKENS, Purpose, dollars

#: What an answer may take where it is no plan.
_SHORT_ANSWER = 1_500


class ModelMind:
    """One model of one session's choice."""

    def __init__(
        self,
        choice: ModelChoice,
        show: Callable[[str], None],
        witness: Witness,
        web: Web | None = None,
    ) -> None:
        self.choice = choice
        self._witness = witness
        self._web = web
        self._caller = Caller(choice)
        self._purse = Purse()
        self._show = show
        self._calls: list[ModelCalled] = []
        self._lock = threading.Lock()
        self._last: tuple[Matter, Conversation] | None = None
        self._spent = 0

    @property
    def name(self) -> str:
        return self.choice.label

    def begin(self, left: int | None) -> None:
        self._purse.fill(left)

    def calls(self) -> Sequence[ModelCalled]:
        with self._lock:
            found, self._calls = self._calls, []
            return found

    def investigator(self, own: Investigator) -> Investigator:
        if not self.choice.looks:
            return own
        from plangate.adapters.model.model_looks import ModelInvestigator

        return ModelInvestigator(own, self, self._witness, self._web)

    def think(self, matter: Matter, faults: Sequence[str] = ()) -> Thought:
        told = prompt(matter.purpose)
        if faults and self._last is not None and self._last[0] == matter:
            conversation = self._last[1]
            conversation.say(corrected(faults))
            self._show(f"{self.name} {matter.purpose}: sent back, with what was wrong")
        else:
            answer = answer_of(matter.purpose)
            conversation = self.conversation(told.text, answer, self.written(matter))
        self._last = (matter, conversation)
        most = self.output_tokens(matter.purpose, matter.depth)
        received = self.call(conversation, told, matter.purpose, most, self.choice.seconds)
        return Thought(received.document, received.outcome, received.why)

    def conversation(
        self, system: str, answer: Tool, text: str, tools: Sequence[Tool] = ()
    ) -> Conversation:
        """A conversation that begins with a prompt and what fills it."""
        begun = self._caller.conversation(system, answer, tools)
        begun.say(text)
        return begun

    def written(self, matter: Matter) -> str:
        """Everything that is sent besides the prompt itself, secrets taken out (LLM-7)."""
        return filled({**matter.shown, **self._excerpts(matter)})

    def _excerpts(self, matter: Matter) -> Mapping[str, Any]:
        if matter.purpose not in ("propose", "draft"):
            return {}
        return {"excerpts": excerpts_of(Path(matter.workspace), matter.shown.get("brief", {}))}

    def output_tokens(self, purpose: Purpose, depth: Depth) -> int:
        """LLM-3: what a reply may take: a plan by its depth, anything else little."""
        if purpose in ("propose", "draft", "expand"):
            return self.choice.output_tokens or PLAN_TOKENS[depth]
        return min(_SHORT_ANSWER, self.choice.output_tokens or _SHORT_ANSWER)

    def call(
        self,
        conversation: Conversation,
        told: Prompt,
        purpose: Purpose,
        output_tokens: int,
        seconds: float,
    ) -> Received:
        """LLM-4: one call, reserved before, recorded and shown after."""
        estimate = tokens_in(conversation.characters)
        most = cost_of(self.choice, estimate, output_tokens)
        digest = conversation.digest
        if self._purse.reserve(most):
            received = conversation.send(output_tokens, seconds)
            cost = self._cost(received, most)
            self._purse.settle(most, cost)
        else:
            reserved = f"up to {dollars(most)} for about {estimate:,} tokens"
            received, cost = Received("over_budget", reserved), 0
        called = ModelCalled(
            purpose=purpose,
            model=self.name,
            prompt=told.label,
            digest=digest,
            outcome=received.outcome,
            why=received.why,
            reply=digest_of(received.reply) if received.reply else "",
            tokens_in=received.tokens_in,
            tokens_out=received.tokens_out,
            reserved=most if received.outcome != "over_budget" else 0,
            cost=cost,
            seconds=received.seconds,
            max_output_tokens=output_tokens,
            settings=self._settings(),
        )
        self._record(called)
        return received

    def _cost(self, received: Received, most: int | None) -> int | None:
        """What a call cost; one that ended without a count cost nothing that is known, unless it
        may have run: then what was reserved."""
        if received.tokens_in or received.tokens_out:
            return cost_of(self.choice, received.tokens_in, received.tokens_out)
        return most if received.outcome == "timed_out" else 0

    def _settings(self) -> dict[str, str]:
        return {
            "output": self._caller.output,
            "reasoning": self.choice.reasoning or "as the provider has it",
        }

    def _record(self, called: ModelCalled) -> None:
        with self._lock:
            self._calls.append(called)
            self._spent += called.cost or 0
            spent = self._spent
        judged = ("ok", "invalid")  # what a document is worth is said by whoever reads it
        ended = "" if called.outcome in judged else f": {FAULTS[called.outcome]}"
        tokens = f"{called.tokens_in:,} + {called.tokens_out:,} tokens"
        line = f"{called.model} {called.purpose}: {tokens}, {called.seconds:.1f} s, "
        self._show(f"{line}{dollars(called.cost)}, {dollars(spent)} in all{ended}")


def answer_of(purpose: Purpose) -> Tool:
    """The document a purpose ends in."""
    schema = proposal_schema()
    if purpose == "propose":
        return Tool("propose", "Your decisions, tasks and evidence.", schema)
    if purpose == "understand":
        decisions = {"type": "object", "additionalProperties": {"type": ["string", "null"]}}
        wanted = {
            "type": "object",
            "properties": {"decisions": decisions},
            "required": ["decisions"],
        }
        return Tool("understood", "Which decisions the words settle.", wanted)
    tasks = {"tasks": schema["properties"]["tasks"]}
    wanted = {"type": "object", "properties": tasks, "required": ["tasks"]}
    return Tool(purpose, "Your tasks.", wanted)
