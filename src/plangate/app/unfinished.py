"""One session for one goal (ASK-16, MCP-3): whoever asks for it again goes on with it.

A person plans the same goal twice, an agent whose call was cut off asks again, two agents ask at
once: nobody is asked twice. The same goal in the same workspace, but for case, space and its final
punctuation, goes on with its session while that is unfinished, or returns its plan while a task of
it is open. One that is finished or has stopped is only mentioned.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from plangate.app.planner import Advanced, Planner
from plangate.app.session_options import SessionOptions, redacted_rules
from plangate.core.gate.asking.matters import goal_key
from plangate.core.guard.redaction import redact
from plangate.core.guard.strictness import WorkspaceRules
from plangate.core.log.session import HOST, Session
from plangate.core.log.tables import Query
from plangate.core.model.errors import Conflict, StoreDamaged
from plangate.core.model.places import Here
from plangate.core.model.records import Document

_UNFINISHED = ("planning", "awaiting_clarification", "held")
#: A task was begun: it goes on with what it still wants, whatever was decided meanwhile.
_EXECUTING = "executing"
#: Endings with a plan, recommended or only listed (INT-10): it is returned while it has work.
_WITH_A_PLAN = ("plan", "listed")
#: Endings a host can mend by better tasks; they belong to the session that wants them.
_MENDED_BY_TASKS = ("not_understood", "thin", "quality")
_GOES_ON = ("loop", "parked", *_WITH_A_PLAN)
_TRIES = 5


class Begun(NamedTuple):
    """The session of a goal, whether it was there before, and the last one that is over: one
    that nothing was understood in is none."""

    session: str
    went_on: bool
    earlier: str | None = None


def begin_or_go_on(
    planner: Planner,
    goal: str,
    workspace: str,
    wish: SessionOptions,
    *,
    again: bool = False,
    same_mind: bool = False,
) -> Begun:
    """The session of a goal, whoever began it; `again` begins a new one whatever there is.

    With `same_mind` only one that has its ideas from where this one would (MCP-3): a host's
    proposal is for a session of a host.
    """
    planner.check(goal, workspace)
    here = planner.places.met(workspace)
    key = goal_key(redact(goal.strip()))
    about = _of_goal(here, key)
    for _ in range(_TRIES):
        rows = planner.store.rows(about)
        over = (row for row in rows if row["ending"] != "not_understood")
        earlier = next((str(row["plan_session_id"]) for row in over), None)
        if not again and (name := _to_go_on_with(planner, rows, wish, same_mind)) is not None:
            return Begun(name, went_on=True)
        # Whoever begins at the same time has counted the same and wants the same id: one gets it.
        wanted = _id_of(here.place, key, wish, len(rows))
        try:
            return Begun(planner.begin(goal, workspace, wish, wanted), False, earlier)
        except Conflict:
            continue
    return Begun(planner.begin(goal, workspace, wish), went_on=False)


def session_to_go_on_with(
    planner: Planner, goal: str, workspace: str, wish: SessionOptions
) -> str | None:
    """The session a host's proposal for this goal would go on with; nothing is begun."""
    planner.check(goal, workspace)
    about = _of_goal(planner.places.here(workspace), goal_key(redact(goal.strip())))
    return _to_go_on_with(planner, planner.store.rows(about), wish, same_mind=True)


def _of_goal(here: Here, key: str) -> Query:
    return Query(
        "plan_sessions",
        equals={"goal_key": key},
        places=here.places,
        order=("updated_at",),
        descending=True,
    )


def with_todays_rules(advanced: Advanced, begun: Begun, rules: WorkspaceRules) -> Advanced:
    """ACT-2: a session that goes on also says what its workspace wants by now and does not get."""
    if not begun.went_on:
        return advanced
    said = redacted_rules(WorkspaceRules(passed_over=rules.passed_over))
    return advanced._replace(workspace_rules=advanced.workspace_rules.and_also(said))


def _to_go_on_with(
    planner: Planner, rows: Sequence[Document], wish: SessionOptions, same_mind: bool
) -> str | None:
    for row in rows:
        executing = row["state"] == _EXECUTING
        goes_on = row["state"] in _UNFINISHED or row["ending"] in _GOES_ON
        mends = wish.proposer == HOST and row["ending"] in _MENDED_BY_TASKS  # INT-10, MCP-8
        if executing or goes_on or mends:
            try:
                session = planner.session(row["plan_session_id"])
            except StoreDamaged:  # REC-9: what cannot be read stops nothing else
                continue
            same = (session.begun.proposer == HOST) == (wish.proposer == HOST)
            fits = same or (not same_mind and _has_come_to_something(session))
            is_over = row["ending"] in _WITH_A_PLAN or (executing and row["ending"])
            if fits and (not is_over or _has_work(session)):
                return session.id
    return None


def _has_come_to_something(session: Session) -> bool:
    """ASK-16: another mind's session is gone on with once it has a question or a plan."""
    return session.plan is not None or session.open_question is not None


def _has_work(session: Session) -> bool:
    """Whether a task of its plan is still open."""
    plan = session.plan
    return plan is not None and any(session.progress.get(t.id) != "done" for t in plan.tasks)


def _id_of(place: str, key: str, wish: SessionOptions, number: int) -> str:
    """As short as any other session's id."""
    about = "\0".join((place, key, wish.proposer, str(number)))
    return base64.b32encode(hashlib.sha256(about.encode()).digest()[:5]).decode().lower()
