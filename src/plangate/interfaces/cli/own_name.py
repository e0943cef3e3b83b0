"""What plangate is called by whoever calls it: its commands on a screen can be typed as they stand.

A checkout that is on nobody's PATH is called `./plangate`, or by a path, and its script says how.
"""

from __future__ import annotations

import os
import re
from functools import cache

#: How a script beside the sources was called, where no `plangate` is to be found otherwise.
_CALLED = re.compile(r"[\w./+-]*/plangate")


def as_called(text: str) -> str:
    """CLI-5: our commands in a text as they can be typed here: from a checkout, `./plangate …`."""
    if not (called := _called()):
        return text
    return _our_commands().sub(lambda found: f"{found['indent'] or ''}{called}", text)


def _called() -> str:
    """How plangate was called; empty where its own name is enough."""
    called = os.environ.get("PLANGATE_CALLED_AS", "")
    if not _CALLED.fullmatch(called):
        return ""
    home = f"{os.environ.get('HOME', '').rstrip('/')}/"
    return f"~/{called.removeprefix(home)}" if len(home) > 1 and called.startswith(home) else called


@cache
def _our_commands() -> re.Pattern[str]:
    """Our name where a command begins: in somebody's sentence it stays a word."""
    from plangate.interfaces.cli.command_list import COMMANDS

    before = r"(?m)(?:(?<=[:;,?>$] )|(?<=[(`“])|(?<= or )|(?<= then )|^(?P<indent>\s*))"
    named = rf"(?:--help|{'|'.join(COMMANDS)})\b|\[OPTIONS\]"
    return re.compile(rf"{before}plangate(?=\s+(?:{named}))")
