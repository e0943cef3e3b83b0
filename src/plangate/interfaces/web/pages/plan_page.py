"""A plan (WEB-3): its summary for review, graph and list, a task, its versions, approval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from plangate.app.acts.plans import plan_acts
from plangate.app.naming.lookup import find_session
from plangate.core.log.session import Session
from plangate.core.log.tables import Query
from plangate.core.model.errors import BadInput
from plangate.core.model.evidence import evidence_line
from plangate.core.model.graphs import undecided_of
from plangate.core.model.nouns import Assumption, Plan, Task
from plangate.core.model.records import Document
from plangate.core.plans.plan_diff import Difference, difference
from plangate.core.plans.plan_graph import is_confirmed
from plangate.core.plans.work.groups import takes_one_group
from plangate.core.plans.work.task_progress import WorkState, awaiting_approval, standing
from plangate.interfaces.screens.outcomes import why_no_plan
from plangate.interfaces.screens.plans import how_sure
from plangate.interfaces.screens.session_states import ENDINGS
from plangate.interfaces.web import words
from plangate.interfaces.web.drawing import named
from plangate.interfaces.web.pages.approach import approach
from plangate.interfaces.web.pages.plan_graphs import (
    FOLDED,
    TaskLine,
    can_be_folded,
    graph_of,
    is_folded,
    kept_groups,
)
from plangate.interfaces.web.visit import Go, Page, Visit, to
from plangate.interfaces.web.web_desk import SURFACE

_PER_PAGE = 50


def listed(visit: Visit) -> Page:
    """Every session, the latest first."""
    rows = visit.look().store.rows(
        Query("plan_sessions", order=("updated_at",), descending=True, limit=_PER_PAGE)
    )
    return Page("plans.html", "Plans", {"rows": rows}, part="plans")


def plan(visit: Visit) -> Page:
    """One version of a plan: the one that holds, or the one named by `v`."""
    planner = visit.look()
    session = planner.session(find_session(planner.store, visit.named["id"]))
    shown = _version(session, visit.query.get("v"))
    values: Document = {"session": session, "plan": shown, "ledger": _ledger(session)}
    values |= {"question": session.open_question, "stop": session.stop}
    if shown is None or (_is_not_understood(session) and "v" not in visit.query):
        return Page(
            "no_plan.html", words.short(session.topic, 70), values | _stopped(session), part="plans"
        )
    now = standing(session, shown)
    rows = [_row(session, task, now) for task in shown.tasks]
    chosen = next((row for row in rows if row.task.id == visit.query.get("task")), None)
    groups = kept_groups(shown.tasks, takes_one_group(session))
    values |= {
        "rows": rows,
        "now": now,
        "approach": approach(session, shown, now),
        "groups": groups,
        "chosen": _chosen(session, shown, chosen) if chosen else None,
        "graph": graph_of(visit, shown, rows, groups),
        "foldable": can_be_folded(shown),
        "folded": is_folded(shown, visit.query.get("group")),
        "opened": visit.query.get("group", FOLDED),
        "holds": session.plan is not None and shown.version == session.plan.version,
        "approve": _approvable(session, shown),
        "changes": _changed(session, shown),
        "unsure": _unsure(session),
        "sure": how_sure(session),
    }
    return Page("plan.html", words.short(session.topic, 70), values, part="plans")


def _is_not_understood(session: Session) -> bool:
    """Whether what stands there is a skeleton that no screen shows as a plan (INT-10)."""
    return session.stop is not None and session.stop.ending == "not_understood"


def _stopped(session: Session) -> Document:
    """Why there is no plan, and what helps, in the words of a terminal."""
    if session.stop is None:
        return {}
    told, helps = why_no_plan(session, session.stop)
    ending = session.stop.ending
    return {"told": told, "helps": helps, "standing": ENDINGS.get(ending, "stopped")}


def _version(session: Session, wanted: str | None) -> Plan | None:
    if wanted is None:
        return session.plan
    number = wanted.removeprefix("v")
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= len(session.plans)):
        raise BadInput("v", f"{wanted[:20]!r} is not a version", f"1 to {len(session.plans)}")
    return session.plans[int(number) - 1]


# --- what is shown of it --------------------------------------------------------------------------


class Ledger(NamedTuple):
    """What the plan rests on: what somebody said, and what was assumed."""

    said: list[Assumption]
    assumed: list[Assumption]


def _ledger(session: Session) -> Ledger:
    holds = list(session.in_force)
    return Ledger([x for x in holds if is_confirmed(x)], [x for x in holds if not is_confirmed(x)])


def _unsure(session: Session) -> list[str]:
    """What the report says is left open, without the ledger's own entries."""
    left = [ambiguity.prompt or ambiguity.id for ambiguity in session.left_open]
    put_off = [d.scope for d in session.deferrals.values() if d.status == "open"]
    low = [x.decision for x in session.in_force if x.confidence == "low"]
    return [
        *(f"not decided: {line}" for line in left),
        *(f"put off: {line}" for line in put_off),
        *(f"low confidence: {line}" for line in low),
    ]


