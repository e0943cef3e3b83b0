"""`plangate assumptions`, `plangate undo` and `plangate deferrals`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plangate.core.model.errors import StoreDamaged
from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    json_option,
    places_in,
    planner_for,
    settings_for,
    tell_unreadable,
    up_to_date_store,
    who,
    workspace_option,
)

if TYPE_CHECKING:
    from plangate.app.ledger import Revised
    from plangate.app.ports import Store


@click.group(invoke_without_command=True, epilog="Example: plangate assumptions --open")
@workspace_option("Only what was assumed about this directory.")
@click.option("--session", help="Only this session's.")
@click.option("--open", "only_open", is_flag=True, help="Only what nobody has confirmed.")
@click.option("--away", is_flag=True, help="Only what was decided because nobody was there.")
@click.option("--confidence", type=click.Choice(("high", "medium", "low")), help="Only these.")
@db_option
@json_option
@click.pass_context
def assumptions(
    context: click.Context,
    workspace: Path | None,
    session: str | None,
    only_open: bool,
    away: bool,
    confidence: str | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Everything that was decided, asked or not, with its reason, its evidence and its risk.

    `confirm ID` says an entry is right, `wrong ID` overturns it: the next plan version changes the
    tasks that rest on it and nothing else.
    """
    if context.invoked_subcommand is not None:
        context.obj = (db, as_json)
        return 0
    from plangate.app.lookup import find_session
    from plangate.core.log.tables import Query, documents_of, value_of
    from plangate.core.model.nouns import Assumption
    from plangate.interfaces.render import ledger_lines

    where: dict[str, str] = {}
    if only_open:
        where["status"] = "open"
    if confidence:
        where["confidence"] = confidence
    with up_to_date_store(settings_for(workspace, db)) as (store, late, _overdue):
        if session is not None:
            where["session"] = find_session(store, session)
        among = ("user_response", _AWAY) if away else None
        places = places_in(store, workspace)
        rows = store.rows(
            Query("assumptions", equals=where, places=places, among=among, order=("id",))
        )
        located = {} if as_json else _located(store, rows)
    documents, damaged = documents_of(rows, Assumption)
    unreadable = list(dict.fromkeys((*late, *damaged)))
    if as_json:
        lost = {"unreadable": unreadable} if unreadable else {}
        emit_json({"schema": "plangate.assumptions/1", "assumptions": documents, **lost})
        return 0
    if not documents:
        emit("Nothing was assumed.")
    else:
        entries: list[Assumption] = [value_of(Assumption, document) for document in documents]
        emit("\n".join(ledger_lines(entries, located)))
    tell_unreadable(unreadable)
    return 0


#: ASM-2: what was decided because nobody answered or attention was not to be had.
_AWAY = ("timeout_assumed", "deferred")


def _located(store: Store, rows: list[dict[str, Any]]) -> dict[str, str]:
    """Where each piece of evidence the entries name was seen."""
    from plangate.core.log.session import fold
    from plangate.core.model.evidence import evidence_line

    sessions = {row["session"] for row in rows if '"evidence":[]' not in str(row["document"])}
    located: dict[str, str] = {}
    for name in sessions:
        with suppress(StoreDamaged):  # REC-9: what cannot be read is told by the list itself
            located |= {x.id: evidence_line(x) for x in fold(store.read(name)).evidence}
    return located


@assumptions.command(epilog="Example: plangate assumptions confirm k3v9xq2m-a1")
@click.argument("name", metavar="ID")
@db_option
@json_option
def confirm(name: str, db: Path | None, as_json: bool) -> int:
    """Say that the entry ID is right."""
    from plangate.app.ledger import confirm as say_right
    from plangate.core.model.nouns import plain

    db, as_json = _inherited(db, as_json)
    with planner_for(settings_for(None, db)) as planner:
        entry = say_right(planner, name, by=who())
    if as_json:
        emit_json({"schema": "plangate.assumption/1", "assumption": plain(entry)})
    else:
        emit(f"{entry.id} is confirmed: {entry.decision}")
    return 0


@assumptions.command(epilog="Example: plangate assumptions wrong k3v9xq2m-a1 --reading redis")
@click.argument("name", metavar="ID")
@click.option("--reading", help="Which reading holds instead (default: the likeliest left).")
@click.option("--instead", "words", help="What holds instead, in your own words.")
@db_option
@json_option
def wrong(name: str, reading: str | None, words: str | None, db: Path | None, as_json: bool) -> int:
    """Overturn the entry ID: a new plan version changes what rests on it and nothing else."""
    from plangate.app.ledger import overturn
    from plangate.core.model.errors import BadInput

    if reading is not None and words is not None:
        raise BadInput("--instead", "cannot stand beside --reading", "one of them")
    db, as_json = _inherited(db, as_json)
    with planner_for(settings_for(None, db)) as planner:
        revised = overturn(planner, name, reading=reading, words=words, by=who())
    return _show_revision(revised, as_json)


@click.command(epilog="Example: plangate undo k3v9xq2m-a3")
@click.argument("name", metavar="ID")
@db_option
@json_option
def undo(name: str, db: Path | None, as_json: bool) -> int:
    """Take the last revision of a decision back; ID names its ledger entry or its question."""
    from plangate.app.ledger import undo as take_back

    with planner_for(settings_for(None, db)) as planner:
        return _show_revision(take_back(planner, name, by=who()), as_json)


