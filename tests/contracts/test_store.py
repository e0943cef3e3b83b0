"""The Store port's contract: what the use cases may rely on, whatever keeps the record.

`STORES` is the one list of stores; a further one is one more row in it. Nothing here knows how a
store does it, only that a second look finds what the first one wrote.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.adapters.memory import MemoryStore
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.ports import Store
from plangate.core.audit.projection import log_rows
from plangate.core.events import event as e
from plangate.core.events.event import FocusSet, LoopTurned
from plangate.core.log.anchors import Total, link_of
from plangate.core.log.chain import (
    BEGINNING,
    Entry,
    broken_links,
    erased,
    moment,
    seal,
    seal_all,
)
from plangate.core.log.tables import KEYS, UNIQUE, Query, TableRow
from plangate.core.model.errors import BadInput, Conflict
from tests.team.databases import address_of, forget_pools, server_url

pytestmark = pytest.mark.rule("REC-1", "REC-5")

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Kept(NamedTuple):
    """A way to keep the record. `lasting`: what is written is found again by whoever opens it."""

    name: str
    open: Callable[[Path], AbstractContextManager[Store]]
    lasting: bool


@contextmanager
def _memory(_folder: Path) -> Iterator[Store]:
    yield MemoryStore()


@contextmanager
def _sqlite(folder: Path) -> Iterator[Store]:
    with SQLiteStore(folder / "record.db") as store:
        yield store


@contextmanager
def _postgres(folder: Path) -> Iterator[Store]:
    from plangate.adapters.sql.postgres import PostgresStore

    with PostgresStore(address_of(folder)) as store:
        yield store


STORES = (
    Kept("memory", _memory, lasting=False),
    Kept("sqlite", _sqlite, lasting=True),
    # TEAM-1: the same suite on a real server, when ./check team has started one.
    *((Kept("postgres", _postgres, lasting=True),) if server_url() else ()),
)


@pytest.fixture(params=STORES, ids=lambda kept: kept.name)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    kept: Kept = request.param
    with kept.open(tmp_path) as opened:
        yield opened


@pytest.fixture(params=[kept for kept in STORES if kept.lasting], ids=lambda kept: kept.name)
def lasting(request: pytest.FixtureRequest) -> Kept:
    kept: Kept = request.param
    return kept


# --- what is written ------------------------------------------------------------------------------


def entries_of(stream: str, *texts: str, after: Entry | None = None) -> tuple[Entry, ...]:
    events = [LoopTurned("observe", text, "ada") for text in texts]
    return seal_all(stream, after, events, NOON)


def placed(values: dict[str, Any]) -> dict[str, Any]:
    """A row as it is kept under its place: here the path."""
    return {"place": values["workspace"], **values}


def session_row(name: str, **changes: Any) -> TableRow:
    values = {
        "plan_session_id": name,
        "workspace": "/shop",
        "goal": "Add rate limiting",
        "state": "planning",
        "intake": None,
        "stop_reason": None,
        "ending": None,
        "plan_version": None,
        "iterative_loop_round": None,
        "iterative_stop_reason": None,
        "iterative_loop_metadata_json": None,
        "created_at": moment(NOON),
        "updated_at": moment(NOON),
        "head_seq": 1,
        "head_digest": BEGINNING,
        "goal_key": "",
    }
    return TableRow("plan_sessions", placed(values | changes))


def question_row(name: str, **changes: Any) -> TableRow:
    values = {
        "id": name,
        "session": name.partition("-")[0],
        "workspace": "/shop",
        "number": "D1",
        "question_id": "auth-method",
        "status": "pending",
        "deadline": moment(NOON + timedelta(minutes=5)),
        "asked_at": moment(NOON),
        "expected_loss": 0.25,
        "document": '{"prompt":"Which?"}',
        "matter": None,
    }
    return TableRow("questions", placed(values | changes))


def assumption_row(name: str, **changes: Any) -> TableRow:
    values = {
        "id": name,
        "session": name.partition("-")[0],
        "workspace": "/shop",
        "ambiguity": "auth-method",
        "status": "open",
        "confidence": "high",
        "user_response": "auto_expanded",
        "document": "{}",
    }
    return TableRow("assumptions", placed(values | changes))


def plan_row(session: str, version: int, **changes: Any) -> TableRow:
    values = {
        "session": session,
        "version": version,
        "parent": version - 1 or None,
        "cause": "drafted",
        "requires_approval": 0,
        "document": "{}",
    }
    return TableRow("plans", values | changes)


def deferral_row(name: str, **changes: Any) -> TableRow:
    values = {
        "id": name,
        "session": name.partition("-")[0],
        "workspace": "/shop",
        "status": "open",
        "expiry": None,
        "document": "{}",
    }
    return TableRow("deferrals", placed(values | changes))


def focus_row(**changes: Any) -> TableRow:
    values = {"person": "person", "focus": "deep", "until": None, "at": moment(NOON)}
    return TableRow("focus", values | changes)


def decision_row(name: str, number: int, **changes: Any) -> TableRow:
    values = {
        "id": name,
        "session": name.partition("-")[0],
        "workspace": "/shop",
        "number": number,
    }
    return TableRow("decisions", placed(values | changes))


def scope_row(name: str) -> TableRow:
    values = {
        "id": name,
        "session": name,
        "workspace": "/shop",
        "number": "D2",
        "status": "open",
        "created_at": moment(NOON),
        "updated_at": moment(NOON),
        "head_seq": 1,
        "head_digest": "d" * 64,
        "document": '{"parent":"D2"}',
    }
    return TableRow("scopes", placed(values))


def preference_row(question_id: str) -> TableRow:
    values = {
        "place": "*",
        "question_id": question_id,
        "value": "never-ask",
        "note": None,
        "at": moment(NOON),
        "person": "person",
        "seq": 1,
    }
    return TableRow("preferences", values)


def memory_row(name: str, **changes: Any) -> TableRow:
    values = {
        "id": name,
        "session": name,
        "place": "*",
        "kind": "memory",
        "status": "kept",
        "question_id": "auth-method",
        "reading": None,
        "text": "passwords only",
        "at": moment(NOON),
        "heard": "",
    }
    return TableRow("memories", values | changes)


def agent_call_row(name: str) -> TableRow:
    values = {
        "id": name,
        "session": name.rpartition("-")[0],
        "workspace": "/w",
        "goal": "",
        "call": "toolu_01",
        "kind": "answer",
        "key": "which store",
        "forgotten": 0,
        "at": "2026-01-01T00:00:00.000Z",
        "document": "{}",
    }
    return TableRow("agent_calls", placed(values))


def erasure_row() -> TableRow:
    values = {"stream": "s1", "seq": 3, "by_whom": "ada", "at": moment(NOON), "log": "log"}
    return TableRow("erasures", values)


def quarantined_row() -> TableRow:
    values = {
        "session": "s2",
        "why": "event 3 cannot be read",
        "by_whom": "ada",
        "at": moment(NOON),
        "released": 0,
        "log": "log",
    }
    return TableRow("quarantined", values)


def workspace_row() -> TableRow:
    values = {
        "path": "/shop",
        "identity": "git.example/shop",
        "session": "ws-1",
        "place": "git.example/shop",
        "roots": "",
        "adopts": 0,
        "at": moment(NOON),
    }
    return TableRow("workspaces", values)


def one_of_each() -> list[TableRow]:
    return [
        session_row("s1"),
        question_row("s1-q1"),
        assumption_row("s1-a1"),
        plan_row("s1", 1),
        deferral_row("s1-d1"),
        focus_row(),
        decision_row("s1-q1", 1),
        scope_row("sc-1"),
        preference_row("auth-method"),
        memory_row("mem-1"),
        agent_call_row("ag-1-1"),
        erasure_row(),
        quarantined_row(),
        workspace_row(),
    ]


def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, in the order of their keys."""
    return {table: store.rows(Query(table, order=keys)) for table, keys in KEYS.items()}


