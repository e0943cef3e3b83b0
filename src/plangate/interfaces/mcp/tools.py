"""What each of the seven tools does with a call (MCP-2); listing.py says what they are.

A tool reads its arguments by the same shapes as every other surface (ERR-1), runs its use case in a
worker thread, and puts what waits for a person to them before it answers.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import anyio
from anyio import to_thread
from anyio.lowlevel import RunVar
from mcp_types import InputRequiredResult

from plangate.core.agents.host_words import opened
from plangate.core.model.errors import BadInput, PlangateError
from plangate.core.model.records import Document, Fields
from plangate.interfaces.mcp.asking import Call, Echo, Unanswered, put
from plangate.interfaces.mcp.desk import Desk, refusal
from plangate.interfaces.mcp.desks.served import Reply
from plangate.interfaces.mcp.forms import Form, Given
from plangate.interfaces.mcp.listing import LONGEST_WAIT, TOOLS, Tool
from plangate.interfaces.mcp.said.bounds import bounded
from plangate.interfaces.mcp.said.replies import AS_BEFORE, OF_EVERY_DECISION
from plangate.interfaces.mcp.said.wanted import NAMES_NOTHING

Answered = Reply | InputRequiredResult
Work = Callable[[Desk, Call, Fields], Awaitable[Answered]]
Result = TypeVar("Result")

_MOST_AT_ONCE = 6
_limiter: RunVar[anyio.CapacityLimiter] = RunVar("plangate use cases at once")
#: The forms about a question: itself, and the second ones behind it.
_OF_A_QUESTION = ("question", "typed", "words")


class Doing(NamedTuple):
    """A tool that is listed, and what it does with a call."""

    tool: Tool
    work: Work


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


async def _plan(desk: Desk, call: Call, arguments: Fields) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    reply = await in_thread(lambda: desk.plan(arguments, call.agent))
    return await _with_the_person(desk, call, reply)


async def _status(desk: Desk, call: Call, arguments: Fields) -> Answered:
    return await in_thread(lambda: desk.status(arguments))


async def _task(desk: Desk, call: Call, arguments: Fields) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    shows = call.can_show_forms
    reply = await in_thread(lambda: desk.task(arguments, call.agent, shows_forms=shows))
    return await _with_the_person(desk, call, reply)


async def _wait(desk: Desk, call: Call, arguments: Fields) -> Answered:
    """MCP-4: returns as soon as the question leaves `pending`, whoever settles it."""
    until = time.monotonic() + arguments.get("seconds", LONGEST_WAIT)
    look = partial(desk.look, arguments["question"])
    reply = await looking(look)
    with desk.waking.on(str(reply.document["session"])) as written:
        while reply.document["status"] == "pending" and time.monotonic() < until:
            reply = await looking(look)
            if reply.document["status"] == "pending":
                await written.wait(min(until - time.monotonic(), reply.seconds))
    if reply.document["status"] != "pending":
        return reply
    kept = ("asked", "status", "session", "next")  # MCP-7: what did not change is not told again
    return Reply({name: reply.document[name] for name in kept})


async def _answer(desk: Desk, call: Call, arguments: Fields) -> Answered:
    return await in_thread(lambda: desk.relay(arguments, call.agent))


async def _check_plan(desk: Desk, call: Call, arguments: Fields) -> Answered:
    return Reply(await in_thread(lambda: desk.check_plan(arguments)))


async def _decide_scope(desk: Desk, call: Call, arguments: Fields) -> Answered:
    if call.echo is not None:
        return await _went_on(desk, call, call.echo)
    name = arguments.get("id")
    if ("decision" in arguments) == (name is not None):
        raise BadInput("decision", "is needed, or id, and not both", "one of them")
    if ("part" in arguments) != ("reply" in arguments) or ("part" in arguments and name is None):
        raise BadInput("part", "goes with id and reply", "the number of the open part")
    if name is None:
        document = opened(arguments["decision"])
        whole = call.can_show_forms
        reply = await in_thread(lambda: desk.start_scope(document, call.agent, whole=whole))
    elif "reply" in arguments:
        part, said = arguments["part"], arguments["reply"]
        return await in_thread(lambda: desk.relay_scope(str(name), part, said, call.agent))
    else:
        reply = await in_thread(lambda: desk.look_at_scope(str(name)))
    return await _with_the_person(desk, call, reply)


# --- the person -----------------------------------------------------------------------------------


async def _with_the_person(
    desk: Desk,
    call: Call,
    reply: Reply,
    first: Fields | None = None,
) -> Answered:
    """Put what waits for a person to them, one form after the other, while they answer."""
    first = _of_the_proposal(reply.document if first is None else first)
    while (form := reply.form) is not None and call.can_show_forms:
        if call.is_stateless and form.kind in _OF_A_QUESTION:
            await in_thread(partial(desk.look, form.id, in_a_form=True))
        asked = await put(call, form, partial(_settled, desk, form), first)
        if isinstance(asked, InputRequiredResult):
            return asked
        if isinstance(asked, Unanswered):
            looked = await in_thread(partial(_look, desk, form, asked.words))
            return _with_all(_told(looked, asked.why), first)
        reply = await _taken(desk, form, asked, call.agent)
        if reply.form is not None and reply.form.key == form.key:
            break  # it was not understood: the agent sees it and can call again
    return _with_all(reply, first)


#: What is said of a proposal itself, whatever becomes of its questions.
_OF_THE_PROPOSAL = (
    *("kept", "unquoted", "rules_not_quoted", "not_counted", "ignored", "altered", "went_on"),
)
#: What was found wrong with its tasks beside the workspace, and the decisions it says nothing of.
_FOUND, _AS_BEFORE = "found_in_tasks", "as_before"


def _of_the_proposal(document: Fields) -> Fields:
    kept = (*_OF_THE_PROPOSAL, _FOUND, _AS_BEFORE)
    told = {name: document[name] for name in kept if name in document}
    tasks = document.get("tasks", ())
    if found := {row["id"]: row["findings"] for row in tasks if row.get("findings")}:
        told[_FOUND] = found
    rows = [row for row in document.get("decisions", ()) if "verdict" in row]
    if before := [row for row in rows if row.keys() <= AS_BEFORE]:
        told[_AS_BEFORE] = before
    return told


def _with_all(reply: Reply, first: Fields) -> Reply:
    """A reply after forms, with what was said of the proposal."""
    document = {**first, **reply.document}
    found, before = document.pop(_FOUND, {}), document.pop(_AS_BEFORE, ())
    if "decisions" in document:
        document["decisions"] = [_unless_told(row, before) for row in document["decisions"]]
    if "tasks" in document:
        document["tasks"] = [_with_findings(row, found) for row in document["tasks"]]
    return reply._replace(document=bounded(document) if "decisions" in document else document)


def _unless_told(row: Document, before: Sequence[Document]) -> Document:
    """MCP-7: a decision that its forms changed nothing of stands as it stood before them."""
    bare = {name: value for name, value in row.items() if name in AS_BEFORE}
    return bare if bare in before and row.keys() <= OF_EVERY_DECISION else row


def _with_findings(row: Document, found: Mapping[str, Sequence[str]]) -> Document:
    """A task with what was found before its forms, of which an answer changes nothing."""
    now = row.get("findings", [])
    return {**row, "findings": list(dict.fromkeys((*now, *found.get(row["id"], ()))))}


async def _went_on(desk: Desk, call: Call, echo: Echo) -> Answered:
    """The second half of a stateless call: what came back with it, then whatever follows."""
    back = call.came_back(echo)
    if isinstance(back, Unanswered):
        looked = await in_thread(partial(_look, desk, echo, back.words))
        return _with_all(_told(looked, back.why), echo.told)
    reply = await _taken(desk, echo, back, call.agent)
    if reply.form is not None and reply.form.key == f"{echo.id} {echo.part}".strip():
        return _with_all(reply, echo.told)
    return await _with_the_person(desk, call, reply, echo.told)


async def _taken(desk: Desk, about: Form | Echo, given: Given, agent: str) -> Reply:
    """A person's answer, recorded; one that cannot be taken is told and changes nothing."""
    kind, name, part = about.kind, about.id, about.part

    def take() -> Reply:
        try:
            if kind in _OF_A_QUESTION:
                reply = desk.answered(name, given, kind)
                joined = about.session and not reply.form
                return desk.go_on(about.session, name) if joined else reply
            if kind == "approval":
                return desk.approved(name, part, given.reply, agent)
            return desk.decided(kind, name, part, given)
        except PlangateError as error:
            looked = _look(desk, about)
            typed = " / ".join(filter(None, (given.reply, given.note)))
            words = {"their_words": typed} if typed and kind in _OF_A_QUESTION else {}
            return Reply({**looked.document, **words, "message": refusal(error)})

    return await in_thread(take)


