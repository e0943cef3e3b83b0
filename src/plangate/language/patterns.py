"""Regular expressions that are compiled when they are first used.

A hook or a gate decision is a process of some 50 ms; compiling what it never looks for would be a
good part of it.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern and becomes one at the first look."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)  # the next look finds it without asking here
        return found


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, later."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
