"""What a person set for all sessions: their attention and their preferences (ATT-1, PREF-1…3).

The focus is a person's to set, and so is a preference that asks less (PREF-3, ACT-1).
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from shlex import quote
from typing import NamedTuple

from plangate.app.planner import Planner
from plangate.core.audit.projection import person_rows
from plangate.core.events import event as e
from plangate.core.events.decision_events import GateDecided
from plangate.core.gate.dials import Turned, turned
from plangate.core.gate.preferences import (
    PreferenceVerdict,
    checked_preference,
    flattened_note,
    in_force,
    one_way_by_words,
    read_question_id,
    verdict,
)
from plangate.core.guard.redaction import redact
from plangate.core.guard.strictness import asks_less
from plangate.core.log.chain import PERSON, moment, seal_all
from plangate.core.log.tables import EVERYWHERE, Query
from plangate.core.model.errors import Conflict, StoreBusy, StoreDamaged
from plangate.core.model.nouns import Dial, Focus
from plangate.core.model.places import Here, lone
from plangate.core.model.records import Fields

#: Many may write at once, and each conflict means that another one got through.
_TRIES = 2_000


class Explained(NamedTuple):
    """Which preference holds for a question id, where it was set, and what it means."""

    question_id: str
    value: str | None
    place: str | None
    verdict: PreferenceVerdict


def set_focus(planner: Planner, focus: Focus, lasting: timedelta | None, *, by: str) -> str | None:
    """Set the focus depth, for a while or until it is set again; when it ends."""
    done = planner.require("focus", f"plangate focus {focus}")
    until = moment(planner.clock.now() + lasting) if lasting is not None else None
    _append(planner, e.FocusSet(focus, until, done.signed(by)))
    return until


def set_preference(
    planner: Planner,
    question_id: str,
    value: str,
    *,
    workspace: str | None,
    note: str | None,
    by: str,
) -> str | None:
    """Store a preference; a warning when it will be passed over. Refused when it can never fire."""
    warning = checked_preference(question_id, value)
    kept = flattened_note(redact(note)) if note else None
    by = _preferred(planner, question_id, value, workspace, f"set {question_id} {value}", by)
    place = workspace
    if workspace is not None and not asks_less(value, None):
        place = planner.places.met(workspace).place  # REC-8: what asks more follows the workspace
    _append(planner, e.PreferenceSet(question_id, value, place, kept, by))
    return warning


def clear_preference(planner: Planner, question_id: str, *, workspace: str | None, by: str) -> bool:
    """Forget the preference that holds, if it was set there; whether there was one."""
    read_question_id(question_id, "question id")
    row = _row_in_force(planner, question_id, workspace)
    if row is None or (row["place"] == EVERYWHERE) != (workspace is None):
        return False
    # What holds once it is gone: the user's own, in a workspace.
    left = _held(planner, question_id, None) if workspace else None
    by = _preferred(planner, question_id, left, workspace, f"clear {question_id}", by)
    place = None if workspace is None else row["place"]
    _append(planner, e.PreferenceCleared(question_id, place, by))
    return True


def _preferred(
    planner: Planner,
    question_id: str,
    value: str | None,
    workspace: str | None,
    command: str,
    by: str,
) -> str:
    """ACT-1: a preference that asks less than the one that holds there is a person's to set."""
    if not asks_less(value, _held(planner, question_id, workspace)):
        return planner.actor.signed(by)
    where = f"--workspace {quote(workspace)}" if workspace else "--user"
    done = planner.require("preference", f"plangate prefs {command} {where}", workspace=workspace)
    return done.signed(by)


def _held(planner: Planner, question_id: str, workspace: str | None) -> str | None:
    """The preference that holds in a place now; in a workspace the user's, when it has none."""
    for place in (workspace, EVERYWHERE) if workspace else (EVERYWHERE,):
        where = {"place": place, "question_id": question_id}
        for row in planner.store.rows(Query("preferences", equals=where)):
            if row["value"] is not None:
                return str(row["value"])
    return None


def explain_preference(
    planner: Planner, question_id: str, *, workspace: str, text: str = ""
) -> Explained:
    """The verdict every surface gives for this question, and where it comes from."""
    read_question_id(question_id, "question id")
    row = _row_in_force(planner, question_id, workspace)
    if row is None:
        return Explained(question_id, None, None, verdict(question_id, None, None))
    found = verdict(question_id, row["value"], one_way_by_words(question_id, text))
    return Explained(question_id, row["value"], row["place"], found)


def _row_in_force(planner: Planner, question_id: str, workspace: str | None) -> Fields | None:
    here = lone(EVERYWHERE) if workspace is None else planner.places.here(workspace)
    places = (EVERYWHERE, *here.places)
    query = Query("preferences", equals={"question_id": question_id}, places=places)
    return in_force(planner.store.rows(query), here).get(question_id)


def _append(planner: Planner, event: e.Event) -> None:
    for _ in range(_TRIES):
        before = list(planner.store.read(PERSON))
        now = planner.clock.now()
        added = seal_all(PERSON, before[-1] if before else None, (event,), now)
        try:
            planner.store.append(added, person_rows([*before, *added]))
        except Conflict:
            continue
        return
    raise StoreBusy("your settings keep being changed by other processes; try again")


MONTH = timedelta(days=30)


def last_month(planner: Planner, here: Here) -> dict[Dial, Turned]:
    """What each position would have asked more and less; what cannot be read is passed over."""
    since = moment(planner.clock.now() - MONTH)
    rows = planner.store.rows(
        Query("plan_sessions", places=here.places, from_on=("created_at", since))
    )
    calls: list[GateDecided] = []
    for row in rows:
        with suppress(StoreDamaged):
            calls += planner.session(row["plan_session_id"]).gate_calls
    return turned(calls)
