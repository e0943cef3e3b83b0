"""What waits for a person, listed or browsed: `plangate inbox` and the quick way to it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.model.records import Document
from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import (
    emit,
    emit_document,
    emit_screen,
    has_cursor,
    tell_unreadable,
)
from plangate.interfaces.screens.screen import PIPE, Screen

if TYPE_CHECKING:
    from plangate.app.planner import Planner
    from plangate.app.ports import Store
    from plangate.core.log.team import Team
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.command import Call
import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.shared_options import workspace_option


class _Waiting(NamedTuple):
    """What waits at one look."""

    rows: list[Document]
    goals: dict[str, str]
    team: Team
    screen: Screen
    unfinished: Sequence[str]
    unreadable: tuple[str, ...]
    overdue: Sequence[str]
    scopes: Sequence[tuple[Document, Document]]


def show_inbox(call: Call, limit: int | None = None) -> int:
    """The open questions, those past their deadline settled first."""
    found = _looked(call, limit)
    rows, team = found.rows, found.team
    if call.as_json:
        whose = {row["id"]: team.assigned[row["id"]] for row in rows if row["id"] in team.assigned}
        _emit_json(
            rows,
            unreadable=found.unreadable,
            overdue=found.overdue,
            unfinished=found.unfinished,
            assigned=whose,
            scopes=[scope for _, scope in found.scopes],
        )
        return 0
    if rows and at_a_terminal() and has_cursor():
        return _browse(call, limit, found)
    if rows or found.scopes:
        from plangate.interfaces.screens.scopes import waiting_scope_lines
        from plangate.interfaces.screens.sessions import inbox_lines

        lines = [*inbox_lines(found.screen, rows, found.goals, found.overdue, team)]
        lines += waiting_scope_lines(found.screen, found.scopes)
        emit_screen("\n".join(lines).rstrip("\n"))
    else:
        emit("Nothing waits for you.")
    tell_unreadable(found.unreadable)
    if unfinished := found.unfinished:
        more = f" and {len(unfinished) - 3} more" if len(unfinished) > 3 else ""
        emit(f"Unfinished: {', '.join(unfinished[:3])}{more}; plangate resume ID goes on.")
    return 0


def _looked(call: Call, limit: int | None) -> _Waiting:
    from plangate.app.naming.lookup import (
        open_scopes,
        parked_questions,
        team_seen,
        unfinished_sessions,
    )
    from plangate.core.log.tables import Query

    with call.up_to_date_store() as (store, unreadable, overdue):
        places = call.places(store)
        rows = store.rows(
            Query(
                "questions",
                places=places,
                among=("status", ("pending", "held")),
                order=("expected_loss", "asked_at"),
                descending=True,
                limit=limit or (None if call.as_json else 50),
            )
        )
        rows += parked_questions(store, places)
        scopes = open_scopes(store, places)
        unfinished = unfinished_sessions(store, places)
        team = team_seen(store)
        goals = {} if call.as_json else _goals(store, rows)
        screen = call.screen_over(store) if (rows or scopes) and not call.as_json else PIPE
    rows, lost = _readable(rows, call.as_json)
    unreadable = tuple(dict.fromkeys((*unreadable, *lost)))
    return _Waiting(rows, goals, team, screen, unfinished, unreadable, overdue, scopes)


def _goals(store: Store, rows: list[Document]) -> dict[str, str]:
    """What each question's session is for."""
    from plangate.core.log.tables import Query

    names = tuple({row["session"] for row in rows})
    found = store.rows(Query("plan_sessions", among=("plan_session_id", names))) if names else []
    return {row["plan_session_id"]: row["goal"] for row in found}


def _readable(rows: list[Document], as_json: bool) -> tuple[list[Document], list[str]]:
    """The rows whose document is a question, and the sessions of the others (REC-9)."""
    from plangate.core.log.tables import documents_of
    from plangate.core.model.nouns import Question

    lost = documents_of(rows, None if as_json else Question)[1]  # as JSON they are passed on
    return [row for row in rows if row["session"] not in lost], lost


def _emit_json(rows: list[Document], **more: Sequence[object] | Mapping[str, str]) -> None:
    # The rows already are JSON; writing ten thousand of them again takes a second.
    listed = ",\n".join(row["document"] for row in rows)
    beside = "".join(f', "{name}": {json.dumps(said)}' for name, said in more.items() if said)
    emit_document(f'{{"schema": "plangate.inbox/1", "questions": [{listed}]{beside}}}')