def names(rows: Sequence[dict[str, Any]], column: str = "id") -> list[Any]:
    return [row[column] for row in rows]


# --- the record -----------------------------------------------------------------------------------


def test_a_new_store_is_empty(store: Store) -> None:
    assert list(store.entries()) == []
    assert list(store.streams()) == []
    assert list(store.read("s1")) == []
    assert everything(store) == {table: [] for table in KEYS}


def test_a_stream_is_read_as_it_was_written(store: Store) -> None:
    first = entries_of("s1", "a", "b")
    second = entries_of("s1", "c", after=first[-1])

    store.append(first, [])
    store.append(second, [])

    assert list(store.read("s1")) == [*first, *second]
    assert broken_links(store.read("s1")) == []


def test_a_stream_is_read_from_a_number_on(store: Store) -> None:
    written = entries_of("s1", "a", "b", "c")
    store.append(written, [])
    store.append(entries_of("s2", "d", "e", "f"), [])

    assert list(store.read("s1", 2)) == list(written[1:])
    assert list(store.read("s1", 3)) == list(written[2:])
    assert list(store.read("s1", 4)) == []


def test_nothing_of_a_text_is_lost(store: Store) -> None:
    texts = [
        "🦊 שלום مرحبا",
        "\"quoted\" 'twice' \\ back",
        "one\ntwo\r\n\tthree",
        "a" * 100_000,
        "é",
    ]
    entries = entries_of("s1", *texts)

    store.append(entries, [session_row("s1", goal=texts[0]), assumption_row("s1-a1")])

    assert list(store.read("s1")) == list(entries)
    assert names(store.rows(Query("plan_sessions")), "goal") == [texts[0]]


