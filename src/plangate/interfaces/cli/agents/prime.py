"""`plangate prime`: what an agent reads before it begins (HOOK-2)."""

from __future__ import annotations

from plangate.core.model.errors import PlangateError
from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import complain, emit, emit_json
from plangate.interfaces.cli.shared_options import workspace_option
from plangate.interfaces.hook.priming import PRIMER, Here, told_of, what_is_open


@command(epilog="Example: plangate prime")
@workspace_option("The project (default: here).")
def prime(call: Call) -> int:
    """Print what a coding agent needs to know, with the plan and the questions open here."""
    here = _what_is_open(call, str(call.here))
    if call.as_json:
        document: Document = {"schema": "plangate.prime/1", "text": PRIMER}
        emit_json({**document, "open_questions": list(here.questions), "plan": here.plan})
        return 0
    emit(PRIMER + told_of(here))
    return 0


def _what_is_open(call: Call, here: str) -> Here:
    """A database that cannot be read is no reason to say nothing."""
    try:
        return what_is_open(call.settings, here)
    except (PlangateError, ValueError, KeyError) as error:
        complain(f"plangate prime: the open questions cannot be read ({error})")
        return Here()
