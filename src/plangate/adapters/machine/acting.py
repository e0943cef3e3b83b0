"""Who acts: a person at a terminal, a script, or a coding agent, by what the process shows (ACT-1).

A person is at the terminal when both ends are one, no coding agent left its mark in the
environment, and none of its programs stands above this process within the terminal's own session.
Nothing that is claimed counts: no flag, no variable, no user name in the environment. The programs
above are read from /proc; where there is none only the first two are looked at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from plangate.core.guard.acts import Actor, Right
from plangate.core.guard.coding_agents import agent_by_command, agent_in_environment

TOKEN_VARIABLE = "PLANGATE_TOKEN"

#: More processes than this stand above nobody.
_MOST_ABOVE = 64


def at_this_end(environ: Mapping[str, str], token: Right | str | None) -> Actor:
    """Who acts through this process's own streams; `token` is the right it presents, or why not."""
    program = as_program(environ, token)
    if program.surface == "agent":
        return program
    if closed := _not_a_terminal():
        return program._replace(why=f"{closed} is not a terminal")
    if client := _agent_above():
        name = user_name()
        return Actor("agent", f"{client}, an agent of {name}", f"{client} runs this terminal")
    return Actor("terminal", user_name(), "a terminal")


def as_program(environ: Mapping[str, str], token: Right | str | None) -> Actor:
    """Who acts through the library or a server: a script, wherever it runs, or an agent."""
    name = user_name()
    if found := agent_in_environment(environ):
        client, variable = found
        trouble = "it is refused in a coding agent's environment" if token else ""
        return Actor(
            "agent", f"{client}, an agent of {name}", f"{variable} is set", trouble=trouble
        )
    right, trouble = (None, token) if isinstance(token, str) else (token, "")
    return Actor("script", f"a script of {name}", "", right, trouble, _place())


def _place() -> str:
    try:
        return str(Path().resolve())
    except OSError:  # the directory is gone
        return ""


def user_name() -> str:
    """Whose process this is, by the system's word; the environment may say anything."""
    try:
        import pwd  # noqa: PLC0415 - there is none on Windows

        name = pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        try:
            name = os.getlogin()
        except OSError:
            return "unknown"
    return "".join(letter if letter.isprintable() else "?" for letter in name[:100])


def _not_a_terminal() -> str | None:
    """Which end is no terminal; None when both are."""
    for stream, name in ((sys.stdin, "standard input"), (sys.stdout, "standard output")):
        if not _is_terminal(stream):
            return name
    return None


def _is_terminal(stream: IO[Any] | None) -> bool:
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):  # it is closed, or stands for no file at all
        return False


def _agent_above() -> str | None:
    """The coding agent among the programs above this one, within the terminal's own session."""
    return next(filter(None, map(agent_by_command, _commands_above())), None)


def _commands_above() -> Iterator[list[str]]:
    if not hasattr(os, "getsid"):
        return
    session, process = os.getsid(0), os.getppid()
    for _ in range(_MOST_ABOVE):
        try:
            if process <= 1 or os.getsid(process) != session:
                return
            raw = Path(f"/proc/{process}/cmdline").read_bytes()
            stat = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
        except (OSError, ValueError):
            return
        yield [word.decode("utf-8", "replace") for word in raw.split(b"\0") if word][:4]
        # The name in brackets may hold spaces and brackets of its own; the parent comes after it.
        process = int(stat.rpartition(")")[2].split()[1])