def test_the_whole_record_comes_in_the_order_it_was_written(store: Store) -> None:
    a, b = entries_of("b-stream", "1", "2", "3"), entries_of("a-stream", "1", "2")

    for entry in (a[0], b[0], a[1], b[1], a[2]):
        store.append([entry], [])

    assert list(store.entries()) == [a[0], b[0], a[1], b[1], a[2]]


def test_streams_come_in_the_order_of_their_first_entry(store: Store) -> None:
    for name in ("zebra", "person", "ant"):
        store.append(entries_of(name, "1"), [])
    store.append(entries_of("zebra", "1", "2")[1:], [])

    assert list(store.streams()) == ["zebra", "person", "ant"]


def test_one_append_may_hold_several_streams(store: Store) -> None:
    a, b = entries_of("a", "1", "2"), entries_of("b", "1", "2")
    mixed = [a[0], b[0], b[1], a[1]]

    store.append(mixed, [])

    assert list(store.entries()) == mixed
    assert list(store.read("a")) == list(a)
    assert list(store.read("b")) == list(b)


def test_a_long_record_is_given_whole_and_in_order(store: Store) -> None:
    """Longer than any page a store reads at a time."""
    long = entries_of("long", *map(str, range(4_500)))
    many = [
        seal(f"s{number}", 1, FocusSet("deep", None, "ada"), NOON, BEGINNING)
        for number in range(4_500)
    ]

    store.append(long, [])
    store.append(many, [])

    assert list(store.entries()) == [*long, *many]
    assert list(store.streams()) == ["long", *(entry.stream for entry in many)]


def test_a_record_may_grow_while_it_is_read(store: Store) -> None:
    entries = entries_of("s1", "a", "b", "c")
    store.append(entries[:2], [])

    reading = store.entries()
    first = next(reading)
    store.append(entries[2:], [])

    assert first == entries[0]
    assert list(reading)[:1] == [entries[1]]
    assert list(store.entries()) == list(entries)


def test_what_was_read_does_not_change_under_the_reader(store: Store) -> None:
    entries = entries_of("s1", "a", "b")
    store.append(entries[:1], [session_row("s1")])
    read, rows = store.read("s1"), store.rows(Query("plan_sessions"))

    rows[0]["goal"] = "changed by the reader"
    store.append(entries[1:], [session_row("s1", state="stopped")])

    assert list(read) == [entries[0]]
    assert names(store.rows(Query("plan_sessions")), "goal") == ["Add rate limiting"]


def test_what_was_written_does_not_change_with_the_writers_own_value(store: Store) -> None:
    row = session_row("s1")
    store.append(entries_of("s1", "a"), [row])

    row.values["goal"] = "changed by the writer afterwards"

    assert names(store.rows(Query("plan_sessions")), "goal") == ["Add rate limiting"]


# --- places that are taken ------------------------------------------------------------------------


def test_two_writers_cannot_take_the_same_place(store: Store) -> None:
    mine, yours = entries_of("s1", "mine"), entries_of("s1", "yours")
    store.append(mine, [session_row("s1", state="mine")])

    with pytest.raises(Conflict):
        store.append(yours, [session_row("s1", state="yours")])

    assert list(store.read("s1")) == list(mine)
    assert names(store.rows(Query("plan_sessions")), "state") == ["mine"]


