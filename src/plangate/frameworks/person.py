"""What the adapters share: a question of an agent, where it stands, and what the agent is told.

An agent's question for leave to act is the person's whatever the gate would make of it (GATE-13):
it is put as one that cannot be undone, so that silence, focus and preferences run nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from plangate.api import LOOK_EVERY, ask_human
from plangate.app.acts.human import Answered, Assumed, Declined, Held, Outcome, TimedOut, Waiting
from plangate.core.agents.agent_calls import AgentQuestion, Offered
from plangate.core.agents.leave import asks_leave
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import OnTimeout
from plangate.core.model.records import Document, Fields
from plangate.core.plans.plan_graph import RELAYED

#: The two answers to a tool that asks for leave to run.
RUN, DO_NOT_RUN = "Run it", "Do not run it"

#: How much of a tool's arguments a person is shown in the question.
_SHOWN = 400

#: What a model may put to a person with the tool that the adapters give it.
TOOL_NAME = "ask_person"
TOOL_DESCRIPTION = (
    "Ask the person you work for one question, when a wrong guess would waste real work and no "
    "file answers it. Name two to ten concrete options and what each leads to. The answer may be "
    "an option, the person's own words, or an assumption to go on with."
)
TOOL_SCHEMA: Document = {
    "type": "object",
    "properties": {
        "question": {"type": "string", "description": "one question that ends in '?'"},
        "options": {
            "type": "object",
            "description": "each option and what it leads to",
            "additionalProperties": {"type": "string"},
        },
        "cannot_be_undone": {
            "type": "array",
            "items": {"type": "string"},
            "description": "the options that cannot be undone",
        },
    },
    "required": ["question", "options"],
    "additionalProperties": False,
}


class AgentAsks(NamedTuple):
    """A question of an agent as plain data: what a framework keeps while it waits."""

    prompt: str
    options: Mapping[str, str]
    key: str
    one_way: tuple[str, ...] = ()
    default: str | None = None


class Person(NamedTuple):
    """The person behind a workspace, asked through the gate; deadlines as everywhere."""

    workspace: str | Path = "."
    db: str | Path | None = None
    timeout_secs: int | None = None
    on_timeout: OnTimeout | None = None

    def ask(self, asked: AgentAsks) -> Outcome:
        """Ask, or find what was asked before; where it stands now."""
        return ask_human(
            asked.prompt,
            asked.options,
            key=asked.key,
            default=asked.default,
            one_way=asked.one_way,
            timeout_secs=self.timeout_secs,
            on_timeout=self.on_timeout,
            wait_secs=0,
            workspace=self.workspace,
            db=self.db,
            tell=None,
        )

    def wait_for(self, asked: AgentAsks) -> Outcome:
        """Ask, and return once it is settled; a question on hold is waited for too."""
        while is_open(outcome := self.ask(asked)):
            time.sleep(LOOK_EVERY)
        return outcome

    async def ask_async(self, asked: AgentAsks) -> Outcome:
        return await asyncio.to_thread(self.ask, asked)

    async def wait_for_async(self, asked: AgentAsks) -> Outcome:
        while is_open(outcome := await self.ask_async(asked)):
            await asyncio.sleep(LOOK_EVERY)
        return outcome


#: The person behind the folder a program runs in.
HERE = Person()


def is_open(outcome: Outcome) -> bool:
    return isinstance(outcome, Waiting | Held)


def question_of(
    prompt: str,
    options: Sequence[str] | Mapping[str, str],
    *,
    key: str,
    one_way: Collection[str] = (),
    default: str | None = None,
) -> AgentAsks:
    """A question in an agent's own words; one for leave to act is never the gate's (GATE-13)."""
    told = dict(options) if isinstance(options, Mapping) else dict.fromkeys(options, "")
    offered = tuple(Offered(label, consequence) for label, consequence in told.items())
    if asks_leave(AgentQuestion(prompt, "", offered)):
        prompt, one_way, default = f"The agent asks: {prompt}", tuple(told), None
    named = hashlib.sha256(json.dumps([prompt, list(told)]).encode()).hexdigest()[:8]
    return AgentAsks(prompt, told, f"{key}-{named}", tuple(one_way), default)


def question_of_tool(arguments: Fields, *, key: str) -> AgentAsks:
    """What a model asked with the tool `ask_person`; bad arguments are told it in one line."""
    options = arguments.get("options")
    if not isinstance(options, Mapping | list | tuple):
        raise BadInput("options", "is missing", "each option and what it leads to")
    one_way = arguments.get("cannot_be_undone") or ()
    prompt = str(arguments.get("question") or "")
    return question_of(prompt, options, key=key, one_way=one_way)


def leave_to_run(tool: str, arguments: object, *, key: str) -> AgentAsks:
    """Whether a tool may run: a person says so, and nothing else does."""
    shown = arguments if isinstance(arguments, str) else json.dumps(arguments, default=str)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    told = {DO_NOT_RUN: "nothing happens, and the agent is told so", RUN: f"runs {tool}"}
    return AgentAsks(
        f"What happens with {tool} {shown}?", told, f"{tool}-{key}", (RUN,), DO_NOT_RUN
    )


def may_run(outcome: Outcome) -> bool:
    """Only a person's own choice to run it counts: no default, no relay, no assumption."""
    if not isinstance(outcome, Answered) or outcome.provenance == RELAYED:
        return False
    return outcome.value == RUN


def told(outcome: Outcome) -> str:
    """What came of a question, in one line for a model."""
    match outcome:
        case Answered(value=value):
            return value
        case Assumed(value=value, reason=reason):
            return f"{value} (nobody was asked: {reason}; it is written down as assumed)"
        case TimedOut(value=None):
            return "Nobody answered in time, and nothing is assumed: leave this part undone."
        case TimedOut(value=value):
            return f"{value} (nobody answered in time; it is written down as assumed)"
        case Declined(value=value):
            return f"{value} (the person took the question back; its default holds)"
        case Held() | Waiting():
            return "The question is still open: leave this part undone until it is answered."
