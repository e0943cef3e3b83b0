"""`plangate show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput, StoreReadOnly
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.parameters import PlanFormat
from plangate.interfaces.cli.printing import emit, emit_file, emit_json, emit_screen
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.core.log.session import Session


@command(reads=True, epilog="Example: plangate show k3v9xq2m --log")
@click.argument("named", metavar="[ID]", required=False)
@workspace_option("Where it is looked for (default: here).")
@verbose_option
@click.option("--log", "with_log", is_flag=True, help="A session's events, one line each.")
@click.option("--markdown", is_flag=True, help="A question as Markdown.")
@click.option("--as", "to", type=PlanFormat(), help="A plan as a file in this format.")
def show(call: Call, named: str | None, with_log: bool, markdown: bool, to: str | None) -> int:
    """Show what ID names: a question (D1), a session with its plan, a task (t2), one version of a
    plan (`k3v9xq2m-v1`), an assumption (a1), a deferral, a memory or a decision with many options.

    Without an ID the latest session here; an id may be shortened as long as it is unambiguous.
    """
    from plangate.app.naming.lookup import find_any
    from plangate.core.log.tables import document_of
    from plangate.interfaces.cli.decisions.memories import show_memory

    with call.planner() as planner:
        near = call.near(planner.store)
        if named is not None and to is None and near.means_task(named):
            return _show_task(call, planner, near.planned(), named)
        name = near.thing(named)
        table, row = find_any(planner.store, name)
        if to is not None:
            return _as_file(planner, table, row, to, call.as_json)
        if table == "memories":
            return show_memory(row, as_json=call.as_json)
        if table in ("scopes", "plans"):
            return _show_whole(call, table, document_of(row), planner, row)
        session_id = str(row.get("session") or row["plan_session_id"])
        if table == "plan_sessions" and with_log:
            return _log(planner.load(session_id), call.as_json)
        try:
            advanced = planner.advance(session_id)  # settles an overdue question before showing it
        except StoreReadOnly:
            return _show_as_it_stands(call, planner, table, row)
        table, row = find_any(planner.store, str(row.get("id") or session_id))
    if table == "plan_sessions":
        call.show_outcome(advanced)
        return 0
    return _show_part(call, table, row, advanced.session, markdown)


def _show_part(call: Call, table: str, row: Document, session: Session, markdown: bool) -> int:
    """A question, an entry of the ledger or a deferral of a session."""
    from plangate.core.log.tables import document_of, value_of
    from plangate.core.model.nouns import Question, plain
    from plangate.interfaces.screens.ledger import entry_lines
    from plangate.interfaces.screens.questions import question_card, question_markdown

    document = document_of(row)
    kind = {"questions": "question", "assumptions": "assumption", "deferrals": "deferral"}[table]
    if call.as_json:
        emit_json({"schema": f"plangate.{kind}/1", kind: document})
    elif table == "questions":
        question: Question = value_of(Question, document)
        card = question_card(question, call.screen, session)
        emit_screen(question_markdown(question) if markdown else card)
    elif table == "assumptions" and not call.verbose:
        entry = session.assumptions[str(row["id"])]
        emit_screen("\n".join(entry_lines(call.screen, session, entry)))
    else:
        width = max(len(field) for field in document)
        for field, value in {"id": document["id"], **document}.items():
            text = ", ".join(map(str, value)) if isinstance(value, list) else value
            emit(f"{field:{width}}  {'-' if text in (None, '') else plain(text)}")
    return 0


def _show_task(call: Call, planner: Planner, session_id: str, name: str) -> int:
    """One task with all that belongs to it."""
    from plangate.core.model.nouns import plain
    from plangate.core.plans.work.task_progress import standing
    from plangate.interfaces.screens.place_reasons import place_lines
    from plangate.interfaces.screens.plans import next_lines, plan_heading, whole_task

    session = planner.session(session_id)
    assert session.plan is not None, "it has this task"
    task = next(task for task in session.plan.tasks if name in (task.id, f"t{task.id}"))
    document = {"schema": "plangate.plan-task/1", "session": session.id, "task": plain(task)}
    heading = plan_heading(call.screen, session, session.plan)
    lines = [*heading, "", *whole_task(call.screen, session, task)]
    lines += place_lines(call.screen, session, task)
    now = standing(session, session.plan)
    if task in (*now.ready[:1], *now.started[:1]) or task.id in now.withheld:
        lines += ["", *next_lines(call.screen._replace(verbose=True), session, now)]
    return call.show(document, "\n".join(lines))


def _show_as_it_stands(call: Call, planner: Planner, table: str, row: Document) -> int:
    """REC-7: what the tables say, where nobody may write down how the session goes on."""
    from plangate.core.log.tables import document_of

    document = {k: v for k, v in row.items() if k != "document"}
    if table != "plan_sessions":
        document |= document_of(row)
    if call.as_json:
        emit_json({"schema": "plangate.row/1", "table": table, "row": document})
        return 0
    width = max(map(len, document))
    for name, value in document.items():
        emit(f"{name:{width}}  {'-' if value in (None, '') else value}")
    if table == "plan_sessions" and (plan := planner.session(row["plan_session_id"]).plan):
        from plangate.interfaces.screens.plans import plan_text

        emit_screen(plan_text(planner.session(row["plan_session_id"]), plan, call.screen))
    emit("\nIt cannot go on here: the database can only be read.")
    return 0


def _as_file(planner: Planner, table: str, row: Document, to: str, as_json: bool) -> int:
    """PLAN-4: the plan of a session, or one version of it, as the text of a file."""
    from plangate.core.model.nouns import plain
    from plangate.wiring.plan_files import write_plan_file

    if table not in ("plans", "plan_sessions"):
        raise BadInput("ID", f"names no plan but one of the {table}", "a session or a plan version")
    session = planner.session(str(row.get("session") or row["plan_session_id"]))
    plan = session.plans[row["version"] - 1] if table == "plans" else session.plan
    if plan is None:
        raise BadInput("ID", f"session {session.id} has no plan yet", "a session with a plan")
    ledger = [f"{x.id}: {x.decision} ({x.user_response})" for x in session.in_force]
    done = frozenset(name for name, how in session.progress.items() if how == "done")
    text = write_plan_file(to, session.goal, plain(plan.tasks), done, ledger)
    if as_json:
        emit_json({"schema": "plangate.file/1", "format": to, "text": text})
    else:
        emit_file(text)
    return 0


def _show_whole(call: Call, table: str, document: Document, planner: Planner, row: Document) -> int:
    """What is shown as it stands: a decision with many options, or one version of a plan."""
    from plangate.core.log.tables import value_of
    from plangate.core.model.nouns import Plan
    from plangate.interfaces.screens.plans import plan_text
    from plangate.interfaces.screens.scopes import scope_text

    if call.as_json and table == "plans":
        emit_json({"schema": "plangate.plan/1", "session": row["session"], "plan": document})
    elif call.as_json:
        emit_json(document)
    elif table == "plans":
        plan: Plan = value_of(Plan, document)
        emit_screen(plan_text(planner.session(row["session"]), plan, call.screen))
    else:
        emit_screen(scope_text(document, call.screen))
    return 0


def _log(entries: object, as_json: bool) -> int:
    from plangate.core.log.chain import Entry, is_erased, payload_of

    assert isinstance(entries, list)
    log: list[Entry] = entries
    if as_json:
        events: list[Document] = [
            {"seq": x.seq, "type": x.type, "at": x.at}
            | ({"erased": True} if is_erased(x) else {"payload": payload_of(x)})
            for x in log
        ]
        emit_json({"schema": "plangate.log/1", "events": events})
        return 0
    for entry in log:
        text = "(erased)" if is_erased(entry) else entry.payload
        payload = text if len(text) <= 100 else f"{text[:99]}…"
        emit(f"{entry.seq:4}  {entry.at}  {entry.type:20}  {payload}")
    return 0
