"""pydantic-ai (EXT-2): a deferred tool whose result is what came of the question.

`question_tool` lets a model ask; while the question is open the run ends in
`DeferredToolRequests`. `ask` puts its questions, and whether the tools that need approval may run,
to the person; `settle` waits for them and gives the `DeferredToolResults` the next run goes on
with, in this process or another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_ai import CallDeferred, DeferredToolRequests, DeferredToolResults, RunContext, Tool
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDenied

from plangate.core.model.errors import BadInput
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


def question_tool(person: Person = HERE) -> Tool[Any]:
    """A tool with which a model asks the person; what the gate decides itself defers nothing."""

    async def ask_person(context: RunContext[Any], **given: Any) -> str:
        try:
            asked = question_of_tool(given, key=context.tool_call_id or "")
            outcome = await person.ask_async(asked)
        except BadInput as fault:
            return f"The question was not asked. {fault}"
        if is_open(outcome):
            raise CallDeferred
        return told(outcome)

    return Tool.from_schema(ask_person, TOOL_NAME, TOOL_DESCRIPTION, TOOL_SCHEMA, takes_ctx=True)


async def ask(requests: DeferredToolRequests, *, person: Person = HERE) -> None:
    """Put what a run ended with to the person, and wait for nothing."""
    for _, asked in _questions_of(requests):
        await person.ask_async(asked)


async def settle(requests: DeferredToolRequests, *, person: Person = HERE) -> DeferredToolResults:
    """Wait until a person has settled what a run asked; other deferred calls are the caller's."""
    results = DeferredToolResults()
    for call, asked in _questions_of(requests):
        outcome = await person.wait_for_async(asked)
        if call.tool_name == TOOL_NAME:
            results.calls[call.tool_call_id] = told(outcome)
        else:
            denied = ToolDenied(f"{call.tool_name} was not run: {told(outcome)}")
            results.approvals[call.tool_call_id] = True if may_run(outcome) else denied
    return results


def _questions_of(requests: DeferredToolRequests) -> Iterator[tuple[ToolCallPart, AgentAsks]]:
    for call in requests.calls:
        if call.tool_name == TOOL_NAME:
            yield call, question_of_tool(call.args_as_dict(), key=call.tool_call_id)
    for call in requests.approvals:
        yield call, leave_to_run(call.tool_name, call.args_as_dict(), key=call.tool_call_id)
