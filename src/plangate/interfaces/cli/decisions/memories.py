"""`plangate remember` and `plangate memories`."""

from __future__ import annotations

from pathlib import Path

import click

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.planner_here import who
from plangate.interfaces.cli.printing import complain, emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option


@command(epilog="Example: plangate remember 'We count in Redis' --about rate-limit-store")
@click.argument("text")
@click.option("--about", metavar="QUESTION_ID", help="The question it answers: auth-method, say.")
@workspace_option("The directory it holds for (default: here).")
@click.option("--user", is_flag=True, help="Everywhere, not only in one workspace.")
def remember(call: Call, text: str, about: str | None, user: bool) -> int:
    """Keep TEXT for later plans.

    With --about it answers that question from now on, when it names one of its options; without, it
    is shown beside the evidence of goals it fits.
    """
    from plangate.app.acts.remembering import remember as keep

    here = call.here
    with call.planner() as planner:
        place = None if user else str(here)
        name = keep(planner, text, about=about, workspace=place, by=who())
    unused = _unused(about, text, here) if about else _unbound(text, here)
    if call.as_json:
        emit_json(
            {
                "schema": "plangate.memory/1",
                "id": name,
                "about": about,
                "workspace": place,
                "warning": unused,
            }
        )
        return 0
    emit(f"{name}: kept {'everywhere' if user else f'for {here}'}")
    if unused:
        complain(unused)
    return 0


@command(reads=True, epilog="Example: plangate memories --workspace .")
@workspace_option("Only what holds in this directory.")
def memories(call: Call) -> int:
    """What later plans may rest on: what you asked to remember, answered and confirmed."""
    from plangate.app.acts.remembering import kept_memories
    from plangate.wiring.workspaces import here_in

    with call.store() as store:
        here = here_in(store, call.here) if call.workspace else None
        found = kept_memories(store, here)
    return call.show_rows(
        {"schema": "plangate.memories/1", "memories": [_document(row) for row in found]},
        lambda: [_line(row) for row in found],
        "Nothing is remembered yet.",
    )


def show_memory(row: Document, *, as_json: bool) -> int:
    """One memory, as `plangate show` prints it."""
    if as_json:
        emit_json({"schema": "plangate.memories/1", "memories": [_document(row)]})
        return 0
    document = _document(row) | {"status": row["status"]}
    width = max(len(name) for name in document)
    for name, value in document.items():
        if value is not None:
            emit(f"{name:<{width}}  {value}")
    return 0


def _document(row: Document) -> Document:
    names = ("id", "kind", "place", "question_id", "reading", "text", "at")
    return {name: row[name] for name in names}


def _line(row: Document) -> list[str]:
    about = row["question_id"] or ""
    if row["kind"] == "memory":
        return [row["id"], row["at"][:10], about, row["text"]]
    deed = "answered" if row["kind"] == "answer" else "confirmed"
    return [row["id"], row["at"][:10], about, f"{row['reading']}, {deed} for: {row['text'][:80]}"]


def _unbound(text: str, here: Path) -> str | None:
    """Which questions a memory about none would answer, if it were about them; a few at most."""
    from plangate.wiring.catalogs import questions_answered_by

    found = questions_answered_by(text, here)
    if not 1 <= len(found) <= _MOST_HINTS:
        return None
    return f"kept; with --about {' or '.join(found)} it would answer that question by itself"


_MOST_HINTS = 3


def _unused(about: str, text: str, here: Path) -> str | None:
    """Why a memory about a question will decide nothing, None when it may."""
    from plangate.wiring.catalogs import reading_named_by

    known, named, labels = reading_named_by(text, about, here)
    if not known:
        return f"kept, but no dimension has the id {about}; see docs/extend.md for your own"
    if named is None:
        return f"kept, but it names none of the options alone, so it decides nothing: {labels}"
    return None
