"""Finding things by id, or by the beginning of one when that is unmistakable."""

from __future__ import annotations

from typing import Any

from plangate.app.ports import Query, Store
from plangate.core.errors import NotFound
from plangate.core.shapes import Text

_ID_COLUMN = {"plan_sessions": "plan_session_id"}
_WORDS = {
    "plan_sessions": ("session", "plangate sessions"),
    "questions": ("question", "plangate inbox"),
    "assumptions": ("assumption", "plangate assumptions"),
    "deferrals": ("deferral", "plangate deferrals"),
}


def find_row(store: Store, table: str, name: str) -> dict[str, Any]:
    """The one row of a table whose id is this, or begins with it."""
    word, command = _WORDS[table]
    column = _ID_COLUMN.get(table, "id")
    Text(200).read(name, f"{word} id")
    name = name.strip().lower()
    found = store.rows(Query(table, equals={column: name}))
    if not found:
        found = store.rows(Query(table, begins=(column, name), order=(column,), limit=9))
    if not found:
        raise NotFound(f"{word} id", f"{name!r} is not known", f"an id that `{command}` lists")
    if len(found) > 1:
        names = ", ".join(str(row[column]) for row in found[:8])
        raise NotFound(f"{word} id", f"{name!r} fits several", names)
    return found[0]


def find_question(store: Store, name: str) -> dict[str, Any]:
    """A question by its id, or by its session's when that has one open question."""
    Text(200).read(name, "question id")  # an empty name would begin every id
    open_now = store.rows(
        Query(
            "questions",
            begins=("session", name.strip().lower()),
            among=("status", ("pending", "held")),
            limit=2,
        )
    )
    exact = "-q" in name
    if not exact and len(open_now) == 1:
        return open_now[0]
    return find_row(store, "questions", name)


def find_session(store: Store, name: str) -> str:
    """A session's id by its own, or by that of anything in it."""
    return str(find_row(store, "plan_sessions", name.partition("-")[0])["plan_session_id"])


def find_any(store: Store, name: str) -> tuple[str, dict[str, Any]]:
    """Whatever an id names: a question, an assumption, a deferral or a session."""
    for mark, table in (("-q", "questions"), ("-a", "assumptions"), ("-d", "deferrals")):
        if mark in name:
            return table, find_row(store, table, name)
    return "plan_sessions", find_row(store, "plan_sessions", name)
