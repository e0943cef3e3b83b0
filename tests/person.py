"""A person at a terminal: a command run under a pseudo-terminal that is a session of its own.

A person's act is tested as one (ACT-1): no switch and no variable makes a test a person.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import plangate

_LOGIN = "import os, sys; os.login_tty(0); os.execv(sys.executable, sys.argv[1:])"


class Seen(NamedTuple):
    """How a command ended, and everything its terminal showed."""

    code: int
    text: str


def at_a_terminal(environment: Mapping[str, str], *arguments: str | Path) -> Seen:
    """Run a command to its end at a terminal of its own."""
    import pty

    master, slave = pty.openpty()
    source = str(Path(plangate.__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, "-c", _LOGIN, sys.executable, "-m", "plangate", *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**environment, "TERM": "xterm", "PYTHONPATH": source},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 65_536)
        except OSError:  # the terminal is closed once its last process has gone
            break
        if not part:
            break
        shown += part
    os.close(master)
    return Seen(process.wait(), shown.decode().replace("\r\n", "\n"))