def _row(session: Session, task: Task, now: WorkState) -> TaskLine:
    marks = frozenset(_marks(session, task, now))
    why = now.why_not(task.id) or ""
    return TaskLine(task, marks, why, named(marks))


def _marks(session: Session, task: Task, now: WorkState) -> Iterator[str]:
    left = {ambiguity.id for ambiguity in session.left_open}
    for state, tasks in (("done", now.done), ("started", now.started), ("ready", now.ready)):
        if any(task.id == other.id for other in tasks):
            yield state
    if task.reversibility == "irreversible":
        yield "final"
    if any(undecided_of(each) in left for each in task.rests_on):
        yield "waits"
    if any(_is_guess(session, each) for each in task.rests_on):
        yield "guess"
    if task.id in session.failures and session.progress.get(task.id) != "done":
        yield "failed"


def _is_guess(session: Session, name: str) -> bool:
    entry = session.assumptions.get(name)
    return entry is not None and entry.status == "open"


class Chosen(NamedTuple):
    """The panel of one task."""

    row: TaskLine
    rests_on: list[Assumption]
    needed_by: list[str]
    evidence: list[str]
    proof: str
    failure: str


def _chosen(session: Session, shown: Plan, row: TaskLine) -> Chosen:
    task = row.task
    entries = [session.assumptions[x] for x in task.rests_on if x in session.assumptions]
    wanted = {name for entry in entries for name in entry.evidence}
    proof = session.work.proofs.get(task.id)
    return Chosen(
        row,
        entries,
        [other.id for other in shown.tasks if task.id in other.depends_on],
        [evidence_line(e) for e in session.evidence if e.id in wanted],
        f"{proof.kind} {proof.what}" if proof else "",
        session.failures.get(task.id, ""),
    )


def _approvable(session: Session, shown: Plan) -> Sequence[Task]:
    """PLAN-6: steps that wait for a person's approval, where one can be given."""
    if session.plan is None or shown.version != session.plan.version:
        return ()
    return awaiting_approval(session, shown)


# --- versions -------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A piece of a text in a comparison: kept, removed or added."""

    kind: str
    text: str


class FieldChange(NamedTuple):
    name: str
    pieces: list[Piece]


class Changed(NamedTuple):
    """What a version changed, for people."""

    before: Plan
    difference: Difference
    fields: Mapping[str, list[FieldChange]]


def _changed(session: Session, shown: Plan) -> Changed | None:
    if shown.parent is None:
        return None
    before = session.plans[shown.parent - 1]
    found = difference(before.tasks, shown.tasks)
    fields = {
        change.new.id: [
            FieldChange(name, _pieces(_text(change.old, name), _text(change.new, name)))
            for name in change.fields
        ]
        for change in found.changed
    }
    return Changed(before, found, fields)


def _text(task: Task, field: str) -> str:
    value = getattr(task, field)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _pieces(old: str, new: str) -> list[Piece]:
    """Two texts word by word."""
    before, after = old.split(), new.split()
    pieces = []
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("kept", " ".join(before[i1:i2])))
            continue
        if i2 > i1:
            pieces.append(Piece("removed", " ".join(before[i1:i2])))
        if j2 > j1:
            pieces.append(Piece("added", " ".join(after[j1:j2])))
    return pieces


# --- what a person does with it -------------------------------------------------------------------


def approve(visit: Visit) -> Go:
    """PLAN-6: steps that cannot be undone, each by its name, of the version that was shown."""
    steps = [name for name in visit.form.get("task", ()) if name]
    if not steps:
        raise BadInput("task", "nothing was ticked", "each step you approve, by its name")
    with visit.act() as planner:
        done = plan_acts.approve(
            planner,
            visit.named["id"],
            visit.given("version"),
            tasks=steps,
            by=visit.login.by,
            surface=SURFACE,
        )
    names = ", ".join(task.id for task in done.tasks)
    said = f"Approved in v{done.plan.version}: {names}." if names else "Nothing waited for it."
    return Go(to("plans", done.session.id), said)
