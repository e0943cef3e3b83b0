"""The tables people and programs look things up in, as a function of the events (REC-1).

Each row is made from the folded session; a store only writes it. Throwing all rows away and making
them again from the record gives the same tables: that is what `plangate doctor --rebuild` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from plangate.core.agents.agent_calls import AGENT_PREFIX
from plangate.core.events import event as e
from plangate.core.gate.asking.matters import goal_key, matter_of
from plangate.core.log.agent_rows import agent_rows
from plangate.core.log.chain import (
    LOG,
    MEMORY_PREFIX,
    PERSON,
    PLACE_PREFIX,
    SCOPE_PREFIX,
    TEAM,
    Entry,
    event_of,
    is_erased,
)
from plangate.core.log.folding import fold
from plangate.core.log.session import Session
from plangate.core.log.tables import EVERYWHERE, Cell, TableRow
from plangate.core.log.wire import canonical
from plangate.core.model.errors import StoreDamaged
from plangate.core.model.nouns import JOINED, plain
from plangate.core.model.policy.audit_numbers import PROJECTION_LONGEST_GOAL
from plangate.core.scopes.scope_log import fold_chain, scope_document


def rows_of(stream: str, entries: Sequence[Entry]) -> list[TableRow]:
    """Every row one stream makes."""
    if not entries:
        raise StoreDamaged(f"stream {stream} has no events; run `plangate doctor`")
    if stream == PERSON:
        return person_rows(entries)
    if stream == LOG:
        return log_rows(entries)
    if stream == TEAM:
        return []  # TEAM-3: it is short, and folded whenever it is asked for
    if all(map(is_erased, entries)) and _kind_of(stream) != "session":
        return []  # REC-10: nothing is left to be looked up
    if stream.startswith(SCOPE_PREFIX):
        return scope_rows(stream, entries)
    if stream.startswith(MEMORY_PREFIX):
        return memory_rows(stream, entries)
    if stream.startswith(AGENT_PREFIX):
        return agent_rows(stream, entries)
    if stream.startswith(PLACE_PREFIX):
        return workspace_rows(stream, entries)
    return session_rows(fold(entries), entries[-1])


def session_rows(session: Session, head: Entry) -> list[TableRow]:
    """Every row a folded session makes."""
    names: list[tuple[str, str]] = [
        *(("questions", name) for name in session.questions),
        *(("decisions", name) for name in session.questions),
        *(("assumptions", name) for name in session.assumptions),
        *(("memories", name) for name in session.assumptions if _is_memory(session, name)),
        *(("deferrals", name) for name in session.deferrals),
    ]
    rows = [_session_row(session, head)]
    rows += [_named_row(session, table, name) for table, name in names]
    rows += [_plan_row(session, version) for version in range(1, len(session.plans) + 1)]
    return rows


def _kind_of(stream: str) -> str:
    """Whether a stream is a session of our own or something beside it."""
    beside = (SCOPE_PREFIX, MEMORY_PREFIX, AGENT_PREFIX)
    return "beside" if stream.startswith(beside) else "session"


def rows_after(
    session: Session, added: Sequence[Entry], happened: Iterable[e.Event]
) -> list[TableRow]:
    """The rows that some events just appended make or change."""
    rows = [_session_row(session, added[-1])]
    for event in happened:
        match event:
            case e.QuestionAsked(question=question):
                rows.append(_named_row(session, "questions", str(question.id)))
                rows.append(_named_row(session, "decisions", str(question.id)))
            case (
                e.QuestionAnswered(question=name)
                | e.QuestionTimedOut(question=name)
                | e.QuestionHeld(question=name)
                | e.QuestionResumed(question=name)
                | e.DeadlineMoved(question=name)
                | e.QuestionWithdrawn(question=name)
                | e.NoteAdded(question=name)
                | e.AnswerChanged(question=name)
                | e.QuestionShared(question=name)
                | e.QuestionLeft(question=name)
            ):
                rows.append(_named_row(session, "questions", name))
            case e.AssumptionRecorded(assumption=entry):
                rows += _entry_rows(session, str(entry.id))
            case e.AssumptionConfirmed(assumption=name):
                rows += _entry_rows(session, name)
            case e.DecisionRevised(overturned=name, entry=entry):
                rows += [*_entry_rows(session, name), *_entry_rows(session, str(entry.id))]
            case e.DecisionReopened(overturned=name):
                rows += _entry_rows(session, name)
            case e.DeferralRegistered(deferral=deferral):
                rows.append(_named_row(session, "deferrals", str(deferral.id)))
            case e.DeferralRenewed(deferral=name) | e.DeferralResolved(deferral=name):
                rows.append(_named_row(session, "deferrals", name))
            case e.PlanDrafted(plan=plan) | e.PlanRefined(plan=plan) | e.PlanEdited(plan=plan):
                rows.append(_plan_row(session, plan.version))
                rows += [_named_row(session, "assumptions", name) for name in session.assumptions]
                blocking = [name for name, q in session.questions.items() if q.is_open]  # ASK-17
                rows += [_named_row(session, "questions", name) for name in blocking]
            case _:
                pass
    return rows


def person_rows(entries: Sequence[Entry]) -> list[TableRow]:
    """What a person set: the last word of each kind holds."""
    rows: dict[tuple[Cell, ...], TableRow] = {}
    for entry in entries:
        if is_erased(entry):
            continue
        event = event_of(entry)
        match event:
            case e.FocusSet(focus=focus, until=until):
                values = {"person": PERSON, "focus": focus, "until": until, "at": entry.at}
                rows[("focus",)] = TableRow("focus", values)
            case e.PreferenceSet(value=value, note=note):
                row = _preference_row(event.workspace, event.question_id, value, note, entry)
                rows[row.key] = row
            case e.PreferenceCleared(question_id=name):
                row = _preference_row(event.workspace, name, None, None, entry)
                rows[row.key] = row
            case _:
                raise StoreDamaged(f"stream {PERSON} holds a {entry.type}; run `plangate doctor`")
    return list(rows.values())


def log_rows(entries: Sequence[Entry]) -> list[TableRow]:
    """What was erased (REC-10) and what stands in quarantine (REC-9)."""
    rows: list[TableRow] = []
    for entry in entries:
        match event_of(entry):
            case e.PayloadsErased(stream=stream, events=events, by=by):
                own = {"stream": stream, "by_whom": by, "at": entry.at, "log": LOG}
                rows += [TableRow("erasures", {**own, "seq": seq}) for seq in events]
            case e.SessionQuarantined(session=session, why=why, by=by):
                rows.append(_quarantine_row(session, why, by, entry, released=0))
            case e.SessionReleased(session=session, by=by):
                rows.append(_quarantine_row(session, "", by, entry, released=1))
            case e.RestoreAccepted():
                pass
            case _:
                raise StoreDamaged(f"stream {LOG} holds a {entry.type}; run `plangate doctor`")
    return list({(row.table, row.key): row for row in rows}.values())


def _quarantine_row(session: str, why: str, by: str, entry: Entry, *, released: int) -> TableRow:
    """One that was released keeps its row, so that no row is ever taken away."""
    values = {
        "session": session,
        "why": why,
        "by_whom": by,
        "at": entry.at,
        "released": released,
        "log": LOG,
    }
    return TableRow("quarantined", values)


def _preference_row(
    workspace: str | None, name: str, value: str | None, note: str | None, entry: Entry
) -> TableRow:
    """A preference that was cleared keeps its row, with nothing in it."""
    values = {
        "place": workspace or EVERYWHERE,
        "question_id": name,
        "value": value,
        "note": note,
        "at": entry.at,
        "person": PERSON,
        "seq": entry.seq,
    }
    return TableRow("preferences", values)


def workspace_rows(stream: str, entries: Sequence[Entry]) -> list[TableRow]:
    """REC-8: what a path was met as; under one identity the first time counts."""
    rows: dict[tuple[Cell, ...], TableRow] = {}
    for entry in entries:
        if is_erased(entry):
            continue
        met = event_of(entry)
        if not isinstance(met, e.WorkspaceMet):
            raise StoreDamaged(f"stream {stream} holds a {entry.type}; run `plangate doctor`")
        values = {
            "path": met.path,
            "identity": met.identity,
            "session": stream,
            "place": met.place,
            "roots": " ".join(met.roots),
            "adopts": int(met.adopts),
            "at": entry.at,
        }
        row = TableRow("workspaces", values)
        rows.setdefault(row.key, row)
    return list(rows.values())


def memory_rows(stream: str, entries: Sequence[Entry]) -> list[TableRow]:
    """The row of something a person asked to be remembered; forgotten, it has no words left."""
    kept, *later = (event_of(entry) for entry in entries if not is_erased(entry))
    if not isinstance(kept, e.MemoryKept) or not all(
        isinstance(event, e.MemoryForgotten) for event in later
    ):
        raise StoreDamaged(f"stream {stream} holds what is no memory; run `plangate doctor`")
    values = {
        "id": stream,
        "session": stream,
        "place": kept.workspace or EVERYWHERE,
        "kind": "memory",
        "status": "forgotten" if later else "kept",
        "question_id": kept.question_id,
        "reading": None,
        "text": "" if later else kept.text,
        "at": entries[0].at,
        "heard": "",
    }
    return [TableRow("memories", values)]


def scope_rows(stream: str, entries: Sequence[Entry]) -> list[TableRow]:
    """The rows of one decision with many options."""
    chain = fold_chain(entries)
    started = event_of(entries[0])
    assert isinstance(started, e.ScopeStarted)
    own = {
        "id": stream,
        "session": stream,
        "workspace": started.workspace,
        "place": started.place or started.workspace,
    }
    values = {
        **own,
        "number": chain.parent,
        "status": chain.status,
        "created_at": entries[0].at,
        "updated_at": entries[-1].at,
        "head_seq": entries[-1].seq,
        "head_digest": entries[-1].digest,
        "document": canonical(scope_document(stream, chain)),
    }
    return [
        TableRow("scopes", values),
        TableRow("decisions", {**own, "number": _count(chain.parent)}),
    ]


def _count(number: str | None) -> int:
    """The N of D<N>."""
    count = str(number).removeprefix("D")
    if not (count.isascii() and count.isdigit() and len(count) < 16):
        raise StoreDamaged(f"the record holds the number {number!r}; run `plangate doctor`")
    return int(count)


def _session_row(session: Session, head: Entry) -> TableRow:
    begun, told = session.begun, session.telemetry
    return TableRow(
        "plan_sessions",
        {
            "plan_session_id": session.id,
            "workspace": begun.workspace,
            "place": session.place,
            "goal": begun.goal,
            "goal_key": goal_key(begun.goal),
            "state": session.state,
            "intake": session.intake.outcome if session.intake else None,
            "stop_reason": session.stop.stop_reason if session.stop else None,
            "ending": session.stop.ending if session.stop else None,
            "plan_version": session.plan.version if session.plan else None,
            # REF-6: S1's own query reads these three.
            "iterative_loop_round": told["refinement_rounds"] if told else None,
            "iterative_stop_reason": told["loop_stop_reason"] if told else None,
            "iterative_loop_metadata_json": canonical(told) if told else None,
            "created_at": session.began_at,
            "updated_at": session.updated_at,
            "head_seq": head.seq,
            "head_digest": head.digest,
        },
    )


def _entry_rows(session: Session, name: str) -> list[TableRow]:
    """A ledger entry, and what later sessions may recall of it."""
    rows = [_named_row(session, "assumptions", name)]
    return [*rows, _named_row(session, "memories", name)] if _is_memory(session, name) else rows


def _is_memory(session: Session, name: str) -> bool:
    """One answer is one memory: that of the session that asked, not of those that joined it."""
    entry = session.assumptions[name]
    joined = entry.source == JOINED
    return entry.ambiguity is not None and entry.interpretation is not None and not joined


def _memory_row(session: Session, name: str) -> TableRow:
    """A decision as a memory: what was decided, and the goal it was decided for."""
    entry = session.assumptions[name]
    values = {
        "id": name,
        "session": session.id,
        "place": session.place,
        "kind": "answer" if entry.source == "answer" else "decision",
        "status": _MEMORY_STATUS[entry.status],
        "question_id": entry.ambiguity,
        "reading": entry.interpretation,
        "text": session.goal[:PROJECTION_LONGEST_GOAL],
        "at": session.began_at,
        "heard": next((a.heard for a in session.ambiguities if a.id == entry.ambiguity), ""),
    }
    return TableRow("memories", values)


#: An entry supports others only once a person said or confirmed it, and until it is overturned.
_MEMORY_STATUS = {"confirmed": "kept", "open": "open", "wrong": "overturned"}


def _named_row(session: Session, table: str, name: str) -> TableRow:
    workspace = session.begun.workspace
    if table == "memories":
        return _memory_row(session, name)
    if table == "decisions":
        count = _count(session.questions[name].number)
        own = {"id": name, "session": session.id, "workspace": workspace, "number": count}
        return TableRow(table, {**own, "place": session.place})
    match table:
        case "questions":
            question = session.question(name)
            own = {
                "number": question.number,
                "question_id": question.question_id,
                "status": question.status,
                "deadline": question.deadline,
                "asked_at": question.asked_at,
                "expected_loss": question.expected_loss,
                "matter": matter_of(question),
            }
            value: Any = question
        case "assumptions":
            value = session.assumptions[name]
            own = {
                "ambiguity": value.ambiguity,
                "status": value.status,
                "confidence": value.confidence,
                "user_response": value.user_response,
            }
        case _:
            value = session.deferrals[name]
            own = {"status": value.status, "expiry": value.expiry}
    document = canonical(plain(value))
    base = {"id": name, "session": session.id, "workspace": workspace, "document": document}
    return TableRow(table, {**base, "place": session.place} | own)


def _plan_row(session: Session, version: int) -> TableRow:
    plan = session.plans[version - 1]
    return TableRow(
        "plans",
        {
            "session": session.id,
            "version": version,
            "parent": plan.parent,
            "cause": plan.trigger,
            "requires_approval": int(plan.requires_approval),
            "document": canonical(plain(plan)),
        },
    )
