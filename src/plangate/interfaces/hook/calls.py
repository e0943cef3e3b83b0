"""What agents tell their hooks, and what they want to hear: the documented JSON, read kindly.

A hook gets one object on standard input: `session_id`, `cwd`, `tool_name`, `tool_input`,
`tool_use_id`, `prompt_id`, `transcript_path` and `tool_response` are looked at, and whatever else
is there is passed over. Before a tool runs, empty output lets it run; `hookSpecificOutput` with
`permissionDecision` refuses it (“deny”, the reason goes to the agent) or, for AskUserQuestion,
answers it: “allow” with the questions in `updatedInput` and `answers` beside them, from the
question's text to its label. `systemMessage` is shown to the person, `additionalContext` to the
model (HOOK-4). So says Claude Code; Codex refuses in the same words, Gemini CLI and the plugin for
opencode with `decision` and `reason`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from plangate.core.agents.agent_calls import AgentQuestion, Offered
from plangate.core.model.records import Document, Fields
from plangate.language.patterns import lazy

#: The tools by which agents ask their person, and have a plan approved.
ASKING = {
    "claude": "AskUserQuestion",
    "codex": "request_user_input",
    "gemini": "ask_user",
    "opencode": "question",
}
PLANNING = {"claude": "ExitPlanMode", "gemini": "exit_plan_mode"}

_MOST_QUESTIONS = 20
_MOST_OPTIONS = 100
_LONGEST = 20_000
_NO_ANSWER = lazy(
    r"(?:the )?(?:user |person )?(?:has )?(?:skipped|dismissed|declined|cancell?ed|unanswered"
    r"|did not answer|didn't answer|no answer|no response|not answered|replied in chat|timed out)"
    r"(?: (?:this|the|these) questions?| provided| given)?[.!]*$",
    re.IGNORECASE,
)


#: What Claude Code sets for both its hooks and the commands its agent runs (2.1.326; earlier for
#: the latter only), for commands alone, and for hooks alone.
_CLIENT, _AGENTS_SHELL, _HOOKS = "CLAUDECODE", "CLAUDE_CODE_EXECPATH", "CLAUDE_PROJECT_DIR"


class PassedOver(Exception):
    """Why a document is none this hook has a word for; the agent goes on as if it were not here."""


class Call(NamedTuple):
    """One call of a tool, as far as a hook looks at it."""

    agent: str
    tool: str
    session: str
    goal: str
    """Which of the person's prompts it belongs to, where the client says so."""
    id: str
    cwd: str
    transcript: str
    given: Document
    response: Any

    @property
    def takes_answers(self) -> bool:
        """An MCP server's tool of the same name takes no `answers`, and no other agent's does."""
        return self.agent == "claude" and not self.tool.startswith("mcp__")

    @property
    def surface(self) -> str:
        """How the record calls a hook of this agent."""
        return f"{self.agent}-hook"


def is_clients_own(environ: Mapping[str, str]) -> bool:
    """HOOK-3: whether the client itself can have started this hook, and not its agent's shell."""
    if not environ.get(_CLIENT):
        return True
    return bool(environ.get(_HOOKS)) and not environ.get(_AGENTS_SHELL)


def read_call(agent: str, raw: bytes, tools: Mapping[str, str]) -> Call:
    """The call in a hook's input; PassedOver says in one line why there is none."""
    document, tool = read_document(raw), tools[agent]
    name = document.get("tool_name")
    if not isinstance(name, str) or not (name == tool or name.endswith(f"__{tool}")):
        raise PassedOver(f"tool_name is not {tool}")
    given = document.get("tool_input")
    if not isinstance(given, dict):
        raise PassedOver("tool_input is not an object")
    return Call(
        agent=agent,
        tool=name,
        session=_text(document, "session_id"),
        goal=_text(document, "prompt_id"),
        id=_text(document, "tool_use_id"),
        cwd=_text(document, "cwd"),
        transcript=_text(document, "transcript_path"),
        given=given,
        response=document.get("tool_response"),
    )


def read_document(raw: bytes) -> Document:
    """The object in a hook's input."""
    if not raw.strip():
        raise PassedOver("standard input is empty")
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise PassedOver("standard input is not JSON") from None
    if not isinstance(document, dict):
        raise PassedOver("standard input is no JSON object")
    return document


