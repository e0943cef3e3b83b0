"""Finding things by id, or by the beginning of one when that is unmistakable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plangate.app.team.roster import team_in
from plangate.core.log.chain import MEMORY_PREFIX, SCOPE_PREFIX, moment
from plangate.core.log.tables import Query, documents_of, value_of
from plangate.core.log.team import NO_TEAM, Team
from plangate.core.model.errors import NotFound, StoreDamaged
from plangate.core.model.nouns import Question
from plangate.core.model.records import Document
from plangate.core.model.shapes import Text

if TYPE_CHECKING:
    from plangate.app.ports import Clock, Store

_ID_COLUMN = {"plan_sessions": "plan_session_id"}
_WORDS = {
    "plan_sessions": ("session", "plangate sessions"),
    "questions": ("question", "plangate inbox"),
    "assumptions": ("assumption", "plangate assumptions"),
    "deferrals": ("deferral", "plangate deferrals"),
    "scopes": ("scope", "plangate scope list"),
    "memories": ("memory", "plangate memories"),
}


def find_row(store: Store, table: str, name: str) -> Document:
    """The one row of a table whose id is this, or begins with it."""
    word, command = _WORDS[table]
    column = _ID_COLUMN.get(table, "id")
    Text(200).read(name, f"{word} id")
    typed, name = name.strip(), name.strip().lower()
    found = store.rows(Query(table, equals={column: name}))
    if not found:
        found = store.rows(Query(table, begins=(column, name), order=(column,), limit=9))
    if not found:
        raise NotFound(f"{word} id", f"{typed!r} is not known", f"an id that `{command}` lists")
    if len(found) > 1:
        names = ", ".join(str(row[column]) for row in found[:8])
        raise NotFound(f"{word} id", f"{typed!r} fits several", names)
    return found[0]


def find_question(store: Store, name: str) -> Document:
    """A question by its id, or by its session's when that has one open question."""
    Text(200).read(name, "question id")  # an empty name would begin every id
    if "-q" not in name:
        # A question's id begins with its session's.
        open_now = store.rows(
            Query(
                "questions",
                begins=("id", name.strip().lower()),
                among=("status", ("pending", "held")),
                limit=2,
            )
        )
        if len(open_now) == 1:
            return open_now[0]
        joined = _joined_by(store, name.strip().lower()) if not open_now else []
        if len(joined) == 1:
            return joined[0]
    return find_row(store, "questions", name)


def _joined_by(store: Store, session: str) -> list[Document]:
    """GATE-19: the open questions of others that a session waits for."""
    open_now = store.rows(Query("questions", among=("status", ("pending", "held"))))
    return [
        row
        for row in open_now
        for document in documents_of([row])[0]
        for other in document.get("joined", ())
        if other["session"].startswith(session)
    ]


def overdue_sessions(store: Store, clock: Clock) -> list[str]:
    """Sessions whose question nobody answered in time and nobody has settled since (ASK-8)."""
    now = moment(clock.now())
    overdue = Query("questions", equals={"status": "pending"}, before=("deadline", now))
    return [str(row["session"]) for row in store.rows(overdue) if not _waits(row)]


def _waits(row: Document) -> bool:
    """Whether a question waits whatever its deadline; a row that cannot be read is looked into."""
    found, _ = documents_of([row])
    return any(document["on_timeout"] == "wait" for document in found)


def parked_questions(store: Store, places: tuple[str, ...] = ()) -> list[Document]:
    """ASK-9, GATE-20: questions that timed out and whose default nobody but a person may take, with
    a plan beside them or without; the latest first."""
    timed_out = Query("questions", equals={"status": "timed_out"}, places=places)
    found = [row for row in store.rows(timed_out) if _is_parked(store, row)]
    return sorted(found, key=lambda row: str(row["asked_at"]), reverse=True)


def _is_parked(store: Store, row: Document) -> bool:
    questions = [value_of(Question, document) for document in documents_of([row], Question)[0]]
    if not any(question.parks for question in questions):
        return False
    about = {"session": row["session"], "ambiguity": row["question_id"]}
    closed = {"plan_session_id": row["session"], "ending": "closed"}  # PLAN-13
    if store.rows(Query("plan_sessions", equals=closed)):
        return False
    entries = store.rows(Query("assumptions", equals=about))
    return all(entry["status"] == "wrong" for entry in entries)


def open_scopes(store: Store, places: tuple[str, ...] = ()) -> list[tuple[Document, Document]]:
    """SPLIT-1: the decisions with many options that wait for a person, each row with its document,
    the latest first."""
    open_now = Query(
        "scopes",
        places=places,
        among=("status", ("open", "held")),
        order=("updated_at",),
        descending=True,
    )
    rows = store.rows(open_now)
    return [(row, found[0]) for row in rows if (found := documents_of([row])[0])]


def unfinished_sessions(store: Store, places: tuple[str, ...] = ()) -> list[str]:
    """REC-9: sessions that neither ended nor wait: a process was stopped, or is at it."""
    planning = Query(
        "plan_sessions",
        equals={"state": "planning"},
        places=places,
        order=("updated_at",),
        descending=True,
    )
    rows = store.rows(planning)
    return [str(row["plan_session_id"]) for row in rows]


def _find_plan(store: Store, session: str, version: int) -> Document:
    found = store.rows(Query("plans", equals={"session": session}, order=("version",)))
    for row in found:
        if row["version"] == version:
            return row
    known = ", ".join(f"{session}-v{row['version']}" for row in found) or "none: no plan yet"
    raise NotFound("plan id", f"{session}-v{version} is not known", known)


def find_session(store: Store, name: str) -> str:
    """A session's id by its own, or by that of anything in it."""
    table, row = find_any(store, name)
    if table in ("scopes", "memories"):
        word, command = _WORDS["plan_sessions"]
        problem = f"{name.strip()[:60]!r} is a {_WORDS[table][0]}"
        raise NotFound(f"{word} id", problem, f"an id that `{command}` lists")
    return str(row.get("session") or row["plan_session_id"])


def find_any(store: Store, name: str) -> tuple[str, Document]:
    """Whatever an id names, from a question to a session."""
    if name.startswith(SCOPE_PREFIX):
        return "scopes", find_row(store, "scopes", name)
    if name.startswith(MEMORY_PREFIX):
        return "memories", find_row(store, "memories", name)
    if (version := re.fullmatch(r"([a-z0-9]+)-v(\d{1,9})", name.strip().lower())) is not None:
        session = find_row(store, "plan_sessions", version[1])["plan_session_id"]
        return "plans", _find_plan(store, str(session), int(version[2]))
    for mark, table in (("-q", "questions"), ("-a", "assumptions"), ("-d", "deferrals")):
        if mark in name:
            return table, find_row(store, table, name)
    return "plan_sessions", find_row(store, "plan_sessions", name)


def team_seen(store: Store) -> Team:
    """The team for those who list questions; one that cannot be read is the doctor's (REC-9)."""
    try:
        return team_in(store)
    except StoreDamaged:
        return NO_TEAM
