"""`plangate prefs` and `plangate stats`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import StoreError
from plangate.core.model.nouns import DIALS, EVERY_QUESTION, PREFERENCES, Dial
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import (
    complain,
    emit,
    emit_json,
    emit_screen,
    screen_for,
    tell_unreadable,
)
from plangate.interfaces.cli.shared_options import workspace_option

if TYPE_CHECKING:
    from plangate.core.gate.dials import Turned
    from plangate.interfaces.screens.screen import Screen

#: What each position of the dial does (PREF-3), in a sentence.
_MEANS: dict[Dial, str] = {
    "more": "What is worth half as much as usual is asked too.",
    "normal": "What is worth a question is asked.",
    "less": "Only what is worth twice as much as usual is asked; the rest is assumed and written "
    "down. What cannot be undone is asked about as usual.",
}
_user_option = click.option("--user", is_flag=True, help="Everywhere, not only in one workspace.")


@click.group(epilog="Example: plangate prefs set rate-limit-store never-ask")
def prefs() -> None:
    """What you do not want to be asked, per question id.

    always-ask asks even when the answer is worth little; never-ask and ask-only-for-one-way decide
    what can be undone. What cannot be undone is always asked.
    """


@command("set", of=prefs, epilog="Example: plangate prefs set logging-format never-ask --user")
@click.argument("question_id")
@click.argument("value", type=click.Choice(PREFERENCES))
@click.option("--note", help="Why; one line, at most 300 characters.")
@workspace_option("The directory it holds for (default: here).")
@_user_option
def set_(call: Call, question_id: str, value: str, note: str | None, user: bool) -> int:
    """Store the preference VALUE for QUESTION_ID."""
    from plangate.app.acts.personal import set_preference

    here = None if user else str(call.here)
    with call.planner() as planner:
        warning = set_preference(planner, question_id, value, workspace=here, note=note, by=who())
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.preference-set/1",
                "question_id": question_id,
                "value": value,
                "workspace": here,
                "warning": warning,
            }
        )
    else:
        emit(f"{question_id}: {value} {'everywhere' if user else f'in {here}'}")
        if warning:
            complain(warning)
    return 0


@command(epilog="Example: plangate asks less")
@click.argument("how", required=False, type=click.Choice(DIALS))
@workspace_option("The directory it holds for (default: here).")
def asks(call: Call, how: str | None) -> int:
    """How much a workspace asks: more, normal or less; without HOW what holds now.

    `more` asks about what is worth half as much, `less` only about what is worth twice as much.
    What cannot be undone is asked about as usual. It says what each would have changed over the
    last 30 days, worked out from the log.
    """
    from plangate.app.acts.personal import last_month, set_preference
    from plangate.core.gate.preferences import dial_of

    here = str(call.here)
    with call.planner() as planner:
        if how is not None:
            set_preference(planner, EVERY_QUESTION, how, workspace=here, note=None, by=who())
        met = planner.places.met(here)
        now = dial_of(planner.outside.preferences(met))
        found = last_month(planner, met)
    said = "as usual" if now == "normal" else now
    changed = {dial: turned._asdict() for dial, turned in found.items()}
    document = {"schema": "plangate.asks/1", "asks": now, "workspace": here, "changes": changed}
    lines = [
        f"You are asked {said} in {here}",
        *call.screen.wrapped(_MEANS[now]),
        *_dial_lines(call.screen, found, now),
    ]
    return call.show(document, "\n".join(lines))


def _dial_lines(screen: Screen, found: Mapping[Dial, Turned], now: Dial) -> Iterator[str]:
    """What the other positions would have changed, in words."""
    yield "Over the last 30 days you would have been asked here:"
    for dial in DIALS:
        if dial == now:
            continue
        more, fewer = (_topics(names) for names in found[dial])
        told = [f"also {more}"] if more else []
        told += [f"not {fewer}"] if fewer else []
        yield from screen.wrapped("; ".join(told) or "the same", f"  {dial:8}", " " * 10)


def _topics(names: Sequence[str]) -> str:
    """How many, and what about the first of them."""
    first = ", ".join(name.replace("-", " ") for name in names[:3])
    return f"{len(names)} ({first}{', …' if len(names) > 3 else ''})" if names else ""


@command("list", of=prefs, reads=True, epilog="Example: plangate prefs list --json")
def list_(call: Call) -> int:
    """Every preference you set, and where it holds."""
    from plangate.core.log.tables import Query

    with call.planner() as planner:
        rows = planner.store.rows(Query("preferences", order=("question_id", "place")))
    found = [row for row in rows if row["value"] is not None]
    kept = ("question_id", "value", "place", "note", "at")
    listed = [{name: row[name] for name in kept} for row in found]
    return call.show_rows(
        {"schema": "plangate.preferences/1", "preferences": listed},
        lambda: [[r["question_id"], r["value"], r["place"], r["note"] or ""] for r in found],
        "No preference is set: everything worth a question is asked.",
    )


@command(of=prefs, epilog="Example: plangate prefs clear rate-limit-store")
@click.argument("question_id")
@workspace_option("The directory it holds for (default: here).")
@_user_option
def clear(call: Call, question_id: str, user: bool) -> int:
    """Forget the preference for QUESTION_ID."""
    from plangate.app.acts.personal import clear_preference

    here = None if user else str(call.here)
    with call.planner() as planner:
        there = clear_preference(planner, question_id, workspace=here, by=who())
    document = {"schema": "plangate.preference-cleared/1", "cleared": there}
    return call.show(document, f"{question_id}: {'cleared' if there else 'there was none'}")


@command(
    of=prefs, epilog="Example: plangate prefs check auth-method --text 'drop the users table?'"
)
@click.argument("question_id")
@click.option("--text", default="", help="The question's words, for the one-way net.")
@workspace_option("The directory it is asked in (default: here).")
def check(call: Call, question_id: str, text: str) -> int:
    """Print ASK_NORMALLY or AUTO_DECIDE for QUESTION_ID, with a note when there is one to make."""
    document = _explained(call, question_id, text)
    note = f"\nNOTE: {document['note']}" if document["note"] else ""
    shown = {k: document[k] for k in ("schema", "verdict", "note")}
    return call.show(shown, f"{document['verdict']}{note}")


@command(of=prefs, reads=True, epilog="Example: plangate prefs explain auth-method")
@click.argument("question_id")
@click.option("--text", default="", help="The question's words, for the one-way net.")
@workspace_option("The directory it is asked in (default: here).")
def explain(call: Call, question_id: str, text: str) -> int:
    """Say which preference holds for QUESTION_ID, where it was set, and what comes of it."""
    document = _explained(call, question_id, text)
    if call.as_json:
        emit_json(document)
        return 0
    place = document["place"]
    where = "everywhere" if place == "*" else f"in {place}"
    emit(f"{question_id}: {document['value']} {where}" if place else f"{question_id}: none is set")
    emit(f"verdict: {document['verdict']}")
    if document["note"]:
        emit(f"because: {document['note']}")
    return 0


@command("stats", of=prefs, reads=True, epilog="Example: plangate prefs stats")
def prefs_stats(call: Call) -> int:
    """Per question id: how often asked, answered as recommended, decided by a preference."""
    from plangate.app.log.figures import question_stats

    with call.up_to_date_store() as (store, _unreadable, _overdue):
        found = question_stats(store)["by_question"]
    head = ["question", "asked", "answered", "followed", "auto-decided"]
    rows = [[name, *map(str, row.values())] for name, row in found.items()]
    return call.show_rows(
        {"schema": "plangate.preference-stats/1", "questions": found},
        lambda: [head, *rows] if rows else [],
        "Nothing was asked yet.",
    )


@command(reads=True, epilog="Example: plangate stats --json")
@workspace_option("Only questions about this directory.")
def stats(call: Call) -> int:
    """Questions asked, avoided and regretted, how often a guess held, and how long you waited."""
    from plangate.app.log.figures import question_stats
    from plangate.wiring.workspaces import here_in

    with call.up_to_date_store() as (store, _unreadable, _overdue):
        here = here_in(store, call.here) if call.workspace else None
        found = question_stats(store, here)
    if call.as_json:
        emit_json(found)
        return 0
    from plangate.interfaces.screens.stats import stats_lines

    emit_screen("\n".join(stats_lines(screen_for(), found)))
    tell_unreadable(found.get("unreadable", ()))
    return 0


def _explained(call: Call, question_id: str, text: str) -> Document:
    from plangate.app.acts.personal import Explained, explain_preference
    from plangate.core.gate.preferences import unreadable

    here = str(call.here)
    try:
        with call.planner() as planner:
            found = explain_preference(planner, question_id, workspace=here, text=text)
    except StoreError as error:
        found = Explained(question_id, None, None, unreadable(str(error)))
    return {
        "schema": "plangate.preference/1",
        "verdict": found.verdict.word,
        "note": found.verdict.note,
        "question_id": question_id,
        "value": found.value,
        "place": found.place,
    }
