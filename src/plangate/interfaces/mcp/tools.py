"""The seven tools (MCP-2): their shapes, and what each does with a call.

A tool reads its arguments by the same shapes as every other surface (ERR-1), runs its use case in a
worker thread, and puts what waits for a person to them before it answers.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

import anyio
from anyio import to_thread
from anyio.lowlevel import RunVar
from mcp_types import InputRequiredResult

from plangate.core.model.errors import BadInput, PlangateError
from plangate.core.model.nouns import DEPTHS
from plangate.core.model.shapes import Choice, Flag, Number, Record, Shape, Text
from plangate.interfaces.mcp import texts
from plangate.interfaces.mcp.asking import LONGEST_WAIT, Call, Echo, Unanswered, put
from plangate.interfaces.mcp.desk import Desk, Reply
from plangate.interfaces.mcp.forms import Form, Given

Answered = Reply | InputRequiredResult
Work = Callable[[Desk, Call, Mapping[str, Any]], Awaitable[Answered]]
Result = TypeVar("Result")

_LOOK_EVERY = 0.25
_MOST_AT_ONCE = 6
_limiter: RunVar[anyio.CapacityLimiter] = RunVar("plangate use cases at once")
_NAME = Text(200)


class AsGiven(NamedTuple):
    """A value that its own reader looks at: of one of these JSON types, or of any."""

    types: tuple[str, ...] = ()

    def read(self, value: Any, at: str) -> Any:  # noqa: ARG002 - every shape is read so
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": list(self.types) if len(self.types) > 1 else self.types[0]}


class Tool(NamedTuple):
    """One tool: what an agent reads about it, what it takes, and what it does."""

    name: str
    description: str
    shape: Record
    notes: Mapping[str, str]
    work: Work
    reads_only: bool = False

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, lean: each property as little as an agent needs."""
        fields: dict[str, Shape] = {**self.shape.required, **self.shape.optional}
        return {
            "type": "object",
            "properties": {name: self._property(name, shape) for name, shape in fields.items()},
            "required": list(self.shape.required),
            "additionalProperties": False,
        }

    def _property(self, name: str, shape: Shape) -> dict[str, Any]:
        lean = {k: v for k, v in shape.schema().items() if k not in ("pattern", "minLength")}
        if "enum" in lean:
            lean = {"type": "string", **lean}
        return {**lean, **({"description": self.notes[name]} if name in self.notes else {})}


async def in_thread(work: Callable[[], Result]) -> Result:
    """A use case in a worker thread: SQLite and the file system wait there, not here.

    A few at a time: a record has one writer, and fifty that want to be it starve each other.
    """
    return await to_thread.run_sync(work, abandon_on_cancel=True, limiter=_workers())


async def looking(look: Callable[[], Result]) -> Result:
    """A mere look, which waits for nobody who plans."""
    return await to_thread.run_sync(look, abandon_on_cancel=True)


def _workers() -> anyio.CapacityLimiter:
    try:
        return _limiter.get()
    except LookupError:
        made = anyio.CapacityLimiter(_MOST_AT_ONCE)
        _limiter.set(made)
        return made


# --- what each tool does --------------------------------------------------------------------------


