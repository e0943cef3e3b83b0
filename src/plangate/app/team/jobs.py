"""What there is to do in a team's record without anybody looking: found in the tables, done once.

The tables say which sessions wait for no person and which deadlines pass next, the log what nobody
was told of. Whoever does it moves the session on as every other caller does; of two who do it at
once the key of the log lets one through (TEAM-2, REC-1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from plangate.app.acts.plans.publishing import is_kept
from plangate.app.planner import Planner
from plangate.app.ports import Clock, Store
from plangate.core.log.chain import moment
from plangate.core.log.tables import Query
from plangate.core.model.errors import NotFound, PlangateError, StoreBusy, StoreGone

#: A session that was written to just now is at work somewhere: it is left alone for so long.
AT_WORK = timedelta(seconds=3)
#: Deadlines are put down for the engine so long before they pass.
AHEAD = timedelta(seconds=60)
#: Plans that moved on within so long are held against their files.
LATELY = timedelta(days=1)
_MOST = 500


class Work(NamedTuple):
    """One piece of it: what, about which session, as far as it was written, where, not before."""

    kind: str
    session: str
    about: str
    place: str
    at: datetime | None = None

    @property
    def once(self) -> str:
        """The same piece has the same name, whoever finds it."""
        return f"{self.kind} {self.session} {self.about}"


class Untold(NamedTuple):
    """Something that happened to a question, and nobody was told."""

    session: str
    question: str
    happened: str


def to_advance(store: Store, clock: Clock, places: Collection[str]) -> Iterator[Work]:
    """The sessions of these workspaces that wait for nobody and that nobody moves on."""
    waiting = Query(
        "plan_sessions",
        equals={"state": "planning"},
        before=("updated_at", moment(clock.now() - AT_WORK)),
        order=("updated_at",),
        places=tuple(places),
        limit=_MOST,
    )
    if places:
        for row in store.rows(waiting):
            name, head = str(row["plan_session_id"]), str(row["head_seq"])
            yield Work("advance", name, head, str(row["place"]))


def to_publish(store: Store, clock: Clock, places: Collection[str]) -> Iterator[Work]:
    """PUB-1: the plans of these workspaces that moved on of late and are kept in the repository.

    Publishing what is published already writes nothing, so a worker that begins looks back a day.
    """
    moved = Query(
        "plan_sessions",
        from_on=("updated_at", moment(clock.now() - LATELY)),
        before=("updated_at", moment(clock.now() - AT_WORK)),
        order=("updated_at",),
        descending=True,
        places=tuple(places),
        limit=_MOST,
    )
    if places:
        for row in store.rows(moved):
            if is_kept(row):
                name, head = str(row["plan_session_id"]), str(row["head_seq"])
                yield Work("publish", name, head, str(row["place"]))


def to_expire(store: Store, clock: Clock) -> Iterator[Work]:
    """ASK-8: the deadlines that pass next, or have passed, in whatever workspace."""
    soon = Query(
        "questions",
        equals={"status": "pending"},
        before=("deadline", moment(clock.now() + AHEAD)),
        order=("deadline",),
        limit=_MOST,
    )
    for row in store.rows(soon):
        at = datetime.fromisoformat(row["deadline"])
        about = f"{row['id']} {row['deadline']}"
        yield Work("expire", str(row["session"]), about, str(row["place"]), at)


def to_tell(untold: Iterable[Untold]) -> Iterator[Work]:
    """NOTE-1: what whoever wrote it did not come to tell, in whatever workspace."""
    for session, question, happened in untold:
        yield Work("tell", session, f"{happened} {question}", "")


def unserved(store: Store, served: Collection[str]) -> dict[str, int]:
    """The workspaces with sessions that wait for a worker and have none, and how many wait."""
    waiting = Query("plan_sessions", equals={"state": "planning"}, limit=10_000)
    found: dict[str, int] = {}
    for row in store.rows(waiting):
        if row["place"] not in served:
            found[str(row["place"])] = found.get(str(row["place"]), 0) + 1
    return found


def tell(planner: Planner, session: str, about: str) -> str:
    """Tell of something that happened to a question of a session."""
    happened, _, question = about.partition(" ")
    try:
        planner.tell(happened, planner.session(session).question(question))
    except NotFound:
        return f"session {session} is gone"
    return f"session {session}: {happened}"


def move_on(planner: Planner, session: str) -> str:
    """Move a session on as far as it goes here; a line about where it stands."""
    try:
        advanced = planner.advance(session)
    except NotFound:
        return f"session {session} is gone"
    except (StoreGone, StoreBusy):
        raise  # it goes round again
    except PlangateError as error:
        return f"session {session}: {error}"
    return f"session {session}: {type(advanced.outcome).__name__.lower()}"