def _browse(call: Call, limit: int | None, found: _Waiting) -> int:
    """At a terminal: arrows choose, Enter answers, h holds, n notes, q leaves; in a team c claims
    and o hands over (TEAM-3). Whoever answers gets what came of it; everybody else the list."""
    from plangate.core.log.tables import document_of, value_of
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.terminal import ask_on, choose

    said, place = "", 0
    while found.rows:
        questions: list[Question] = [value_of(Question, document_of(row)) for row in found.rows]
        keys, more = ("hnco", "c claims, o hands over, ") if found.team.has_people else ("hn", "")
        hint = f"↑ ↓ choose, Enter answers, h holds, n notes, {more}q leaves "
        drawn = [_drawn(found, row, one) for row, one in zip(found.rows, questions, strict=True)]
        rows, details = [row for row, _ in drawn], [about for _, about in drawn]
        title, place = _title(len(rows), said), min(place, len(rows) - 1)
        pressed, place = choose(title, rows, details, keys, hint, place)
        if pressed == "leave":
            _tell_scopes(found)
            return 0
        with call.planner() as planner:
            if pressed == "enter":
                code = call.show_outcome(ask_on(call, planner, questions[place]))
                _tell_the_others(call, limit)
                return code
            said = _done_to(planner, questions[place], pressed)
        found = _looked(call, limit)
    return 0


def _tell_scopes(found: _Waiting) -> None:
    """The decisions with many options, which are no rows of the list."""
    if found.scopes:
        from plangate.interfaces.screens.scopes import waiting_scope_lines

        lines = waiting_scope_lines(found.screen, found.scopes)
        emit_screen("\n".join(lines).rstrip("\n"))


def _title(count: int, said: str) -> str:
    from plangate.language.tokens import counted

    waits = f"{counted(count, 'question')} {'waits' if count == 1 else 'wait'} for you:"
    return f"{said}. {waits}" if said else waits


def _drawn(found: _Waiting, row: Document, question: Question) -> tuple[str, list[str]]:
    """A question as a row, and what is said about it below the rows."""
    from plangate.interfaces.screens.screen import project
    from plangate.interfaces.screens.sessions import if_nothing, option_words, whose_line
    from plangate.interfaces.text import shown

    goal = " ".join(found.goals.get(row["session"], "").split())
    line = shown(f"{project(row['workspace'])} · {question.number} · {goal or question.prompt}")
    whose = whose_line(question, found.team)
    mine = f"; {whose}" if whose else ""
    fate = f"If you do nothing: {if_nothing(found.screen, question)}{mine}"
    options = [option_words(question, option) for option in question.options]
    notes = [f"Note: {note}" for note in question.notes]
    return line, [question.prompt, *options, *notes, f"{fate}  ({question.id})"]


def _done_to(planner: Planner, question: Question, pressed: str) -> str:
    """What a key does with the question under the cursor, in words."""
    from click import prompt as ask_for

    from plangate.app.acts.question_acts import add_note, hold
    from plangate.app.team.people import assign
    from plangate.core.model.errors import PlangateError

    name, number = str(question.id), question.number
    try:
        if pressed == "h":
            return hold(planner, name, by=who()).message.replace(name, str(number))
        if pressed == "n":
            note = ask_for("Note", default="", show_default=False)
            if not note.strip():
                return ""
            return add_note(planner, name, note, by=who()).message.replace(name, str(number))
        to = planner.actor.member if pressed == "c" else ask_for("To", default="")
        assign(planner, name, to, by=who())
    except PlangateError as error:
        return str(error)
    return f"{number}: {to}'s to answer" if to else f"{number}: anybody's"


def _tell_the_others(call: Call, limit: int | None) -> None:
    """That more waits, said to somebody who has just dealt with one."""
    found = _looked(call, limit)
    left = sum(row["id"] != call.read_here for row in found.rows) + len(found.scopes)
    if left:
        emit(f"\n{left} more {'waits' if left == 1 else 'wait'} for you: plangate inbox")


@command(reads=True, epilog="Example: plangate inbox --json | jq '.questions[0].prompt'")
@workspace_option("Only questions about this directory.")
@click.option(
    "--limit", type=click.IntRange(1), help="Show at most this many (default: 50; all with --json)."
)
def inbox(call: Call, limit: int | None) -> int:
    """Open questions, most costly first.

    Each says what happens if you do nothing, and when; decisions with many options stand last.
    Questions past their deadline are settled first, so the list is what is really open now.
    """
    return show_inbox(call, limit)