def test_one_append_cannot_take_a_place_twice(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append([*entries_of("s1", "once"), *entries_of("s1", "twice")], [])

    assert list(store.entries()) == []


def test_an_append_that_conflicts_half_way_leaves_nothing(store: Store) -> None:
    store.append(entries_of("taken", "1"), [])
    before = everything(store)

    with pytest.raises(Conflict):
        store.append([*entries_of("free", "1"), *entries_of("taken", "1")], one_of_each())

    assert list(store.streams()) == ["taken"]
    assert everything(store) == before


def test_a_refused_append_can_be_followed_by_a_good_one(store: Store) -> None:
    first = entries_of("s1", "first")
    store.append(first, [])
    with pytest.raises(Conflict):
        store.append(entries_of("s1", "again"), [])

    second = entries_of("s1", "second", after=first[-1])
    store.append(second, [])

    assert list(store.read("s1")) == [*first, *second]


@pytest.mark.rule("GATE-7", "ASK-7")
@pytest.mark.parametrize("there", ["pending", "held"])
@pytest.mark.parametrize("then", ["pending", "held"])
def test_a_workspace_has_room_for_several_open_questions(
    store: Store, there: str, then: str
) -> None:
    store.append(entries_of("s1", "1"), [question_row("s1-q1", status=there)])
    rows = [session_row("s2"), question_row("s2-q1", number="D2", status=then)]
    store.append(entries_of("s2", "1"), rows)

    assert len(store.rows(Query("questions"))) == 2


@pytest.mark.rule("GATE-7", "ASK-7")
def test_another_workspace_and_a_settled_question_leave_room_for_an_open_one(store: Store) -> None:
    for number, status in enumerate(("answered", "timed_out", "withdrawn", "pending"), start=1):
        row = question_row(f"s{number}-q1", number=f"D{number}", status=status)
        store.append(entries_of(f"s{number}", "1"), [row])

    store.append(entries_of("s9", "1"), [question_row("s9-q1", workspace="/other")])

    assert len(store.rows(Query("questions"))) == 5


@pytest.mark.rule("SPLIT-3")
def test_a_workspace_gives_a_number_once(store: Store) -> None:
    store.append(entries_of("s1", "1"), [decision_row("s1-q1", 1)])

    with pytest.raises(Conflict):
        store.append(entries_of("s2", "1"), [decision_row("s2-q1", 1)])
    store.append(entries_of("s3", "1"), [decision_row("s3-q1", 1, workspace="/other")])

    assert list(store.streams()) == ["s1", "s3"]


@pytest.mark.rule("GATE-7")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["settled first", "opened first"])
def test_rows_of_one_append_are_judged_together(store: Store, order: tuple[int, int]) -> None:
    """One question is settled and another opened: whichever row comes first, both fit."""
    store.append(entries_of("s1", "1"), [question_row("s1-q1")])
    rows = [question_row("s1-q1", status="answered"), question_row("s2-q1", number="D2")]

    store.append(entries_of("s2", "1"), [rows[place] for place in order])

    found = store.rows(Query("questions", order=("id",)))
    assert names(found, "status") == ["answered", "pending"]


def test_a_row_is_replaced_by_its_key(store: Store) -> None:
    a = entries_of("s1", "1", "2")
    store.append(a[:1], one_of_each())
    store.append(
        a[1:],
        [
            session_row("s1", state="stopped", plan_version=2),
            question_row("s1-q1", status="held", deadline=None),
            plan_row("s1", 2),
            focus_row(focus="ambient"),
        ],
    )

    found = everything(store)
    assert names(found["plan_sessions"], "state") == ["stopped"]
    assert names(found["questions"], "deadline") == [None]
    assert names(found["plans"], "version") == [1, 2]
    assert names(found["focus"], "focus") == ["ambient"]


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", one_of_each(), ids=lambda row: row.table)
def test_a_row_comes_back_as_it_was_given(store: Store, row: TableRow) -> None:
    store.append(entries_of("s1", "1"), [row])

    assert store.rows(Query(row.table)) == [row.values]


@pytest.fixture
def asked(store: Store) -> Store:
    """Five questions of two workspaces; two have no deadline."""
    minutes = (3, None, 1, None, 2)
    states = ("answered", "held", "timed_out", "pending", "withdrawn")
    losses = (0.5, 0.25, 0.5, 1.0, 0.0)
    rows = [
        question_row(
            f"s{place}-q1",
            workspace="/shop" if place != 3 else "/other",
            number=f"D{place}",
            status=status,
            deadline=None if after is None else moment(NOON + timedelta(minutes=after)),
            asked_at=moment(NOON + timedelta(hours=place)),
            expected_loss=loss,
        )
        for place, (after, status, loss) in enumerate(zip(minutes, states, losses, strict=True))
    ]
    store.append(entries_of("s0", "1"), rows)
    return store


