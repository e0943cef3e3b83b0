"""`plangate demo`: a tour in a temporary directory, with no model and no network.

At a terminal the person plays it; without one it prints what would be typed, and leaves to a person
what only a person may do (ACT-1).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import at_a_terminal, planner_for
from plangate.interfaces.cli.printing import emit, emit_json, emit_screen, screen_for
from plangate.interfaces.cli.terminal import approval_prompt, approves, choice_of
from plangate.settings import Settings

if TYPE_CHECKING:
    from plangate.app.planner import Advanced, Planner
    from plangate.core.model.nouns import Question

_WORKSPACE = {
    "docker-compose.yml": "services:\n  web:\n    build: .\n  cache:\n    image: redis:7\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "app/api.py": "def public_api(request):\n    return {'ok': True}\n",
    "app/login.py": "def authentication(request):\n    return request.cookies\n",
    "app/orders.py": 'class LegacyOrder:\n    table = "legacy_orders"\n',
    "tests/test_api.py": "def test_the_api_answers():\n    assert True\n",
}
_FIRST = "Add rate limiting to the public API"
_SECOND = (
    "Add authentication with session cookies. It should be passwordless, "
    "and users should set strong passwords."
)
_THIRD = "Delete the legacy orders for good"
_TRIES = 5
_WELCOME = (
    "plangate plans a change before anybody makes it. Here are three goals in a small shop that "
    "was made up for this tour; nothing of yours is touched."
)


@command(database=False, epilog="Example: plangate demo")
def demo(call: Call) -> int:
    """A two-minute tour: an assumption overturned, a question answered, a step approved.

    At a terminal you play it; otherwise it prints what you would type. Everything happens in a
    temporary directory that is removed afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="plangate-demo-") as folder:
        root = Path(folder)
        shop = root / "shop"
        for name, text in _WORKSPACE.items():
            path = shop / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        settings = Settings(db=root / "demo.db", anchors=root, notify_desktop=False)
        called = os.environ.pop("PLANGATE_CALLED_AS", None)  # nothing of the tour can be typed
        with planner_for(settings) as planner:
            tour = _Tour(planner, shop, quiet=call.as_json)
            document = {"schema": "plangate.demo/1", **tour.play()}
        if called is not None:
            os.environ["PLANGATE_CALLED_AS"] = called
    if call.as_json:
        emit_json(document)
    else:
        emit("That was all of it; the temporary directory is gone. Your turn:")
        emit("  plangate plan 'what you want done' --workspace DIR")
    return 0


