"""What agents asked their person, kept so that it is not asked again (HOOK-1, HOOK-3, PREF-4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from plangate.core.agents.agent_calls import AGENT_PREFIX, agent_stream
from plangate.core.events import agent_events as e
from plangate.core.guard.redaction import redact
from plangate.core.log.agent_rows import agent_rows
from plangate.core.log.chain import Entry, payload_of, seal_all
from plangate.core.log.tables import Cell, Query
from plangate.core.model.errors import Conflict, NotFound, StoreBusy
from plangate.core.model.records import Document, Fields

if TYPE_CHECKING:
    from plangate.app.ports import Clock, Store
    from plangate.core.events.event import Event
    from plangate.core.model.places import Here

_TRIES = 20

Sighting = (
    e.AgentAnswerKept
    | e.AgentQuestionSeen
    | e.AgentQuestionRefused
    | e.AgentQuestionSettled
    | e.AgentPlanReviewed
)


def record_calls(store: Store, clock: Clock, agent_session: str, seen: Sequence[Sighting]) -> int:
    """Record what a hook saw, redacted (ASK-14); how much of it was new.

    A call that is told twice counts once, and an answer a rule gave is nobody's choice.
    """
    cleaned = tuple(_cleaned(event) for event in seen)

    def new(before: Sequence[Entry]) -> Sequence[Event]:
        told = {_place(entry.type, payload_of(entry)) for entry in before}
        return [e for e in cleaned if _place(type(e).__name__, e._asdict()) not in told]

    return _append(store, clock, agent_stream(agent_session), new)


def passed_on(store: Store, agent_session: str, call: str) -> dict[str, Document]:
    """HOOK-3: the questions of a call that the hook before it let through, by their keys."""
    payloads = (
        payload_of(entry)
        for entry in store.read(agent_stream(agent_session))
        if entry.type == e.AgentQuestionSeen.__name__
    )
    return {seen["key"]: seen for seen in payloads if call and seen["call"] == call}


def kept_answers(store: Store, workspace: str | None) -> list[Document]:
    """The answers that are not forgotten, the latest first."""
    where: dict[str, Cell] = {"kind": "answer", "forgotten": 0}
    if workspace is not None:
        where["workspace"] = workspace
    return store.rows(Query("agent_calls", where, order=("at", "id"), descending=True))


def forget_answer(store: Store, clock: Clock, name: str, *, by: str) -> Document:
    """An answer that answers nothing any more; the record keeps it."""
    row = _answer_row(store, name)
    if not row["forgotten"]:
        event = e.AgentAnswerForgotten(row["id"], by)
        _append(store, clock, row["session"], lambda _before: (event,))
    return row


def agent_calls(store: Store, here: Here | None, limit: int) -> list[Document]:
    """What was seen, the latest first."""
    places = () if here is None else here.places
    order = ("at", "id")
    query = Query("agent_calls", places=places, order=order, descending=True, limit=limit)
    return store.rows(query)


def _place(kind: str, seen: Fields) -> tuple[Any, ...]:
    """Which question of which call it is about; one without an id is known by its answer."""
    kind = kind if kind in _ON_THE_WAY else ""
    if call := seen.get("call"):
        return kind, call, seen.get("key")
    return kind, "", seen.get("key"), seen.get("value")


#: What may happen to a question before it is answered.
_ON_THE_WAY = (e.AgentQuestionSeen.__name__, e.AgentQuestionRefused.__name__)


def _cleaned(event: Sighting) -> Sighting:
    match event:
        case e.AgentAnswerKept():
            words = (event.prompt, event.value, *event.offered, *event.chosen)
            secret = any(redact(text) != text for text in words)
            return event._replace(
                prompt=redact(event.prompt),
                key="" if secret else event.key,
                offered=tuple(map(redact, event.offered)),
                chosen=tuple(map(redact, event.chosen)),
                value=redact(event.value),
                reusable=event.reusable and not secret,
            )
        case e.AgentQuestionSettled():
            return event._replace(prompt=redact(event.prompt), key=redact(event.key))
        case e.AgentQuestionRefused():
            return event._replace(
                prompt=redact(event.prompt), key=redact(event.key), reason=redact(event.reason)
            )
        case e.AgentQuestionSeen():
            return event._replace(key=redact(event.key))
        case _:
            return event


def _answer_row(store: Store, name: str) -> Document:
    name = name.strip().lower()
    accepted = "an id that `plangate hook log` lists"
    if name in ("", AGENT_PREFIX):
        raise NotFound("answer id", f"{name!r} is not known", accepted)
    kept = {"kind": "answer"}
    found = store.rows(Query("agent_calls", {**kept, "id": name})) or store.rows(
        Query("agent_calls", kept, begins=("id", name), order=("id",), limit=9)
    )
    if len(found) > 1:
        names = ", ".join(str(row["id"]) for row in found[:8])
        raise NotFound("answer id", f"{name!r} fits several", names)
    if not found:
        raise NotFound("answer id", f"{name!r} is not known", accepted)
    return found[0]


def _append(
    store: Store,
    clock: Clock,
    stream: str,
    new: Callable[[Sequence[Entry]], Sequence[Event]],
) -> int:
    for _ in range(_TRIES):
        before = list(store.read(stream))
        events = new(before)
        if not events:
            return 0
        added = seal_all(stream, before[-1] if before else None, events, clock.now())
        try:
            store.append(added, agent_rows(stream, [*before, *added]))
        except Conflict:
            continue
        return len(events)
    raise StoreBusy("this session keeps being recorded by other processes")
