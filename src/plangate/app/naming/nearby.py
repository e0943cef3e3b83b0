"""What short names mean in one workspace (CLI-6): D2, t3, a1, or nothing at all.

Without an id a command means the session that something happened in last. A number of a question,
an entry or a deferral is looked for there first, then in the other sessions of the workspace; what
fits several is listed, never guessed. Everything else is an id, or the beginning of one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from plangate.core.log.tables import Query, documents_of
from plangate.core.model.errors import NotFound
from plangate.core.model.records import Document

if TYPE_CHECKING:
    from plangate.app.ports import Store

#: How the tasks of a draft are called; no session is.
TASK = re.compile(r"t\d{1,3}")
_QUESTION = re.compile(r"[dD][1-9]\d{0,3}")
_ANY_QUESTION = re.compile(r"[dD][1-9]\d{0,3}|(?:[a-z0-9]{8}-)?q[1-9]\d{0,3}")

_PART = re.compile(r"([qad])([1-9]\d{0,3})")
_TABLES = {"q": "questions", "a": "assumptions", "d": "deferrals"}
_WORDS = {"questions": "question", "assumptions": "assumption", "deferrals": "deferral"}
_LISTS = {"questions": "inbox", "assumptions": "assumptions", "deferrals": "deferrals"}
_LISTED = 6
_LISTED_TASKS = 12
#: Endings whose plan nobody should start from while there is another.
_NOT_TO_WORK_FROM = ("not_understood", "thin", "quality", "aborted", "closed")


def names_a_question(text: str) -> bool:
    """Whether a word has the shape of a question's name, here or anywhere."""
    return _ANY_QUESTION.fullmatch(text) is not None


class Nearby:
    """The sessions of one workspace, by the names a person would use there."""

    def __init__(self, store: Store, places: tuple[str, ...]) -> None:
        self._store = store
        self.places = places

    @cached_property
    def sessions(self) -> list[Document]:
        """The sessions here, the one that something happened in last first."""
        query = Query(
            "plan_sessions", places=self.places, order=("updated_at",), descending=True, limit=50
        )
        return self._store.rows(query)

    @property
    def latest(self) -> str | None:
        return str(self.sessions[0]["plan_session_id"]) if self.sessions else None

    @cached_property
    def plans(self) -> list[Document]:
        """The sessions with a plan to work from, the latest first."""
        rows = [row for row in self.sessions if row["plan_version"] is not None]
        return [row for row in rows if row["ending"] not in _NOT_TO_WORK_FROM]

    @property
    def planned_here(self) -> list[str]:
        return [str(row["plan_session_id"]) for row in self.plans]

    @property
    def loops(self) -> list[str]:
        """The sessions that find something out (INT-3), the latest first."""
        return [str(row["plan_session_id"]) for row in self.sessions if row["ending"] == "loop"]

    @cached_property
    def plan(self) -> Document | None:
        """The latest session with a plan; one to work from before one that is none."""
        rows = self.plans or [row for row in self.sessions if row["plan_version"] is not None]
        return rows[0] if rows else None

    @property
    def at_work(self) -> str | None:
        return str(self.plan["plan_session_id"]) if self.plan else None

    @cached_property
    def asked(self) -> frozenset[str]:
        """The open questions whose number alone means them here."""
        found = self._questions({})
        numbers = [row["number"] for row in found]
        return frozenset(str(row["id"]) for row in found if numbers.count(row["number"]) == 1)

    def session(self, name: str | None = None) -> str:
        """The session of this name; without one the latest here."""
        if name is not None:
            return name
        if self.latest is None:
            raise NotFound("ID", "is missing, and nothing was planned here", _BEGIN)
        return self.latest

    def planned(self, name: str | None = None) -> str:
        """The same, of those that have a plan."""
        if name is not None:
            return name
        return self.at_work or self.session()

    def means_task(self, name: str) -> bool:
        """Whether the latest plan here has a task of this name; what can only be meant as a task
        and is none is refused with the names of those there are."""
        if self.plan is None:
            if TASK.fullmatch(name) and not self._begins_a_session(name):
                raise NotFound("ID", f"is missing, and no plan here has a task {name}", _BEGIN)
            return False
        where = {"session": self.at_work, "version": self.plan["plan_version"]}
        plans = documents_of(self._store.rows(Query("plans", equals=where)))[0]
        known = [str(task["id"]) for plan in plans for task in plan["tasks"]]
        if TASK.fullmatch(name) and name[1:] in known:  # a plan from elsewhere calls it 1
            return True
        if name in known or not TASK.fullmatch(name) or self._begins_a_session(name):
            return name in known
        problem = f"{name!r} is not a task of {self.at_work}-v{self.plan['plan_version']}"
        raise NotFound("task id", problem, ", ".join(known[:_LISTED_TASKS]))

    def _begins_a_session(self, name: str) -> bool:
        begins = ("plan_session_id", name)
        return bool(self._store.rows(Query("plan_sessions", begins=begins, limit=1)))

    def question(self, name: str | None = None) -> str:
        """A question by its number; without one the only one that is open here."""
        if name is not None and not _QUESTION.fullmatch(name):
            return self.thing(name)
        if name is None:
            if not (found := self._questions({})):
                raise NotFound("ID", "is missing, and no question is open here", _ANY_LISTED)
            return self._only(found, "question", "is missing")
        number = {"number": name.upper()}
        found = self._questions(number) or self._questions(number, ("timed_out",))
        return self._only(
            found or self._questions(number, None), "question", f"{name!r} is not known here"
        )

    def thing(self, name: str | None = None) -> str:
        """Whatever a short name means: a question, an entry, a deferral, or the latest session."""
        if name is None:
            return self.session()
        if _QUESTION.fullmatch(name) and name[0] == "D":
            return self.question(name)
        if (part := _PART.fullmatch(name)) is None:
            return name
        table = _TABLES[part[1]]
        names = [self.at_work, *(row["plan_session_id"] for row in self.sessions)]
        for session in names:
            whole = f"{session}-{name}"
            if self._store.rows(Query(table, equals={"id": whole}, limit=1)):
                return whole
        if part[1] == "d":
            return self.question(name)
        listed = f"an id that `plangate {_LISTS[table]}` lists"
        raise NotFound(f"{_WORDS[table]} id", f"{name!r} is not known here", listed)

    def _questions(
        self, where: Document, status: tuple[str, ...] | None = ("pending", "held")
    ) -> list[Document]:
        among = ("status", status) if status else None
        query = Query("questions", equals=where, places=self.places, among=among)
        return self._store.rows(query)

    def _only(self, found: Sequence[Document], word: str, problem: str) -> str:
        """The one that fits; several are listed."""
        if len(found) == 1:
            return str(found[0]["id"])
        if not found:
            raise NotFound(f"{word} id", problem, "a question that `plangate inbox` lists")
        names = ", ".join(f"{row['id']} (“{self._goal(row)}”)" for row in found[:_LISTED])
        raise NotFound(f"{word} id", "several could be meant", names)

    def _goal(self, row: Document) -> str:
        """What the session of a question is for, in a few words."""
        goals = {one["plan_session_id"]: one["goal"] for one in self.sessions}
        goal = " ".join(str(goals.get(row["session"], row["number"])).split())
        return goal if len(goal) <= 60 else f"{goal[:59].rstrip()}…"


_ANY_LISTED = "a question that `plangate inbox` lists, open or answered"
_BEGIN = "a session, or begin one: plangate plan 'what you want done'"