def _show_revision(revised: Revised, as_json: bool) -> int:
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.render import outcome_text

    plan = revised.advanced.session.plan
    if as_json:
        emit_json(
            {
                "schema": "plangate.revision/1",
                "assumption": revised.overturned.id,
                "entry": plain(revised.entry),
                "tasks": list(revised.tasks),
                "plan_version": plan.version if plan else None,
                "changes": list(plan.changes) if plan else [],
                "outcome": outcome_document(revised.advanced),
            }
        )
        return 0
    touched = ", ".join(revised.tasks) or "no task"
    emit(
        f"{revised.overturned.id} is overturned; {revised.entry.id} holds: {revised.entry.decision}"
    )
    emit(f"It touches {touched}.")
    if plan is not None:
        emit("\n".join(f"  {line}" for line in plan.changes))
    emit(f"\n{outcome_text(revised.advanced)}")
    return 0


@click.command(epilog="Example: plangate decide k3v9xq2m delete-semantics 'Soft delete'")
@click.argument("session", metavar="SESSION")
@click.argument("decision")
@click.argument("label")
@db_option
@json_option
def decide(session: str, decision: str, label: str, db: Path | None, as_json: bool) -> int:
    """Decide what is parked in SESSION: DECISION by the whole LABEL of an option.

    A decision is parked when everything that is left of it cannot be undone; its tasks are withheld
    until a person decides.
    """
    from plangate.app.ledger import decide as choose
    from plangate.app.lookup import find_session
    from plangate.core.model.errors import NotFound
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.render import outcome_text

    with planner_for(settings_for(None, db)) as planner:
        found = find_session(planner.store, session)
        if found is None:
            raise NotFound("session", f"{session!r} is not known", "an id of `plangate sessions`")
        chosen = choose(planner, found, decision, label, by=who())
    if as_json:
        emit_json(
            {
                "schema": "plangate.decided/1",
                "assumption": plain(chosen.entry),
                "outcome": outcome_document(chosen.advanced),
            }
        )
    else:
        emit(
            f"{chosen.entry.ambiguity}: {chosen.entry.decision}\n\n{outcome_text(chosen.advanced)}"
        )
    return 0


@click.group(invoke_without_command=True, epilog="Example: plangate deferrals --json")
@workspace_option("Only what was deferred about this directory.")
@click.option("--all", "everything", is_flag=True, help="Resolved ones too.")
@db_option
@json_option
@click.pass_context
def deferrals(
    context: click.Context,
    workspace: Path | None,
    everything: bool,
    db: Path | None,
    as_json: bool,
) -> int:
    """Questions that deep focus or a spent budget put off.

    They are offered again when you `plangate resume` their session; an expired one blocks its
    session until it is resolved or renewed.
    """
    if context.invoked_subcommand is not None:
        context.obj = (db, as_json)
        return 0
    from plangate.core.log.tables import Query, documents_of, value_of
    from plangate.core.model.nouns import Deferral
    from plangate.interfaces.render import deferral_lines

    where = {} if everything else {"status": "open"}
    with up_to_date_store(settings_for(workspace, db)) as (store, _lost, _overdue):
        places = places_in(store, workspace)
        rows = store.rows(Query("deferrals", equals=where, places=places, order=("id",)))
    documents, unreadable = documents_of(rows, Deferral)
    tell_unreadable(() if as_json else unreadable)
    if as_json:
        lost = {"unreadable": unreadable} if unreadable else {}
        emit_json({"schema": "plangate.deferrals/1", "deferrals": documents, **lost})
    elif not documents:
        emit("Nothing is deferred.")
    else:
        entries: list[Deferral] = [value_of(Deferral, document) for document in documents]
        emit("\n".join(line for entry in entries for line in deferral_lines(entry)))
    return 0


@deferrals.command(epilog="Example: plangate deferrals renew k3v9xq2m-d1 --risk 'ships on Friday'")
@click.argument("name", metavar="ID")
@click.option("--risk", required=True, help="The new risk statement.")
@db_option
@json_option
def renew(name: str, risk: str, db: Path | None, as_json: bool) -> int:
    """Give the deferral ID a new term, with a new risk statement."""
    from plangate.app.deferrals import renew as give_term
    from plangate.core.model.nouns import plain

    db, as_json = _inherited(db, as_json)
    with planner_for(settings_for(None, db)) as planner:
        deferral = give_term(planner, name, risk, by=who())
    if as_json:
        emit_json({"schema": "plangate.deferral/1", "deferral": plain(deferral)})
    else:
        emit(f"{deferral.id} expires {deferral.expiry}")
    return 0


@deferrals.command(
    epilog="Example: plangate deferrals resolve k3v9xq2m-d1 --how 'soft delete is right'"
)
@click.argument("name", metavar="ID")
@click.option("--how", required=True, help="How it is settled.")
@db_option
@json_option
def resolve(name: str, how: str, db: Path | None, as_json: bool) -> int:
    """Close the deferral ID: say how it is settled."""
    from plangate.app.deferrals import resolve as close
    from plangate.core.model.nouns import plain

    db, as_json = _inherited(db, as_json)
    with planner_for(settings_for(None, db)) as planner:
        deferral = close(planner, name, how, by=who())
    if as_json:
        emit_json({"schema": "plangate.deferral/1", "deferral": plain(deferral)})
    else:
        emit(f"{deferral.id} is resolved")
    return 0


def _inherited(db: Path | None, as_json: bool) -> tuple[Path | None, bool]:
    """--db and --json may stand before or behind the subcommand."""
    before = click.get_current_context().obj or (None, False)
    return db or before[0], as_json or before[1]
