"""Auditing a store: every session streamed past the core's audit, tables and anchors compared.

One session is in memory at a time, whatever the length of the log; of the others only what is
counted is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plangate.app.log.turned_numbers import Numbers, turned
from plangate.app.ports import Store
from plangate.core.agents.agent_calls import AGENT_PREFIX
from plangate.core.audit.projection import rows_of, session_rows
from plangate.core.audit.proofs import Audit, Counterfactual, Criterion
from plangate.core.log.anchors import AnchorAudit, Anchors, Link
from plangate.core.log.chain import (
    LOG,
    MEMORY_PREFIX,
    PERSON,
    PLACE_PREFIX,
    SCOPE_PREFIX,
    TEAM,
    Entry,
)
from plangate.core.log.session import Session
from plangate.core.log.tables import KEYS, Query, TableRow, stream_column
from plangate.core.model.errors import PlangateError
from plangate.core.model.nouns import plain
from plangate.core.model.policy import Policy
from plangate.core.model.records import Document

SCHEMA = "plangate.audit/1"

#: A session may go on while it is looked at; one that does so this often is not waited for.
_LOOKS = 10
_PAGE = 500

NO_ANCHOR = "no anchor to compare with"


def run_audit(
    store: Store,
    only: str | None = None,
    policy: Policy | None = None,
    anchors: Anchors | None = None,
    numbers: Numbers | None = None,
) -> Audit:
    """Audit one session, or all of them, the other streams and what anchors say of the log.

    With `policy` or `numbers` also what they would have asked (REC-3).
    """
    audit = Audit(policy)
    audit.erasures.learn(store.read(LOG))
    audit.quarantined = quarantined(store)
    if only is None:
        audit.anchor = AnchorAudit(anchors or Anchors(), store.total())
        audit.anchor.look_at(_in_order(audit, store.links()))
    for stream in [only] if only is not None else store.streams():
        _look_at(store, audit, stream)
    if only is None:
        _orphans(store, audit)
    if numbers:
        audit.counterfactual = _counterfactual(store, only, policy, numbers)
    return audit


def _in_order(audit: Audit, links: Iterable[Link]) -> Iterator[Link]:
    """REC-1: every event stands behind the one before it in the log itself. A sum does not know
    which came first, and a stream read by its numbers does not show where they stand."""
    last: dict[str, int] = {}
    for link in links:
        stream, seq, _ = link
        if seq < last.get(stream, 0):
            audit.chain.look(f"stands behind event {last[stream]} in the log", stream, seq)
        last[stream] = max(seq, last.get(stream, 0))
        yield link


def _counterfactual(
    store: Store, only: str | None, policy: Policy | None, numbers: Numbers
) -> Counterfactual:
    """REC-3: every session looked at again while these numbers are in force."""
    with turned(numbers):
        again = Audit(policy, anew=True)
        for stream in [only] if only is not None else store.streams():
            if not _is_beside(stream):
                again.look_at(stream, store.read(stream))
    return again.counterfactual


def _is_beside(stream: str) -> bool:
    """Whether a stream is no session's."""
    beside = (SCOPE_PREFIX, MEMORY_PREFIX, AGENT_PREFIX, PLACE_PREFIX)
    return stream in (PERSON, LOG, TEAM) or stream.startswith(beside)


def _look_at(store: Store, audit: Audit, stream: str) -> None:
    entries = store.read(stream)
    if not entries:
        audit.chain.look(
            "it is listed and cannot be found: an index is damaged; run `plangate doctor`",
            stream,
            0,
        )
        return
    session: Session | None = None
    if _is_beside(stream):
        audit.look_at_links(stream, entries)
    else:
        session = audit.look_at(stream, entries)
    _look_ahead(store, audit, stream, entries)
    if session is not None or stream not in audit.unreadable:
        _compare_tables(store, audit, stream, entries, session)


def quarantined(store: Store) -> list[str]:
    """REC-9: the sessions that stand in no table until somebody releases them."""
    found = Query("quarantined", equals={"released": 0}, order=("session",))
    return [str(row["session"]) for row in store.rows(found)]


def audit_document(audit: Audit, numbers: Numbers | None = None) -> Document:
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
    document: Document = {
        "schema": SCHEMA,
        "ok": audit.ok,
        "sessions": audit.sessions,
        "events": audit.events,
        "criteria": criteria,
        "chain": {"ok": audit.chain.ok, "broken": plain(audit.chain.broken)},
        "tables": {
            "ok": audit.tables.ok and audit.ahead.ok,
            "broken": plain([*audit.ahead.broken, *audit.tables.broken]),
        },
        "replay": {"decisions": audit.replay.checked, "differ": plain(audit.replay.broken)},
    }
    if audit.anchor is not None:
        document["anchor"] = _anchor(audit.anchor)
    if audit.erasures.events or audit.erasures.acts:
        document["erased"] = {
            "events": audit.erasures.events,
            "decisions": audit.erasures.decisions,
            "links_not_recomputed": audit.erasures.unverified,
            "by": plain(audit.erasures.acts),
        }
    beside = {"strange": audit.strange, "quarantined": audit.quarantined}
    document |= {name: found for name, found in beside.items() if found}
    if audit.other_policy is not None or numbers:
        found = audit.counterfactual
        document["counterfactual"] = {
            **({"policy_version": audit.other_policy.version} if audit.other_policy else {}),
            **({"numbers": plain(numbers)} if numbers else {}),
            "decisions": found.decisions,
            "questions_asked": found.asked,
            "questions_under_policy": found.would_ask,
            "sessions": found.sessions,
        }
    return document


