"""The inbox (WEB-1): every open question of every project, the most costly first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from plangate.app.naming.lookup import parked_questions
from plangate.app.planner import Planner
from plangate.core.log.tables import Query, documents_of, value_of
from plangate.core.log.team import Team
from plangate.core.model.nouns import Question
from plangate.core.model.records import Fields
from plangate.core.words.irreversible import is_one_way
from plangate.interfaces.text import in_quotes
from plangate.interfaces.web import words
from plangate.interfaces.web.visit import Page, Visit

PER_PAGE = 20


class Listed(NamedTuple):
    """A question in a list: whose goal it belongs to, and what silence would do."""

    question: Question
    goal: str
    workspace: str
    one_way: bool
    silence: str
    whose: str = ""
    """TEAM-3: whose it is to answer; nobody's in particular when it is empty."""


def inbox(visit: Visit) -> Page:
    """Every open question, what is most costly first; what can be undone is answered from here."""
    page = _page_number(visit)
    planner = visit.look()
    team = visit.desk.team()
    found = open_questions(planner, visit.now, page * PER_PAGE + 1)
    shown = found[(page - 1) * PER_PAGE : page * PER_PAGE]
    values = {
        "rows": with_owners(shown, team),
        "parked": with_owners(parked(visit), team) if page == 1 else [],
        "answerers": team.answerers,
        "page": page,
        "more": len(found) > page * PER_PAGE,
        "last_asked": _last_asked(planner) if not shown else None,
    }
    return Page("inbox.html", "Inbox", values, part="inbox")


def with_owners(rows: Sequence[Listed], team: Team) -> list[Listed]:
    return [row._replace(whose=team.assigned.get(str(row.question.id), "")) for row in rows]


def _page_number(visit: Visit) -> int:
    text = visit.query.get("page", "1")
    is_number = text.isascii() and text.isdigit() and len(text) < 6
    return max(1, int(text)) if is_number else 1


def open_questions(planner: Planner, now: datetime, most: int) -> list[Listed]:
    rows = planner.store.rows(
        Query(
            "questions",
            among=("status", ("pending", "held")),
            order=("expected_loss", "asked_at"),
            descending=True,
            limit=most,
        )
    )
    return listed(planner, rows, now)


def parked(visit: Visit) -> list[Listed]:
    """ASK-9: timed out, and nobody but a person may take what is left."""
    planner = visit.look()
    rows = visit.desk.while_unwritten("parked", lambda: parked_questions(planner.store))
    return listed(planner, rows[:PER_PAGE], visit.now)


def listed(planner: Planner, rows: Sequence[Fields], now: datetime) -> list[Listed]:
    """Rows as questions with their goals; a row that cannot be read is the doctor's (REC-9)."""
    names = tuple(dict.fromkeys(row["session"] for row in rows))
    sessions = (
        planner.store.rows(Query("plan_sessions", among=("plan_session_id", names)))
        if names
        else []
    )
    goals = {row["plan_session_id"]: row["goal"] for row in sessions}
    found = []
    for row in rows:
        for document in documents_of([row], Question)[0]:
            question: Question = value_of(Question, document)
            found.append(
                Listed(
                    question,
                    goals.get(row["session"], ""),
                    row["workspace"],
                    is_one_way(question),
                    silence(question, now),
                )
            )
    return found


def _last_asked(planner: Planner) -> Question | None:
    rows = planner.store.rows(
        Query(
            "questions",
            equals={"status": "answered"},
            order=("asked_at",),
            descending=True,
            limit=1,
        )
    )
    documents = documents_of(rows, Question)[0]
    return value_of(Question, documents[0]) if documents else None


def silence(question: Question, now: datetime) -> str:
    """WEB: doing nothing is an option that is spelled out."""
    due = words.when(question.deadline, now)
    label = next((o.label for o in question.options if o.key == question.default), "")
    if question.status == "held":
        return "on hold: nothing happens until you go on with it"
    if question.status == "timed_out":
        return "parked: nothing goes on until you answer"
    match question.on_timeout:
        case "wait":
            return "waits until you answer"
        case "abort":
            return f"the session stops {due}"
        case _ if question.parks:
            return f"nothing is assumed; it is parked {due}"
        case _ if not label:
            return f"it goes on without an answer {due}"
        case _:
            return f"{in_quotes(label)} is assumed {due} and can be changed later"
