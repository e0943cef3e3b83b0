"""History and audit (REC-2, REC-6): events as sentences, whether the record holds, its anchors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from plangate.app.log.audits import audit_document, run_audit
from plangate.app.naming.lookup import find_session
from plangate.core.log.tables import Query
from plangate.core.model.records import Document
from plangate.interfaces.web import words
from plangate.interfaces.web.sentences import Sentence, sentences
from plangate.interfaces.web.visit import Page, Visit
from plangate.wiring.databases import kept_anchors

_MOST_SESSIONS = 12
_MOST_LINES = 80

#: What happens within a look and says little by itself.
_SMALL = frozenset(
    "Dispatched ExplorationPlanned EvidenceSynthesised MemoriesRecalled PlacesSeen PlanMeasured "
    "TriadLocked WorkspaceMet WorkspaceSeen IterationDecided EvidenceGathered".split()
)


def history(visit: Visit) -> Page:
    """What happened lately in every project, and whether the record holds."""
    store = visit.look().store
    rows = store.rows(
        Query("plan_sessions", order=("updated_at",), descending=True, limit=_MOST_SESSIONS)
    )
    lines: list[tuple[Document, Sentence]] = []
    for row in rows:
        entries = [x for x in store.read(row["plan_session_id"]) if x.type not in _SMALL]
        lines += [(row, line) for line in sentences(entries)[-_MOST_LINES:]]
    lines.sort(key=lambda line: (line[1].at, line[1].seq), reverse=True)
    stretches = groupby(lines[:_MOST_LINES], key=lambda line: line[0]["plan_session_id"])
    anchors = kept_anchors(visit.desk.settings, store)
    total = store.total().events
    values = {
        "stretches": [_stretch(list(found)) for _, found in stretches],
        "total": total,
        "anchor": anchors.last,
        "fault": anchors.fault,
        "after": total - anchors.last.events if anchors.last else total,
        "audit": _audit(visit, None) if visit.query.get("audit") == "1" else None,
    }
    return Page("history.html", "History", values, part="history")


def _stretch(lines: Sequence[tuple[Document, Sentence]]) -> Stretch:
    return Stretch(lines[0][0], [line for _, line in lines])


class Stretch(NamedTuple):
    """What happened one after another for one goal."""

    session: Document
    lines: list[Sentence]


def session(visit: Visit) -> Page:
    """One session from its goal to where it stands."""
    planner = visit.look()
    name = find_session(planner.store, visit.named["id"])
    found = planner.session(name)
    every = visit.query.get("all") == "1"
    entries = [x for x in planner.load(name) if every or x.type not in _SMALL]
    values = {
        "session": found,
        "lines": sentences(entries),
        "every": every,
        "audit": _audit(visit, name) if visit.query.get("audit") == "1" else None,
    }
    return Page(
        "session.html", f"How {words.short(found.goal, 50)} came to this", values, part="history"
    )


def _audit(visit: Visit, only: str | None) -> Document:
    """REC-2: everything replayed from the log alone."""
    store = visit.look().store
    anchors = kept_anchors(visit.desk.settings, store)
    return audit_document(run_audit(store, only, None, anchors))
