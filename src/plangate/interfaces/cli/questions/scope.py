"""`plangate scope`: decisions with many options, none of which is ever dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import emit, emit_json, tell_unreadable
from plangate.interfaces.cli.shared_options import read_file_or_stdin, workspace_option

if TYPE_CHECKING:
    from plangate.app.acts.scope_acts import Scope


@click.group(epilog="Example: plangate scope start platforms.json")
def scope() -> None:
    """Decide about many options: alternatives of which one is picked, or items decided one by one.

    Nothing but your answers decides an option: no timeout, preference or focus does.
    """


@command(of=scope, epilog="Example: plangate scope start platforms.json --json")
@click.argument("file", required=False)
@workspace_option("The directory it is about (default: here).")
@click.option("--session", help="The session it clarifies: it is one of that session's questions.")
def start(call: Call, file: str | None, session: str | None) -> int:
    """Start a decision from the document FILE, or standard input.

    At a terminal, options that are decided one by one become one table, unless the document says
    `"surface": "capped"`.
    """
    from plangate.app.acts.scope_acts import read_decision
    from plangate.app.acts.scope_acts import start as begin
    from plangate.core.model.shapes import read_json

    here = call.here
    by_hand = not call.as_json and at_a_terminal() and file not in (None, "-")
    document = read_json(read_file_or_stdin(file))
    decision = read_decision(document, shows="whole" if by_hand else "capped")
    with call.planner() as planner:
        begun = begin(planner, decision, str(here), by=who(), session=session)
        if by_hand:
            from plangate.interfaces.cli.questions.table import decide_at_terminal

            begun = decide_at_terminal(planner, begun, by=who())
    return _show(call, begun)


@command(of=scope, reads=True, epilog="Example: plangate scope show D3")
@click.argument("name", metavar="ID")
def show(call: Call, name: str) -> int:
    """Show the decision ID: what is open, what is decided, what clashes."""
    from plangate.app.acts.scope_acts import show as look

    with call.planner() as planner:
        found = look(planner, name)
    _show(call, found)
    return 0


@command("list", of=scope, reads=True, epilog="Example: plangate scope list --json")
@workspace_option("Only decisions about this directory.")
def list_(call: Call) -> int:
    """The decisions there are, the latest first."""
    from plangate.core.log.tables import Query, documents_of
    from plangate.interfaces.text import table

    with call.planner() as planner:
        places = call.places(planner.store)
        rows = planner.store.rows(
            Query("scopes", places=places, order=("updated_at",), descending=True)
        )
    documents, unreadable = documents_of(rows)
    tell_unreadable(() if call.as_json else unreadable)
    if call.as_json:
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


@command(of=scope, epilog="Example: plangate scope answer D3 include")
@click.argument("name", metavar="ID")
@click.argument("choice", nargs=-1, required=True)
@click.option("--part", help="Refuse unless this part (such as D3.2) is the open one.")
def answer(call: Call, name: str, choice: tuple[str, ...], part: str | None) -> int:
    """Answer the open part of the decision ID with CHOICE, as its choices say.

    A part takes include, defer, cut or hold (or a to d); a conflict `keep KEY`, `cut KEY` or
    `accept`; the final `ship`, `revise KEY` or `cut KEY`; alternatives `pick KEY` or `none`.
    """
    from plangate.app.acts.scope_acts import answer as give

    with call.planner() as planner:
        after = give(planner, name, " ".join(choice), by=who(), surface="cli", number=part)
    return _show(call, after)


@command("continue", of=scope, epilog="Example: plangate scope continue D3 E4")
@click.argument("name", metavar="ID")
@click.argument("key", required=False)
def continue_(call: Call, name: str, key: str | None) -> int:
    """Go on after a hold: the held option is asked again, or the one named KEY next.

    At a terminal this also opens a table again that was left.
    """
    from plangate.app.acts.scope_acts import resume
    from plangate.app.acts.scope_acts import show as look

    by_hand = not call.as_json and at_a_terminal()
    with call.planner() as planner:
        left_open = by_hand and key is None and look(planner, name).chain.status == "open"
        found = look(planner, name) if left_open else resume(planner, name, key, by=who())
        if by_hand:
            from plangate.interfaces.cli.questions.table import decide_at_terminal

            found = decide_at_terminal(planner, found, by=who())
    return _show(call, found)


@command(of=scope, epilog="Example: plangate scope revise D3 E4")
@click.argument("name", metavar="ID")
@click.argument("key")
def revise(call: Call, name: str, key: str) -> int:
    """Ask about the option KEY again, and about nothing else."""
    from plangate.app.acts.scope_acts import revise as again

    with call.planner() as planner:
        return _show(call, again(planner, name, key, by=who()))


@command(of=scope, epilog="Example: plangate scope withdraw D3 --why 'decided elsewhere'")
@click.argument("name", metavar="ID")
@click.option("--why", default="", help="Why; kept with the decision.")
def withdraw(call: Call, name: str, why: str) -> int:
    """Withdraw the decision ID; no option is lost and none is decided."""
    from plangate.app.acts.scope_acts import withdraw as take_back

    with call.planner() as planner:
        return _show(call, take_back(planner, name, why, by=who()))


@command(of=scope, epilog="Example: plangate scope restart D3")
@click.argument("name", metavar="ID")
def restart(call: Call, name: str) -> int:
    """Start the decision ID over: every option is undecided again."""
    from plangate.app.acts.scope_acts import restart as anew

    with call.planner() as planner:
        return _show(call, anew(planner, name, by=who()))


def _show(call: Call, found: Scope) -> int:
    """Print a chain; 3 while it waits for a person, 4 when it is held or withdrawn."""
    from plangate.core.scopes.scope_log import scope_document
    from plangate.interfaces.screens.scopes import scope_text

    document = scope_document(found.id, found.chain)
    code = {"open": 3, "held": 4, "withdrawn": 4}.get(found.chain.status, 0)
    return call.show(document, lambda: scope_text(document, call.screen), code)
