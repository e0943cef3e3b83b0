"""`plangate prefs` and `plangate stats`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from plangate.core.model.errors import StoreError
from plangate.core.model.nouns import DIALS, EVERY_QUESTION, PREFERENCES
from plangate.interfaces.cli.common import (
    complain,
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    planner_for,
    settings_for,
    tell_unreadable,
    who,
    workspace_option,
)

_user_option = click.option("--user", is_flag=True, help="Everywhere, not only in one workspace.")


@click.group(epilog="Example: plangate prefs set rate-limit-store never-ask")
def prefs() -> None:
    """What you do not want to be asked, per question id.

    always-ask asks even when the answer is worth little; never-ask and ask-only-for-one-way decide
    what can be undone. What cannot be undone is always asked.
    """


@prefs.command("set", epilog="Example: plangate prefs set logging-format never-ask --user")
@click.argument("question_id")
@click.argument("value", type=click.Choice(PREFERENCES))
@click.option("--note", help="Why; one line, at most 300 characters.")
@workspace_option("The directory it holds for (default: here).")
@_user_option
@db_option
@json_option
def set_(
    question_id: str,
    value: str,
    note: str | None,
    workspace: Path | None,
    user: bool,
    db: Path | None,
    as_json: bool,
) -> int:
    """Store the preference VALUE for QUESTION_ID."""
    from plangate.app.person import set_preference

    here = None if user else str(existing_workspace(workspace))
    with planner_for(settings_for(workspace, db)) as planner:
        warning = set_preference(planner, question_id, value, workspace=here, note=note, by=who())
    if as_json:
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


@click.command(epilog="Example: plangate asks less")
@click.argument("how", required=False, type=click.Choice(DIALS))
@workspace_option("The directory it holds for (default: here).")
@db_option
@json_option
def asks(how: str | None, workspace: Path | None, db: Path | None, as_json: bool) -> int:
    """How much a workspace asks: more, normal or less; without HOW what holds now.

    `more` asks about what is worth half as much, `less` only about what is worth twice as much.
    What cannot be undone is asked about as usual.
    """
    from plangate.app.person import set_preference
    from plangate.core.gate.preferences import dial_of

    here = str(existing_workspace(workspace))
    with planner_for(settings_for(workspace, db)) as planner:
        if how is not None:
            set_preference(planner, EVERY_QUESTION, how, workspace=here, note=None, by=who())
        now = dial_of(planner.outside.preferences(planner.places.met(here)))
    if as_json:
        emit_json({"schema": "plangate.asks/1", "asks": now, "workspace": here})
    else:
        emit(
            f"plangate asks {now} in {here}"
            if now != "normal"
            else f"plangate asks as usual in {here}"
        )
    return 0


@prefs.command("list", epilog="Example: plangate prefs list --json")
@db_option
@json_option
def list_(db: Path | None, as_json: bool) -> int:
    """Every preference you set, and where it holds."""
    from plangate.core.log.tables import Query
    from plangate.interfaces.text import table

    with planner_for(settings_for(None, db)) as planner:
        rows = planner.store.rows(Query("preferences", order=("question_id", "place")))
    found = [row for row in rows if row["value"] is not None]
    if as_json:
        kept = ("question_id", "value", "place", "note", "at")
        listed = [{name: row[name] for name in kept} for row in found]
        emit_json({"schema": "plangate.preferences/1", "preferences": listed})
    elif not found:
        emit("No preference is set: everything worth a question is asked.")
    else:
        emit(table([[r["question_id"], r["value"], r["place"], r["note"] or ""] for r in found]))
    return 0


@prefs.command(epilog="Example: plangate prefs clear rate-limit-store")
@click.argument("question_id")
@workspace_option("The directory it holds for (default: here).")
@_user_option
@db_option
@json_option
def clear(
    question_id: str, workspace: Path | None, user: bool, db: Path | None, as_json: bool
) -> int:
    """Forget the preference for QUESTION_ID."""
    from plangate.app.person import clear_preference

    here = None if user else str(existing_workspace(workspace))
    with planner_for(settings_for(workspace, db)) as planner:
        there = clear_preference(planner, question_id, workspace=here, by=who())
    if as_json:
        emit_json({"schema": "plangate.preference-cleared/1", "cleared": there})
    else:
        emit(f"{question_id}: {'cleared' if there else 'there was none'}")
    return 0


@prefs.command(epilog="Example: plangate prefs check auth-method --text 'drop the users table?'")
@click.argument("question_id")
@click.option("--text", default="", help="The question's words, for the one-way net.")
@workspace_option("The directory it is asked in (default: here).")
@db_option
@json_option
def check(
    question_id: str, text: str, workspace: Path | None, db: Path | None, as_json: bool
) -> int:
    """Print ASK_NORMALLY or AUTO_DECIDE for QUESTION_ID, with a note when there is one to make."""
    document = _explained(question_id, text, workspace, db)
    if as_json:
        emit_json({k: document[k] for k in ("schema", "verdict", "note")})
    else:
        emit(document["verdict"])
        if document["note"]:
            emit(f"NOTE: {document['note']}")
    return 0


@prefs.command(epilog="Example: plangate prefs explain auth-method")
@click.argument("question_id")
@click.option("--text", default="", help="The question's words, for the one-way net.")
@workspace_option("The directory it is asked in (default: here).")
@db_option
@json_option
def explain(
    question_id: str, text: str, workspace: Path | None, db: Path | None, as_json: bool
) -> int:
    """Say which preference holds for QUESTION_ID, where it was set, and what comes of it."""
    document = _explained(question_id, text, workspace, db)
    if as_json:
        emit_json(document)
        return 0
    place = document["place"]
    where = "everywhere" if place == "*" else f"in {place}"
    emit(f"{question_id}: {document['value']} {where}" if place else f"{question_id}: none is set")
    emit(f"verdict: {document['verdict']}")
    if document["note"]:
        emit(f"because: {document['note']}")
    return 0


@prefs.command("stats", epilog="Example: plangate prefs stats")
@db_option
@json_option
def prefs_stats(db: Path | None, as_json: bool) -> int:
    """Per question id: how often asked, answered as recommended, decided by a preference."""
    from plangate.app.stats import question_stats
    from plangate.interfaces.text import table
    from plangate.wiring import open_store

    with open_store(settings_for(None, db)) as store:
        found = question_stats(store)["by_question"]
    if as_json:
        emit_json({"schema": "plangate.preference-stats/1", "questions": found})
    elif not found:
        emit("Nothing was asked yet.")
    else:
        head = ["question", "asked", "answered", "followed", "auto-decided"]
        emit(table([head, *([name, *map(str, row.values())] for name, row in found.items())]))
    return 0


@click.command(epilog="Example: plangate stats --json")
@workspace_option("Only questions about this directory.")
@db_option
@json_option
def stats(workspace: Path | None, db: Path | None, as_json: bool) -> int:
    """What your questions cost and whether they were worth it."""
    from plangate.app.stats import question_stats
    from plangate.wiring import here_in, open_store

    with open_store(settings_for(workspace, db)) as store:
        here = here_in(store, existing_workspace(workspace)) if workspace else None
        found = question_stats(store, here)
    if as_json:
        emit_json(found)
        return 0
    emit(_stats_text(found))
    tell_unreadable(found.get("unreadable", ()))
    return 0


def _stats_text(found: dict[str, Any]) -> str:
    followed, times = found["followed_recommendation"], found["seconds_to_answer"]
    lines = [
        f"asked {found['asked']}, answered {found['answered']}, timed out {found['timed_out']}, "
        f"withdrawn {found['withdrawn']}, open {found['open']}",
        f"decided by preference {found['auto_decided']} (in none of the figures below)",
        f"followed the recommendation {followed['count']} of {followed['of']}; "
        "these answers changed nothing",
    ]
    if times:
        lines.append(
            f"time to answer: median {times['median']:.0f} s, "
            f"{times['fastest']:.0f} to {times['slowest']:.0f} s"
        )
    for count, row in found["free_text_by_options"].items():
        lines.append(
            f"own words with {count} options: {row['free_text']} of {row['answered']} answers"
        )
    return "\n".join(lines)


def _explained(
    question_id: str, text: str, workspace: Path | None, db: Path | None
) -> dict[str, Any]:
    from plangate.app.person import Explained, explain_preference
    from plangate.core.gate.preferences import unreadable

    here = str(existing_workspace(workspace))
    try:
        with planner_for(settings_for(workspace, db)) as planner:
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
