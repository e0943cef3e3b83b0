"""Claude Agent SDK (EXT-2): `can_use_tool`, with the agent's questions through the gate.

The agent's own question tool is answered with what came of it; every other tool that the client
would ask leave for is put to the person, unless the caller decides it (`otherwise`).
"""

from __future__ import annotations

from claude_agent_sdk.types import (
    CanUseTool,
    PermissionResult,
    PermissionResultAllow,
    PermissionResultDeny,
    ToolPermissionContext,
)

from plangate.app.acts.human import Answered, Outcome, TimedOut
from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document, Fields
from plangate.frameworks.person import HERE, Person, leave_to_run, may_run, question_of, told

QUESTION_TOOL = "AskUserQuestion"


def can_use_tool(
    person: Person = HERE, *, run: str = "", otherwise: CanUseTool | None = None
) -> CanUseTool:
    """The callback for `ClaudeAgentOptions(can_use_tool=…)`.

    A `run` you name is asked each of its questions once, whichever process of it asks; leave to run
    a tool is asked for every call.
    """

    async def decide(
        tool: str, given: Document, context: ToolPermissionContext
    ) -> PermissionResult:
        key = context.tool_use_id or ""
        if tool == QUESTION_TOOL:
            return await _answered(person, given, run or key)
        if otherwise is not None:
            return await otherwise(tool, given, context)
        outcome = await person.wait_for_async(leave_to_run(tool, given, key=key))
        if may_run(outcome):
            return PermissionResultAllow(updated_input=given)
        return PermissionResultDeny(message=f"{tool} was not run: {told(outcome)}")

    return decide


async def _answered(person: Person, given: Fields, key: str) -> PermissionResult:
    """The answers to every question of a call, in the form the client takes them."""
    answers: dict[str, str] = {}
    for question in given.get("questions", ()):
        prompt = str(question.get("question", ""))
        options = {o["label"]: o.get("description", "") for o in question.get("options", ())}
        try:
            asked = question_of(prompt, options, key=key)
            outcome: Outcome = await person.wait_for_async(asked)
        except BadInput as fault:
            return PermissionResultDeny(message=f"The question was not asked. {fault}")
        if isinstance(outcome, TimedOut) and outcome.value is None:
            return PermissionResultDeny(message=told(outcome))
        answers[prompt] = outcome.value if isinstance(outcome, Answered) else told(outcome)
    return PermissionResultAllow(updated_input={**given, "answers": answers})
