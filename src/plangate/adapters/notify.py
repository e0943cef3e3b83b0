"""A person's own notify command, run when a question is created, answered or expires.

The command gets one JSON document on standard input. It is started and not waited for, its output
goes nowhere, and whatever goes wrong with it never reaches the planning that caused it.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from threading import Thread

from plangate.core.errors import PlangateError
from plangate.core.model import Question, plain
from plangate.core.wire import canonical


class CommandNotifier:
    """Runs `notify = [...]` of plangate.toml."""

    def __init__(
        self, command: Sequence[str], complain: Callable[[str], None] = lambda _line: None
    ) -> None:
        self._command = list(command)
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        document = {
            "schema": "plangate.notice/1",
            "happened": happened,
            "question": plain(question),
        }
        try:
            # A file instead of a pipe: a command that never reads cannot make us wait.
            with tempfile.TemporaryFile() as message:
                message.write(canonical(document).encode())
                message.seek(0)
                started = subprocess.Popen(
                    self._command,
                    stdin=message,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except (OSError, ValueError) as error:
            self._complain(f"the notify command did not start: {error}")
            return
        # Nobody waits for it but this thread, which keeps a long life free of zombies.
        Thread(target=started.wait, daemon=True).start()


class WorkspaceNotifier:
    """Runs the command of the workspace a question is about, wherever the caller stands."""

    def __init__(
        self,
        command_of: Callable[[Question], Sequence[str]],
        complain: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._command_of = command_of
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        try:
            command = self._command_of(question)
        except PlangateError as error:
            self._complain(f"nobody was notified: {error}")
            return
        if command:
            CommandNotifier(command, self._complain).notify(happened, question)
