"""`plangate brief` and `plangate explore`: what a workspace says, before anything is planned."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from plangate.interfaces.cli.planner_here import existing_workspace, settings_for
from plangate.interfaces.cli.printing import at_words, emit, emit_json, progress_line
from plangate.interfaces.cli.shared_options import (
    db_option,
    json_option,
    text_or_stdin,
    workspace_option,
)


@click.command(
    epilog="Example: plangate brief 'Let users delete their account' --workspace . --json"
)
@click.argument("goal")
@workspace_option("The directory the goal is about (default: here).")
@db_option
@json_option
def brief(goal: str, workspace: Path | None, db: Path | None, as_json: bool) -> int:
    """What a workspace says about a GOAL; `-` reads it from standard input.

    What is there already, the files the work is likely in, what to copy from, how it is tested, the
    repository's own rules and what was decided before. It only reads, and recommends nothing.
    """
    from plangate.core.investigation.brief_values import brief_document
    from plangate.interfaces.brief_text import brief_text
    from plangate.wiring.workspaces import brief_of

    here = existing_workspace(workspace)
    wanted = text_or_stdin(goal, "goal")
    found = brief_of(settings_for(here, db), wanted, str(here), progress_line())
    document = brief_document(found)
    if as_json:
        emit_json(document)
    else:
        emit(at_words(brief_text(document), sys.stdout))
    return 0


@click.command(epilog="Example: plangate explore 'Where are sessions ended?' --workspace . --json")
@click.argument("question")
@workspace_option("The directory the question is about (default: here).")
@json_option
def explore(question: str, workspace: Path | None, as_json: bool) -> int:
    """Look a QUESTION up in code, documentation, tests, settings and history; `-` reads it.

    Every line of the answer names its file and line. Nothing is planned and nothing is written.
    """
    from plangate.app.briefs import explored
    from plangate.core.investigation.brief_values import explore_document
    from plangate.interfaces.brief_text import explore_text
    from plangate.wiring.workspaces import open_scout

    here = existing_workspace(workspace)
    asked = text_or_stdin(question, "question")
    document = explore_document(explored(asked, str(here), open_scout(progress_line())))
    if as_json:
        emit_json(document)
    else:
        emit(at_words(explore_text(document), sys.stdout))
    return 0
