"""What servers and workers measure, where the standard variables say so (TEAM-6)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from plangate.user_folders import environment

#: Something that is done, by its kind, measured from its beginning to its end.
Measured: TypeAlias = Callable[[str], AbstractContextManager[None]]


def unmeasured(_kind: str) -> AbstractContextManager[None]:
    return nullcontext()


def measuring(say: Callable[[str], None]) -> Measured:
    """How work is measured: not at all, and nothing is loaded, unless a variable of OpenTelemetry
    is set; `say` hears why what was asked for cannot be."""
    if not any(name.startswith("OTEL_") for name in environment()):
        return unmeasured
    try:
        from plangate.adapters.team.metrics import measured, set_up
    except ImportError:
        say("OTEL_… is set and nothing is measured: pip install 'plangate[team]'")
        return unmeasured
    if why := set_up(environment()):
        say(why)
    return measured
