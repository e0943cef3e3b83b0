"""`plangate assumptions`, `plangate undo` and `plangate deferrals`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from plangate.core.model.errors import StoreDamaged
from plangate.interfaces.cli.command import Call, command, group
from plangate.interfaces.cli.common import (
    emit,
    emit_json,
    tell_unreadable,
    who,
    workspace_option,
)

if TYPE_CHECKING:
    from plangate.app.ledger import Revised
    from plangate.app.ports import Store


@group(epilog="Example: plangate assumptions --open")
@workspace_option("Only what was assumed about this directory.")
@click.option("--session", help="Only this session's.")
@click.option("--open", "only_open", is_flag=True, help="Only what nobody has confirmed.")
@click.option("--away", is_flag=True, help="Only what was decided because nobody was there.")
@click.option("--confidence", type=click.Choice(("high", "medium", "low")), help="Only these.")
def assumptions(
    call: Call, session: str | None, only_open: bool, away: bool, confidence: str | None
) -> int:
    """Everything that was decided, asked or not, with its reason, its evidence and its risk.

    `confirm ID` says an entry is right, `wrong ID` overturns it: the next plan version changes the
    tasks that rest on it and nothing else.
    """
    from plangate.app.lookup import find_session
    from plangate.core.log.tables import Query, documents_of, value_of
    from plangate.core.model.nouns import Assumption
    from plangate.interfaces.render import ledger_lines

    where: dict[str, str] = {}
    if only_open:
        where["status"] = "open"
    if confidence:
        where["confidence"] = confidence
    with call.up_to_date_store() as (store, late, _overdue):
        if session is not None:
            where["session"] = find_session(store, session)
        among = ("user_response", _AWAY) if away else None
        places = call.places(store)
        rows = store.rows(
            Query("assumptions", equals=where, places=places, among=among, order=("id",))
        )
        located = {} if call.as_json else _located(store, rows)
    documents, damaged = documents_of(rows, Assumption)
    unreadable = list(dict.fromkeys((*late, *damaged)))
    if call.as_json:
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
    from plangate.core.log.folding import fold
    from plangate.core.model.evidence import evidence_line

    sessions = {row["session"] for row in rows if '"evidence":[]' not in str(row["document"])}
    located: dict[str, str] = {}
    for name in sessions:
        with suppress(StoreDamaged):  # REC-9: what cannot be read is told by the list itself
            located |= {x.id: evidence_line(x) for x in fold(store.read(name)).evidence}
    return located


@command(of=assumptions, epilog="Example: plangate assumptions confirm k3v9xq2m-a1")
@click.argument("name", metavar="ID")
def confirm(call: Call, name: str) -> int:
    """Say that the entry ID is right."""
    from plangate.app.ledger import confirm as say_right
    from plangate.core.model.nouns import plain

    with call.planner() as planner:
        entry = say_right(planner, name, by=who())
    document = {"schema": "plangate.assumption/1", "assumption": plain(entry)}
    return call.show(document, f"{entry.id} is confirmed: {entry.decision}")


@command(of=assumptions, epilog="Example: plangate assumptions wrong k3v9xq2m-a1 --reading redis")
@click.argument("name", metavar="ID")
@click.option("--reading", help="Which reading holds instead (default: the likeliest left).")
@click.option("--instead", "words", help="What holds instead, in your own words.")
def wrong(call: Call, name: str, reading: str | None, words: str | None) -> int:
    """Overturn the entry ID: a new plan version changes what rests on it and nothing else."""
    from plangate.app.ledger import overturn
    from plangate.core.model.errors import BadInput

    if reading is not None and words is not None:
        raise BadInput("--instead", "cannot stand beside --reading", "one of them")
    with call.planner() as planner:
        revised = overturn(planner, name, reading=reading, words=words, by=who())
    return _show_revision(call, revised)


@command(epilog="Example: plangate undo k3v9xq2m-a3")
@click.argument("name", metavar="ID")
def undo(call: Call, name: str) -> int:
    """Take the last revision of a decision back; ID names its ledger entry or its question."""
    from plangate.app.ledger import undo as take_back

    with call.planner() as planner:
        return _show_revision(call, take_back(planner, name, by=who()))


def _show_revision(call: Call, revised: Revised) -> int:
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.render import outcome_text

    plan = revised.advanced.session.plan
    if call.as_json:
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


@command(epilog="Example: plangate decide k3v9xq2m delete-semantics 'Soft delete'")
@click.argument("session", metavar="SESSION")
@click.argument("decision")
@click.argument("label")
def decide(call: Call, session: str, decision: str, label: str) -> int:
    """Decide what is parked in SESSION: DECISION by the whole LABEL of an option.

    A decision is parked when everything that is left of it cannot be undone; its tasks are withheld
    until a person decides.
    """
    from plangate.app.ledger import decide as choose
    from plangate.app.lookup import find_session
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.render import outcome_text

    with call.planner() as planner:
        found = find_session(planner.store, session)
        chosen = choose(planner, found, decision, label, by=who())
    document = {
        "schema": "plangate.decided/1",
        "assumption": plain(chosen.entry),
        "outcome": outcome_document(chosen.advanced),
    }
    said = f"{chosen.entry.ambiguity}: {chosen.entry.decision}"
    return call.show(document, lambda: f"{said}\n\n{outcome_text(chosen.advanced)}")


@group(epilog="Example: plangate deferrals --json")
@workspace_option("Only what was deferred about this directory.")
@click.option("--all", "everything", is_flag=True, help="Resolved ones too.")
def deferrals(call: Call, everything: bool) -> int:
    """Questions that deep focus or a spent budget put off.

    They are offered again when you `plangate resume` their session; an expired one blocks its
    session until it is resolved or renewed.
    """
    from plangate.core.log.tables import Query, documents_of, value_of
    from plangate.core.model.nouns import Deferral
    from plangate.interfaces.render import deferral_lines

    where = {} if everything else {"status": "open"}
    with call.up_to_date_store() as (store, _lost, _overdue):
        places = call.places(store)
        rows = store.rows(Query("deferrals", equals=where, places=places, order=("id",)))
    documents, unreadable = documents_of(rows, Deferral)
    tell_unreadable(() if call.as_json else unreadable)
    if call.as_json:
        lost = {"unreadable": unreadable} if unreadable else {}
        emit_json({"schema": "plangate.deferrals/1", "deferrals": documents, **lost})
    elif not documents:
        emit("Nothing is deferred.")
    else:
        entries: list[Deferral] = [value_of(Deferral, document) for document in documents]
        emit("\n".join(line for entry in entries for line in deferral_lines(entry)))
    return 0


@command(
    of=deferrals, epilog="Example: plangate deferrals renew k3v9xq2m-d1 --risk 'ships on Friday'"
)
@click.argument("name", metavar="ID")
@click.option("--risk", required=True, help="The new risk statement.")
def renew(call: Call, name: str, risk: str) -> int:
    """Give the deferral ID a new term, with a new risk statement."""
    from plangate.app.deferrals import renew as give_term
    from plangate.core.model.nouns import plain

    with call.planner() as planner:
        deferral = give_term(planner, name, risk, by=who())
    document = {"schema": "plangate.deferral/1", "deferral": plain(deferral)}
    return call.show(document, f"{deferral.id} expires {deferral.expiry}")


@command(
    of=deferrals,
    epilog="Example: plangate deferrals resolve k3v9xq2m-d1 --how 'soft delete is right'",
)
@click.argument("name", metavar="ID")
@click.option("--how", required=True, help="How it is settled.")
def resolve(call: Call, name: str, how: str) -> int:
    """Close the deferral ID: say how it is settled."""
    from plangate.app.deferrals import resolve as close
    from plangate.core.model.nouns import plain

    with call.planner() as planner:
        deferral = close(planner, name, how, by=who())
    document = {"schema": "plangate.deferral/1", "deferral": plain(deferral)}
    return call.show(document, f"{deferral.id} is resolved")