def _anchor(found: AnchorAudit) -> Document:
    """REC-6: whether the log holds up to its last anchor, and how much came after it."""
    if found.problem is not None:
        return {"ok": False, "events": found.anchored or 0, "broken": found.problem}
    if found.anchored is None:
        return {"ok": None, "events": 0, "after": found.total.events, "says": NO_ANCHOR}
    return {"ok": True, "events": found.anchored, "after": found.total.events - found.anchored}


def _criterion(criterion: Criterion) -> Document:
    record: Document = {
        "id": criterion.id,
        "means": criterion.means,
        "ok": criterion.ok,
        "checked": criterion.checked,
        "broken": plain(criterion.broken),
    }
    return record | ({"passed_by": criterion.counts} if criterion.counts else {})


# --- the tables against the log -------------------------------------------------------------------


def _compare_tables(
    store: Store, audit: Audit, stream: str, entries: Sequence[Entry], session: Session | None
) -> None:
    """A row changed, added or deleted by hand is found against what the events make."""
    for _ in range(_LOOKS):
        try:
            made = _made(audit, stream, entries, session)
            looked = _looked_at(store, stream, made)
        except PlangateError as error:
            looked = [str(error)]
        now = store.read(stream) if any(looked) else entries
        if len(now) == len(entries):
            break
        entries = now  # somebody went on with it between two looks, which is no fault
        session = None
    for problem in looked:
        audit.tables.look(problem, stream, entries[-1].seq)


def _made(
    audit: Audit, stream: str, entries: Sequence[Entry], session: Session | None
) -> Sequence[TableRow]:
    """The rows that should be there; a session that was folded already is not folded again."""
    if stream in audit.quarantined:
        return ()
    return session_rows(session, entries[-1]) if session else rows_of(stream, entries)


def _looked_at(store: Store, stream: str, made: Sequence[TableRow]) -> list[str | None]:
    """What is wrong with each row that is there or should be; None when nothing is."""
    expected = {(row.table, row.key): row.values for row in made}
    found = {(row.table, row.key): row.values for row in _rows_there(store, stream)}
    looked: list[str | None] = []
    for place in expected.keys() | found.keys():
        table, key = place
        name = f"{table} {'/'.join(map(str, key))}"
        problem = None
        if place not in found:
            problem = f"{name} is missing from its table"
        elif place not in expected:
            problem = f"{name} is in its table and not in the log"
        elif expected[place] != found[place]:
            columns = [c for c, v in expected[place].items() if found[place].get(c) != v]
            problem = f"{name} was changed in its table: {', '.join(columns)}"
        looked.append(problem)
    return looked


def _rows_there(store: Store, stream: str) -> Iterator[TableRow]:
    for table in _tables_of(stream):
        for values in store.rows(Query(table, equals={stream_column(table): stream})):
            yield TableRow(table, values)


def _tables_of(stream: str) -> Sequence[str]:
    """The tables that can hold rows of a stream."""
    own = {PERSON: "person", LOG: "log"}.get(stream)
    if own is not None:
        return [table for table in KEYS if stream_column(table) == own]
    return [table for table in KEYS if stream_column(table) not in ("person", "log")]


def _look_ahead(store: Store, audit: Audit, stream: str, entries: Sequence[Entry]) -> None:
    """REC-9: a row that was made from events the log no longer has is the last trace of them."""
    for _ in range(_LOOKS):
        problem = _ahead(store, stream, entries)
        now = store.read(stream) if problem else entries
        if len(now) == len(entries):
            break
        entries = now
    audit.ahead.look(problem, stream, entries[-1].seq)


def _ahead(store: Store, stream: str, entries: Sequence[Entry]) -> str | None:
    last = entries[-1]
    if stream == PERSON:
        times = {entry.at for entry in entries}
        rows = [r for t in ("focus", "preferences") for r in store.rows(Query(t))]
        lost = next((row["at"] for row in rows if row["at"] not in times), None)
        return f"a table knows of an event at {lost} that the log does not have" if lost else None
    for table in ("plan_sessions", "scopes"):
        for row in store.rows(Query(table, equals={KEYS[table][0]: stream})):
            head = row["head_seq"]
            if head > last.seq:
                return f"{table} was made from {head} events, the log has {last.seq}"
            if entries[head - 1 : head] and entries[head - 1].digest != row["head_digest"]:
                return f"{table} was made from another event {head} than the log has"
    return None


def _orphans(store: Store, audit: Audit) -> None:
    """Sessions some table still names whose events are gone; the tables are read page by page."""
    lost: set[str] = set()
    for table in KEYS:
        column, last = stream_column(table), ""
        while rows := store.rows(
            Query(table, from_on=(column, last), order=(column,), limit=_PAGE)
        ):
            for name in dict.fromkeys(str(row[column]) for row in rows):
                if name not in lost and not store.has(name):
                    lost.add(name)
                    audit.ahead.look(f"{table} names it; its events are gone", name, 0)
            last = f"{rows[-1][column]}\x01"
