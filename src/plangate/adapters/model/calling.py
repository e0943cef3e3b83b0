"""One call to a language model through pydantic-ai: what came back, what it took, how it ended.

The only module that imports pydantic-ai (LLM-1), when the first call is made. Calls run on one
event loop in a thread of its own, so that investigators call side by side and whoever waits can be
interrupted. Every way a call can fail has a name (LLM-3); nothing is raised for one.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from plangate.adapters.model.choice import ModelChoice
from plangate.adapters.model.loop import the_loop
from plangate.adapters.model.prompting import digest_of
from plangate.core.guard.redaction import redact
from plangate.core.model.errors import BadInput, MissingExtra
from plangate.core.model.model_use import CallOutcome
from plangate.core.model.records import Document, Fields

_LONGEST_WHY = 200
#: A connection lives as long as its call: nobody would be there to close one that is kept.
_ONE_CALL = {"connection": "close"}


#: A value of pydantic-ai, whose types are loaded only when a model is used.
Loose: TypeAlias = Any


class Tool(NamedTuple):
    """Something a model may call: its name, what it does, and the schema of its arguments."""

    name: str
    what: str
    schema: Fields


class Asked(NamedTuple):
    """A tool call of the model's."""

    id: str
    tool: str
    arguments: Fields


class Received(NamedTuple):
    """What came of a call."""

    outcome: CallOutcome
    why: str = ""
    document: Fields | None = None
    asked: tuple[Asked, ...] = ()
    reply: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


class Conversation:
    """A system text and what follows it, sent again with every call."""

    def __init__(self, caller: Caller, system: str, answer: Tool, tools: Sequence[Tool]) -> None:
        self._caller = caller
        self.answer = answer
        self.tools = tuple(tools)
        self.sent = [system]
        self._messages: list[Loose] = []
        self._pending: list[tuple[Asked | None, str]] = []
        self._open: tuple[Asked, ...] = ()

    def say(self, text: str) -> None:
        """Something for the model to read; after a reply, what was wrong with it."""
        self.sent.append(text)
        if self._open:
            first, *others = self._open
            self._pending += [(first, text), *((other, "") for other in others)]
            self._open = ()
        else:
            self._pending.append((None, text))

    def give(self, asked: Asked, text: str) -> None:
        """What a tool showed."""
        self.sent.append(text)
        self._pending.append((asked, text))
        self._open = tuple(one for one in self._open if one.id != asked.id)

    @property
    def characters(self) -> int:
        """How much the next call sends, for an estimate of its tokens."""
        schemas = sum(len(json.dumps(tool.schema)) for tool in (self.answer, *self.tools))
        return sum(map(len, self.sent)) + schemas

    @property
    def digest(self) -> str:
        schemas = json.dumps([[t.name, t.schema] for t in (self.answer, *self.tools)])
        return digest_of(*self.sent, schemas)

    def send(self, output_tokens: int, seconds: float) -> Received:
        """One call. What was said since the last is sent, and the reply is kept."""
        from pydantic_ai.messages import ModelRequest

        parts = [_part(asked, text) for asked, text in self._pending]
        request = ModelRequest(parts=parts, instructions=self.sent[0])
        messages = [*self._messages, request]
        began = time.monotonic()
        response, fault = self._caller.request(
            messages, self.answer, self.tools, output_tokens, seconds
        )
        spent = round(time.monotonic() - began, 3)
        if response is None:
            return fault._replace(seconds=spent)
        self._messages = [*messages, response]
        self._pending = []
        received = _read(response, self.answer.name)
        self._open = received.asked or _answer_calls(response)
        self.sent.append(received.reply)
        return received._replace(seconds=spent)


