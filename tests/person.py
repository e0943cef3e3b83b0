"""A person for the tests: a command at a pseudo-terminal of its own (ACT-1).

The command line runs in a child process that has its own session, a terminal at both ends and an
environment made from nothing. There is no other way to be a person, here as for everybody: no
switch, variable or build makes a script one. The child is a fork, so that a person costs
milliseconds; where a database is open or threads run meanwhile, the child has to be `apart`: forked
from a process that has neither (tests/forked.py).

Below the interface a surface is a value that is handed in: `A_PERSON` is the one for a terminal.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import plangate
from plangate.core.guard.acts import Actor
from tests.forked import Forked, forked
from tests.patience import BETWEEN, Patience

termios = pytest.importorskip("termios")
_SOURCES = str(Path(plangate.__file__).parents[1])

A_PERSON = Actor("terminal", "ana", "a terminal")


def at_a_terminal(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    typed: str = "",
    *,
    says: Sequence[tuple[str, str]] = (),
    apart: bool = False,
    flags: Sequence[str] = (),
    cwd: Path | None = None,
) -> tuple[int, str, str]:
    """Run a command as a person does: its exit code, what the terminal and stderr show.

    `says` is what is typed once a prompt is shown, line by line; `typed` is typed at once. `flags`
    are for Python, and only where the child is `apart`.
    """
    master, slave = os.openpty()
    _plain(slave)
    told, telling = os.pipe()
    child: Forked | _Child
    if apart:
        streams = (slave, slave, telling)
        there = tuple(flags)
        child = forked(arguments, environment, streams, terminal=True, cwd=cwd, flags=there)
    else:
        child = _Child.of(slave, telling, arguments, environment, cwd)
    os.close(slave)
    os.close(telling)
    try:
        if typed:
            os.write(master, typed.encode())
        shown, said = _read_all(child.pid, master, told, list(says))
    finally:
        code = child.wait()
        child.close()
        os.close(master)
        os.close(told)
    return code, shown, said


class _Child:
    """A fork of this very process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    @classmethod
    def of(
        cls,
        slave: int,
        telling: int,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        cwd: Path | None,
    ) -> _Child:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            if cwd is not None:
                os.chdir(cwd)
            os._exit(_act(slave, telling, arguments, environment))
        return cls(child)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def close(self) -> None:
        """Nothing is kept of it."""


def _plain(terminal: int) -> None:
    """What is written comes out as it is, and what is typed is not shown."""
    settings = termios.tcgetattr(terminal)
    settings[1] &= ~termios.OPOST
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    termios.tcsetwinsize(terminal, (50, 120))


def _act(slave: int, telling: int, arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """The child: a session of its own, the terminal at both ends, stderr beside it."""
    try:
        from plangate.interfaces.cli.root import _outcome

        os.login_tty(slave)
        os.dup2(telling, 2)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.clear()
        os.environ.update(environment)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        code = _outcome(list(arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001 - the child must end here, whatever happened
        os.write(telling, traceback.format_exc().encode())
        return 70
    return code


def _read_all(child: int, master: int, told: int, says: list[tuple[str, str]]) -> tuple[str, str]:
    texts = {master: b"", told: b""}
    patience = Patience(child)
    left = set(texts)
    while left:
        ready, _, _ = select.select(list(left), [], [], BETWEEN)
        if not ready:
            if not patience.is_over():
                continue
            os.kill(child, signal.SIGKILL)
            raise AssertionError(f"it waits for more keys, and showed {texts}")
        patience.begin_anew()
        for handle in ready:
            try:
                read = os.read(handle, 65_536)
            except OSError:  # the terminal is closed at the other end
                read = b""
            texts[handle] += read
            if not read:
                left.discard(handle)
        if says and any(text.endswith(says[0][0].encode()) for text in texts.values()):
            os.write(master, f"{says.pop(0)[1]}\n".encode())
    return texts[master].decode("utf-8"), texts[told].decode("utf-8")


class Sighting(NamedTuple):
    """How a command at a terminal ended, and everything it showed."""

    code: int
    text: str


def at_terminal(
    *arguments: str | Path,
    environment: Mapping[str, str],
    says: Sequence[tuple[str, str]] = (),
    cwd: Path | None = None,
) -> Sighting:
    """Run a command as a person in a program of its own; `says` is what is typed, line by line."""
    named = ("HOME", "XDG_DATA_HOME", "PLANGATE_DB")
    kept = {name: environment[name] for name in named if name in environment}
    env = {"PATH": os.defpath, "TERM": "dumb", "PYTHONUTF8": "1", "PYTHONPATH": _SOURCES, **kept}
    words = [str(argument) for argument in arguments]
    code, shown, said = at_a_terminal(words, env, says=says, apart=True, cwd=cwd or Path("/"))
    return Sighting(code, shown + said)


def trust(workspace: Path, environment: Mapping[str, str]) -> Sighting:
    """Trust a workspace as it is now, by looking at it and typing yes."""
    return at_terminal(
        "trust",
        "--workspace",
        workspace,
        environment=environment,
        says=[("Type yes to trust them: ", "yes")],
    )


def in_a_program(environment: Mapping[str, str], *arguments: str | Path) -> Sighting:
    """Run a command to its end as a person, who types nothing."""
    return at_terminal(*arguments, environment=environment)
