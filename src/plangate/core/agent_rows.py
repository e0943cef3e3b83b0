"""The table of what hooks saw, as a function of an agent's stream (REC-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plangate.core import events as e
from plangate.core.errors import StoreDamaged
from plangate.core.record import Entry, event_of
from plangate.core.tables import Row

_KINDS: Mapping[type, str] = {
    e.AgentAnswerKept: "answer",
    e.AgentQuestionSettled: "settled",
    e.AgentPlanReviewed: "plan",
}


def agent_rows(stream: str, entries: Sequence[Entry]) -> list[Row]:
    """A row for each call of an agent's session that was seen; one forgotten keeps its row."""
    rows: dict[str, Row] = {}
    for entry in entries:
        event = event_of(entry)
        match event:
            case e.AgentAnswerKept() | e.AgentQuestionSettled() | e.AgentPlanReviewed():
                name = f"{stream}-{entry.seq}"
                values = {
                    "id": name,
                    "session": stream,
                    "workspace": event.workspace,
                    "goal": event.goal,
                    "call": event.call,
                    "kind": _KINDS[type(event)],
                    "key": getattr(event, "key", None),
                    "forgotten": 0,
                    "at": entry.at,
                    "document": entry.payload,
                }
                rows[name] = Row("agent_calls", values)
            case e.AgentAnswerForgotten(answer=name) if name in rows:
                rows[name].values["forgotten"] = 1
            case _:
                raise StoreDamaged(f"stream {stream} holds a {entry.type}; run `plangate doctor`")
    return list(rows.values())
