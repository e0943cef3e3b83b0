"""`plangate hook`: the hooks themselves, and what they saw (HOOK-1, HOOK-3, HOOK-4)."""

from __future__ import annotations

import json
import os

import click

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option
from plangate.interfaces.hook.running import HOOKS

_WIDTH = 60


@click.group(epilog="Example: plangate hook log")
def hook() -> None:
    """What a coding agent runs before it asks you something or has a plan approved.

    `plangate setup claude` puts the hooks in place. They answer from what you chose before, send
    back what a file or a decision on record answers, and let everything else through, above all
    whatever asks your leave to act; what goes wrong never stops the agent.
    """


def _run(call: Call, agent: str, name: str) -> int:
    from plangate.interfaces.hook.running import put_out, run, standard_input

    said = run(agent, name, standard_input(), os.environ)
    if call.as_json:
        reply = json.loads(said.out) if said.out else None
        emit_json({"schema": "plangate.hook/1", "hook": name, "reply": reply, "said": said.line})
    else:
        put_out(name, said)
    return 0


@command(of=hook, database=False, epilog="Example: plangate hook claude pre-ask")
@click.argument("name", type=click.Choice(HOOKS["claude"]))
def claude(call: Call, name: str) -> int:
    """Run the hook NAME of Claude Code on the document on standard input; always exit 0.

    Prints what Claude Code is to do, or nothing when it is to go on. With --json one document says
    both that and what would have gone to stderr, for whoever wants to look at a hook.
    """
    return _run(call, "claude", name)


@command(of=hook, database=False, epilog="Example: plangate hook codex pre-ask")
@click.argument("name", type=click.Choice(HOOKS["codex"]))
def codex(call: Call, name: str) -> int:
    """Run the hook NAME of Codex on the document on standard input; always exit 0."""
    return _run(call, "codex", name)


@command(of=hook, database=False, epilog="Example: plangate hook gemini pre-ask")
@click.argument("name", type=click.Choice(HOOKS["gemini"]))
def gemini(call: Call, name: str) -> int:
    """Run the hook NAME of Gemini CLI on the document on standard input; always exit 0."""
    return _run(call, "gemini", name)


@command(of=hook, database=False, epilog="Example: plangate hook opencode pre-ask")
@click.argument("name", type=click.Choice(HOOKS["opencode"]))
def opencode(call: Call, name: str) -> int:
    """Run the hook NAME of opencode's plugin on the document on standard input; always exit 0."""
    return _run(call, "opencode", name)


@command(of=hook, reads=True, epilog="Example: plangate hook log --json")
@click.option("--limit", type=int, default=50, show_default=True, help="How many, 1 to 10,000.")
@workspace_option("Only what was seen in this directory.")
def log(call: Call, limit: int) -> int:
    """What the hooks saw, the latest first: answers, what a rule answered or refused, plans."""
    from plangate.app.agents import agent_calls
    from plangate.interfaces.text import clock
    from plangate.wiring.workspaces import here_in

    if not 1 <= limit <= 10_000:
        raise BadInput("--limit", f"{limit} is out of range", "1 to 10,000")
    with call.store() as store:
        here = None if call.workspace is None else here_in(store, call.here)
        rows = agent_calls(store, here, limit)
    return call.show_rows(
        {"schema": "plangate.hook-log/1", "calls": [_document(row) for row in rows]},
        lambda: [[row["id"], clock(row["at"]), row["kind"], _line(row)] for row in rows],
        "Nothing yet: no hook has seen a question answered or a plan.",
    )


@command(of=hook, epilog="Example: plangate hook forget ag-5f3c-2")
@click.argument("answer_ids", nargs=-1, metavar="[ANSWER_ID]...")
@click.option(
    "--all", "every", is_flag=True, help="Every kept answer, or with --workspace its own."
)
@workspace_option("Only what was answered in this directory.")
def forget(call: Call, answer_ids: tuple[str, ...], every: bool) -> int:
    """Forget the kept answers ANSWER_ID: their questions are asked again.

    Without an id it lists the questions that have a kept answer, and forgets nothing.
    """
    from plangate.app.agents import forget_answer, kept_answers
    from plangate.wiring.this_machine import system_clock

    if every and answer_ids:
        raise BadInput("--all", "stands beside an id", "either of them")
    here = str(call.here) if call.workspace is not None else None
    with call.store() as store:
        rows = kept_answers(store, here) if every or not answer_ids else []
        if not every and not answer_ids:
            return _list_kept(rows, call.as_json)
        names = [row["id"] for row in rows] if every else answer_ids
        gone = [forget_answer(store, system_clock(), name, by=who()) for name in names]
    if call.as_json:
        forgotten = [row["id"] for row in gone]
        emit_json({"schema": "plangate.hook-forgotten/2", "forgotten": forgotten})
    for row in () if call.as_json else gone:
        emit(f"{row['id']} is forgotten: “{json.loads(row['document'])['prompt']}” is asked again.")
    return 0


def _list_kept(rows: list[Document], as_json: bool) -> int:
    from plangate.interfaces.text import clock, table

    if as_json:
        emit_json({"schema": "plangate.hook-kept/1", "answers": [_document(row) for row in rows]})
    elif not rows:
        emit("No answer is kept.")
    else:
        emit(table([[row["id"], clock(row["at"]), _line(row)] for row in rows]))
        emit("`plangate hook forget ID` or `--all` has them asked again.")
    return 0


def _document(row: Document) -> Document:
    kept = {name: row[name] for name in ("id", "kind", "at")}
    return {**kept, "forgotten": bool(row["forgotten"]), **json.loads(row["document"])}


def _line(row: Document) -> str:
    seen = json.loads(row["document"])
    if row["kind"] == "plan":
        is_thin = seen["is_too_thin"]
        thin, passed = ("too thin", "not sent back") if is_thin else ("detailed enough", "passed")
        verdict = "sent back" if seen["sent_back"] else passed
        return f"{seen['tasks']} tasks, {seen['adequacy_score']:.2f}, {thin}, {verdict}"
    prompt = " ".join(seen["prompt"].split())
    prompt = prompt if len(prompt) <= _WIDTH else f"{prompt[:_WIDTH]}…"
    if row["kind"] == "refused":
        return f"{prompt} → sent back by {seen['rule']}"
    how = f" by {seen['rule']}" if row["kind"] == "settled" else f" ({seen['provenance']})"
    gone = " (forgotten)" if row["forgotten"] else ""
    return f"{prompt} → {' '.join(seen['value'].split())}{how}{gone}"