def questions_of(call: Call) -> tuple[AgentQuestion, ...]:
    """The questions of a call, in its own form or in that of a tool that asks one at a time."""
    listed = call.given.get("questions", [call.given])
    if not isinstance(listed, list) or not 0 < len(listed) <= _MOST_QUESTIONS:
        raise PassedOver(f"questions is not a list of 1 to {_MOST_QUESTIONS}")
    return tuple(_question(entry) for entry in listed)


def answers_of(call: Call) -> Mapping[str, str]:
    """What the person answered, by the question's text; empty when they declined or were away."""
    response = call.response
    if not isinstance(response, dict) or response.get("afkTimeoutMs"):
        return {}  # ASK-9: a clock that ran out is not an answer
    answers = response.get("answers")
    if not isinstance(answers, dict):
        answers = call.given.get("answers")
    if not isinstance(answers, dict):
        return {}
    notes = response.get("annotations")
    found = {prompt: _answer(value) for prompt, value in answers.items()}
    return {
        prompt: value
        for prompt, value in found.items()
        if value and not _is_unanswered(notes, prompt)  # ASK-13, HOOK-3
    }


def words_of(call: Call) -> str:
    """HOOK-3: what the person said in place of an answer; it chooses nothing."""
    response = call.response
    if not isinstance(response, dict) or response.get("afkTimeoutMs"):
        return ""
    said = _answer(response.get("response"))
    return "" if is_placeholder(said) else said[:_LONGEST]


def is_placeholder(value: str) -> bool:
    """What a client writes where nobody answered: “[User skipped this question]” and its likes."""
    text = " ".join(value.split())
    wrapped = len(text) > 1 and (text[0] + text[-1]) in ("[]", "()", "<>", "{}")
    return wrapped or bool(_NO_ANSWER.match(text))


def refusal(call: Call, reason: str, person: str) -> str:
    """Sends the call back to the agent with the reason."""
    if call.agent in ("gemini", "opencode"):
        return _line({"decision": "deny", "reason": reason, "systemMessage": person})
    decision = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    if call.agent == "codex":
        told = {"hookEventName": "PreToolUse", **decision}
        return _line({"systemMessage": person, "hookSpecificOutput": told})
    return reply(
        person, "plangate looked at this call; nothing failed, and you can go on.", **decision
    )


def answered(call: Call, answers: Mapping[str, str], person: str, model: str) -> str:
    """Runs the tool with its answers, as the client documents it."""
    return reply(
        person,
        model,
        permissionDecision="allow",
        permissionDecisionReason=person,
        updatedInput={**call.given, "answers": dict(answers)},
    )


def reply(person: str, model: str, *, event: str = "PreToolUse", **decision: Any) -> str:
    """HOOK-4: what was decided is a line to the person and one to the model."""
    told = {"hookEventName": event, **decision, "additionalContext": model}
    return _line({"systemMessage": person, "hookSpecificOutput": told})


def _line(document: Fields) -> str:
    return json.dumps(document) + "\n"


def _is_unanswered(notes: Any, prompt: str) -> bool:
    """The client's own mark: skipped, replied in the chat, dismissed."""
    note = notes.get(prompt) if isinstance(notes, dict) else None
    return isinstance(note, dict) and bool(note.get("unanswered"))


def _question(entry: Any) -> AgentQuestion:
    if not isinstance(entry, dict) or not isinstance(entry.get("question"), str):
        raise PassedOver("a question has no text")
    options = entry.get("options", [])
    if not isinstance(options, list) or len(options) > _MOST_OPTIONS:
        raise PassedOver(f"options is not a list of up to {_MOST_OPTIONS}")
    question = AgentQuestion(
        prompt=entry["question"],
        header=_text(entry, "header"),
        options=tuple(_option(option) for option in options),
        multi_select=entry.get("multiSelect") is True or entry.get("multiple") is True,
    )
    if not question.prompt.strip() or any(len(text) > _LONGEST for text in question.words):
        raise PassedOver(f"a question's text is empty or longer than {_LONGEST:,} characters")
    return question


def _option(option: Any) -> Offered:
    if isinstance(option, str):
        return Offered(option)
    if isinstance(option, dict) and isinstance(option.get("label"), str):
        return Offered(option["label"], _text(option, "description"))
    raise PassedOver("an option has no label")


def _answer(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(part for part in value if isinstance(part, str))
    return value.strip() if isinstance(value, str) else ""


def _text(document: Fields, name: str) -> str:
    value = document.get(name)
    return value if isinstance(value, str) else ""
