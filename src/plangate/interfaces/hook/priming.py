"""What an agent reads before it begins and after its context was cut (HOOK-2, HOOK-4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plangate.core.model.records import Document
from plangate.interfaces.hook.calls import read_document
from plangate.interfaces.hook.place import HookReply, place_in

if TYPE_CHECKING:
    from plangate.settings import Settings

_MOST_QUESTIONS = 2
_WIDTH = 90
_GOAL = 60

PRIMER = """\
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


def prime(agent: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """The primer with what is open here, for the beginning of a session."""
    folder = read_document(raw).get("cwd")
    place = place_in(folder if isinstance(folder, str) else "", environ)
    try:
        here, line = what_is_open(place.settings, str(place.workspace)), ""
    except Exception as error:  # noqa: BLE001  # a store that cannot be read is no reason for silence
        here, line = Here(), f"the open questions cannot be read ({error})"
    told = {"hookEventName": "SessionStart", "additionalContext": PRIMER + told_of(here)}
    return HookReply(json.dumps({"hookSpecificOutput": told}) + "\n", line)


class Here(NamedTuple):
    """What is open in a workspace: the questions, and the latest plan to work from."""

    questions: Sequence[Document] = ()
    plan: Document | None = None


def told_of(here: Here) -> str:
    questions, plan = here
    known = f"\nPlan here: {_line(plan['goal'], _GOAL)}: `plangate ready`.\n" if plan else ""
    if not questions:
        return known or "\nOpen here: nothing.\n"
    lines = [
        f"  {q['id']}: {'(overdue) ' if q['overdue'] else ''}{_line(q['prompt'])}"
        for q in questions[:_MOST_QUESTIONS]
    ]
    more = len(questions) - len(lines)
    rest = [f"  and {more} more: `plangate inbox`"] if more else []
    return known + "\n".join(["", "Open here, waiting for the person:", *lines, *rest, ""])


def what_is_open(settings: Settings, here: str) -> Here:
    """What waits in this workspace, and what is to be worked on."""
    from plangate.interfaces.hook.asked_before import is_past, places_seen
    from plangate.wiring.databases import glimpse

    with glimpse(settings) as seen:
        if seen is None:
            return Here()
        places = places_seen(seen, here)
        marks = ", ".join("?" * len(places))
        rows = seen.rows(
            f"SELECT id, document FROM questions WHERE place IN ({marks}) "
            "AND status IN ('pending', 'held') ORDER BY expected_loss DESC, asked_at",
            places,
        )
        asked = [(row["id"], json.loads(row["document"])) for row in rows]
        plans = seen.rows(
            "SELECT plan_session_id AS session, goal FROM plan_sessions "
            f"WHERE place IN ({marks}) AND plan_version IS NOT NULL "
            "AND state IN ('planning_complete', 'executing', 'awaiting_clarification') "
            "ORDER BY updated_at DESC LIMIT 1",
            places,
        )
    questions = [
        {"id": name, "prompt": document["prompt"], "overdue": is_past(document)}
        for name, document in asked
    ]
    return Here(questions, dict(plans[0]) if plans else None)


def _line(text: str, longest: int = _WIDTH) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[:longest]}…"
