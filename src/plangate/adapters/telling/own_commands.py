"""Commands of a person's own settings: `notify` for questions, `anchor_command` for anchors.

A notify command may also come from a workspace they trust (ACT-2). A name is looked up outside the
workspace it is about; a path has to be whole.

A command gets one JSON document on standard input. It is started and not waited for, its output
goes nowhere, and whatever goes wrong with it never reaches the work that caused it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread

from plangate.adapters.machine.program_lookup import find_program
from plangate.core.log.wire import canonical
from plangate.core.model.errors import PlangateError
from plangate.core.model.nouns import Question, plain
from plangate.core.model.records import Document, Fields


class CommandNotifier:
    """Runs `notify = [...]` of the settings."""

    def __init__(
        self,
        command: Sequence[str],
        complain: Callable[[str], None] = lambda _line: None,
        workspace: Path | None = None,
    ) -> None:
        self._command = list(command)
        self._workspace = workspace or Path()
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        document = notice_document(happened, question)
        problem = start_command(self._command, document, self._workspace)
        if problem is not None:
            self._complain(f"the notify command did not start: {problem}")


def notice_document(happened: str, question: Question) -> Document:
    """`plangate.notice/1`: what happened to which question."""
    return {"schema": "plangate.notice/1", "happened": happened, "question": plain(question)}


def start_command(command: Sequence[str], document: Fields, workspace: Path) -> str | None:
    """Start a command with a document on its standard input; why not, when it cannot be."""
    program = program_of(command, workspace)
    if program is None:
        problem = "is not found outside the workspace; accepted: a name on PATH, an absolute path"
        return f"{command[0]!r} {problem}"
    return start_with([program, *command[1:]], canonical(document).encode())


def start_with(command: Sequence[str], document: bytes) -> str | None:
    """Start a program with these bytes on its standard input, and do not wait for it."""
    try:
        # A file instead of a pipe: a command that never reads cannot make us wait.
        with tempfile.TemporaryFile() as message:
            message.write(document)
            message.seek(0)
            started = subprocess.Popen(
                list(command),
                stdin=message,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        return str(error)
    # Nobody waits for it but this thread, which keeps a long life free of zombies.
    Thread(target=started.wait, daemon=True).start()
    return None


def program_of(command: Sequence[str], workspace: Path) -> str | None:
    """The program a command starts; None when there is none outside the workspace."""
    name = command[0]
    if Path(name).is_absolute():
        return name
    found = None if os.path.basename(name) != name else find_program(name, workspace)  # noqa: PTH119 - "x/" is no name
    return None if found is None else str(found)


class WorkspaceNotifier:
    """Runs the command of the workspace a question is about, wherever the caller stands."""

    def __init__(
        self,
        command_of: Callable[[Question], tuple[Sequence[str], Path | None]],
        complain: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._command_of = command_of
        self._complain = complain

    def notify(self, happened: str, question: Question) -> None:
        try:
            command, workspace = self._command_of(question)
        except PlangateError as error:
            self._complain(f"nobody was notified: {error}")
            return
        if command:
            CommandNotifier(command, self._complain, workspace).notify(happened, question)