class Caller:
    """A model that can be called: made when it is first needed, used by every thread."""

    def __init__(self, choice: ModelChoice) -> None:
        self._choice = choice

    def conversation(self, system: str, answer: Tool, tools: Sequence[Tool] = ()) -> Conversation:
        return Conversation(self, system, answer, tools)

    def request(
        self,
        messages: Sequence[Loose],
        answer: Tool,
        tools: Sequence[Tool],
        output_tokens: int,
        seconds: float,
    ) -> tuple[Loose, Received]:
        """The response, or None and how the call ended without one."""
        from pydantic_ai.direct import model_request

        try:
            model = self._model
        except Exception as error:  # noqa: BLE001 - a provider's own set-up, whatever it raises
            return None, _fault_of(error)
        settings: Document = {"max_tokens": output_tokens, "timeout": seconds}
        if self._choice.reasoning:
            settings["thinking"] = self._choice.reasoning
        calling = model_request(
            model,
            list(messages),
            model_settings=settings,  # type: ignore[arg-type]
            model_request_parameters=self._parameters(answer, tools),
            instrument=False,
        )
        try:
            return the_loop().run(calling, seconds), Received("ok")
        except Exception as error:  # noqa: BLE001 - LLM-3: every failure of a call is an outcome
            return None, _fault_of(error)

    def _parameters(self, answer: Tool, tools: Sequence[Tool]) -> Loose:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        if tools or self.output == "tool":
            return ModelRequestParameters(
                function_tools=[_definition(tool) for tool in tools],
                output_tools=[_definition(answer, kind="output")],
                output_mode="tool",
                allow_text_output=False,
            )
        if self.output == "schema":
            wanted = OutputObjectDefinition(dict(answer.schema), answer.name, answer.what)
            return ModelRequestParameters(output_mode="native", output_object=wanted)
        return ModelRequestParameters()

    @property
    def output(self) -> str:
        """How a document is asked for: of a server by its schema, of a provider by a tool."""
        return self._choice.output or ("schema" if self._choice.address else "tool")

    @cached_property
    def _model(self) -> Loose:
        choice = self._choice
        if not choice.address:
            from pydantic_ai.models import infer_model

            return infer_model(choice.label)
        if choice.provider == "anthropic":
            from anthropic import AsyncAnthropic
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            client = AsyncAnthropic(
                base_url=choice.address,
                api_key=choice.key or "none",
                max_retries=1,
                default_headers=_ONE_CALL,
            )
            return AnthropicModel(choice.name, provider=AnthropicProvider(anthropic_client=client))
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        own = AsyncOpenAI(
            base_url=choice.address,
            api_key=choice.key or "none",
            max_retries=1,
            default_headers=_ONE_CALL,
        )
        provider = OpenAICompatibleProvider(choice.provider, openai_client=own)
        return OpenAIChatModel(choice.name, provider=provider)


def _part(asked: Asked | None, text: str) -> Loose:
    """Something said to the model, or what a tool it called gave."""
    from pydantic_ai.messages import ToolReturnPart, UserPromptPart

    if asked is None:
        return UserPromptPart(text)
    return ToolReturnPart(asked.tool, text, tool_call_id=asked.id)


def _definition(tool: Tool, kind: str = "function") -> Loose:
    from pydantic_ai.tools import ToolDefinition

    return ToolDefinition(
        name=tool.name,
        description=tool.what,
        parameters_json_schema=dict(tool.schema),
        kind=kind,  # type: ignore[arg-type]
        strict=False,
    )


# --- replies --------------------------------------------------------------------------------------


def _read(response: Loose, answer: str) -> Received:
    """A reply: its document or the tools it asks for, or why it is neither."""
    used = response.usage
    calls = [part for part in response.parts if part.part_kind == "tool-call"]
    text = "".join(part.content for part in response.parts if part.part_kind == "text")
    reply = text or "\n".join(_arguments_text(part) for part in calls)
    got = Received(
        "ok",
        reply=reply,
        tokens_in=int(used.input_tokens or 0),
        tokens_out=int(used.output_tokens or 0),
    )
    if response.finish_reason == "length":
        return got._replace(outcome="truncated")
    if response.finish_reason == "content_filter":
        said = (response.provider_details or {}).get("refusal") or text
        return got._replace(outcome="refused", why=_short(str(said)))
    if response.finish_reason == "error":
        return got._replace(outcome="failed", why=_short(text))
    wanted = next((part for part in calls if part.tool_name == answer), None)
    if wanted is None and calls:
        return got._replace(asked=tuple(_tool_asked(part) for part in calls))
    document, why = _document(_arguments_text(wanted) if wanted is not None else text)
    if document is None:
        return got._replace(outcome="invalid", why=why)
    return got._replace(document=document)


