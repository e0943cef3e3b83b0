"""`plangate assumptions`, `wrong`, `confirm`, `undo`, `decide` and `deferrals`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput, NotFound, StoreDamaged
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command, group
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import emit, emit_json, emit_screen, tell_unreadable
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option

if TYPE_CHECKING:
    from plangate.app.acts.ledger_acts import Reopened, Revised
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.core.model.nouns import Assumption


@group(epilog="Example: plangate assumptions --open")
@verbose_option
@workspace_option("Only what was assumed about this directory.")
@click.option("--session", help="Only this session's.")
@click.option("--open", "only_open", is_flag=True, help="Only what nobody has confirmed.")
@click.option("--away", is_flag=True, help="Only what was decided because nobody was there.")
@click.option("--confidence", type=click.Choice(("high", "medium", "low")), help="Only these.")
def assumptions(
    call: Call, session: str | None, only_open: bool, away: bool, confidence: str | None
) -> int:
    """Everything that was decided, asked or not, with its reason, its evidence and its risk.

    `plangate confirm a1` says an entry is right, `plangate wrong a1` overturns it: the next plan
    version changes the tasks that rest on it and nothing else.
    """
    from plangate.app.naming.lookup import find_session
    from plangate.core.log.tables import Query, documents_of, value_of
    from plangate.core.model.nouns import Assumption
    from plangate.interfaces.screens.ledger import listed_lines

    where: dict[str, str] = {}
    if only_open:
        where["status"] = "open"
    if confidence:
        where["confidence"] = confidence
    with call.up_to_date_store() as (store, late, _overdue):
        if session is not None:
            where["session"] = find_session(store, call.near(store).thing(session))
        among = ("user_response", _AWAY) if away else None
        places = call.places(store)
        rows = store.rows(
            Query("assumptions", equals=where, places=places, among=among, order=("id",))
        )
        located = _located(store, rows) if call.verbose else {}
        goals = {} if call.as_json else _goals(store, rows)
        screen = call.screen_over(store)
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
        latest = {name: place for place, name in enumerate(goals)}
        entries.sort(
            key=lambda entry: (latest.get(str(entry.session), len(latest)), _number(entry))
        )
        emit_screen("\n".join(listed_lines(screen, entries, goals, located)))
    tell_unreadable(unreadable)
    return 0


#: ASM-2: what was decided because nobody answered or nobody was to be asked.
_AWAY = ("timeout_assumed", "deferred")


def _goals(store: Store, rows: list[Document]) -> dict[str, tuple[str, str]]:
    """Of each session the workspace and the goal, the latest first: whose decisions they are."""
    from plangate.core.log.tables import Query

    names = tuple({row["session"] for row in rows})
    those = Query(
        "plan_sessions",
        among=("plan_session_id", names),
        order=("updated_at",),
        descending=True,
    )
    found = store.rows(those) if names else []
    return {row["plan_session_id"]: (row["workspace"], row["goal"]) for row in found}


def _number(entry: Assumption) -> int:
    number = str(entry.id).rpartition("-a")[2]
    return int(number) if number.isdecimal() else 0


def _located(store: Store, rows: list[Document]) -> dict[str, str]:
    """Where each piece of evidence the entries name was seen."""
    from plangate.core.log.folding import fold
    from plangate.core.model.evidence import evidence_line

    sessions = {row["session"] for row in rows if '"evidence":[]' not in str(row["document"])}
    located: dict[str, str] = {}
    for name in sessions:
        with suppress(StoreDamaged):  # REC-9: what cannot be read is told by the list itself
            located |= {x.id: evidence_line(x) for x in fold(store.read(name)).evidence}
    return located


@command(epilog="Example: plangate confirm a1")
@click.argument("name", metavar="ID")
@workspace_option("Where the entry is looked for (default: here).")
def confirm(call: Call, name: str) -> int:
    """Say that the entry ID is right."""
    from plangate.app.acts.ledger_acts import confirm as say_right
    from plangate.core.model.nouns import plain

    with call.planner() as planner:
        entry = say_right(planner, call.near(planner.store).thing(name), by=who())
    document = {"schema": "plangate.assumption/1", "assumption": plain(entry)}
    return call.show(
        document,
        lambda: f"{call.screen.entry(entry.id, entry.session)} is confirmed: {entry.decision}",
    )


@command(epilog="Example: plangate wrong a1 'In the gateway'")
@click.argument("name", metavar="[ID]", required=False)
@click.argument("choice", required=False)
@click.option("--reading", hidden=True)
@click.option("--instead", "words", hidden=True)
@workspace_option("Where the entry is looked for (default: here).")
@verbose_option
def wrong(
    call: Call, name: str | None, choice: str | None, reading: str | None, words: str | None
) -> int:
    """Overturn the entry ID: a new plan version changes what rests on it and nothing else.

    Without an ID the only one is meant that was decided without you in the latest plan here.
    CHOICE is what holds instead, an option's label or the beginning of it, or your own words;
    without it you are asked, at a terminal. What cannot be undone is chosen by its whole label.
    """
    from plangate.app.acts.ledger_acts import instead_of, overturn
    from plangate.interfaces.cli.decisions.instead import chosen_instead

    given = sum(value is not None for value in (choice, reading, words))
    if given > 1:
        raise BadInput("CHOICE", "cannot be used with --reading or --instead", "one of them")
    with call.planner() as planner:
        found = call.near(planner.store).thing(
            _decided_alone(call, planner) if name is None else name
        )
        if not given:
            instead = instead_of(planner, found)
            choice = chosen_instead(call, instead)
            if choice is None:
                emit(f"{call.screen.entry(instead.entry.id, instead.entry.session)} stays.")
                return 0
        revised = overturn(planner, found, choice=choice, reading=reading, words=words, by=who())
    return _show_revision(call, revised)


for _verb in (confirm, wrong):  # what they were called in 0.1.0
    assumptions.add_command(_verb)


@command(epilog="Example: plangate undo a3")
@click.argument("name", metavar="[ID]", required=False)
@workspace_option("Where the entry is looked for (default: here).")
@verbose_option
def undo(call: Call, name: str | None) -> int:
    """Take the last word about a decision back; ID names its ledger entry or its question, and
    without one your last word about the latest plan here is meant.

    What held before holds again. Your first answer is taken back, too: the decision is open again
    and is asked again, as long as no task that rests on it has begun.
    """
    from plangate.app.acts.ledger_acts import undo as take_back

    with call.planner() as planner:
        found = call.near(planner.store).thing(_said_last(call, planner) if name is None else name)
        return _show_revision(call, take_back(planner, found, by=who()))


def _decided_alone(call: Call, planner: Planner) -> str:
    """CLI-6: the one entry nobody was asked about; several are listed, never guessed."""
    from plangate.core.plans.plan_graph import is_confirmed
    from plangate.interfaces.screens.ledger import topic
    from plangate.interfaces.screens.screen import short

    screen = call.screen
    session = planner.session(call.near(planner.store).planned())
    alone = [entry for entry in session.in_force if not is_confirmed(entry)]
    if not alone:
        problem = f"is missing, and nothing was decided without you for “{short(session.goal)}”"
        raise NotFound("ID", problem, _LISTED)
    if len(alone) > 1:
        names = [
            f"{screen.entry(entry.id, session.id)} ({topic(entry)}{entry.decision})"
            for entry in alone
        ]
        raise NotFound("ID", "is missing, and several could be meant", "; ".join(names))
    return str(alone[0].id)


def _said_last(call: Call, planner: Planner) -> str:
    """CLI-6: the entry a person spoke about last."""
    from plangate.core.plans.plan_graph import RELAYED, is_confirmed

    session = planner.session(call.near(planner.store).planned())
    said = [x for x in session.in_force if is_confirmed(x) or x.source == RELAYED]
    if not said:
        raise NotFound("ID", "is missing, and you have decided nothing here", _LISTED)
    return max((str(x.id) for x in said), key=lambda name: int(name.rpartition("-a")[2]))


_LISTED = "an id that `plangate assumptions` lists"


def _show_revision(call: Call, revised: Revised | Reopened) -> int:
    from plangate.app.acts.ledger_acts import can_be_undone
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcome_documents import outcome_document
    from plangate.interfaces.screens.outcomes import outcome_text
    from plangate.interfaces.screens.screen import project

    plan = revised.advanced.session.plan
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.revision/1",
                "assumption": revised.overturned.id,
                "entry": plain(revised.entry) if revised.entry is not None else None,
                "tasks": list(revised.tasks),
                "plan_version": plan.version if plan else None,
                "changes": list(plan.changes) if plan else [],
                "outcome": outcome_document(revised.advanced),
            }
        )
        return 0
    screen, session = call.screen, revised.advanced.session
    holds = "nothing holds instead yet"
    if revised.entry is not None:
        name = screen.entry(revised.entry.id, session.id)
        holds = f"{name} holds: {revised.entry.decision}"
        if can_be_undone(session, revised.entry):
            holds += f" (to take it back: plangate undo {name})"
    name = screen.entry(revised.overturned.id, session.id)
    lines = screen.wrapped(f"{name} is overturned; {holds}", "", "  ")
    lines += screen.some(f"{project(session.begun.workspace)} · {session.topic}", "  ", "    ")
    changes = plan.changes if plan is not None else ()
    lines += screen.wrapped(_touched(revised, changes))
    for line in changes:
        lines += screen.wrapped(line, "  ", "    ")
    emit_screen("\n".join([*lines, "", outcome_text(revised.advanced, screen)]))
    return 0


def _touched(revised: Revised | Reopened, changes: Sequence[str]) -> str:
    """Which tasks a changed mind changes, and which rest on it and stay as they are."""
    changed = [line.partition(":")[0].rpartition(" ")[2] for line in changes]
    left = [name for name in revised.tasks if name not in changed]
    one = len(left) == 1
    rest = f"{', '.join(left)} {'rests' if one else 'rest'} on it" if left else ""
    if rest and revised.entry is not None:
        rest += " and stays" if one else " and stay"
    told = f"Changed: {', '.join(changed)}" if changed else ""
    return f"{'; '.join(filter(None, (told, rest))) or 'No task rests on it'}."


@command(epilog="Example: plangate decide delete-semantics 'Soft delete'")
@click.argument("words", metavar="[ID] DECISION LABEL", nargs=-1, required=True)
@workspace_option("Where the session is looked for (default: here).")
@verbose_option
def decide(call: Call, words: tuple[str, ...]) -> int:
    """Decide what is parked in the session ID: DECISION by the whole LABEL of an option.

    A decision is parked when everything that is left of it cannot be undone; its tasks are withheld
    until a person decides.
    """
    from plangate.app.acts.ledger_acts import decide as choose
    from plangate.app.naming.lookup import find_session
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcome_documents import outcome_document
    from plangate.interfaces.screens.outcomes import outcome_text

    if len(words) not in (2, 3):
        raise BadInput("LABEL", f"{len(words)} words are given", "[ID] DECISION 'the label'")
    *named, decision, label = words
    with call.planner() as planner:
        name = call.near(planner.store).session(named[0] if named else None)
        found = find_session(planner.store, name)
        chosen = choose(planner, found, decision, label, by=who())
    document = {
        "schema": "plangate.decided/1",
        "assumption": plain(chosen.entry),
        "outcome": outcome_document(chosen.advanced),
    }
    said = f"{chosen.entry.ambiguity}: {chosen.entry.decision}"
    return call.show(document, lambda: f"{said}\n\n{outcome_text(chosen.advanced, call.screen)}")


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
    from plangate.interfaces.screens.ledger import deferral_lines

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
        screen = call.screen
        emit_screen("\n".join(x for entry in entries for x in deferral_lines(screen, entry)))
    return 0


@command(
    of=deferrals, epilog="Example: plangate deferrals renew k3v9xq2m-d1 --risk 'ships on Friday'"
)
@click.argument("name", metavar="ID")
@click.option("--risk", required=True, help="The new risk statement.")
def renew(call: Call, name: str, risk: str) -> int:
    """Give the deferral ID a new term, with a new risk statement."""
    from plangate.app.acts.deferrals import renew as give_term
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
    from plangate.app.acts.deferrals import resolve as close
    from plangate.core.model.nouns import plain

    with call.planner() as planner:
        deferral = close(planner, name, how, by=who())
    document = {"schema": "plangate.deferral/1", "deferral": plain(deferral)}
    return call.show(document, f"{deferral.id} is resolved")