def test_rows_may_be_chosen_by_what_they_equal(asked: Store) -> None:
    def chosen(**equals: Any) -> list[Any]:
        return names(asked.rows(Query("questions", equals=equals, order=("id",))))

    assert chosen(workspace="/other") == ["s3-q1"]
    assert chosen(workspace="/shop", expected_loss=0.5) == ["s0-q1", "s2-q1"]
    assert chosen(deadline=None) == ["s1-q1", "s3-q1"]
    assert chosen(workspace="/shop", status="pending") == []
    assert chosen() == [f"s{place}-q1" for place in range(5)]


def test_rows_may_be_chosen_among_values(asked: Store) -> None:
    def chosen(column: str, *values: Any) -> list[Any]:
        return names(asked.rows(Query("questions", among=(column, values), order=("id",))))

    assert chosen("status", "pending", "held") == ["s1-q1", "s3-q1"]
    assert chosen("status", "pending") == ["s3-q1"]
    assert chosen("status", "nothing of the kind") == []
    assert chosen("status") == []
    assert chosen("deadline", None, moment(NOON + timedelta(minutes=1))) == ["s2-q1"], (
        "what is not there is not among anything; `equals` finds it"
    )


def test_rows_may_be_chosen_by_how_they_begin(asked: Store) -> None:
    def chosen(column: str, prefix: str) -> list[Any]:
        return names(asked.rows(Query("questions", begins=(column, prefix), order=("id",))))

    assert chosen("id", "s2") == ["s2-q1"]
    assert chosen("id", "s2-q1") == ["s2-q1"]
    assert chosen("id", "s2-q11") == []
    assert chosen("workspace", "/o") == ["s3-q1"]
    assert chosen("id", "S2") == [], "letters count as they are written"
    assert chosen("id", "s_") == chosen("id", "%") == chosen("id", "*") == [], "no wildcards"
    assert chosen("deadline", "2026") == chosen("deadline", "") == ["s0-q1", "s2-q1", "s4-q1"]
    assert chosen("deadline", "N") == [], "what is not there begins with nothing"


def test_a_beginning_is_counted_in_characters(store: Store) -> None:
    rows = [assumption_row("🦊🦊-a1"), assumption_row("🦊é-a1"), assumption_row("e\u0301-a1")]
    store.append(entries_of("s1", "1"), rows)

    assert names(store.rows(Query("assumptions", begins=("id", "🦊é")))) == ["🦊é-a1"]
    assert len(store.rows(Query("assumptions", begins=("id", "🦊")))) == 2


def test_rows_may_be_chosen_from_a_moment_on(asked: Store) -> None:
    def chosen(column: str, least: datetime) -> list[Any]:
        query = Query("questions", from_on=(column, moment(least)), order=("id",))
        return names(asked.rows(query))

    assert chosen("asked_at", NOON + timedelta(hours=3)) == ["s3-q1", "s4-q1"]
    assert chosen("asked_at", NOON + timedelta(hours=3, milliseconds=1)) == ["s4-q1"]
    assert chosen("deadline", NOON) == ["s0-q1", "s2-q1", "s4-q1"], "no deadline is at no time"


def test_rows_may_be_chosen_before_a_moment(asked: Store) -> None:
    def chosen(column: str, most: datetime) -> list[Any]:
        query = Query("questions", before=(column, moment(most)), order=("id",))
        return names(asked.rows(query))

    assert chosen("asked_at", NOON + timedelta(hours=1)) == ["s0-q1"], "the moment itself is late"
    assert chosen("asked_at", NOON + timedelta(hours=1, milliseconds=1)) == ["s0-q1", "s1-q1"]
    assert chosen("deadline", NOON + timedelta(days=1)) == ["s0-q1", "s2-q1", "s4-q1"]


def test_choices_are_joined(asked: Store) -> None:
    query = Query(
        "questions",
        equals={"workspace": "/shop"},
        among=("status", ("answered", "held", "withdrawn")),
        begins=("id", "s"),
        from_on=("asked_at", moment(NOON + timedelta(hours=1))),
        order=("id",),
    )

    assert names(asked.rows(query)) == ["s1-q1", "s4-q1"]
    assert names(asked.rows(query._replace(limit=1))) == ["s1-q1"]
    until = moment(NOON + timedelta(hours=4))
    assert names(asked.rows(query._replace(before=("asked_at", until)))) == ["s1-q1"]


