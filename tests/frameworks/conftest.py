"""A project, a home, and a program of somebody's that uses an agent framework."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.person import at_terminal

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "integrations" / "frameworks"
SOURCES = str(ROOT / "src")


class Project(NamedTuple):
    """Where the program runs; every run is a process of its own."""

    folder: Path
    environ: Mapping[str, str]

    def run(self, program: str, *arguments: str, model: str = "") -> str:
        """Run an example to its end: the last line it prints."""
        line = self.begin(program, *arguments, model=model)
        out, err = line.communicate()
        assert line.returncode == 0, err
        return out.strip().splitlines()[-1]

    def begin(self, program: str, *arguments: str, model: str = "") -> subprocess.Popen[str]:
        keys = {
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": f"{model}/v1",
            "OPENAI_AGENTS_DISABLE_TRACING": "1",
            "ANTHROPIC_API_KEY": "none",
            "ANTHROPIC_BASE_URL": model,
        }
        return subprocess.Popen(
            [sys.executable, "-P", str(PROGRAMS / program), *arguments],
            cwd=self.folder,
            env={**self.environ, **keys},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def answer(self, choice: str) -> str:
        """Answer the one open question as a person at a terminal."""
        seen = at_terminal("answer", "D1", choice, environment=self.environ, cwd=self.folder)
        assert seen.code == 0, seen.text
        return seen.text

    def inbox(self) -> str:
        """What waits, as a script sees it."""
        line = [sys.executable, "-P", "-m", "plangate", "inbox"]
        environ = dict(self.environ)
        return subprocess.run(
            line, cwd=self.folder, env=environ, capture_output=True, text=True, check=True
        ).stdout


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder, home = tmp_path / "shop", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    path = os.pathsep.join([SOURCES, os.environ.get("PYTHONPATH", "")])
    return Project(folder, {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": path})