class _Tour:
    """The three parts of the tour, each with what the person types in it."""

    def __init__(self, planner: Planner, shop: Path, *, quiet: bool) -> None:
        self._planner = planner
        self._shop = str(shop)
        self._quiet = quiet
        self._plays = at_a_terminal() and not quiet

    def play(self) -> Document:
        self._say("\n".join(screen_for(None).wrapped(_WELCOME)) + "\n")
        return {**self._assumption(), **self._question(), **self._approval()}

    # --- the parts --------------------------------------------------------------------------------

    def _assumption(self) -> Document:
        from plangate.app.acts.ledger_acts import instead_of, overturn
        from plangate.interfaces.outcome_documents import outcome_document
        from plangate.interfaces.screens.ledger import decided_lines

        self._goal("1. A goal the repository can answer by itself:", _FIRST)
        first = self._start(_FIRST)
        session = first.session
        self._say("   Nothing was asked. This was decided and written down:\n")
        self._say("\n".join(decided_lines(screen_for(session.id), session)))
        other = instead_of(self._planner, f"{session.id}-a1").readings[0].label
        self._type(f"plangate wrong a1 '{other}'", "You disagree with a1.")
        revised = overturn(self._planner, f"{session.id}-a1", choice=other, by="demo")
        self._say(f"   {revised.entry.decision} holds instead, and only what rests on it changed:")
        plan = revised.advanced.session.plan
        assert plan is not None
        self._say("\n".join(f"   {change}" for change in plan.changes) + "\n")
        return {
            "inferred": outcome_document(first),
            "overturned": outcome_document(revised.advanced),
        }

    def _question(self) -> Document:
        from plangate.interfaces.outcome_documents import outcome_document

        self._goal("2. A goal that contradicts itself:", _SECOND)
        asked = self._start(_SECOND)
        question = self._asked(asked)
        taken = question.recommended or question.options[0].key
        keys = "|".join(option.key for option in question.options)
        typed = self._ask(f"Your answer ({keys}; Enter takes {taken}): ") or taken
        self._shown(f"plangate answer {question.number} {taken}", "You answer, now or tomorrow.")
        answered = self._answered(question, typed, taken)
        self._plan(answered)
        return {"asked": outcome_document(asked), "answered": outcome_document(answered)}

    def _approval(self) -> Document:
        from plangate.core.plans.work.task_progress import awaiting_approval
        from plangate.interfaces.outcome_documents import outcome_document

        self._goal("3. A goal that cannot be undone:", _THIRD)
        asked = self._start(_THIRD)
        question = self._asked(asked)
        final = next(o.label for o in question.options if o.reversibility == "irreversible")
        safe = next(o.key for o in question.options if o.reversibility != "irreversible")
        told = f"Type “{final}” in full, or {safe} (Enter takes {safe}): "
        typed = self._ask(told)
        if typed is None:
            self._shown(f"plangate answer {question.number} '{final}'", "Only you may say that.")
            self._shown(
                "plangate approve", "What cannot be undone then waits until you approve it."
            )
            return {"final": outcome_document(asked)}
        decided = self._answered(question, typed or safe, safe)
        self._plan(decided)
        plan = decided.session.plan
        steps = awaiting_approval(decided.session, plan) if plan is not None else ()
        if steps:
            self._approve(decided, [step.id for step in steps])
        else:
            self._say("   Nothing of it is final, so nothing waits for an approval.\n")
        return {"final": outcome_document(self._planner.advance(decided.session.id))}

    def _approve(self, decided: Advanced, steps: list[str]) -> None:
        from plangate.app.acts.plans.plan_acts import approve

        names = " ".join(steps)
        typed = self._ask(f"{approval_prompt(steps)}: ")
        if typed is None or not approves(typed, steps):
            self._say("   Not approved: it waits, and so does what needs it.\n")
            return
        name = decided.session.id
        approve(self._planner, name, None, tasks=steps, by="demo", surface="cli")
        self._say(f"   Approved: {names}. Only a person can do that.\n")

    # --- how it is played -------------------------------------------------------------------------

    def _goal(self, title: str, goal: str) -> None:
        self._say("\n".join([title, *screen_for(None).wrapped(f"“{goal}”", "   ")]) + "\n")

    def _start(self, goal: str) -> Advanced:
        from plangate.app.session_options import SessionOptions

        return self._planner.start(goal, self._shop, SessionOptions(by="demo", surface="cli"))

    def _asked(self, advanced: Advanced) -> Question:
        from plangate.core.moves import Ask
        from plangate.interfaces.screens.questions import question_card

        assert isinstance(advanced.outcome, Ask)
        question = advanced.outcome.question
        short = screen_for(None, frozenset((str(question.id),)))
        self._say(question_card(question, short, advanced.session))
        return question

    def _answered(self, question: Question, typed: str, otherwise: str) -> Advanced:
        """The answer as it was typed, asked back while it answers nothing."""
        from plangate.app.acts.question_acts import answer
        from plangate.interfaces.cli.questions.answer import by_number

        for _ in range(_TRIES):
            given = choice_of(typed, question)
            replied = answer(self._planner, str(question.id), given, by="demo", surface="cli")
            if replied.advanced is not None:
                return self._settled(replied.advanced)
            self._say(by_number(replied))
            typed = self._ask("Your answer: ") or otherwise
        replied = answer(self._planner, str(question.id), otherwise, by="demo", surface="cli")
        assert replied.advanced is not None
        return self._settled(replied.advanced)

    def _settled(self, advanced: Advanced) -> Advanced:
        """What else is asked about the goal is answered as it is recommended: one is enough."""
        from plangate.app.acts.question_acts import answer
        from plangate.core.moves import Ask

        while isinstance(advanced.outcome, Ask):
            question = advanced.outcome.question
            taken = next(o for o in question.options if o.reversibility != "irreversible")
            told = f"It asks once more: {question.prompt} This tour takes “{taken.label}”."
            self._say("\n".join(screen_for(None).wrapped(told, "   ")))
            name = str(question.id)
            replied = answer(self._planner, name, taken.key, by="demo", surface="cli")
            assert replied.advanced is not None
            advanced = replied.advanced
        return advanced

    def _plan(self, advanced: Advanced) -> None:
        from plangate.interfaces.screens.plans import plan_text

        plan = advanced.session.plan
        assert plan is not None
        self._say("\n" + plan_text(advanced.session, plan, screen_for(advanced.session.id)))

    def _say(self, text: str) -> None:
        if not self._quiet:
            emit_screen(text)
            if text.endswith("\n"):
                emit("")

    def _shown(self, command: str, why: str) -> None:
        """What a person would type, for whoever only reads along."""
        if not self._plays:
            self._say(f"   {why}\n   $ {command}\n")

    def _type(self, command: str, why: str) -> None:
        """Enter does it for the person; without one it is only shown."""
        self._shown(command, why)
        self._ask(f"{why} Enter types “{command}” for you: ")

    def _ask(self, prompt: str) -> str | None:
        """A line of the person; None where there is nobody."""
        if not self._plays:
            return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        return sys.stdin.readline().strip()