def _tool_asked(part: Loose) -> Asked:
    arguments, why = _document(_arguments_text(part))
    given = arguments if arguments is not None else {"": why}
    return Asked(part.tool_call_id, part.tool_name, given)


def _answer_calls(response: Loose) -> tuple[Asked, ...]:
    """The calls a reply was given by: what is said next answers them."""
    calls = [part for part in response.parts if part.part_kind == "tool-call"]
    return tuple(Asked(part.tool_call_id, part.tool_name, {}) for part in calls)


def _arguments_text(part: Loose) -> str:
    return part.args if isinstance(part.args, str) else json.dumps(part.args or {})


def _document(text: str) -> tuple[Fields | None, str]:
    """The JSON object in a reply, a fence or a sentence around it left out."""
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        return None, "the reply holds no JSON object"
    try:
        found = json.loads(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", " ", text[begin : end + 1]))
    except (ValueError, RecursionError) as error:
        return None, f"the reply is no JSON: {_short(str(error))}"
    return (found, "") if isinstance(found, dict) else (None, "the reply is no JSON object")


# --- faults ---------------------------------------------------------------------------------------

#: LLM-3: pydantic-ai's errors by name, the narrower first.
_ERRORS: tuple[tuple[str, CallOutcome], ...] = (
    ("ModelTimeoutError", "timed_out"),
    ("ModelRequestTimeout", "timed_out"),
    ("TimeoutError", "timed_out"),
    ("ModelConnectionError", "no_network"),
    ("ModelRateLimitError", "rate_limited"),
    ("ModelQuotaExceededError", "rate_limited"),
    ("ModelOverloadedError", "rate_limited"),
    ("ModelAuthenticationError", "wrong_key"),
    ("ModelNotFoundError", "unknown_model"),
    ("ModelContextWindowExceededError", "too_long"),
    ("ContentFilterError", "refused"),
    ("UnexpectedModelBehavior", "invalid"),
)
_BY_STATUS: Mapping[int, CallOutcome] = {
    401: "wrong_key",
    403: "wrong_key",
    404: "unknown_model",
    408: "timed_out",
    413: "too_long",
    429: "rate_limited",
    529: "rate_limited",
}


def _fault_of(error: Exception) -> Received:
    """How a call ended that gave no response, by the kind of its error."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    why = _short(_told(error))
    for name, outcome in _ERRORS:
        if name in kinds:
            return Received(outcome, "" if outcome == "timed_out" else why)
    if "UserError" in kinds:  # a name no provider has, or a key that is not set
        return Received("wrong_key" if "API_KEY" in str(error) else "unknown_model", why)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status in _BY_STATUS:
        return Received(_BY_STATUS[status], why)
    return Received("failed", why or type(error).__name__)


def _told(error: Exception) -> str:
    """What a provider said about it, without the client's words around it."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    said = inner.get("message") if isinstance(inner, dict) else None
    return said if isinstance(said, str) and said else str(getattr(error, "message", "") or error)


def _short(text: str) -> str:
    line = " ".join(redact("".join(c if c.isprintable() else " " for c in text)).split())
    return line if len(line) <= _LONGEST_WHY else f"{line[: _LONGEST_WHY - 1]}…"


def require_library(choice: ModelChoice) -> None:
    """Refuse what cannot be called at all, before anything is planned with it."""
    from importlib.util import find_spec

    if find_spec("pydantic_ai") is None:
        raise MissingExtra(f"plangate plan --model {choice.label}", "llm")
    if choice.address:
        return
    from pydantic_ai.providers import infer_provider_class

    try:
        infer_provider_class(choice.provider)
    except ValueError:
        accepted = "a provider pydantic-ai knows (anthropic, openai, google …), or an address"
        raise BadInput("model", f"{choice.provider!r} is not a provider", accepted) from None
    except ImportError as error:
        raise BadInput("model", _short(str(error)), "an installed provider") from None
