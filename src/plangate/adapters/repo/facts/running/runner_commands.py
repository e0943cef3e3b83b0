"""What a command is to the readers of runners, and the names projects give to their commands."""

from __future__ import annotations

from typing import NamedTuple

#: The names by which projects call these things, in their Makefiles and scripts.
TARGETS = {
    "test_command": ("test", "tests", "check"),
    "lint_command": ("lint", "format-check", "fmt-check", "style"),
    "build_command": ("build", "dist", "compile"),
}


#: A command that does not say what it runs speaks for every language below its folder.
ANY = "any"


class Command(NamedTuple):
    """A command, the folder it is typed in, what declares it and which language it is about."""

    kind: str
    command: str
    folder: str
    locator: str
    sure: float
    language: str
