"""Processes of their own that cost milliseconds: each is forked from one that is ready to run.

The one they come from has imported every command; it has no database open, no thread and no
terminal, and it runs nothing itself. What it forks has streams, an environment and a directory of
its own, as a program has, and ends as one. For tests of what a command does; how an interpreter
starts is shown by a real one (`process` in conftest.py).
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import plangate

_SOURCES = str(Path(plangate.__file__).parents[1])

_SERVER = r"""
import atexit, json, os, signal, socket, sys, threading
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from tempfile import TemporaryDirectory

from plangate.interfaces.cli import main
from plangate.interfaces.cli.command_list import COMMANDS
from plangate.interfaces.cli.root import _outcome

for listed in COMMANDS.values():
    import_module(listed.module)
with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
    _outcome(["plan", "Add a page", "--workspace", folder, "--db", f"{folder}/plangate.db"])


def run(job, streams):
    if job["terminal"]:
        os.login_tty(streams[0])  # all three, and where Ctrl-C comes from
        os.dup2(streams[2], 2)
    else:
        for number, stream in enumerate(streams[:3]):
            os.dup2(stream, number)
    os.closerange(3, 256)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(job["environment"])
    os.chdir(job["cwd"])
    sys.argv = ["plangate", *job["arguments"]]
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
    code = 0
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def keep(job, streams):
    # Says which process it is, waits for it, says how it ended.
    ours.close()
    child = os.fork()
    if child == 0:
        run(job, streams)
    os.write(streams[3], b"%d\n" % child)
    os.closerange(0, streams[3])
    status = os.waitpid(child, 0)[1]
    os.write(streams[3], b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def reap(how):
    with suppress(ChildProcessError):
        while os.waitpid(-1, how)[0]:
            pass


ours = socket.socket(fileno=int(sys.argv[1]))
while True:
    text, streams, _, _ = socket.recv_fds(ours, 1_000_000, 4)
    if not text:
        break
    if os.fork() == 0:
        keep(json.loads(text), streams)
    for stream in streams:
        os.close(stream)
    reap(os.WNOHANG)
ours.close()
reap(0)
"""


class Forked:
    """A command that runs in a process of its own."""

    def __init__(self, status: int) -> None:
        self._status = status
        self._said = b""
        while b"\n" not in self._said:
            self._look()
        self.pid = int(self._said.split()[0])

    def poll(self) -> int | None:
        """How it ended: None while it runs, minus the signal when one ended it."""
        while select.select([self._status], [], [], 0)[0] and not self._is_over:
            self._look()
        return int(self._said.split()[1]) if self._is_over else None

    def wait(self) -> int:
        while not self._is_over:
            self._look()
        return int(self._said.split()[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def close(self) -> None:
        os.close(self._status)

    @property
    def _is_over(self) -> bool:
        return self._said.count(b"\n") == 2

    def _look(self) -> None:
        read = os.read(self._status, 100)
        assert read, "the process that runs commands died"
        self._said += read


def forked(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    streams: tuple[int, int, int],
    *,
    terminal: bool = False,
    cwd: Path | None = None,
    flags: tuple[str, ...] = (),
) -> Forked:
    """Start a command with these three streams; `flags` are those of its Python.

    With `terminal` the first of them is its terminal, for input and output.
    """
    told, telling = os.pipe()
    job = {
        "arguments": list(arguments),
        "environment": dict(environment),
        "cwd": str(cwd or Path.cwd()),
        "terminal": terminal,
    }
    socket.send_fds(_server(flags), [json.dumps(job).encode()], [*streams, telling])
    os.close(telling)
    return Forked(told)


def run_forked(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    cwd: Path | None = None,
    flags: tuple[str, ...] = (),
) -> tuple[int, str, str]:
    """Run a command in a pipe to its end: its exit code, and what it said on both streams."""
    with TemporaryFile() as out, TemporaryFile() as err, open(os.devnull, "rb") as nothing:  # noqa: PTH123
        streams = (nothing.fileno(), out.fileno(), err.fileno())
        process = forked(arguments, environment, streams, cwd=cwd, flags=flags)
        code = process.wait()
        process.close()
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode("utf-8"))
    return code, said[0], said[1]


@cache
def _server(flags: tuple[str, ...]) -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2_000_000)
    names = ("PATH", "LANG")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "-P", *flags, "-c", _SERVER, str(theirs.fileno())],
        env={**kept, "PYTHONPATH": _SOURCES, "PYTHONUTF8": "1", "HOME": "/nonexistent"},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    theirs.close()
    _running.append((ours, process))
    return ours


_running: list[tuple[socket.socket, subprocess.Popen[bytes]]] = []


def end_servers() -> None:
    """Called when the tests are over."""
    _server.cache_clear()
    while _running:
        ours, process = _running.pop()
        ours.close()
        process.wait()
