"""What a person asks to be remembered, each in a stream of its own (REC-1).

A memory that answers a question is a person's to keep, and every memory theirs to forget (ACT-1).
"""

from __future__ import annotations

from plangate.app.naming.lookup import find_row
from plangate.app.planner import Planner
from plangate.app.ports import Store
from plangate.core.audit.projection import memory_rows
from plangate.core.events import event as e
from plangate.core.gate.preferences import read_question_id, refuse_instruction
from plangate.core.guard.redaction import redact
from plangate.core.log.chain import MEMORY_PREFIX, seal_all
from plangate.core.log.tables import EVERYWHERE, Query
from plangate.core.model.errors import BadInput, Conflict, StoreBusy
from plangate.core.model.places import Here
from plangate.core.model.records import Document
from plangate.core.model.shapes import Text

#: A memory is a sentence or two, not a document.
MEMORY = Text(1_000)
_TRIES = 100


def remember(
    planner: Planner, text: str, *, about: str | None, workspace: str | None, by: str
) -> str:
    """Keep a text, redacted (ASK-14), about one question id or none; its id."""
    line = " ".join(MEMORY.read(text, "TEXT").split())
    refuse_instruction(line, "TEXT", "a fact or a decision to remember")
    if about is not None:
        read_question_id(about, "--about")
    by = planner.actor.signed(by)
    if about is not None:
        command = f"plangate remember TEXT --about {about}"
        by = planner.require("remember", command, workspace=workspace).signed(by)
    place = None if workspace is None else planner.places.met(workspace).place
    kept = e.MemoryKept(redact(line), about, place, by)
    for _ in range(_TRIES):
        name = f"{MEMORY_PREFIX}{planner.new_id()}"
        entries = seal_all(name, None, (kept,), planner.clock.now())
        try:
            planner.store.append(entries, memory_rows(name, entries))
        except Conflict:
            continue
        return name
    raise StoreBusy("no free id was found; try again")


def forget(planner: Planner, name: str, *, by: str) -> str:
    """Never use a memory again; its id. The record keeps that it was there."""
    row = find_row(planner.store, "memories", name)
    found = str(row["id"])
    if row["kind"] != "memory":
        raise BadInput(
            "ID",
            f"{found} is a decision of session {row['session']}",
            f"a memory; `plangate wrong {found}` overturns a decision",
        )
    by = planner.require("forget", f"plangate forget {found}").signed(by)
    for _ in range(_TRIES):
        before = planner.store.read(found)
        added = seal_all(found, before[-1], (e.MemoryForgotten(by),), planner.clock.now())
        try:
            planner.store.append(added, memory_rows(found, [*before, *added]))
        except Conflict:
            continue
        return found
    raise StoreBusy(f"{found} keeps being changed by other processes; try again")


def kept_memories(store: Store, here: Here | None = None) -> list[Document]:
    """What may be recalled, newest first: what was asked for, answered or confirmed."""
    wanted: Document = {"status": "kept"}
    rows = store.rows(Query("memories", equals=wanted, order=("at", "id"), descending=True))
    return [row for row in rows if here is None or row["place"] in (EVERYWHERE, *here.places)]
