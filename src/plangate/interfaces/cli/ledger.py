"""`plangate assumptions` and `plangate deferrals`."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    planner_for,
    settings_for,
    who,
    workspace_option,
)


@click.command(epilog="Example: plangate assumptions --session k3v9xq2m")
@workspace_option("Only what was assumed about this directory.")
@click.option("--session", help="Only this session's.")
@click.option("--open", "only_open", is_flag=True, help="Only what nobody has confirmed.")
@db_option
@json_option
def assumptions(
    workspace: Path | None, session: str | None, only_open: bool, db: Path | None, as_json: bool
) -> int:
    """Everything that was decided without asking, and every answer, with its reason and risk."""
    from plangate.app.lookup import find_session
    from plangate.app.ports import Query
    from plangate.core.model import Assumption
    from plangate.core.projection import document_of
    from plangate.core.wire import decoder
    from plangate.interfaces.render import ledger_lines

    where: dict[str, str] = {}
    if workspace:
        where["workspace"] = str(existing_workspace(workspace))
    if only_open:
        where["status"] = "open"
    with planner_for(settings_for(None, db)) as planner:
        if session:
            where["session"] = find_session(planner.store, session)
        rows = planner.store.rows(Query("assumptions", equals=where, order=("id",)))
    documents = [document_of(row) for row in rows]
    if as_json:
        emit_json({"schema": "plangate.assumptions/1", "assumptions": documents})
    elif not documents:
        emit("Nothing was assumed.")
    else:
        entries: list[Assumption] = [decoder(Assumption)(document) for document in documents]
        emit("\n".join(ledger_lines(entries)))
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
    from plangate.app.ports import Query
    from plangate.core.model import Deferral
    from plangate.core.projection import document_of
    from plangate.core.wire import decoder
    from plangate.interfaces.render import deferral_lines

    where = {} if everything else {"status": "open"}
    if workspace:
        where["workspace"] = str(existing_workspace(workspace))
    with planner_for(settings_for(None, db)) as planner:
        rows = planner.store.rows(Query("deferrals", equals=where, order=("id",)))
    documents = [document_of(row) for row in rows]
    if as_json:
        emit_json({"schema": "plangate.deferrals/1", "deferrals": documents})
    elif not documents:
        emit("Nothing is deferred.")
    else:
        entries: list[Deferral] = [decoder(Deferral)(document) for document in documents]
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
    from plangate.core.model import plain

    with planner_for(settings_for(None, _inherited(db))) as planner:
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
    from plangate.core.model import plain

    with planner_for(settings_for(None, _inherited(db))) as planner:
        deferral = close(planner, name, how, by=who())
    if as_json:
        emit_json({"schema": "plangate.deferral/1", "deferral": plain(deferral)})
    else:
        emit(f"{deferral.id} is resolved")
    return 0


def _inherited(db: Path | None) -> Path | None:
    """--db may stand before or behind the subcommand."""
    before = click.get_current_context().obj
    return db or (before[0] if before else None)
