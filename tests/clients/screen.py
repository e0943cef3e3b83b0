"""A coding agent at a terminal of its own, and a person who looks at it and presses keys.

tmux keeps the terminal: what stands on it is what a person would see.
"""

from __future__ import annotations

import select
import shutil
import subprocess
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

_WIDTH, _HEIGHT = "130", "50"
_BETWEEN, _LOOKS, _AGAIN = 0.5, 360, 20


class Screen:
    """What stands on the terminal, and the keys that are pressed."""

    def __init__(self, program: str, name: str) -> None:
        self._tmux = [program, "-L", name, "-f", "/dev/null"]

    def run(self, *arguments: str, environ: Mapping[str, str] | None = None) -> str:
        ran = subprocess.run(
            [*self._tmux, *arguments], env=environ, capture_output=True, text=True, check=False
        )
        return ran.stdout

    @property
    def text(self) -> str:
        return self.run("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Keys by their names: Enter, Down, Escape."""
        self.run("send-keys", *keys)

    def write(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    def shows(self, *texts: str) -> str:
        """Wait until one of the texts stands there; which one it was."""
        for _ in range(_LOOKS):
            seen = " ".join(self.text.split())
            if found := next((text for text in texts if text in seen), None):
                return found
            select.select([], [], [], _BETWEEN)
        raise AssertionError(f"none of {texts} on the screen:\n{self.text}")

    def press_until(self, key: str, text: str) -> None:
        """A key, and again as a person does it when nothing came of it."""
        for look in range(_LOOKS):
            if text in " ".join(self.text.split()):
                return
            if look % _AGAIN == 0:
                self.press(key)
            select.select([], [], [], _BETWEEN)
        raise AssertionError(f"no {text!r} on the screen:\n{self.text}")

    def stays(self, text: str, seconds: float) -> None:
        """A text that stands there all the time."""
        for _ in range(int(seconds / _BETWEEN)):
            assert text in " ".join(self.text.split()), self.text
            select.select([], [], [], _BETWEEN)


@contextmanager
def at_a_screen(line: Sequence[str], folder: Path, environ: Mapping[str, str]) -> Iterator[Screen]:
    """A program at a terminal of its own, for as long as a test looks at it."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("tmux is not installed")
    screen = Screen(program, f"plangate-{uuid.uuid4().hex[:8]}")
    size = ("-x", _WIDTH, "-y", _HEIGHT)
    screen.run("new-session", "-d", *size, "-c", str(folder), *line, environ=environ)
    try:
        yield screen
    finally:
        screen.run("kill-server")