async def _settled(desk: Desk, form: Form) -> bool:
    if form.kind not in _OF_A_QUESTION:
        found = await looking(partial(_look, desk, form))
        return found.form is None or found.form.key != form.key
    found = await looking(partial(desk.look, form.id, in_a_form=True))
    if form.kind in ("typed", "words"):  # a second form is open as long as the question is
        return found.form is None or found.form.id != form.id
    return found.form is None or found.form.key != form.key


def _look(desk: Desk, about: Form | Echo, words: str = "") -> Reply:
    kind, name = about.kind, about.id
    if kind == "approval":
        return desk.to_approve(name, about.part)
    if kind in ("typed", "words") or (words and kind in _OF_A_QUESTION):  # ASK-12
        return desk.heard(name, words)
    return desk.look(name) if kind in _OF_A_QUESTION else desk.look_at_scope(name)


def _told(reply: Reply, why: str) -> Reply:
    """A form that was not answered: the question stays, and the agent is told what it may do."""
    document = reply.document
    if reply.form is None:
        return Reply(document)
    about = document.get("question", {})
    if reply.form.kind in _OF_A_QUESTION and "tool answer" in about.get("answer_by", ""):
        document = {**document, "next": f"{NAMES_NOTHING.format(**about)} {document['next']}"}
    return Reply({**document, "not_answered_because": why})


_WORK: Mapping[str, Work] = {
    "plan": _plan,
    "status": _status,
    "wait": _wait,
    "answer": _answer,
    "task": _task,
    "check_plan": _check_plan,
    "decide_scope": _decide_scope,
}
DOING: Mapping[str, Doing] = {tool.name: Doing(tool, _WORK[tool.name]) for tool in TOOLS}