async def _plan(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    reply = await in_thread(lambda: desk.plan(arguments, call.agent))
    return await _with_the_person(desk, call, reply)


async def _report(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    reply = await in_thread(lambda: desk.report(arguments))
    return await _with_the_person(desk, call, reply)


async def _wait(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    """MCP-4: returns as soon as the question leaves `pending`, whoever settles it."""
    until = time.monotonic() + arguments.get("seconds", LONGEST_WAIT)
    while True:
        reply = await looking(lambda: desk.look(arguments["question"]))
        left = until - time.monotonic()
        if reply.document["status"] != "pending" or left <= 0:
            return reply
        await anyio.sleep(min(_LOOK_EVERY, left))


async def _answer(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    return await in_thread(lambda: desk.relay(arguments, call.agent))


async def _check_plan(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    from plangate.api import check

    plan = arguments["plan"]
    if not isinstance(plan, str | Mapping):
        raise BadInput("plan", "is neither text nor an object", "a plan's text or document")
    given = {name: value for name, value in arguments.items() if name != "plan"}
    return Reply(await in_thread(lambda: check(plan, **given)))


async def _decide_scope(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    name = arguments.get("id")
    if ("decision" in arguments) == (name is not None):
        raise BadInput("decision", "is needed, or id, and not both", "one of them")
    if ("part" in arguments) != ("reply" in arguments) or ("part" in arguments and name is None):
        raise BadInput("part", "goes with id and reply", "the number of the open part")
    if name is None:
        document = arguments["decision"]
        whole = call.can_show_forms
        reply = await in_thread(lambda: desk.start_scope(document, call.agent, whole=whole))
    elif "reply" in arguments:
        part, said = arguments["part"], arguments["reply"]
        return await in_thread(lambda: desk.relay_scope(str(name), part, said, call.agent))
    else:
        reply = await in_thread(lambda: desk.look_at_scope(str(name)))
    return await _with_the_person(desk, call, reply)


async def _ledger(desk: Desk, call: Call, arguments: Mapping[str, Any]) -> Answered:
    return await in_thread(lambda: desk.ledger(arguments))


# --- the person -----------------------------------------------------------------------------------


async def _with_the_person(desk: Desk, call: Call, reply: Reply) -> Answered:
    """Put what waits for a person to them, one form after the other, while they answer."""
    until = time.monotonic() + LONGEST_WAIT / 2
    while (form := reply.form) is not None and call.can_show_forms:
        asked = await put(call, form, partial(_settled, desk, form), partial(_taken, desk, form))
        if isinstance(asked, InputRequiredResult):
            return asked
        if isinstance(asked, Unanswered):
            looked = await in_thread(partial(_look, desk, form.kind, form.id))
            return _told(looked, asked.why)
        reply = await _taken(desk, form, asked)
        same_again = reply.form is not None and reply.form.key == form.key
        if same_again or time.monotonic() > until:
            break  # it was not understood, or it takes long: the agent sees it and can call again
    return reply


async def _went_on(desk: Desk, call: Call, echo: Echo) -> Answered:
    """The second half of a stateless call: what came back with it, then whatever follows."""
    back = call.came_back(echo)
    if isinstance(back, Unanswered):
        looked = await in_thread(lambda: _look(desk, echo.kind, echo.id))
        return _told(looked, back.why)
    reply = await _taken(desk, echo, back)
    again = reply.form is not None and reply.form.key == f"{echo.id} {echo.part}".strip()
    return reply if again else await _with_the_person(desk, call, reply)


async def _taken(desk: Desk, about: Form | Echo, given: Given) -> Reply:
    """A person's answer, recorded; one that cannot be taken is told and changes nothing."""
    kind, name, part = about.kind, about.id, about.part

    def take() -> Reply:
        try:
            if kind in ("question", "typed"):
                reply = desk.answered(name, given)
                return desk.go_on(about.session) if about.session and not reply.form else reply
            return desk.decided(kind, name, part, given)
        except PlangateError as error:
            looked = _look(desk, kind, name)
            return Reply({**looked.document, "message": str(error)})

    return await in_thread(take)


async def _settled(desk: Desk, form: Form) -> bool:
    found = await looking(lambda: _look(desk, form.kind, form.id))
    if form.kind == "typed":  # the second form of a question is open as long as the question is
        return found.form is None or found.form.id != form.id
    return found.form is None or found.form.key != form.key


def _look(desk: Desk, kind: str, name: str) -> Reply:
    return desk.look(name) if kind in ("question", "typed") else desk.look_at_scope(name)


def _told(reply: Reply, why: str) -> Reply:
    return Reply({**reply.document, "not_answered_because": why} if reply.form else reply.document)


TOOLS: tuple[Tool, ...] = (
    Tool(
        "plan",
        texts.PLAN,
        Record(
            required={"goal": Text(20_000)},
            optional={
                "workspace": Text(4_096),
                "proposer": Choice(("rules", "host")),
                "depth": Choice(DEPTHS),
            },
        ),
        {
            "goal": "The request, as given.",
            "workspace": "A directory the server serves (default: its first).",
            "proposer": "rules (default): plangate finds and drafts all by itself. host: you do, "
            "by chores.",
        },
        _plan,
    ),
    Tool(
        "report",
        texts.REPORT,
        Record(
            required={"session": _NAME, "chore": _NAME, "result": AsGiven(("object",))}, optional={}
        ),
        {},
        _report,
    ),
    Tool(
        "wait",
        texts.WAIT,
        Record(
            required={"question": _NAME},
            optional={"seconds": Number(least=0, most=LONGEST_WAIT)},
        ),
        {},
        _wait,
        reads_only=True,
    ),
    Tool(
        "answer",
        texts.ANSWER,
        Record(
            required={"question": _NAME, "reply": Text(20_000)}, optional={"note": Text(20_000)}
        ),
        {"reply": "An option's key or label, or their own words."},
        _answer,
    ),
    Tool(
        "check_plan",
        texts.CHECK_PLAN,
        Record(
            required={"plan": AsGiven(("string", "object"))},
            optional={"goal": Text(20_000), "depth": Choice(DEPTHS)},
        ),
        {},
        _check_plan,
        reads_only=True,
    ),
    Tool(
        "decide_scope",
        texts.DECIDE_SCOPE,
        Record(
            required={},
            optional={
                "decision": AsGiven(("object",)),
                "id": _NAME,
                "part": _NAME,
                "reply": Text(2_000),
            },
        ),
        {
            "decision": 'As in {"decision": "Which ship?", "kind": "independent" or "alternatives",'
            ' "options": [{"key": "E1", "label": "…", "scope": "…", "cost": "…", "requires": [],'
            ' "conflicts": [], "recommend": "include", "reason": "…"}]}'
        },
        _decide_scope,
    ),
    Tool(
        "ledger",
        texts.LEDGER,
        Record(required={}, optional={"session": _NAME, "only_open": Flag()}),
        {},
        _ledger,
        reads_only=True,
    ),
)
