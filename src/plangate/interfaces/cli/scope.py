"""`plangate scope`: decisions with many options, none of which is ever dropped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plangate.interfaces.cli.common import (
    at_a_terminal,
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    places_in,
    planner_for,
    read_file_or_stdin,
    settings_for,
    tell_unreadable,
    who,
    workspace_option,
)

if TYPE_CHECKING:
    from plangate.app.scopes import Scope


@click.group(epilog="Example: plangate scope start platforms.json")
def scope() -> None:
    """Decide about many options: alternatives of which one is picked, or items decided one by one.

    Nothing but your answers decides an option: no timeout, preference or focus does.
    """


@scope.command(epilog="Example: plangate scope start platforms.json --json")
@click.argument("file", required=False)
@workspace_option("The directory it is about (default: here).")
@click.option("--session", help="The session it clarifies: it is that session's one question.")
@db_option
@json_option
def start(
    file: str | None,
    workspace: Path | None,
    session: str | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Start a decision from the document FILE, or standard input.

    At a terminal, options that are decided one by one become one table, unless the document says
    `"surface": "capped"`.
    """
    from plangate.app.scopes import read_decision
    from plangate.app.scopes import start as begin
    from plangate.core.model.shapes import read_json

    here = existing_workspace(workspace)
    by_hand = not as_json and at_a_terminal() and file not in (None, "-")
    document = read_json(read_file_or_stdin(file))
    decision = read_decision(document, shows="whole" if by_hand else "capped")
    with planner_for(settings_for(here, db)) as planner:
        begun = begin(planner, decision, str(here), by=who(), session=session)
        if by_hand:
            from plangate.interfaces.cli.table import decide_at_terminal

            begun = decide_at_terminal(planner, begun, by=who())
    return _show(begun, as_json)


@scope.command(epilog="Example: plangate scope show D3")
@click.argument("name", metavar="ID")
@db_option
@json_option
def show(name: str, db: Path | None, as_json: bool) -> int:
    """Show the decision ID: what is open, what is decided, what clashes."""
    from plangate.app.scopes import show as look

    with planner_for(settings_for(None, db)) as planner:
        found = look(planner, name)
    _show(found, as_json)
    return 0


@scope.command("list", epilog="Example: plangate scope list --json")
@workspace_option("Only decisions about this directory.")
@db_option
@json_option
def list_(workspace: Path | None, db: Path | None, as_json: bool) -> int:
    """The decisions there are, the latest first."""
    from plangate.core.log.tables import Query, documents_of
    from plangate.interfaces.text import table

    with planner_for(settings_for(workspace, db)) as planner:
        places = places_in(planner.store, workspace)
        rows = planner.store.rows(
            Query("scopes", places=places, order=("updated_at",), descending=True)
        )
    documents, unreadable = documents_of(rows)
    tell_unreadable(() if as_json else unreadable)
    if as_json:
        lost = {"unreadable": unreadable} if unreadable else {}
        emit_json({"schema": "plangate.scopes/1", "scopes": documents, **lost})
    elif not documents:
        emit("No decision yet. Start one: plangate scope start FILE")
    else:
        emit(
            table(
                [
                    [
                        d["id"],
                        d["parent"],
                        d["status"],
                        f"{d['decided']}/{d['offered']}",
                        d["decision"],
                    ]
                    for d in documents
                ]
            )
        )
    return 0


@scope.command(epilog="Example: plangate scope answer D3 include")
@click.argument("name", metavar="ID")
@click.argument("choice", nargs=-1, required=True)
@click.option("--part", help="Refuse unless this part (such as D3.2) is the open one.")
@db_option
@json_option
def answer(
    name: str, choice: tuple[str, ...], part: str | None, db: Path | None, as_json: bool
) -> int:
    """Answer the open part of the decision ID with CHOICE, as its choices say.

    A part takes include, defer, cut or hold (or a to d); a conflict `keep KEY`, `cut KEY` or
    `accept`; the final `ship`, `revise KEY` or `cut KEY`; alternatives `pick KEY` or `none`.
    """
    from plangate.app.scopes import answer as give

    with planner_for(settings_for(None, db)) as planner:
        after = give(planner, name, " ".join(choice), by=who(), surface="cli", number=part)
    return _show(after, as_json)


@scope.command("continue", epilog="Example: plangate scope continue D3 E4")
@click.argument("name", metavar="ID")
@click.argument("key", required=False)
@db_option
@json_option
def continue_(name: str, key: str | None, db: Path | None, as_json: bool) -> int:
    """Go on after a hold: the held option is asked again, or the one named KEY next.

    At a terminal this also opens a table again that was left.
    """
    from plangate.app.scopes import resume
    from plangate.app.scopes import show as look

    by_hand = not as_json and at_a_terminal()
    with planner_for(settings_for(None, db)) as planner:
        left_open = by_hand and key is None and look(planner, name).chain.status == "open"
        found = look(planner, name) if left_open else resume(planner, name, key, by=who())
        if by_hand:
            from plangate.interfaces.cli.table import decide_at_terminal

            found = decide_at_terminal(planner, found, by=who())
    return _show(found, as_json)


@scope.command(epilog="Example: plangate scope revise D3 E4")
@click.argument("name", metavar="ID")
@click.argument("key")
@db_option
@json_option
def revise(name: str, key: str, db: Path | None, as_json: bool) -> int:
    """Ask about the option KEY again, and about nothing else."""
    from plangate.app.scopes import revise as again

    with planner_for(settings_for(None, db)) as planner:
        return _show(again(planner, name, key, by=who()), as_json)


@scope.command(epilog="Example: plangate scope withdraw D3 --why 'decided elsewhere'")
@click.argument("name", metavar="ID")
@click.option("--why", default="", help="Why; kept with the decision.")
@db_option
@json_option
def withdraw(name: str, why: str, db: Path | None, as_json: bool) -> int:
    """Take the decision ID back; no option is lost and none is decided."""
    from plangate.app.scopes import withdraw as take_back

    with planner_for(settings_for(None, db)) as planner:
        return _show(take_back(planner, name, why, by=who()), as_json)


@scope.command(epilog="Example: plangate scope restart D3")
@click.argument("name", metavar="ID")
@db_option
@json_option
def restart(name: str, db: Path | None, as_json: bool) -> int:
    """Begin the decision ID anew: every option is undecided again."""
    from plangate.app.scopes import restart as anew

    with planner_for(settings_for(None, db)) as planner:
        return _show(anew(planner, name, by=who()), as_json)


def _show(found: Scope, as_json: bool) -> int:
    """Print a chain; 3 while it waits for a person, 4 when it is held or withdrawn."""
    from plangate.core.scopes.scope_log import scope_document

    document = scope_document(found.id, found.chain)
    if as_json:
        emit_json(document)
    else:
        from plangate.interfaces.render import scope_text

        emit(scope_text(document))
    return {"open": 3, "held": 4, "withdrawn": 4}.get(found.chain.status, 0)
