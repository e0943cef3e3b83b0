"""Auditing a store: every session streamed past the core's audit, and the tables compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plangate.app.ports import Store
from plangate.core.agent_calls import AGENT_PREFIX
from plangate.core.audit import Audit, Criterion
from plangate.core.errors import PlangateError
from plangate.core.model import plain
from plangate.core.policy import Policy
from plangate.core.projection import rows_of
from plangate.core.record import (
    MEMORY_PREFIX,
    PERSON,
    PLACE_PREFIX,
    SCOPE_PREFIX,
    Entry,
    broken_links,
)
from plangate.core.tables import KEYS, Query, Row

SCHEMA = "plangate.audit/1"
_OTHER_STREAMS = (SCOPE_PREFIX, MEMORY_PREFIX, AGENT_PREFIX, PLACE_PREFIX)
_STREAM_COLUMN = {"plan_sessions": "plan_session_id", "focus": "person", "preferences": "person"}

#: A session may go on while it is looked at; one that does so this often is not waited for.
_LOOKS = 10
_PAGE = 500


def run_audit(store: Store, only: str | None = None, policy: Policy | None = None) -> Audit:
    """Audit one session, or all of them and the person's own stream."""
    audit = Audit(policy)
    streams = [only] if only is not None else store.streams()
    seen: set[str] = set()
    for stream in streams:
        seen.add(stream)
        entries = store.read(stream)
        if stream == PERSON or stream.startswith(_OTHER_STREAMS):
            for seq, problem in broken_links(entries):
                audit.chain.look(problem, stream, seq)
            audit.events += len(entries)
        elif audit.look_at(stream, entries) is None:
            continue
        _compare_tables(store, audit, stream, entries)
    if only is None:
        _orphans(store, audit, seen)
    return audit


def audit_document(audit: Audit) -> dict[str, Any]:
    """`plangate.audit/1`."""
    criteria = [_criterion(criterion) for criterion in audit.criteria.values()]
    share = audit.expanded / audit.low_value if audit.low_value else None
    criteria.append(
        {
            "id": "auto-expansion",
            "means": "at least 80 % of ambiguous cases not worth a question are expanded unasked",
            "ok": audit.expansion_ok,
            "checked": audit.low_value,
            "expanded": audit.expanded,
            "share": share,
            "broken": [],
        }
    )
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "ok": audit.ok,
        "sessions": audit.sessions,
        "events": audit.events,
        "criteria": criteria,
        "chain": {"ok": audit.chain.ok, "broken": plain(audit.chain.broken)},
        "tables": {"ok": audit.tables.ok, "broken": plain(audit.tables.broken)},
        "replay": {"decisions": audit.replay.checked, "differ": plain(audit.replay.broken)},
    }
    if audit.other_policy is not None:
        found = audit.counterfactual
        document["counterfactual"] = {
            "policy_version": audit.other_policy.version,
            "decisions": found.decisions,
            "questions_asked": found.asked,
            "questions_under_policy": found.would_ask,
            "sessions": found.sessions,
        }
    return document


def _criterion(criterion: Criterion) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": criterion.id,
        "means": criterion.means,
        "ok": criterion.ok,
        "checked": criterion.checked,
        "broken": plain(criterion.broken),
    }
    return record | ({"passed_by": criterion.counts} if criterion.counts else {})


def _compare_tables(store: Store, audit: Audit, stream: str, entries: Sequence[Entry]) -> None:
    """A row changed, added or deleted by hand is found against what the events make."""
    for _ in range(_LOOKS):
        try:
            looked = _looked_at(store, stream, entries)
        except PlangateError as error:
            looked = [str(error)]
        now = store.read(stream) if any(looked) else entries
        if len(now) == len(entries):
            break
        entries = now  # somebody went on with it between two looks, which is no fault
    for problem in looked:
        audit.tables.look(problem, stream, entries[-1].seq)


def _looked_at(store: Store, stream: str, entries: Sequence[Entry]) -> list[str | None]:
    """What is wrong with each row that is there or should be; None when nothing is."""
    expected = {(row.table, row.key): row.values for row in rows_of(stream, entries)}
    found: dict[tuple[str, tuple[Any, ...]], dict[str, Any]] = {}
    for table in KEYS:
        column = _STREAM_COLUMN.get(table, "session")
        for values in store.rows(Query(table, equals={column: stream})):
            found[(table, Row(table, values).key)] = values
    looked: list[str | None] = []
    for place in expected.keys() | found.keys():
        table, key = place
        name = f"{table} {'/'.join(map(str, key))}"
        problem = None
        if place not in found:
            problem = f"{name} is missing from its table"
        elif place not in expected:
            problem = f"{name} is in its table and not in the record"
        elif expected[place] != found[place]:
            columns = [c for c, v in expected[place].items() if found[place].get(c) != v]
            problem = f"{name} was changed in its table: {', '.join(columns)}"
        looked.append(problem)
    return looked


def _orphans(store: Store, audit: Audit, seen: set[str]) -> None:
    """Sessions some table still names whose events are gone; the tables are read page by page."""
    for table in KEYS:
        column, last = _STREAM_COLUMN.get(table, "session"), ""
        while rows := store.rows(
            Query(table, from_on=(column, last), order=(column,), limit=_PAGE)
        ):
            for name in dict.fromkeys(str(row[column]) for row in rows):
                if name not in seen and not store.read(name):
                    audit.tables.look(f"{table} names it; its events are gone", name, 0)
                seen.add(name)
            last = f"{rows[-1][column]}\0"