def test_rows_without_a_value_come_first_and_last_when_descending(asked: Store) -> None:
    rising = asked.rows(Query("questions", order=("deadline", "id")))
    falling = asked.rows(Query("questions", order=("deadline", "id"), descending=True))

    assert names(rising) == ["s1-q1", "s3-q1", "s2-q1", "s4-q1", "s0-q1"]
    assert names(falling) == list(reversed(names(rising)))


def test_rows_are_ordered_by_each_column_in_turn(asked: Store) -> None:
    rising = asked.rows(Query("questions", order=("expected_loss", "asked_at")))

    assert names(rising) == ["s4-q1", "s1-q1", "s0-q1", "s2-q1", "s3-q1"]


def test_text_is_ordered_by_code_point(store: Store) -> None:
    ids = ["z", "Z", "é", "a", "🦊", "\uffee", "10", "9"]
    store.append(entries_of("s1", "1"), [assumption_row(name) for name in ids])

    assert names(store.rows(Query("assumptions", order=("id",)))) == sorted(ids)


@pytest.mark.parametrize(("limit", "count"), [(0, 0), (1, 1), (4, 4), (5, 5), (99, 5), (None, 5)])
def test_a_limit_cuts_after_the_order(asked: Store, limit: int | None, count: int) -> None:
    found = asked.rows(Query("questions", order=("asked_at",), descending=True, limit=limit))

    assert names(found) == [f"s{place}-q1" for place in (4, 3, 2, 1, 0)][:count]


@pytest.mark.parametrize("table", KEYS)
def test_every_column_of_a_row_can_be_asked_for_and_ordered_by(store: Store, table: str) -> None:
    row = next(row for row in one_of_each() if row.table == table)
    store.append(entries_of("s1", "1"), [row])

    for column, value in row.values.items():
        assert store.rows(Query(table, equals={column: value}, order=(column,))) == [row.values]


# --- rebuild --------------------------------------------------------------------------------------


def test_a_rebuild_replaces_every_row_and_no_entry(store: Store) -> None:
    entries = entries_of("s1", "1", "2")
    store.append(entries, [*one_of_each(), session_row("gone"), plan_row("gone", 1)])

    store.rebuild([session_row("s1", state="stopped"), plan_row("s1", 2)])

    assert everything(store) == {
        **{table: [] for table in KEYS},
        "plan_sessions": [session_row("s1", state="stopped").values],
        "plans": [plan_row("s1", 2).values],
    }
    assert list(store.read("s1")) == list(entries)


def test_a_rebuild_that_fails_half_way_leaves_every_row_as_it_was(store: Store) -> None:
    class OutOfRows(Exception):
        pass

    def rows() -> Iterator[TableRow]:
        yield session_row("s2")
        raise OutOfRows

    store.append(entries_of("s1", "1"), one_of_each())
    before = everything(store)

    with pytest.raises(OutOfRows):
        store.rebuild(rows())

    assert everything(store) == before
    store.append(entries_of("s2", "1"), [session_row("s2")])


def test_rows_to_rebuild_may_be_made_from_the_store_itself(store: Store) -> None:
    store.append(entries_of("s1", "1"), [session_row("s1")])
    store.append(entries_of("s2", "1"), [])

    store.rebuild(session_row(name, head_seq=len(store.read(name))) for name in store.streams())

    assert names(store.rows(Query("plan_sessions", order=("plan_session_id",))), "head_seq") == [
        1,
        1,
    ]


def test_a_store_can_be_emptied_of_rows_and_filled_again(store: Store) -> None:
    store.append(entries_of("s1", "1"), one_of_each())
    before = everything(store)

    store.rebuild([])
    assert everything(store) == {table: [] for table in KEYS}
    store.rebuild(one_of_each())

    assert everything(store) == before


# --- stores that last -----------------------------------------------------------------------------


# --- the total, erasing, long imports -------------------------------------------------------------


@pytest.mark.rule("REC-6")
def test_the_total_is_kept_up_with_every_append(store: Store) -> None:
    assert store.total() == Total()
    first, second = entries_of("s1", "one", "two"), entries_of("s2", "three")
    store.append(first, ())
    store.append(second, ())
    wanted = Total().plus(link_of(entry) for entry in (*first, *second))
    assert store.total() == wanted
    assert list(store.links()) == [link_of(entry) for entry in (*first, *second)]
    with pytest.raises(Conflict):
        store.append(second, ())
    assert store.total() == wanted, "what is refused does not count"


