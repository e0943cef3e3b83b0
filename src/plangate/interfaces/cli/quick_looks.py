"""`plangate inbox`, `ready` and `status` without the command line around them.

They are called all day, and a fourth of each was building commands it does not use. Whatever is
not plain (another option, a mistake, what cannot be read or written) goes the long way, which knows
how to say so; looking twice changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from plangate.interfaces.cli.command import Call

_FLAGS = {"--json": "json", "--verbose": "verbose", "-v": "verbose"}


def looked(arguments: Sequence[str]) -> int | None:
    """The exit code once it is shown; None when the long way has to be taken."""
    command, *rest = arguments
    flags = {_FLAGS[word] for word in rest if word in _FLAGS}
    words = [word for word in rest if word not in _FLAGS]
    if command == "inbox" and (words or "verbose" in flags or _is_at_a_terminal()):
        return None  # there it is browsed and answered, and nothing is done twice
    workspace: Path | None = None
    if words[:1] in (["-w"], ["--workspace"]) and len(words) > 1:
        from pathlib import Path

        workspace, words = Path(words[1]), words[2:]
    if len(words) > 1 or any(word[:1] in ("-", "") for word in words):
        return None
    from plangate.interfaces.cli.command import Call

    call = Call(None, "json" in flags, workspace, "verbose" in flags)
    return _shown(_look(command), call, words[0] if words else None)


def _is_at_a_terminal() -> bool:
    return sys.stdin.isatty() or sys.stdout.isatty()


def _look(command: str) -> Callable[[Call, str | None], int]:
    if command == "inbox":
        from plangate.interfaces.cli.questions.waiting import show_inbox

        return lambda call, _name: show_inbox(call)
    from plangate.interfaces.cli.plans.looks import show_ready, show_status

    return show_status if command == "status" else show_ready


def _shown(look: Callable[[Call, str | None], int], call: Call, name: str | None) -> int | None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # as the long way does
            getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    try:
        code = look(call, name)
        sys.stdout.flush()
    except Exception:  # noqa: BLE001 - whatever it is, the long way meets it again and says so
        return None
    return code
