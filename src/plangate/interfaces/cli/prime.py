"""`plangate prime`: what an agent reads before it begins (HOOK-2)."""

from __future__ import annotations

from typing import Any

from plangate.core.model.errors import PlangateError
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    complain,
    emit,
    emit_json,
    workspace_option,
)

_MOST_QUESTIONS = 2
_WIDTH = 90

_PRIMER = """\
plangate plans before you work. Few questions reach the person, one at a time; the rest is assumed.

- Several steps, or more than one reading? `plan` tool, or `plangate plan "GOAL" --json`.
- outcome plan: follow its tasks. proceed: just do it. loop: observe, orient, decide, act.
- outcome question (exit 3): show it with every option; pass on: `plangate answer ID CHOICE`.
  Never answer it yourself. Tasks not in `waiting` can begin: `plangate ready`.
  No reply by the deadline: its default holds, as an assumption.
- Five options or more: `plangate scope start FILE`. Never drop one.
- Before working from any plan: `plangate check FILE`, and add what it misses.
- What was assumed: `plangate assumptions`. Found wrong: `plangate wrong ID`.
- Do not ask: whether to go on, test framework, style, or what a file here answers.
"""


@command(epilog="Example: plangate prime")
@workspace_option("The project (default: here).")
def prime(call: Call) -> int:
    """Print what a coding agent needs to know, with the questions that are open here."""
    here = str(call.here)
    questions = _open_questions(call, here)
    if call.as_json:
        document = {"schema": "plangate.prime/1", "text": _PRIMER, "open_questions": questions}
        emit_json(document)
        return 0
    emit(_PRIMER + _told(questions))
    return 0


def _told(questions: list[dict[str, Any]]) -> str:
    if not questions:
        return "\nOpen here: nothing.\n"
    lines = [
        f"  {q['id']}: {'(overdue) ' if q['overdue'] else ''}{_line(q['prompt'])}"
        for q in questions[:_MOST_QUESTIONS]
    ]
    more = len(questions) - len(lines)
    rest = [f"  and {more} more: `plangate inbox`"] if more else []
    return "\n".join(["", "Open here, waiting for the person:", *lines, *rest, ""])


def _open_questions(call: Call, here: str) -> list[dict[str, Any]]:
    """What waits in this workspace; a database that cannot be read is no reason to say nothing."""
    import json

    from plangate.interfaces.hook.memory import is_past, places_seen
    from plangate.wiring import glimpse

    try:
        with glimpse(call.settings) as seen:
            if seen is None:
                return []
            places = places_seen(seen, here)
            marks = ", ".join("?" * len(places))
            rows = seen.rows(
                f"SELECT id, document FROM questions WHERE place IN ({marks}) "
                "AND status IN ('pending', 'held') ORDER BY expected_loss DESC, asked_at",
                places,
            )
            asked = [(row["id"], json.loads(row["document"])) for row in rows]
            return [
                {"id": name, "prompt": document["prompt"], "overdue": is_past(document)}
                for name, document in asked
            ]
    except (PlangateError, ValueError, KeyError) as error:
        complain(f"plangate prime: the open questions cannot be read ({error})")
        return []


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}…"
