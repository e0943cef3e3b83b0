"""The ledger (ASM-2, ASM-3, PREF-4): what was decided, and what a "wrong" would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plangate.app.acts import ledger_acts as use
from plangate.app.naming.lookup import find_row
from plangate.core.log.session import Session
from plangate.core.log.tables import Query, documents_of, value_of
from plangate.core.model.errors import BadInput
from plangate.core.model.evidence import evidence_line
from plangate.core.model.nouns import Assumption, Interpretation, Task
from plangate.core.model.records import Document, Fields
from plangate.core.plans.plan_graph import is_confirmed
from plangate.core.plans.revisions import resting_tasks
from plangate.core.words.irreversible import cannot_be_undone
from plangate.interfaces.screens.ledger import reason
from plangate.interfaces.web import words
from plangate.interfaces.web.visit import Go, Page, Visit, to
from plangate.wiring.workspaces import excerpts

_MOST = 200
_FILTERS: Mapping[str, Document] = {
    "open": {"equals": {"status": "open"}},
    "away": {"among": ("user_response", ("timeout_assumed", "deferred"))},
    "preference": {"equals": {"user_response": "preference"}},
    "all": {},
}


class Listed(NamedTuple):
    entry: Assumption
    goal: str
    workspace: str
    at: str
    why: str


def ledger(visit: Visit) -> Page:
    """Everything that was decided, by project, the newest first."""
    wanted = visit.query.get("show", "open")
    if wanted not in _FILTERS:
        raise BadInput("show", f"{wanted[:20]!r} is not a list", ", ".join(_FILTERS))
    store = visit.look().store
    rows = store.rows(Query("assumptions", limit=_MOST, **_FILTERS[wanted]))
    names = tuple(dict.fromkeys(str(row["session"]) for row in rows))
    about = store.rows(Query("plan_sessions", among=("plan_session_id", names))) if names else []
    sessions = {row["plan_session_id"]: row for row in about}
    found = [_listed(row, sessions) for row in rows]
    listed = sorted((x for x in found if x is not None), key=lambda x: x.at, reverse=True)
    projects: dict[str, list[Listed]] = {}
    for each in listed:
        projects.setdefault(words.project(each.workspace), []).append(each)
    values = {"projects": projects, "wanted": wanted, "cut": len(rows) == _MOST}
    return Page("ledger.html", "Ledger", values, part="ledger")


def _listed(row: Fields, sessions: Mapping[str, Fields]) -> Listed | None:
    documents, _ = documents_of([row], Assumption)
    if not documents:
        return None
    session = sessions.get(str(row["session"]), {})
    entry: Assumption = value_of(Assumption, documents[0])
    goal, begun = session.get("goal", ""), session.get("created_at", "")
    return Listed(entry, goal, row["workspace"], begun, _why(entry))


def _why(entry: Assumption) -> str:
    """The reason in plain words; the arithmetic stands folded on the entry's own page."""
    return entry.reasoning if is_confirmed(entry) else reason(entry)


# --- one entry ------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """What could hold instead."""

    reading: Interpretation
    final: bool


def entry(visit: Visit) -> Page:
    """One decision: why, how sure, what rests on it; and what changes if it is wrong."""
    planner = visit.look()
    row = find_row(planner.store, "assumptions", visit.named["id"])
    session = planner.session(row["session"])
    found = session.assumptions[row["id"]]
    readings = _readings(session, found)
    seen = [e for e in session.evidence if e.id in set(found.evidence)]
    located = [str(e.locator) for e in seen if e.locator]
    values = {
        "x": found,
        "why": _why(found),
        "session": session,
        "question_text": next(
            (a.prompt for a in session.ambiguities if a.id == found.ambiguity), None
        ),
        "holds": any(x.id == found.id for x in session.in_force),
        "undoable": use.can_be_undone(session, found),
        "tasks": _touched(session, found),
        "others": [r for r in readings if r.reading.id != found.interpretation],
        "final": any(r.final for r in readings),
        "evidence": [evidence_line(e) for e in seen],
        "excerpts": list(zip(located, excerpts(session.begun.workspace, located), strict=True)),
        "before": session.assumptions.get(found.replaces) if found.replaces else None,
        "typed": {"reading": visit.given("reading"), "words": visit.given("words")},
    }
    return Page("entry.html", words.short(found.decision, 70), values, part="ledger")


def _readings(session: Session, found: Assumption) -> list[Reading]:
    return [
        Reading(reading, cannot_be_undone(reading))
        for ambiguity in session.ambiguities
        if ambiguity.id == found.ambiguity
        for reading in ambiguity.interpretations
    ]


def _touched(session: Session, found: Assumption) -> Sequence[Task]:
    """ASM-3: what a "wrong" changes: the tasks that rest on it, and what depends on them."""
    names = set(resting_tasks(session.plan, str(found.id)))
    return [task for task in session.plan.tasks if task.id in names] if session.plan else []


# --- what a person does with it -------------------------------------------------------------------


def confirm(visit: Visit) -> Go:
    with visit.act() as planner:
        done = use.confirm(planner, visit.named["id"], by=visit.login.by)
    back = "/" if visit.given("from") == "home" else to("ledger", str(done.id))
    return Go(back, f"Confirmed: “{done.decision}”.")


def wrong(visit: Visit) -> Go:
    """A named reading, one's own words, or the likeliest that is left."""
    chosen, own = visit.given("reading"), visit.given("words") or None
    reading = None if own or chosen in ("", "likeliest") else chosen
    if typed := visit.given(f"label-{chosen}"):
        reading = typed  # ASK-11: what cannot be undone is chosen by its label
    with visit.act() as planner:
        done = use.overturn(
            planner, visit.named["id"], reading=reading, words=own, by=visit.login.by
        )
    return _revised(done)


def undo(visit: Visit) -> Go:
    with visit.act() as planner:
        done = use.undo(planner, visit.named["id"], by=visit.login.by)
    return _revised(done)


def _revised(done: use.Revised | use.Reopened) -> Go:
    touched = ", ".join(done.tasks) or "no task"
    if done.entry is None:
        asked = done.asked
        said = f"Taken back; it touches {touched}."
        if asked is None:
            return Go(to("ledger", str(done.overturned.id)), said)
        return Go(to("questions", str(asked.id)), f"{said} {asked.number} asks it again.")
    said = f"“{done.entry.decision}” holds now; it touches {touched}."
    return Go(
        to("ledger", str(done.entry.id)), said, to("ledger", str(done.entry.id), "undo"), "Undo"
    )
