"""The table of what hooks saw, as a function of an agent's stream (REC-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plangate.core.log.chain import Entry, is_erased, payload_of
from plangate.core.log.tables import TableRow
from plangate.core.model.errors import StoreDamaged

_KINDS: Mapping[str, str] = {
    "AgentAnswerKept": "answer",
    "AgentQuestionSettled": "settled",
    "AgentQuestionRefused": "refused",
    "AgentPlanReviewed": "plan",
}


def agent_rows(stream: str, entries: Sequence[Entry]) -> list[TableRow]:
    """A row for each call of an agent's session that was seen; one forgotten keeps its row."""
    rows: dict[str, TableRow] = {}
    gone: set[str] = set()
    for entry in entries:
        if is_erased(entry):
            gone.add(f"{stream}-{entry.seq}")
            continue
        seen = payload_of(entry)
        if entry.type in _KINDS:
            name = f"{stream}-{entry.seq}"
            values = {
                "id": name,
                "session": stream,
                "workspace": seen["workspace"],
                "place": seen.get("place") or seen["workspace"],
                "goal": seen["goal"],
                "call": seen["call"],
                "kind": _KINDS[entry.type],
                "key": seen.get("key"),
                "forgotten": 0,
                "at": entry.at,
                "document": entry.payload,
            }
            rows[name] = TableRow("agent_calls", values)
        elif entry.type == "AgentQuestionSeen":
            continue  # it is on its way; what becomes of it has a row
        elif entry.type == "AgentAnswerForgotten" and seen["answer"] in rows:
            rows[seen["answer"]].values["forgotten"] = 1
        elif entry.type == "AgentAnswerForgotten" and seen["answer"] in gone:
            continue
        else:
            raise StoreDamaged(f"stream {stream} holds a {entry.type}; run `plangate doctor`")
    return list(rows.values())
