"""`plangate hook`: the hooks themselves, and what they saw (HOOK-1)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from plangate.core.errors import BadInput
from plangate.interfaces.cli.common import (
    db_option,
    emit,
    emit_json,
    existing_workspace,
    json_option,
    settings_for,
    who,
    workspace_option,
)
from plangate.interfaces.hook.claude import NAMES

_WIDTH = 60


@click.group(epilog="Example: plangate hook log")
def hook() -> None:
    """What a coding agent runs before it asks you something or has a plan approved.

    `plangate setup claude` puts the hooks in place. They answer from what you said before, refuse
    what need not be asked, and let everything else through; what goes wrong never stops the agent.
    """


@hook.command(epilog="Example: plangate hook claude pre-ask")
@click.argument("name", type=click.Choice(NAMES))
@json_option
def claude(name: str, as_json: bool) -> int:
    """Run the hook NAME of Claude Code on the document on standard input; always exit 0.

    Prints what Claude Code is to do, or nothing when it is to go on. With --json one document says
    both that and what would have gone to stderr, for whoever wants to look at a hook.
    """
    from plangate.interfaces.hook.claude import put_out, run, standard_input

    said = run(name, standard_input(), os.environ)
    if as_json:
        reply = json.loads(said.out) if said.out else None
        emit_json({"schema": "plangate.hook/1", "hook": name, "reply": reply, "said": said.line})
    else:
        put_out(name, said)
    return 0


@hook.command(epilog="Example: plangate hook log --json")
@click.option("--limit", type=int, default=50, show_default=True, help="How many, 1 to 10,000.")
@workspace_option("Only what was seen in this directory.")
@db_option
@json_option
def log(limit: int, workspace: Path | None, db: Path | None, as_json: bool) -> int:
    """What the hooks saw, the latest first: your answers, what a rule answered, plans."""
    from plangate.app.agents import agent_calls
    from plangate.interfaces.text import clock, table
    from plangate.wiring import here_in, open_store

    if not 1 <= limit <= 10_000:
        raise BadInput("--limit", f"{limit} is out of range", "1 to 10,000")
    with open_store(settings_for(workspace, db)) as store:
        here = None if workspace is None else here_in(store, existing_workspace(workspace))
        rows = agent_calls(store, here, limit)
    if as_json:
        emit_json({"schema": "plangate.hook-log/1", "calls": [_document(row) for row in rows]})
    elif not rows:
        emit("Nothing yet: no hook has seen a question answered or a plan.")
    else:
        emit(table([[row["id"], clock(row["at"]), row["kind"], _line(row)] for row in rows]))
    return 0


@hook.command(epilog="Example: plangate hook forget ag-5f3c-2")
@click.argument("answer_id")
@db_option
@json_option
def forget(answer_id: str, db: Path | None, as_json: bool) -> int:
    """Let the kept answer ANSWER_ID answer nothing any more: the question is asked again."""
    from plangate.app.agents import forget_answer
    from plangate.wiring import open_store, system_clock

    with open_store(settings_for(None, db)) as store:
        row = forget_answer(store, system_clock(), answer_id, by=who())
    if as_json:
        emit_json({"schema": "plangate.hook-forgotten/1", "forgotten": row["id"]})
    else:
        emit(f"{row['id']} is forgotten: “{json.loads(row['document'])['prompt']}” is asked again.")
    return 0


def _document(row: dict[str, Any]) -> dict[str, Any]:
    kept = {name: row[name] for name in ("id", "kind", "at")}
    return {**kept, "forgotten": bool(row["forgotten"]), **json.loads(row["document"])}


def _line(row: dict[str, Any]) -> str:
    seen = json.loads(row["document"])
    if row["kind"] == "plan":
        verdict = "sent back" if seen["sent_back"] else "passed"
        thin = "too thin" if seen["is_too_thin"] else "detailed enough"
        return f"{seen['tasks']} tasks, {seen['adequacy_score']:.2f}, {thin}, {verdict}"
    prompt = " ".join(seen["prompt"].split())
    prompt = prompt if len(prompt) <= _WIDTH else f"{prompt[:_WIDTH]}…"
    how = f" by {seen['rule']}" if row["kind"] == "settled" else ""
    gone = " (forgotten)" if row["forgotten"] else ""
    return f"{prompt} → {' '.join(seen['value'].split())}{how}{gone}"
