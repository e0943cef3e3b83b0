"""`plangate demo`: a tour in a temporary directory, with no model and no network."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    at_a_terminal,
    emit,
    emit_json,
    emit_screen,
    planner_for,
    screen_for,
)
from plangate.settings import Settings

if TYPE_CHECKING:
    from plangate.app.planner import Planner

_WORKSPACE = {
    "docker-compose.yml": "services:\n  web:\n    build: .\n  cache:\n    image: redis:7\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "app/api.py": "def public_api(request):\n    return {'ok': True}\n",
    "tests/test_api.py": "def test_the_api_answers():\n    assert True\n",
}
_FIRST = "Add rate limiting to the public API"
_SECOND = (
    "Add authentication with session cookies. It should be passwordless, "
    "and users should set strong passwords."
)
_PAUSE = 1.5


@command(database=False, epilog="Example: plangate demo")
def demo(call: Call) -> int:
    """A 20-second tour: one inferred assumption, one question answered, one plan.

    Everything happens in a temporary directory that is removed afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="plangate-demo-") as folder:
        root = Path(folder)
        shop = root / "shop"
        for name, text in _WORKSPACE.items():
            path = shop / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        with planner_for(Settings(db=root / "demo.db", anchors=root)) as planner:
            document = _tour(planner, shop, quiet=call.as_json)
    if call.as_json:
        emit_json(document)
    else:
        emit("That was all of it; the temporary directory is gone. Your turn:")
        emit("  plangate plan 'what you want done' --workspace DIR")
    return 0


def _tour(planner: Planner, shop: Path, *, quiet: bool) -> Document:
    from plangate.app.acts.questions import answer
    from plangate.app.planner import SessionOptions
    from plangate.core.moves import Ask
    from plangate.interfaces.outcomes import outcome_document
    from plangate.interfaces.screens.ledger import decided_lines
    from plangate.interfaces.screens.plans import plan_text
    from plangate.interfaces.screens.questions import question_card

    def say(text: str) -> None:
        if not quiet:
            emit_screen(text)
            if at_a_terminal():
                time.sleep(_PAUSE)

    wish = SessionOptions(by="demo", surface="cli")
    say(f"1. A goal the repository can answer by itself:\n   “{_FIRST}”\n")
    first = planner.start(_FIRST, str(shop), wish)
    say("   Nothing was asked. This was decided and written down:\n")
    say("\n".join(decided_lines(screen_for(first.session.id), first.session)))
    say(f"2. A goal that contradicts itself:\n   “{_SECOND}”\n")
    second = planner.start(_SECOND, str(shop), wish)
    assert isinstance(second.outcome, Ask)
    question = second.outcome.question
    say(question_card(question, screen_for(None, frozenset((str(question.id),))), second.session))
    both = next(option.key for option in question.options if option.interpretation == "both")
    say(f"3. You answer “{both}”, from any terminal, now or tomorrow, and the plan follows:\n")
    replied = answer(planner, str(question.id), both, by="demo", surface="cli")
    assert replied.advanced is not None
    plan = replied.advanced.session.plan
    assert plan is not None
    say(plan_text(replied.advanced.session, plan, screen_for(second.session.id)))
    return {
        "schema": "plangate.demo/1",
        "inferred": outcome_document(first),
        "asked": outcome_document(second),
        "answered": outcome_document(replied.advanced),
    }
