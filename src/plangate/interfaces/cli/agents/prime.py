"""`plangate prime`: what an agent reads before it begins (HOOK-2)."""

from __future__ import annotations

from plangate.core.model.errors import PlangateError
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.common import (
    complain,
    emit,
    emit_json,
    workspace_option,
)
from plangate.interfaces.hook.priming import PRIMER, open_questions, told_of


@command(epilog="Example: plangate prime")
@workspace_option("The project (default: here).")
def prime(call: Call) -> int:
    """Print what a coding agent needs to know, with the questions that are open here."""
    questions = _open_questions(call, str(call.here))
    if call.as_json:
        document = {"schema": "plangate.prime/1", "text": PRIMER, "open_questions": questions}
        emit_json(document)
        return 0
    emit(PRIMER + told_of(questions))
    return 0


def _open_questions(call: Call, here: str) -> list[Document]:
    """A database that cannot be read is no reason to say nothing."""
    try:
        return open_questions(call.settings, here)
    except (PlangateError, ValueError, KeyError) as error:
        complain(f"plangate prime: the open questions cannot be read ({error})")
        return []
