"""`plangate inbox`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    at_a_terminal,
    emit,
    planner_for,
    tell_unreadable,
    up_to_date_store,
    who,
    workspace_option,
)
from plangate.settings import Settings


@command(epilog="Example: plangate inbox --json | jq '.questions[0].prompt'")
@workspace_option("Only questions about this directory.")
@click.option(
    "--limit", type=click.IntRange(1), help="At most this many (default: all as JSON, 50)."
)
def inbox(call: Call, limit: int | None) -> int:
    """The questions that wait for you, the dearest first.

    Each says what happens if you do nothing, and when. Questions past their deadline are settled
    first, so the list is what is really open now.
    """
    from plangate.app.lookup import parked_questions, unfinished_sessions
    from plangate.core.log.tables import Query

    settings = call.settings
    with up_to_date_store(settings) as (store, unreadable, overdue):
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
    rows, lost = _readable(rows, call.as_json)
    unreadable = tuple(dict.fromkeys((*unreadable, *lost)))
    if call.as_json:
        _emit_json(rows, unreadable=unreadable, overdue=overdue, unfinished=unfinished)
        return 0
    if rows and at_a_terminal():
        return _browse([json.loads(row["document"]) for row in rows], settings)
    for row in rows:
        question = json.loads(row["document"])
        late = row["session"] in overdue
        emit(_line(question))
        emit(f"    {_OVERDUE if late else _if_nothing(question)}; {row['workspace']}")
    if rows:
        emit("\nplangate show ID shows one; plangate answer ID KEY answers it.")
    else:
        emit("Nothing waits for you.")
    tell_unreadable(unreadable)
    if unfinished:
        more = f" and {len(unfinished) - 3} more" if len(unfinished) > 3 else ""
        emit(f"Unfinished: {', '.join(unfinished[:3])}{more}; plangate resume ID goes on.")
    return 0


_OVERDUE = "overdue; it is settled as soon as somebody may write here"


def _readable(rows: list[dict[str, Any]], as_json: bool) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows whose document is a question, and the sessions of the others (REC-9)."""
    from plangate.core.log.tables import documents_of
    from plangate.core.model.nouns import Question

    lost = documents_of(rows, None if as_json else Question)[1]  # as JSON they are passed on
    return [row for row in rows if row["session"] not in lost], lost


def _emit_json(rows: list[dict[str, Any]], **more: Sequence[str]) -> None:
    # The rows already are JSON; writing ten thousand of them again takes a second.
    listed = ",\n".join(row["document"] for row in rows)
    beside = "".join(
        f', "{name}": {json.dumps(list(names))}' for name, names in more.items() if names
    )
    emit(f'{{"schema": "plangate.inbox/1", "questions": [{listed}]{beside}}}')


def _line(question: dict[str, Any]) -> str:
    loss = f"expected loss {question['expected_loss']:.2f}"
    return f"{question['id']}  {question['number']}  {question['prompt']}  ({loss})"


def _browse(questions: list[dict[str, Any]], settings: Settings) -> int:
    """At a terminal: arrows choose, Enter answers, h holds, n notes, q leaves."""
    from plangate.app.questions import add_note, hold
    from plangate.core.log.tables import value_of
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.plan import show_outcome
    from plangate.interfaces.cli.terminal import ask_person, choose
    from plangate.interfaces.text import shown

    rows = [shown(_line(question)) for question in questions]
    details = [f"If you do nothing: {_if_nothing(question)}" for question in questions]
    pressed, place = choose(
        rows, details, "hn", "↑ ↓ choose, Enter answers, h holds, n notes, q leaves "
    )
    if pressed == "leave":
        return 0
    chosen: Question = value_of(Question, questions[place])
    with planner_for(settings) as planner:
        if pressed == "h":
            emit(hold(planner, str(chosen.id), by=who()).message)
        elif pressed == "n":
            emit(add_note(planner, str(chosen.id), click.prompt("Note"), by=who()).message)
        else:
            return show_outcome(ask_person(planner, chosen, by=who()), as_json=False)
    return 0


def _if_nothing(question: dict[str, object]) -> str:
    from plangate.core.log.tables import value_of
    from plangate.core.model.nouns import Question
    from plangate.interfaces.hook.memory import is_past
    from plangate.interfaces.text import clock

    if question["status"] == "timed_out":
        return "parked: nothing goes on until you answer"
    if question["status"] == "held":
        return "on hold, nothing happens"
    if is_past(question):  # ASK-8: whoever cannot settle it says so
        return f"overdue since {clock(str(question['deadline']))}, not settled yet"
    match question["on_timeout"]:
        case "wait":
            return "waits until you answer"
        case "abort":
            return f"the session stops at {clock(str(question['deadline']))}"
        case _ if value_of(Question, question).parks:
            return f"nothing is assumed, it parks at {clock(str(question['deadline']))}"
        case _:
            return f"{question['default']}) is assumed at {clock(str(question['deadline']))}"
