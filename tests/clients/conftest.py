"""Where the agents come from, and a home and a project of their own for each test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.person import at_a_terminal

#: The agents by their npm package, in the versions these tests were written with.
PACKAGES = {
    "claude": "@anthropic-ai/claude-code@2.1.326",
    "codex": "@openai/codex@0.169.0",
    "opencode": "opencode-ai@1.18.33",
    "gemini": "@google/gemini-cli@0.61.0",
}
PATIENCE = 180.0
#: What agents wrote to plangate's server, in the home of a test.
WIRE = "wire.jsonl"


@cache
def installed(agent: str) -> Path | str:
    """The agent's program, or why there is none; each in a folder of its own, never global."""
    kept = os.environ.get("PLANGATE_CLIENTS") or Path.home() / ".cache" / "plangate-clients"
    folder = Path(kept) / agent
    program = folder / "node_modules" / ".bin" / agent
    if program.exists():
        return program
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "node and npm are not installed"
    folder.mkdir(parents=True, exist_ok=True)
    line = [npm, "install", "--no-fund", "--no-audit", "--prefix", str(folder), PACKAGES[agent]]
    ended = subprocess.run(line, capture_output=True, text=True, check=False)
    if not program.exists():
        return f"{PACKAGES[agent]} cannot be installed: {ended.stderr.strip()[-200:]}"
    return program


class Place(NamedTuple):
    """A project, a home, and the environment an agent is started with: made from nothing."""

    shop: Path
    home: Path
    environ: Mapping[str, str]

    def plangate(self, *arguments: str) -> str:
        """A command of plangate's, as a script runs it."""
        return self._run([sys.executable, "-P", "-m", "plangate", *arguments]).stdout

    def set_up(self, agent: str) -> None:
        """Set up by a person at a terminal, so that nothing is left to approve."""
        code, *said = at_a_terminal(["setup", agent], self.environ, apart=True, cwd=self.shop)
        assert code == 0, said

    def called(self) -> set[str]:
        """The tools whose call reached plangate's server, by what its standard input carried."""
        lines = (self.home / WIRE).read_text().splitlines()
        said = [json.loads(line) for line in lines if line.strip()]
        return {one["params"]["name"] for one in said if one.get("method") == "tools/call"}

    def agent(self, name: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run an agent to its end."""
        program = installed(name)
        if isinstance(program, str):
            pytest.skip(f"{name} did not run: {program}")
        return self._run([str(program), *arguments], {**self.environ, **more})

    def _run(
        self, line: Sequence[str], environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line,
            cwd=self.shop,
            env=dict(environ or self.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


FILES = {
    "docker-compose.yml": "services:\n  cache:\n    image: redis:7\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "app/api.py": "def public_api(request):\n    return {'ok': True}\n",
    "tests/test_api.py": "def test_the_api_answers():\n    assert True\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A small repository, and `plangate` on the PATH as after an installation."""
    shop, home, programs = (tmp_path / name for name in ("shop", "home", "bin"))
    for folder in (shop, home, programs):
        folder.mkdir()
    for name, text in FILES.items():
        path = shop / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    own = programs / "plangate"
    itself = f'"{sys.executable}" -P -m plangate "$@"'
    kept = f'if [ "$1" = mcp ]; then tee -a "{home / WIRE}" | {itself}; exit; fi'
    own.write_text(f"#!/bin/sh\n{kept}\nexec {itself}\n")
    own.chmod(0o755)
    environ = {
        "HOME": str(home),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "SHELL": "/bin/sh",
        "TMPDIR": str(tmp_path),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_STATE_HOME": str(home / ".local/state"),
    }
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for line in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "begin"]):
        subprocess.run([*git, *line], cwd=shop, env=environ, check=True, capture_output=True)
    return Place(shop, home, environ)


Written = Callable[[str, object], None]


@pytest.fixture
def write(place: Place) -> Written:
    """Write a settings file of the person's: text as it is, anything else as JSON."""

    def written(name: str, content: object) -> None:
        path = place.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))

    return written
