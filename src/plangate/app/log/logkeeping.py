"""What a person does to the log itself: erase, accept a restored copy, quarantine (REC-6, 9, 10).

Each is recorded in the stream `log` in the same transaction; nothing here adds or changes what
anybody decided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from plangate.app.naming.lookup import find_any
from plangate.app.ports import Clock, Store
from plangate.core.agents.agent_calls import AGENT_PREFIX
from plangate.core.audit.projection import log_rows, rows_of
from plangate.core.events import event as e
from plangate.core.log.anchors import Anchor, Total
from plangate.core.log.chain import (
    LOG,
    PERSON,
    TEAM,
    Entry,
    broken_links,
    erased,
    event_of,
    is_erased,
    seal_all,
)
from plangate.core.log.tables import Query, TableRow, stream_column
from plangate.core.model.errors import BadInput, Conflict, NotFound, StoreBusy, StoreDamaged
from plangate.core.model.places import Here

_TRIES = 100

#: What may go by itself: words nothing else rests on. Everything else goes with its session.
_ALONE = ("NoteAdded", "AnswerNotTaken", "LateAnswerKept", "LoopTurned")

#: The tables that say which workspace a stream is about, and by which column its path.
_PLACES = (
    ("plan_sessions", "workspace"),
    ("scopes", "workspace"),
    ("memories", "place"),
    ("agent_calls", "workspace"),
    ("workspaces", "path"),
)


class Gone(NamedTuple):
    """What was erased: the events, by their streams."""

    entries: tuple[Entry, ...]
    #: Other sessions that recalled something of it: their own words are theirs to be erased.
    quoted_in: tuple[str, ...] = ()

    @property
    def streams(self) -> list[str]:
        return list(dict.fromkeys(entry.stream for entry in self.entries))


def erase_named(store: Store, clock: Clock, name: str, *, by: str) -> Gone:
    """REC-10: erase what an id names: a whole session, scope or memory, or `SESSION/N` alone."""
    stream, slash, number = name.strip().partition("/")
    if slash:
        return _erase(store, clock, {stream: [_one(store, stream, number)]}, by)
    if not store.has(stream):
        table, row = find_any(store, name)
        if table not in ("plan_sessions", "scopes", "memories"):
            raise BadInput(
                "ID",
                f"{name!r} is part of session {row['session']}",
                f"the session as a whole, or `{row['session']}/N` for the words of event N",
            )
        stream = str(row.get("plan_session_id") or row["session"])
    if stream in (PERSON, LOG, TEAM):
        raise BadInput("ID", f"{stream!r} is not a session", "a session, a scope or a memory")
    return _erase(store, clock, {stream: store.read(stream)}, by)


def erase_workspace(store: Store, clock: Clock, here: Here, *, by: str) -> Gone:
    """REC-10: everything about one workspace, its clones included (REC-8), and the preferences set
    for it."""
    names: dict[str, None] = {}
    for table, path in _PLACES:
        rows = store.rows(Query(table, places=here.places))
        rows += store.rows(Query(table, equals={path: here.path}))
        names |= {str(row[stream_column(table)]): None for row in rows}
    wanted: dict[str, Sequence[Entry]] = {name: store.read(name) for name in names}
    if own := [entry for entry in store.read(PERSON) if _is_about(entry, here)]:
        wanted[PERSON] = own
    if not wanted:
        raise NotFound("--workspace", f"nothing is recorded about {here.path!r}")
    return _erase(store, clock, wanted, by)


def _is_about(entry: Entry, here: Here) -> bool:
    if is_erased(entry):
        return False
    event = event_of(entry)
    about = isinstance(event, e.PreferenceSet | e.PreferenceCleared)
    return about and getattr(event, "workspace", None) in (*here.places, here.path)


def _one(store: Store, stream: str, number: str) -> Entry:
    entries = store.read(stream)
    place = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    found = next((entry for entry in entries if entry.seq == place), None)
    if found is None:
        raise NotFound("ID", f"{stream}/{number} is not known", "`plangate show SESSION --log`")
    alone = found.type in _ALONE or stream.startswith(AGENT_PREFIX)
    if not alone:
        raise BadInput(
            "ID",
            f"event {place} is a {found.type}, and others rest on it",
            f"the whole session (`plangate forget {stream}`), or an event of the kinds "
            f"{', '.join(_ALONE)}",
        )
    return found


def _erase(store: Store, clock: Clock, wanted: Mapping[str, Sequence[Entry]], by: str) -> Gone:
    left = {name: [x for x in found if not is_erased(x)] for name, found in wanted.items()}
    left = {name: found for name, found in left.items() if found}
    gone = tuple(erased(entry) for found in left.values() for entry in found)
    if not gone:
        return Gone(())
    acts = [e.PayloadsErased(name, tuple(x.seq for x in found), by) for name, found in left.items()]
    rows = {name: _rows_without(store.read(name), left[name]) for name in left}
    _record(store, clock, acts, rows, gone)
    return Gone(gone, _quoting(store, left.keys() - {PERSON}))


def _quoting(store: Store, names: Collection[str]) -> tuple[str, ...]:
    """The streams whose payloads still name one that was erased."""
    found: dict[str, None] = {}
    for entry in store.entries():
        if entry.stream != LOG and any(name in entry.payload for name in names):
            found[entry.stream] = None
    return tuple(found)


def _rows_without(entries: Sequence[Entry], gone: Iterable[Entry]) -> list[TableRow]:
    """The rows a stream makes once these are erased."""
    numbers = {entry.seq for entry in gone}
    after = [erased(entry) if entry.seq in numbers else entry for entry in entries]
    return rows_of(after[0].stream, after)


def _record(
    store: Store,
    clock: Clock,
    acts: Sequence[e.Event],
    rows: Mapping[str, Sequence[TableRow]],
    gone: Sequence[Entry] = (),
) -> None:
    """Write what was done to the log with what it does; again when another writer was first."""
    for _ in range(_TRIES):
        before = store.read(LOG)
        added = seal_all(LOG, before[-1] if before else None, acts, clock.now())
        made = {**rows, LOG: log_rows([*before, *added])}
        try:
            store.replace(added, made, gone)
        except Conflict:
            continue
        return
    raise StoreBusy("the log keeps being changed by other processes; try again")


# --- a restored copy ------------------------------------------------------------------------------


def accept_restore(store: Store, clock: Clock, anchored: Anchor, *, by: str) -> Total:
    """REC-6: take the log as it is; what it amounts to with that recorded, for a new anchor."""
    total = Total().plus(store.links())
    act = e.RestoreAccepted(total.events, total.hex, anchored.events, anchored.sum, by)
    _record(store, clock, (act,), {})
    return store.count_again()


# --- quarantine -----------------------------------------------------------------------------------


def quarantine(store: Store, clock: Clock, session: str, *, by: str) -> str:
    """REC-9: take a session that cannot be read or believed out of every table; why not."""
    entries = store.read(session)
    if not entries or session in (PERSON, LOG, TEAM):
        raise NotFound("session id", f"{session!r} is not known", "an id that doctor names")
    why = _fault(session, entries)
    if why is None:
        raise BadInput("session id", f"{session} can be read", "a session that is damaged")
    _record(store, clock, (e.SessionQuarantined(session, why, by),), {session: ()})
    return why


def release(store: Store, clock: Clock, session: str, *, by: str) -> None:
    """A session back into the tables, once it can be read again."""
    held = store.rows(Query("quarantined", equals={"session": session, "released": 0}))
    if not held:
        raise NotFound("session id", f"{session!r} is not in quarantine")
    entries = store.read(session)
    if (why := _fault(session, entries)) is not None:
        raise BadInput("session id", f"{session} still cannot be read: {why}")
    released = (e.SessionReleased(session, by),)
    _record(store, clock, released, {session: rows_of(session, entries)})


def _fault(session: str, entries: Sequence[Entry]) -> str | None:
    """Why a session cannot be read, or its events cannot be believed."""
    try:
        rows_of(session, entries)
    except StoreDamaged as error:
        return str(error)
    return next((f"event {seq} {what}" for seq, what in broken_links(entries)), None)
