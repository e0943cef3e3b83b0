"""`plangate answer`, `hold`, `resume`, `withdraw`, `note`, `discuss`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    complain,
    emit,
    emit_json,
    who,
    workspace_option,
)

if TYPE_CHECKING:
    from plangate.app.questions import Replied

_CODES = {"already_settled": 4, "ambiguous": 2, "refused": 2}


@command(epilog="Example: plangate answer k3v9xq2m-q1 b --note 'agreed with the team'")
@click.argument("question_id", metavar="ID")
@click.argument("choice")
@click.option("--note", help="A note kept with the question.")
@click.option("--change", is_flag=True, help="Answer a settled question anew: a revision.")
def answer(call: Call, question_id: str, choice: str, note: str | None, change: bool) -> int:
    """Answer the question ID with CHOICE and go on planning.

    CHOICE is an option's key, its label or the beginning of it; anything else is kept as an answer
    in your own words. Where an option cannot be undone only exact keys and labels count, and that
    option is chosen by typing its label.
    """
    from plangate.app.questions import answer as give

    with call.planner() as planner:
        replied = give(
            planner, question_id, choice, note=note, by=who(), surface="cli", change=change
        )
    return _show(call, replied)


@command(epilog="Example: plangate hold k3v9xq2m-q1")
@click.argument("question_id", metavar="ID")
def hold(call: Call, question_id: str) -> int:
    """Suspend the question ID: no deadline, planning waits until you resume or answer it."""
    from plangate.app.questions import hold as suspend

    with call.planner() as planner:
        return _show(call, suspend(planner, question_id, by=who()))


@command(epilog="Example: plangate resume k3v9xq2m --calls 12")
@click.argument("name", metavar="ID")
@click.option("--iterations", type=int, help="Let the session look this many times (INV-1).")
@click.option("--calls", type=int, help="Let it send this many subagents in all.")
@click.option("--seconds", type=int, help="Let it look for this long in all.")
def resume(
    call: Call, name: str, iterations: int | None, calls: int | None, seconds: int | None
) -> int:
    """Put the held question ID again with a new deadline, or go on with the session ID.

    Resuming a session is a checkpoint: a question that attention did not allow earlier is offered
    again, once. With a budget, what is open is looked into further and an open question is taken
    back; iterations can at most be doubled.
    """
    from plangate.app.budgets import raise_budget
    from plangate.app.deferrals import resume_session
    from plangate.app.lookup import find_any, find_session
    from plangate.app.questions import resume as put_again

    with call.planner() as planner:
        session = planner.session(find_session(planner.store, name))
        if (iterations, calls, seconds) != (None, None, None):
            from plangate.interfaces.cli.plan import show_outcome

            return show_outcome(
                raise_budget(
                    planner,
                    session.id,
                    iterations=iterations,
                    calls=calls,
                    seconds=seconds,
                    by=who(),
                ),
                call.as_json,
            )
        question = session.open_question
        if question is not None and question.status == "held":
            return _show(call, put_again(planner, str(question.id), by=who()))
        if find_any(planner.store, name)[0] == "questions":
            return _show(call, put_again(planner, name, by=who()))
        from plangate.interfaces.cli.plan import show_outcome

        return show_outcome(resume_session(planner, session.id, by=who()), call.as_json)


@command(epilog="Example: plangate withdraw k3v9xq2m-q1 --why 'no longer needed'")
@click.argument("question_id", metavar="ID")
@click.option("--why", required=True, help="Why; kept with the session.")
@click.option("--session", help="For this session only, when several wait (default: the asker).")
def withdraw(call: Call, question_id: str, why: str, session: str | None) -> int:
    """Take the question ID back: its default holds and planning goes on.

    While other sessions wait for it, it stays open for them.
    """
    from plangate.app.questions import withdraw as take_back

    with call.planner() as planner:
        taken = take_back(planner, question_id, by=who(), why=why, session=session)
        return _show(call, taken)


@command(epilog="Example: plangate note k3v9xq2m-q1 'asked the security team'")
@click.argument("question_id", metavar="ID")
@click.argument("text")
def note(call: Call, question_id: str, text: str) -> int:
    """Keep TEXT with the question ID; the question stays as it is."""
    from plangate.app.questions import add_note

    with call.planner() as planner:
        return _show(call, add_note(planner, question_id, text, by=who()))


@command(epilog="Example: plangate discuss 'Add a login for customers' --workspace .")
@click.argument("what", metavar="GOAL|ID")
@click.argument("text", required=False)
@workspace_option("The directory the goal is about (default: here).")
def discuss(call: Call, what: str, text: str | None) -> int:
    """Go through every decision of a GOAL before it is planned, what matters most first.

    Say enough whenever it is; what is left is decided as always. In a pipe the decisions are
    listed. With the ID of a question and a TEXT: talk about it without answering; it stays open
    and its time begins anew.
    """
    if text is None:
        from plangate.interfaces.cli.interview import interview

        return interview(what, call.workspace, call.db, call.as_json)
    from plangate.app.questions import discuss as talk

    with call.planner() as planner:
        return _show(call, talk(planner, what, text, by=who()))


def _show(call: Call, replied: Replied) -> int:
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.render import outcome_text

    advanced, code = replied.advanced, _CODES.get(replied.result, 0)
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.answer/1",
                "result": replied.result,
                "message": replied.message,
                "question": plain(replied.question),
                "outcome": outcome_document(advanced) if advanced else None,
            }
        )
    elif code:
        complain(replied.message)
    else:
        emit(replied.message)
        if advanced is not None:
            emit(f"\n{outcome_text(advanced)}")
    return code
