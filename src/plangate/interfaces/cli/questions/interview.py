"""`plangate discuss GOAL` and `plan --interview`: a person goes through every decision (INT-11)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plangate.interfaces.cli.planner_here import at_a_terminal, who
from plangate.interfaces.cli.printing import emit

if TYPE_CHECKING:
    from plangate.app.planner import Advanced, Planner
    from plangate.core.model.nouns import Question
    from plangate.interfaces.cli.command import Call

_PROMPT = "A key, a label or your own words; s skips, e is enough: "


def interview(call: Call, what: str) -> int:
    """Interview a person about a goal, or go on with the interview of a session."""
    from plangate.app.unfinished import begin_or_go_on
    from plangate.core.moves import Interview
    from plangate.interfaces.cli.plans.plan import ask_here
    from plangate.wiring.planners import session_options

    settings = call.settings
    wish = session_options(settings, by=who(), surface="cli", interview=True)
    wish = wish._replace(workspace_rules=settings.session_rules)
    with call.planner() as planner:
        name = _session_named(planner, what)
        if name is None:
            name = begin_or_go_on(planner, what, str(call.here), wish).session
        advanced = planner.advance(name)
        by_hand = not call.as_json and at_a_terminal()
        if by_hand and isinstance(advanced.outcome, Interview):
            advanced = ask_here(call, planner, ask_through(planner, advanced))
        return call.show_outcome(advanced)


def _session_named(planner: Planner, what: str) -> str | None:
    """The session of this id; None when it is a goal."""
    found = planner.store.has(what) if what.isalnum() else False
    return what if found else None


def ask_through(planner: Planner, advanced: Advanced) -> Advanced:
    """Put every decision to the person at this terminal until they say enough."""
    from plangate.app.acts.interviewing import answer_interview, end_interview
    from plangate.core.model.errors import BadInput
    from plangate.core.moves import Interview

    skipped: set[str] = set()
    session = advanced.session.id
    while isinstance(advanced.outcome, Interview):
        left = [q for q in advanced.outcome.questions if q.question_id not in skipped]
        if not left:
            break
        _show(left[0], len(left))
        reply = sys.stdin.readline()
        word = reply.strip().casefold()
        if not reply or word in ("e", "enough"):
            break
        if word in ("", "s", "skip"):
            skipped.add(left[0].question_id)
            continue
        try:
            about = left[0].question_id
            advanced = answer_interview(planner, session, about, reply, by=who(), surface="cli")
        except BadInput as error:
            emit(str(error))
    return end_interview(planner, session, by=who())


def _show(question: Question, left: int) -> None:
    from plangate.interfaces.screens.sessions import option_words

    lines = ["", f"{question.prompt}  ({left} to go)", f"    At stake: {question.stakes}"]
    for option in question.options:
        lines += [f"  {option_words(question, option)}", f"     {option.consequence}"]
    emit("\n".join(lines))
    sys.stdout.write(_PROMPT)
    sys.stdout.flush()
