"""`plangate answer`, `hold`, `resume`, `withdraw`, `note`, `discuss`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from plangate.core.model.errors import BadInput
from plangate.interfaces.cli.command import Call, command, object_and
from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import complain, emit_json, emit_screen
from plangate.interfaces.cli.shared_options import verbose_option, workspace_option

if TYPE_CHECKING:
    from plangate.app.acts.question_acts import Replied

#: What names a question and is never an answer to one: its number, or its id.
_QUESTION = re.compile(r"[dD]\d{1,4}|[a-z2-7]{8}-q\d{1,4}|q\d{1,4}")

_CODES = {"already_settled": 4, "ambiguous": 2, "refused": 2}


@command(epilog="Example: plangate answer D1 b --note 'agreed with the team'")
@click.argument("words", metavar="[ID] [CHOICE]", nargs=-1)
@click.option("--note", help="A note kept with the question.")
@click.option("--change", is_flag=True, help="Answer a settled question again (a revision).")
@workspace_option("Where the question is looked for (default: here).")
@verbose_option
def answer(call: Call, words: tuple[str, ...], note: str | None, change: bool) -> int:
    """Answer the question ID with CHOICE and go on planning.

    ID is its number (D1) or its id; without one the question that is open here is meant. CHOICE is
    an option's key, its label or the beginning of it; anything else is kept as an answer in your
    own words. Where an option cannot be undone only exact keys and labels count, and that option is
    chosen by typing its label. Without a CHOICE the question is put to you, at a terminal.
    """
    from plangate.app.acts.question_acts import answer as give

    if not words or (len(words) == 1 and _QUESTION.fullmatch(words[0])):
        return _put(call, words[0] if words else None)
    named, choice = object_and(words, "CHOICE")
    with call.planner() as planner:
        name = call.near(planner.store).question(named)
        replied = give(planner, name, choice, note=note, by=who(), surface="cli", change=change)
    return _show(call, replied, named)


def _put(call: Call, named: str | None) -> int:
    """The question that is named without an answer: asked at a terminal, elsewhere said how."""
    from plangate.app.naming.lookup import find_session
    from plangate.interfaces.cli.terminal import ask_on
    from plangate.interfaces.screens.questions import answer_words

    with call.planner() as planner:
        name = call.near(planner.store).question(named)
        question = planner.session(find_session(planner.store, name)).question(name)
        if call.as_json or not at_a_terminal() or not question.is_open:
            typed = f"plangate answer {named or question.number} {answer_words(question)}"
            raise BadInput("CHOICE", f"is missing: {question.prompt}", typed)
        return call.show_outcome(ask_on(call, planner, question))


@command(epilog="Example: plangate hold D1")
@click.argument("question_id", metavar="[ID]", required=False)
@workspace_option("Where the question is looked for (default: here).")
def hold(call: Call, question_id: str | None) -> int:
    """Suspend the question ID: no deadline, planning waits until you resume or answer it."""
    from plangate.app.acts.question_acts import hold as suspend

    with call.planner() as planner:
        name = call.near(planner.store).question(question_id)
        return _show(call, suspend(planner, name, by=who()), question_id)


@command(epilog="Example: plangate resume k3v9xq2m --calls 12")
@click.argument("name", metavar="[ID]", required=False)
@workspace_option("Where it is looked for (default: here).")
@verbose_option
@click.option("--iterations", type=int, help="Let the session look this many times.")
@click.option("--calls", type=int, help="Let it send this many subagents in all.")
@click.option("--seconds", type=int, help="Let it look for this long in all.")
def resume(
    call: Call,
    name: str | None,
    iterations: int | None,
    calls: int | None,
    seconds: int | None,
) -> int:
    """Ask the held question ID again with a new deadline, or continue the session ID.

    Resuming a session is a checkpoint: a question that attention did not allow earlier is offered
    again, once. With a budget, what is open is looked into further and an open question is taken
    back; iterations can at most be doubled.
    """
    from plangate.app.acts.budgets import raise_budget
    from plangate.app.acts.deferrals import resume_session
    from plangate.app.acts.question_acts import resume as put_again
    from plangate.app.naming.lookup import find_any, find_session

    with call.planner() as planner:
        found = call.near(planner.store).thing(name)
        session = planner.session(find_session(planner.store, found))
        if (iterations, calls, seconds) != (None, None, None):
            return call.show_outcome(
                raise_budget(
                    planner,
                    session.id,
                    iterations=iterations,
                    calls=calls,
                    seconds=seconds,
                    by=who(),
                )
            )
        question = session.open_question
        if question is not None and question.status == "held":
            return _show(call, put_again(planner, str(question.id), by=who()), name)
        if find_any(planner.store, found)[0] == "questions":
            return _show(call, put_again(planner, found, by=who()), name)
        return call.show_outcome(resume_session(planner, session.id, by=who()))


@command(epilog="Example: plangate withdraw D1 --why 'no longer needed'")
@click.argument("question_id", metavar="[ID]", required=False)
@workspace_option("Where the question is looked for (default: here).")
@verbose_option
@click.option("--why", required=True, help="Why; kept with the session.")
@click.option("--session", help="For this session only, when several wait (default: the asker).")
def withdraw(call: Call, question_id: str | None, why: str, session: str | None) -> int:
    """Take the question ID back: its default holds and planning goes on.

    While other sessions wait for it, it stays open for them.
    """
    from plangate.app.acts.question_acts import withdraw as take_back

    with call.planner() as planner:
        name = call.near(planner.store).question(question_id)
        taken = take_back(planner, name, by=who(), why=why, session=session)
        return _show(call, taken, question_id)


@command(epilog="Example: plangate note D1 'asked the security team'")
@click.argument("words", metavar="[ID] TEXT", nargs=-1, required=True)
@workspace_option("Where the question is looked for (default: here).")
def note(call: Call, words: tuple[str, ...]) -> int:
    """Keep TEXT with the question ID; the question stays as it is."""
    from plangate.app.acts.question_acts import add_note
    from plangate.app.naming.nearby import names_a_question

    named, text = object_and(words, "TEXT")
    with call.planner() as planner:
        near = call.near(planner.store)
        if named is None and names_a_question(text):
            raise BadInput("TEXT", f"is missing: {text} names a question", "[ID] 'the note'")
        name = near.question(named)
        return _show(call, add_note(planner, name, text, by=who()), named)


@command(epilog="Example: plangate discuss 'Add a login for customers' --workspace .")
@click.argument("what", metavar="GOAL|ID")
@click.argument("text", required=False)
@workspace_option("The directory the goal is about (default: here).")
def discuss(call: Call, what: str, text: str | None) -> int:
    """Go through every decision of a GOAL before it is planned, what matters most first.

    Say `enough` to stop; the rest is decided as usual. In a pipe the decisions are listed. With the
    ID of a question and a TEXT: talk about it without answering; it stays open and its deadline
    starts again.
    """
    if text is None:
        from plangate.interfaces.cli.questions.interview import interview

        return interview(call, what)
    from plangate.app.acts.question_acts import discuss as talk

    with call.planner() as planner:
        name = call.near(planner.store).question(what)
        return _show(call, talk(planner, name, text, by=who()), what)


def by_number(replied: Replied) -> str:
    """CLI-6: what is said of a question, by the number a person knows it by; who named it by its
    id is answered by its id."""
    name, number = replied.question.id, replied.question.number
    return replied.message.replace(name, number) if name and number else replied.message


def _show(call: Call, replied: Replied, named: str | None = None) -> int:
    from plangate.core.model.nouns import plain
    from plangate.interfaces.outcome_documents import outcome_document
    from plangate.interfaces.screens.outcomes import outcome_text

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
        return code
    by_id = named is not None and "-q" in named
    said = replied.message if by_id else by_number(replied)
    if replied.result == "resumed":
        from plangate.interfaces.screens.sessions import if_nothing

        fate = if_nothing(call.screen, replied.question)
        said = (
            f"{said.partition(' waits ')[0]} waits for an answer again. If you do nothing: {fate}"
        )
    if code:
        complain(said)
    else:
        emit_screen(said)
        if advanced is not None:
            emit_screen(f"\n{outcome_text(advanced, call.screen)}")
    return code