@pytest.mark.rule("REC-10")
def test_erasing_keeps_places_and_digests_and_replaces_the_rows_of_its_streams(
    store: Store,
) -> None:
    before, other = entries_of("s1", "one", "two"), entries_of("s2", "three")
    store.append(before, [session_row("s1"), plan_row("s1", 1)])
    store.append(other, [session_row("s2")])
    total = store.total()
    gone = [erased(entry) for entry in before]
    act = seal_all("log", None, (e.PayloadsErased("s1", (1, 2), "ada"),), NOON)
    rows = {"s1": [session_row("s1", goal="(erased)")], "log": log_rows(act)}
    store.replace(act, rows, gone)
    assert list(store.read("s1")) == gone
    assert list(store.read("s2")) == list(other)
    goals = names(store.rows(Query("plan_sessions", order=("plan_session_id",))), "goal")
    assert goals == ["(erased)", "Add rate limiting"]
    assert store.rows(Query("plans")) == []
    assert names(store.rows(Query("erasures")), "seq") == [1, 2]
    assert store.total() == total.plus(map(link_of, act))


@pytest.mark.rule("REC-10")
def test_an_erasing_that_conflicts_leaves_everything_as_it_was(store: Store) -> None:
    act = seal_all("log", None, (e.PayloadsErased("s1", (1,), "ada"),), NOON)
    (entry,) = entries_of("s1", "one")
    store.append([entry, *act], [session_row("s1")])
    with pytest.raises(Conflict):
        store.replace(act, {"s1": ()}, [erased(entry)])
    assert list(store.read("s1")) == [entry]
    assert names(store.rows(Query("plan_sessions")), "plan_session_id") == ["s1"]


@pytest.mark.rule("REC-4")
def test_many_entries_come_in_with_the_rows_of_every_stream_they_touch(store: Store) -> None:
    (first,) = entries_of("s1", "one")
    store.append([first], [session_row("s1"), plan_row("s1", 1)])
    coming = [*entries_of("s1", "two", after=first), *entries_of("s2", "three")]
    seen: list[tuple[str, int]] = []

    def rows_of(stream: str) -> list[TableRow]:
        seen.append((stream, len(store.read(stream))))
        return [session_row(stream)]

    store.extend(iter(coming), rows_of)
    assert sorted(seen) == [("s1", 2), ("s2", 1)]
    assert store.rows(Query("plans")) == [], "rows a stream no longer makes are gone"
    assert store.total() == Total().plus(map(link_of, [first, *coming]))


@pytest.mark.rule("REC-4")
def test_entries_that_cannot_all_come_in_leave_nothing(store: Store) -> None:
    (first,) = entries_of("s1", "one")

    def coming() -> Iterator[Entry]:
        yield first
        raise BadInput("line 2", "is none")

    with pytest.raises(BadInput):
        store.extend(coming(), lambda _stream: [])
    assert (store.total(), list(store.entries()), store.has("s1")) == (Total(), [], False)


@pytest.mark.rule("HOUSE-3")
def test_what_one_opening_wrote_the_next_one_finds(lasting: Kept, tmp_path: Path) -> None:
    entries = entries_of("s1", "1", "2")
    with lasting.open(tmp_path) as store:
        store.append(entries, one_of_each())
        written = everything(store)

    with lasting.open(tmp_path) as store:
        assert list(store.entries()) == list(entries)
        assert everything(store) == written


def test_two_openings_see_each_others_writing_at_once(lasting: Kept, tmp_path: Path) -> None:
    a, b = entries_of("s1", "1", "2")
    with lasting.open(tmp_path) as one, lasting.open(tmp_path) as other:
        one.append([a], [session_row("s1")])
        assert list(other.read("s1")) == [a]
        other.append([b], [session_row("s1", head_seq=2)])

        assert list(one.read("s1")) == [a, b]
        assert names(one.rows(Query("plan_sessions")), "head_seq") == [2]
        with pytest.raises(Conflict):
            one.append([b], [])


def test_no_number_of_openings_takes_a_place_twice(lasting: Kept, tmp_path: Path) -> None:
    with ExitStack() as stack:
        opened = [stack.enter_context(lasting.open(tmp_path)) for _ in range(8)]
        written = []
        for place, store in enumerate(opened):
            entry = entries_of("s1", f"from {place}")[0]
            try:
                store.append([entry], [])
            except Conflict:
                continue
            written.append(entry)

        assert len(written) == 1
        assert all(list(store.entries()) == written for store in opened)


# --- all stores are the same store ----------------------------------------------------------------

STREAMS = ("s1", "s2", "person")
STATES = ("pending", "held", "answered", "timed_out", "withdrawn")


