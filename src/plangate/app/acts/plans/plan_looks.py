"""A plan as it stands, for those who only look: without a planner where nothing would move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.log.folding import fold
from plangate.core.log.tables import Query
from plangate.core.plans.work.done_proof import Commit, naming
from plangate.core.plans.work.staleness import Stale, stale, unseen, watched_files, watched_lines
from plangate.core.steps.deadlines import is_overdue

if TYPE_CHECKING:
    from datetime import datetime

    from plangate.app.ports import Ground, Store
    from plangate.core.log.session import Session
    from plangate.core.model.nouns import Plan, Task


def plan_at_rest(store: Store, name: str, now: datetime) -> tuple[Session, Plan] | None:
    """A session by its id and its plan; None when a planner may have something to do in it.

    What is damaged, erased, unfinished or overdue is left to the planner, who says so or moves it
    on (ASK-8).
    """
    entries = store.read(name)
    session = fold(entries) if entries else None
    if session is None or session.is_erased or session.plan is None:
        return None
    if not session.is_at_rest and not _waits(session, session.plan, now):
        return None
    if store.rows(Query("scopes", equals={"session": name}, limit=1)):
        return None  # PLAN-9: it may have shipped since
    return session, session.plan


def _waits(session: Session, plan: Plan, now: datetime) -> bool:
    """ASK-17: whether its plan is drafted beside a question whose time is not over, with nothing
    left to weigh, to join, to mend or to note."""
    asked = session.open_question
    if asked is None or session.moves_on or any(unseen(session, plan)):
        return False
    weighed = [a.id for a in session.open_ambiguities if a.id != asked.question_id]
    if any(name not in session.undecided for name in weighed):
        return False
    return not any(is_overdue(question, now) for question in session.questions.values())


class Standing(NamedTuple):
    """A directory somebody stands in, and the places it is (REC-8)."""

    directory: str
    places: Sequence[str]

    def of(self, session: Session) -> str:
        """Where the files of a session are for them: in this clone, if it is one of its place."""
        is_clone = session.place in self.places
        return self.directory if is_clone else session.begun.workspace


class Look(NamedTuple):
    """A second look at some tasks: what no longer holds, and commits that name one of them."""

    stale: tuple[Stale, ...] = ()
    offered: Mapping[str, Commit] = {}


def look_again(
    ground: Ground | None,
    session: Session,
    plan: Plan,
    at_hand: Sequence[Task] = (),
    begun: Sequence[Task] = (),
    there: Standing | None = None,
) -> Look:
    """PLAN-10, PLAN-11: how the places and the evidence of what is at hand are now, and commits
    that name what was begun; in the clone somebody stands in, where that is another one."""
    if ground is None:
        return Look()
    workspace = there.of(session) if there is not None else session.begun.workspace
    lines = {
        where: session.work.seen_lines.get(where, "") for where in watched_lines(session, at_hand)
    }
    files = watched_files(at_hand)
    found: tuple[Stale, ...] = ()
    if files or lines:
        seen = ground.see(workspace, files, lines)
        found = stale(session, plan, at_hand, seen.files, seen.lines)
    unshown = [task for task in begun if task.id not in session.work.proofs]
    commits = ground.commits(workspace, session.began_at) if unshown else ()
    return Look(found, {t.id: named[0] for t in unshown if (named := naming(t, commits))})
