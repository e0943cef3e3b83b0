"""What waits for a person, listed or browsed: `plangate inbox` and the quick way to it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from plangate.core.model.records import Document
from plangate.interfaces.cli.common import (
    at_a_terminal,
    emit,
    emit_document,
    emit_screen,
    has_cursor,
    tell_unreadable,
    who,
)
from plangate.interfaces.screens.screen import PIPE, Screen

if TYPE_CHECKING:
    from plangate.app.ports import Store
    from plangate.core.log.team import Team
    from plangate.interfaces.cli.command import Call


def show_inbox(call: Call, limit: int | None = None) -> int:
    """The open questions, those past their deadline settled first."""
    from plangate.app.naming.lookup import parked_questions, team_seen, unfinished_sessions
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
        unfinished = unfinished_sessions(store, places)
        team = team_seen(store)
        goals = {} if call.as_json else _goals(store, rows)
        screen = call.screen_over(store) if rows and not call.as_json else PIPE
    rows, lost = _readable(rows, call.as_json)
    unreadable = tuple(dict.fromkeys((*unreadable, *lost)))
    if call.as_json:
        whose = {row["id"]: team.assigned[row["id"]] for row in rows if row["id"] in team.assigned}
        _emit_json(
            rows, unreadable=unreadable, overdue=overdue, unfinished=unfinished, assigned=whose
        )
        return 0
    if rows and at_a_terminal() and has_cursor():
        return _browse(call, screen, rows, goals, team)
    if rows:
        from plangate.interfaces.screens.sessions import inbox_lines

        emit_screen("\n".join(inbox_lines(screen, rows, goals, overdue, team)).rstrip("\n"))
    else:
        emit("Nothing waits for you.")
    tell_unreadable(unreadable)
    if unfinished:
        more = f" and {len(unfinished) - 3} more" if len(unfinished) > 3 else ""
        emit(f"Unfinished: {', '.join(unfinished[:3])}{more}; plangate resume ID goes on.")
    return 0


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


def _emit_json(rows: list[Document], **more: Sequence[str] | Mapping[str, str]) -> None:
    # The rows already are JSON; writing ten thousand of them again takes a second.
    listed = ",\n".join(row["document"] for row in rows)
    beside = "".join(f', "{name}": {json.dumps(said)}' for name, said in more.items() if said)
    emit_document(f'{{"schema": "plangate.inbox/1", "questions": [{listed}]{beside}}}')


def _browse(
    call: Call, screen: Screen, listed: list[Document], goals: Mapping[str, str], team: Team
) -> int:
    """At a terminal: arrows choose, Enter answers, h holds, n notes, q leaves; in a team c claims
    and o hands over (TEAM-3)."""
    from click import prompt as ask_for

    from plangate.app.acts.question_acts import add_note, hold
    from plangate.app.team.people import assign
    from plangate.core.log.tables import document_of, value_of
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.terminal import ask_person, choose
    from plangate.interfaces.screens.screen import project
    from plangate.interfaces.screens.sessions import if_nothing, option_words, whose_line
    from plangate.interfaces.text import counted, shown

    questions: list[Question] = [value_of(Question, document_of(row)) for row in listed]
    rows: list[str] = []
    details: list[list[str]] = []
    for row, question in zip(listed, questions, strict=True):
        goal = " ".join(goals.get(row["session"], "").split())
        where = project(row["workspace"])
        rows.append(shown(f"{where} · {question.number} · {goal or question.prompt}"))
        whose = whose_line(question, team)
        mine = f"; {whose}" if whose else ""
        fate = f"{question.id}: If you do nothing: {if_nothing(screen, question)}{mine}"
        options = [option_words(question, option) for option in question.options]
        details.append([question.prompt, *options, fate])
    keys, more = ("hnco", "c claims, o hands over, ") if team.has_people else ("hn", "")
    count = counted(len(rows), "question")
    title = f"{count} {'waits' if len(rows) == 1 else 'wait'} for you:"
    hint = f"↑ ↓ choose, Enter answers, h holds, n notes, {more}q leaves "
    pressed, place = choose(title, rows, details, keys, hint)
    if pressed == "leave":
        return 0
    chosen = questions[place]
    with call.planner() as planner:
        if pressed == "h":
            emit(hold(planner, str(chosen.id), by=who()).message)
        elif pressed == "n":
            emit(add_note(planner, str(chosen.id), ask_for("Note"), by=who()).message)
        elif pressed in ("c", "o"):
            to = planner.actor.member if pressed == "c" else ask_for("To", default="")
            assign(planner, str(chosen.id), to, by=who())
            emit(f"{chosen.number}: {to}'s to answer" if to else f"{chosen.number}: anybody's")
        else:
            return call.show_outcome(ask_person(call, planner, chosen))
    return 0