class Writing(NamedTuple):
    """One append: per stream how many entries, one place too early or not, and rows."""

    lengths: tuple[tuple[str, int], ...]
    late: bool
    rows: tuple[TableRow, ...]


def _texts() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5)


def _rows() -> st.SearchStrategy[TableRow]:
    deadlines = st.none() | st.sampled_from([moment(NOON + timedelta(hours=h)) for h in range(3)])
    questions = st.builds(
        question_row,
        st.sampled_from(["s1-q1", "s1-q2", "s2-q1"]),
        workspace=st.sampled_from(["/shop", "/other"]),
        number=st.sampled_from(["D1", "D2", "D3"]),
        status=st.sampled_from(STATES),
        deadline=deadlines,
        expected_loss=st.sampled_from([0.0, 0.5, 1.0]),
        matter=st.none() | st.just("account\ndelete-semantics"),
    )
    sessions = st.builds(
        session_row,
        st.sampled_from(STREAMS),
        goal=_texts(),
        plan_version=st.none() | st.integers(1, 3),
    )
    plans = st.builds(plan_row, st.sampled_from(STREAMS), st.integers(1, 3), cause=_texts())
    return st.one_of(questions, sessions, plans)


def _distinct(rows: list[TableRow]) -> tuple[TableRow, ...]:
    return tuple({(row.table, row.key): row for row in rows}.values())


WRITINGS = st.lists(
    st.builds(
        Writing,
        st.lists(
            st.tuples(st.sampled_from(STREAMS), st.integers(1, 3)),
            max_size=3,
            unique_by=lambda pair: pair[0],
        ).map(tuple),
        st.sampled_from([False, False, False, True]),
        st.lists(_rows(), max_size=4).map(_distinct),
    ),
    max_size=8,
)
COLUMNS = ("id", "workspace", "number", "status", "deadline", "asked_at", "expected_loss")
QUERIES = st.builds(
    Query,
    st.just("questions"),
    equals=st.dictionaries(
        st.sampled_from(["workspace", "deadline", "number"]),
        st.sampled_from(["/shop", "D1", None, moment(NOON)]),
        max_size=2,
    ),
    among=st.none() | st.just(("status", ("pending", "held", "answered"))),
    begins=st.none() | st.tuples(st.sampled_from(["id", "deadline"]), st.sampled_from(["s1", "2"])),
    from_on=st.none() | st.just(("deadline", moment(NOON + timedelta(hours=1)))),
    before=st.none() | st.just(("deadline", moment(NOON + timedelta(hours=2)))),
    order=st.lists(st.sampled_from(COLUMNS), max_size=2).map(lambda some: (*some, "id")),
    descending=st.booleans(),
    limit=st.none() | st.integers(0, 3),
    # No place holds a NUL: a server refuses such a text by name, a file finds nothing under it.
    places=st.sampled_from([(), ("/shop",), ("/shop", "/other"), ("/nowhere",)]),
)


def _write(store: Store, writing: Writing) -> str:
    entries: list[Entry] = []
    for stream, length in writing.lengths:
        there = store.read(stream)
        after = there[-1] if there else None
        if writing.late:
            after = there[-2] if len(there) > 1 else None
        entries += entries_of(stream, *map(str, range(length)), after=after)
    try:
        store.append(entries, writing.rows)
    except Conflict:
        return "conflict"
    return "written"


@given(WRITINGS, st.lists(QUERIES, max_size=4))
def test_the_same_writing_gives_the_same_rows_in_every_store(
    writings: list[Writing], queries: list[Query]
) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if server_url():
            stack.callback(forget_pools)  # each example has a database, and so a pool, of its own
        stores = [stack.enter_context(kept.open(Path(folder))) for kept in STORES]
        for writing in writings:
            outcomes = {_write(store, writing) for store in stores}
            assert len(outcomes) == 1, f"the stores disagree about {writing}"

        model, *others = stores
        for other in others:
            assert list(other.entries()) == list(model.entries()), "with their digests"
            assert other.total() == model.total()
            assert list(other.streams()) == list(model.streams())
            assert everything(other) == everything(model)
            for query in queries:
                assert other.rows(query) == model.rows(query), query
        for table, columns, statuses in UNIQUE:
            rows = model.rows(Query(table))
            places = [
                tuple(row[column] for column in columns)
                for row in rows
                if not statuses or row["status"] in statuses
            ]
            counted = [place for place in places if None not in place]
            assert len(counted) == len(set(counted))
