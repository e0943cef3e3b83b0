"""A person at a terminal, for tests: what only a person may do is done through a real one.

The command runs in a session of its own on a pseudo-terminal, with an environment made from nothing
but what the test names. Each answer is typed once its prompt is shown.
"""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import plangate

_PATIENCE = 60.0
_SOURCES = str(Path(plangate.__file__).parents[1])


class Seen(NamedTuple):
    """How a command at a terminal ended, and everything it showed."""

    code: int
    text: str


def at_terminal(
    *arguments: str | Path,
    environment: Mapping[str, str],
    says: Sequence[tuple[str, str]] = (),
    cwd: Path | None = None,
) -> Seen:
    """Run a command as a person; `says` is what to wait for and what to type then."""
    kept = {name: environment[name] for name in ("HOME", "PLANGATE_DB") if name in environment}
    env = {"PATH": os.defpath, "TERM": "dumb", "PYTHONUTF8": "1", "PYTHONPATH": _SOURCES, **kept}
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(cwd or "/")
        words = [sys.executable, "-P", "-m", "plangate", *map(str, arguments)]
        os.execve(sys.executable, words, env)
    text, to_say, since = "", list(says), 0
    end = time.monotonic() + _PATIENCE
    try:
        while time.monotonic() < end:
            if to_say and to_say[0][0] in text[since:]:
                since = len(text)
                os.write(terminal, to_say.pop(0)[1].encode() + b"\n")
            if select.select([terminal], [], [], 0.5)[0]:
                try:
                    more = os.read(terminal, 65_536)
                except OSError:  # how Linux says that the other end is closed
                    break
                if not more:
                    break
                text += more.decode("utf-8", errors="replace")
    finally:
        os.close(terminal)
    return Seen(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), text.replace("\r\n", "\n"))


def trust(workspace: Path, environment: Mapping[str, str]) -> Seen:
    """Trust a workspace as it is now, by looking at it and typing yes."""
    return at_terminal(
        "trust",
        "--workspace",
        workspace,
        environment=environment,
        says=[("Type yes to trust them: ", "yes")],
    )


def at_a_terminal(environment: Mapping[str, str], *arguments: str | Path) -> Seen:
    """Run a command to its end as a person, who types nothing."""
    return at_terminal(*arguments, environment=environment)
