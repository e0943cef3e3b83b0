"""OpenAI Agents SDK (EXT-2): tools that ask, tools that need leave, and run states that go on.

`question_tool` lets a model ask a person: the run is interrupted while the question is open, its
state can be stored (`to_string`) and read back by another process. `ask` puts everything a run was
interrupted by to the person; `settle` waits for it, approves or rejects it as the person said, and
the run goes on from there.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from agents import FunctionTool, RunContextWrapper, RunState
from agents.items import ToolApprovalItem
from agents.tool_context import ToolContext

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.frameworks.person import (
    HERE,
    TOOL_DESCRIPTION,
    TOOL_NAME,
    TOOL_SCHEMA,
    AgentAsks,
    Person,
    is_open,
    leave_to_run,
    may_run,
    question_of_tool,
    told,
)

#: A run that may be stored: whatever its context and agent are.
State: TypeAlias = RunState[Any, Any]


def question_tool(person: Person = HERE) -> FunctionTool:
    """A tool with which a model asks the person; what the gate decides itself interrupts nobody."""

    async def waits(_: RunContextWrapper[Any], given: Document, call: str) -> bool:
        try:
            return is_open(await person.ask_async(question_of_tool(given, key=call)))
        except BadInput:
            return False  # the tool tells the model what is wrong

    async def answer(context: ToolContext[Any], given: str) -> str:
        try:
            asked = question_of_tool(json.loads(given), key=context.tool_call_id)
            return told(await person.ask_async(asked))
        except (BadInput, ValueError) as fault:
            return f"The question was not asked. {fault}"

    return FunctionTool(
        name=TOOL_NAME,
        description=TOOL_DESCRIPTION,
        params_json_schema=TOOL_SCHEMA,
        on_invoke_tool=answer,
        strict_json_schema=False,  # the names of options are the model's own
        needs_approval=waits,
    )


async def ask(state: State, *, person: Person = HERE) -> None:
    """Put everything a run was interrupted by to the person, and wait for nothing."""
    for item in state.get_interruptions():
        await person.ask_async(_question_of(item))


async def settle(state: State, *, person: Person = HERE) -> State:
    """Wait until a person has settled every interruption of a run; hand the state to `Runner.run`.

    A tool that needs approval runs when a person chose that it does, and never on silence.
    """
    for item in state.get_interruptions():
        outcome = await person.wait_for_async(_question_of(item))
        if item.tool_name == TOOL_NAME or may_run(outcome):
            state.approve(item)
        else:
            state.reject(item, rejection_message=f"{item.tool_name} was not run: {told(outcome)}")
    return state


def _question_of(item: ToolApprovalItem) -> AgentAsks:
    name, key, given = item.tool_name or "", item.call_id or "", item.arguments or "{}"
    if name == TOOL_NAME:
        return question_of_tool(json.loads(given), key=key)
    return leave_to_run(name, given, key=key)
