"""A person's own notify command, run when a question is created, answered or expires.

The command gets one JSON document on standard input. It is started and not waited for, its output
goes nowhere, and whatever goes wrong with it never reaches the planning that caused it.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence

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
                subprocess.Popen(
                    self._command,
                    stdin=message,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except (OSError, ValueError) as error:
            self._complain(f"the notify command did not start: {error}")
