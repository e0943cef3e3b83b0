"""MCP-7: a reply is cut to size, and says which call shows the rest."""

from __future__ import annotations

import json

from plangate.core.guard.found_text import NOTICE
from plangate.core.investigation.brief_values import tokens_of
from plangate.core.model.records import Document

#: MCP-7: the most tokens of a reply with a plan; what is longer is cut and says so.
MOST_TOKENS = 1_500
#: What is said beside it: which call shows the rest, and what became of the question.
_ROOM = 60


def bounded(reply: Document) -> Document:
    """MCP-7: cut to size; what goes first is what another call shows."""
    most = (2 * MOST_TOKENS if "brief" in reply else MOST_TOKENS) - _ROOM
    for cut in (_shorter_reasons, _fewer_findings, _bare_tasks, _fewer_tasks):
        if tokens_of(marked(reply)) <= most:
            break
        reply = {**cut(reply), "more": f"status with session {reply.get('session')}"}
    return marked(reply)


def marked(reply: Document) -> Document:
    """ACT-3: a reply that quotes says once what a quotation is."""
    quotes = "“" in json.dumps(reply, ensure_ascii=False)
    return {**reply, "found_text": NOTICE} if quotes else reply


def _shorter_reasons(reply: Document) -> Document:
    rows = [
        {
            name: one_line(value, 60) if name == "why" else value
            for name, value in row.items()
            if name != "see"
        }
        for row in reply.get("decisions", ())
    ]
    return {**reply, "decisions": rows}


def _fewer_findings(reply: Document) -> Document:
    tasks = [
        {**x, "findings": [one_line(line, 70) for line in x["findings"][:1]]}
        for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _bare_tasks(reply: Document) -> Document:
    kept = ("id", "title", "is", "findings")
    tasks = [
        {name: value for name, value in x.items() if name in kept} for x in reply.get("tasks", ())
    ]
    return {**reply, "tasks": tasks}


def _fewer_tasks(reply: Document) -> Document:
    tasks = reply.get("tasks", [])
    return {**reply, "tasks": tasks[:12], "tasks_left_out": max(0, len(tasks) - 12)}


def one_line(text: str, longest: int = 160) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
