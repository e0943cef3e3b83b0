"""Frozen: gate_document.py of edition 1, for replaying old logs only (REC-2).

The gate's one input as a session recorded it, so that every decision can be replayed from the
record alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plangate.core.audit.edition1.frozen_policy import Policy
from plangate.core.audit.edition1.model import (
    EXHAUSTION_PARTS,
    Ambiguity,
    Attention,
    Evidence,
    Phase,
    Preference,
    Quota,
    plain,
)
from plangate.core.log.wire import decoder, misfit
from plangate.core.model.errors import BadInput


class GateDocument(NamedTuple):
    """What the gate looks at, complete: nothing else can move its decision."""

    goal: str
    ambiguities: tuple[Ambiguity, ...]
    phase: Phase = "planning"
    evidence: tuple[Evidence, ...] = ()
    exhaustion: dict[str, tuple[str, ...]] | None = None
    budget_left: bool = True
    attention: Attention = Attention()
    quota: Quota = Quota()
    preferences: dict[str, Preference] = {}  # noqa: RUF012 - nobody changes it
    policy: Policy = Policy()
    investigation_required: bool = False

    def missing_parts(self) -> tuple[str, ...]:
        """ASK-6: which parts of exhaustion are absent. No `exhaustion` at all means vouched for."""
        if self.exhaustion is None:
            return ()
        needed = EXHAUSTION_PARTS + (("investigation",) if self.investigation_required else ())
        return tuple(part for part in needed if not self.exhaustion.get(part))


def read_session_document(document: Any) -> GateDocument:
    """The document a session recorded, read back from the log; its own shape is what it must fit.

    It was checked before it was recorded: a name that leads nowhere is met when it is looked up.
    """
    unset = {"ambiguity": None, "supports": None}  # as `_lean` leaves them out
    document = {**document, "evidence": [{**unset, **x} for x in document.get("evidence", ())]}
    if (at := misfit(document, GateDocument, "document")) is not None:
        raise BadInput(at, "is not what edition 1 recorded", "a document as it was written")
    read: GateDocument = decoder(GateDocument)(document)
    return read


def session_document(document: GateDocument) -> dict[str, Any]:
    """The inverse of `read_session_document`: plain JSON that reads back to an equal value."""
    record: dict[str, Any] = {
        "goal": document.goal,
        "phase": document.phase,
        "ambiguities": [_lean(entry) for entry in document.ambiguities],
        "evidence": [_lean(entry) for entry in document.evidence],
        "budget_left": document.budget_left,
        "attention": plain(document.attention),
        "quota": plain(document.quota),
        "preferences": dict(document.preferences),
        "policy": plain(document.policy),
        "investigation_required": document.investigation_required,
    }
    if document.exhaustion is not None:
        record["exhaustion"] = {part: list(ids) for part, ids in document.exhaustion.items()}
    return record


def _lean(entry: Ambiguity | Evidence) -> dict[str, Any]:
    """An entry without its unset fields."""
    record: dict[str, Any] = {k: v for k, v in plain(entry).items() if v is not None}
    if isinstance(entry, Ambiguity):
        del record["reads"]  # where to look is no matter of the gate
        record["interpretations"] = [
            {k: v for k, v in reading.items() if v is not None}
            for reading in record["interpretations"]
        ]
    return record
